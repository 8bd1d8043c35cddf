"""Tips tried in three stages: headlines, then sizes, then curves. Each can be stopped at any time and goes on from its
folder.

Headlines: rounds of a tip's experiment over all its cells, looked at until the headline is known or the cap is reached.
All tips get as many rounds first as their pilots say they need, the cheapest tip first, and are played on after that.
Sizes: of every cell of every experiment as many other deals as its pilot says, those from number `FRESH` on. Which tip
is played when, and by how many workers, changes no number.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from knotlab.analysis.claims.evidence.results import ClaimsResult, Settled, TipResult
from knotlab.analysis.claims.judgement.tips import together
from knotlab.analysis.claims.judgement.variants import compare_variants
from knotlab.analysis.claims.model.chart import Chart, Description, Sample
from knotlab.analysis.claims.model.inquiry import USUAL, Inquiry, Stage
from knotlab.analysis.claims.model.meaning import precision_for
from knotlab.analysis.claims.model.registration import description_name
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.stages.claims_run import kernels_of, opened
from knotlab.analysis.claims.stages.tip_run import TipRun
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim import budget
from knotlab.sim.compiling.precompile import compiling
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.settings import unknown
from knotlab.sim.storage import result_files
from knotlab.sim.storage.run_folder import RunFolder


def try_stages(
    tips: Sequence[Tip],
    inquiry: Inquiry = USUAL,
    *,
    until: str = Stage.CURVES,
    precision: float | None = None,
    out: Path | str | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    on_step: Callable[[str], object] = lambda name: None,
) -> ClaimsResult:
    """Try some claims, stage by stage.

    tips, inquiry: the claims, and what their cells share. until: the last stage that is played: `headlines`, `sizes` or
    `curves`. precision: half the width of the intervals of sizes: a share for the effects that are shares, and the
    others are as their experiments declare; if no effect is a share, a number in their unit; none: all as declared.
    out: a folder that keeps what is played; the same call goes on where it stopped. minutes: when to stop; what is not
    known then stays open. workers: how many batches are played at a time; by default as many as there are cores.
    on_step: called with the name of a tip, or of a cell, when a stage is done with it. Raises InputError, StrategyError
    or RunError if a number makes no sense, a strategy fails, or the folder cannot be used.

    >>> from knotlab.analysis.claims.rulebooks.library import tip_named
    >>> result = try_stages([tip_named("TK-C22")], until=Stage.HEADLINES)
    >>> print(result["TK-C22"].headline)
    None
    """
    if until not in list(Stage):
        raise unknown("stage", until, list(Stage))
    wanted = precision_for((unit for tip in tips for unit in tip.units), precision)
    started = time.perf_counter()
    with opened(inquiry, out, minutes, workers, wanted, on_step) as run:
        tip_runs = [TipRun(tip, run) for tip in tips if tip.experiments]
        charts: dict[str, list[Chart]] = {}
        stopped = ""
        try:
            with compiling(kernels_of((cell for tip_run in tip_runs for cell in tip_run.cells), inquiry)):
                _play(tip_runs, until)
            if until == Stage.CURVES:
                charts = play_charts(tips, inquiry, run.folder, run.workers)
        except budget.TimeIsUp as up:
            stopped = str(up)
        by_tip = {tip_run.tip.id: tip_run.result() for tip_run in tip_runs}
    results = [result_of(tip, by_tip.get(tip.id), charts.get(tip.id, ())) for tip in tips]
    return ClaimsResult(tuple(compare_variants(results)), inquiry, time.perf_counter() - started, stopped)


def result_of(tip: Tip, played: TipResult | None = None, charts: Sequence[Chart] = ()) -> TipResult:
    """What came of a claim that was played, or that the rules settle, with what is shown about it.

    played: what came of playing it, if it was played. charts: what is shown without a verdict.
    """
    exact = tuple(Settled(question.label, *question.settle()) for question in tip.exact)
    says = together(question.verdict for question in exact) if exact else Verdict.NO_VERDICT
    is_open = tip.experiments or tip.words.unsettled
    result = played or TipResult(tip.id, tip.game, tip.statement, tip.before_play if is_open else says, tip=tip)
    return replace(result, exact=exact, charts=tuple(charts))


def _play(tip_runs: Sequence[TipRun], until: str) -> None:
    """The first two stages of all tips."""
    for tip_run in tip_runs:
        tip_run.prepare()
    for tip_run in sorted(tip_runs, key=TipRun.planned_games):
        tip_run.watch(to_the_cap=False)
    for tip_run in sorted(tip_runs, key=TipRun.planned_games):
        tip_run.watch(to_the_cap=True)
    if until != Stage.HEADLINES:
        for tip_run in tip_runs:
            tip_run.measure()


KeptRates = list[tuple[tuple[int, ...], Rate]]  # of a chart, by group


def play_charts(tips: Sequence[Tip], inquiry: Inquiry, folder: Path, workers: int) -> dict[str, list[Chart]]:
    """What is shown about each claim, by its id: read again where the folder has it, or played and kept.

    inquiry: what all cells of the inquiry share. folder: where the charts are kept. workers: how many play at a time.
    Returns the charts by the id of their claim.
    """
    shown = [(tip, description, _sample(tip, description, inquiry)) for tip in tips for description in tip.curves]
    paths = [_path(folder, tip, description, sample) for tip, description, sample in shown]
    lacking = [
        (description, sample) for (_, description, sample), path in zip(shown, paths, strict=True) if not path.exists()
    ]
    played = fan_out(_play_chart, lacking, workers)
    by_tip: dict[str, list[Chart]] = {}
    for (tip, description, _), path in zip(shown, paths, strict=True):
        if path.exists():
            chart = read_chart(path, description)
        else:
            chart = description.chart(dict(next(played)))
            with RunFolder(folder).writing():
                folder.mkdir(parents=True, exist_ok=True)
                keep_chart(path, chart)
        by_tip.setdefault(tip.id, []).append(chart)
    return by_tip


def _sample(tip: Tip, description: Description, inquiry: Inquiry) -> Sample:
    """The deals of a chart."""
    deals = description.quick_deals if inquiry.is_quick else description.deals
    return Sample(tip.game, deals, inquiry.seed, inquiry.strategies_from)


def _path(folder: Path, tip: Tip, description: Description, sample: Sample) -> Path:
    """Where a chart is kept."""
    return folder / f"{tip.id}-curve-{description_name(tip.id, description, sample)}.json"


def _play_chart(description: Description, sample: Sample) -> KeptRates:
    """Play a chart: its groups and rates."""
    return chart_rows(description.play(sample))


def chart_rows(chart: Chart) -> KeptRates:
    """A chart's groups and rates, as they are kept."""
    return list(zip(chart.groups, chart.rates, strict=True))


def keep_chart(path: Path, chart: Chart) -> None:
    """Write a chart's groups and rates with a checksum."""
    result_files.write(path, result_files.sealed(chart_rows(chart)))


def read_chart(path: Path, description: Description) -> Chart:
    """A kept chart; raises InputError if the file is damaged or was edited."""
    try:
        return description.chart(dict(result_files.read_as(KeptRates, path)))
    except ValueError as error:
        raise result_files.damaged(path, error) from None
