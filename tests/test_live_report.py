"""The report plays what ships again: the page is there first, says beside every tip what came of new deals, and ends
with exit status 1 if a published cell comes out otherwise.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import knotlab as package
from knotlab.analysis.claims.again_result import Again, CellAgain, Mean, TipAgain
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.carry import DEALS, Row, read_rows, write_rows
from knotlab.analysis.claims.cells import tip_named
from knotlab.analysis.claims.headlines import TipHeadline
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.trial import USUAL
from knotlab.analysis.report import play as playing
from knotlab.analysis.report.play import ReportContent, opening
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.stats.headline import Headline, HeadlineAnswer
from knotlab.reports.answers.findings import shipped
from knotlab.reports.page import all_tips, retest
from knotlab.reports.page.report import ReportPage
from knotlab.reports.words import again as words
from tests.cli import knotlab

TIP, TITLE = "TK-C9", "Played here, now"
FEW_SECONDS = 0.05  # minutes


@pytest.fixture
def findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What ships of one tip; tournaments and the guide are left out."""
    file = tmp_path / "cells.csv"
    write_rows(file, [row for row in read_rows(playing.CELLS) if row["tip"] == TIP])
    monkeypatch.setattr(playing, "CELLS", file)
    monkeypatch.setattr(playing, "tips", lambda: (tip_named(TIP),))
    monkeypatch.setattr(playing, "published_contests", lambda *_: iter(()))
    monkeypatch.setattr(playing, "contests", lambda settings: {})
    monkeypatch.setattr(playing, "guide", lambda settings: None)
    return file


def edit(file: Path, change: Callable[[Row], Row]) -> None:
    """Make a twin of what ships."""
    write_rows(file, [change(row) for row in read_rows(file)])


def first_page(folder: Path) -> str:
    """The page as long as nothing has been played."""
    return ReportPage(ReportSettings(folder, 2, 7)).text(opening())


def report(out: Path, *words: object) -> tuple[int, str, str]:
    """Exit status, page and the lines about progress of a report that plays for a few seconds."""
    answer = knotlab("report", "--budget", FEW_SECONDS, "--workers", 1, "--out", out, *words)
    return answer.status, (out / "report.html").read_text("utf-8"), answer.out


def test_page_and_data_say_what_came_of_new_deals_beside_what_ships(tmp_path: Path, findings: Path) -> None:
    status, written, out = report(tmp_path / "out", "--json")
    content = json.loads(out)["played_again"]
    assert status == 0 and content["seed"] != USUAL.seed
    assert [(tip["tip"], tip["says"]) for tip in content["tips"]] == [(TIP, "agrees")]
    assert content["cells"] == {"played": 3, "of": 3, "older": 0, "unequal": []}
    card = written.partition(f'id="tip-{TIP}"')[2].partition("</article>")[0]
    stated = r"Found 4\.1 more games lost in 100, on average over all tables; played here now on [\d,]+ new deals: "
    assert re.search(rf"{stated}[2-6]\.\d more ±[01]\.\d\.", card)
    section = written.partition(TITLE + "</h2>")[2].partition("</section>")[0]
    assert "1 of 1 tips were played here" in section and "None is further off from what was found" in section
    assert "3 of 3 cells played again here: all equal." in section
    assert f"the seed {USUAL.seed + 1}," in section


def test_a_twin_with_edited_numbers_is_said_to_be_off_and_with_an_edited_hash_of_first_deals_gives_exit_status_1(
    tmp_path: Path, findings: Path
) -> None:
    """Numbers further off than chance allows are no reason for it: chance has such, too, if seldom."""
    edited = read_rows(findings)[1]["cell"]
    edit(findings, lambda row: row | {"effect": str(float(row["effect"]) + 0.05)})
    edit(findings, lambda row: row | ({DEALS: "0" * 24} if row["cell"] == edited else {}))
    status, written, out = report(tmp_path / "out")
    assert status == 1 and "The report is at" in out
    assert f"3 of 3 cells played again here: 1 came out otherwise: {edited}." in written
    assert f"Further off from what was found than chance allows: {TIP}." in written
    card = written.partition(f'id="tip-{TIP}"')[2].partition("</article>")[0]
    assert "That is further off than chance allows." in card


