"""What happened in a run, and what a run will take: `rate`, `cost`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Union

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import reading
from knotlab.api.declare import Argument, Option, PythonOption, public
from knotlab.api.options import (
    AT_TABLE,
    FixedSeats,
    From,
    Game,
    MoveSeconds,
    Rounds,
    RunGiven,
    Seed,
    Settings,
    Sizes,
    StrategyGiven,
    Target,
    Workers,
)
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    import polars as pl

    from knotlab.analysis.runs.measures import MeasuredRate, SlicedRate
    from knotlab.analysis.speed.cost import Cost
    from knotlab.analysis.tournaments.result import TournamentResult

Logged = Annotated[
    Union[RunGiven, "TournamentResult", "pl.LazyFrame", "pl.DataFrame"],
    Argument(
        "a folder from knotlab play, tournament or report GAME with --out; --log, too, for questions about decisions",
        "FOLDER",
        python="Or what `play` or `tournament` returned, or a log itself, all its rows or some.",
    ),
]
Of = Annotated[
    Union[str, "pl.Expr"],
    Option(
        "what to count or average, as in SQL, with cards and moves by name: move_kind = 'PICK_UP'; "
        "holds('FILE.py:CONDITION') for a function of view and move, for which the games are played again",
        "MEASURE",
        python="Or a Polars expression.",
    ),
]
Among = Annotated[
    Union[str, "pl.Expr"],
    Option("which to include: top = 'Jk' and hand_size = 2, or nines_at_start >= 2", "MEASURE", default="all"),
]
By = Annotated[
    str | Sequence[str],
    Option(
        'a line for each value of these columns or measures, such as seat,player or "hand_size > 2"',
        "MEASURE,..",
        reading.measures,
        default="none",
    ),
]
OfLog = Annotated[str | None, PythonOption("for a log alone, which does not name it: the game")]
AtTable = Annotated[
    int | None,
    Option(
        AT_TABLE,
        "N",
        reading.whole(1),
        python="Of a log alone, the players at its table.",
    ),
]
Deals = Annotated[int | None, PythonOption("for a log alone: how many deals were played", read=reading.whole(1))]
InFixedSeats = Annotated[bool, PythonOption("for a log alone: whether it was played in fixed seats")]


@public
def rate(
    run: Logged,
    of: Of,
    among: Among = "true",
    *,
    by: By = (),
    strategies_from: From = (),
    game: OfLog = None,
    players: AtTable = None,
    deals: Deals = None,
    fixed_seats: InFixedSeats = False,
) -> "MeasuredRate | SlicedRate":
    """Compute a share or a mean over the decisions of a run, or over the games of each player in a run or a tournament,
    with its interval. knotlab view GAME lists the columns of decisions, docs/your-data.md those of games.

    Returns
    -------
    MeasuredRate or SlicedRate
        With its 95% interval over deals; with `by`, one for each combination of the columns' values. What names a
        column that only games have, such as `lost`, is read from games.

    Raises
    ------
    InputError
        If there is no log, a measure cannot be read, or no decision is one of the cases.

    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import play, rate
    >>> with TemporaryDirectory() as folder:
    ...     run = play("twisted-knot", ["shed"] * 3, games=300, seed=1, out=folder, log=True)
    ...     result = rate(run, "move_kind = 'PICK_UP'", among="top = 'Jk'")
    >>> 0 < result.low < result.value < result.high < 1
    True
    """
    import polars as pl

    from knotlab.analysis.duels.result import DuelResult
    from knotlab.analysis.result import Conditions
    from knotlab.analysis.runs.conditions import by_columns, conditions_in, log_again
    from knotlab.analysis.runs.measures import is_of_players, log_of, measured, players_of, sliced
    from knotlab.analysis.runs.play_result import PlayResult
    from knotlab.analysis.tournaments.result import TournamentResult
    from knotlab.reports.saved import read_games

    measures = (of, among, *by)
    by = by_columns(by)
    if isinstance(run, pl.LazyFrame | pl.DataFrame):
        if game is None or players is None or deals is None:
            raise InputError("a log alone needs game=, players= and deals=; a run or its folder contains them")
        table = log_of(run.lazy(), Conditions(game, players, {}, None, fixed_seats=fixed_seats), deals)
    else:
        is_result = isinstance(run, PlayResult | TournamentResult)
        if (game, deals, fixed_seats) != (None, None, False) or (is_result and players is not None):
            raise InputError("a run itself says which game it is; game, players, deals and fixed_seats are for a log")
        result = run if isinstance(run, PlayResult | TournamentResult) else read_games(Path(run), players)
        if isinstance(result, DuelResult):
            raise InputError("a duel keeps deals, not games; rate takes what play, tournament or report kept")
        if isinstance(result, TournamentResult):
            table = players_of(result.games(), result.conditions, result.facts["deals"])
        elif conditions_in(measures) and result.folder is not None:
            again = log_again(result.folder, measures, reading.files(strategies_from))
            table = log_of(again, result.conditions, result.deals, result)
        elif any(is_of_players(each) for each in (of, among, *by)):
            table = players_of(result.games(), result.conditions, result.deals, result)
        else:
            table = log_of(result.scan_log(), result.conditions, result.deals, result)
    return sliced(table, of, among, by) if by else measured(table, of, among)


Planned = Annotated[
    int | None,
    Option(
        "how many games are to be played (with bid deals, with card hands, with match matches)",
        "N",
        reading.whole(1),
        default="as many as the command plays, or 1,000 to 1,000,000,000",
    ),
]
OfCommand = Annotated[
    str,
    Option(
        "the command whose cost is told: play, records, tournament, report, rate, duel, tune, ablate, bid, card, "
        "match, or claims, with claims in place of strategies",
        "NAME",
    ),
]
Played = Annotated[
    Sequence[StrategyGiven],
    Argument("the strategies that the command is given", "STRATEGY", completes="strategy", repeats=True),
]
Keep = Annotated[bool, Option("include the disk space that --out takes")]
Log = Annotated[bool, Option("include the disk space that --log takes")]


@public
def cost(
    game: Game,
    strategies: Played,
    *,
    command: OfCommand = "play",
    games: Planned = None,
    players: Sizes = (),
    target: Target = None,
    rounds: Rounds = None,
    seed: Seed = DEFAULT_SEED,
    set: Settings = (),
    fixed_seats: FixedSeats = False,
    strategies_from: From = (),
    move_seconds: MoveSeconds = None,
    workers: Workers = None,
    keep: Keep = False,
    log: Log = False,
) -> "Cost":
    """Estimate what a command that plays games will take, from small runs: time, core-hours, memory and disk.

    Returns
    -------
    Cost
        One row per number of games; of commands that play as many as they need, for what they plan.

    >>> from knotlab import cost
    >>> estimate = cost("twisted-knot", ["shed", "random"], games=1_000_000, workers=1)
    >>> estimate.to_pandas()["games"].to_list()
    [1000000]
    """
    from knotlab.analysis.costs import AskedCommand, playing
    from knotlab.analysis.runs.play import Table
    from knotlab.analysis.speed.cost import estimate_cost
    from knotlab.api.given import spelled, strategies_of
    from knotlab.sim.playing.match import make_match

    names = [name if command == "claims" else spelled(game, name) for name in strategies_of(strategies)]
    sizes = tuple(players) if isinstance(players, Sequence) else (players,)
    files, match = reading.files(strategies_from), make_match(game, target, rounds)
    table = Table(game, sizes[0] if sizes else None, reading.settings(set), seed, files, match)
    what = playing(command, AskedCommand(table, [str(name) for name in names], workers, keep, log, fixed_seats, sizes))
    return estimate_cost(what, None if games is None else (games,), workers=workers)
