"""One decision: a strategy rates the legal moves, and one of them is chosen.

A player's `rate` function scores all the moves of a decision in one call. It is compiled by itself, has one signature
for all strategies of a game, and is called by address, so kernels are compiled once whatever strategies they play. How
a decision is made, and every random word it takes, is fixed in `draw_protocol.md`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from knotlab.sim.compiling.jit import from_source, inline, jit, record_type
from knotlab.sim.compiling.later import types
from knotlab.sim.kernels.chance import OWN, TIES, TREMBLE, below, uniform
from knotlab.sim.kernels.shown import shown, shown_to_plan
from knotlab.sim.kernels.trace import SCORED, TREMBLED, note_decision
from knotlab.sim.lowlevel import ask_python, caller
from knotlab.sim.protocol import MAX_PARAMETERS, Game, record_dtype

PLAYER = record_dtype(
    [
        ("value", "f8", MAX_PARAMETERS),
        ("tremble", "f8"),
        ("temperature", "f8"),
        ("reads_game", "i8"),  # whether the strategy reads any of its own uniform numbers
        ("reads_turn", "i8"),
        ("reads_decision", "i8"),
        ("cheats", "i8"),  # whether it is offered moves that break the rules
        ("rate_address", "i8"),  # of its function that rates moves (sim/lowlevel.py)
        ("asks_address", "i8"),  # of the C function that asks an object in Python (sim/playing/asked.py)
        ("assumed_address", "i8"),  # of the players with whom one who looks ahead plays games on
    ]
)


# --- rating the moves ---


def build_rate(
    game: Game, score: Callable[..., Any], plan: Callable[..., Any] | None, kinds: str
) -> Callable[..., Any]:
    """A strategy's `rate(view, options, n, player)`: plan, from an empty `view.plan`, then score n legal moves.

    The scores go into `options.score`, the highest and how many share it into `options.best` and `options.equals`; the
    first of those is returned. kinds: a letter for each of the strategy's parameters, `i` for whole numbers. Raises
    ValueError on a score that is not a number.
    """
    score_at, move_at = build_score(score, kinds), move_maker(game)
    planning = f"view.plan[:] = 0.0\n    plan(shown(view){_values(kinds)})" if plan else "pass"
    make_plan = from_source(f"def make_plan(view, player):\n    {planning}\n", plan=plan, shown=shown_to_plan)

    def rate(view, options, n, player):
        make_plan(view, player)
        best, equals, chosen = -np.inf, 0, 0
        for i in range(n):
            value = score_at(view, move_at(options, i), player)
            if value != value:
                raise ValueError("a score is not a number (NaN)")
            options.score[i] = value
            better = value > best
            equals = 1 if better else equals + (value == best)
            chosen = i if better else chosen
            best = value if better else best
        options.best, options.equals = best, equals
        return chosen

    return rate


def build_asking(game: Game) -> Callable[..., Any]:
    """The `rate(view, options, n, player)` of players that are objects in Python: the move that Python names scores 1
    and the others 0, unless Python has scored them all.

    Raises RuntimeError where Python gives no move, or a score that is not a number; what was wrong is known there.
    """

    def rate(view, options, n, player):
        answer = ask_python(player.asks_address, view, options, n)
        if answer == -1:
            raise RuntimeError("Python gave no move")
        best, equals, chosen = -np.inf, 0, 0
        for i in range(n):
            if answer >= 0:
                options.score[i] = 1.0 if i == answer else 0.0
            value = options.score[i]
            better = value > best
            equals = 1 if better else equals + (value == best)
            chosen = i if better else chosen
            best = value if better else best
        options.best, options.equals = best, equals
        return chosen

    return rate


def build_score(score: Callable[..., Any], kinds: str) -> Callable[..., Any]:
    """A strategy's `score_at(view, move, player)`."""
    source = f"def score_at(view, move, player):\n    return score(shown(view), move{_values(kinds)})\n"
    return from_source(source, score=score, shown=shown)


