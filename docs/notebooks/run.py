"""Run the notebooks of this folder and store what their cells show; `make notebooks` does so.

Each runs in an empty folder of its own, so that files which it writes are gone afterwards.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

HERE = Path(__file__).parent
LIMIT = 600  # seconds for one cell


def run(file: Path) -> NotebookNode:
    """A notebook with the outputs of a new run.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    notebook = nbformat.read(file, nbformat.NO_CONVERT)
    with TemporaryDirectory() as folder:
        where = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=LIMIT, kernel_name="python3", resources=where).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when each cell ran is nobody's concern
    return notebook


if __name__ == "__main__":
    for path in sorted(HERE.glob("*.ipynb")):
        print(path.name, file=sys.stderr)
        nbformat.write(run(path), path)
