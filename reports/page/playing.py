"""What the report shows, played or read from its folder: claims, tournaments, points of games that give some, and
Twyst's bidding guide.

Everything is kept below the folder `kept` under a name with a hash of all that it depends on, so the same command goes
on where it was stopped, and draws the page from what is there once all is played.
"""

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.guide import Guide, from_facts, make_guide
from knotlab.analysis.claims.cells import cells_of, tips
from knotlab.analysis.claims.finding import TipResult
from knotlab.analysis.claims.kept import from_plain, to_plain
from knotlab.analysis.claims.record import QUICKLY, Terms
from knotlab.analysis.claims.trial import try_claims
from knotlab.analysis.runs.fields import members
from knotlab.analysis.tournaments.result import RESULT, TournamentResult, read
from knotlab.analysis.tournaments.roundrobin import round_robin
from knotlab.analysis.tournaments.tournament import Setup, make_setup, plan, tournament, usual_entrants
from knotlab.reports.progress import Advance, interrupted, progress
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.fanout import THREADS
from knotlab.sim.files import write_whole
from knotlab.sim.json_data import json_ready
from knotlab.sim.sources import source_hash
from knotlab.strategies.resolve import players, strategy_hashes, whole_players

TABLE_SIZES = (2, 3, 4)
GUIDED = members("twyst", "strong", 4)[0]
FEWER = 4  # a round robin plays every deal at many tables, so it has so many times fewer deals
ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Wanted:
    """What a report is to play. deals: of each tournament; minutes: for the claims, bids: hands for the guide (without
    them if 0).
    """

    out: Path
    deals: int
    seed: int
    workers: int | None = None
    backend: str = THREADS
    minutes: float = 0.0
    bids: int = 0
    strategies_from: tuple[Path, ...] = ()

    @property
    def terms(self) -> Terms:
        """On what terms claims are tried: those of the quick pass."""
        return replace(QUICKLY, seed=self.seed)

    @property
    def kept(self) -> Path:
        """Where games are kept."""
        return self.out / "kept"

    @cached_property
    def sources(self) -> str:
        """A hash of everything that could change a game or how it is counted."""
        own_ones = {
            game: strategy_hashes(players(game, whole_players(game, self.strategies_from), self.strategies_from))
            for game in games.names()
        }
        files = (
            file
            for room in ("sim", "strategies", "analysis")
            for kind in ("*.py", "*.toml")
            for file in sorted((ROOT / room).rglob(kind))
        )
        return source_hash(files, json.dumps(own_ones, sort_keys=True))


@dataclass(frozen=True)
class Cup:
    """A tournament with how many games it took in all; points: of a game that gives points, everybody against
    everybody.
    """

    result: TournamentResult
    games: int
    points: pd.DataFrame | None = None
    points_games: int = 0


