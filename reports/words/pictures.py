"""Pictures that belong to no single tip, in words: what a first card is worth, what makes players pick up, and how long
games take. Each is a list of bars under a title that says what came out.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.files import published_charts
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.model.chart import Chart
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words import capital
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.names import RANK_NAMES, rank_name
from knotlab.reports.words.numbers import in_digits

FIRST_CARD, PICKED_UP, LENGTH = "TK-C8", "TK-C27", "TK-C30"
ONE, TWO = "one", "two"  # how many cards were laid
TWICE = 0.1  # how far from twice as long is still called that


class PictureBar(NamedTuple):
    """A line of one value or two that are compared: its name, the values with their intervals, and words for them."""

    name: str
    values: tuple[Between, ...]
    words: str


class BarPicture(NamedTuple):
    """A list of bars.

    title: what came out. says: what is shown, and how to read it. heads: what the values are. bars: in their order.
    tip: the id of the tip whose data they are.
    """

    title: str
    says: str
    heads: tuple[str, ...]
    bars: tuple[PictureBar, ...]
    tip: str


def pictures(tips: Iterable[TipResult]) -> list[BarPicture]:
    """The pictures of the tips that ship."""
    (length,) = (tip for tip in tips if tip.id == LENGTH)
    return [
        first_cards(*published_charts()[FIRST_CARD]),
        picked_up(*published_charts()[PICKED_UP]),
        lengths(length.cells),
    ]


def first_cards(changed: Chart, seen: Chart) -> BarPicture:
    """What a first card is worth: by the same deal with it in place of another, and by who was dealt it.

    changed: games lost fewer in 100 with each card in place of the dealt one. seen: games lost by who was dealt it.
    """
    cases = [rate.cases for rate in seen.rates]
    mean = sum(rate.value * n for rate, n in zip(seen.rates, cases, strict=True)) / sum(cases)
    dealt = {seen.name(i): rate for i, rate in enumerate(seen.rates)}
    both = {}
    for i, rate in enumerate(changed.rates):
        own = dealt[changed.name(i)]
        both[changed.name(i)] = (
            Between(rate.value, rate.low, rate.high),
            Between(*(100 * (mean - share) for share in (own.value, own.high, own.low))),
        )
    order = sorted(both, key=lambda rank: -both[rank][0].value)
    widest = max(order, key=lambda rank: abs(both[rank][0].value - both[rank][1].value))
    bars = tuple(PictureBar(RANK_NAMES[rank], both[rank], _fewer(both[rank][0].value)) for rank in order)
    causal, observed = (_fewer(each.value) for each in both[widest])
    return BarPicture(
        f"{capital(rank_name(order[0]))} to begin with is worth most, {rank_name(order[-1])} least",
        f"Twisted Knot, three simple players; games lost in 100, fewer to the right. Exchanged, with the number beside "
        f"it: the same deal with this card in place of the first one of a player who does not start. Observed: all who "
        f"were dealt it. They are furthest apart for {rank_name(widest)} ({causal} and {observed}): the lowest first "
        f"card starts the game, so who was dealt a low one mostly started, and the start is observed with the card.",
        ("exchanged", "observed"),
        bars,
        FIRST_CARD,
    )


def _fewer(value: float) -> str:
    """Games in 100 that are lost fewer, in words."""
    amount = in_digits(abs(value), ".1f")
    return f"{amount} {'fewer' if value > 0 else 'more'}" if float(amount) else "the same"


def picked_up(chart: Chart) -> BarPicture:
    """How often the next player picks up, by the rank on top, laid alone or twice."""
    rank, laid = chart.axes
    shares = {
        (rank.label(row), laid.label(column)): Between(100 * rate.value, 100 * rate.low, 100 * rate.high)
        for (row, column), rate in zip(chart.groups, chart.rates, strict=True)
    }
    order = sorted((of for of, many in shares if many == ONE), key=lambda of: -shares[of, ONE].value)
    bars = []
    for of in order:
        values = tuple(shares[of, many] for many in (ONE, TWO) if (of, many) in shares)
        bars.append(PictureBar(RANK_NAMES[of], values, ", ".join(f"{value.value:.0f}" for value in values)))
    most, least = (f"{shares[of, ONE].value:.0f}" for of in (order[0], order[-1]))
    return BarPicture(
        f"{capital(rank_name(order[0]))} makes the next player pick up {most} times in 100, "
        f"{rank_name(order[-1])} {least}",
        "Twisted Knot, three simple players: pick-ups in 100, by the cards that were laid last.",
        ("one card", "two of its rank"),
        tuple(bars),
        PICKED_UP,
    )


def lengths(cells: Sequence[Evidence]) -> BarPicture:
    """How many turns a game takes, by players, with one pack and with two."""
    turns = {(cell.players, cell.label.rpartition(" with ")[2]): cell for cell in cells if cell.unit == "turns"}
    packs = tuple(dict.fromkeys(of for _, of in turns))
    one, two = (sum(cell.effect for (_, of), cell in turns.items() if of == pack) for pack in packs)
    bars = []
    for players in sorted({players for players, _ in turns}):
        values = tuple(Between(cell.effect, cell.low, cell.high) for cell in (turns[players, pack] for pack in packs))
        words = ", ".join(f"{value.value:.0f}" for value in values)
        bars.append(PictureBar(f"{NUMERALS[players]} players", values, words))
    times = "twice" if abs(two / one - 2) < TWICE else f"{two / one:.1f} times"
    return BarPicture(
        f"A second pack makes games {times} as long",
        "Twisted Knot, players of all kinds: turns in a game.",
        packs,
        tuple(bars),
        LENGTH,
    )
