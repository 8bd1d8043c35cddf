"""A strategy that looks at all it can see: any difference between two views soon becomes another move."""

from knotlab.sim.compiling.jit import inline
from knotlab.sim.games.twisted_knot.cards import ACE, EIGHT, FOUR, JOKER, NINE, SEVEN, TWO
from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, PASS, PICK_UP
from knotlab.strategies import param, strategy


@inline
def mix(seed, value):
    """A number in 0..2^31-2 that depends on both."""
    return (seed * 1103515245 + value + 12345) % 2147483647


@strategy("twisted-knot", salt=param(0, 0, 1000), spread=param(13, 1, 1000))
def scatter(view, move, salt, spread):
    """Scores move by a hash of every field of the view."""
    h = mix(salt, view.players)
    for value in (view.packs, view.jokers, view.repeats, view.seat, view.next, view.decision, view.held, view.holding):
        h = mix(h, value)
    for value in (view.direction, view.stack_size, view.stack_held, view.top, view.top_count, view.alike, view.demand):
        h = mix(h, value)
    for value in (view.demand_count, view.showing, view.repeated, view.pairs, view.pair_mask, view.goes, view.misses):
        h = mix(h, value)
    for value in (view.owed, view.receiver, view.discarded, view.starter, view.first_card):
        h = mix(h, value)
    for value in (view.unseen, view.misses_kept, view.short_piles, view.magic_at, view.misses_end, view.through_jokers):
        h = mix(h, value)
    h = mix(mix(h, view.bound), view.riffles)
    for rank in range(16):
        for value in (view.multiply[rank], view.deck[rank], view.hand[rank], view.stack_counts[rank]):
            h = mix(h, value)
        h = mix(mix(h, view.cleared[rank]), view.discards[rank])
    for seat in range(8):
        h = mix(mix(mix(h, view.hand_sizes[seat]), view.pile_sizes[seat]), view.places[seat])
        for rank in range(16):
            h = mix(h, view.known[seat, rank] * (seat < view.players))
    for i in range(view.stack_size):
        h = mix(h, view.stack[i])
    h = mix(mix(mix(h, move.kind), move.rank), move.count)
    return float(h % spread)


@strategy("twisted-knot", salt=param(0, 0, 1000))
def moody(view, move, salt):
    """As scatter, and with a will of its own each game, turn and decision."""
    mood = (
        int(view.game_uniform * 1000)
        + int(view.turn_uniform * 1000) * 1000
        + int(view.decision_uniform * 1000) * 1000000
    )
    return float(mix(mix(mix(mix(salt, mood), move.kind), move.rank), move.count) % 7)


@strategy("twisted-knot", salt=param(0, 0, 1000))
def eager(view, move, salt):
    """Seeks what is rare: several jokers at once, pairs that undo themselves, four 4s. The salt decides which of
    them.
    """
    h = mix(mix(mix(mix(mix(salt, view.held), view.stack_size), move.kind), move.rank), move.count) % 100
    large = 3 if salt % 2 == 0 else 12
    if move.kind == PICK_UP:
        return 60.0 if view.hand_sizes[view.seat] < large else -10.0
    if move.kind == DISCARD or move.kind == PASS:
        if move.rank == FOUR:  # odd ones hand them on, even ones collect them
            return 100.0 if move.kind == PASS and salt % 2 == 1 else -50.0
        return 50.0 if view.hand[move.rank] == 2 else h / 2.0
    if move.kind != LAY:
        return float(h)
    if move.rank == JOKER:
        return 200.0 if 2 <= move.count <= 3 else 0.0
    if move.rank == FOUR and view.pairs == 0:
        return 120.0 if move.count >= 4 else -20.0
    if view.pairs >= 2:
        low = move.rank == TWO or move.rank == SEVEN
        giving = move.rank == ACE or move.rank == NINE
        return h + (80.0 if move.count == 2 else 0.0) + (90.0 if (low if salt % 3 == 0 else giving) else 0.0)
    if view.pairs == 1 and move.rank == EIGHT:
        return 150.0
    return float(h)
