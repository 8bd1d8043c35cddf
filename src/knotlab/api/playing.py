"""Playing games, or one part of what a call would play, and showing what was kept: `play`, `play_part`, `show`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, ParamSpec, TypeVar

from knotlab.analysis.defaults import DEFAULT_GAMES, DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option, public
from knotlab.api.options import DIVISIBLE
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.analysis.duels.result import DuelResult
    from knotlab.analysis.runs.play_result import PlayResult
    from knotlab.analysis.tournaments.result import TournamentResult


Games = Annotated[
    int,
    Option(
        "games (or matches) to play, rounded up to whole deals; 1e6 and 1_000_000 are accepted", "N", reading.whole(1)
    ),
]
Log = Annotated[bool, Option("also keep an event log in that folder, one row per decision")]


@public
def play(
    game: options.Game,
    strategies: options.Strategies,
    *,
    games: Games = DEFAULT_GAMES,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    fixed_seats: options.FixedSeats = False,
    target: options.Target = None,
    rounds: options.Rounds = None,
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    backend: options.Backend = "threads",
    out: options.Out = None,
    mixed_versions: options.MixedVersions = False,
    log: Log = False,
    progress: options.Progress = True,
) -> "PlayResult":
    """Play many games between strategies and print each one's win rate, loss rate and mean place, with intervals.

    >>> from knotlab import play
    >>> result = play("twisted-knot", ["shed", "random"], games=200, seed=1)
    >>> result.n_games, result.deals
    (200, 100)
    """
    from knotlab.analysis.runs.play import play_job
    from knotlab.api.given import job_of
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.playing.fanout import backend_named
    from knotlab.sim.playing.parts import chosen_part
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
Wanted = Annotated[
    Sequence[str], Argument("of claims, which of them, such as MY-C1", "ID", default="all", repeats=True)
]
AtTable = Annotated[int | None, Option(options.AT_TABLE, "N", reading.whole(1))]


@public
def show(
    run: RunFolder, ids: Wanted = (), *, players: AtTable = None
) -> "PlayResult | DuelResult | TournamentResult | ClaimsResult":
    """Print the tables of a run, duel, tournament or report that was kept with --out, or of claims that were kept with
    --findings, without playing.

    Returns
    -------
    PlayResult, DuelResult, TournamentResult or ClaimsResult
        The result, as far as it has been played.

    Raises
    ------
    InputError
        If there is no result in the folder, or a file in it is damaged.

    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, show
    >>> with TemporaryDirectory() as folder:
    ...     result = play("twisted-knot", ["shed", "random"], games=20, out=folder)
    ...     show(folder).games
    20
    """
    from knotlab.reports.saved import read_any

    return read_any(Path(run), players, ids)


P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class PlayedPart(Generic[R]):
    """A part that was played.

    Attributes
    ----------
    part
        ``(k, n)``: the k-th of n.
    folder
        Where its pieces are.
    result
        Of games and claims what this part came to; None of duels and tournaments, which have a result as a whole only.
    """

    part: tuple[int, int]
    folder: Path
    result: R | None


def play_part(part: tuple[int, int], of: Callable[P, R], *arguments: P.args, **options: P.kwargs) -> PlayedPart[R]:
    """Play one part of what a call would play.

    The files of all parts, copied into one folder, are what the call as a whole leaves: made with that folder as `out`,
    it then returns the result and plays nothing more.

    Parameters
    ----------
    part
        ``(2, 3)`` is every third piece, of claims every third claim, beginning with the second.
    of
        `play`, `duel`, `tournament` or `claims`.
    arguments, options
        As `of` takes them, with a folder as `out`.

    Returns
    -------
    PlayedPart

    Raises
    ------
    InputError
        If there is no such part, no folder, or the folder holds something else.
    StrategyError, RunError
        As `of`.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, play_part
    >>> with TemporaryDirectory() as folder:
    ...     options = {"games": 20_000, "seed": 1, "out": folder}
    ...     halves = [play_part((k, 2), play, "twyst", ["random"] * 4, **options) for k in (1, 2)]
    ...     whole = play("twyst", ["random"] * 4, **options)
    >>> sum(half.result.n_games for half in halves) == whole.n_games
    True
    """
    from knotlab.sim.playing.parts import Part, playing_only

    if not 1 <= part[0] <= part[1]:
        raise InputError(f"part is (k, n), the k-th of n parts, such as (2, 3), not {part}")
    if of.__name__ not in DIVISIBLE:
        raise InputError(f"what can be played in parts is {', '.join(DIVISIBLE[:-1])} or {DIVISIBLE[-1]}, not {of}")
    out: Any = options.get("out")
    if out is None:
        raise InputError("--part needs a folder for what it plays; name one with --out")
    result = None
    with playing_only(Part(*part)):
        result = of(*arguments, **options)
    return PlayedPart(part, Path(out), result)
