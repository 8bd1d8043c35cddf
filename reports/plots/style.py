"""One visual language for all plots: fonts, colours that colour-blind readers can tell apart, footnotes, and how a
figure is saved.
"""

import html
import io
import re
import textwrap
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from knotlab.reports.output import write_file

# Okabe and Ito (2008), "Color universal design", without yellow and black.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
MARKERS = ("o", "s", "^", "D", "v", "P")
JOINT = "\u2060"  # where a long word may be broken
NAME, TITLE, NOTE = 22, 46, 120  # characters in a line of a strategy's name, of a title, and of a footnote
INK, SOFT, GRID, PAPER = "#1d1d1b", "#666666", "#dddddd", "#ffffff"
BEHIND, AHEAD = "#f2b37c", "#7fb8dc"  # of who finishes behind, and ahead, as the page has them
PLACES = ("#12466b", "#dcebf5")  # from the first place to the last
TEXT_ON_LIGHT, TEXT_ON_DARK = "#000000", "#fefefe"  # on a heat map's own colours, which a dark page leaves as they are

# What a page may colour again for dark readers, by its CSS variable; every other colour stays as it is.
VARIABLES = {INK: "ink", SOFT: "soft", GRID: "grid", PAPER: "page"} | {
    colour: str(i) for i, colour in enumerate(COLOURS, 1)
}

RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.titlecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.facecolor": PAPER,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "figure.facecolor": PAPER,
    "svg.fonttype": "none",
    "svg.hashsalt": "knotlab",
    "figure.dpi": 110,
}


class Picture(Figure):
    """A figure that notebooks show as it is, whatever the settings of pyplot, which has no part in it."""

    @mpl.rc_context(RC)
    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png")
        return buffer.getvalue()


@mpl.rc_context(RC)
def new_figure(width: float, height: float, columns: int = 1, **options: Any) -> tuple[Picture, list[Any]]:
    """A figure in inches with some panels side by side, and its axes as a list."""
    figure = Picture(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False, **options)
    return figure, list(axes[0])


def in_lines(name: str) -> str:
    """A strategy's name in at most two lines; one that is longer lacks some of its middle."""
    if len(name) <= NAME:
        return name
    end = max(name.rfind(mark, 0, NAME) for mark in "-:,+ ") + 1 or NAME
    rest = name[end:]
    return f"{name[:end]}\n{rest if len(rest) <= NAME else '…' + rest[1 - NAME :]}"


def shades(*colours: str) -> LinearSegmentedColormap:
    """All colours between some."""
    return LinearSegmentedColormap.from_list("knotlab", colours)


def broken(text: str, width: int = TITLE) -> str:
    """A text with its long lines broken: between words, and a word that is longer than a line after a sign.

    >>> print(broken("threshold:ace=7,misere=1.067,slope=4.941+solid is better", 20))
    threshold:ace=7,
    misere=1.067,
    slope=4.941+solid
    is better
    """
    long = re.compile(rf"\S{{{width + 1},}}")
    lines = (
        long.sub(lambda word: re.sub(r"([,:/+])(?=\S)", rf"\1{JOINT} ", word[0]), line) for line in text.split("\n")
    )
    return "\n".join(textwrap.fill(line, width) for line in lines).replace(f"{JOINT} ", "").replace(JOINT, "")


def footnote(figure: Figure, words: str) -> None:
    """What stands under a figure: what its bars are and on how many games or deals they rest."""
    figure.supxlabel(broken(words, NOTE), fontsize=8.5, color=SOFT, x=0.01, ha="left")


def in_tens(axis: Any) -> None:
    """A scale on which ten times as many are always as far apart, with plain numbers along the axis."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_formatter(lambda value, _: f"{value:,g}")
    axis.set_minor_formatter(lambda value, _: f"{value:,g}" if f"{value:e}"[0] in "25" else "")


def lettered(figure: Figure, axes: Axes, title: str, note: str, x: str = "", y: str = "") -> Figure:
    """A figure with its title, the names of what is along its axes, and its footnote."""
    axes.set_title(broken(title))
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    footnote(figure, note)
    return figure


def intervals(axes: Axes, shown: Iterable[Any], at: Any, *, upright: bool = False, **style: Any) -> None:
    """Values as dots with bars from their low to their high ends, side by side from left to right if they are upright,
    else one below the other.

    shown: the values, their low and their high ends. at: the place of each along the other axis.
    """
    values, low, high = (np.asarray(each, float) for each in shown)
    reach = np.abs(np.array([low, high]) - values)
    x, y, bars = (at, values, "yerr") if upright else (values, at, "xerr")
    drawn: dict[str, Any] = {bars: reach, "fmt": "o", "color": COLOURS[0], "capsize": 3}
    axes.errorbar(x, y, **(drawn | style))


def printed(draw: Callable[[], Figure], file: Path) -> bytes:
    """What is drawn to be printed, as the kind of picture that a file's ending names: PDF, SVG or PNG."""
    buffer = io.BytesIO()
    options: dict[str, Any] = {"metadata": {"CreationDate": None} if file.suffix == ".pdf" else {"Date": None}}
    if file.suffix == ".png":
        options = {"dpi": 300}
    with mpl.rc_context(RC | {"svg.fonttype": "path"}):
        draw().savefig(buffer, format=file.suffix[1:], **options)
    return buffer.getvalue()


def save(figure: Figure, stem: Path) -> str:
    """Write a figure as PNG and SVG side by side; the SVG's text, for the page. Raises RunError if they cannot be
    written.
    """
    pixels, buffer = io.BytesIO(), io.StringIO()
    with mpl.rc_context(RC), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # from the PNG's font; a reader's own draws the SVG
        figure.savefig(pixels, format="png", dpi=160)
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    write_file(stem.with_suffix(".png"), pixels.getvalue())
    write_file(stem.with_suffix(".svg"), text.encode())
    return text


def inline(svg: str, prefix: str, words: str) -> str:
    """A figure to stand in the page: ids made unique there, words for screen readers, no fixed size, colours that
    follow light and dark.
    """
    body = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    # A tenth of a point is finer than any screen.
    body = re.sub(r'(\bd="[^"]*")', lambda path: re.sub(r"(\.\d)\d+", r"\1", path[1]), body)
    body = re.sub(r">\s+<", "><", body).strip()
    body = re.sub(r'id="([^"]+)"', rf'id="{prefix}-\1"', body)
    body = re.sub(r'(href="#|url\(#)([^")]+)', rf"\1{prefix}-\2", body)
    tag, _, rest = body.partition(">")
    tag = re.sub(r' (?:width|height)="[^"]*"', "", tag)
    label = html.escape(words, quote=True)
    return f'<svg role="img" aria-label="{label}"{tag.removeprefix("<svg")}>{_themed(rest)}'


def _themed(svg: str) -> str:
    """The language's own colours as CSS variables, each with itself to fall back on."""

    def variable(match: re.Match[str]) -> str:
        colour = match[2].lower()
        return f"{match[1]}var(--plot-{VARIABLES[colour]}, {colour})" if colour in VARIABLES else match[0]

    return re.sub(r"((?:fill|stroke): )(#[0-9a-fA-F]{6})", variable, svg)
