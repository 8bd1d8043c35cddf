"""Strategies that look at all they can see: any difference between two views soon becomes another move. And some that
seek what is rare.
"""

from knotlab.sim.compiling.jit import inline
from knotlab.sim.games.knotweed.state import PASS, PLAY, SKIMP, SNEAK, STOP, TAKE
from knotlab.strategies import param, strategy


@inline
def mix(seed, value):
    """A number in 0..2^31-2 that depends on both."""
    return (seed * 1103515245 + value + 12345) % 2147483647


@inline
def mix_move(h, move):
    """A move into the hash."""
    return mix(mix(mix(mix(h, move.kind), move.pile), move.rank), move.cards)


@inline
def look(view, salt):
    """A hash of every field of the view but the uniforms."""
    h = mix(mix(salt, view.players), int(view.cheating * 1000.0))
    for value in (
        view.decks,
        view.cheats,
        view.late_reset,
        view.seat,
        view.next,
        view.decision,
        view.held,
        view.holding,
        view.piles,
        view.standing,
    ):
        h = mix(h, value)
    for value in (view.draw_size, view.n_played, view.plays, view.penalty, view.cheated, view.due, view.to_prune):
        h = mix(h, value)
    for rank in range(16):
        h = mix(mix(h, view.hand[rank]), view.played[rank])
    for suit in range(4):
        h = mix(h, view.suits[suit])
    for seat in range(8):
        h = mix(mix(h, view.hand_sizes[seat]), view.places[seat])
    for pile in range(view.piles):
        h = mix(mix(h, view.tops[pile]), view.open[pile])
    for play in range(view.plays):
        h = mix(mix(mix(h, view.laid[play, 0]), view.laid[play, 1]), view.laid[play, 2])
    return h


@strategy("knotweed", salt=param(0, 0, 1000), spread=param(13, 1, 1000))
def scatter(view, move, salt, spread):
    """Scores a move by a hash of every field of the view."""
    return float(mix_move(look(view, salt), move) % spread)


@strategy("knotweed", cheats=True, salt=param(0, 0, 1000), spread=param(13, 1, 1000))
def crooked(view, move, salt, spread):
    """As scatter, and it cheats."""
    return float(mix_move(look(view, salt), move) % spread)


@strategy("knotweed", cheats=True, salt=param(0, 0, 1000))
def moody(view, move, salt):
    """By a will of its own each game, turn and decision."""
    mood = (
        int(view.game_uniform * 1000)
        + int(view.turn_uniform * 1000) * 1000
        + int(view.decision_uniform * 1000) * 1000000
    )
    return float(mix_move(mix(salt, mood), move) % 7)


@strategy("knotweed", salt=param(0, 0, 1000))
def eager(view, move, salt):
    """Plays on for as long as it can, in the order of a hash; a high salt stops now and then."""
    h = float(mix_move(look(view, salt), move) % 100)
    if move.kind == STOP or move.kind == PASS:
        return h - 110.0 + salt / 20.0
    return h


@strategy("knotweed", cheats=True, salt=param(0, 0, 1000))
def brazen(view, move, salt):
    """Cheats whenever it can: an even salt lays what does not fit, an odd one plays fair and draws too little."""
    h = float(mix_move(look(view, salt), move) % 100)
    if salt % 2 == 0:
        return h + 100.0 if move.kind == SNEAK else h - 50.0 if move.kind == TAKE else h
    if move.kind == SNEAK or move.kind == TAKE:
        return h - 200.0
    return h + 50.0 if move.kind == PLAY or (move.kind == SKIMP and move.cards == 0) else h


@strategy("knotweed", salt=param(0, 0, 1000))
def idle(view, move, salt):
    """Passes until the draw pile is empty, and ever after where the salt is even; else it then plays now and then."""
    if move.kind == PASS:
        return 50.0
    if salt % 2 == 0 or view.draw_size > 0:
        return 0.0
    return float(mix_move(look(view, salt), move) % 60)
