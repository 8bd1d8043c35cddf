"""One visual language for all plots: fonts, colours that colour-blind readers can tell apart, and how a figure is saved."""

import io
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.figure import Figure

# Okabe and Ito (2008), "Color universal design", without yellow and black.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
MARKERS = ("o", "s", "^", "D", "v", "P")

RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.8,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "figure.facecolor": "white",
    "svg.fonttype": "none",
    "svg.hashsalt": "knotlab",
    "figure.dpi": 110,
}


def new_figure(width: float, height: float, columns: int = 1, **options: object) -> tuple[Figure, list]:
    """A figure in inches with some panels side by side, and its axes as a list."""
    with mpl.rc_context(RC):
        figure, axes = plt.subplots(1, columns, figsize=(width, height), squeeze=False, layout="constrained", **options)  # type: ignore[arg-type]
    return figure, list(axes[0])


def save(figure: Figure, stem: Path) -> str:
    """Write a figure as PNG and SVG beside each other; the SVG's text, for the page."""
    with mpl.rc_context(RC):
        figure.savefig(stem.with_suffix(".png"), dpi=160)
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    plt.close(figure)
    text = buffer.getvalue()
    stem.with_suffix(".svg").write_text(text)
    return text
