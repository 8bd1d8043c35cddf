"""The report plays what ships again: the page is there first, says beside every tip what came of new deals, and ends
with exit status 1 if a published cell comes out otherwise.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import knotlab as package
from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.analysis.claims.model.tip import Says, TipWords
from knotlab.analysis.claims.retest.tips import CellRetest, Retest, TipRetest, mean_of
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.claims.stages.claims_run import prepare
from knotlab.analysis.report import play as playing
from knotlab.analysis.report.play import ReportContent, opening
from knotlab.analysis.report.settings import ReportSettings
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.verdicts import HeadlineAnswer, PlayedHere
from knotlab.reports.page import all_tips, retest
from knotlab.reports.page.blocks import Folded, Text
from knotlab.reports.page.report import ReportPage
from tests.cli import knotlab

TIP, TITLE = "TK-C19", "Played here, now"
FEW_SECONDS = 0.05  # minutes


@pytest.fixture
def findings(monkeypatch: pytest.MonkeyPatch) -> list[Evidence]:
    """What is published of one tip, which may be changed; tournaments are left out."""
    cells = list(published()[TIP].cells)
    monkeypatch.setattr(playing, "published", lambda: ClaimsResult((replace(published()[TIP], cells=tuple(cells)),)))
    monkeypatch.setattr(playing, "tips", lambda: (tip_named(TIP),))
    monkeypatch.setattr(playing, "published_contests", lambda *_: iter(()))
    monkeypatch.setattr(playing, "kernels", lambda settings: iter(()))
    monkeypatch.setattr(playing, "contests", lambda settings, done: None)
    return cells


def first_page(folder: Path) -> str:
    """The page as long as nothing has been played."""
    return ReportPage(ReportSettings(folder, 2, 7)).text(opening())


def report(out: Path, *words: object) -> tuple[int, str, str]:
    """Exit status, page and the lines about progress of a report that plays for a few seconds."""
    answer = knotlab("report", "--budget", FEW_SECONDS, "--workers", 1, "--out", out, *words)
    return answer.status, (out / "report.html").read_text("utf-8"), answer.out


@pytest.mark.long
def test_page_and_data_say_what_came_of_new_deals_beside_what_ships(tmp_path: Path, findings: list[Evidence]) -> None:
    status, written, out = report(tmp_path / "out", "--json")
    content = json.loads(out)["played_again"]
    assert status == 0 and content["seed"] != USUAL.seed
    assert [(tip["tip"], tip["says"]) for tip in content["tips"]] == [(TIP, "agrees")]
    assert content["cells"] == {"played": 3, "of": 3, "unequal": []}
    card = written.partition(f'id="tip-{TIP}"')[2].partition("</article>")[0]
    (plain,) = (cell for cell in findings if cell.field == "mixed")
    number = f"{100 * plain.effect:.1f}".replace(".", r"\.")
    stated = rf"Found {number} fewer games lost in 100, on average; played here now on [\d,]+ new deals: "
    assert re.search(rf"{stated}[2-7]\.\d fewer ±[01]\.\d\.", card)
    section = written.partition(TITLE + "</h2>")[2].partition("</section>")[0]
    assert "1 of 1 tips were played here" in section and "None is further off from what was found" in section
    assert "3 of 3 cells played again here: all equal." in section
    assert f"the seed {USUAL.seed + 1}," in section


@pytest.mark.long
def test_a_twin_with_edited_numbers_is_said_to_be_off_and_with_an_edited_hash_of_first_deals_gives_exit_status_1(
    tmp_path: Path, findings: list[Evidence]
) -> None:
    """Numbers further off than chance allows are no reason for it: chance has such, too, if seldom."""
    findings[:] = [replace(cell, size=replace(cell.size, value=cell.effect + 0.05)) for cell in findings]
    findings[1] = replace(findings[1], first_deals="0" * 24)
    edited = findings[1].name
    status, written, out = report(tmp_path / "out")
    assert status == 1 and "The report is at" in out
    assert f"3 of 3 cells played again here: 1 came out differently: {edited}." in written
    assert f"Further off from what was found than chance allows: {TIP}." in written
    card = written.partition(f'id="tip-{TIP}"')[2].partition("</article>")[0]
    assert "That is further off than chance allows." in card


@pytest.mark.long
def test_the_page_is_complete_before_anything_is_played(
    tmp_path: Path, findings: list[Evidence], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def nothing_yet(*_: object, **__: object) -> Iterator[Retest]:
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
    tmp_path: Path, findings: list[Evidence], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(*_: object, **__: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr(playing, "play_again", play)
    written = package.report(deals=2, seed=7, budget=0, workers=1, out=tmp_path / "out", progress=False)
    assert written.content.retest is None and TITLE not in written.page.read_text("utf-8")


def test_there_is_a_line_for_each_tip_and_for_the_end(
    tmp_path: Path, findings: list[Evidence], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playing, "play_again", lambda *_, **__: iter([AGAIN, AGAIN]))
    drawn: list[ReportContent] = []
    monkeypatch.setattr(ReportPage, "write", lambda page, content: drawn.append(content))
    page = tmp_path / "out" / "report.html"
    package.report(deals=2, budget=2, out=page.parent)
    assert [content.retest for content in drawn] == [None, None, AGAIN]  # before, with tournaments, and at the end
    assert capsys.readouterr().err.splitlines() == [
        f"progress: {page} shows the published results. Now the tournaments are played, then for 2 minutes the tips "
        "are tested on new deals; the page is updated as results come in.",
        "progress: TK-C1 on 61,000 new deals: 4.8 fewer ±0.9 games lost in 100 (published: 5.1 fewer), agrees; "
        "30 of 120 s",
        "progress: 1 of 33 tips were played here, in 244,000 games on new deals. None is further off from what was "
        "found than chance allows. 14 of 299 cells played again here: all equal; 30 of 120 s",
    ]


# --- in words ---


LOST = Meaning("loss_rate", PLAYER, FEWER)


def mean(value: float, error: float, deals: int = 61_000) -> Evidence:
    """A mean over the tables of a tip."""
    return Evidence("TK-C1", "hoard-aces", LOST, mean_of(value, error, deals))


ACES = TipRetest(mean(0.0512, 0.0004), mean(0.048, 0.009 / 1.96), 244_000, 0.05 / 33, True)
AGAIN = Retest(7, (ACES,), 33, tuple(CellRetest(f"cell {i}", True) for i in range(14)), 299, 30.0)
LINE = "Found 5.1 fewer games lost in 100, on average; played here now on 61,000 new deals: 4.8 fewer ±0.9."


def test_a_card_tells_a_tip_in_its_own_unit() -> None:
    rows = TipWords(rows={"hoard-aces": "hoard aces"})
    several = TipWords(rows={**rows.rows, "other": "others"})
    assert retest.card_line(ACES, rows) == LINE
    assert retest.card_line(ACES, several) == LINE.replace("Found", "Hoard aces: found")
    few, off = replace(ACES, is_enough=False), replace(ACES, here=mean(0.03, 0.0001))
    assert retest.card_line(few, rows).endswith(" Too few deals yet to compare.")
    assert retest.card_line(off, rows).endswith(": 3.0 fewer ±0.0. That is further off than chance allows.")


@pytest.mark.parametrize(
    ("meaning", "row", "value", "says"),
    [
        (LOST, "habit", -0.0512, ("5.1 more", "games lost in 100")),
        (LOST, "habit", 0.0002, ("as many", "games lost in 100")),
        (
            Meaning("loss_rate", "the next player"),
            "habit",
            0.0512,
            ("5.1 more", "games lost in 100 by the next player"),
        ),
        (Meaning("win_rate", PLAYER), "habit", -0.022, ("2.2 fewer", "games won in 100")),
        (Meaning("share"), Says("x", base=0.5), 0.386, ("88.6", "of 100 cases")),
        (Meaning("share", "", FEWER), Says("x", base=0.1, rest=True), 0.03, ("93.0", "of 100 cases")),
        (Meaning("share"), Says("x"), 0.104, ("10.4 more", "in 100 cases")),
        (Meaning("mean_score", PLAYER), "habit", -17.17, ("17.2 fewer", "points a deal")),
        (Meaning("cards"), Says("x"), 3.066, ("3.07 more", "cards")),
        (Meaning("turns"), Says("x"), 261.6, ("262 more", "turns")),
    ],
)
def test_effects_are_told_in_words_of_their_unit(
    meaning: Meaning, row: object, value: float, says: tuple[str, str]
) -> None:
    found = replace(mean(value, 1.0), meaning=meaning)
    told = TipWords(says={"hoard-aces": row}) if isinstance(row, Says) else TipWords(rows={"hoard-aces": str(row)})
    stated = retest.in_words(replace(ACES, published=found, here=found), told)
    assert (stated.published, stated.unit) == says


def test_every_tip_that_ships_can_be_told() -> None:
    for tip in shipped():
        for cell in tip.cells[:1]:
            found, here = (replace(cell, size=each.size) for each in (ACES.published, ACES.here))
            line = retest.card_lines(replace(AGAIN, tips=(replace(ACES, published=found, here=here),)))
            assert line[tip.id].count("ound ") == 1


def test_the_sentence_about_cells_counts_and_names_them() -> None:
    assert retest.cells_sentence(AGAIN) == "14 of 299 cells played again here: all equal."
    many = replace(AGAIN, cells=tuple(CellRetest(str(i), False) for i in range(7)))
    assert retest.cells_sentence(many).endswith("7 came out differently: 0; 1; 2; 3; 4; and 2 more.")
    assert retest.cells_sentence(replace(AGAIN, cells=())) == "0 of 299 cells played again here."


def test_the_sentence_about_tips_says_what_is_open() -> None:
    few = replace(ACES, here=replace(ACES.here, tip="TK-C2"), is_enough=False)
    assert retest.tips_sentence(replace(AGAIN, tips=(ACES, few))).endswith(
        "than chance allows; for 1 there are too few deals yet."
    )
    assert retest.tips_sentence(replace(AGAIN, tips=(few,))).endswith(
        "too few yet to compare them with what was found."
    )


# --- all tips anew ---


@pytest.mark.long
def test_all_tips_can_be_played_anew_beside_what_ships_and_never_in_its_place(
    tmp_path: Path, findings: list[Evidence], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("report", "--play", "--workers", 1, "--json", "--out")
    prepare(cells_of(tip_named(TIP)), USUAL)  # a cold start would use up the budget
    answer = knotlab(*words, tmp_path / "out", "--budget", 0.1)
    content = json.loads(answer.out)["played_anew"]
    assert answer.status == 0 and content["tips"] == {TIP: "the same"} and content["games"] > 1000
    written = (tmp_path / "out" / "report.html").read_text("utf-8")
    section = written.partition("All tips, played here</h2>")[2].partition("</section>")[0]
    assert "1 of 1 tips are known from what was played here" in section
    assert "all agree with what is published" in section
    assert TITLE not in written
    at_once = first_page(tmp_path)
    card = re.compile(rf'<article class="tip" id="tip-{TIP}".*?</article>', re.DOTALL)
    assert card.findall(written) == card.findall(at_once)


def test_a_tip_that_comes_out_otherwise_is_named(tmp_path: Path) -> None:
    (ours,) = (tip for tip in shipped() if tip.id == TIP)
    assert ours.headline and ours.headline.answer == "better"
    for answer, says in (
        (HeadlineAnswer.BETTER, PlayedHere.SAME),
        (HeadlineAnswer.WORSE, PlayedHere.OTHER),
        (HeadlineAnswer.OPEN, PlayedHere.NOT_YET),
    ):
        played = TipHeadline("x", LOST, 1, Headline(answer, -0.05, -0.06, -0.04, 0.005))
        claims = ClaimsResult((replace(ours, headline=played),), USUAL, 1.0)
        assert all_tips.facts(claims)["tips"] == {TIP: says}
        assert (TIP in all_tips.sentence(claims)) == (says == PlayedHere.OTHER)


def test_playing_anew_needs_time() -> None:
    answer = knotlab("report", "--play", "--budget", 0)
    assert answer.status == 2 and "--play needs minutes to play in; give --budget MINUTES" in answer.line


def test_what_was_played_is_a_sentence_and_a_fold_and_what_was_not_says_why() -> None:
    said, folded = retest.section(AGAIN).blocks
    assert isinstance(said, Text) and isinstance(folded, Folded) and said.words.startswith(retest.tips_sentence(AGAIN))
    (why,) = retest.section(None, "the budget ended").blocks
    assert isinstance(why, Text) and why.words == "No tip was played again: the budget ended."
