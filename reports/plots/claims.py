"""The plots of claims: effects with intervals over fields and tables, and curves of rates."""

import math
import textwrap

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from analysis.claims.finding import Finding, Line, TipResult
from analysis.claims.tip import FAILS, HOLDS
from reports.plots.style import COLOURS, GRID, MARKERS, RC, SOFT, footnote, new_figure
from reports.words.claims import SHARES, UNITS

TITLE = 60  # characters in a line of a curve's title
BY_ANSWER = {HOLDS: 2, FAILS: 1}


def forest(result: TipResult, unit: str) -> Figure:
    """The effects of a claim's cells of one unit, each with its interval; grey is what does not matter."""
    cells = [one for one in result.findings if one.unit == unit and not math.isnan(one.effect)]
    scale = 100.0 if unit in SHARES else 1.0
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(8.6, 1.6 + 0.26 * len(cells))
        axes.axvline(0, color=SOFT, linewidth=1)
        for row, one in enumerate(reversed(cells)):
            kind = BY_ANSWER.get(one.answer, 0)
            axes.plot([-scale * one.margin, scale * one.margin], [row, row], color=GRID, linewidth=9, solid_capstyle="butt", zorder=0)
            axes.plot([scale * one.low, scale * one.high], [row, row], marker="|", color=COLOURS[kind])  # what all looks left: the last mean may lie outside
            axes.plot([scale * one.effect], [row], MARKERS[kind], color=COLOURS[kind], markersize=5)
        axes.set_yticks(range(len(cells)), [_name(one) for one in reversed(cells)], fontsize=8.5)
        axes.set_xlabel(f"{UNITS[unit]}, + for what is named")
        axes.set_title(f"{result.tip.id}: {result.answer}")
        footnote(
            figure,
            f"Intervals hold at every look, at {100 * (1 - cells[0].alpha):.4g} % each. Green triangles: holds; orange squares: does not; grey: margins.",
        )
    return figure


def _name(one: Finding) -> str:
    return f"{one.label}, {one.players} players, {one.field}"


def curve(result: TipResult, line: Line) -> Figure:
    """A rate by group, with 95 % intervals over deals."""
    scale = 100.0 if line.curve.unit == "share" else 1.0
    values, errors = ([scale * getattr(rate, name) for rate in line.rates] for name in ("value", "error"))
    positions = range(len(line.groups)) if line.curve.names else line.groups
    with mpl.rc_context(RC):
        figure, (axes,) = new_figure(7.6, 3.8)
        bars = [1.96 * error for error in errors]
        axes.errorbar(positions, values, yerr=bars, fmt="o" if line.curve.names else "o-", color=COLOURS[0], capsize=3, markersize=5)
        if line.curve.names:
            axes.set_xticks(list(positions), [line.name(i) for i in range(len(line.groups))], rotation=30 if len(line.groups) < 9 else 0)
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylim(bottom=min(0.0, *(value - bar for value, bar in zip(values, bars, strict=True))))
        axes.set_xlabel(line.curve.axis)
        axes.set_ylabel("per cent" if line.curve.unit == "share" else line.curve.unit)
        axes.set_title(textwrap.fill(f"{result.tip.id}: {line.curve.label}", TITLE))
        footnote(figure, f"Bars: 95 % intervals over {line.rates[0].n:,} deals. Groups with fewer than 30 cases are left out.")
    return figure
