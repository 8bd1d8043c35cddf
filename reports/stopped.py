"""Work that was interrupted, with what is known of its answer, and the end of the process."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

kept_in: list[object] = []  # of a command that can keep its games: the folder in which it does, or None


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


def sentence(folder: object = None) -> str:
    """What to say at the end.

    folder: where games are kept, if that is not where they were to be kept.
    """
    if out := folder or next(filter(None, kept_in), None):
        if not os.path.exists(str(out)):
            return f"interrupted; no games are in {out} yet"
        return f"interrupted; the games played are in {out}; the same command resumes from there"
    return "interrupted; the games were not kept; --out FOLDER keeps them" if kept_in else "interrupted"


def leave() -> NoReturn:
    """End this process at once; what it shares with workers, joblib's tracker gives back once they are gone."""
    sys.stdout.flush()
    os._exit(130)
