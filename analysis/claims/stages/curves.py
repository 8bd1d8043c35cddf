"""The third stage: what is shown about each claim without a verdict, played and kept in a folder."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.claims.model.chart import Chart, Description, Sample
from knotlab.analysis.claims.model.registration import description_name
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.model.trial import Trial
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.storage import result_files
from knotlab.sim.storage.run_folder import RunFolder

KeptRates = list[tuple[tuple[int, ...], Rate]]


def play_charts(tips: Sequence[Tip], trial: Trial, folder: Path, workers: int) -> dict[str, list[Chart]]:
    """What is shown about each claim, by its id: read again where the folder has it, or played and kept.

    trial: what all cells of the trial share. folder: where the charts are kept. workers: how many play at a time.
    Returns the charts by the id of their claim.
    """
    shown = [(tip, description, _sample(tip, description, trial)) for tip in tips for description in tip.curves]
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


def _sample(tip: Tip, description: Description, trial: Trial) -> Sample:
    """The deals of a chart."""
    deals = description.quick_deals if trial.is_quick else description.deals
    return Sample(tip.game, deals, trial.seed, trial.strategies_from)


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
        return description.chart(
            dict(result_files.from_plain(KeptRates, _with_nan(result_files.unsealed(result_files.load(path)))))
        )
    except ValueError as error:
        raise result_files.damaged(path, error) from None


def _with_nan(content: Any) -> Any:
    """Plain data with nan for the ends of intervals that are not known."""
    if isinstance(content, list):
        return [_with_nan(each) for each in content]
    if isinstance(content, dict):
        return {name: _with_nan(each) for name, each in content.items()}
    return math.nan if content is None else content
