"""What the report shows, played or loaded from its folder: tournaments, round robins of games with points, and Twyst's
bidding guide.

Everything is saved in the folder `kept` under a name with a hash of all that it depends on. So the same command resumes
where it stopped, and once everything is played it only draws the page.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis import kept as results
from knotlab.analysis.bidding.guide import Guide, from_facts, make_guide
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.table import Table
from knotlab.analysis.tournaments.result import RESULT, TournamentResult, read
from knotlab.analysis.tournaments.roundrobin import round_robin
from knotlab.analysis.tournaments.setup import Setup, make_setup, usual_entrants
from knotlab.analysis.tournaments.stages import plan
from knotlab.analysis.tournaments.tournament import tournament
from knotlab.reports.progress import Advance, interrupted, progress
from knotlab.sim import games
from knotlab.sim.compiling.sources import source_hash
from knotlab.sim.playing.fanout import THREADS
from knotlab.strategies.resolve import players, strategy_hashes, whole_players
from knotlab.strategies.tuned import parameters, tunings

TABLE_SIZES = (2, 3, 4)
TRIED = "tips-v1"  # the settings with which strategies that follow a tip are on trial
GUIDED = members("twyst", "strong", 4)[0]
FEWER = 4  # a round robin plays every deal at many tables, so its number of deals is divided by this
ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class ReportSettings:
    """What a report plays.

    Attributes
    ----------
    out : Path
        The report's folder.
    deals : int
        Deals of each tournament.
    seed : int
    workers : int or None
        None for one per core.
    backend : str
    minutes : float
        The budget for playing again what ships; 0 to leave that out.
    bids : int
        Hands for the bidding guide; 0 to leave it out.
    anew : bool
        Whether all tips are played anew within the budget, instead of what ships again.
    shipped : bool
        Whether tournaments and guide are those that ship, as far as there are any.
    strategies_from : tuple of Path
        Files with further strategies.
    """

    out: Path
    deals: int
    seed: int
    workers: int | None = None
    backend: str = THREADS
    minutes: float = 0.0
    bids: int = 0
    strategies_from: tuple[Path, ...] = ()
    anew: bool = False
    shipped: bool = False

    @property
    def kept(self) -> Path:
        """The folder in which games are saved."""
        return self.out / "kept"

    @cached_property
    def sources(self) -> str:
        """A hash of everything that could change a game or how it is counted."""
        own_strategies = {
            game: strategy_hashes(players(game, whole_players(game, self.strategies_from), self.strategies_from))
            for game in games.names()
        }
        files = (
            file
            for room in ("sim", "strategies", "analysis")
            for kind in ("*.py", "*.toml")
            for file in sorted((ROOT / room).rglob(kind))
        )
        return source_hash(files, json.dumps(own_strategies, sort_keys=True))


@dataclass(frozen=True)
class PlayedTournament:
    """A tournament and its number of games; for a game with points, also a round robin.

    Attributes
    ----------
    result : TournamentResult
    games : int
    points : pandas.DataFrame or None
        The round robin's ratings.
    points_games : int
        The round robin's number of games.
    """

    result: TournamentResult
    games: int
    points: pd.DataFrame | None = None
    points_games: int = 0


def load_or_make(settings: ReportSettings, name: str, conditions: dict[str, Any], make: Callable[[], Any]) -> Any:
    """Load data that was made before from the same sources under the same conditions, or make and save it.

    Parameters
    ----------
    settings : ReportSettings
    name : str
        The beginning of the file's name.
    conditions : dict
        What the data depend on besides sources and seed.
    make : callable
        Returns a record, or plain data.

    Returns
    -------
    Any
        Plain data.

    Raises
    ------
    InputError
        The saved file is damaged.
    """
    question = source_hash((), settings.sources, json.dumps({"seed": settings.seed} | conditions, sort_keys=True))[:12]
    file = settings.kept / f"{name}-{question}.json"
    if file.exists():
        try:
            return results.unsealed(results.load(file))
        except ValueError as error:
            raise results.damaged(file, error) from None
    made = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    results.write(file, results.sealed(made))
    return results.as_plain(made)


@contextlib.contextmanager
def progress_bar(settings: ReportSettings, title: str, total: int) -> Iterator[Advance]:
    """A bar while the block runs; if interrupted, it says how to resume."""
    with progress(title, total) as advance:
        try:
            yield advance
        except KeyboardInterrupt:
            interrupted(advance, settings.out)


# --- tournaments ---


def sizes(game: str) -> list[int]:
    """The numbers of players that the report plays a game with."""
    low, high = games.find(game).players
    return [n for n in TABLE_SIZES if low <= n <= high]


def entrants(game: str, files: Sequence[Path] = ()) -> list[str]:
    """Who plays the page's tournaments: the usual entrants, those that follow a tip as they do on trial.

    >>> [name for name in entrants("knotweed") if "@" in name]
    ['hold-back@tips-v1', 'split-only-to-go-out@tips-v1']
    """
    on_trial = parameters(game, TRIED) if TRIED in tunings(game).tips else {}
    return [f"{name}@{TRIED}" if name in on_trial else name for name in usual_entrants(game, files)]


def played_tournament(settings: ReportSettings, game: str, n_players: int) -> PlayedTournament:
    """The tournament of a game's usual entrants; where the game gives points, with a round robin."""
    names = entrants(game, settings.strategies_from)
    setup = make_setup(game, names, n_players=n_players, seed=settings.seed, strategies_from=settings.strategies_from)
    played = PlayedTournament(
        _tournament(settings, setup), sum(stage.games for stage in plan(setup, settings.deals * setup.games))
    )
    if games.find(game).has_places:
        return played
    points = load_or_make(
        settings,
        f"{game}-{n_players}-players-points",
        {"deals": settings.deals, "names": names},
        lambda: _points(settings, game, names, n_players),
    )
    return replace(played, points=pd.DataFrame(points["ratings"]), points_games=points["games"])


