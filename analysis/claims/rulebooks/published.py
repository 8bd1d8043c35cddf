"""What is published of the rulebooks' tips: each with the words for readers, and the recorded games in which they are
seen at work.
"""

import contextlib
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from knotlab.analysis.claims.evidence.files import published as evidence_published
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.model.tip import TipWords
from knotlab.sim.compiling.sources import result_sources
from knotlab.sim.machine import base_folder
from knotlab.sim.storage import result_files
from knotlab.sim.storage.result_files import published

KEPT = 5  # states of the code of which the words are remembered


def words_of_tips() -> dict[str, TipWords]:
    """The words of every tip that ships, by its id, as the code says them now."""
    code = hashlib.sha256(b"\0".join(file.read_bytes() for file in result_sources("*.py"))).hexdigest()[:24]
    file = base_folder() / f"words-{code}.json"
    with contextlib.suppress(OSError, ValueError):  # not there, or damaged
        return result_files.read_as(dict[str, TipWords], file)
    from knotlab.analysis.claims.rulebooks.library import tips

    words = {tip.id: tip.words for tip in tips()}
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        result_files.write(file, result_files.sealed(words))
        result_files.prune(file.parent.glob("words-*"), KEPT)
    return words


@cache
def shipped(folder: Path = FINDINGS) -> ClaimsResult:
    """All published tips in their order, with the words for readers; raises InputError if a file is not as it was
    published.
    """
    words, claims = words_of_tips(), evidence_published(folder)
    return replace(claims, results=tuple(replace(tip, words=words.get(tip.id, TipWords())) for tip in claims))


@dataclass(frozen=True)
class ShippedMoment:
    """A recorded game in which a tip, or a habit of a champion, is seen at work.

    tip: its id. words: what happens, in a few words. at: the number of the event that shows it. decision: the number of
    the decision that led to it.
    """

    tip: str
    words: str
    at: int
    decision: int
    record: Mapping[str, Any]

    @property
    def step(self) -> int:
        """The number of the viewer's step: choices that have no event of their own are steps, too."""
        steps, decisions = 0, 0
        for event in self.record["events"]:
            for choice in event.get("before", ()):
                if decisions == self.decision:
                    return steps
                decisions, steps = decisions + 1, steps + (len(choice["moves"]) > 1)
            decisions += "moves" in event
            if decisions > self.decision:
                return steps
            steps += 1
        return steps


@cache
def shipped_moments(folder: Path = FINDINGS) -> tuple[ShippedMoment, ...]:
    """The games that ship in which tips are seen at work, in the order of the tips; raises InputError if their file is
    not as it was published.
    """
    return _moments(folder / "moments.jsonl")


@cache
def shipped_habit_moments(folder: Path = FINDINGS) -> tuple[ShippedMoment, ...]:
    """The games that ship in which champions' habits are seen at work, in the order of the habits, likewise."""
    return _moments(folder / "habit-moments.jsonl")


def _moments(file: Path) -> tuple[ShippedMoment, ...]:
    return tuple(ShippedMoment(**json.loads(line)) for line in published(file).splitlines())
