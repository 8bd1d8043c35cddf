"""The plots of claims by name, the most telling one first: effects by their unit, curves, what the rules say."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from matplotlib.figure import Figure

from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.rulebooks.published import shipped_charts
from knotlab.reports.plots import claims

Pictures = Mapping[str, Callable[[], Figure]]


def of_claims(result: ClaimsResult) -> Pictures:
    """The plots of several claims: the mean effects, and those of each; a claim's id alone is its first."""
    has_means = len(result) > 1 and any(tip.headline and claims.is_own_loss(tip.headline) for tip in result)
    means: Pictures = {"means": partial(claims.means, result)} if has_means else {}
    by_tip = {tip.id: of_tip(tip) for tip in result}
    firsts = {name: next(iter(plots.values())) for name, plots in by_tip.items() if plots}
    return {**means, **firsts, **{name: plot for plots in by_tip.values() for name, plot in plots.items()}}


def of_tip(result: TipResult) -> Pictures:
    """The plots of one claim; of a published one with the curves that are published."""
    shown = (
        result if result.tip else replace(result, tip=tip_named(result.id), charts=shipped_charts().get(result.id, ()))
    )
    return {**_effects(shown), **_others(shown)}


def _effects(result: TipResult) -> Pictures:
    """A plot for whatever the cells count, named by its unit, and by whose it is where that is another player."""
    meanings = dict.fromkeys(cell.meaning for cell in claims.measured(result))
    return {f"{result.id}-{meaning.unit}": partial(claims.effects, result, meaning) for meaning in meanings}


def _others(result: TipResult) -> Pictures:
    """Curves and surfaces, and tables that answers can be read from."""
    charts = enumerate((chart for chart in result.charts if chart.rates), 1)
    tables = enumerate(result.tip.matrices if result.tip else (), 1)
    curves = {f"{result.id}-curve-{number}": partial(claims.draw, result, chart) for number, chart in charts}
    rules = {f"{result.id}-rules-{number}": partial(claims.matrix, result, shown) for number, shown in tables}
    return curves | rules
