"""Effects in words: a word for their direction instead of a sign, fewer games lost, more games won.

The word is that of the evidence itself, which says what there is more or fewer of where its number is above zero.
"""

import math
from collections.abc import Mapping, Sequence

from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.model.chart import NOTICED
from knotlab.analysis.claims.model.meaning import MORE, PLAYER, Meaning, unit_named
from knotlab.analysis.claims.model.tip import Says
from knotlab.analysis.stats.verdicts import Direction
from knotlab.reports.words.numbers import with_ends

NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five"}
PLAIN = {"mixed": "plain"}  # what a field is called where people read of it, if not by its own name
AS_MANY = "as many"
SAME = "the same number"
AND, OR = "and", "or"  # between the last two of a list
COUNTED = {  # what is counted of a unit, after the number
    "loss_rate": "games lost in 100",
    "win_rate": "games won in 100",
    "share": "in 100 cases",
    "deals": "in 100 deals",
    "mean_score": "points a deal",
}
THINGS = {  # what there is more or fewer of
    "loss_rate": "games lost",
    "win_rate": "games won",
    "share": "cases",
    "deals": "deals",
    "mean_score": "points",
}


def field_named(field: str) -> str:
    """What the tables of a field are called.

    >>> field_named("mixed"), tables_of("simple")
    ('plain', 'simple tables')
    """
    return PLAIN.get(field, field)


def tables_of(field: str) -> str:
    """The tables of a field, by their name."""
    return f"{field_named(field)} tables"


def counted(meaning: Meaning) -> str:
    """What a number counts, after the number; whose it is, unless it is the player's who follows the tip.

    >>> counted(Meaning("loss_rate", "the next player"))
    'games lost in 100 by the next player'
    """
    return _of_side(COUNTED, meaning)


def things(meaning: Meaning) -> str:
    """What there is more or fewer of; whose it is, unless it is the player's who follows the tip.

    >>> things(Meaning("loss_rate", "the next player")), things(Meaning("share"))
    ('games lost by the next player', 'cases')
    """
    return _of_side(THINGS, meaning)


def _of_side(words: Mapping[str, str], meaning: Meaning) -> str:
    said = words.get(meaning.unit) or unit_named(meaning.unit).words
    return f"{said} by {meaning.side}" if meaning.side not in ("", PLAYER) else said


def amount(meaning: Meaning, value: float, digits: int = 1) -> str:
    """A number with a word for its direction; nothing is "as many".

    >>> lost = Meaning("loss_rate", "the player", "fewer")
    >>> amount(lost, 0.0512), amount(lost, -0.0004), amount(Meaning("cards"), 3.068, 2)
    ('5.1 fewer', 'as many', '3.07 more')
    """
    number = f"{abs(meaning.scale * value):.{digits}f}"
    return f"{number} {meaning.way(value)}" if float(number) else AS_MANY


def with_interval(meaning: Meaning, value: float, low: float, high: float) -> str:
    """An effect with its interval; the direction of an end is named where it is another one.

    >>> lost = Meaning("loss_rate", "the player", "fewer")
    >>> with_interval(lost, -0.171, -0.184, -0.158)
    '17.1 more [15.8, 18.4]'
    >>> with_interval(lost, -0.004, -0.010, 0.002)
    '0.4 more [0.2 fewer to 1.0 more]'
    >>> with_interval(lost, 0.0001, -0.0002, 0.0003)
    'as many [to a tenth]'
    """
    if math.isnan(value):
        return "-"
    spelt = [amount(meaning, number) for number in (value, low, high)]
    if not math.isfinite(low):
        return f"{spelt[0]}, interval open"
    if len(set(spelt)) == 1 and low * high <= 0:
        return f"{spelt[0]} [to a tenth]"
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


def told_of(tip: TipResult, cell: Evidence) -> str:
    """What one of a tip's experiments found, with its interval; without a direction where it is no difference."""
    says, scale = tip.words.says.get(cell.label), cell.meaning.scale
    if says and says.is_total and math.isfinite(cell.low):
        return with_ends(scale * cell.effect, scale * cell.low, scale * cell.high, ".1f")
    return in_words(cell)


def with_unit(effect: Evidence | TipHeadline) -> str:
    """An effect with its interval, and what is counted."""
    return "-" if math.isnan(effect.effect) else f"{in_words(effect)} {counted(effect.meaning)}"


def axis(meaning: Meaning) -> str:
    """The label of an axis: what is counted, and which way there is more of it.

    >>> axis(Meaning("loss_rate", "the player", "fewer"))
    'games lost in 100: more to the left, fewer to the right'
    """
    return f"{counted(meaning)}: {meaning.minus} to the left, {meaning.plus} to the right"


def share_of(cell: Evidence, says: Says) -> float:
    """How often what is told happens: what a rate was compared with (`base`) and by how much it is above that, or the
    rest of it (`rest`).
    """
    rate = (says.base or 0.0) + cell.more
    return 1 - rate if says.rest else rate


def in_hundred(meaning: Meaning, effect: float) -> str:
    """So many games in 100, below five to the next half; in words which way."""
    if 100 * abs(effect) < NOTICED:
        return SAME
    whole, half = divmod(max(1, round(200 * abs(effect))), 2)
    amount = f"{100 * abs(effect):.0f}" if whole >= 5 else f"{whole or ''}½" if half else f"{whole}"
    return f"{amount} {meaning.way(effect)}"


def worth(cell: Evidence) -> str:
    """What a cell says in games of 100; too small to matter is as good as nothing."""
    return SAME if cell.direction == Direction.NOTHING else in_hundred(cell.meaning, cell.effect)


def listed(parts: Sequence[str], last: str = AND) -> str:
    """Parts as a list in words. last: the word before the last of them."""
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}" if len(parts) > 1 else "".join(parts)
