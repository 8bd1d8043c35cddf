"""The tournaments, the bidding guide and the recorded games that are published: what a page shows before anything is
played.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from knotlab.analysis.bidding.guide import Guide, from_facts
from knotlab.analysis.claims.evidence.files import FINDINGS
from knotlab.analysis.tournaments.contest import PublishedContest
from knotlab.sim.storage.result_files import load, not_as_published, published, unsealed

CONTESTS = FINDINGS / "contests"
GUIDE = "guide.json"


def published_contests(game: str | None = None, folder: Path = CONTESTS) -> Iterator[PublishedContest]:
    """All tournaments that are published, or those of a game, by number of players."""
    for file in sorted(folder.glob(f"{game or '*'}-*-players.json")):
        yield PublishedContest(_read(file, lambda content: file_name(content["result"]["facts"])))


def published_guide(folder: Path = CONTESTS) -> Guide | None:
    """The bidding guide that is published."""
    file = folder / GUIDE
    return from_facts(_read(file, lambda content: GUIDE if "examples" in content else "")) if file.exists() else None


@cache
def published_games(folder: Path = FINDINGS) -> tuple[dict[str, Any], ...]:
    """The recorded games that are published, one of a kind, with what their moves are worth; raises InputError if their
    file is not as it was published.
    """
    return tuple(map(json.loads, published(folder / "watch.jsonl").splitlines()))


def file_name(facts: Mapping[str, Any]) -> str:
    """What the file of a tournament is called."""
    return f"{facts['game']}-{facts['players']}-players.json"


def _read(file: Path, name_of: Callable[[Any], str]) -> Any:
    """The data of a published file; raises InputError if it is not as it was published, or by its content it is called
    otherwise.
    """
    try:
        content = unsealed(load(file, is_linked=True))
        if name_of(content) != file.name:
            raise ValueError("it is another file's content")
        return content
    except KeyError as error:
        raise not_as_published(file, f"it has no {error}") from None
    except ValueError as error:
        raise not_as_published(file, error) from None
