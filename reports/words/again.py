"""What was played again, in a reader's words: tips beside what was found of them, and cells drawn by lot."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from knotlab.analysis.claims.again_result import Again, CellAgain, TipAgain
from knotlab.analysis.claims.units import unit_named
from knotlab.reports.words.directions import IN_HUNDRED, amount

NAMED = 5  # cells that a sentence names
AGREES, OFF, FEW = "agrees", "further off than chance allows", "too few deals yet"
WHOLE = {"mean_score": "points a deal"}


class InWords(NamedTuple):
    """A tip that was played again: which experiment if it has several, what was found and what came of new deals, with
    half the width of each 95% interval, and the unit.
    """

    which: str
    shipped: str
    shipped_width: str
    here: str
    here_width: str
    unit: str


def in_words(again: TipAgain, rows: Mapping[str, Any]) -> InWords:
    """A tip in its own unit. rows: the words for its experiments by label (`words.toml`); where they say what a share
    was compared with, the whole share is told.
    """
    row = rows.get(again.label)
    base = row.get("base") if isinstance(row, dict) else None
    which = "" if len(rows) < 2 else row if isinstance(row, str) else again.label
    shipped, here = (base or 0.0) + again.shipped.value, (base or 0.0) + again.here.value
    scale = 100 if again.unit in IN_HUNDRED else 1
    digits = 1 if again.unit in IN_HUNDRED else digits_of(shipped)
    ways, unit = IN_HUNDRED.get(again.unit) or (None, WHOLE.get(again.unit) or unit_named(again.unit).words)
    if base is not None:
        ways, unit = ("", ""), unit.replace("in 100", "of 100")

    def spelt(value: float) -> str:
        return amount(scale * value, digits, ways)

    def width(half: float) -> str:
        return f"\N{PLUS-MINUS SIGN}{scale * half:.{digits}f}"

    return InWords(
        which,
        spelt(shipped),
        width(again.shipped.half_width),
        spelt(here),
        width(again.here.half_width),
        unit,
    )


def digits_of(value: float) -> int:
    """How many digits after the point a number is told with.

    >>> digits_of(3.07), digits_of(-17.2), digits_of(261.6)
    (2, 1, 0)
    """
    return 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0


def verdict(tip: TipAgain) -> str:
    """What comes of holding what was played here against what was found."""
    if not tip.is_enough:
        return FEW
    return OFF if tip.is_off else AGREES


def card_line(again: TipAgain, rows: Mapping[str, Any]) -> str:
    """A sentence for a tip's card."""
    tip = in_words(again, rows)
    ends = {
        AGREES: "",
        OFF: " That is further off than chance allows.",
        FEW: " Too few deals yet to compare.",
    }
    opening = f"{tip.which[0].upper()}{tip.which[1:]}: found" if tip.which else "Found"
    return (
        f"{opening} {tip.shipped} {tip.unit}, on average over all tables; played here now on {again.deals:,} new "
        f"deals: {tip.here} {tip.here_width}.{ends[verdict(again)]}"
    )


def step(again: TipAgain, rows: Mapping[str, Any]) -> str:
    """A tip that was played for the first time, for the terminal."""
    tip = in_words(again, rows)
    here = f"{tip.here} {tip.here_width} {tip.unit}"
    return f"{again.tip} on {again.deals:,} new deals: {here} (found: {tip.shipped}), {verdict(again)}"


def tips_sentence(again: Again) -> str:
    """Whether what was played here agrees with what ships."""
    n_told = sum(tip.is_enough for tip in again.tips)
    played = f"{len(again.tips)} of {again.n_tips} tips were played here, in {again.games:,} games on new deals"
    if not n_told:
        return f"{played}; too few yet to compare them with what was found."
    if again.off:
        names = ", ".join(tip.tip for tip in again.off)
        return f"{played}. Further off from what was found than chance allows: {names}."
    n_open = len(again.tips) - n_told
    rest = f"; for {n_open} there are too few deals yet" if n_open else ""
    return f"{played}. None is further off from what was found than chance allows{rest}."


def cells_sentence(again: Again) -> str:
    """Whether the cells that were drawn came out the same."""
    older = sum(cell.is_older for cell in again.cells)
    which = f", {older} of them found by an earlier version" if older else ""
    kinds = "cells and tournaments" if again.n_tables else "cells"
    opening = f"{len(again.cells)} of {again.n_cells} {kinds} played again here{which}"
    if not again.cells:
        return f"{opening}."
    if not again.unequal:
        return f"{opening}: all equal."
    names = "; ".join(map(cell_name, again.unequal[:NAMED]))
    more = len(again.unequal) - NAMED
    return f"{opening}: {len(again.unequal)} came out otherwise: {names}{f'; and {more} more' if more > 0 else ''}."


def cell_name(cell: CellAgain) -> str:
    """A cell, marked if it was found by an earlier version."""
    return f"{cell.cell} (found by an earlier version)" if cell.is_older else cell.cell
