"""A duel: a question played until it is settled, or known as precisely as is wanted.

Deals are played in batches by all workers; the mean is looked at in deal order at fixed counts, so verdict and number
of deals are the same for any number of workers and any batch size, and after a run that was stopped and went on.
"""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

from knotlab.analysis.defaults import BATCH_GAMES
from knotlab.analysis.duels.designs import Design, effect_unit, play_deals, shape_of
from knotlab.analysis.duels.pilot import FIRST_DEALS, Pilot, play_pilot
from knotlab.analysis.duels.question import Question
from knotlab.analysis.duels.result import DuelResult, keep
from knotlab.analysis.duels.totals import MetricRow, Totals, blocks_of, count_up, cycle_of
from knotlab.analysis.result import RESULT
from knotlab.analysis.runs.code import code_hash
from knotlab.analysis.runs.play import named, provenance
from knotlab.analysis.stats.betting import Foreseen, Kind
from knotlab.analysis.stats.metrics import Metric, metrics_of
from knotlab.analysis.stats.sequence import FIRST_LOOK, Watch, deals_for_skewness, exact_share, planned_deals
from knotlab.analysis.stats.watching import Goal, Look, Watcher, first_look
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import Summary, in_batches
from knotlab.sim.playing.fanout import THREADS, check_backend, worker_count
from knotlab.sim.playing.parts import WHOLE, Part
from knotlab.sim.storage import result_files
from knotlab.sim.storage.pieces import Pieces
from knotlab.sim.storage.run_folder import MANIFEST, PILOT, RunFolder, mixed_versions
from knotlab.strategies.resolve import strategy_hashes

CAP_TIMES = 10
SKEWED_TIMES = 4  # the cap in deals that numbers as skew as the pilot's take before they can be trusted


@dataclass(frozen=True)
class StoppingRule:
    """What the pilot fixes.

    watch: how the mean is watched. cap: the maximum number of deals.
    """

    watch: Watch
    cap: int


def stopping_rule(question: Question, pilot: Pilot, precision: float | None = None) -> StoppingRule:
    """When a duel stops.

    question: what it is to settle. pilot: what was seen in advance. precision: half the interval's width that is
    wanted, if it is to go on until then. Returns how the mean is watched, and the cap. Raises InputError if the
    question's cap is below what its verdicts need.
    """
    margin, reach = pilot.margin_and_reach(question.metric, question.margin)
    if margin == 0:
        raise InputError("no payoff varied in the pilot, so the smallest effect that matters must be given")
    decision = question.decision
    exact = exact_share(question.metric.reach is not None)
    planned = planned_deals(pilot.sd, precision or margin, question.alpha * (1 - exact))
    watch = Watch(margin, question.alpha, reach, planned, decision.fine, exact=exact)
    if precision is None:
        watch = watch.foreseeing([Foreseen(Kind(1.0, reach), 1, pilot.mean, pilot.sd)])
    enough = max(FIRST_LOOK, int(watch.enough_for_equivalent) + 1)
    shape = shape_of(question.design, question.n_players, pilot.single)
    cycle = cycle_of(question.metric, max(len(question.opponents), 1), shape)
    least = first_look(cycle) if exact else enough
    skewed = int(SKEWED_TIMES * deals_for_skewness(pilot.skewness, question.alpha))
    if decision.cap is not None and decision.cap < least:
        raise InputError(
            f"the cap is {decision.cap:,} deals, but no verdict on this question can be trusted before {least:,}"
        )
    return StoppingRule(watch, decision.cap or max(CAP_TIMES * planned, skewed, enough))


def duel(
    question: Question,
    *,
    precision: float | None = None,
    games_wanted: int = 0,
    pause_after: int | None = None,
    workers: int | None = None,
    backend: str = THREADS,
    out: Path | str | None = None,
    on_look: Callable[[Look, StoppingRule], object] = lambda look, rule: None,
) -> DuelResult:
    """Play a duel until its verdict or its cap.

    question: what it is to settle. precision: go on until half the interval's width is this, whatever the verdict.
    games_wanted: play at least this many games. pause_after: deals after whose batch it stops for now, with what is
    known by then; the same call with more goes on from the folder. out: a run folder that keeps the deals; the same
    call goes on where it stopped. Returns the verdict and what it rests on. Raises InputError if a number makes no
    sense, or the folder is another run's.
    """
    if precision is not None:
        question.metric.check_effect("the precision", precision)
    check_backend(backend)
    workers = worker_count(workers, backend)
    playing = PlayedDuel(question, RunFolder(Path(out)) if out else None, workers, backend)
    with playing.folder.locked() if playing.folder else contextlib.nullcontext():
        return playing.play(precision, games_wanted, pause_after, on_look)


