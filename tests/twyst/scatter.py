"""Strategies that look at all they can see, so that any difference between two views soon becomes another move; and
bidders with a wish.
"""

from knotlab.sim.compiling.jit import inline, strict
from knotlab.sim.games.twyst.cards import rank_of, suit_of
from knotlab.sim.games.twyst.state import BID, MISERE, N_SCORES, NAME_LEADER, SEATS
from knotlab.strategies import param, strategy

RANDOM, ACE, DEUCE, COURT, NUMERAL = range(5)  # wishes


@inline
def mix(seed, value):
    """A number in 0..2^31-2 that depends on both."""
    return (seed * 1103515245 + value + 12345) % 2147483647


@inline
def mix_move(seed, move):
    """The same for all of a move."""
    return mix(mix(mix(seed, move.card), move.seat), move.kind)


@strict
def all_seen(view, salt):
    """A hash of every field of the view, but for uniforms and plan."""
    h = mix(salt, view.players)
    for value in (
        view.lost,
        view.own_tricks,
        view.seat,
        view.decision,
        view.hand,
        view.contractors,
        view.contract,
        view.partner,
    ):
        h = mix(h, value)
    for value in (view.trump, view.unwanted, view.leader, view.trick, view.laid, view.on_table, view.suit):
        h = mix(h, value)
    for value in (view.best, view.winning, view.played, view.opener):
        h = mix(h, value)
    for i in range(N_SCORES):
        h = mix(h, view.points[i])
    for seat in range(SEATS):
        for value in (
            view.hand_sizes[seat],
            view.shown[seat],
            view.contracts[seat],
            view.partners[seat],
            view.targets[seat],
        ):
            h = mix(h, value)
        for value in (view.table[seat], view.tricks[seat], view.clean[seat], view.voids[seat]):
            h = mix(h, value)
        h = mix(mix(h, view.played_by[seat]), view.totals[seat])
    for i in range(4 * view.trick + view.laid):
        h = mix(h, view.order[i])
    for i in range(view.trick):
        h = mix(h, view.winners[i])
    return h


@strategy("twyst", salt=param(0, 0, 1000), spread=param(13, 1, 1000))
def scatter(view, move, salt, spread):
    """Scores move by a hash of every field of the view."""
    return float(mix_move(all_seen(view, salt), move) % spread)


@strategy("twyst", salt=param(0, 0, 1000))
def moody(view, move, salt):
    """As scatter, but with a will of its own each game, turn and decision."""
    mood = (
        int(view.game_uniform * 1000)
        + int(view.turn_uniform * 1000) * 1000
        + int(view.decision_uniform * 1000) * 1000000
    )
    return float(mix_move(mix(salt, mood), move) % 7)


@strategy("twyst", salt=param(0, 0, 1000))
def fickle(view, move, salt):
    """As moody, but for the turn alone."""
    return float(mix_move(mix(salt, int(view.turn_uniform * 1000000)), move) % 5)


@strict
def granted(wish, rank):
    """Whether a rank (0 the deuce, 12 the Ace) is of the kind wished for."""
    if wish == ACE:
        return rank == 12
    if wish == DEUCE:
        return rank == 0
    return 9 <= rank <= 11 if wish == COURT else 1 <= rank <= 8


@strict
def bid_score(rank, suit, wish, colour, low, noise):
    """The kind wished for, then its suit, then its height; an Ace or a deuce only by wish."""
    if wish == RANDOM:
        return noise
    height = 12.0 - rank if low == 1 else float(rank)
    score = 1000.0 * granted(wish, rank) - 500.0 * (rank == 0 or rank == 12)
    return score + 100.0 * (suit == colour) + 2.0 * height + noise / 100.0


@strategy(
    "twyst", wish=param(0, 0, 4), colour=param(4, 0, 4), low=param(0, 0, 1), will=param(0, 0, 3), salt=param(0, 0, 1000)
)
def wishing(view, move, wish, colour, low, will, salt):
    """Bids what it wishes for and plays so that contracts are made, or so that they fail.

    wish: 0 anything, 1 an Ace, 2 a deuce, 3 a court, 4 a numeral. colour: the suit wished for, 4 for any. low: the
    lowest such card instead of the highest. will: 0 plays by a hash of the view, 1 for the contractors (they high and
    the others low; the other way round in a Misere), 2 against them, 3 wins every trick that it can.
    """
    noise = float(mix_move(all_seen(view, salt), move) % 97)
    if move.kind == BID:
        return bid_score(rank_of(move.card), suit_of(move.card), wish, colour, low, noise)
    if move.kind == NAME_LEADER or will == 0:
        return noise
    high = will == 3 or ((view.contract >= 0 and view.contract != MISERE) == (will == 1))
    strength = rank_of(move.card) + 20.0 * (suit_of(move.card) == view.trump)
    return (strength if high else -strength) + noise / 100.0
