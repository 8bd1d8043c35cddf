"""A tournament of a game's usual entrants, as a report shows it and as it is published, and how one sees that today's
code still plays it the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.tournaments.result import TournamentResult, from_plain
from knotlab.analysis.tournaments.setup import Setup, make_setup, opponents, play_tables, usual_entrants
from knotlab.sim.playing.job import compile_ahead, play_numbers
from knotlab.sim.storage.pieces import digest
from knotlab.strategies.tuned import parameters, tunings

TRIED = "tips-v1"  # the settings with which strategies that follow a tip are on trial
FIRST_DEALS = 5  # of a tournament, that are played again: each by every strategy in every seat


@dataclass(frozen=True)
class Contest:
    """A tournament and its number of games; for a game with points, also a round robin.

    points_games: the round robin's number of games.
    """

    result: TournamentResult
    games: int
    points: pd.DataFrame | None = None
    points_games: int = 0


def entrants(game: str, files: Sequence[Path] = ()) -> list[str]:
    """Who plays a report's tournaments: the usual entrants, those that follow a tip as they do on trial.

    >>> [name for name in entrants("knotweed") if "@" in name]
    ['hold-back@tips-v1', 'split-only-to-go-out@tips-v1']
    """
    on_trial = parameters(game, TRIED) if TRIED in tunings(game).tips else {}
    return [f"{name}@{TRIED}" if name in on_trial else name for name in usual_entrants(game, files)]


@dataclass(frozen=True)
class PublishedContest:
    """A tournament that is published.

    content: its result as plain data, the games played, of a game with points those of a round robin, and what its
    first deals came to.
    """

    content: dict[str, Any]

    @property
    def name(self) -> str:
        """What it is called among what is drawn at random."""
        facts = self.content["result"]["facts"]
        return f"tournament of {facts['game']}, {facts['players']} players"

    @property
    def contest(self) -> Contest:
        """The tournament as a report shows it."""
        points = self.content["points"]
        return Contest(
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

    def is_equal(self) -> bool:
        """Whether its first deals come out the same today, to the last digit."""
        return bool(self.content["first_deals"] == first_deals(self.setup))


def setup_of(game: str, players: int, seed: int) -> Setup:
    """A report's tournament of a game at tables of this many players."""
    return make_setup(game, entrants(game), n_players=players, seed=seed)


def first_deals(setup: Setup) -> str:
    """Play a tournament's first deals; a hash of them."""
    compile_ahead(*(replace(setup.base, players=(entrant,) * setup.n_players) for entrant in setup.entrants))
    return digest(play_tables(setup, opponents(setup, FIRST_DEALS), play_numbers, 0))
