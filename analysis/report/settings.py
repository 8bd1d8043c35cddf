"""What a report plays, and how results are found again in its folder: under a name with a hash of all that they depend
on. So the same command resumes where it stopped, and once everything is played it only draws the page.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from knotlab.sim import games
from knotlab.sim.compiling.sources import result_sources, source_hash
from knotlab.sim.playing.fanout import THREADS
from knotlab.sim.storage import result_files as results
from knotlab.strategies.resolve import players, strategy_hashes, whole_players

FOLDER = "kept"  # within a report's folder
Watch = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


@contextmanager
def unwatched(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show nothing while a block runs; another function of the same form shows how much of it is done.

    total: how much there is to do. Yields what is called with the number of further games, or other units, that are
    done.
    """
    yield lambda more: None


@dataclass(frozen=True)
class ReportSettings:
    """What a report of all games plays.

    minutes: the budget for all that is played; 0 to leave the tips out and to play the rest however long it takes.
    all_tips: whether all tips are played at their declared margins within the budget, instead of being tested on new
    deals. published: whether tournaments are those that are published, as far as there are any. watch: shows how much
    is done, as `unwatched`.
    """

    out: Path
    deals: int
    seed: int
    workers: int | None = None
    backend: str = THREADS
    minutes: float = 0.0
    strategies_from: tuple[Path, ...] = ()
    all_tips: bool = False
    published: bool = False
    watch: Watch = unwatched

    @property
    def folder(self) -> Path:
        """The folder in which games are saved."""
        return self.out / FOLDER

    @cached_property
    def sources(self) -> str:
        """A hash of everything that could change a game or how it is counted."""
        strategies = {
            game: strategy_hashes(players(game, whole_players(game, self.strategies_from), self.strategies_from))
            for game in games.names()
        }
        return source_hash(result_sources("*.py", "*.toml"), json.dumps(strategies, sort_keys=True))


def load_or_make(settings: ReportSettings, name: str, conditions: dict[str, Any], make: Callable[[], Any]) -> Any:
    """Load data that was made before from the same sources under the same conditions, or make and save it.

    name: the beginning of the file's name. conditions: what the data depend on besides sources and seed. make: returns
    a record, or plain data. Raises InputError if the saved file is damaged.
    """
    question = source_hash((), settings.sources, json.dumps({"seed": settings.seed} | conditions, sort_keys=True))[:12]
    file = settings.folder / f"{name}-{question}.json"
    if file.exists():
        try:
            return results.unsealed(results.load(file))
        except ValueError as error:
            raise results.damaged(file, error) from None
    made = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    results.write(file, results.sealed(made))
    return results.as_plain(made)
