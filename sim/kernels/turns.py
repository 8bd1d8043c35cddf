"""One turn of any game: the steps that every kernel is made of, from the game's rules and the strategies' choices."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim.compiling.jit import inline, jit
from knotlab.sim.kernels.chance import OWN, rewind, uniform
from knotlab.sim.kernels.choice import PLAYER, build_choice, move_reader
from knotlab.sim.kernels.cycles import CYCLE
from knotlab.sim.kernels.eventlog import build_log
from knotlab.sim.kernels.trace import FORCED, note_decision
from knotlab.sim.protocol import CHANCE, DECIDE, MAX_SEATS, OVER, TURN, Game, record_dtype

RUN = record_dtype(
    [
        ("deal", "u8"),
        ("rollout", "u8"),
        ("rotation", "i8"),
        ("batch_index", "i8"),  # place of the game in this batch
        ("game_number", "i8"),  # number of the game in its job
        ("limit", "i8"),
        ("turn_address", "i8"),  # of the function that plays a turn
        ("conditions_address", "i8"),  # of the function that says which conditions hold, for the event log; or 0
        ("players", PLAYER, MAX_SEATS),  # by number of player
        ("seating", "i8", MAX_SEATS),  # by seat: the number of the player on it
        ("game_uniform", "f8", MAX_SEATS),  # by seat
        ("new_turn", "i8"),
        ("turns", "i8"),
        ("decisions", "i8"),
        ("free", "i8"),
        ("scored", "i8"),
        ("how", "i8"),  # how the last decision was made (sim/kernels/trace.py)
        ("log_row", "i8"),  # rows of the event log so far
        ("cycle", CYCLE),
        ("apart", "u1", 128),  # two threads writing to one cache line would each wait for the other
    ]
)


class State(NamedTuple):
    """One complete position with its random streams: three records. Compiled code unpacks it, since Numba takes any
    attribute called `view` for the method of an array.
    """

    view: Any
    hidden: Any
    chance: Any


class States(NamedTuple):
    """Several positions with their random streams: three record arrays of one length."""

    views: Any
    hiddens: Any
    chances: Any


class Turns(NamedTuple):
    """The compiled steps of a game, for all kernels. `trace`, `log` and `stop` may be None: the compiler then drops
    everything that they are for.
    """

    start: Callable[..., Any]  # (state, run, trace): deal the game and make its first position
    # (state, options, run, trace, log, stop): one turn; TURN, OVER, or DECIDE before decision number `stop`
    play: Callable[..., Any]
    go_on: Callable[..., Any]  # (state, options, run, trace, log, stop, status): the rest of a turn
    apply: Callable[..., Any]  # (state, options, i, trace): play legal move number i
    open: Callable[..., Any]  # (state, run, trace): begin a turn; the rules' status


@cache
def build_turns(game: Game) -> Turns:
    """The steps of a game, from its rules."""
    apply_at = _build_apply(game)
    go_on = _build_rest_of_turn(game, apply_at)
    begin = _build_beginning(game)
    return Turns(_build_start(game), _build_turn(begin, go_on), go_on, apply_at, begin)


def _build_start(game: Game) -> Callable[..., Any]:
    """A function that deals a game and makes its first position."""
    deal, begin, draw_chance, settle = game.rules.deal, game.rules.begin, game.rules.draw_chance, game.rules.settle

    @jit
    def start(state, run, trace):
        view, hidden, chance = state
        rewind(chance, run.deal, run.rollout)
        deal(view, hidden, chance)
        if begin(view, hidden, trace) == CHANCE:
            draw_chance(view, hidden, chance)
            settle(view, hidden, trace)
        run.turns = run.decisions = run.free = run.scored = 0
        view.turn_uniform = view.decision_uniform = np.nan
        for seat in range(view.players):
            run.game_uniform[seat] = np.nan
            if run.players[run.seating[seat]].reads_game:
                run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)

    return start


def _build_rest_of_turn(game: Game, apply_at: Callable[..., Any]) -> Callable[..., Any]:
    """A function that plays the rest of a turn: TURN or OVER, or DECIDE if it stops."""
    legal, draw_chance, settle = game.rules.legal, game.rules.draw_chance, game.rules.settle
    choose, log_decision, log_outcome = build_choice(game), build_log(game), game.log.outcome

    @inline
    def go_on(state, options, run, trace, log, stop, status):
        view, hidden, chance = state
        player = run.players[run.seating[view.seat]]
        while status != TURN and status != OVER:
            if status == CHANCE:
                draw_chance(view, hidden, chance)
                status = settle(view, hidden, trace)
                continue
            if stop is not None and run.decisions == stop:
                return DECIDE
            n = legal(view, options)
            chosen = 0
            if n > 1:
                chosen = choose(state, options, n, player, run, trace)
            else:
                run.how = FORCED
                note_decision(trace, view.seat, options, n, 0, FORCED)
            if log is not None:
                seat, row = view.seat, log_decision(state, options, n, chosen, run, log)
                status = apply_at(state, options, chosen, trace)
                log_outcome(view, hidden, seat, status, log[row])
            else:
                status = apply_at(state, options, chosen, trace)
            run.decisions += 1
        run.turns += 1
        return status

    return go_on


def _build_beginning(game: Game) -> Callable[..., Any]:
    """A function that begins the turn of the player whose it is."""
    open_turn, note_cheating = game.rules.open_turn, _build_note_of_cheating(game)

    @inline
    def begin(state, run, trace):
        view, hidden, _ = state
        player = run.players[run.seating[view.seat]]
        view.game_uniform = run.game_uniform[view.seat]
        note_cheating(view, player)
        if player.reads_game:
            view.turn_uniform = view.decision_uniform = np.nan
        run.new_turn = 1
        return open_turn(view, hidden, trace)

    return begin


def _build_turn(begin: Callable[..., Any], go_on: Callable[..., Any]) -> Callable[..., Any]:
    """A function that plays all that one player does until play passes on: TURN or OVER, or DECIDE if it stops."""

    @jit
    def play(state, options, run, trace, log, stop):
        return go_on(state, options, run, trace, log, stop, begin(state, run, trace))

    return play


def _build_note_of_cheating(game: Game) -> Callable[..., Any]:
    """A function that notes in the view whether its player cheats, in games in which one can."""
    if "cheats" not in (game.view.names or ()):
        return inline(lambda view, player: None)

    @inline
    def note_cheating(view, player):
        view.cheats = player.cheats

    return note_cheating


def _build_apply(game: Game) -> Callable[..., Any]:
    """A function that plays legal move number i."""
    apply, numbers_of = game.rules.apply, move_reader(len(game.move._fields))

    @inline
    def apply_at(state, options, i, trace):
        view, hidden, _ = state
        return apply(view, hidden, trace, *numbers_of(options, i))

    return apply_at
