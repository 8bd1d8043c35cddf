"""The plots of one claim by name, the most telling one first: effects by their unit, curves, what the rules say."""

import math
from collections.abc import Callable, Mapping
from functools import partial

from matplotlib.figure import Figure

from knotlab.analysis.claims.cells import chosen
from knotlab.analysis.claims.result import TipResult
from knotlab.reports.answers.charts import shipped_charts
from knotlab.reports.answers.findings import TipFound
from knotlab.reports.plots import claims, shipped

Pictures = Mapping[str, Callable[[], Figure]]


def played(result: TipResult) -> Pictures:
    """The plots of a claim that was played."""
    sized_in = dict.fromkeys(cell.unit for cell in claims.measured(result))
    sizes = {f"{result.tip.id}-{unit}": partial(claims.sizes, result, unit) for unit in sized_in}
    return {**sizes, **_beside(result)}


def as_shipped(tip: TipFound) -> Pictures:
    """The plots of a claim as it ships."""
    units = dict.fromkeys(cell.unit for cell in tip.cells if not math.isnan(cell.effect))
    effects = {f"{tip.id}-{unit}": partial(shipped.effects, tip, unit) for unit in units}
    (declared,) = chosen([tip.id])
    return {**effects, **_beside(TipResult(declared, charts=shipped_charts().get(tip.id, ())))}


def _beside(result: TipResult) -> Pictures:
    """What is shown beside the effects: curves and surfaces, and tables that answers can be read from."""
    charts = enumerate((chart for chart in result.charts if chart.rates), 1)
    tables = enumerate(result.tip.matrices, 1)
    curves = {f"{result.tip.id}-curve-{number}": partial(claims.draw, result, chart) for number, chart in charts}
    rules = {f"{result.tip.id}-rules-{number}": partial(claims.matrix, result, shown) for number, shown in tables}
    return curves | rules