def _tournament(settings: ReportSettings, setup: Setup) -> TournamentResult:
    """A tournament, loaded from its folder if it is finished and played there otherwise."""
    question = source_hash((), settings.sources, f"{settings.seed} {settings.deals}")[:12]
    folder = settings.kept / f"{setup.base.game}-{setup.n_players}-players-{question}"
    if (folder / RESULT).exists():
        return read(folder)
    planned = plan(setup, settings.deals * setup.games)
    with progress_bar(
        settings, f"{setup.base.game}, {setup.n_players} players", sum(stage.games for stage in planned)
    ) as advance:
        return tournament(
            setup,
            settings.deals * setup.games,
            workers=settings.workers,
            backend=settings.backend,
            out=folder,
            on_progress=advance,
        )


def _points(settings: ReportSettings, game: str, names: list[str], n_players: int) -> dict[str, Any]:
    deals = max(settings.deals // FEWER, 2)
    with progress_bar(
        settings, f"{game}, everybody with everybody", comb(len(names), n_players) * n_players * deals
    ) as advance:
        result = round_robin(
            Table(game, n_players, seed=settings.seed, strategies_from=settings.strategies_from),
            names,
            deals,
            workers=settings.workers,
            backend=settings.backend,
            on_progress=advance,
        )
    return {"ratings": result.ratings().to_dict("records"), "games": result.games}


# --- the guide ---


def guide(settings: ReportSettings) -> Guide | None:
    """Twyst's bidding guide, or None if no hands are to be bid."""
    return (
        from_facts(load_or_make(settings, "guide", {"hands": settings.bids}, lambda: _guide(settings)))
        if settings.bids
        else None
    )


def _guide(settings: ReportSettings) -> dict[str, Any]:
    with progress_bar(settings, "twyst: every bid tried", settings.bids) as advance:
        return make_guide(
            GUIDED, settings.bids, seed=settings.seed, workers=settings.workers, on_progress=advance
        ).facts()
