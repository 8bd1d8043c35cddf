"""The notebooks of the documentation run, and show what they are stored with."""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from docs.notebooks.run import HERE, run

NOTEBOOKS = sorted(HERE.glob("*.ipynb"))
MARKS = (pytest.mark.long, pytest.mark.long, pytest.mark.more)  # one is run more often: that which takes least
VARIES = "varies"  # the tag of cells whose numbers depend on the speed of the machine


# Budgets of cells that vary, in minutes: shorter, as their numbers are not compared.
QUICKER = {"bidding": ("budget=0.4", "budget=0.05")}


def quicker(file: Path, folder: Path) -> Path:
    """A twin of a notebook that takes less time."""
    notebook = nbformat.read(file, nbformat.NO_CONVERT)
    if file.stem in QUICKER:
        usual, short = QUICKER[file.stem]
        (cell,) = (cell for cell in notebook.cells if cell.cell_type == "code" and usual in cell.source)
        assert VARIES in cell.metadata.tags
        cell.source = cell.source.replace(usual, short)
    nbformat.write(notebook, folder / file.name)
    return folder / file.name


def shown(cell: NotebookNode) -> Iterator[str]:
    """What a cell prints and returns, as text."""
    for output in cell.outputs:
        text = output.text if output.output_type == "stream" else output.data["text/plain"]
        yield re.sub(r"Record \w+", "Record", text)  # its record's name changes with the code


def test_there_are_notebooks_for_a_hunch_a_report_and_a_bidder() -> None:
    assert [file.stem for file in NOTEBOOKS] == ["a-hunch", "bidding", "win-rates"]


@pytest.mark.parametrize(
    "file", [pytest.param(file, marks=mark, id=file.stem) for file, mark in zip(NOTEBOOKS, MARKS, strict=True)]
)
def test_a_notebook_shows_what_it_is_stored_with(file: Path, tmp_path: Path) -> None:
    stored, played = nbformat.read(file, nbformat.NO_CONVERT), run(quicker(file, tmp_path))
    pictures = 0
    for before, now in zip(stored.cells, played.cells, strict=True):
        if before.cell_type != "code":
            continue
        assert [output.output_type for output in before.outputs] == [output.output_type for output in now.outputs]
        pictures += sum("image/png" in output.get("data", {}) for output in now.outputs)
        assert not any(output.get("name") == "stderr" for output in before.outputs), "a notebook stored a warning"
        if VARIES not in before.metadata.get("tags", ()):
            assert list(shown(before)) == list(shown(now)), before.source
    assert pictures
