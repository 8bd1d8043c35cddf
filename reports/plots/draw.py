"""Which plots each kind of result has, by name; the first is drawn unless one is named."""

import pkgutil
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any

from matplotlib.figure import Figure

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.result import TipResult
from knotlab.reports import plots
from knotlab.reports.answers.findings import TipFound
from knotlab.reports.answers.shipped_claims import ShippedClaims
from knotlab.reports.plots import by_name, shipped
from knotlab.reports.plots.declare import declared
from knotlab.reports.words.lookups import Catalogue, Rules, View
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

Plots = Mapping[str, Callable[[Any], Figure]]


def _of_claims(result: ClaimsResult) -> Plots:
    """The plots of each claim."""
    return _by_tip({each.tip.id: by_name.played(each) for each in result})


def _of_shipped(result: ShippedClaims) -> Plots:
    """The mean effects of several tips, and the plots of each."""
    kinds = _by_tip({tip.id: by_name.as_shipped(tip) for tip in result})
    has_means = len(result) > 1 and any(tip.headline and tip.headline.unit == "loss_rate" for tip in result)
    return {"means": shipped.means, **kinds} if has_means else kinds


def _of_tip(result: TipResult) -> Plots:
    return _by_tip({result.tip.id: by_name.played(result)})


def _of_shipped_tip(result: TipFound) -> Plots:
    return _by_tip({result.id: by_name.as_shipped(result)})


def _by_tip(pictures: Mapping[str, by_name.Pictures]) -> Plots:
    """The plots of some tips by name; a tip's id alone is the first of them."""
    firsts = {name: next(iter(plots.values())) for name, plots in pictures.items() if plots}
    named = {name: plot for plots in pictures.values() for name, plot in plots.items()}
    return {name: partial(_without_result, plot) for name, plot in (firsts | named).items()}


def _without_result(plot: Callable[[], Figure], _: Any) -> Figure:
    return plot()


for _module in pkgutil.iter_modules(plots.__path__, f"{plots.__name__}."):  # each declares its plots
    if _module.name != __name__:
        import_module(_module.name)

DRAWINGS: dict[type, Plots | Callable[[Any], Plots]] = {
    **declared,
    ClaimsResult: _of_claims,
    TipResult: _of_tip,
    ShippedClaims: _of_shipped,
    TipFound: _of_shipped_tip,
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
