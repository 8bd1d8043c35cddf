"""Asking others at the decisions of a game: what each of two players who do not play it would choose there, beside the
move that was made.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from knotlab.analysis.runs.asking_kernels import BOTH, asking_kernel
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.trace import empty
from knotlab.sim.playing.job import Job, fresh_runs, fresh_tables, moves_room
from knotlab.sim.playing.players import Player, player_records


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
    room = (fresh_tables(game, job), moves_room(game), fresh_runs(job))
    asking_kernel(job.game)(*room, numbers, job.rotations, records, empty(game, 1, 0), says, choices, counts)
    return Asked(choices, counts)
