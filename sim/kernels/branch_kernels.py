"""The kernels of counterfactuals: they bring games to a decision, and play on from there more than once."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling import jit as compiling
from knotlab.sim.compiling.jit import jit, vector_type
from knotlab.sim.compiling.later import types
from knotlab.sim.kernels.chance import CHANCES, OWN, PURPOSES, turn_to, uniform
from knotlab.sim.kernels.engine import (
    build_game,
    chosen_types,
    tables_type,
    take_players,
    take_seats,
    told_type,
    write_counts,
)
from knotlab.sim.kernels.memory import copy_record
from knotlab.sim.kernels.turns import RUN, State, build_turns
from knotlab.sim.protocol import DECIDE, TURN, Game

CHOOSE = -1  # a move's first number: no move is forced
ABSENT = -2  # a move's first number: there is no such branch
NOT_PLAYED = 255  # the end of a branch that was absent
WHAT_IF = PURPOSES["what-if"]


class Positions(NamedTuple):
    """Games stopped before a decision, all of shape (games,): both parts of the position, the random streams and the
    state of play.
    """

    views: np.ndarray
    hiddens: np.ndarray
    chances: np.ndarray
    runs: np.ndarray


@jit
def load(positions, i, states, runs):
    """Load position number i into the state."""
    copy_record(states.views[0], positions.views[i])
    copy_record(states.hiddens[0], positions.hiddens[i])
    copy_record(states.chances[0], positions.chances[i])
    copy_record(runs[0], positions.runs[i])


@jit
def load_again(positions, i, states, run):
    """Load position number i once more after a branch; the streams are reset for each."""
    copy_record(states.views[0], positions.views[i])
    copy_record(states.hiddens[0], positions.hiddens[i])
    before = positions.runs[i]
    run.new_turn, run.turns = before.new_turn, before.turns
    run.decisions, run.free, run.scored = before.decisions, before.free, before.scored
    for seat in range(states.views[0].players):
        run.game_uniform[seat] = before.game_uniform[seat]


@jit
def save(states, runs, positions, i):
    """Keep the state as position number i."""
    copy_record(positions.views[i], states.views[0])
    copy_record(positions.hiddens[i], states.hiddens[0])
    copy_record(positions.chances[i], states.chances[0])
    copy_record(positions.runs[i], runs[0])


def build_stop(game: Game) -> Callable[..., Any]:
    """A function that plays each of some games up to the decision of a number and keeps the positions; how many
    decisions they had, if fewer. entrants, chosen: as `take_players` has them.
    """
    start, play = build_turns(game)[:2]

    def stop_games(states, options, runs, entrants, chosen, numbers, decisions, rotations, positions, trace):
        run, state = runs[0], State(states.views[0], states.hiddens[0], states.chances[0])
        for i in range(numbers.shape[0]):
            run.batch_index, run.game_number = i, numbers[i]
            take_players(run, entrants, chosen, i)
            take_seats(run, numbers[i], rotations, states.views[0].players)
            start(state, run, trace)
            status = TURN
            while status == TURN and run.turns < run.limit:
                status = play(state, options[0], run, trace, None, decisions[i])
            run.batch_index = i if status == DECIDE else -1
            save(states, runs, positions, i)

    return stop_games


def build_advance(game: Game) -> Callable[..., Any]:
    """A function that plays some positions on, by their strategies' choices, up to the decision of a number, and keeps
    them as they stand then.
    """
    turns = build_turns(game)
    play, go_on = turns.play, turns.go_on

    def advance_games(states, options, runs, decision, positions):
        run, state = runs[0], State(states.views[0], states.hiddens[0], states.chances[0])
        for i in range(positions.runs.shape[0]):
            load(positions, i, states, runs)
            status = go_on(state, options[0], run, None, None, decision, DECIDE)
            while status == TURN and run.turns < run.limit:
                status = play(state, options[0], run, None, None, decision)
            run.batch_index = i if status == DECIDE else -1
            save(states, runs, positions, i)

    return advance_games


def build_branches(game: Game) -> Callable[..., Any]:
    """A function that plays on from each position with each of its moves in each rollout: results of shape (games x
    moves x rollouts,).
    """
    branch, write_result = _build_branch(game), game.rules.write_result

    def play_branches(states, options, runs, positions, moves, n_rollouts, unseen, results, trace):
        run, n_moves = runs[0], moves.shape[1]
        for i in range(moves.shape[0]):
            load(positions, i, states, runs)
            for m in range(n_moves):
                for r in range(n_rollouts):
                    result = results[(i * n_moves + m) * n_rollouts + r]
                    if moves[i, m, 0] == ABSENT:
                        result.end = NOT_PLAYED
                        continue
                    load_again(positions, i, states, run)
                    turn_to(states.chances[0], WHAT_IF, r + 1)
                    result.end = branch(states, options[0], run, moves[i, m], unseen, trace)
                    write_counts(run, result)
                    write_result(states.views[0], states.hiddens[0], result)

    return play_branches


def _build_branch(game: Game) -> Callable[..., Any]:
    """A function that plays one branch from the present state to its end."""
    turns, deal_unseen = build_turns(game), _build_new_deal(game)
    _, play_on = build_game(game, turns)
    width = len(game.move._fields)

    @jit
    def branch(states, options, run, move, unseen, trace):
        state = State(states.views[0], states.hiddens[0], states.chances[0])
        mark = State(states.views[1], states.hiddens[1], states.chances[1])
        if unseen:
            deal_unseen(state, run)
        status = DECIDE
        if move[0] != CHOOSE:
            for k in range(width):
                options.move[0, k] = move[k]
            status = turns.apply(state, options, 0, trace)
            run.decisions += 1
            run.turns += status == TURN
        return play_on(state, mark, options, run, None, trace, status)

    return branch


def _build_new_deal(game: Game) -> Callable[..., Any]:
    """A function that redeals everything that the player to move cannot see, the other players' own numbers of this
    game included.
    """
    redeal = game.rules.redeal

    @jit
    def deal_unseen(state, run):
        view, hidden, chance = state
        redeal(view, hidden, chance)
        for seat in range(view.players):
            if seat != view.seat and run.players[run.seating[seat]].reads_game:
                run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)

    return deal_unseen


# --- compiling ---


def _common(game: Game) -> tuple[Any, ...]:
    """The types of states, options and runs."""
    return tables_type(game), vector_type(game.options), vector_type(RUN)


def _positions_type(game: Game) -> Any:
    return types.NamedTuple(
        [vector_type(game.view), vector_type(game.hidden), vector_type(CHANCES), vector_type(RUN)], Positions
    )


@compiling.once
def stop_kernel(name: str, told: bool) -> Any:
    """The compiled function that brings games to a decision, once a process; told: and notes events in a trace."""
    game = games.find(name)
    numbers = vector_type(np.int64)
    which = (*chosen_types(), numbers, numbers)
    signature = types.none(*_common(game), *which, types.int64, _positions_type(game), told_type(told))
    return compiling.entry(build_stop(game), signature, f"{name}.stop_games{'_told' if told else ''}")


@compiling.once
def advance_kernel(name: str) -> Any:
    """The compiled function that plays positions on to a later decision, once a process."""
    game = games.find(name)
    signature = types.none(*_common(game), types.int64, _positions_type(game))
    return compiling.entry(build_advance(game), signature, f"{name}.advance_games")


@compiling.once
def branch_kernel(name: str, told: bool) -> Any:
    """The compiled function that plays on from positions, once a process; told: and notes events in a trace."""
    game = games.find(name)
    moves = types.Array(types.int64, 3, "C")
    rest = (moves, types.int64, types.boolean, vector_type(game.result), told_type(told))
    signature = types.none(*_common(game), _positions_type(game), *rest)
    return compiling.entry(build_branches(game), signature, f"{name}.play_branches{'_told' if told else ''}")
