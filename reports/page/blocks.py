"""The report page as data: sections with texts, tables, plots and games; `page/blocks.html` draws each kind."""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar

from markupsafe import Markup
from matplotlib.figure import Figure

from knotlab.reports.plots.style import inline, save
from knotlab.sim.machine import LIBRARIES, cores, package_version
from knotlab.sim.playing.job import STREAM_VERSION


class PageBlock:
    """A part of a section; kind: which part of the template draws it."""

    kind: ClassVar[str]

    def __init_subclass__(cls, kind: str) -> None:
        cls.kind = kind


@dataclass(frozen=True)
class Text(PageBlock, kind="text"):
    """A paragraph; `soft` for secondary remarks."""

    words: str
    soft: bool = False


@dataclass(frozen=True)
class CommandBlock(PageBlock, kind="command"):
    """A command to type, and what it is for."""

    words: str
    command: str


@dataclass(frozen=True)
class Headlines(PageBlock, kind="findings"):
    """Sentences, each with the section it comes from: (sentence, id, title of the section)."""

    items: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Glossary(PageBlock, kind="terms"):
    """Words with their explanations, folded away under a title."""

    title: str
    items: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Written(PageBlock, kind="written"):
    """A text that is already HTML (our own), folded away under a title."""

    title: str
    html: Markup


@dataclass(frozen=True)
class Html(PageBlock, kind="html"):
    """A part of the page from a template of its own."""

    html: Markup


@dataclass(frozen=True)
class TableColumn:
    """A table's column: its head, whether it holds numbers (and sorts as such), whether rows can be filtered by its
    values, and whether its texts are long.
    """

    head: str
    number: bool = False
    choose: bool = False
    text: bool = False


@dataclass(frozen=True)
class TableBlock(PageBlock, kind="table"):
    """A table that can be sorted, and filtered if it is long or a column asks for it; the first cell of a row
    is its name.

    A cell is a text, or a pair (text, id) that links to the section with that id.
    """

    caption: str
    columns: Sequence[TableColumn]
    rows: Sequence[Sequence[str | tuple[str, str]]]


@dataclass(frozen=True)
class Folded(PageBlock, kind="fold"):
    """Some blocks, folded away under a title."""

    title: str
    blocks: Sequence[PageBlock]


@dataclass(frozen=True)
class AtTable(PageBlock, kind="at"):
    """Some blocks that are shown at some of the tables that a reader can choose, by their keys; none: at all."""

    at: str
    blocks: Sequence[PageBlock]


@dataclass(frozen=True)
class Data(PageBlock, kind="data"):
    """A table that the page makes from its CSV when it is opened: `table`, or `matrix` of shares in 100; the CSV can be
    saved from the page.
    """

    id: str
    title: str
    csv: str
    shape: str


@dataclass(frozen=True)
class PictureBlock(PageBlock, kind="picture"):
    """A plot as inline SVG that carries its own words, with a caption."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Files(PageBlock, kind="files"):
    """Files next to the page."""

    names: Sequence[str]


@dataclass(frozen=True)
class ReplayBlock(PageBlock, kind="replay"):
    """Recorded games to watch; `more` are packed, and join them once the page is there."""

    records: Sequence[Mapping[str, Any]]
    more: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Section:
    """A part of the page, with a heading and an id to link to.

    parts: sections within this one, after its blocks. folded: whether only the heading is visible until the section is
    opened or linked to. mark: a word next to a folded section's heading.
    """

    id: str
    title: str
    blocks: Sequence[PageBlock]
    parts: Sequence["Section"] = ()
    folded: bool = False
    mark: str = ""


def picture(stem: Path, figure: Figure, words: str, caption: str) -> PictureBlock:
    """A plot as a block of the page.

    stem: where its files are written, without an ending. words: a description for readers who cannot see it.
    """
    return PictureBlock(inline(save(figure, stem), stem.name, words), caption)


def files(*stems: str) -> list[str]:
    """The names of plots' files next to the page."""
    return [f"{stem}.{ending}" for stem in stems for ending in ("png", "svg")]


# --- what a page was made with ---


def versions() -> list[list[str]]:
    """Versions of all that the numbers depend on, by name."""
    rows = [["random streams", f"version {STREAM_VERSION}"], ["knotlab", package_version()]]
    return [*rows, ["Python", platform.python_version()], *([name, version(name)] for name in LIBRARIES)]


def machine() -> list[str]:
    """The machine, with its number of cores."""
    return ["machine", f"{platform.system()} {platform.machine()}, {cores()} cores"]


def date() -> list[str]:
    """Today."""
    return ["date", f"{datetime.now(UTC):%Y-%m-%d}"]
