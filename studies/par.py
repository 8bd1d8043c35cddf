"""The par of a deal of Twyst: the best contract that each player could bid and make with all cards open.

A contract counts for a player who holds the cards that it is bid with (TY-3): an ace for an Ace solo, a deuce for a
Misere, a court of the trump suit for a Court solo. For a Trump duo both partners need a numeral of the trump suit, and
they show the two that make the lowest target; for a Plain duo both need numerals of a suit, and their opponents both
one of another suit. That the others show cards which let the contract come about is taken for granted. A soloist names
the best leader, and in a duo the eldest leads (TY-4). The contractors play as well as they can, and all others together
against them.

The par is the highest score (TY-6) of the contracts that can be made so, by joint tricks for partners; 0 if none can be
made. Twist solos and Nemos have no exact value and are left out.

Command: python -m knotlab.studies.par [--deals N] [--seed S]
Result: a table, printed
Page: docs/open-cards.md
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.bidding.open_play import refuse_own_tricks
from knotlab.analysis.runs.play import Table
from knotlab.reports.progress import progress
from knotlab.sim.games.twyst.cards import (
    ACE,
    DEUCE,
    JACK,
    KING,
    N_RANKS,
    N_SUITS,
    NOTHING,
    ONE_SUIT,
    SEVEN,
    SUITS,
    TEN,
    mask,
)
from knotlab.sim.games.twyst.contracts import MAJORITY
from knotlab.sim.games.twyst.open_cards import Position, Solver
from knotlab.sim.games.twyst.state import ACE_SOLO, CONTRACTS, COURT_SOLO, MISERE, PLAIN_DUO, SEATS, TRUMP_DUO
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import USUAL, as_dealt, parser_of_deals, run, table_of, tell

RATES = {ACE_SOLO: 20, COURT_SOLO: 15, TRUMP_DUO: 10, PLAIN_DUO: 10}  # TY-6: points for each trick
MISERE_POINTS = 150


class Par(NamedTuple):
    """The best contract that a player can make.

    points: 0 without such a contract. contract: its name, None without one. trump: a letter, None without a trump.
    partner: a seat, None for a soloist. leader: who leads to the first trick.
    """

    points: int = 0
    contract: str | None = None
    trump: str | None = None
    partner: int | None = None
    leader: int | None = None


class _Biddable(NamedTuple):
    """A contract that some seats could bid: its kind, the seats, the trump and the tricks that it takes."""

    contract: int
    seats: tuple[int, ...]
    trump: int
    target: int


def par_of(hands: Sequence[int], solver: Solver) -> list[Par]:
    """The par of a deal, by seat. hands: four of thirteen cards, as bit masks; one solver for many deals saves time."""
    best = [_misere(hands, seat, solver) for seat in range(SEATS)]
    for bid in sorted(_bids(hands), key=lambda bid: -RATES[bid.contract]):
        rate, coalition = RATES[bid.contract], sum(1 << seat for seat in bid.seats)
        for leader in range(SEATS) if len(bid.seats) == 1 else (0,):
            floor = max(bid.target - 1, min(best[seat].points for seat in bid.seats) // rate)
            if floor < N_RANKS:
                tricks = solver.most_tricks(Position(tuple(hands), leader, bid.trump), coalition, floor)
                if tricks > floor:
                    _improve(best, bid, rate * tricks, leader)
    return best


def _improve(best: list[Par], bid: _Biddable, points: int, leader: int) -> None:
    """Note a contract that can be made for those of its seats that have nothing better."""
    trump = None if bid.trump == NOTHING else SUITS[bid.trump]
    for seat in bid.seats:
        if points > best[seat].points:
            partner = next((other for other in bid.seats if other != seat), None)
            best[seat] = Par(points, CONTRACTS[bid.contract], trump, partner, leader)


def _misere(hands: Sequence[int], seat: int, solver: Solver) -> Par:
    """A Misere, if the seat has a deuce and can make it whoever it names to lead."""
    if _holds(hands[seat], DEUCE, DEUCE):
        for leader in range(SEATS):
            if solver.can_lose_all(Position(tuple(hands), leader), seat):
                return Par(MISERE_POINTS, CONTRACTS[MISERE], None, None, leader)
    return Par()


def _bids(hands: Sequence[int]) -> Iterator[_Biddable]:
    """The solos and duos for which the cards are there."""
    for seat, hand in enumerate(hands):
        if _holds(hand, ACE, ACE):
            yield _Biddable(ACE_SOLO, (seat,), NOTHING, MAJORITY)
        for suit in range(N_SUITS):
            if _holds(hand, JACK, KING, (suit,)):
                yield _Biddable(COURT_SOLO, (seat,), suit, MAJORITY)
    for seat, partner in ((a, b) for a in range(SEATS) for b in range(a + 1, SEATS)):
        own = [suit for suit in range(N_SUITS) if _numerals(hands[seat], suit) and _numerals(hands[partner], suit)]
        for suit in own:
            targets = map(_target, product(_numerals(hands[seat], suit), _numerals(hands[partner], suit)))
            yield _Biddable(TRUMP_DUO, (seat, partner), suit, min(targets))
        c, d = (hand for other, hand in enumerate(hands) if other not in (seat, partner))
        theirs = [suit for suit in range(N_SUITS) if _numerals(c, suit) and _numerals(d, suit)]
        if any(suit != other for suit in own for other in theirs):
            yield _Biddable(PLAIN_DUO, (seat, partner), NOTHING, MAJORITY)


def _target(numerals: tuple[int, int]) -> int:
    """TY-3.4: the tricks that two ranks of numerals stand for."""
    higher = max(numerals)
    return higher + 2 if higher >= SEVEN else sum(numerals) + 4


def _numerals(hand: int, suit: int) -> list[int]:
    """The ranks of a hand's numerals in a suit."""
    return [rank for rank in range(DEUCE + 1, TEN + 1) if hand >> N_RANKS * suit + rank & 1]


def _holds(hand: int, lowest: int, highest: int, suits: Sequence[int] = range(N_SUITS)) -> bool:
    """Whether a hand has a card of some ranks in one of some suits."""
    ranks = ONE_SUIT & -(1 << lowest) & (2 << highest) - 1
    return any(hand >> N_RANKS * suit & ranks for suit in suits)


def par_table(count: int, table: Table = USUAL) -> pd.DataFrame:
    """The par of the first deals of a seed, those that `play` deals: a row for each deal and seat, with the `hand` and
    its par as `Par` has it. What a failed contract pays for does not matter. Raises InputError if partners score
    their own tricks.
    """
    job, solver, rows = as_dealt(table, "random"), Solver(), []
    refuse_own_tricks(job.rules)
    with progress("deals solved with all cards open", count) as advance:
        for number in range(count):
            (record,) = records_of(job, number)
            hands = [mask(" ".join(hand)) for hand in record["deal"]]
            for seat, par in enumerate(par_of(hands, solver)):
                rows.append({"deal": number, "seat": seat, "hand": " ".join(record["deal"][seat])} | par._asdict())
            advance(1)
    return pd.DataFrame(rows).astype(object)


def main(words: Sequence[str] | None = None) -> None:
    """Solve deals, and print their par."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("--deals", type=int, default=1, metavar="N", help="how many deals to solve")
    asked = reader.parse_args(words)
    found = par_table(asked.deals, table_of(asked))
    tell("the best contract that each seat could bid and make", found, asked.csv)


if __name__ == "__main__":
    run(main)
