"""The plots of effects one below the other, each with its interval, around a line at no difference: what each tip is
worth, one tip at every table, as `words/effects.py` arranges it, and what other readings of the rules change.
"""

import math
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from knotlab.analysis.claims.evidence.readings import ReadingChanges
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.judgement.habits import usual_of
from knotlab.analysis.claims.model.meaning import FEWER, PLAYER, Meaning
from knotlab.reports.plots.draw import plot_of
from knotlab.reports.plots.style import COLOURS, GRID, MARKERS, RC, SOFT, intervals, lettered, new_figure
from knotlab.reports.words.claims import answer_of
from knotlab.reports.words.directions import axis
from knotlab.reports.words.effects import pictures, table_name
from knotlab.reports.words.numbers import in_digits, several

NAME, NOTE = 44, 120  # characters in a line of a name, and of the footnote
STYLES = {0: 0, 1: 2, -1: 1}  # the number of a line's colour and marker, by its direction
OWN_LOSS = Meaning("loss_rate", PLAYER, FEWER)
COLOURED = "Green triangles are certainly to the right of no difference, orange squares to its left, blue dots neither"


class Line(NamedTuple):
    """A line of a forest plot: a name, an effect with its interval (nan: not known), what does not matter on either
    side of zero (nan: not said), and which way it certainly points: 1, -1, or 0 for neither.
    """

    name: str
    effect: float
    low: float
    high: float
    margin: float = math.nan
    sign: int = 0


@mpl.rc_context(RC)
def forest(lines: Sequence[Line], meaning: Meaning, label: str, title: str, note: str) -> Figure:
    """Effects with their intervals and margins, from the top.

    label: what they count, and which way. title, note: what stands above and below; long ones are broken.
    """
    names = ["\n".join(textwrap.fill(part, NAME) for part in line.name.split("\n")) for line in lines]
    height = len(names) * (0.26 + 0.13 * max((name.count("\n") for name in names), default=0))
    figure, (axes,) = new_figure(8.6, 1.8 + height)
    axes.axvline(0, color=SOFT, linewidth=1)
    for row, line in enumerate(lines):
        _draw(axes, row, line, meaning.scale)
    axes.set_yticks(range(len(lines)), names, fontsize=8.5)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.xaxis.set_major_formatter(lambda value, _: in_digits(abs(value)))
    return lettered(figure, axes, title, textwrap.fill(note, NOTE), label)


def _draw(axes: Axes, row: int, line: Line, scale: float) -> None:
    colour, marker = COLOURS[STYLES[line.sign]], MARKERS[STYLES[line.sign]]
    if not math.isnan(line.margin):
        grey = [-scale * line.margin, scale * line.margin]
        axes.plot(grey, [row, row], color=GRID, linewidth=9, solid_capstyle="butt", zorder=0)
    if not math.isnan(line.low):
        axes.plot([scale * line.low, scale * line.high], [row, row], marker="|", color=colour)
    axes.plot([scale * line.effect], [row], marker, color=colour, markersize=5)


class TipSizes(NamedTuple):
    """What following a tip is worth at the table of each number of players. name: the tip, as its line is named."""

    name: str
    advice: int
    cells: Sequence[Evidence]

    @property
    def mean(self) -> float:
        """By which tips are ordered."""
        return self.advice * sum(cell.effect for cell in self.cells) / len(self.cells)

    def ends(self, players: int) -> list[list[float]]:
        """The number at a table with its interval, if it was tried there; above zero for following the tip."""
        return [
            [cell.effect, cell.low, cell.high] if self.advice > 0 else [-cell.effect, -cell.high, -cell.low]
            for cell in self.cells
            if cell.players == players
        ]


