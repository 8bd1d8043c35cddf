"""What each side can take with all cards open, from any point of a deal: the front of the solver (`solver/`)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from knotlab.sim.games.twyst.cards import ALL, N_CARDS, N_RANKS, NOTHING, SUITS
from knotlab.sim.games.twyst.solver.search import solver
from knotlab.sim.games.twyst.solver.state import BUCKET, RESULT, SEARCH
from knotlab.sim.games.twyst.state import SEATS

ROOM = 1 << 17  # results kept at a time
EVERYBODY = (1 << SEATS) - 1


@dataclass(frozen=True)
class Position:
    """A deal with all cards open, at any point of its play.

    hands: the cards in each hand, by seat, as bit masks (`cards.py`). leader: the seat that leads to the trick, or led
    to it. trump: the trump suit 0..3, or -1 for none. table: the cards of the trick under way, in the order in which
    they were played; no longer in a hand. Raises ValueError if the cards are not those of one pack, or the hands are
    not as long as the trick under way makes them.
    """

    hands: tuple[int, ...]
    leader: int = 0
    trump: int = NOTHING
    table: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if len(self.hands) != SEATS:
            raise ValueError(f"there must be four hands, not {len(self.hands)}")
        if not 0 <= self.leader < SEATS:
            raise ValueError(f"leader must be a seat from 0 to 3, not {self.leader}")
        if not NOTHING <= self.trump < len(SUITS):
            raise ValueError(f"trump must be a suit from 0 to 3, or -1 for none, not {self.trump}")
        cards = [card for hand in self.hands for card in range(N_CARDS) if hand >> card & 1] + list(self.table)
        if any(hand & ~ALL for hand in self.hands) or len(set(cards)) < len(cards) or len(self.table) >= SEATS:
            raise ValueError("each card must be one of the pack's 52, in one hand or on the table, at most three there")
        played = {self.leader + turn & 3 for turn in range(len(self.table))}
        if len({hand.bit_count() + (seat in played) for seat, hand in enumerate(self.hands)}) > 1:
            raise ValueError("hands must be equally long, those that have played to the trick one card shorter")

    @property
    def tricks(self) -> int:
        """The tricks still to be taken, that under way included."""
        return (sum(hand.bit_count() for hand in self.hands) + len(self.table)) // SEATS


class Solver:
    """Solves positions one after another, and keeps results: they answer for every later position in which the same
    side wants the same tricks with the same trump, in this deal or in another.

    room: how many results to keep at a time (72 bytes each).
    """

    def __init__(self, room: int = ROOM) -> None:
        self._results = np.zeros(max(room // BUCKET, 1) * BUCKET, RESULT)
        self._epochs: dict[tuple[int, ...], int] = {}  # a number for each aim: who wants which tricks, and the trump
        self.nodes = 0  # positions visited so far

    def most_tricks(self, position: Position, coalition: int, floor: int = 0) -> int:
        """The most of the remaining tricks that a coalition can force against the other seats.

        position: any point of the play. coalition: a set of seats, as a bit mask. floor: fewer tricks than that are as
        good as this many, and so are this many; the search is the shorter for it.
        """
        return self._solve(position, coalition, coalition, NOTHING, floor=floor)

    def can_lose_all(self, position: Position, seat: int) -> bool:
        """Whether a seat can take none of the remaining tricks, as a Misere needs, however the three others play
        together to give it one.
        """
        return self._solve(position, EVERYBODY & ~(1 << seat), 1 << seat, NOTHING, limit=1) == 0

    def clean_tricks(self, position: Position, seat: int, unwanted: int) -> int:
        """The clean tricks that a seat can force in a Nemo against the three others together."""
        return self._solve(position, 1 << seat, 1 << seat, unwanted)

    def _solve(
        self, position: Position, striving: int, counted: int, unwanted: int, limit: int = N_RANKS, floor: int = 0
    ) -> int:
        """The most tricks of the counted seats that the striving ones can force."""
        search = np.zeros(1, SEARCH)
        aim = (position.trump, unwanted, striving, counted)
        epoch = self._epochs.setdefault(aim, len(self._epochs) + 1)
        search["hands"], search["trump"], search["unwanted"] = position.hands, position.trump, unwanted
        search["striving"], search["counted"], search["epoch"] = striving, counted, epoch
        search["limit"], search["floor"], search["laid"] = limit, floor, (laid := len(position.table))
        even = position.tricks * striving.bit_count() // SEATS if striving == counted else 1
        search["guess"] = floor + 1 if floor else even
        search["seat"][0, : laid + 1] = [position.leader + turn & 3 for turn in range(laid + 1)]
        search["card"][0, :laid] = position.table
        search["best"][0, :laid] = best_so_far(position.table, position.trump)
        value = int(solver()(search, self._results))
        self.nodes += int(search["nodes"][0])
        return value


def best_so_far(table: Sequence[int], trump: int) -> list[int]:
    """After each card of a trick: the number of the one that wins it so far (TY-5).

    table: the cards of the trick in the order in which they were played. trump: the trump suit, or -1 for none.
    """
    best: list[int] = []
    for number, card in enumerate(table):
        champion = table[best[-1]] if best else card
        same, trumped = card // N_RANKS == champion // N_RANKS, card // N_RANKS == trump
        best.append(number if not best or (card > champion if same else trumped) else best[-1])
    return best
