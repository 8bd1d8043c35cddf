"""One slice of a duel whose number of games is fixed beforehand: the pilot, and every N-th part of its deals."""

from knotlab.analysis.duels.designs import play_deals
from knotlab.analysis.duels.duel import LEAST_IN_PLAY, PlayedDuel
from knotlab.analysis.duels.question import Question
from knotlab.analysis.runs.batches import in_batches
from knotlab.analysis.runs.slices import SliceFolder, SlicePlan, rows_of
from knotlab.analysis.stats.metrics import metrics_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import check_backend, worker_count
from knotlab.sim.storage.store import RunFolder


def play_duel_slice(question: Question, games_wanted: int, how: SlicePlan) -> None:
    """Play one slice of a duel.

    Parameters
    ----------
    question : Question
        What it is to settle.
    games_wanted : int
        Games of all slices together, rounded up to whole parts.
    how : SlicePlan

    Raises
    ------
    InputError
        If no number of games is given, or the folder holds something else.
    StrategyError, RunError
        If a strategy fails, or the folder cannot be written.
    """
    if games_wanted < 1:
        raise InputError("a duel in parts needs a fixed number of games; give it with --games")
    workers = worker_count(how.workers, check_backend(how.backend))
    duel = PlayedDuel(question, RunFolder(how.out), workers, how.backend)
    with RunFolder(how.out).locked():
        prepared = duel.prepared()
        design, batch = prepared.design, prepared.batch
        is_tried = prepared.pilot.in_play >= LEAST_IN_PLAY
        least = -(-games_wanted // design.games)  # the last part of the duel in one piece is whole unless it ends there
        deals = min(-(-least // batch) * batch, max(least, prepared.rule.cap)) if is_tried else 0
        folder = SliceFolder(how.out, how.which, rows=deals)
        duel.open(folder, prepared, min(deals, prepared.rule.cap))
        played = in_batches(
            play_deals,
            lambda first, count: (design, metrics_of(games.find(question.base.game)), first, count),
            deals,
            batch,
            1,
            folder=folder,
            workers=workers,
            backend=how.backend,
            summary=rows_of,
        )
        for rows in played:
            how.on_progress(rows * design.games)
        folder.finish(None)