@mpl.rc_context(RC)
def by_players(result: ClaimsResult) -> Figure:
    """What following each tip is worth at the table of each number of players, as lists tell it; those that help most
    first.
    """
    drawn = sorted((sizes for tip in result for sizes in _sizes(tip)), key=lambda sizes: -sizes.mean)
    players = sorted({cell.players for sizes in drawn for cell in sizes.cells})
    figure, (axes,) = new_figure(8.6, 1.8 + 0.14 * len(drawn) * (1 + len(players)))
    axes.axvline(0, color=SOFT, linewidth=1)
    for kind, n in enumerate(players):
        below = 0.25 * (kind - (len(players) - 1) / 2)
        rows = [(row + below, ends) for row, sizes in enumerate(drawn) for ends in sizes.ends(n)]
        at, shown = zip(*rows, strict=True)
        style: dict[str, Any] = {"fmt": MARKERS[kind], "color": COLOURS[kind], "markersize": 4, "capsize": 0}
        intervals(axes, OWN_LOSS.scale * np.array(shown).T, at, label=several(n, "players"), **style)
    axes.set_yticks(range(len(drawn)), [textwrap.fill(sizes.name, NAME) for sizes in drawn], fontsize=8.5)
    axes.set_ylim(len(drawn) - 0.4, -0.6)
    axes.set_xscale("asinh", linear_width=1.0)
    axes.xaxis.set_major_locator(FixedLocator([sign * size for sign in (-1, 1) for size in (0, 1, 3, 10, 30)]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(lambda value, _: in_digits(abs(value)))
    axes.legend(frameon=False, fontsize=8.5)
    signs = Counter(tip.headline.headline.certain_sign for tip in result if tip.headline and counts_own_loss(tip))
    title = f"{signs[1]} of {signs.total()} tips certainly help{f', most of all {drawn[0].name}' if signs[1] else ''}"
    if not signs[1] and (hurts := signs[-1]):
        title = f"{title}; {hurts} certainly hurt, most of all {drawn[-1].name}"
    note = f"{result.settings_line}. 95% intervals, for each table by itself. The scale is stretched near zero."
    return lettered(figure, axes, title, note, axis(OWN_LOSS))


def _sizes(tip: TipResult) -> Iterator[TipSizes]:
    """The sizes of a tip's headline; of a rule and its condition, both, one below the other."""
    told = tip.headline
    if told is None or not counts_own_loss(tip):
        return
    if told.elsewhere is None:
        rows = {told.label: tip.words.title or tip.statement}
    else:
        rows = {label: label for label in (told.label, f"{told.elsewhere.what} elsewhere")}
    for label, name in rows.items():
        yield TipSizes(f"{tip.id} {name}", told.advice, usual_of(tip.cells_of(label)))


def counts_own_loss(tip: TipResult) -> bool:
    """Whether what a tip is worth counts the games lost by who follows it, and is known."""
    told = tip.headline
    return told is not None and told.meaning == OWN_LOSS and not math.isnan(told.effect)


def effects(result: TipResult, meaning: Meaning) -> Figure:
    """One tip's effect at every table, as far as it counts the same."""
    drawn = pictures(result, meaning)
    lines = [_table(cell, picture.name if len(drawn) > 1 else "") for picture in drawn for cell in picture.cells]
    title = drawn[0].title if len(drawn) == 1 else result.words.title or result.statement
    if result.headline and result.headline.elsewhere:
        title = answer_of(result.headline)
    note = (
        f"{result.settings_line}. 95% intervals, for each table by itself. {COLOURED}, for all together; grey: margins."
    )
    return forest(lines, meaning, axis(meaning), f"{result.id}, {result.verdict}: {title}", note)


def _table(cell: Evidence, name: str) -> Line:
    words = f"{name}\n{table_name(cell)}" if name else table_name(cell)
    return Line(words, cell.effect, cell.low, cell.high, cell.margin, cell.size.certain_sign)


@plot_of(ReadingChanges, "changes", first=True)
def changes(result: ReadingChanges) -> Figure:
    """The change in each tip's effect, in multiples of its margin; answers that flip stand out."""
    order = list(reversed(result.changes))
    figure, (axes,) = new_figure(8.6, 1.8 + 0.26 * len(order))
    axes.axvspan(-1, 1, color=GRID, zorder=0)
    axes.axvline(0, color=SOFT, linewidth=1)
    for row, change in enumerate(order):
        kind, size = int(change.flips), change.change
        shown = np.array([[size.effect], [size.low], [size.high]]) / change.margin
        intervals(axes, shown, [row], fmt=MARKERS[kind], color=COLOURS[kind], markersize=5)
    names = [f"{change.tip}, {change.reading.change}" for change in order]
    axes.set_yticks(range(len(names)), names, fontsize=8.5)
    label = "change in the effect of the tip under the other reading, in multiples of its margin"
    note = "Bars: 95% intervals on the same deals; orange squares: another answer; grey: margin."
    return lettered(figure, axes, result.settings_line, note, label)
