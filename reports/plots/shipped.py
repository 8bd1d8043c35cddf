"""The plots of the findings that ship: the mean effect of following each tip, and one tip's effect at every table."""

import math

from matplotlib.figure import Figure

from knotlab.reports.answers.findings import TipFound
from knotlab.reports.answers.shipped_claims import ShippedClaims
from knotlab.reports.plots.forest import Line, forest

SIGNS = "95% intervals; green triangles: certainly above zero; orange squares: certainly below."


def means(result: ShippedClaims) -> Figure:
    """The mean effect of each tip on games lost, those that help most first."""
    lines = [
        _line(f"{tip.id} {tip.words['title']}", tip.headline.effect, tip.headline.low, tip.headline.high)
        for tip in result
        if tip.headline and tip.headline.unit == "loss_rate" and not math.isnan(tip.headline.effect)
    ]
    lines.sort(key=lambda line: -line.effect)
    note = f"{result.settings_line}. {SIGNS}"
    return forest(lines, "loss_rate", "following the tip, on average", "What each tip is worth", note)


def effects(tip: TipFound, unit: str) -> Figure:
    """One tip's effect at every table, in one unit."""
    lines = [
        _line(f"{cell.label}, {cell.players} players, {cell.company}", cell.effect, cell.low, cell.high)
        for cell in tip.cells
        if cell.unit == unit and not math.isnan(cell.effect)
    ]
    note = f"{tip.settings_line}. {SIGNS}"
    return forest(lines, unit, "what is named", f"{tip.id}, {tip.verdict}: {tip.statement}", note)


def _line(name: str, effect: float, low: float, high: float) -> Line:
    """A line whose colour says whether the effect is certain."""
    return Line(name, effect, low, high, kind=2 if low > 0 else 1 if high < 0 else 0)