def play_part(
    question: Question,
    games_wanted: int,
    part: Part,
    out: Path,
    *,
    workers: int | None = None,
    backend: str = THREADS,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Play one part of a duel whose number of games is fixed beforehand into a folder: the pilot, and every N-th piece
    of its deals.

    question: what it is to settle. games_wanted: games of all parts together, rounded up to whole pieces. workers,
    backend: how many pieces are played at a time, and by what. on_progress: called with the number of further games
    that are done. Raises InputError if no number of games is given, the folder holds something else, or nobody can play
    the pilot again. Raises StrategyError, RunError if a strategy fails, or the folder cannot be written.
    """
    if games_wanted < 1:
        raise InputError("a duel in parts needs a fixed number of games; give it with --games")
    if question.unrepeatable:
        raise InputError(
            f"'{question.unrepeatable[0]}' need not repeat its games, and all parts of a duel begin with the same "
            "pilot; leave out --part"
        )
    folder = RunFolder(out)
    playing = PlayedDuel(question, folder, worker_count(workers, check_backend(backend)), backend)
    with folder.locked():
        pilot, rule, design, batch = prepared = playing.prepared()
        least = -(-games_wanted // design.games)  # the last piece of the duel as a whole is whole unless it ends there
        deals = 0 if pilot.is_rare else min(-(-least // batch) * batch, max(least, rule.cap))
        playing.open(prepared, min(deals, rule.cap), Pieces(deals, batch))
        metrics = metrics_of(games.find(question.base.game), question.base.match is not None)
        for rows in playing.batches(design, metrics, deals, batch, attrgetter("height"), part):
            on_progress(rows * design.games)
        folder.finish(None)


class Prepared(NamedTuple):
    """What is fixed before the first deal of a duel.

    design: as its deals are played: in all rotations, or in one at a time.
    """

    pilot: Pilot
    rule: StoppingRule
    design: Design
    batch: int


class PlayedDuel:
    """A duel as it is played.

    folder: where its deals are kept.
    """

    def __init__(self, question: Question, folder: RunFolder | None, workers: int, backend: str) -> None:
        self.question, self.folder, self.workers, self.backend = question, folder, workers, backend
        self.started = time.perf_counter()
        self.goes_on = folder is not None and folder.n_pieces > 0

    def play(
        self,
        precision: float | None,
        games_wanted: int,
        pause_after: int | None,
        on_look: Callable[[Look, StoppingRule], object],
    ) -> DuelResult:
        """Play it."""
        question = self.question
        pilot, rule, design, batch = prepared = self.prepared(precision)
        if self.folder:
            self.open(prepared, rule.cap)
        goal = Goal(rule.cap, precision, -(-games_wanted // design.games))
        watcher = Watcher(
            rule.watch,
            effect_unit(design, question.metric),
            goal,
            on_look=lambda look: on_look(look, rule),
            cycle=cycle_of(question.metric, len(design.sets), design.shape),
        )
        metrics = metrics_of(games.find(question.base.game), question.base.match is not None)
        totals = Totals(metrics, design.shape, design.n_players)
        if not pilot.is_rare:
            deals = goal.most if pause_after is None else min(goal.most, -(-pause_after // batch) * batch)
            blocks = self.batches(design, metrics, deals, batch, partial(blocks_of, metrics, watcher.steps))
            count_up(blocks, question.metric, watcher, totals)
        result = self.result(prepared, watcher.path, totals.rows(watcher, question.metric.name), totals.unfinished)
        if self.folder and (watcher.is_done or not watcher.path):
            self.folder.finish(None if self.goes_on else result.seconds)
            keep(result, self.folder.path)
        return result

    def prepared(self, precision: float | None = None) -> Prepared:
        """The pilot, from the folder if it is there, and what follows from it."""
        question = self.question
        design = question.lineups()
        design.compile(traced=True)
        pilot = self._kept_pilot() or self._play_pilot(design)
        design = replace(design, single=pilot.single)
        batch = 1 if question.unrepeatable else -(-BATCH_GAMES // design.games)
        return Prepared(pilot, stopping_rule(question, pilot, precision), design, batch)

    def _play_pilot(self, design: Design) -> Pilot:
        """Play the pilot, deal by deal into a folder of its own if nobody can play it again."""
        question = self.question
        folder = RunFolder(self.folder.path / PILOT) if self.folder and question.unrepeatable else None
        if folder:
            made_with = provenance(question.base, question.strategies_from)
            folder.open(self._identity(1) | {"command": "duel: pilot"}, made_with, FIRST_DEALS * design.games)
        pilot = play_pilot(design, question.metric, self.workers, self.backend, folder)
        if folder:
            folder.finish(None, Pieces(pilot.deals, 1))
        return pilot

    def open(self, prepared: Prepared, deals: int, pieces: Pieces | None = None) -> None:
        """Start a duel of at most this many deals in its folder, or go on with it. pieces: all of them, if known."""
        assert self.folder
        made_with = provenance(self.question.base, self.question.strategies_from)
        games_planned = deals * prepared.design.games
        identity = self._identity(prepared.batch) | {"pilot": result_files.as_plain(prepared.pilot)}
        self.folder.open(identity, made_with, games_planned, pieces, needs=(RESULT,))

    def batches(
        self, design: Design, metrics: Sequence[Metric], deals: int, batch: int, summary: Summary, part: Part = WHOLE
    ) -> Iterator[Any]:
        """A summary of the deals of each batch, in order."""
        return in_batches(
            play_deals,
            lambda first, count: (design, metrics, first, count),
            deals,
            batch,
            1,
            folder=self.folder,
            workers=self.workers,
            backend=self.backend,
            summary=summary,
            part=part,
        )

    def result(
        self, prepared: Prepared, path: Sequence[Look] = (), rows: tuple[MetricRow, ...] = (), unfinished: int = 0
    ) -> DuelResult:
        """The result by the looks and rows that there are."""
        pilot, rule, design, _ = prepared
        return DuelResult(
            question=self.question.facts(),
            hash=self.question.hash,
            pilot=pilot,
            margin=rule.watch.margin,
            reach=rule.watch.reach,
            planned=rule.watch.tuned,
            cap=rule.cap,
            games_per_deal=design.games,
            path=tuple(path),
            rows=rows,
            unfinished_games=unfinished,
            seconds=time.perf_counter() - self.started,
            mixed=mixed_versions(self.folder.path if self.folder else None),
            folder=self.folder.path if self.folder else None,
        )

    # --- in a run folder ---

    def _fixed(self) -> dict[str, Any]:
        """What must be the same for the pilot to be the same."""
        question = self.question
        return {
            "question": result_files.as_plain(question.facts()),
            "strategy_sources": strategy_hashes(question.players(), repeating=False),
            "code": code_hash(question.base.game, "knotlab.analysis.duels.duel"),
        }

    def _identity(self, batch: int) -> dict[str, Any]:
        """All on which the deals of a duel depend, but for what the pilot told."""
        question = self.question
        return self._fixed() | {
            "command": "duel",
            "game": question.base.game,
            "rules": question.facts()["rules"],
            **named((question.a, question.b)),
            "seed": question.base.seed,
            "fixed_seats": False,
            "part_deals": batch,
        }

    def _kept_pilot(self) -> Pilot | None:
        """The pilot of the same question in the run folder, if there is one."""
        if self.folder is None or not self.folder.exists():
            return None
        identity = self.folder.manifest()["identity"]
        if any(identity.get(name) != value for name, value in self._fixed().items()):
            return None
        try:
            return result_files.from_plain(Pilot, identity.get("pilot"))
        except ValueError as error:
            raise result_files.damaged(self.folder.path / MANIFEST, error) from None
