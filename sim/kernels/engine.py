"""The kernels: they play games and batches of any game between strategies that score legal moves; made from the game's
rules.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from knotlab.sim.compiling import jit as compiling
from knotlab.sim.compiling.jit import inline, jit, record_type, vector_type
from knotlab.sim.compiling.later import types
from knotlab.sim.kernels.chance import CHANCES
from knotlab.sim.kernels.choice import PLAYER
from knotlab.sim.kernels.cycles import Search, build_search
from knotlab.sim.kernels.eventlog import row_dtype
from knotlab.sim.kernels.memory import copy_record
from knotlab.sim.kernels.seating import deal_of, player_on, rotation_of
from knotlab.sim.kernels.trace import trace_type
from knotlab.sim.kernels.turns import RUN, State, States, Turns, build_turns
from knotlab.sim.lowlevel import caller
from knotlab.sim.protocol import CAPPED, FINISHED, OVER, STALLED, TURN, Game

_deal_of, _rotation_of, _player_on = inline(deal_of), inline(rotation_of), inline(player_on)


# --- one game ---


@cache
def build_game(game: Game, turns: Turns) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Functions that play one game from its deal to its end, stalled and capped games included, and that play on from
    any position.
    """
    start, search = turns.start, build_search(game, turns.start, caller(_turn_signature(game)))
    first_return, replay = search.first_return, search.replay
    play_on = _build_play_on(turns, search)

    @jit
    def play_game(state, mark, options, run, other_run, log, trace):
        """Play a game from its deal: FINISHED, STALLED or CAPPED. mark: where earlier positions are kept."""
        start(state, run, trace)
        end = play_on(state, mark, options, run, log, trace, TURN)
        if end == STALLED and first_return(state, mark, options, run, other_run) > run.limit:
            end = CAPPED
        if run.turns > run.limit:
            replay(state, options, run, run.limit)
        return end

    return play_game, play_on


def _build_play_on(turns: Turns, search: Search) -> Callable[..., Any]:
    """A function that plays on, from a turn's beginning or within it: FINISHED, STALLED (everything would repeat from
    now on), or CAPPED, perhaps some turns after the limit.
    """
    open_turn, go_on = turns.open, turns.go_on
    begin_search, is_found, search_goes_on = search.begin, search.is_found, search.goes_on

    @inline
    def play_on(state, mark, options, run, log, trace, status):
        begin_search(state, run)
        while True:  # the steps of a turn stand here once, whether it is at its beginning or not
            if status == TURN:
                status = open_turn(state, run, trace)
            status = go_on(state, options, run, trace, log, None, status)
            if status == OVER:
                return FINISHED if run.turns <= run.limit else CAPPED
            if is_found(state, mark, run):
                return STALLED
            if run.turns >= run.limit and not search_goes_on(run):
                return CAPPED

    return play_on


# --- many games ---


@inline
def take_seats(run, game, rotations, n_players):
    """Note the deal and rotation of a game of a job, by number, and who plays on which seat."""
    run.deal, run.rotation = np.uint64(_deal_of(game, rotations)), _rotation_of(game, rotations)
    for seat in range(n_players):
        run.seating[seat] = _player_on(seat, run.rotation, n_players)


@inline
def take_players(run, entrants, chosen, i):
    """Let those play game i who are chosen for it, if anybody is: shape (games, players), by number among the
    entrants.
    """
    if i < chosen.shape[0]:
        for player in range(chosen.shape[1]):
            copy_record(run.players[player], entrants[chosen[i, player]])


@inline
def write_counts(run, result):
    """How long a game was, into its result."""
    result.turns, result.decisions, result.free, result.scored = run.turns, run.decisions, run.free, run.scored


def _build_note_of_totals(game: Game) -> Callable[..., Any]:
    """A function that notes in the view the totals of the match before a game, in games whose players see them."""
    if "totals" not in (game.view.names or ()):
        return inline(lambda view, totals, i: None)

    @inline
    def note_totals(view, totals, i):
        for seat in range(view.players):
            view.totals[seat] = totals[i, seat] if i < totals.shape[0] else 0

    return note_totals


