"""The tournaments of a report, for each game and number of players, as they are published or loaded from the report's
folder if they were played before; and the recorded games.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.report.settings import ReportSettings, load_or_make
from knotlab.analysis.result import RESULT
from knotlab.analysis.runs.play import Table
from knotlab.analysis.tournaments.result import Contest, PublishedContest, TournamentResult, entrants, read
from knotlab.analysis.tournaments.roundrobin import round_robin
from knotlab.analysis.tournaments.setup import Setup, make_setup, plan
from knotlab.analysis.tournaments.tournament import kernels_of, tournament
from knotlab.sim import games
from knotlab.sim.compiling.precompile import Kernel
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.playing.job import kernels_of_branches
from knotlab.sim.storage.result_files import load, not_as_published, published, unsealed

CONTESTS = FINDINGS / "contests"


def published_contests(game: str | None = None, folder: Path = CONTESTS) -> Iterator[PublishedContest]:
    """All tournaments that are published, or those of a game, by number of players."""
    for file in sorted(folder.glob(f"{game or '*'}-*-players.json")):
        yield PublishedContest(_read(file))


@cache
def published_games(folder: Path = FINDINGS) -> tuple[dict[str, Any], ...]:
    """The recorded games that are published, one of a kind, with what their moves are worth; raises InputError if their
    file is not as it was published.
    """
    return tuple(map(json.loads, published(folder / "watch.jsonl").splitlines()))


def file_name(facts: Mapping[str, Any]) -> str:
    """What the file of a tournament is called."""
    return f"{facts['game']}-{facts['players']}-players.json"


@cache
def _read(file: Path) -> Any:
    """The data of a published tournament; raises InputError if its file is not as it was published, or is another's."""
    try:
        content = unsealed(load(file, is_linked=True))
        if file_name(content["result"]["facts"]) != file.name:
            raise ValueError("it is another file's content")
        return content
    except KeyError as error:
        raise not_as_published(file, f"it has no {error}") from None
    except ValueError as error:
        raise not_as_published(file, error) from None


TABLE_SIZES = (2, 3, 4)
FEWER = 4  # a round robin plays every deal at many tables, so its number of deals is divided by this


def sizes(game: str) -> list[int]:
    """The numbers of players that the report plays a game with."""
    low, high = games.find(game).players
    return [n for n in TABLE_SIZES if low <= n <= high]


def play_contest(settings: ReportSettings, game: str, n_players: int) -> Contest:
    """The tournament of a game's usual entrants; where the game gives points, with a round robin."""
    names = entrants(game, settings.strategies_from)
    setup = make_setup(game, names, n_players=n_players, seed=settings.seed, strategies_from=settings.strategies_from)
    n_games = sum(stage.games for stage in plan(setup, settings.deals * setup.games))
    contest = Contest(_tournament(settings, setup, n_games), n_games)
    if games.find(game).has_places:
        return contest
    points = load_or_make(
        settings,
        f"{game}-{n_players}-players-points",
        {"deals": settings.deals, "names": names},
        lambda: _points(settings, game, names, n_players),
    )
    return replace(contest, points=pd.DataFrame(points["ratings"]), points_games=points["games"])


def kernels_of_contests(settings: ReportSettings, game: str) -> list[Kernel]:
    """The compiled functions that a game's tournaments need."""
    files = settings.strategies_from
    setup = make_setup(game, entrants(game, files), n_players=sizes(game)[0], strategies_from=files)
    return [*kernels_of(setup), *kernels_of_branches(game)]


def _tournament(settings: ReportSettings, setup: Setup, n_games: int) -> TournamentResult:
    """A tournament, loaded from its folder if it is finished and played there otherwise."""
    question = source_hash((), settings.sources, f"{settings.seed} {settings.deals}")[:12]
    folder = settings.folder / f"{setup.base.game}-{setup.n_players}-players-{question}"
    if (folder / RESULT).exists():
        return read(folder)
    with settings.watch(f"{setup.base.game}, {setup.n_players} players", n_games) as advance:
        return tournament(
            setup,
            settings.deals * setup.games,
            workers=settings.workers,
            backend=settings.backend,
            out=folder,
            on_progress=advance,
        )


def _points(settings: ReportSettings, game: str, names: list[str], n_players: int) -> dict[str, Any]:
    """The round robin of a game with points."""
    deals = max(settings.deals // FEWER, 2)
    n_games = comb(len(names), n_players) * n_players * deals
    with settings.watch(f"{game}, everybody with everybody", n_games) as advance:
        result = round_robin(
            Table(game, n_players, seed=settings.seed, strategies_from=settings.strategies_from),
            names,
            deals,
            workers=settings.workers,
            backend=settings.backend,
            on_progress=advance,
        )
    return {"ratings": result.ratings().to_dict("records"), "games": result.games}
