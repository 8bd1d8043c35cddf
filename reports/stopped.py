"""Work that was interrupted, with what is known of its answer."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Known(NamedTuple):
    """What is known before there is an answer, as a sentence and as plain data."""

    text: str
    facts: Mapping[str, Any]


class Stopped(KeyboardInterrupt):
    """An interrupt of work that was under way, with what was known by then."""

    def __init__(self, known: Known | None = None) -> None:
        super().__init__("interrupted")
        self.known = known
