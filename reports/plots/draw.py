"""Which plots each kind of result has, by name; the first is drawn unless one is named."""

import pkgutil
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from matplotlib.figure import Figure

from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.reports import plots
from knotlab.reports.plots import by_name
from knotlab.reports.plots.declare import declared
from knotlab.reports.words.lookups import Catalogue, Rules, View
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

Plots = Mapping[str, Callable[[Any], Figure]]


def _of_claims(result: ClaimsResult) -> Plots:
    return {name: partial(_without_result, plot) for name, plot in by_name.of_claims(result).items()}


def _of_tip(result: TipResult) -> Plots:
    return _of_claims(ClaimsResult((result,)))


def _without_result(plot: Callable[[], Figure], _: Any) -> Figure:
    return plot()


for _module in pkgutil.iter_modules(plots.__path__, f"{plots.__name__}."):  # each declares its plots
    if _module.name != __name__:
        import_module(_module.name)

DRAWINGS: dict[type, Plots | Callable[[Any], Plots]] = {
    **declared,
    ClaimsResult: _of_claims,
    TipResult: _of_tip,
    **{kind: {} for kind in (Catalogue, Rules, View)},  # tables of words
}


def draw(result: Any, kind: str | None) -> Figure:
    """Draw a result; raises InputError with the names of its plots if there is none of that name."""
    listed = next(DRAWINGS[parent] for parent in type(result).__mro__ if parent in DRAWINGS)
    named = listed(result) if callable(listed) else listed
    if not named:
        raise InputError("there is nothing to plot in this result; it has no effects, no curves and no table of rules")
    if kind is not None and kind not in named:
        raise unknown("plot", kind, named, "of this result")
    return named[kind or next(iter(named))](result)
