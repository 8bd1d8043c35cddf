"""A part of a duel whose number of games is fixed beforehand: the pilot, and every N-th piece of its deals."""

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

from knotlab.analysis.duels.designs import play_deals
from knotlab.analysis.duels.duel import LEAST_IN_PLAY, PlayedDuel
from knotlab.analysis.duels.question import Question
from knotlab.analysis.runs.batches import in_batches
from knotlab.analysis.stats.metrics import metrics_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import Part
from knotlab.sim.playing.fanout import THREADS, check_backend, worker_count
from knotlab.sim.storage.run_folder import RunFolder


def play_duel_part(
    question: Question,
    games_wanted: int,
    part: Part,
    out: Path,
    *,
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Play one part of a duel into a folder.

    question: what it is to settle. games_wanted: games of all parts together, rounded up to whole pieces. workers,
    backend: how many pieces are played at a time, and by what. on_progress: called with the number of further games
    that are done. Raises InputError if no number of games is given, or the folder holds something else. Raises
    StrategyError, RunError if a strategy fails, or the folder cannot be written.
    """
    if games_wanted < 1:
        raise InputError("a duel in parts needs a fixed number of games; give it with --games")
    folder, workers = RunFolder(out), worker_count(workers, check_backend(backend))
    duel = PlayedDuel(question, folder, workers, backend)
    with folder.locked():
        prepared = duel.prepared()
        design, batch = prepared.design, prepared.batch
        least = -(-games_wanted // design.games)  # the last piece of the duel as a whole is whole unless it ends there
        deals = min(-(-least // batch) * batch, max(least, prepared.rule.cap))
        if prepared.pilot.in_play < LEAST_IN_PLAY:
            deals = 0
        duel.open(prepared, min(deals, prepared.rule.cap), rows=deals)
        played = in_batches(
            play_deals,
            lambda first, count: (design, metrics_of(games.find(question.base.game)), first, count),
            deals,
            batch,
            1,
            folder=folder,
            workers=workers,
            backend=backend,
            summary=attrgetter("height"),
            part=part,
        )
        for rows in played:
            on_progress(rows * design.games)
        folder.finish(None)
