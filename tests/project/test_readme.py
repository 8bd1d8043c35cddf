"""The front page says what the published cells say, and its hunch does what it says."""

import hashlib
import html
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.reports.page import first_screen as page
from knotlab.reports.page.tips import tips_by_game
from knotlab.studies.command import between
from knotlab.studies.publishing.findings import ANSWERS, README, TABLE, TIPS, front_page, in_words, number_table
from tests.cli import knotlab
from tests.project.documents import ROOT, blocks, commands
from tests.reports.published_numbers import bars_of, first_screen, full_name

TEXT = TIPS.read_text("utf-8")
LONGEST = 130  # lines of the front page


def test_the_front_page_and_the_page_of_tips_are_written_from_the_findings_that_ship() -> None:
    readme = README.read_text("utf-8")
    assert between(readme, ANSWERS, front_page()) == readme
    assert between(TEXT, ANSWERS, "\n".join(in_words()) + "\n") == TEXT
    assert between(TEXT, TABLE, number_table()) == TEXT
    assert len(readme.splitlines()) <= LONGEST


def test_the_front_page_names_habits_with_the_numbers_of_the_first_screen() -> None:
    """Those of three players at plain tables, and among champions; that screen's numbers are traced to the findings."""
    bars = {
        key: {(full_name(bar.all("a")[0]).lower(), bar.all("b")[0].text) for bar in bars_of(first_screen().at(key))}
        for key in ("3-plain", "3-strong")
    }
    lines = re.findall(r"^- \*\*(?:Twisted Knot|Knotweed):\*\* (.+)$", README.read_text("utf-8"), re.M)
    assert len(lines) == 2
    for line in lines:
        plain, among = line.split(". Among champions: ")
        for key, told in (("3-plain", plain), ("3-strong", among)):
            habits = re.split(r"(?<=\))(?:; do not |; |\. Do not )", told.rstrip("."))
            named = [re.fullmatch(r"(.+) \(([^(,]+)(?:, (?:plain|strong) players.+)?\)", habit) for habit in habits]
            assert len(named) > 1 and all(each and (each[1].lower(), each[2]) in bars[key] for each in named), told


def test_the_pictures_are_drawn_from_the_findings_the_bidding_card_and_the_first_screen_that_ship() -> None:
    findings = ROOT / "reports" / "findings"
    names = ("cells.csv", "curves.csv", "habits.csv", "moments.jsonl", "tips.csv")
    files = [*(findings / name for name in names), *sorted((findings / "contests").glob("*.json"))]
    files += [ROOT / "strategies" / "twyst" / "cards" / "second.toml", ROOT / "reports" / "page" / "first_screen.css"]
    shown = b"".join(file.read_bytes() for file in files) + page.first_screen().encode("utf-8")
    stamp = f"findings\0{hashlib.sha256(shown).hexdigest()[:16]}".encode()
    pictures = {*re.findall(r"reports/gallery/(\S+?\.png)", README.read_text("utf-8"))}
    assert pictures == {file.name for file in (ROOT / "reports" / "gallery").glob("*.png")}
    for name in pictures:
        assert stamp in (ROOT / "reports" / "gallery" / name).read_bytes(), f"{name} is older: make gallery"


def test_the_table_of_tips_says_what_the_published_cells_say() -> None:
    rows = {
        cells[0]: cells
        for cells in re.findall(r"^\| (\S+) \| (.+?) \| (.+?) \| .+? \| .+? \| (.+?) \|$", TEXT, re.MULTILINE)
        if "-C" in cells[0]
    }
    assert list(rows) == [tip.id for tip in tips()]
    cells = pd.read_csv(ROOT / "reports" / "findings" / "cells.csv")
    published = pd.read_csv(ROOT / "reports" / "findings" / "tips.csv").set_index("id")
    for tip in tips():
        own, (_, _, verdict, where) = cells[cells["tip"] == tip.id], rows[tip.id]
        assert verdict == published.loc[tip.id, "verdict"]
        if tip.exact or own.empty:
            continue
        if not tip.is_judged:
            assert where == "-"  # there is nothing to be for
        elif tip.is_variant:
            assert re.fullmatch(r"\d+ of \d+ effects certainly differ between the two sets of rules.*", where)
        else:
            signs = ((own["all_low"] > 0).astype(int) - (own["all_high"] < 0).astype(int)) * own["advice"]
            stated = f"certainly for the tip in {(signs == 1).sum()} of {len(own)} cells, against it in"
            assert where == f"{stated} {(signs == -1).sum()}"


