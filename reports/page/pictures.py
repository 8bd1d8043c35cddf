"""Plots for a page: each is drawn once, saved as PNG and SVG beside the page, and redrawn only if its
data have changed.
"""

from collections.abc import Callable
from pathlib import Path

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from knotlab.reports.page.blocks import PictureBlock
from knotlab.reports.plots.style import inline, save
from knotlab.sim.compiling.sources import source_hash

PLOTS = Path(__file__).parent.parent / "plots"


class Pictures:
    """The plots below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._drawing = source_hash(sorted(PLOTS.glob("*.py")), mpl.__version__)

    def draw(self, name: str, figure: Callable[[], Figure], words: str, caption: str, *shown: object) -> PictureBlock:
        """A plot as a block.

        Parameters
        ----------
        name : str
            The name of its files; `folder/name` is allowed.
        figure : callable
            Draws the figure.
        words : str
            A description for readers who cannot see it.
        caption : str
        *shown
            All the data that it is drawn from.

        Returns
        -------
        PictureBlock
        """
        stem = self.folder / name
        texts = [value.to_csv() if isinstance(value, pd.DataFrame) else repr(value) for value in shown]
        mark = f"<!-- drawn from {source_hash((), self._drawing, words, *texts)} -->\n"
        svg = self._unchanged(stem, mark)
        if svg is None:
            stem.parent.mkdir(parents=True, exist_ok=True)
            svg = save(figure(), stem)
            stem.with_suffix(".svg").write_text(svg + mark, "utf-8")
        return PictureBlock(inline(svg, name.replace("/", "-"), words), caption)

    def _unchanged(self, stem: Path, mark: str) -> str | None:
        """The saved SVG, if it and its PNG show the same data."""
        file = stem.with_suffix(".svg")
        if not (file.exists() and stem.with_suffix(".png").exists()):
            return None
        text = file.read_text("utf-8")
        return text if text.endswith(mark) else None


def files(*stems: str) -> list[str]:
    """The names of plots' files beside the page."""
    return [f"{stem}.{ending}" for stem in stems for ending in ("png", "svg")]