def build_batch(game: Game) -> Callable[..., Any]:
    """A function that plays some games of a run, by number, and writes their results, both of shape (games,), and, with
    a log, one row per decision. entrants, chosen: as `take_players` has them; without rows where the players of the run
    play all games. totals: by game and seat, those of the match before the game; without rows for games by themselves.
    trace: notes events alone, which Python takes out while it is asked; or None.

    It gives back how many games it played: with a log, those before the first for which there was no more room
    (`used[0]` rows are used).
    """
    play_game, _ = build_game(game, build_turns(game))
    write_result, note_totals = game.rules.write_result, _build_note_of_totals(game)

    def play_batch(states, options, runs, entrants, chosen, numbers, totals, results, rotations, log, used, trace):
        state, mark = (
            State(states.views[0], states.hiddens[0], states.chances[0]),
            State(states.views[1], states.hiddens[1], states.chances[1]),
        )
        (view, hidden, _), (other_view, _, _) = state, mark
        run, other_run, choices = runs[0], runs[1], options[0]
        n_players = view.players
        for i in range(results.shape[0]):
            run.batch_index, run.game_number = i, numbers[i]
            take_players(run, entrants, chosen, i)
            take_players(other_run, entrants, chosen, i)
            take_seats(run, numbers[i], rotations, n_players)
            take_seats(other_run, numbers[i], rotations, n_players)
            note_totals(view, totals, i)
            note_totals(other_view, totals, i)
            result = results[i]
            run.log_row = first_row = used[0] if log is not None else 0
            result.end = play_game(state, mark, choices, run, other_run, log, trace)
            if log is not None:
                if run.log_row >= log.shape[0]:  # its last row takes what had no room, so that it is nobody's
                    return i
                # without what was played on while a cycle was looked for
                while run.log_row > first_row and log[run.log_row - 1].turn >= run.turns:
                    run.log_row -= 1
                used[0] = run.log_row
            write_counts(run, result)
            write_result(view, hidden, result)
        return results.shape[0]

    return play_batch


def build_traced(game: Game) -> Callable[..., Any]:
    """A function that plays one game up to its run's limit of turns and traces it; its last status."""
    start, play = build_turns(game)[:2]

    def play_traced(states, options, runs, trace):
        state, run, choices = State(states.views[0], states.hiddens[0], states.chances[0]), runs[0], options[0]
        start(state, run, trace)
        status = TURN
        while status == TURN and run.turns < run.limit:
            status = play(state, choices, run, trace, None, None)
        return status

    return play_traced


# --- compiling ---


def tables_type(game: Game) -> Any:
    """The compiler's type for some positions of a game."""
    return types.NamedTuple([vector_type(game.view), vector_type(game.hidden), vector_type(CHANCES)], States)


def _turn_signature(game: Game) -> Any:
    """turn(state, options, run, log) -> int64."""
    state = types.NamedTuple([record_type(game.view), record_type(game.hidden), record_type(CHANCES)], State)
    return types.int64(state, record_type(game.options), record_type(RUN), types.none)


def compile_turn(game: Game) -> Callable[..., Any]:
    """The game's compiled turn, which kernels call by its address (`RUN.turn_address`) in games they play again."""
    play = build_turns(game).play

    def turn(state, options, run, log):
        return play(state, options, run, None, log, None)

    return compiling.entry(turn, _turn_signature(game), f"{game.name}.turn")


def compile_batch(game: Game, told: bool) -> Callable[..., Any]:
    """The game's compiled batch kernel; told: that notes events in a trace."""
    return _batch(game, types.none, types.none, "play_batch", told)


def compile_logged(game: Game, told: bool) -> Callable[..., Any]:
    """The game's compiled batch kernel that writes the event log; told: and notes events in a trace."""
    return _batch(game, vector_type(row_dtype(game)), vector_type(np.int64), "play_logged", told)


def chosen_types() -> tuple[Any, Any]:
    """The types of entrants and of who is chosen among them."""
    return vector_type(PLAYER), types.int64[:, ::1]


def told_type(told: bool) -> Any:
    """The type of a kernel's trace of events, and of none."""
    return trace_type() if told else types.none


def _batch(game: Game, log: Any, used: Any, name: str, told: bool) -> Callable[..., Any]:
    """play_batch(states, options, runs, entrants, chosen, numbers, totals, results, rotations, log, used, trace)
    -> int64.
    """
    common = (tables_type(game), vector_type(game.options), vector_type(RUN), *chosen_types())
    games = (vector_type(np.int64), types.int64[:, ::1])
    signature = types.int64(*common, *games, vector_type(game.result), types.int64, log, used, told_type(told))
    return compiling.entry(build_batch(game), signature, f"{game.name}.{name}{'_told' if told else ''}")


def compile_traced(game: Game) -> Callable[..., Any]:
    """The game's compiled tracing kernel."""
    common = (tables_type(game), vector_type(game.options), vector_type(RUN))
    return compiling.entry(build_traced(game), types.int64(*common, trace_type()), f"{game.name}.play_traced")
