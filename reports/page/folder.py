"""The folder of a page."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from knotlab.sim.errors import RunError
from knotlab.sim.storage.result_files import check_own


@contextmanager
def writing_to(folder: Path, marks: Sequence[str]) -> Iterator[None]:
    """Write to a page's folder while the block runs.

    marks: what such a folder has; one with something else in it is refused by InputError. RunError says that it cannot
    be written to.
    """
    check_own(folder, marks)
    try:
        yield
    except OSError as error:
        raise RunError(f"cannot write the report to {folder}: {error.strerror}") from None
