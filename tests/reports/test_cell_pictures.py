"""Every box of a tip shows in a plot what the tip is about, at published numbers."""

import re

import pytest

from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.page.answers import stretched
from knotlab.reports.page.pictures import on_common_axis
from knotlab.reports.words.advice import advice
from knotlab.reports.words.cell_pictures import cell_picture, changed_effects
from knotlab.reports.words.directions import told_of
from tests.reports.pages import Element
from tests.reports.published_numbers import TIPS, cards, cells

NOT_MEASURED = {"TK-C31", "TK-C32"}
COUNTED = {"TK-C22": "no single card goes on all 13 others", "TY-C4": "both would need 7 tricks, 14 of 13"}
TOTALS = {"TK-C30", "TY-C5"}  # how many there are, not how many more
RESTS = {"TK-C11"}  # drawn is the rest of what was counted, as the sentence tells that
OF_LOSSES = {"TK-C14", "KW-C7"}
DRAWN = ["TK-C11", "TK-C14", "TK-C21", "KW-C6", "KW-C7", "KW-C10", "TY-C3", "TY-C5", "TY-C7"]


def open_plots(card: Element) -> int:
    """How many plots of a box lie open."""
    folded = [part for method in card.all("details") for part in plots(method)]
    return len(plots(card)) - len(folded)


def plots(part: Element) -> list[Element]:
    return [*part.all("figure"), *part.all("div", class_="surface")]


def test_every_box_has_a_plot_unless_nothing_was_measured_or_it_was_counted() -> None:
    bare = {name.removeprefix("tip-") for name, card in cards().items() if not open_plots(card)}
    assert bare == NOT_MEASURED | COUNTED.keys()
    for name, counted in COUNTED.items():
        assert f"Counted in the rules: {counted}" in cards()[f"tip-{name}"].text


@pytest.mark.parametrize("name", DRAWN)
def test_bars_of_a_box_are_the_published_numbers_with_their_intervals(name: str) -> None:
    """In the order of the words: champions before others, and all words with the direction of their number."""
    tip, picture = TIPS[name], cell_picture(TIPS[name])
    known = [row for (of, label, _, _), row in cells().items() if of == name and label in tip.words.names]
    scale = 1 if known[0]["unit"] in ("turns", "resets", "mean_score") else 100
    published = {tuple(round(scale * row[end], 6) for end in ("effect", "low", "high")): row for row in known}
    drawn = [tuple(round(end, 6) for end in value) for bar in picture.bars for value in bar.values]
    fields = [published[value]["field"] for value in drawn]
    assert len(drawn) == len(set(drawn)) and set(drawn) == {
        value for value, row in published.items() if row["field"] in fields
    }
    left_out = {row["field"] for row in known} - set(fields)
    assert left_out <= {"simple"} and (not left_out or {"strong", "mixed"} <= set(fields))
    for bar in picture.bars:
        rows = [published[tuple(round(end, 6) for end in value)] for value in bar.values]
        amounts = [float(number) for number in re.findall(r"\d+\.\d", bar.words)]
        assert amounts == pytest.approx([abs(scale * row["effect"]) for row in rows], abs=0.0501)
        other = {"more": "fewer", "fewer": "more"}
        ways = [row["plus"] if (row["effect"] > 0) != (name in RESTS) else other[row["plus"]] for row in rows]
        told = re.findall("more|fewer", bar.words)
        assert told == ([] if name in TOTALS else ways[:1] if len(set(ways)) == 1 else ways)
        if len(picture.heads) > 1:
            where = [picture.heads[bar.first + i] for i in range(len(rows))]
            words = {"strong": "among champions", "mixed": "at plain tables", "simple": "at simple tables"}
            assert where == [words[row["field"]] for row in rows]


def test_a_number_has_a_direction_unless_it_is_how_many_there_are() -> None:
    for tip in TIPS.values():
        told = [told_of(tip, cell) for cell in tip.cells if cell.deals]
        assert any(re.search("more|fewer|as many", words) for words in told) == bool(told) * (tip.id not in TOTALS)


def test_games_lost_are_drawn_on_the_axis_of_all_habits() -> None:
    for name in OF_LOSSES:
        picture = cell_picture(TIPS[name])
        assert picture.unit.startswith("games lost in 100")
        for bar, drawn in zip(picture.bars, on_common_axis(picture).bars, strict=True):
            assert [mark.at for mark in drawn.marks] == [stretched(value.value / 100) for value in bar.values]
        (figure,) = (figure for figure in cards()[f"tip-{name}"].all("figure") if figure.all("p", class_="unit"))
        ticks = [tick.text for tick in figure.all("em")]
        assert ticks == ["30", "10", "0", "10", "30"]


def test_the_share_of_changed_effects_is_that_of_the_published_sentence() -> None:
    (tip,) = (tip for tip in shipped() if tip.words.kind == "variant")
    rows = [row.split(",") for row in (FINDINGS / "tips.csv").read_text().splitlines() if row.startswith(tip.id)]
    differ, of = map(int, re.search(r"(\d+) of (\d+) effects", ",".join(rows[0])).groups())  # type: ignore[union-attr]
    picture = changed_effects(tip)
    (row,) = picture.rows
    assert dict(row.parts) == pytest.approx({"certainly differ": 100 * differ / of, "do not": 100 - 100 * differ / of})
    assert picture.title.startswith(f"{differ} of {of} effects")


def test_a_picture_of_the_rest_says_what_the_sentence_says() -> None:
    tip = TIPS["TK-C11"]
    told = [int(number) for number in re.findall(r"(\d+) \(\w+ players\)", advice(tip).sentence)]
    drawn = [bar.words for bar in cell_picture(tip).bars]
    signed = [float(words.split()[0]) * (1 if words.endswith("more") else -1) for words in drawn]
    assert told == pytest.approx([50 + value for value in signed], abs=0.5501)
