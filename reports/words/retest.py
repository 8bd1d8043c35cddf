"""What was played again, in a reader's words: tips beside what was found of them, and cells drawn by lot."""

from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.words import Words
from knotlab.analysis.claims.retest.result import Retest, TipRetest
from knotlab.reports.words.directions import amount, counted, share_of

NAMED = 5  # cells that a sentence names
AGREES, OFF, FEW = "agrees", "further off than chance allows", "too few deals yet"


class InWords(NamedTuple):
    """A tip that was tested again: which experiment if it has several, what is published and what came of new deals,
    with half the width of each 95% interval, and the unit.
    """

    which: str
    published: str
    published_width: str
    here: str
    here_width: str
    unit: str


def in_words(again: TipRetest, words: Words) -> InWords:
    """A tip in its own unit; where its words say what a share was compared with, the whole share is told."""
    label, meaning = again.here.label, again.here.meaning
    which = words.names.get(label, label) if len(words.names) > 1 else ""
    says = words.says.get(label)
    of_cases = says if says and says.base is not None else None
    digits = 1 if meaning.scale > 1 else digits_of(again.published.effect)

    def spelt(mean: Evidence) -> str:
        return f"{100 * share_of(mean, of_cases):.{digits}f}" if of_cases else amount(meaning, mean.effect, digits)

    def width(mean: Evidence) -> str:
        return f"\N{PLUS-MINUS SIGN}{meaning.scale * (mean.high - mean.low) / 2:.{digits}f}"

    unit = "of 100 cases" if of_cases else counted(meaning)
    return InWords(which, spelt(again.published), width(again.published), spelt(again.here), width(again.here), unit)


def digits_of(value: float) -> int:
    """How many digits after the point a number is told with.

    >>> digits_of(3.07), digits_of(-17.2), digits_of(261.6)
    (2, 1, 0)
    """
    return 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0


def verdict(tip: TipRetest) -> str:
    """What comes of holding what was played here against what was found."""
    if not tip.is_enough:
        return FEW
    return OFF if tip.is_off else AGREES


def card_line(again: TipRetest, words: Words) -> str:
    """A sentence for a tip's card."""
    tip = in_words(again, words)
    ends = {
        AGREES: "",
        OFF: " That is further off than chance allows.",
        FEW: " Too few deals yet to compare.",
    }
    opening = f"{tip.which[0].upper()}{tip.which[1:]}: found" if tip.which else "Found"
    return (
        f"{opening} {tip.published} {tip.unit}, on average over all tables; played here now on {again.deals:,} new "
        f"deals: {tip.here} {tip.here_width}.{ends[verdict(again)]}"
    )


def step(again: TipRetest, words: Words) -> str:
    """A tip that was played for the first time, for the terminal."""
    tip = in_words(again, words)
    here = f"{tip.here} {tip.here_width} {tip.unit}"
    return f"{again.tip} on {again.deals:,} new deals: {here} (published: {tip.published}), {verdict(again)}"


def tips_sentence(again: Retest) -> str:
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


def cells_sentence(again: Retest) -> str:
    """Whether the cells that were drawn came out the same."""
    kinds = "cells and tournaments" if again.n_tables else "cells"
    opening = f"{len(again.cells)} of {again.n_cells} {kinds} played again here"
    if not again.cells:
        return f"{opening}."
    if not again.unequal:
        return f"{opening}: all equal."
    names = "; ".join(cell.cell for cell in again.unequal[:NAMED])
    more = len(again.unequal) - NAMED
    return f"{opening}: {len(again.unequal)} came out otherwise: {names}{f'; and {more} more' if more > 0 else ''}."