def _values(kinds: str) -> str:
    """A player's parameters as further arguments of a call."""
    cast = {"i": "int64(player.value[{}])", "f": "player.value[{}]"}
    return "".join(", " + cast[letter].format(i) for i, letter in enumerate(kinds))


def rate_signature(game: Game) -> Any:
    """rate(view, options, n, player) -> int64."""
    return types.int64(record_type(game.view), record_type(game.options), types.int64, record_type(PLAYER))


def score_signature(game: Game) -> Any:
    """score_at(view, move, player) -> float64."""
    move = types.NamedUniTuple(types.int64, len(game.move._fields), game.move)
    return types.float64(record_type(game.view), move, record_type(PLAYER))


def move_maker(game: Game) -> Callable[..., Any]:
    """A function that gives legal move number i as the game's own tuple."""
    move, numbers_of = game.move, move_reader(len(game.move._fields))
    return inline(lambda options, i: move(*numbers_of(options, i)))


def move_reader(width: int) -> Callable[..., Any]:
    """A function that gives the numbers of legal move number i as a tuple, for moves of this many numbers."""
    if width == 1:
        return inline(lambda options, i: (int(options.move[i, 0]),))
    others_of, k = move_reader(width - 1), width - 1
    return inline(lambda options, i: (*others_of(options, i), int(options.move[i, k])))


# --- choosing one ---


@inline
def draw_uniforms(view, chance, player, run):
    """The strategy's own random numbers for a decision with a choice."""
    own = 3 * view.seat + OWN
    if player.reads_turn and run.new_turn:
        view.turn_uniform = uniform(chance, own)
    run.new_turn = 0
    if player.reads_decision:
        view.decision_uniform = uniform(chance, own)


@inline
def break_tie(options, n, chance, seat, best, equals):
    """The number of one of the moves that share the highest score, by one draw."""
    skip = below(chance, 3 * seat + TIES, equals)
    if equals == n:
        return skip
    for i in range(n):
        if options.score[i] == best:
            if skip == 0:
                return i
            skip -= 1
    return n - 1


@inline
def weight(score, best, temperature):
    """How likely a move is at a temperature, up to a common factor."""
    if score == best:
        return 1.0
    if best == np.inf:
        return 0.0
    return np.exp((score - best) / temperature)


@jit
def pick_softly(options, n, chance, seat, temperature):
    """The number of a move drawn with probability proportional to exp(score / temperature)."""
    best = options.score[0]
    for i in range(1, n):
        best = max(best, options.score[i])
    total = 0.0
    for i in range(n):
        total += weight(options.score[i], best, temperature)
    target = uniform(chance, 3 * seat + TREMBLE) * total
    running = 0.0
    last = 0
    for i in range(n):
        share = weight(options.score[i], best, temperature)
        running += share
        if share > 0.0:
            last = i
        if running > target:
            return i
    return last


def build_choice(game: Game) -> Callable[..., Any]:
    """The function that makes one decision by a strategy's scores, for a game's moves."""
    call_rate = caller(rate_signature(game))

    @inline
    def choose(state, options, n, player, run, trace):
        """The number of the move to play, of n >= 2."""
        view, _, chance = state
        seat = view.seat
        run.free += 1
        if player.reads_game:
            draw_uniforms(view, chance, player, run)
        trembles = player.tremble > 0.0 and uniform(chance, 3 * seat + TREMBLE) < player.tremble
        chosen, best, equals, is_asked = 0, 0.0, 1, not trembles
        if trace is not None:  # one that has room for scores
            is_asked = is_asked or trace.scores.shape[0] > 0
        if is_asked:
            chosen = call_rate(player.rate_address, view, options, n, player)
            best, equals = options.best, options.equals
            run.scored += n
        if trembles:
            chosen = below(chance, 3 * seat + TREMBLE, n)
        elif player.temperature > 0.0:
            chosen = pick_softly(options, n, chance, seat, player.temperature)
        elif equals > 1:
            chosen = break_tie(options, n, chance, seat, best, equals)
        run.how = TREMBLED if trembles else SCORED
        note_decision(trace, seat, options, n, chosen, run.how)
        return chosen

    return choose
