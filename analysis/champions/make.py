"""Makes the champions anew, from seeds: `python -m knotlab.analysis.champions.make STAGE`.

Stage 1 plays games among all-round players and looks at a decision of each; stage 2 does the same among the champions
of stage 1. After each, the networks are fitted to all that is there, and written where they ship. Pieces are kept in
`out/champions`, so that a stage which was stopped goes on where it was.
"""

import argparse
import sys
from pathlib import Path

import numpy as np

from knotlab.analysis.champions import twisted_knot
from knotlab.analysis.champions.regression import Examples, error, fit
from knotlab.analysis.champions.rollouts import play_rollouts, read_rollouts
from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import InputError
from knotlab.sim.files import write_whole
from knotlab.sim.job import Job
from knotlab.sim.machine import cores

GAME = "twisted-knot"
FOLDER = Path("out/champions")
SEED = 20261123
TREMBLE = 0.03  # so that positions come up that nobody chooses
GAMES = {1: 160_000, 2: 60_000}
ROLLOUTS = {1: 16, 2: 12}
TESTED = 10  # one decision in so many is left out of the fit, to see its error


def job_of(stage: int, players: int) -> Job:
    """Who plays the games of a stage."""
    name = twisted_knot.BASES[min(players, 4) - 2] if stage == 1 else "champion"
    return make_job(GAME, [f"{name}:tremble={TREMBLE}"] * players, seed=SEED + 10 * stage + players)


def folder_of(stage: int, players: int) -> Path:
    """Where the pieces of a stage are kept."""
    return FOLDER / GAME / f"stage-{stage}-{players}-players"


def put_together(parts: list[Examples]) -> Examples:
    """Examples of several stages as one."""
    ends = np.cumsum([0] + [part.starts[-1] for part in parts])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    decisions, moves, gains = (np.concatenate(column) for column in zip(*(part[:3] for part in parts), strict=True))
    return Examples(decisions, moves, gains, np.append(np.concatenate(starts), ends[-1]))


def some_of(examples: Examples, tested: bool) -> Examples:
    """The decisions that are left out of the fit, or all others."""
    numbers = np.arange(len(examples.starts) - 1)
    chosen = numbers[(numbers % TESTED == 0) == tested]
    sizes = np.diff(examples.starts)
    rows = np.repeat((numbers % TESTED == 0) == tested, sizes)
    starts = np.concatenate([[0], np.cumsum(sizes[chosen])])
    return Examples(examples.decisions[chosen], examples.moves[rows], examples.gains[rows], starts)


def weights_after(stage: int) -> Path:
    """Where the weights that a stage came to are kept."""
    return FOLDER / GAME / f"stage-{stage}.py"


def check_start(stage: int) -> None:
    """Raise InputError unless the champion plays by the weights that the stage before came to."""
    if stage > 1:
        before = weights_after(stage - 1)
        if not before.is_file() or before.read_bytes() != twisted_knot.WEIGHTS.read_bytes():
            raise InputError(
                f"stage {stage} starts from the weights of stage {stage - 1}, which are not those in "
                f"{twisted_knot.WEIGHTS}; run stage {stage - 1} first (what it has played is not played again)"
            )


def make(stage: int) -> None:
    """Play a stage, and fit the networks to it and to the stages before; raises InputError if it cannot start."""
    check_start(stage)
    networks = []
    for players in (2, 3, 4):
        job, folder = job_of(stage, players), folder_of(stage, players)
        for piece in play_rollouts(job, GAMES[stage], ROLLOUTS[stage], folder, cores()):
            print(f"stage {stage}, {players} players: piece {piece}", file=sys.stderr, flush=True)
        parts = [
            twisted_knot.examples_of(job_of(each, players), read_rollouts(folder_of(each, players)))
            for each in range(1, stage + 1)
        ]
        examples = put_together(parts)
        network = fit(some_of(examples, tested=False), twisted_knot.UNITS, SEED)
        tested = some_of(examples, tested=True)
        seen = f"{players} players: {len(examples.starts) - 1:,} decisions"
        print(f"{seen}, mean squared error {error(network, tested):.6f}", flush=True)
        networks.append(network)
    twisted_knot.write_weights(networks)
    write_whole(weights_after(stage), twisted_knot.WEIGHTS.read_bytes())


if __name__ == "__main__":
    reader = argparse.ArgumentParser(prog="knotlab.analysis.champions.make", description="Make the champions anew.")
    reader.add_argument("stage", type=int, choices=sorted(GAMES))
    try:
        make(reader.parse_args().stage)
    except InputError as problem:
        reader.error(str(problem))
