"""Counterfactuals: games brought to some decision, and played on from there more than once.

Positions are arrays with a game each. A branch starts from one with a move that is forced, or with the strategy's own
choice; its chance comes from the what-if streams of its rollout number (draw_protocol.md), so all branches of one
position share the chance of each rollout.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import types

from knotlab.sim import games
from knotlab.sim import jit as compiling
from knotlab.sim.chance import CHANCES, OWN, PURPOSES, turn_to, uniform
from knotlab.sim.engine import build_game, take_up
from knotlab.sim.errors import InputError
from knotlab.sim.jit import jit, vector
from knotlab.sim.job import Job, blame, fresh_runs, fresh_tables
from knotlab.sim.protocol import DECIDE, FINISHED, OVER, TURN, Game
from knotlab.sim.turns import RUN, Table, build_turns

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


def build_stop(game: Game) -> Callable:
    """A function that plays each of some games up to the decision of a number and keeps the positions; how many
    decisions they had, if fewer.
    """
    start, play = build_turns(game)[:2]

    def stop_games(tables, options, runs, numbers, decisions, rotations, views, hiddens, chances, kept):
        run, n = runs[0], tables.views[0].players
        table = Table(tables.views[0], tables.hiddens[0], tables.chances[0])
        for i in range(numbers.shape[0]):
            run.number = numbers[i]
            take_up(run, numbers[i], rotations, n)
            start(table, run, None)
            status = TURN
            while status == TURN and run.turns < run.limit:
                status = play(table, options[0], run, None, None, decisions[i])
            run.game = i if status == DECIDE else -1
            views[i], hiddens[i], chances[i], kept[i] = tables.views[0], tables.hiddens[0], tables.chances[0], runs[0]

    return stop_games


def build_branches(game: Game) -> Callable:
    """A function that plays on from each position with each of its moves in each rollout: results of shape (games x
    moves x rollouts,).
    """
    turns, write_result, redeal = build_turns(game), game.rules.write_result, game.rules.redeal
    _, play_on = build_game(game, turns)
    width = len(game.move._fields)

    @jit
    def deal_unseen(table, run):
        """Deal anew all that the player to move cannot see; the other players' own numbers of this game, too."""
        view, hidden, chance = table
        redeal(view, hidden, chance)
        for seat in range(view.players):
            if seat != view.seat and run.players[run.player[seat]].reads_game:
                run.game_uniform[seat] = uniform(chance, 3 * seat + OWN)

    @jit
    def branch(tables, options, run, move, unseen):
        """One branch from the position on the table to its end."""
        table = Table(tables.views[0], tables.hiddens[0], tables.chances[0])
        if unseen:
            deal_unseen(table, run)
        status = DECIDE
        if move[0] != CHOOSE:
            for k in range(width):
                options.move[0, k] = move[k]
            status = turns.apply(table, options, 0, None)
            run.decisions += 1
        if turns.go_on(table, options, run, None, None, None, status) == OVER:
            return FINISHED
        return play_on(tables, options, run, None)

    def play_branches(tables, options, runs, views, hiddens, chances, kept, moves, n_rollouts, unseen, results):
        n_moves = moves.shape[1]
        for i in range(views.shape[0]):
            for m in range(n_moves):
                for r in range(n_rollouts):
                    result = results[(i * n_moves + m) * n_rollouts + r]
                    if moves[i, m, 0] == ABSENT:
                        result.end = NOT_PLAYED
                        continue
                    tables.views[0], tables.hiddens[0], tables.chances[0], runs[0] = (
                        views[i],
                        hiddens[i],
                        chances[i],
                        kept[i],
                    )
                    turn_to(tables.chances[0], WHAT_IF, r + 1)
                    run = runs[0]
                    result.end = branch(tables, options[0], run, moves[i, m], unseen)
                    result.turns, result.decisions, result.free, result.scored = (
                        run.turns,
                        run.decisions,
                        run.free,
                        run.scored,
                    )
                    write_result(tables.views[0], tables.hiddens[0], result)

    return play_branches


