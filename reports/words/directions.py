"""Effects with a word for their direction instead of a sign: fewer games lost, more games won.

The word is that of the evidence itself, which says what there is more or fewer of where its number is above zero.
"""

import math

from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER, Meaning
from knotlab.analysis.claims.model.units import unit_named
from knotlab.analysis.claims.model.words import Says

MINUS = "\u2212"
SAME = "as many"
COUNTED = {  # what is counted of a unit, after the number
    "loss_rate": "games lost in 100",
    "win_rate": "games won in 100",
    "share": "in 100 cases",
    "deals": "in 100 deals",
    "mean_score": "points a deal",
}


def counted(meaning: Meaning) -> str:
    """What a number counts, after the number; whose it is, unless it is the player's who follows the tip.

    >>> counted(Meaning("loss_rate", "the next player"))
    'games lost in 100 by the next player'
    """
    words = COUNTED.get(meaning.unit) or unit_named(meaning.unit).words
    return f"{words} by {meaning.side}" if meaning.side not in ("", PLAYER) else words


def way(meaning: Meaning, value: float) -> str:
    """The word for a number's direction.

    >>> way(Meaning("loss_rate", "the player", "fewer"), 0.01), way(Meaning("loss_rate", "the next player"), 0.01)
    ('fewer', 'more')
    """
    return meaning.plus if value > 0 else meaning.minus


def amount(meaning: Meaning, value: float, digits: int = 1) -> str:
    """A number with a word for its direction; nothing is "as many".

    >>> lost = Meaning("loss_rate", "the player", "fewer")
    >>> amount(lost, 0.0512), amount(lost, -0.0004), amount(Meaning("cards"), 3.068, 2)
    ('5.1 fewer', 'as many', '3.07 more')
    """
    number = f"{abs(meaning.scale * value):.{digits}f}"
    return f"{number} {way(meaning, value)}" if float(number) else SAME


def with_interval(meaning: Meaning, value: float, low: float, high: float) -> str:
    """An effect with its interval; the direction of an end is named where it is another one.

    >>> lost = Meaning("loss_rate", "the player", "fewer")
    >>> with_interval(lost, -0.171, -0.184, -0.158)
    '17.1 more [15.8, 18.4]'
    >>> with_interval(lost, -0.004, -0.010, 0.002)
    '0.4 more [0.2 fewer to 1.0 more]'
    """
    if math.isnan(value):
        return "-"
    spelt = [amount(meaning, number) for number in (value, low, high)]
    if not math.isfinite(low):
        return f"{spelt[0]}, interval open"
    return f"{spelt[0]} {between(meaning, low, high)}"


def between(meaning: Meaning, low: float, high: float) -> str:
    """An interval: its ends without a direction where it is that of the effect itself."""
    if low * high > 0:
        least, most = sorted(abs(meaning.scale * end) for end in (low, high))
        return f"[{least:.1f}, {most:.1f}]"
    ends = (low, high) if meaning.plus == MORE else (high, low)
    return f"[{' to '.join(amount(meaning, end) for end in ends)}]"


def in_words(effect: Evidence | TipHeadline) -> str:
    """An effect with its interval."""
    return with_interval(effect.meaning, effect.effect, effect.low, effect.high)


def with_unit(effect: Evidence | TipHeadline) -> str:
    """An effect with its interval, and what is counted."""
    return "-" if math.isnan(effect.effect) else f"{in_words(effect)} {counted(effect.meaning)}"


def axis(meaning: Meaning) -> str:
    """The label of an axis: the unit, and what a number above zero says.

    >>> axis(Meaning("loss_rate", "the next player"))
    'percentage points of loss rate; above 0: more for the next player'
    """
    side = f" for {meaning.side}" if meaning.side else ""
    return f"{unit_named(meaning.unit).words}; above 0: {meaning.plus}{side}"


def share_of(cell: Evidence, says: Says) -> float:
    """How often what is told happens: what a rate was compared with (`base`) and by how much it is above that, or the
    rest of it (`rest`).
    """
    rate = (says.base or 0.0) + (-cell.effect if cell.meaning.plus == FEWER else cell.effect)
    return 1 - rate if says.rest else rate
