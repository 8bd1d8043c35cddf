"""Work that was interrupted, with what is known of its answer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple


class Known(NamedTuple):
    """What is known before there is an answer, as a sentence and as plain data."""

    text: str
    facts: Mapping[str, Any]


class Stopped(KeyboardInterrupt):
    """An interrupt of work that was under way, with what was known by then, and the folder that keeps the games where
    that is not the one that was asked for.
    """

    def __init__(self, known: Known | None = None, folder: Path | None = None) -> None:
        super().__init__("interrupted")
        self.known, self.folder = known, folder