def _common(game: Game) -> tuple[Any, ...]:
    tables = types.NamedTuple([vector(game.view), vector(game.hidden), vector(CHANCES)], Table)
    return tables, vector(game.options), vector(RUN)


def _kept(game: Game) -> tuple[Any, ...]:
    return vector(game.view), vector(game.hidden), vector(CHANCES), vector(RUN)


@compiling.once
def stop_kernel(name: str) -> Any:
    """The compiled function that brings games to a decision, once a process."""
    game = games.find(name)
    numbers = vector(np.int64)
    signature = types.none(*_common(game), numbers, numbers, types.int64, *_kept(game))
    return compiling.entry(build_stop(game), signature, f"{name}.stop_games")


@compiling.once
def branch_kernel(name: str) -> Any:
    """The compiled function that plays on from positions, once a process."""
    game = games.find(name)
    moves = types.Array(types.int64, 3, "C")
    signature = types.none(*_common(game), *_kept(game), moves, types.int64, types.boolean, vector(game.result))
    return compiling.entry(build_branches(game), signature, f"{name}.play_branches")


def positions(job: Job, numbers: np.ndarray, decisions: np.ndarray) -> Positions:
    """Games of a job, by number, each before its decision of a number (from 0); both of shape (games,).

    Raises InputError if a game has no such decision.
    """
    game, n = games.find(job.game), len(numbers)
    tables, runs = fresh_tables(game, job), fresh_runs(job)
    found = Positions(np.zeros(n, game.view), np.zeros(n, game.hidden), np.zeros(n, CHANCES), np.zeros(n, RUN))
    options = np.zeros(1, game.options)
    try:
        stop_kernel(job.game)(
            tables, options, runs, numbers.astype(np.int64), decisions.astype(np.int64), job.rotations, *found
        )
    except Exception as error:
        raise blame(job, tables, runs, int(runs[0].number), error) from error
    if (found.runs["game"] < 0).any():
        i = int(np.argmax(found.runs["game"] < 0))
        raise InputError(
            f"game {numbers[i]} has no decision {decisions[i]}; its decisions are 0 to "
            f"{int(found.runs['decisions'][i]) - 1}"
        )
    return found


def play_branches(job: Job, start: Positions, moves: np.ndarray, n_rollouts: int, unseen: bool = False) -> np.ndarray:
    """Play on from positions: results of shape (games, moves, rollouts), fields by seat.

    moves: int64 of shape (games, moves, numbers of a move); the first number CHOOSE lets the strategy choose, ABSENT
    leaves the branch out (its `end` is NOT_PLAYED). unseen: in each rollout deal anew, uniformly, what the player to
    move cannot see; else hidden cards stay as dealt. Raises StrategyError if a strategy fails.
    """
    game = games.find(job.game)
    tables, runs = fresh_tables(game, job), fresh_runs(job)
    results = np.zeros(moves.shape[0] * moves.shape[1] * n_rollouts, game.result)
    kept = start._replace(runs=start.runs.copy())
    kept.runs["turn"], kept.runs["players"] = runs["turn"][0], runs["players"][0]
    options = np.zeros(1, game.options)
    try:
        branch_kernel(job.game)(
            tables, options, runs, *kept, np.require(moves, np.int64, ["C", "W"]), n_rollouts, unseen, results
        )
    except Exception as error:
        raise blame(job, tables, runs, int(runs[0].number), error, on_branch=True) from error
    return results.reshape(moves.shape[0], moves.shape[1], n_rollouts)


def play_again(job: Job, numbers: np.ndarray) -> np.ndarray:
    """Results of games of a job, by number, on the same deals with another chance of play, shape (games,)."""
    return play_branches(job, positions(job, numbers, np.zeros(len(numbers))), own_choice(job, len(numbers)), 1)[
        :, 0, 0
    ]


def own_choice(job: Job, n: int) -> np.ndarray:
    """Moves for `play_branches`: in each of n games what the strategy chooses, shape (n, 1, numbers of a move)."""
    return np.full((n, 1, len(games.find(job.game).move._fields)), CHOOSE, np.int64)
