"""The sheet of a tuned bidder of Twyst for the table: which card to show with which hand, how each measure is counted,
and one hand counted out.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.bids import COUNTED, Bids, Thresholds
from knotlab.analysis.bidding.hand import card_name, read_hand
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER, Meaning
from knotlab.analysis.result import changed_settings
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.verdicts import RoundsEnd
from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.otherwise import unit_of
from knotlab.analysis.tuning.task import Task
from knotlab.analysis.tuning.tune import CountedOtherwise, Tuned
from knotlab.reports.words import uncapital
from knotlab.reports.words.bidding import COUNTING, NUMERALS, steps, threshold_rows
from knotlab.reports.words.card import SIGNS, rules_in_words
from knotlab.reports.words.directions import NUMERALS as COUNTS
from knotlab.reports.words.directions import tables_of, with_interval
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.names import reader_name
from knotlab.reports.words.numbers import signed_interval
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import DEUCE, JACK, N_RANKS, RANKS
from knotlab.strategies.spelling import bare_names
from knotlab.strategies.twyst import _measures as measures

HAND = "S KQ9743 H Q65 D AJ83 C -"  # the hand that is counted out
SUITS = {"S": 3, "H": 2, "D": 1, "C": 0}
WIDTH = 79  # characters in a line of a sheet in text
LIMITS = (3, 5, 7, 9)  # with which the four lowest cards of a suit are compared
SETTLED = (
    "Where everybody bids so, somebody may still gain by other numbers.",
    "Where everybody bids so, nobody gains more than matters by other numbers.",
)
WEIGHTS = (1.0, 1.0, 0.7, 0.3)
NUMERAL = (
    "A numeral",
    "Take the suit with most trump tricks of those that have a 3 to 10, find its row, and show the numeral of that "
    "suit that is nearest to the one in the row.",
)


@dataclass(frozen=True)
class Sheet:
    """What a sheet says.

    title, basis: for which rules it is, and what it rests on. rows: what to show, and with what, from the top.
    counting: what is counted, and how. numerals, ties: which numeral is shown, and which of several cards that fit.
    hand, worked, shows: the hand that is counted out, each step with its sum, and what is shown.
    """

    title: str
    basis: str
    rows: list[tuple[str, str]]
    counting: tuple[tuple[str, str], ...]
    numerals: tuple[str, str]
    ties: tuple[str, str]
    hand: str
    worked: list[tuple[str, str]]
    shows: str


def check_sheet(task: Task) -> None:
    """Raise InputError unless what is tuned is the bidder of Twyst that counts."""
    player = task.space.player
    if player.functions.game != "twyst" or bare_names(player.name)[0] != COUNTED:
        raise InputError(
            f"a sheet is for Twyst's bidder '{COUNTED}'; the values of '{player.name}' go into a file ending in .toml"
        )


def sheet_of(result: Tuned | BestResponses) -> Sheet:
    """The sheet of what tuning found; raises InputError unless that is the bidder of Twyst that counts."""
    last = result.rounds[-1] if isinstance(result, BestResponses) else result
    check_sheet(last.task)
    thresholds = Thresholds(*last.winner.values[: len(Thresholds._fields)])
    settled = [SETTLED[result.end is RoundsEnd.SETTLED]] if isinstance(result, BestResponses) else []
    held = read_hand(HAND)
    conditions = result.conditions
    rules = changed_settings(conditions.game, conditions.players, conditions.rules)
    return Sheet(
        f"Made for: {rules_in_words(rules, conditions.matches) or 'the usual scores'}.",
        " ".join([*gained(last), *settled]),
        _rows(thresholds, last.sensitivity),
        COUNTING,
        NUMERAL,
        ("If several cards fit", _ties(thresholds)),
        " ".join(f"{SIGNS[letter]} {_cards(held, suit) or '-'}" for letter, suit in SUITS.items()),
        list(_worked(held, thresholds)),
        _shown(held, thresholds),
    )


def unbeaten(facts: Mapping[str, Any]) -> str:
    """That a search found nothing better; facts: of its result."""
    return f"nothing that matters is better than {facts['incumbent']}, by a race of {facts['race_deals']:,} deals"


def gained(result: Tuned) -> Iterator[str]:
    """What a result gains over the player from whom the search began, in each way of counting, as sentences."""
    if result.whole:
        gains = result.whole.gains
    else:
        own = CountedOtherwise(unit_of(result.task), result.metric.name, result.gain, result.task.margin)
        gains = (own, *([result.other] if result.other else []))
    who = f"with the values from which the search began, {_among(result.conditions.game, result.task.field)}"
    if not (result.improved or result.whole):
        yield f"The search found nothing that is certainly better than what one does {who}."
        return
    yield f"{', and '.join(map(_how_many, gains))}, than {who}."
    signs = {certain_sign(each.gain.low, each.gain.high): each.unit for each in gains}
    if {1, -1} <= signs.keys():
        yield f"That is better in {signs[1]}, and worse in {signs[-1]}: do so only where the first is what counts."


def _how_many(counted: CountedOtherwise) -> str:
    """How many more or fewer, with the interval.

    >>> from knotlab.analysis.stats.estimate import Estimate
    >>> gain = Estimate(0.041, 0.01, 0.02, 0.06, n=400)
    >>> _how_many(CountedOtherwise("matches to 300, won of 100", "win_rate", gain, margin=0.005))
    '4.1 more [2.0, 6.0] matches to 300, won of 100'
    """
    meaning = Meaning(counted.metric, PLAYER, FEWER if counted.metric == "loss_rate" else MORE)
    return f"{with_interval(meaning, counted.gain.value, counted.gain.low, counted.gain.high)} {counted.unit}"


def _among(game: str, field: str | Sequence[str]) -> str:
    """Who the others are, in words, each kind of player once.

    >>> _among("twyst", ("cautious+solid",) * 3)
    'against three others (cautious bidder, sound player)'
    >>> _among("twyst", ("cautious+solid", "random+high")), _among("knotweed", "strong-1")
    ('against cautious bidder, sound player; random, high-card player', 'at strong tables')
    """
    if isinstance(field, str):
        return f"at {tables_of(field.rpartition('-')[0] or field)}"
    names = list(dict.fromkeys(uncapital(reader_name(game, name)) for name in field))
    if len(names) == 1 < len(field):
        return f"against {COUNTS[len(field)]} others ({names[0]})"
    return f"against {'; '.join(names)}"


def _ties(thresholds: Thresholds) -> str:
    """Which of several cards that fit is shown, as `threshold` does."""
    solos = "Any of several Aces, or of several deuces. Of courts, the suit with most trump tricks, there the highest."
    near = (
        f"Of two numerals equally near, the higher if your trump tricks lie in the upper half of the row (a row is "
        f"{1 / thresholds.slope:.1f} trump tricks wide), else the lower. "
        if thresholds.slope > 0
        else ""
    )
    return (
        f"{solos} {near}An exception: a suit with hardly fewer trump tricks goes first if its numeral is nearer to its "
        "own row; each rank that a numeral is off counts as 0.05 trump tricks less."
    )


def other_gain(other: CountedOtherwise) -> str:
    """A gain counted otherwise, with its interval.

    >>> from knotlab.analysis.stats.estimate import Estimate
    >>> gain = Estimate(0.041, 0.01, 0.02, 0.06, n=400)
    >>> other_gain(CountedOtherwise("matches to 300, won of 100", "win_rate", gain, margin=0.005))
    'in matches to 300, won of 100: +4.10 [+2.00, +6.00]'
    """
    gain = other.gain
    return f"in {other.unit}: {signed_interval(other.metric, gain.value, gain.low, gain.high)}"


def _rows(thresholds: Thresholds, steps: pd.DataFrame | None) -> list[tuple[str, str]]:
    """What to show and with what, and which of the three thresholds need not be exact, since neither step from
    it matters. steps: what a step of each parameter changes.
    """
    flat = set() if steps is None else {name for name, each in steps.groupby("parameter") if each["flat"].all()}
    shown = [(str(show), str(needs)) for show, needs in threshold_rows(thresholds).rows]
    for row, name in enumerate(("ace", "court", "misere")):
        show, needs = shown[row]
        shown[row] = show, needs + (" (roughly)" if name in flat else "")
    return shown


def _cards(held: int, suit: int) -> str:
    """The cards of a suit, high cards first."""
    return " ".join(RANKS[rank] for rank in reversed(range(N_RANKS)) if measures.suit_cards(held, suit) >> rank & 1)


def _worked(held: int, thresholds: Thresholds) -> Iterator[tuple[str, str]]:
    """Each measure of a hand as a sum, and what it is enough for."""
    by_suit = {sign: measures.suit_cards(held, SUITS[letter]) for letter, sign in SIGNS.items()}
    honours = {sign: float(measures.honours(cards)) for sign, cards in by_suit.items()}
    yield "Honour tricks", ", ".join(f"{sign} {_honours(cards)}" for sign, cards in by_suit.items())
    parts = [
        f"{sign} {measures.length_tricks(cards, 4, 0.7 if honours[sign] >= 1 else 0.2):.1f} for length"
        for sign, cards in by_suit.items()
        if cards.bit_count() > 4
    ]
    total = float(measures.no_trump_tricks(held))
    enough = "enough for an Ace" if total >= thresholds.ace else "not enough for an Ace"
    yield "No-trump tricks", f"{' + '.join([f'honours {sum(honours.values()):.1f}', *parts])} = {total:.2f}: {enough}"
    yield from _trumps(held, honours, thresholds)
    danger = float(measures.misere_danger(held))
    safe = "a deuce may be shown" if danger <= thresholds.misere else "too much for a deuce"
    counted = ", ".join(f"{sign} {_danger(cards):.1f}" for sign, cards in by_suit.items())
    yield "Danger", f"{counted}; together {10 * danger:.1f}, divided by 10 = {danger:.2f}: {safe}"


def _honours(cards: int) -> str:
    """What each honour of a suit counts, and together.

    >>> _honours(0b1_0010_0100_0010), _honours(0b0_0000_0000_0011)
    ('A 1.0 + J 0.1 = 1.1', '0.0')
    """
    parts, before = [], 0.0
    for rank in (rank for rank in range(N_RANKS - 1, JACK - 1, -1) if cards >> rank & 1):
        above = cards >> rank << rank
        others = min(cards.bit_count() - above.bit_count(), JACK)
        worth = float(measures.honours(above | (1 << others) - 1))  # the same honours from here on up, in as many cards
        parts.append(f"{RANKS[rank]} {worth - before:.1f}")
        before = worth
    return " + ".join(parts) + (f" = {before:.1f}" if len(parts) > 1 else "") if parts else "0.0"


def _trumps(held: int, honours: dict[str, float], thresholds: Thresholds) -> Iterator[tuple[str, str]]:
    """The trump tricks of the suit that has most."""
    letter = max(SUITS, key=lambda each: measures.trump_tricks(held, SUITS[each]))
    sign, suit = SIGNS[letter], SUITS[letter]
    trumps = measures.suit_cards(held, suit).bit_count()
    others = sum(worth for other, worth in honours.items() if other != sign)
    short = sum(max(0, 2 - measures.suit_cards(held, other).bit_count()) for other in SUITS.values() if other != suit)
    parts = [f"own honours {honours[sign]:.1f}", f"0.9 x {others:.1f} of the others"]
    parts += [f"0.8 x {trumps - 3} for length"] if trumps > 3 else []
    parts += [f"0.5 x {short} for short suits"] if short and trumps > 2 else []
    total = float(measures.trump_tricks(held, suit))
    enough = "enough" if total >= thresholds.court else "not enough"
    yield f"Trump tricks of {sign}", f"{' + '.join(parts)} = {total:.2f}: {enough} for a K, Q or J of {sign}"


def _danger(cards: int) -> float:
    """What a suit adds to the danger, before it is divided."""
    ranks = [rank + 2 for rank in range(N_RANKS) if cards >> rank & 1]
    return sum(weight * max(0, rank - limit) for rank, limit, weight in zip(ranks, LIMITS, WEIGHTS, strict=False))


def _shown(held: int, thresholds: Thresholds) -> str:
    """The card that the bidder shows with a hand."""
    bids = Bids.untried([held])
    card = int(bids.cards[0, bids.chosen(thresholds)[0]])
    nearest = ": of the numerals that the hand has in that suit, the nearest to the one in the table"
    return card_name(card) + (nearest + _tie(held, card, thresholds) if DEUCE < card % N_RANKS < JACK else "")


def _tie(held: int, card: int, thresholds: Thresholds) -> str:
    """Why a numeral is shown and not another one that is as near to the one in the table; empty if none is."""
    suit, own = card // N_RANKS, card % N_RANKS + 2
    tricks = float(measures.trump_tricks(held, suit))
    wanted = thresholds.numeral + thresholds.slope * (tricks - 4.0)
    shown = [number for _, number in steps(thresholds)]
    if not shown:
        return ""
    other = 2 * min(max(math.floor(wanted + 0.5), shown[0]), shown[-1]) - own
    if other == own or other not in NUMERALS or not measures.suit_cards(held, suit) >> (other - 2) & 1:
        return ""
    half = "upper" if own > other else "lower"
    return f" (the {other} is as near, but {tricks:.2f} trump tricks lie in the {half} half of the row)"


def sheet_lines(sheet: Sheet) -> Iterator[str | TextTable]:
    """A sheet as the command line prints it."""
    title = "What to show, from the top; a numeral of the suit with most trump tricks"
    yield TextTable(title, ("show", "with"), sheet.rows)
    yield from (f"  {term}: {meaning}" for term, meaning in (sheet.numerals, sheet.ties))
    yield "How to count"
    yield from (f"  {term}: {meaning}" for term, meaning in sheet.counting)
    yield f"An example: {sheet.hand}"
    yield from (f"  {term}: {step}" for term, step in sheet.worked)
    yield f"  So show the {sheet.shows}."


def sheet_text(sheet: Sheet) -> str:
    """A sheet as plain text."""
    width = max(len(show) for show, _ in sheet.rows)
    lines = [f"Twyst: what to show. {sheet.title}", "", "The first that your hand is good enough for:", ""]
    lines += [f"  {show:{width}}  {needs}" for show, needs in sheet.rows]
    lines += ["", *(f"- {term}: {meaning}" for term, meaning in (sheet.numerals, sheet.ties))]
    lines += ["", "How to count", "", *(f"- {term}: {meaning}" for term, meaning in sheet.counting)]
    lines += ["", f"An example: {sheet.hand}", "", *(f"- {term}: {step}" for term, step in sheet.worked)]
    lines += [f"- So show the {sheet.shows}.", "", sheet.basis, ""]
    return "\n".join(fill(line, WIDTH, subsequent_indent="  " * line.startswith("- ")) for line in lines)
