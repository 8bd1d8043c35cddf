"""Whatever people read has a minus sign before a negative number; hyphens are for data, and for what is typed."""

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import matplotlib.text
import pytest
from matplotlib.figure import Figure
from rich.console import Console

import knotlab
from knotlab.analysis.bidding.card_measure import standard_practice
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.claims.evidence.readings import published_readings
from knotlab.analysis.report.contests import published_contests
from knotlab.reports.cli.app import plain_characters
from knotlab.reports.page import contests
from knotlab.reports.page.answers import answers
from knotlab.reports.page.blocks import Folded, Html, Section, Text
from knotlab.reports.page.readings import other_readings
from knotlab.reports.page.tips import tips_by_game
from knotlab.reports.plots.bidding import a6
from knotlab.reports.words import card, numbers, readings, tournament
from knotlab.reports.words import claims as claims_words
from tests.project.documents import ROOT

HYPHEN = re.compile(r"(?<![\w)\]=-])-\d")  # not in TK-C1, 2026-11-26, --seed
TYPED = re.compile(r"<(pre|code|style|script)\b.*?</\1>|<[^>]*>", re.DOTALL)
CONTESTS = {each.name: each for each in published_contests()}


def said_by(blocks: Iterable[object]) -> Iterator[str]:
    """What blocks of a page say, without what is to be saved or typed."""
    for block in blocks:
        if isinstance(block, Section):
            yield from said_by([*block.blocks, *block.parts])
        elif isinstance(block, Folded):
            yield from said_by(block.blocks)
        elif isinstance(block, Text):
            yield block.words
        elif isinstance(block, Html):
            yield TYPED.sub(" ", str(block.html))


def printed(words: Iterable[object]) -> str:
    """Lines and tables as a terminal shows them."""
    console = Console(file=io.StringIO(), width=200)
    for each in words:
        console.print(each)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def drawn(figure: Figure) -> str:
    """All words of a plot."""
    figure.draw_without_rendering()
    return "\n".join(text.get_text() for text in figure.findobj(matplotlib.text.Text))


def hyphens(text: str) -> list[str]:
    """Each hyphen before a digit, with what stands around it."""
    return [text[max(0, found.start() - 20) : found.end() + 10] for found in HYPHEN.finditer(text)]


def test_a_hyphen_is_found_before_a_number_and_nowhere_else() -> None:
    assert len(hyphens("-1.2 [-3, 4] (-5) 1 to -2")) == 4
    assert not hyphens("2026-11-26, TK-C1, TK-14; \N{MINUS SIGN}1, --seed, a-b")


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_the_tables_of_the_documentation_have_minus_signs(page: Path) -> None:
    rows = [line for line in page.read_text("utf-8").splitlines() if line.startswith("|")]
    assert not [row for row in rows if hyphens(re.sub(r"`[^`]*`", "", row))]


def test_the_page_has_minus_signs() -> None:
    sections = [answers(), tips_by_game({}), other_readings()]
    assert [part for each in said_by(filter(None, sections)) for part in hyphens(each)] == []


ONE = "tournament of knotweed, 2 players"  # the others take longer


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == ONE else pytest.mark.long) for name in CONTESTS]
)
def test_tournaments_have_minus_signs_in_tables_and_plots_and_on_the_page(name: str, tmp_path: Path) -> None:
    contest = CONTESTS[name].contest
    result = contest.result
    text = printed([*tournament.tables(result), *tournament.lines(result)])
    text += "".join(drawn(result.plot(kind)) for kind in ("ratings", "rates", "pairs", "invasions"))
    text += "".join(said_by(contests.blocks(result.conditions.game, [contest], tmp_path)))
    assert hyphens(text) == [] and numbers.MINUS in text


def test_claims_have_minus_signs_in_tables_sentences_and_plots() -> None:
    claims = knotlab.claims()
    text = printed(claims_words.published(claims)) + readings.markdown(published_readings())
    text += "".join(
        drawn(claims.plot(name)) for name in ("worths", "TK-C5", "TK-C8-curve-1", "TK-C20-curve-1", "TY-C1-curve-1")
    )
    assert hyphens(re.sub(r"`[^`]*`", "", text)) == [] and numbers.MINUS in text


def test_what_to_bid_has_minus_signs() -> None:
    text = printed(card.terminal(standard_card())) + card.summary(standard_practice())
    text += "".join(card.answer(hand) for hand in standard_practice().hands) + drawn(a6(standard_card()))
    assert hyphens(text) == [] and numbers.MINUS in text


def test_a_console_without_a_minus_sign_prints_a_hyphen() -> None:
    codecs.register_error("plain", plain_characters)
    assert "\N{MINUS SIGN}1 \N{BLACK STAR}".encode("cp437", "plain") == b"-1 ?"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", "plain")


def test_signs_are_spelt_in_one_place() -> None:
    """No other line of the rooms that people read formats a number with its sign, or mends a hyphen."""
    files = [file for room in ("words", "plots", "page", "cli") for file in (ROOT / "reports" / room).glob("*.py")]
    assert len(files) > 50
    for file in files:
        text = file.read_text("utf-8")
        assert not re.search(r"\{[^{}'\"]*:\+", text), file
        if file.name != "numbers.py":
            assert not re.search(r'replace\("-", (?!"_")', text), file
