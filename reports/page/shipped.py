"""The tournaments and the bidding guide that ship: what the page shows before anything is played, and how one sees that
today's code still plays the same.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.guide import Guide, from_facts
from knotlab.analysis.claims.carry import digest
from knotlab.analysis.kept import as_plain, load, sealed, unsealed
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.provenance import package_version
from knotlab.analysis.sealed_files import not_as_published
from knotlab.analysis.tournaments.result import from_plain
from knotlab.analysis.tournaments.setup import Setup, make_setup
from knotlab.analysis.tournaments.stages import opponents, play_tables
from knotlab.reports.answers.findings import FOLDER
from knotlab.reports.page.playing import PlayedTournament, entrants
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.playing.job import compile_ahead, play_numbers
from knotlab.sim.storage.files import write_whole
from knotlab.strategies.resolve import strategy_hashes

CONTESTS = FOLDER / "contests"
GUIDE = "guide.json"
FIRST_DEALS = 5  # of a tournament, that are played again: each by every strategy in every seat
DIGITS = 9  # to which numbers ship


@dataclass(frozen=True)
class ShippedContest:
    """A tournament that ships.

    Attributes
    ----------
    content : dict
        Its result as plain data, the games played, of a game with points those of a round robin, and what its first
        deals came to.
    """

    content: dict[str, Any]

    @property
    def name(self) -> str:
        """What it is called among what is drawn by lot."""
        facts = self.content["result"]["facts"]
        return f"tournament of {facts['game']}, {facts['players']} players"

    @property
    def played(self) -> PlayedTournament:
        """The tournament as the page shows it."""
        points = self.content["points"]
        return PlayedTournament(
            from_plain(self.content["result"]),
            self.content["games"],
            None if points is None else pd.DataFrame(points),
            self.content["points_games"],
        )

    @cached_property
    def setup(self) -> Setup:
        """Who plays it with today's code."""
        facts = self.content["result"]["facts"]
        return setup_of(facts["game"], facts["players"], facts["seed"])

    @property
    def is_older(self) -> bool:
        """Whether it was played by an earlier version of the rules or strategies."""
        return bool(self.content["code"] != code_of(self.setup))

    def is_equal(self) -> bool:
        """Whether its first deals come out the same today, to the last digit."""
        return bool(self.content["first_deals"] == first_deals(self.setup))


def setup_of(game: str, players: int, seed: int) -> Setup:
    """The page's tournament of a game at tables of so many players."""
    return make_setup(game, entrants(game), n_players=players, seed=seed)


def code_of(setup: Setup) -> str:
    """A hash of the rules and of all strategies that play."""
    hashes = json.dumps(strategy_hashes(setup.entrants), sort_keys=True)
    return source_hash((), rules_hash(setup.base.game), hashes)[:12]


def first_deals(setup: Setup) -> str:
    """Play a tournament's first deals; a hash of them."""
    compile_ahead(*(replace(setup.base, players=(entrant,) * setup.n_players) for entrant in setup.entrants))
    return digest(play_tables(setup, opponents(setup, FIRST_DEALS), play_numbers, 0))


def publish(folder: Path, played: PlayedTournament) -> None:
    """Write a tournament of the page into the folder that ships."""
    facts = played.result.facts
    setup = setup_of(facts["game"], facts["players"], facts["seed"])
    content = {
        "result": played.result.plain(),
        "games": played.games,
        "points": None if played.points is None else played.points.to_dict("records"),
        "points_games": played.points_games,
        "code": code_of(setup),
        "first_deals": first_deals(setup),
        "found_by": package_version(),
    }
    _write(folder / _file_name(facts), content)


def carry(folder: Path, contest: ShippedContest) -> None:
    """Mark a tournament that today's code plays the same with the hash of that code."""
    facts = contest.content["result"]["facts"]
    content = contest.content | {"code": code_of(contest.setup), "carried_to": package_version()}
    _write(folder / _file_name(facts), content)


def publish_guide(folder: Path, guide: Guide) -> None:
    """Write the bidding guide into the folder that ships."""
    _write(folder / GUIDE, guide.facts())


def _write(file: Path, content: dict[str, Any]) -> None:
    """Write data with a checksum, numbers to some digits."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(as_plain(content), default=float)
    plain = json.loads(text, parse_float=lambda number: float(f"{float(number):.{DIGITS}g}"))
    write_whole(file, json.dumps(sealed(plain), separators=(",", ":")).encode())


def shipped_contests(game: str | None = None, folder: Path = CONTESTS) -> Iterator[ShippedContest]:
    """All tournaments that ship, or those of a game, by number of players."""
    for file in sorted(folder.glob(f"{game or '*'}-*-players.json")):
        yield ShippedContest(_read(file, partial(_is_of, file.name)))


def shipped_guide(folder: Path = CONTESTS) -> Guide | None:
    """The bidding guide that ships."""
    file = folder / GUIDE
    return from_facts(_read(file, lambda content: "examples" in content)) if file.exists() else None


def _is_of(name: str, content: Any) -> bool:
    """Whether data are those of the tournament whose file is called that."""
    return _file_name(content["result"]["facts"]) == name


def _file_name(facts: Mapping[str, Any]) -> str:
    """What the file of a tournament is called."""
    return f"{facts['game']}-{facts['players']}-players.json"


def _read(file: Path, is_own: Callable[[Any], bool]) -> Any:
    """The data of a file that ships; raises InputError if it is not as it was published, or another file's."""
    try:
        content = unsealed(load(file))
        if not is_own(content):
            raise ValueError("it is another file's content")
        return content
    except KeyError as error:
        raise not_as_published(file, f"it has no {error}") from None
    except ValueError as error:
        raise not_as_published(file, error) from None
