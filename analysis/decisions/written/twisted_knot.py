"""Positions of Twisted Knot.

hand 0: 10 Ax3         # yours, in any order; Ax3 is three aces
hand 1: ?x3 K          # another's: cards not seen, and what he was seen to get
seen 1: A 9            # what else he was seen to get, where he has since put cards away unseen
pile 0: ?x5            # the piles
pile 1: ?x6
stack: 9 6x2           # lay by lay, bottom first
cleared: 4 7x3 2x2     # what has left the game in clearings
discards 0: 5          # what you have put out of the game by nines; of others ?x2
out: 3 2               # in the order of going out
direction: down        # if it is not up
goes: 2                # left to you in this turn, if there is more than one
misses: 1              # players who will miss a turn after this one
choice: give 2 to 1    # what you choose, if not how the go begins: lay, pair, give 2, or give 2 to seat 1
pairs: 1               # still owed to jokers, in the middle of a go
bound: yes             # you took a card unseen in this go, so you lay if you can
turn: 0                # whose turn it is: yours; 0 unless said
"""

import re

import numpy as np

from knotlab.analysis.decisions.written.lines import (
    Cards,
    PositionLines,
    accounted_for,
    places_line,
    seated,
    with_count,
)
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.cards import ACE, BEATS_IN_ORDER, EIGHT, JOKER, NAMES, NINE, NOTHING, RANK, TWO
from knotlab.sim.games.twisted_knot.demand import pairs_in_hand
from knotlab.sim.games.twisted_knot.state import GIVING, LAYING, PAIRING, TAKING
from knotlab.sim.games.twisted_knot.table import join_neighbours, push
from knotlab.sim.playing.stepper import Stepper, in_python

KEYS = (
    *("hand N", "seen N", "pile N", "discards N", "stack", "cleared", "out", "direction", "goes", "misses"),
    *("choice", "pairs", "bound", "turn"),
)
HELD = ("hand", "pile")
CHOICE = re.compile(r"lay|pair|give (?P<owed>\d+)( to (?P<receiver>\d+))?|")


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
        known = _row(hands[seat]) + _row(lines.cards(f"seen {seat}"))
        view.known[seat] = 0 if seat == turn else np.minimum(known, view.deck)
    view.holding, view.seat = n - len(out), turn
    view.starter, view.first_card = turn, TWO  # who began is not asked, and a 2 excludes no deal
    _recall(step, turn)
    step.open_turn()
    view.goes, view.misses = lines.number("goes", 1), lines.number("misses", 0)
    _choose(step, lines)
    return 0


def _choose(step: Stepper, lines: PositionLines) -> None:
    """Go from the beginning of the go to the choice that the lines name; raises InputError if it cannot come up."""
    view, words, bound = step.view, lines.text("choice").lower(), lines.text("bound", "no").lower()
    found = CHOICE.fullmatch(words)
    if not found:
        raise InputError(f"'choice' is lay, pair, 'give 2' or 'give 2 to 1', not '{words}'")
    if bound not in ("yes", "no"):
        raise InputError(f"'bound' is yes or no, not '{bound}'")
    view.bound |= bound == "yes"
    if words == "lay":
        if view.decision == TAKING:
            raise InputError("with an empty hand you take a card before you lay; leave out 'choice'")
        view.decision = LAYING
    elif words:
        view.pairs = lines.number("pairs", int(words == "pair"))
        view.pair_mask = BEATS_IN_ORDER[_beneath_jokers(view)] if view.pairs else 0
        view.decision = PAIRING if words == "pair" else GIVING
        _check_pairs(view, words)
    if found["owed"]:
        view.owed, view.receiver = int(found["owed"]), int(found["receiver"] or NOTHING)
        step.hidden.laid = view.top
        _check_gift(view)


def _beneath_jokers(view: np.record) -> int:
    """The rank on which the jokers lie that pairs are owed to, or NOTHING."""
    ranks = [int(rank) for rank in view.stack[: int(view.stack_size)]]
    last = max((i for i, rank in enumerate(ranks) if rank == JOKER), default=0)
    return next((rank for rank in reversed(ranks[:last]) if rank not in (JOKER, EIGHT)), NOTHING)


