"""Strategies that look at all they can see: any difference between two views soon becomes another move."""

from knotlab.sim.compiling.jit import inline
from knotlab.strategies import param, strategy


@inline
def mix(seed, value):
    """A number in 0..2^31-2 that depends on both."""
    return (seed * 1103515245 + value + 12345) % 2147483647


@inline
def look(view, salt):
    """A hash of every field of the view but the uniforms."""
    h = mix(mix(mix(salt, view.players), view.packs), view.cards)
    for value in (view.draws, view.twos, view.seat, view.next, view.decision, view.top, view.suit, view.stock):
        h = mix(h, value)
    h = mix(mix(mix(h, view.pile_size), view.drawn), view.idle)
    for card in range(52):
        h = mix(mix(h, view.hand[card]), view.pile[card])
    for seat in range(6):
        h = mix(h, view.hand_sizes[seat])
    return h


@strategy("crazy-eights", salt=param(0, 0, 1000), spread=param(13, 1, 1000))
def scatter(view, move, salt, spread):
    """Scores a move by a hash of every field of the view."""
    return float(mix(mix(look(view, salt), move.kind), move.value) % spread)


@strategy("crazy-eights", salt=param(0, 0, 1000))
def moody(view, move, salt):
    """By a will of its own each game, turn and decision."""
    mood = (
        int(view.game_uniform * 1000)
        + int(view.turn_uniform * 1000) * 1000
        + int(view.decision_uniform * 1000) * 1000000
    )
    return float(mix(mix(mix(salt, mood), move.kind), move.value) % 7)
