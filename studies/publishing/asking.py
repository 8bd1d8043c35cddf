"""Asking others at the decisions of a game: what each of two players who do not play it would choose there, next to the
move that was made. A kernel plays the games and counts whose choice each move is, of the two players of a pair.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from knotlab.sim import games
from knotlab.sim.compiling import jit as compiling
from knotlab.sim.compiling.jit import jit, vector_type
from knotlab.sim.compiling.later import types
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.choice import PLAYER, rate_signature
from knotlab.sim.kernels.engine import tables_type, take_seats
from knotlab.sim.kernels.trace import SCORED, empty, trace_type
from knotlab.sim.kernels.turns import RUN, State, build_turns
from knotlab.sim.lowlevel import caller
from knotlab.sim.playing.job import Job, fresh_runs, fresh_states, moves_room
from knotlab.sim.playing.players import Player, player_records
from knotlab.sim.protocol import DECIDE, OVER, TURN, Game

OTHER, FIRST, SECOND, BOTH = range(4)  # whose choice a move is, of the two of a pair


class Asked(NamedTuple):
    """What was chosen, and what others would have chosen, in some games.

    choices: int64 (games,), decisions with more than one move, but for trembles. counts: int64 (games, pairs, 3), those
    of them at which the two of a pair would choose differently, by whose choice was made: OTHER (neither's), FIRST,
    SECOND.
    """

    choices: np.ndarray
    counts: np.ndarray


def ask(job: Job, numbers: np.ndarray, pairs: Sequence[tuple[Player, Player]]) -> Asked:
    """Play games, and at every decision ask pairs of players what they would choose.

    A player would choose any of the moves that share its highest score; two choose differently if no move is of both.

    job: who plays; of single games, not of matches. numbers (int64 array of shape (games,)): the games, by number.
    pairs: who is asked. They see what the player to move sees, and do not tremble. Returns Asked: by game and by pair.
    Raises InputError if somebody who is asked draws random numbers of their own.
    """
    asked, game = [player for pair in pairs for player in pair], games.find(job.game)
    for player in asked:
        if player.reads or player.temperature:
            raise InputError(f"{player.name} draws random numbers, so it has no choice to ask for")
    records = np.concatenate([player_records([player])[:1] for player in asked])
    choices, counts = np.zeros(len(numbers), np.int64), np.zeros((len(numbers), len(pairs), BOTH), np.int64)
    says = np.zeros((len(pairs), game.max_moves), np.int8)
    room = (fresh_states(game, job), moves_room(game), fresh_runs(job))
    asking_kernel(job.game)(*room, numbers, job.rotations, records, empty(game, 1, 0), says, choices, counts)
    return Asked(choices, counts)


def build_asking(game: Game) -> Callable[..., Any]:
    """A function that plays games, by number, with a pause before each decision, at which pairs are asked; the trace
    needs room for one row.
    """
    turns, legal, listen = build_turns(game), game.rules.legal, _build_listening(game)
    start, begin, go_on = turns.start, turns.open, turns.go_on

    def play_asked(states, options, runs, numbers, rotations, asked, trace, says, choices, counts):
        run, state = runs[0], State(states.views[0], states.hiddens[0], states.chances[0])
        view, n = states.views[0], 0
        for g in range(numbers.shape[0]):
            take_seats(run, numbers[g], rotations, view.players)
            start(state, run, None)
            status = TURN
            while status != OVER and (status != TURN or run.turns < run.limit):
                if status == TURN:
                    status = begin(state, run, None)
                decides = status == DECIDE
                if decides:
                    n = legal(view, options[0])
                    if n > 1:
                        listen(view, options[0], n, asked, says)
                trace.sizes[0] = trace.sizes[1] = 0
                status = go_on(state, options[0], run, trace, None, run.decisions + decides, status)
                if decides and run.how == SCORED:
                    choices[g] += 1
                    count_choice(trace.events[0, 3] // 4, n, says, counts[g])

    return play_asked


def _build_listening(game: Game) -> Callable[..., Any]:
    """A function that asks all pairs for the moves that they would choose, of n."""
    call_rate = caller(rate_signature(game))

    @jit
    def listen(view, options, n, asked, says):
        says[:, :n] = OTHER
        for a in range(asked.shape[0]):
            player = asked[a]
            call_rate(player.rate_address, view, options, n, player)
            for i in range(n):
                if options.score[i] == options.best:
                    says[a // 2, i] |= SECOND if a % 2 else FIRST

    return listen


@jit
def count_choice(chosen, n, says, counts):
    """Count a choice for each pair who would choose differently, by whose it was."""
    for pair in range(says.shape[0]):
        common = False
        for i in range(n):
            common |= says[pair, i] == BOTH
        if not common:
            counts[pair, says[pair, chosen]] += 1


@compiling.once
def asking_kernel(name: str) -> Any:
    """The compiled function that plays games and asks, once a process."""
    game = games.find(name)
    common = (tables_type(game), vector_type(game.options), vector_type(RUN), vector_type(np.int64), types.int64)
    says, counts = types.Array(types.int8, 2, "C"), types.Array(types.int64, 3, "C")
    rest = (vector_type(PLAYER), trace_type(), says, vector_type(np.int64), counts)
    return compiling.entry(build_asking(game), types.none(*common, *rest), f"{name}.play_asked")