def _check_pairs(view: np.record, words: str) -> None:
    """Refuse pairs that nobody owes, or cannot lay."""
    if view.pairs and JOKER not in view.stack[: int(view.stack_size)]:
        raise InputError("pairs are owed to jokers, and there is none in the stack; leave out 'pairs'")
    if words == "pair" and in_python(pairs_in_hand)(view) < view.pairs:
        raise InputError(f"your hand has fewer than {view.pairs} pairs to lay on the jokers; check 'hand' and 'pairs'")


def _check_gift(view: np.record) -> None:
    """Refuse cards that nobody gives away."""
    after, held = int(view.demand), view.hand_sizes[int(view.seat)] + view.pile_sizes[int(view.seat)]
    if after not in (NINE, ACE) or not 1 <= view.owed <= min(view.demand_count, held) or not view.hand.any():
        raise InputError("cards of the hand are given away after nines or aces, one for each that counts")
    if view.receiver != (view.next if after == ACE else NOTHING):
        right = f"give {view.owed} to {view.next}" if after == ACE else f"give {view.owed}"
        raise InputError(f"after {NAMES[after]} it is 'choice: {right}'")


def lines_of(view: np.record, hidden: np.record) -> list[str]:
    """A position as lines."""
    n, me, below = int(view.players), int(view.seat), int(view.stack_size) - int(view.top_count)
    top = [with_count([NAMES[int(view.top)]] * int(view.top_count))] if view.top_count else []
    known = view.known[:n].copy()
    known[me] = known[view.places[:n] > 0] = 0
    named = view.hand + view.stack_counts + view.cleared + view.discards + known.sum(axis=0)
    is_there = (named <= view.deck).all() and (known.sum(axis=1) <= view.hand_sizes[:n]).all()
    lines = [f"hand {me}: {_names(view.hand)}"] if view.hand.any() else []
    for seat in range(n):
        size, pile = int(view.hand_sizes[seat]), int(view.pile_sizes[seat])
        seen = known[seat] if is_there else 0 * known[seat]
        if seat != me and size:
            lines.append(f"hand {seat}: {_names(seen, size - int(seen.sum()))}")
        if seat != me and not is_there and known[seat].any() and not view.places[seat]:
            lines.append(f"seen {seat}: {_names(known[seat])}")
        lines += [f"pile {seat}: ?x{pile}"] if pile else []
    others = int(view.discarded) - int(view.discards.sum())
    stack = " ".join([*(NAMES[rank] for rank in view.stack[:below]), *top])
    return [
        *lines,
        *([f"stack: {stack}"] if stack else []),
        *([f"cleared: {_names(view.cleared)}"] if view.cleared.any() else []),
        *([f"discards {me}: {_names(view.discards)}"] if view.discards.any() else []),
        *([f"discards {(me + 1) % n}: ?x{others}"] if others else []),
        *places_line(view.places[:n]),
        *(["direction: down"] if view.direction < 0 else []),
        *([f"goes: {view.goes}"] if view.goes > 1 else []),
        *([f"misses: {view.misses}"] if view.misses else []),
        *_choice(view),
        *([f"turn: {me}"] if me else []),
    ]


def _choice(view: np.record) -> list[str]:
    """The lines of a choice in the middle of a go."""
    to = f" to {view.receiver}" if view.receiver >= 0 else ""
    words = {LAYING: "lay", PAIRING: "pair", GIVING: f"give {view.owed}{to}"}.get(int(view.decision))
    pairs = [f"pairs: {view.pairs}"] if view.pairs and view.decision in (PAIRING, GIVING) else []
    bound = ["bound: yes"] if view.bound and view.decision != TAKING else []
    return [*([f"choice: {words}"] if words else []), *pairs, *bound]


def _names(counts: np.ndarray, unseen: int = 0) -> str:
    """Cards counted by rank as they stand in a line."""
    return with_count((NAMES[rank] for rank, count in enumerate(counts) for _ in range(count)), unseen)


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