# What a tip's sentence may begin with at plain tables, by its verdict: "don't" of one that is right to warn.
OPENINGS = {
    "holds": ("Holds", "Do it", "Don't", "Sometimes", "Makes no difference"),
    "holds, if not overdone": ("Do it, but do not overdo it",),
    "depends": ("It depends",),
    "wrong": ("Don't", "Makes no difference"),
    "makes no difference": ("Makes no difference",),
    "open": ("Open",),
    "rarely comes up": ("Rarely comes up",),
    "no verdict": ("No verdict",),
}


def listed() -> Iterator[tuple[str, str]]:
    """Each tip with the verdict that `knotlab claims` lists it under."""
    verdict, verdicts = "", sorted(OPENINGS, key=len, reverse=True)
    for line in knotlab("claims").out.splitlines():
        if heading := re.match(rf" ?\S ({'|'.join(verdicts)})(?=:|\s|$)", line):
            verdict = heading[1]
        yield from ((name, verdict) for name in re.findall(r"\b[A-Z]{2}-C\d+\b", line))


def test_every_tip_has_one_verdict_wherever_it_is_told() -> None:
    """In the terminal, in both lists of the page of tips, on the report's page, and in the README's count."""
    published = pd.read_csv(ROOT / "reports" / "findings" / "tips.csv").set_index("id")["verdict"].to_dict()
    told = {
        name: (verdict, said)
        for name, verdict, said in re.findall(r"^- \*\*.+?\*\* \((\S+), \S (.+?)\)\. (.+)$", TEXT, re.M)
    }
    assert dict(listed()) == published
    assert {name: verdict.removesuffix(", proved") for name, (verdict, _) in told.items()} == published
    assert dict(re.findall(r"^\| (\S+-C\d+) \| .+? \| (.+?) \|", TEXT, re.M)) == published
    cards = "".join(str(block.html) for part in tips_by_game({}).parts for block in part.blocks)  # type: ignore[attr-defined]
    on_page = re.findall(
        r'id="tip-(\S+?)".*?<span class="pill is-\w+"[^>]*>\S the tip(?: “[^”]+” is|:)? (.+?)</span>.*?<p><b>(.+?)</b>',
        cards,
        re.S,
    )
    assert {name: verdict.removesuffix(", proved") for name, verdict, _ in on_page} == published
    for name, _, opening in on_page:
        said = html.unescape(opening)
        assert told[name][1].startswith(said)
        said = said.removeprefix("At plain tables: ")
        assert (said[0].upper() + said[1:]).startswith(OPENINGS[published[name]]), (name, said)
    counts = Counter(published.values())
    hold = counts["holds"] + counts["holds, if not overdone"]
    wrong = {0: "none is wrong", 1: "1 is wrong"}.get(counts["wrong"], f"{counts['wrong']} are wrong")
    assert all(said in README.read_text("utf-8") for said in (f"{len(published)} tips: {hold} hold", wrong))


def test_a_tip_rarely_comes_up_where_all_its_cells_come_up_in_fewer_than_1_deal_in_100_and_nowhere_else() -> None:
    findings = ROOT / "reports" / "findings"
    shares = pd.read_csv(findings / "cells.csv").groupby("tip")["in_play"].max()
    published = pd.read_csv(findings / "tips.csv").set_index("id")["verdict"]
    rare = set(shares[shares < 0.01].index)
    assert rare == {"TY-C3"}
    assert set(published[published == "rarely comes up"].index) == rare - set(
        published[published == "no verdict"].index
    )


@pytest.mark.long
def test_the_hunch_is_a_strategy_and_loses_as_the_text_says(tmp_path: Path) -> None:
    file = tmp_path / "proud.py"
    file.write_text(next(block.text for block in blocks(README) if block.language == "python"))
    command = next(command for command in commands(README) if command.startswith("duel"))
    words = [str(file) if word == file.name else word for word in shlex.split(command)]
    assert knotlab(*words, "--json").json["verdict"] == "wrong"
    said = " ".join(knotlab(*words).out.partition("more than the margin of 0.50.")[0].split())
    assert said in " ".join(README.read_text("utf-8").split())
