"""Decisions of games, each with what its moves gain over the one that the player makes, by a thinker's rollouts
(`sim/kernels/lookahead.py`): all moves of a decision are played on as many deals of the unseen cards as each other.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import jit, whole
from knotlab.sim.kernels.chance import CHANCES
from knotlab.sim.kernels.choice import build_choice, move_maker
from knotlab.sim.kernels.lookahead import SUM, Room, build_base_move, build_rollouts
from knotlab.sim.kernels.turns import RUN, State, build_turns
from knotlab.sim.kernels.vectors import ROOM
from knotlab.sim.playing.job import compile_ahead, fresh_runs, fresh_states
from knotlab.sim.playing.players import records_of_players
from knotlab.sim.protocol import CHANCE, OVER, TURN
from knotlab.strategies.resolve import player
from knotlab.studies.publishing.champions.lesson import MOST_TURNS, best_of
from knotlab.studies.publishing.champions.records import Environment

MOST_MOVES = 32  # of a decision; one with more is not looked at
MOST_ENTRIES = 6 * ROOM  # of a decision and its moves on average, by far
PLAYED_ON = 4  # times that each move is
LOOKED_AT = 0.1  # share of decisions that are
FOLLOWED = 0.5  # share of these at which the move that gained most is made


class Labels(NamedTuple):
    """Decisions and what their moves gain, as arrays in which one decision follows the other.

    moves: how many a decision has. sizes: how many entries describe it, and how many each of its moves. rows, values:
    these entries. gains: of each move over the one that the player makes, in games.
    """

    moves: np.ndarray
    sizes: np.ndarray
    rows: np.ndarray
    values: np.ndarray
    gains: np.ndarray


@cache
def build_look(environment: Environment) -> Callable[..., Any]:
    """A function that plays games and looks at some decisions, until there are enough of them: how many sizes and
    entries were written.
    """
    name = environment.game
    game, functions = games.find(name), player(name, "thinker").functions
    base_move = build_base_move(game)
    try_moves = build_rollouts(game, functions.score, functions.plan)  # type: ignore[arg-type]
    turns, choose, describe = build_turns(game), build_choice(game), _build_describe(environment)
    start, begin, apply_at, legal = turns.start, turns.open, turns.apply, game.rules.legal
    draw_chance, settle = game.rules.draw_chance, game.rules.settle

    @jit
    def look_at(view, options, n, thinker, room, gains):
        """Write down what moves gain, as the mean of all rollouts."""
        view.decision_uniform = np.random.random()
        base, tried = base_move(view, options, n, thinker, room), np.zeros((n, 3))
        try_moves(options, n, thinker, base, 0, PLAYED_ON, room, tried)
        for i in range(n):
            gains[i] = tried[i, SUM] / PLAYED_ON

    @whole(nogil=True)
    def look(states, options_of, runs, first, seed, thinkers, rooms, labels):
        np.random.seed(seed)
        views, hiddens, chances, inner, scratch = rooms
        dealt, live = State(views[0], hiddens[0], chances[0]), State(views[1], hiddens[1], chances[1])
        room, options, run = Room(dealt, live, inner[0], scratch[0]), options_of[0], runs[0]
        state = State(states.views[0], states.hiddens[0], states.chances[0])
        view, hidden, chance = state
        d, s, e, g, game_number = 0, 0, 0, 0, first
        while d < labels.moves.shape[0]:
            run.deal = np.uint64(game_number)
            for seat in range(view.players):
                run.seating[seat] = (seat + game_number) % view.players
            game_number += 1
            start(state, run, None)
            status = TURN
            while status != OVER and run.turns < MOST_TURNS:
                status = begin(state, run, None)
                while status != TURN and status != OVER:
                    if status == CHANCE:
                        draw_chance(view, hidden, chance)
                        status = settle(view, hidden, None)
                        continue
                    n, chosen, is_made = legal(view, options), 0, False
                    if 1 < n <= MOST_MOVES and d < labels.moves.shape[0]:
                        if np.random.random() < LOOKED_AT:
                            look_at(view, options, n, thinkers[0], room, labels.gains[g:])
                            e = describe(view, options, n, labels.sizes[s:], labels.rows, labels.values, e)
                            labels.moves[d] = n
                            is_made = np.random.random() < FOLLOWED
                            chosen = best_of(labels.gains[g : g + n]) if is_made else 0
                            d, s, g = d + 1, s + n + 1, g + n
                    if n > 1 and not is_made:
                        chosen = choose(state, options, n, run.players[run.seating[view.seat]], run, None)
                    status = apply_at(state, options, chosen, None)
                run.turns += 1
        return s, e

    found: Callable[..., Any] = look
    return found


def _build_describe(environment: Environment) -> Callable[..., Any]:
    """A function that describes a decision and its moves from entry e on: how many entries there are then."""
    move_at, prepare = move_maker(games.find(environment.game)), environment.prepare
    describe_decision, describe_move = environment.describe_decision, environment.describe_move

    @jit
    def describe(view, options, n, sizes, rows, values, e):
        view.plan[:] = 0.0
        prepare(view)
        sizes[0] = describe_decision(view, rows[e:], values[e:])
        e += sizes[0]
        for i in range(n):
            sizes[i + 1] = describe_move(view, move_at(options, i), rows[e:], values[e:])
            e += sizes[i + 1]
        return e

    return describe


def look_at_games(
    environment: Environment, players: list[str], thinker: str, first: int, n_labels: int, seed: int
) -> Labels:
    """So many decisions of some players in games on the deals from a number on, by the rollouts of a thinker who starts
    from them.
    """
    game, job = games.find(environment.game), make_job(environment.game, players, seed=seed)
    compile_ahead(job)
    rooms = (
        np.zeros(2, game.view),
        np.zeros(2, game.hidden),
        np.zeros(2, CHANCES),
        np.zeros(1, RUN),
        np.empty(1, game.options),
    )
    labels = Labels(
        moves=np.zeros(n_labels, np.int64),
        sizes=np.zeros(n_labels * (1 + MOST_MOVES), np.int64),
        rows=np.zeros(n_labels * MOST_ENTRIES, np.int32),
        values=np.zeros(n_labels * MOST_ENTRIES, np.float32),
        gains=np.zeros(n_labels * MOST_MOVES),
    )
    records = records_of_players([player(environment.game, thinker)])
    states, options = fresh_states(game, job), np.zeros(1, game.options)
    look = build_look(environment)
    sizes, entries = look(states, options, fresh_runs(job), first, seed + first, records, rooms, labels)
    return Labels(
        moves=labels.moves.astype(np.int16),
        sizes=labels.sizes[:sizes].astype(np.int16),
        rows=labels.rows[:entries].astype(np.int16),
        values=labels.values[:entries].astype(np.float16),
        gains=labels.gains[: labels.moves.sum()].astype(np.float32),
    )
