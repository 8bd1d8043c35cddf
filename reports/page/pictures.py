"""Plots on a page, which are saved as PNG and SVG beside it."""

from pathlib import Path

from matplotlib.figure import Figure

from knotlab.reports.page.blocks import PictureBlock
from knotlab.reports.plots.style import inline, save


def picture(stem: Path, figure: Figure, words: str, caption: str) -> PictureBlock:
    """A plot as a block of the page.

    stem: where its files are written, without an ending. words: a description for readers who cannot see it.
    """
    return PictureBlock(inline(save(figure, stem), stem.name, words), caption)


def files(*stems: str) -> list[str]:
    """The names of plots' files beside the page."""
    return [f"{stem}.{ending}" for stem in stems for ending in ("png", "svg")]