def kept(wanted: Wanted, name: str, asked: dict[str, Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Plain data as it was made before from the same sources for the same question, or made now and kept; raises
    InputError if the file is damaged.
    """
    question = source_hash((), wanted.sources, json.dumps({"seed": wanted.seed} | asked, sort_keys=True))[:12]
    file = wanted.kept / f"{name}-{question}.json"
    if file.exists():
        try:
            found: dict[str, Any] = json.loads(file.read_text("utf-8"))
            return found
        except (OSError, ValueError):
            raise InputError(f"{file} is damaged; remove it, and the same command makes it again") from None
    made = make()
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, json.dumps(json_ready(made), allow_nan=False, default=float).encode())
    return made


@contextlib.contextmanager
def showing(wanted: Wanted, title: str, total: int) -> Iterator[Advance]:
    """A bar while the block runs; interrupted, it says where to go on."""
    with progress(title, total) as advance:
        try:
            yield advance
        except KeyboardInterrupt:
            interrupted(advance, wanted.out)


# --- claims ---


def claims(wanted: Wanted) -> tuple[list[TipResult], float]:
    """All claims on trial within the budget, as they stood at its end, and the seconds that it took; none without a
    budget.
    """
    if not wanted.minutes:
        return [], 0.0
    told = kept(wanted, "claims", {"minutes": wanted.minutes}, lambda: _try(wanted))
    return [from_plain(one) for one in told["claims"]], told["seconds"]


def _try(wanted: Wanted) -> dict[str, Any]:
    """The games take turns, so that none is left out if the budget ends early."""
    started, terms = time.perf_counter(), wanted.terms
    number = {tip.id: [one.id for one in tips() if one.game == tip.game].index(tip.id) for tip in tips()}
    in_turn = sorted(tips(), key=lambda tip: number[tip.id])
    with showing(wanted, "claims: verdicts", sum(len(cells_of(tip, terms.one_size)) for tip in tips())) as advance:
        results = try_claims(
            in_turn,
            terms,
            out=wanted.kept / "claims",
            minutes=wanted.minutes,
            workers=wanted.workers,
            on_cell=lambda found: advance(found.is_settled),
        )
    told = {result.tip.id: to_plain(result) for result in results}
    return {"claims": [told[tip.id] for tip in tips()], "seconds": time.perf_counter() - started}


# --- tournaments ---


def sizes(game: str) -> list[int]:
    """The numbers of players that the report plays a game with."""
    low, high = games.find(game).players
    return [n for n in TABLE_SIZES if low <= n <= high]


def cup(wanted: Wanted, game: str, n_players: int) -> Cup:
    """A tournament of all that meet in a game's reports; where the game gives points, everybody meets everybody too."""
    names = usual_entrants(game, wanted.strategies_from)
    setup = make_setup(game, names, n_players=n_players, seed=wanted.seed, strategies_from=wanted.strategies_from)
    found = Cup(_tournament(wanted, setup), sum(series.games for series in plan(setup, wanted.deals * setup.games)))
    if games.find(game).has_places:
        return found
    told = kept(
        wanted,
        f"{game}-{n_players}-players-points",
        {"deals": wanted.deals, "names": names},
        lambda: _points(wanted, game, names, n_players),
    )
    return replace(found, points=pd.DataFrame(told["ratings"]), points_games=told["games"])


def _tournament(wanted: Wanted, setup: Setup) -> TournamentResult:
    """A tournament from its folder if it is finished, else played there."""
    question = source_hash((), wanted.sources, f"{wanted.seed} {wanted.deals}")[:12]
    folder = wanted.kept / f"{setup.base.game}-{setup.n_players}-players-{question}"
    if (folder / RESULT).exists():
        return read(folder)
    planned = plan(setup, wanted.deals * setup.games)
    with showing(
        wanted, f"{setup.base.game}, {setup.n_players} players", sum(series.games for series in planned)
    ) as advance:
        return tournament(
            setup,
            wanted.deals * setup.games,
            workers=wanted.workers,
            backend=wanted.backend,
            out=folder,
            on_progress=advance,
        )


def _points(wanted: Wanted, game: str, names: list[str], n_players: int) -> dict[str, Any]:
    deals = max(wanted.deals // FEWER, 2)
    with showing(
        wanted, f"{game}, everybody with everybody", comb(len(names), n_players) * n_players * deals
    ) as advance:
        found = round_robin(
            game,
            names,
            n_players,
            deals,
            seed=wanted.seed,
            workers=wanted.workers,
            backend=wanted.backend,
            strategies_from=wanted.strategies_from,
            on_progress=advance,
        )
    return {"ratings": found.ratings().to_dict("records"), "games": found.games}


# --- the guide ---


def guide(wanted: Wanted) -> Guide | None:
    """Twyst's bidding guide, if it is wanted."""
    return from_facts(kept(wanted, "guide", {"hands": wanted.bids}, lambda: _guide(wanted))) if wanted.bids else None


def _guide(wanted: Wanted) -> dict[str, Any]:
    with showing(wanted, "twyst: every bid tried", wanted.bids) as advance:
        return make_guide(GUIDED, wanted.bids, seed=wanted.seed, workers=wanted.workers, on_progress=advance).facts()
