"""Playing games, and showing what was kept: `play`, `show`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_GAMES, DEFAULT_SEED
from knotlab.api import reading
from knotlab.api.declare import Argument, Option, public
from knotlab.api.options import (
    Backend,
    FixedSeats,
    From,
    Game,
    Out,
    Progress,
    Rounds,
    Seed,
    Settings,
    Strategies,
    Target,
    Workers,
)

if TYPE_CHECKING:
    from knotlab.analysis.duels.result import DuelResult
    from knotlab.analysis.runs.play_result import PlayResult
    from knotlab.analysis.tournaments.result import TournamentResult

Games = Annotated[
    int,
    Option(
        "games (or matches) to play, rounded up to whole deals; 1e6 and 1_000_000 are accepted", "N", reading.whole(1)
    ),
]
Log = Annotated[bool, Option("also keep an event log there, one row per decision")]


@public
def play(
    game: Game,
    strategies: Strategies,
    *,
    games: Games = DEFAULT_GAMES,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    fixed_seats: FixedSeats = False,
    target: Target = None,
    rounds: Rounds = None,
    strategies_from: From = (),
    workers: Workers = None,
    backend: Backend = "threads",
    out: Out = None,
    log: Log = False,
    progress: Progress = True,
) -> "PlayResult":
    """Play many games between strategies and print each one's win rate, loss rate and mean place, with intervals.

    Returns
    -------
    PlayResult

    Raises
    ------
    InputError
        If something cannot be used; the sentence says what, and what there is.
    StrategyError
        If a strategy fails in a game.
    RunError
        If the folder cannot be written.

    Examples
    --------
    >>> from knotlab import play
    >>> result = play("twisted-knot", ["shed:tremble=0.02", "random"], games=200, seed=1)
    >>> result.games, result.deals
    (200, 100)
    """
    from knotlab.analysis.runs.parts import chosen_part
    from knotlab.analysis.runs.play import play_job
    from knotlab.api.given import job_of
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.playing.fanout import backend_named
    from knotlab.strategies.spelling import short_name

    job = job_of(game, strategies, seed, set, fixed_seats, strategies_from, target, rounds)
    part, named = chosen_part(), backend_named(backend)
    who = ", ".join(short_name(game, player.name) for player in job.players)
    with showing(f"{game}: {who}", job.games_on(job.deals_for(games)) // part.of, progress) as advance:
        return play_job(
            job,
            games,
            strategies_from=reading.files(strategies_from),
            workers=workers,
            backend=named,
            out=out,
            log=log,
            on_progress=advance,
            part=part,
        )


RunFolder = Annotated[str | Path, Argument("a run folder", "FOLDER", reading.path)]


@public
def show(run: RunFolder) -> "PlayResult | DuelResult | TournamentResult":
    """Print the tables of a run, duel or tournament that was kept with --out, without playing.

    Returns
    -------
    PlayResult, DuelResult or TournamentResult
        As far as it has been played.

    Raises
    ------
    InputError
        If there is no result in the folder, or a file in it is damaged.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, show
    >>> with TemporaryDirectory() as folder:
    ...     result = play("twisted-knot", ["shed", "random"], games=20, out=folder)
    ...     show(folder).games
    20
    """
    from knotlab.reports.answers.kept_results import read_result

    return read_result(Path(run))
