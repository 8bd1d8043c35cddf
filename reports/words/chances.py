"""How a player is doing, in words: what tells more, one's hand or the piles, and by how much."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.chances import Chance
from knotlab.reports.words.numbers import known_to

WIDEST = 0.12  # interval of a chance that is shown
CLEARLY = 1.5  # times as far as by the other one, of what tells more


class CountedPiles(NamedTuple):
    """What a player counts: what the numbers are; that which tells something, with its verb; and one or several."""

    name: str
    itself: str
    tells: str
    one: str
    several: str


PILES = {
    "twisted-knot": CountedPiles("cards in your pile", "your pile", "tells", "card in your pile", "cards in your pile"),
    "knotweed": CountedPiles("piles on the table", "the piles", "tell", "pile on the table", "piles on the table"),
}
CARDS = CountedPiles("cards in your hand", "your hand", "tells", "card in hand", "cards in hand")
By = Callable[[Chance], int]


def by_hand(chance: Chance) -> int:
    """The class of a chance by the cards in hand."""
    return chance.hand


def by_piles(chance: Chance) -> int:
    """The class of a chance by the piles."""
    return chance.beside


def of_all(chances: Iterable[Chance], by: By) -> dict[int, float]:
    """The share of games lost in each class of one of the two numbers, over all turns, the smallest class first."""
    turns, lost = dict[int, int](), dict[int, float]()
    for chance in sorted(chances, key=by):
        group = by(chance)
        turns[group] = turns.get(group, 0) + chance.cases
        lost[group] = lost.get(group, 0.0) + chance.cases * chance.lost.value
    return {group: lost[group] / n for group, n in turns.items()}


def finding(chances: Sequence[Chance]) -> str:
    """Which of the two numbers tells more at a table, as the end of a sentence."""
    piles = PILES[chances[0].game]
    hand, beside = ranges(chances)
    if max(hand, beside) < CLEARLY * min(hand, beside):
        return f"{CARDS.itself} and {piles.itself} both tell"
    more, less = (CARDS, piles) if hand > beside else (piles, CARDS)
    return f"{more.itself} {more.tells} you more than {less.itself}"


SIDES = (by_hand, by_piles)


def ranges(chances: Sequence[Chance]) -> list[float]:
    """How far apart the shares of games lost are by the hand, and by the piles."""
    return [max(rates.values()) - min(rates.values()) for rates in (of_all(chances, by) for by in SIDES)]


def sentence(chances: Sequence[Chance]) -> str:
    """What the ends of both numbers say, each of which is known from most of its turns; and what goes with the hand."""
    game = chances[0].game
    parts = []
    for by, words in zip(reversed(SIDES), (PILES[game], CARDS), strict=True):
        rates, (least, most) = of_all(chances, by), ends(chances, by)
        parts.append(
            f"with {number(least, words)} you lose {100 * rates[least]:.0f} games in 100, "
            f"with {_class(most, rates)} {100 * rates[most]:.0f}"
        )
    few, many = ends(chances, by_hand)
    small, large = (half_of(chances, hand) for hand in (few, many))
    said = f"{parts[0].capitalize()}; {parts[1]}."
    if small == large or ranges(chances)[0] > ranges(chances)[1]:
        return said
    return (
        f"{said} Half of the turns with {number(few, CARDS)} come with {small} or more {PILES[game].name}, half of "
        f"those with {_class(many, of_all(chances, by_hand))} with {large} or more: so compare hands within a column."
    )


def _class(least: int, known: Iterable[int]) -> str:
    """A class of numbers in a sentence. known: all classes."""
    groups = sorted(known)
    return classes(groups)[groups.index(least)].replace("+", " or more")


def is_known(chance: Chance) -> bool:
    """Whether a chance is known well enough to be shown; it is not where its interval is not known."""
    return chance.lost.high - chance.lost.low <= WIDEST


def precision(chances: Iterable[Chance]) -> str:
    """How well the chances that are shown are known, in games in 100."""
    return f"The numbers below are {known_to(each.lost for each in chances if is_known(each))}."


def ends(chances: Sequence[Chance], by: By) -> tuple[int, int]:
    """The smallest and the largest class of one of the two numbers with most of its turns at well known chances."""
    turns, known = Counter[int](), Counter[int]()
    for chance in chances:
        turns[by(chance)] += chance.cases
        known[by(chance)] += chance.cases * is_known(chance)
    told = [group for group, n in turns.items() if 2 * known[group] >= n]
    return min(told), max(told)


def half_of(chances: Sequence[Chance], hand: int) -> int:
    """The class of piles that half of the turns with a hand of some size reach or exceed."""
    of_hand = sorted((chance for chance in chances if chance.hand == hand), key=by_piles)
    turns = list(itertools.accumulate(chance.cases for chance in of_hand))
    return next(chance.beside for chance, n in zip(of_hand, turns, strict=True) if 2 * n >= turns[-1])


def number(count: int, words: CountedPiles) -> str:
    """A number with what it counts.

    >>> number(0, CARDS), number(1, CARDS)
    ('no cards in hand', '1 card in hand')
    """
    return f"{count or 'no'} {words.one if count == 1 else words.several}"


def classes(least: Sequence[int]) -> list[str]:
    """What the classes that begin with some numbers are called.

    >>> classes([0, 1, 4, 6])
    ['0', '1\N{EN DASH}3', '4\N{EN DASH}5', '6+']
    """
    ends = [(low, above - 1) for low, above in itertools.pairwise(least)]
    return [*(f"{low}" if low == high else f"{low}\N{EN DASH}{high}" for low, high in ends), f"{least[-1]}+"]