def test_a_record_of_another_name_is_said_to_be_of_an_earlier_version(tmp_path: Path, findings: Path) -> None:
    edit(findings, lambda row: row | {"hash": "another"})
    status, written, _ = report(tmp_path / "out")
    assert (
        status == 0 and "3 of 3 cells played again here, 3 of them found by an earlier version: all equal." in written
    )


def test_the_page_is_complete_before_anything_is_played(
    tmp_path: Path, findings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def nothing_yet(*_: object, **__: object) -> Iterator[Again]:
        seen.append((tmp_path / "out" / "report.html").read_text("utf-8"))
        yield AGAIN

    monkeypatch.setattr(playing, "play_again", nothing_yet)
    package.report(deals=2, seed=7, budget=1, workers=1, out=tmp_path / "out", progress=False)
    (before,) = seen
    assert all(f'id="tip-{tip.id}"' in before for tip in shipped())
    assert retest.WAIT in before and "played here now" not in before
    assert 'id="how"' in before  # with what comes after the tournaments
    assert TITLE not in first_page(tmp_path)


def test_without_a_budget_nothing_is_played_and_nothing_said(
    tmp_path: Path, findings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr(playing, "play_again", play)
    written = package.report(deals=2, seed=7, budget=0, workers=1, out=tmp_path / "out", progress=False)
    assert written.content.retest is None and TITLE not in written.page.read_text("utf-8")


def test_there_is_a_line_for_each_tip_and_for_the_end(
    tmp_path: Path, findings: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playing, "play_again", lambda *_, **__: iter([AGAIN, AGAIN]))
    drawn: list[ReportContent] = []
    monkeypatch.setattr(ReportPage, "write", lambda page, content: drawn.append(content))
    page = tmp_path / "out" / "report.html"
    package.report(deals=2, budget=2, out=page.parent)
    assert [content.retest for content in drawn] == [None, None, AGAIN]  # before, with tournaments, and at the end
    assert capsys.readouterr().err.splitlines() == [
        f"progress: {page} has what is published. Now the tournaments are played, then for 2 minutes the tips are "
        "tested on new deals; the page is updated as results come in.",
        "progress: TK-C1 on 61,000 new deals: 4.8 fewer ±0.9 games lost in 100 (found: 5.1 fewer), agrees; 30 of 120 s",
        "progress: 1 of 33 tips were played here, in 244,000 games on new deals. None is further off from what was "
        "found than chance allows. 14 of 299 cells played again here: all equal; 30 of 120 s",
    ]


# --- in words ---


ACES = TipAgain(
    "TK-C1",
    "hoard-aces",
    "loss_rate",
    Mean(0.0512, 0.0004),
    Mean(0.048, 0.009 / 1.96),
    61_000,
    244_000,
    0.05 / 33,
    True,
)
AGAIN = Again(7, (ACES,), 33, tuple(CellAgain(f"cell {i}", False, True) for i in range(14)), 299, 0, 30.0)
LINE = (
    "Found 5.1 fewer games lost in 100, on average over all tables; played here now on 61,000 new deals: "
    "4.8 fewer ±0.9."
)


def test_a_card_tells_a_tip_in_its_own_unit() -> None:
    rows = {"hoard-aces": "hoard aces"}
    assert words.card_line(ACES, rows) == LINE
    assert words.card_line(ACES, rows | {"other": "others"}) == LINE.replace("Found", "Hoard aces: found")
    few, off = replace(ACES, is_enough=False), replace(ACES, here=Mean(0.03, 0.0001))
    assert words.card_line(few, rows).endswith(" Too few deals yet to compare.")
    assert words.card_line(off, rows).endswith(": 3.0 fewer ±0.0. That is further off than chance allows.")


@pytest.mark.parametrize(
    ("unit", "row", "value", "says"),
    [
        ("loss_rate", "habit", -0.0512, ("5.1 more", "games lost in 100")),
        ("loss_rate", "habit", 0.0002, ("as many", "games lost in 100")),
        ("win_rate", "habit", -0.022, ("2.2 fewer", "games won in 100")),
        ("share", {"base": 0.5, "says": "x"}, 0.386, ("88.6", "of 100 cases")),
        ("share", {"base": 0.0, "says": "x"}, 0.1716, ("17.2", "of 100 cases")),
        ("share", {"more": "x", "less": "y"}, 0.104, ("+10.4", "in 100 cases")),
        ("mean_score", "habit", -17.17, ("\N{MINUS SIGN}17.2", "points a deal")),
        ("cards", {"more": "x", "less": "y"}, 3.066, ("+3.07", "cards")),
        ("turns", {"more": "x", "less": "y"}, 261.6, ("+262", "turns")),
    ],
)
def test_effects_are_told_in_words_of_their_unit(unit: str, row: object, value: float, says: tuple[str, str]) -> None:
    stated = words.in_words(replace(ACES, unit=unit, shipped=Mean(value, 1.0)), {"hoard-aces": row})
    assert (stated.shipped, stated.unit) == says


def test_every_tip_that_ships_can_be_told() -> None:
    for tip in shipped():
        for cell in tip.cells[:1]:
            line = retest.card_lines(
                replace(AGAIN, tips=(replace(ACES, tip=tip.id, label=cell.label, unit=cell.unit),))
            )
            assert line[tip.id].count("ound ") == 1


def test_the_sentence_about_cells_counts_names_and_marks_them() -> None:
    assert words.cells_sentence(AGAIN) == "14 of 299 cells played again here: all equal."
    older = replace(AGAIN, cells=(CellAgain("a", True, True), CellAgain("b", True, False), CellAgain("c", False, True)))
    assert words.cells_sentence(older) == (
        "3 of 299 cells played again here, 2 of them found by an earlier version: 1 came out otherwise: b (found by an "
        "earlier version)."
    )
    many = replace(AGAIN, cells=tuple(CellAgain(str(i), False, False) for i in range(7)))
    assert words.cells_sentence(many).endswith("7 came out otherwise: 0; 1; 2; 3; 4; and 2 more.")
    assert words.cells_sentence(replace(AGAIN, cells=())) == "0 of 299 cells played again here."


def test_the_sentence_about_tips_says_what_is_open() -> None:
    few = replace(ACES, tip="TK-C2", is_enough=False)
    assert words.tips_sentence(replace(AGAIN, tips=(ACES, few))).endswith(
        "than chance allows; for 1 there are too few deals yet."
    )
    assert words.tips_sentence(replace(AGAIN, tips=(few,))).endswith("too few yet to compare them with what was found.")


# --- all tips anew ---


def test_all_tips_can_be_played_anew_beside_what_ships_and_never_in_its_place(
    tmp_path: Path, findings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("report", "--play", "--workers", 1, "--json", "--out")
    knotlab(*words, tmp_path / "compiled", "--budget", 0.01)  # a cold start would use up the budget
    answer = knotlab(*words, tmp_path / "out", "--budget", 0.1)
    content = json.loads(answer.out)["played_anew"]
    assert answer.status == 0 and content["tips"] == {TIP: "the same"} and content["games"] > 1000
    written = (tmp_path / "out" / "report.html").read_text("utf-8")
    section = written.partition("Played anew, here</h2>")[2].partition("</section>")[0]
    assert "1 of 1 tips are known from what was played here" in section and "all say what ships" in section
    assert TITLE not in written
    at_once = first_page(tmp_path)
    card = re.compile(rf'<article class="tip" id="tip-{TIP}".*?</article>', re.DOTALL)
    assert card.findall(written) == card.findall(at_once)


def test_a_tip_that_comes_out_otherwise_is_named(tmp_path: Path) -> None:
    (ours,) = (tip for tip in shipped() if tip.id == TIP)
    assert ours.headline and ours.headline.answer == "worse"
    for answer, says in (
        (HeadlineAnswer.WORSE, all_tips.SAME),
        (HeadlineAnswer.BETTER, all_tips.OTHER),
        (HeadlineAnswer.OPEN, all_tips.NOT_YET),
    ):
        played = TipHeadline((), 9, 9, headline=Headline(answer, -0.05, -0.06, -0.04, 0.005))
        claims = ClaimsResult((TipResult(tip_named(TIP), headline=played),), USUAL, 1.0)
        assert all_tips.facts(claims)["tips"] == {TIP: says}
        assert (TIP in all_tips.sentence(claims)) == (says == all_tips.OTHER)


def test_playing_anew_needs_time() -> None:
    answer = knotlab("report", "--play", "--budget", 0)
    assert answer.status == 2 and "--play needs minutes to play in; give --budget MINUTES" in answer.line
