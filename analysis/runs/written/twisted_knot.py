"""Positions of Twisted Knot: the start of a go.

hand 0: 10 Ax3         # yours, in any order; Ax3 is three aces
hand 1: ?x3 K          # another's: cards not seen, and what he was seen to get
pile 0: ?x5            # the piles
pile 1: ?x6
stack: 9 6x2           # lay by lay, bottom first
cleared: 4 7x3 2x2     # what has left the game in clearings
discards 0: 5          # what you have put out of the game by nines; of others ?x2
out: 3 2               # in the order of going out
direction: down        # if it is not up
goes: 2                # left to you in this turn, if there is more than one
turn: 0                # whose turn it is: yours; 0 unless said
"""

import numpy as np

from knotlab.analysis.runs.written.lines import Cards, PositionLines, accounted_for, seated
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.cards import NAMES, RANK, TWO
from knotlab.sim.games.twisted_knot.table import join_neighbours, push
from knotlab.sim.playing.stepper import Stepper, in_python

KEYS = ("hand N", "pile N", "discards N", "stack", "cleared", "out", "direction", "goes", "turn")
HELD = ("hand", "pile")


def place(step: Stepper, lines: PositionLines) -> int:
    """Put a position on the table; the number of the decision, which is not known. Raises InputError if it cannot
    be.
    """
    view, (n, turn, out) = step.view, seated(lines, HELD, 2)
    hands = [lines.cards(f"hand {seat}", may_be_unseen=seat != turn) for seat in range(n)]
    piles = [lines.cards(f"pile {seat}", may_be_unseen=True) for seat in range(n)]
    discards = [lines.cards(f"discards {seat}", may_be_unseen=seat != turn) for seat in range(n)]
    stack, cleared = lines.cards("stack"), lines.cards("cleared")
    _check(view, piles, discards, turn)
    everything = [*hands, *piles, *discards, stack, cleared]
    pack = {name: int(view.deck[rank]) for rank, name in enumerate(NAMES)}
    accounted_for(
        pack,
        (name for cards in everything for name in cards.names),
        sum(cards.unseen for cards in everything),
        "name those that left the game ('cleared: 4 7x3', 'discards 1: ?x2') and those of the piles ('pile 0: ?x5')",
    )
    step.deal(0)
    step.begin()  # all that is not said in the lines is as at the beginning
    for name, count in stack.lays:
        in_python(push)(view, RANK[name], count)
    view.direction = -1 if _way(lines) == "down" and n - len(out) > 2 else 1
    view.cleared, view.hand, view.discards = _row(cleared), _row(hands[turn]), _row(discards[turn])
    view.discarded = sum(map(len, discards))
    for seat in range(n):
        view.hand_sizes[seat], view.pile_sizes[seat] = len(hands[seat]), len(piles[seat])
        view.places[seat] = out.index(seat) + 1 if seat in out else 0
        view.known[seat] = 0 if seat == turn else _row(hands[seat])
    view.holding, view.seat = n - len(out), turn
    view.starter, view.first_card = turn, TWO  # who began is not asked, and a 2 excludes no deal
    _recall(step, turn)
    step.open_turn()
    view.goes = lines.number("goes", 1)
    return 0


def _recall(step: Stepper, turn: int) -> None:
    """What is hidden from the others, as far as the player to move knows it; the rest is dealt anew in each rollout."""
    view, hidden, n = step.view, step.hidden, int(step.view.players)
    hidden.hands[turn], hidden.discards[turn] = view.hand, view.discards
    hidden.held[turn] = sum(1 << int(rank) for rank in np.flatnonzero(view.hand))
    hidden.known[:] = view.known
    for seat in range(n):
        hidden.known[seat, seat] = hidden.known[seat, turn] = 0
        hidden.taken[seat] = (int(hidden.n_cards) - seat + n - 1) // n - view.pile_sizes[seat]
    hidden.out = n - view.holding
    in_python(join_neighbours)(view, hidden)


def _check(view: np.record, piles: list[Cards], discards: list[Cards], turn: int) -> None:
    """Refuse what no game comes to."""
    n_cards, n = int(view.deck.sum()), int(view.players)
    for seat, pile in enumerate(piles):
        dealt = (n_cards - seat + n - 1) // n
        if pile.names:
            raise InputError(f"nobody has seen the cards of a pile; write 'pile {seat}: ?x{len(pile)}'")
        if len(pile) >= dealt:
            raise InputError(f"seat {seat} was dealt {dealt} cards and has taken the first, so its pile has fewer")
        if discards[seat].names and seat != turn:
            raise InputError(f"you have not seen what seat {seat} discarded; write 'discards {seat}: ?x2'")


def _way(lines: PositionLines) -> str:
    way = lines.text("direction", "up")
    if way not in ("up", "down"):
        raise InputError(f"'direction' is up or down, not '{way}'")
    return way


def _row(cards: Cards) -> np.ndarray:
    """How many cards of each rank are seen, as wide as the rows of a position."""
    return np.bincount([RANK[name] for name in cards.names] or [0], minlength=16) * bool(cards.names)
