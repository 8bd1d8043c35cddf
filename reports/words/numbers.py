"""Numbers as results print them: shares in per cent, effects in percentage points, estimates with their intervals."""

import math
from collections.abc import Iterable, Mapping, Sequence
from statistics import median_low
from typing import Any

from knotlab.analysis.stats.estimate import Between, Estimate
from knotlab.analysis.stats.metrics import SHARES

MINUS = "\N{MINUS SIGN}"
NAMED = {"loss_rate": "loss rate", "win_rate": "win rate", "mean_place": "mean place", "mean_score": "points per deal"}
HAPPENS = {"loss_rate": "lost", "win_rate": "won"}
# of differences by other metrics
UNITS = {"mean_place": "(first place +1, last place \N{MINUS SIGN}1)", "mean_score": "points per deal"}


def in_digits(value: float, spec: str = "g") -> str:
    """A number as people read it: with a minus sign, where data have a hyphen. All that is printed, drawn or written on
    a page comes from here.

    spec: as `format` takes it.

    >>> in_digits(-0.25, "+.1f"), in_digits(1e6, ",.0f")
    ('\u22120.2', '1,000,000')
    """
    return format(value, spec).replace("-", MINUS)


def several(n: float, things: str) -> str:
    """How many there are of something, whose name is given for several.

    >>> several(1, "deals"), several(1, "matches"), several(2000, "deals")
    ('1 deal', '1 match', '2,000 deals')
    """
    return f"{n:,.0f} {things if n != 1 else {'matches': 'match'}.get(things, things.removesuffix('s'))}"


def with_ends(value: float, low: float, high: float, spec: str, sign: str = "") -> str:
    """A number with its interval. sign: of its unit, behind the number alone.

    >>> with_ends(-0.25, -1.0, 0.5, "z.1f"), with_ends(0.25, 0.2, 0.3, ".1f", "%")
    ('\u22120.2 [\u22121.0, 0.5]', '0.2% [0.2, 0.3]')
    """
    return f"{in_digits(value, spec)}{sign} [{in_digits(low, spec)}, {in_digits(high, spec)}]"


def known_to(shares: Iterable[Between], how: str = "95%") -> str:
    """How far the intervals of some shares reach at most, and those of half of them, in hundredths. how: of which kind
    the intervals are.

    >>> known_to([Between(0.5, 0.482, 0.51), Between(0.5, 0.46, 0.54), Between(0.1, 0.09, 0.11)])
    'known to \u00b14 (95%), half of them to \u00b12'
    """
    reaches = [max(share.high - share.value, share.value - share.low) for share in shares]
    half, most = (math.ceil(round(100 * reach, 6)) for reach in (median_low(reaches), max(reaches)))
    return f"known to \N{PLUS-MINUS SIGN}{most} ({how})" + f", half of them to \N{PLUS-MINUS SIGN}{half}" * (
        half < most
    )


def heading(metric: str) -> str:
    """The name of a result's column as it is shown."""
    return metric.replace("_", " ")


def spell(metric: str, value: float) -> str:
    """A number of such a column: rates in per cent, means as they are.

    >>> spell("loss_rate", 0.25), spell("ahead_rate", 0.5), spell("mean_place", 2.5)
    ('25.00%', '50.00%', '2.500')
    """
    if math.isnan(value):
        return "-"
    return f"{in_digits(100 * value, '.2f')}%" if metric.endswith("_rate") else in_digits(value, ".3f")


def interval(metric: str, estimate: Estimate) -> str:
    """An estimate of such a column with its interval."""
    if math.isnan(estimate.low):
        return spell(metric, estimate.value)
    low, high = (spell(metric, value).removesuffix("%") for value in (estimate.low, estimate.high))
    return f"{spell(metric, estimate.value)} [{low}, {high}]"


