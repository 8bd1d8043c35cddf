"""Counting the rare cases of the rulings in a game, from its decisions in order."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from knotlab.sim.games.twisted_knot.cards import EIGHT, FOUR, JACK, JOKER, KING, NAMES, TEN
from knotlab.sim.games.twisted_knot.state import GIVING, LAY, LAYING, PAIRING, PICK_UP, TAKING, TOP_UP, Move

Decision = tuple[np.record, Move]

# Four 4s in one lay hardly come up in play: `test_rulings_effects.py` has them as a position.
MUST_OCCUR = (
    "several jokers at once",
    "pairs laid in full",
    "pairs lapse by clearing",
    "pairs lapse by giving",
    "pairs lapse by going out",
    "a Jack left by a player who goes out, answered as Magic Jack",
    "four of a kind completed by a ten",
    "four of a kind over several lays",
    "kings give the layer the next turn",
    "a King laid by a player who goes out",
    "a pick-up cancels misses",
    "a pick-up in an extra go",
    "going out with goes to spare",
    "topping up for 2",
    "topping up for J",
    "topping up for Jk",
    "topping up declined",
    "giving from the pile by a 9",
    "giving from the pile by an Ace",
    "picked up with the pile's card unseen",
    "a card taken unseen that had to be laid",
    "a card taken unseen that could not be laid",
    "a pick-up keeps misses",
    "topping up with the rest of a pile",
    "a Jack between the last two that is no Magic Jack",
    "more Kings than opponents, who miss one turn each",
    "8s on a joker look through it",
    "8 repeats nothing",
    *(f"8 repeats {name}" for name in NAMES if name not in ("4", "8")),
)


def cases(decisions: Sequence[Decision], record: dict) -> Counter[str]:
    """The rare cases of one game, each with its number."""
    counts: Counter[str] = Counter()
    for i, (view, move) in enumerate(decisions):
        after = next((later for later, _ in decisions[i + 1 :] if later.decision != GIVING), None)
        if move.kind == LAY:
            counts.update(_lay_cases(view, move))
            if after is not None:
                counts.update(_consequences(view, move, after))
        else:
            counts.update(_other_cases(view, move))
    counts.update(_gifts(record["events"]))
    return counts


def _lay_cases(view: np.record, move: Move) -> Iterator[str]:
    """What a lay is by itself."""
    if move.rank == JOKER and move.count >= 2:
        yield "several jokers at once"
    if move.rank == EIGHT and view.through_jokers and view.repeated == JOKER:
        yield "8s on a joker look through it"
    elif move.rank == EIGHT and view.repeats:
        yield f"8 repeats {NAMES[view.repeated] if view.repeated >= 0 else 'nothing'}"
    if view.bound and view.decision == LAYING:
        yield "a card taken unseen that had to be laid"
    if view.demand == JACK and view.holding == 2 and view.magic_at == 0:
        yield "a Jack between the last two that is no Magic Jack"
    if move.rank == KING and view.misses_end and view.misses + move.count > view.holding - 1:
        yield "more Kings than opponents, who miss one turn each"
    if view.decision == PAIRING and view.pairs == 1:
        yield "pairs laid in full"


def _consequences(view: np.record, move: Move, after: np.record) -> Iterator[str]:
    """What a lay led to, seen at the next decision that is no giving away."""
    cleared = int(after.cleared.sum()) > int(view.cleared.sum())
    went_out = bool(after.places[view.seat] > 0)
    same_turn = (
        not went_out
        and after.seat == view.seat
        and (after.goes < view.goes or after.goes > 1 or after.decision == PAIRING)
    )
    if view.decision in (LAYING, PAIRING) and view.pairs >= 2 and after.decision != PAIRING:
        yield "pairs lapse by " + ("going out" if went_out else "clearing" if cleared else "giving")
    if cleared and move.rank != FOUR:
        if move.rank == TEN and view.decision == LAYING:
            yield "four of a kind completed by a ten"
        if move.count < 4:
            yield "four of a kind over several lays"
    if went_out and view.goes > 1:
        yield "going out with goes to spare"
    if move.rank == JACK and went_out and after.holding == 2 and after.demand == JACK:
        yield "a Jack left by a player who goes out, answered as Magic Jack"
    if move.rank == KING and not cleared and view.goes == 1:
        if went_out:
            yield "a King laid by a player who goes out"
        elif after.seat == view.seat and not same_turn and view.holding > 2:
            yield "kings give the layer the next turn"


def _other_cases(view: np.record, move: Move) -> Iterator[str]:
    """Picking up and topping up."""
    if move.kind == PICK_UP:
        if view.misses > 0:
            yield "a pick-up keeps misses" if view.misses_kept else "a pick-up cancels misses"
        if view.bound:
            seen = view.decision == LAYING
            yield "a card taken unseen that could not be laid" if seen else "picked up with the pile's card unseen"
        if view.misses > 0 or view.goes > 1:
            yield "a pick-up in an extra go"
    elif move.kind == TOP_UP and view.decision != TAKING:
        yield f"topping up for {NAMES[view.demand]}"
        if move.count == view.pile_sizes[view.seat] and view.short_piles:
            yield "topping up with the rest of a pile"
    elif move.rank < 0:
        yield "topping up declined"


def _gifts(events: Sequence[dict]) -> Iterator[str]:
    """Cards given straight from the pile: a take of one card and its gift."""
    for first, second in itertools.pairwise(events):
        if first["do"] == "take" and second["do"] in ("discard", "pass"):
            yield "giving from the pile by " + ("a 9" if second["do"] == "discard" else "an Ace")
