"""A second count of what players choose where two others would choose differently: from recorded games, one decision at
a time. As a program, it prints counts of both kinds of a few games as JSON.
"""

import json
from dataclasses import asdict
from typing import Any

import numpy as np

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.kernels.trace import DECISION, FORCED, TREMBLED
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.sim.playing.traced import play_traced
from knotlab.strategies.resolve import players
from knotlab.studies.publishing.asking import ask
from knotlab.studies.publishing.followed import duels_about, followed

GAME, DEALS = "knotweed", 4
ERRATIC = "random:tremble=0.2"  # does what one of two would, what the other would, and neither


def best(player: Player, view: np.record, moves: list[Any]) -> set[int]:
    """The moves that share a player's highest score, by number."""
    scores = list(scores_of(player, view.copy(), moves))
    return {i for i, score in enumerate(scores) if score == max(scores)}


def counted(job: Job, index: int, pair: tuple[Player, Player]) -> tuple[int, list[int]]:
    """Of one game: its choices, and of those at which a pair would choose differently the ones that are neither's, the
    first one's and the second one's.
    """
    trace = play_traced(job, index).trace
    rows = trace.events[: int(trace.sizes[0])]
    choices, found = 0, [0, 0, 0]
    for number, (_, _, _, made) in enumerate(rows[rows[:, 0] == DECISION].tolist()):
        chosen, how = divmod(made, 4)
        if how in (FORCED, TREMBLED):
            continue
        choices += 1
        view = branch.positions(job, np.array([index]), np.array([number])).views[0]
        first, second = (best(player, view, legal_moves(games.find(job.game), view)) for player in pair)
        if first.isdisjoint(second):
            found[1 if chosen in first else 2 if chosen in second else 0] += 1
    return choices, found


def both(game: str, seated: str, pair: tuple[str, str], size: int, n_games: int) -> tuple[list[Any], list[Any]]:
    """The choices of some games, and what was chosen, as `ask` counts them and once more."""
    job, (first, second) = make_job(game, [seated] * size, fixed_seats=True), players(game, pair)
    asked = ask(job, np.arange(n_games), [(first, second)])
    once = [[int(choices), counts[0].tolist()] for choices, counts in zip(*asked, strict=True)]
    return once, [list(counted(job, index, (first, second))) for index in range(n_games)]


if __name__ == "__main__":
    (_, first), *_, (_, last) = duels_about(GAME)
    rows = [asdict(next(followed(GAME, 2, DEALS, player))) for player in (first.a, first.b)]
    print(json.dumps({"rows": rows, "counts": both(GAME, ERRATIC, (last.a, last.b), 2, 1)}))