def interval_of(metric: str, row: Mapping[str, Any], column: str | None = None) -> str:
    """A number of a table's row with its interval, from the columns `NAME`, `NAME_low` and `NAME_high`.

    >>> interval_of("win_rate", {"win_rate": 0.5, "win_rate_low": 0.4, "win_rate_high": 0.6})
    '50.00% [40.00, 60.00]'
    """
    name = column or metric
    low, high = (spell(metric, row[f"{name}_{end}"]).removesuffix("%") for end in ("low", "high"))
    return f"{spell(metric, row[name])} [{low}, {high}]"


def amount(metric: str, value: float, signed: bool = False) -> str:
    """A difference by a metric: percentage points for rates, otherwise the number itself.

    >>> amount("loss_rate", -0.0123, signed=True), amount("mean_place", 0.5)
    ('\u22121.23', '0.500')
    """
    if math.isnan(value):
        return "-"
    sign = "+z" if signed else "z"  # without a minus before what is rounded to nothing
    return in_digits(100 * value, f"{sign}.2f") if metric in SHARES else in_digits(value, f"{sign}.3f")


def signed_interval(metric: str, value: float, low: float, high: float) -> str:
    """A difference by a metric with its interval, all with their signs."""
    return f"{amount(metric, value, True)} [{amount(metric, low, True)}, {amount(metric, high, True)}]"


def effect(metric: str, value: float, low: float, high: float, signed: bool = False, played: str = "games") -> str:
    """A difference by a metric with its interval and unit, in running text. played: what is won or lost: games, or
    matches.

    >>> effect("loss_rate", 0.0605, 0.0584, 0.0624)
    '6.05 games lost in 100 [5.84, 6.24]'
    >>> effect("mean_score", 2.0, 1.5, 2.5, signed=True)
    '+2.000 points per deal [+1.500, +2.500]'
    >>> effect("win_rate", 0.041, 0.02, 0.06, played="matches")
    '4.10 matches won in 100 [2.00, 6.00]'
    """
    number, ends = amount(metric, value, signed), f"[{amount(metric, low, signed)}, {amount(metric, high, signed)}]"
    if metric in SHARES:
        return f"{number} {in_units(metric, played)} {ends}"
    return (
        f"{number} points per deal {ends}"
        if metric == "mean_score"
        else f"{number} {ends} in mean place {unit(metric)}"
    )


def unit(metric: str) -> str:
    """What differences by a metric are in.

    >>> unit("win_rate"), unit("mean_score")
    ('percentage points', 'points per deal')
    """
    return "percentage points" if metric in SHARES else UNITS[metric]


def in_units(metric: str, played: str = "games") -> str:
    """A metric with the unit of its differences, which is not repeated where it says all.

    >>> [in_units(metric) for metric in ("loss_rate", "mean_place", "mean_score")]
    ['games lost in 100', 'mean place (first place +1, last place \u22121)', 'points per deal']
    """
    if metric in SHARES:
        return f"{played} {HAPPENS[metric]} in 100"
    return " ".join(dict.fromkeys((NAMED[metric], unit(metric))))


def size(metric: str, value: float) -> str:
    """A size by a metric as its option is written: with a per cent sign for rates.

    >>> size("loss_rate", 0.005), size("mean_place", 0.01)
    ('0.5%', '0.01')
    """
    return f"{100 * value:.4g}%" if metric in SHARES else f"{value:.4g}"


def took(seconds: float) -> str:
    """How long something took, as the end of a line; nothing if that is not known."""
    return "" if math.isnan(seconds) else f"; {seconds:.1f} s"


def spans(noun: str, numbers: Sequence[tuple[int, int]]) -> str:
    """Numbers in words, each from the first of some neighbours to the last.

    >>> spans("piece", [(0, 0), (3, 5)])
    'pieces 0, 3 to 5'
    """
    words = [str(first) if first == last else f"{first:,} to {last:,}" for first, last in numbers]
    return f"{noun}{'' if sum(last - first + 1 for first, last in numbers) == 1 else 's'} {', '.join(words)}"
