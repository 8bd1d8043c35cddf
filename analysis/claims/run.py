"""Trying claims: all cells of some claims, several at a time, within a budget if there is one."""

import contextlib
import math
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from knotlab.analysis import kept
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.cells import Cell, cells_of, chosen, family, headlines
from knotlab.analysis.claims.chart import Chart, Description, Sample
from knotlab.analysis.claims.conclude import conclude
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.own import read_claims
from knotlab.analysis.claims.registration import description_name
from knotlab.analysis.claims.schedule import WithinBudget, all_at_once
from knotlab.analysis.claims.settle import prepare, settled
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.claims.trial import QUICK, USUAL, Trial
from knotlab.analysis.claims.variants import compare_variants
from knotlab.analysis.runs.backends import fan_out
from knotlab.analysis.runs.play import DEFAULT_SEED
from knotlab.analysis.stats.rates import Rate
from knotlab.sim.errors import InputError
from knotlab.sim.machine import cores
from knotlab.sim.storage.files import check_own
from knotlab.sim.storage.store import RunFolder

SLICE_NOTE = "slice.json"  # in a folder with a slice of some claims, says which
OWN_FILES = ("*-C*-*", SLICE_NOTE)  # of which a folder of claims has some


@dataclass(frozen=True)
class Selection:
    """The claims that a user named.

    Parameters
    ----------
    tips
        The claims.
    trial
        What their cells share.
    file
        The file that they come from; none: they ship.
    """

    tips: Sequence[Tip]
    trial: Trial = USUAL
    file: Path | None = None


def select(
    ids: Sequence[str] = (),
    *,
    claims_from: Path | str | None = None,
    strategies_from: Sequence[Path | str] = (),
    quick: bool = False,
    seed: int = DEFAULT_SEED,
) -> Selection:
    """The claims of some ids, and how they are to be tried.

    Parameters
    ----------
    ids
        Which claims, such as `["TK-C1"]`; all of them if none is named.
    claims_from
        A Python file with a list `TIPS`: its claims alone, at a level of their own.
    strategies_from
        Files with strategies that those claims name.
    quick
        A first look: "equivalent" within eight times the declared margin, one size of table for each experiment.
    seed
        Of the deals.

    Returns
    -------
    Selection
        For `try_claims`.

    Raises
    ------
    InputError
        If there is no such claim, or a file cannot be used.

    Examples
    --------
    >>> [tip.id for tip in select(["ty-c4"]).tips]
    ['TY-C4']
    """
    trial = replace(QUICK if quick else USUAL, seed=seed)
    if claims_from is None:
        return Selection(chosen(ids), trial)
    own = read_claims(claims_from, strategies_from)
    trial = replace(trial, cells=family(own), tips=headlines(own), strategies_from=tuple(map(Path, strategies_from)))
    return Selection(chosen(ids, own), trial, Path(claims_from))


def try_claims(
    tips: Sequence[Tip],
    trial: Trial = USUAL,
    *,
    out: Path | str | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    charts: bool = True,
    on_cell: Callable[[Finding], None] = lambda finding: None,
) -> ClaimsResult:
    """Try some claims.

    Verdicts do not depend on the number of workers.

    Parameters
    ----------
    tips, trial
        The claims, and what their cells share.
    out
        A folder that keeps every cell's deals and every chart; the same call goes on where it stopped.
    minutes
        The budget, for compiling and charts too: each cell is then played a little, and after that always the one
        nearest to its verdict; what is undecided at its end stays so.
    workers
        How many cells are played at a time; by default as many as there are cores.
    charts
        Whether to play what is shown without a verdict, too.
    on_cell
        Called with a cell's finding whenever it was played, not always in the same thread.

    Returns
    -------
    ClaimsResult
        The evidence about each claim.

    Raises
    ------
    InputError, StrategyError, RunError
        If the budget makes no sense, a strategy fails, or the folder cannot be used.
    """
    if minutes is not None and not 0 < minutes < float("inf"):
        raise InputError(f"the budget is a number of minutes above 0, not {minutes:g}")
    return _Run(tips, trial, Path(out) if out else None, workers or cores(), on_cell).results(minutes, charts)


