"""Counterfactuals: games brought to some decision, and played on from there more than once.

Positions are arrays with one game each. A branch starts from one with a move that is forced, or with the strategy's own
choice; its chance comes from the what-if streams of its rollout number (draw_protocol.md), so all branches of one
position share the chance of each rollout.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.branch_kernels import (
    ABSENT,
    CHOOSE,
    NOT_PLAYED,
    Positions,
    advance_kernel,
    branch_kernel,
    stop_kernel,
)
from knotlab.sim.kernels.chance import CHANCES, streams
from knotlab.sim.kernels.turns import RUN
from knotlab.sim.playing import asked
from knotlab.sim.playing.asked import refuse_object
from knotlab.sim.playing.job import (
    Job,
    Tables,
    all_players,
    blame,
    call_kernel,
    chosen_players,
    fresh_runs,
    fresh_states,
    moves_room,
    play_asked,
    playing_at,
    table_by_table,
)
from knotlab.sim.playing.players import Player
from knotlab.sim.playing.trial import try_out

__all__ = [
    "ABSENT",
    "CHOOSE",
    "NOT_PLAYED",
    "Positions",
    "advance",
    "choices_made_anew",
    "own_choice",
    "play_again",
    "play_branches",
    "positions",
    "standing",
]


AT_ONCE = 1024  # games of which the positions are in memory, about 10 kB each


def positions(job: Job, numbers: np.ndarray, decisions: np.ndarray, tables: Tables | None = None) -> Positions:
    """Bring games to a decision.

    job: the run that the games belong to. numbers (int64 array of shape (games,)): the games, by number. decisions
    (int64 array of shape (games,)): before which of its decisions each game stops, counted from 0. tables: who plays
    each game, if not the job's players, and goes on with it. Returns the games as they stand before these decisions.
    Raises InputError if a game has no such decision. Raises StrategyError if a strategy fails on the way.
    """
    players = all_players(job, tables)
    if decisions.any():
        _refuse_objects(players)
    try_out(job)
    game, n = games.find(job.game), len(numbers)
    states, runs = fresh_states(game, job), fresh_runs(job)
    stopped = Positions(np.zeros(n, game.view), np.zeros(n, game.hidden), np.zeros(n, CHANCES), np.zeros(n, RUN))
    which = (*chosen_players(tables), numbers.astype(np.int64), decisions.astype(np.int64))
    told = asked.noted(job, states)
    try:
        kernel = stop_kernel(job.game, told is not None)
        call_kernel(kernel, players, runs, states, moves_room(game), runs, *which, job.rotations, stopped, told)
    except Exception as error:
        playing = playing_at(job, tables, int(runs[0].batch_index))
        raise blame(playing, states, runs, int(runs[0].game_number), error) from error
    too_short = np.flatnonzero(stopped.runs["batch_index"] < 0)
    if len(too_short):
        i = int(too_short[0])
        last = int(stopped.runs["decisions"][i]) - 1
        raise InputError(f"game {numbers[i]} has no decision {decisions[i]}; its decisions are 0 to {last}")
    return stopped


def advance(job: Job, start: Positions, decision: int) -> Positions:
    """Let positions be played on by the strategies' own choices, up to a later decision.

    start: games stopped before decision `decision` or an earlier one. decision: before which decision they stop,
    counted from 0; one that every game has. Returns the games as they stand before that decision; `start` is left as it
    is. Raises InputError if a game ends before. Raises StrategyError if a strategy fails on the way.
    """
    game = games.find(job.game)
    states, runs = fresh_states(game, job), fresh_runs(job)
    moved = Positions(*(part.copy() for part in start))
    _seat_players(moved, runs)
    try:
        call_kernel(advance_kernel(job.game), job.players, runs, states, moves_room(game), runs, decision, moved)
    except Exception as error:
        raise blame(job, states, runs, int(runs[0].game_number), error) from error
    ended = moved.runs["game_number"][moved.runs["batch_index"] < 0]
    if len(ended):
        raise InputError(f"game {ended[0]} has no decision {decision}")
    return moved


def choices_made_anew(job: Job, view: np.record, deals: np.ndarray, decision: int, rotation: int = 0) -> Positions:
    """A position with all that is hidden dealt anew, where choices were made before it that nobody has seen: they are
    made again with the new cards.

    job: who makes them. view: of the player to move. deals (int array of shape (games,)): numbers of the random deals.
    decision: the number of the decision that he stands before. rotation: how the players of the job sit. Returns
    positions of shape (games,). Raises InputError if a player cannot play on.
    """
    _refuse_objects(job.players)
    start = positions(job, deals * job.rotations + rotation, np.zeros(len(deals), np.int64))
    games.find(job.game).deal_others(start.views, start.hiddens, view, job.seed, deals)
    return advance(job, start, decision)


def standing(job: Job, view: np.record, hidden: np.record) -> Positions:
    """A position that somebody made, before a decision, for the players of a job to play on from, as an array of one.

    job: its players sit in their order; the random numbers are those of its seed. Raises InputError if a player cannot
    play on.
    """
    _refuse_objects(job.players)
    try_out(job)
    runs, views = fresh_runs(job)[:1].copy(), np.array([view])
    runs["seating"][:, : job.n_players] = np.arange(job.n_players)
    runs["game_uniform"][:, : job.n_players] = np.random.default_rng(job.seed).random(job.n_players)
    runs["new_turn"] = 1
    if "cheats" in (views.dtype.names or ()):
        views["cheats"] = job.players[int(view["seat"])].cheats
    return Positions(views, np.array([hidden]), streams(job.seed, "what-if"), runs)


def _refuse_objects(players: Sequence[Player]) -> None:
    """Raise InputError for players in plain Python."""
    for player in players:
        refuse_object(player.functions, "play on from one position more than once")


def _seat_players(start: Positions, runs: np.ndarray) -> None:
    """Let the players of a job play on from positions."""
    for name in ("turn_address", "players"):
        start.runs[name] = runs[name][0]


def play_branches(
    job: Job,
    start: Positions,
    moves: np.ndarray,
    n_rollouts: int,
    unseen: bool = False,
    tables: Tables | None = None,
) -> np.ndarray:
    """Play on from positions.

    job: who plays on: the run that the positions come from, perhaps with other players. moves (int64 array of shape
    (games, moves, numbers of a move)): the first move of each branch; the first number CHOOSE lets the strategy choose,
    ABSENT leaves the branch out (its `end` is NOT_PLAYED). unseen: whether each rollout redeals, uniformly, what the
    player to move cannot see; else hidden cards stay as dealt. tables: who plays each game, as `positions` was told;
    without it the job's players play all. Returns the results, with fields by seat, a record array of shape (games,
    moves, rollouts). Raises StrategyError if a strategy fails.
    """
    game = games.find(job.game)
    states, runs = fresh_states(game, job), fresh_runs(job)
    results = np.zeros(moves.shape[0] * moves.shape[1] * n_rollouts, game.result)
    if tables is None:
        start = start._replace(runs=start.runs.copy())
        _seat_players(start, runs)
    moves, told = np.require(moves, np.int64, ["C", "W"]), asked.noted(job, states)
    try:
        kernel, room = branch_kernel(job.game, told is not None), moves_room(game)
        players = all_players(job, tables)
        call_kernel(kernel, players, runs, states, room, runs, start, moves, n_rollouts, unseen, results, told)
    except Exception as error:
        playing, index = playing_at(job, tables, int(runs[0].batch_index)), int(runs[0].game_number)
        raise blame(playing, states, runs, index, asked.failure() or error, on_branch=True) from error
    return results.reshape(moves.shape[0], moves.shape[1], n_rollouts)


def play_again(job: Job, numbers: np.ndarray, tables: Tables | None = None) -> np.ndarray:
    """Results of games of a job, by number, on the same deals with another chance of play, shape (games,).

    tables: who plays each game, if not the job's players.
    """
    if tables and tables.asks:
        return table_by_table(play_again, job, numbers, tables)
    results = np.zeros(len(numbers), games.find(job.game).result)
    if not job.asks:
        for first in range(0, len(numbers), AT_ONCE):
            some = slice(first, first + AT_ONCE)
            results[some] = _play_again(job, numbers[some], tables.of(some) if tables else None)
        return results

    def play(one: slice) -> int:
        results[one] = _play_again(job, numbers[one])
        return 1

    play_asked(replace(job, purpose="what-if", rollout=1), numbers, results, play)
    return results


def _play_again(job: Job, numbers: np.ndarray, tables: Tables | None = None) -> np.ndarray:
    start = positions(job, numbers, np.zeros(len(numbers)), tables)
    return play_branches(job, start, own_choice(job, len(numbers)), 1, tables=tables)[:, 0, 0]


def own_choice(job: Job, n_games: int) -> np.ndarray:
    """Moves for `play_branches`: in each game what the strategy chooses, shape (games, 1, numbers of a move)."""
    return np.full((n_games, 1, len(games.find(job.game).move._fields)), CHOOSE, np.int64)