@dataclass(frozen=True, eq=False)
class _Run:
    """Claims as they are tried."""

    tips: Sequence[Tip]
    trial: Trial
    out: Path | None
    workers: int
    on_cell: Callable[[Finding], None]

    def results(self, minutes: float | None, charts: bool) -> ClaimsResult:
        """Everything."""
        started, clock = time.perf_counter(), time.monotonic()
        if self.out:
            check_own(self.out, OWN_FILES)
        prepare([cell for cell in self.cells if not (self.out and settled(cell, self.trial, self.out))], self.trial)
        shown = self._charts() if charts else {}
        findings = self._findings(None if minutes is None else clock + 60 * minutes)
        by_tip = {tip.id: [finding for finding in findings if finding.tip == tip.id] for tip in self.tips}
        results = [conclude(tip, by_tip[tip.id], shown.get(tip.id, ())) for tip in self.tips]
        return ClaimsResult(tuple(compare_variants(results)), self.trial, time.perf_counter() - started)

    @cached_property
    def cells(self) -> list[Cell]:
        """All cells."""
        return [cell for tip in self.tips for cell in cells_of(tip, self.trial.one_size)]

    def _findings(self, deadline: float | None) -> list[Finding]:
        """What the cells come to."""
        if deadline is None:
            return all_at_once(self.cells, self.trial, self.out, self.workers, self.on_cell)
        with contextlib.ExitStack() as stack:
            folder = self.out or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            return WithinBudget(self.trial, folder, deadline, self.on_cell).play(self.cells, self.workers)

    def _charts(self) -> dict[str, list[Chart]]:
        """What is shown about each claim: read again where the folder has it, or played, and kept if there is one."""
        shown = [(tip, description, self._sample(tip, description)) for tip in self.tips for description in tip.curves]
        lacking = [each for each in shown if not self._is_kept(*each)]
        calls = [(description, sample) for _, description, sample in lacking]
        played = fan_out(_play_chart, calls, self.workers)
        by_tip: dict[str, list[Chart]] = {}
        for tip, description, sample in shown:
            path = self._path(tip, description, sample)
            if path and path.exists():
                chart = read_chart(path, description)
            else:
                chart = description.chart(dict(next(played)))
                self._keep(path, chart)
            by_tip.setdefault(tip.id, []).append(chart)
        return by_tip

    def _sample(self, tip: Tip, description: Description) -> Sample:
        """The deals of a chart."""
        deals = description.quick_deals if self.trial.is_quick else description.deals
        return Sample(tip.game, deals, self.trial.seed, self.trial.strategies_from)

    def _path(self, tip: Tip, description: Description, sample: Sample) -> Path | None:
        """Where a chart is kept, if there is a folder."""
        return self.out and self.out / f"{tip.id}-curve-{description_name(tip.id, description, sample)}.json"

    def _is_kept(self, tip: Tip, description: Description, sample: Sample) -> bool:
        path = self._path(tip, description, sample)
        return path is not None and path.exists()

    def _keep(self, path: Path | None, chart: Chart) -> None:
        """Write a chart into the folder, if there is one."""
        if path is not None:
            with RunFolder(path.parent).writing():
                path.parent.mkdir(parents=True, exist_ok=True)
                keep_chart(path, chart)


def _play_chart(description: Description, sample: Sample) -> "KeptRates":
    """Play a chart: its groups and rates."""
    return chart_rows(description.play(sample))


def play_charts(tips: Sequence[Tip], trial: Trial, out: Path | None, workers: int) -> dict[str, list[Chart]]:
    """What is shown about each claim without a verdict, by its id: read again where a folder has it.

    Parameters
    ----------
    tips
        The claims.
    trial
        What all cells of the trial share.
    out
        A folder that keeps the charts; None to keep nothing.
    workers
        How many play at a time.

    Returns
    -------
    dict
        By the id of the claim, its charts.
    """
    return _Run(tips, trial, out, workers, lambda finding: None)._charts()


KeptRates = list[tuple[tuple[int, ...], Rate]]


def chart_rows(chart: Chart) -> KeptRates:
    """A chart's groups and rates, as they are kept."""
    return list(zip(chart.groups, chart.rates, strict=True))


def keep_chart(path: Path, chart: Chart) -> None:
    """Write a chart's groups and rates with a checksum."""
    kept.write(path, kept.sealed(chart_rows(chart)))


def read_chart(path: Path, description: Description) -> Chart:
    """A kept chart; raises InputError if the file is damaged or was edited."""
    try:
        return description.chart(dict(kept.from_plain(KeptRates, _with_nan(kept.unsealed(kept.load(path))))))
    except ValueError as error:
        raise kept.damaged(path, error) from None


def _with_nan(content: Any) -> Any:
    """Plain data with nan for the ends of intervals that are not known."""
    if isinstance(content, list):
        return [_with_nan(each) for each in content]
    if isinstance(content, dict):
        return {name: _with_nan(each) for name, each in content.items()}
    return math.nan if content is None else content
