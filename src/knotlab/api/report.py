"""Pages: `report` about all games, `report_game` about some strategies of one."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_GAMES, DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Option, public
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.reports.page.game import GameReport
    from knotlab.reports.page.report import Report

EVERYTHING = Path("out/report")

Deals = Annotated[
    int | None,
    Option(
        "deals for each tournament (one per game and number of players), played instead of the published ones",
        "N",
        reading.whole(2),
        default="1,000, which are published",
    ),
]
Budget = Annotated[
    float,
    Option(
        "end this long after the start, including compiling and tournaments; in the time that is left, the published "
        "tips are tested on new deals. 0: take as long as the rest needs, and test no tips",
        "MINUTES",
        reading.amount("minutes", none_at_all=True),
    ),
]
PlayAll = Annotated[
    bool,
    Option(
        "play the tournaments and, within the budget, all tips at their declared margins; the page shows the "
        "results next to the published ones"
    ),
]
PageFolder = Annotated[
    str | Path | None,
    Option(
        "the folder for the page, plots and tables",
        "FOLDER",
        reading.path,
        default="out/report, or out/GAME",
        around=options.listing,
    ),
]


@public
def report(
    *,
    deals: Deals = None,
    budget: Budget = 4.0,
    play: PlayAll = False,
    seed: options.Seed = DEFAULT_SEED,
    strategies_from: options.From = (),
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    backend: options.Backend = "threads",
    out: PageFolder = None,
    progress: options.Progress = True,
) -> "Report":
    """Write a page about all games: the published tips, all strategies against each other and what to bid; then test
    the tips on new deals, and update the page as results come in. Resumes if interrupted.

    Returns
    -------
    Report
        Where the page is, and what it shows.

    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import report
    >>> with TemporaryDirectory() as folder:
    ...     report(budget=0, out=folder).page.name
    'report.html'
    """
    from knotlab.analysis.report.play import play_report
    from knotlab.analysis.report.settings import ReportSettings
    from knotlab.reports.output import writing_to
    from knotlab.reports.page.report import MARKS, ReportPage
    from knotlab.reports.progress import progress as showing
    from knotlab.reports.progress import stopping
    from knotlab.sim.playing.fanout import playing_on
    from knotlab.strategies.catalogue import load_files

    if play and not budget:
        raise InputError("--play needs minutes to play in; give --budget MINUTES")
    files, folder = tuple(reading.files(strategies_from)), Path(out or EVERYTHING)
    load_files(files)
    with playing_on(backend, workers) as name, writing_to(folder, MARKS), stopping(folder=folder):
        settings = ReportSettings(
            folder,
            1000 if deals is None else deals,
            seed,
            workers,
            name,
            minutes=budget,
            strategies_from=files,
            all_tips=play,
            published=not play and deals is None and not files and seed == DEFAULT_SEED,
            watch=partial(showing, wanted=progress),
        )
        page = ReportPage(settings, progress)
        return page.end(play_report(settings, page.show))


GAMES = (
    "games for the rates at each size of table, rounded up to whole deals; where not all strategies sit at once, at "
    "least as many again are played for the rest of the page"
)


@public
def report_game(
    game: options.Game,
    strategies: options.Strategies = (),
    *,
    games: Annotated[int, Option(GAMES, "N", reading.whole(1))] = DEFAULT_GAMES,
    players: options.Sizes = (),
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    backend: options.Backend = "threads",
    out: PageFolder = None,
    progress: options.Progress = True,
) -> "GameReport":
    """Write a page about some strategies of a game: their win and loss rates, places, seats and who beats whom.

    Returns
    -------
    GameReport
        Where the page is, and what it shows.

    >>> from tempfile import TemporaryDirectory
    >>> from knotlab import report_game
    >>> with TemporaryDirectory() as folder:
    ...     report_game("twisted-knot", ["shed", "random"], games=20, out=folder).content.games
    20
    """
    from knotlab.analysis.report.game import GameSettings, play_game_report
    from knotlab.api.given import spelled, strategies_of
    from knotlab.reports.output import writing_to
    from knotlab.reports.page.game import MARKS, write_page
    from knotlab.reports.progress import progress as showing
    from knotlab.reports.progress import stopping
    from knotlab.sim.playing.fanout import backend_named

    folder = Path(out or EVERYTHING.with_name(game))
    settings = GameSettings(
        game,
        [spelled(game, strategy) for strategy in strategies_of(strategies)],
        games,
        folder,
        seed,
        tuple(players) if isinstance(players, Sequence) else (players,),
        rules=reading.settings(set),
        strategies_from=tuple(reading.files(strategies_from)),
        workers=workers,
        backend=backend_named(backend),
        watch=partial(showing, wanted=progress),
    )
    with writing_to(folder, MARKS), stopping(folder=folder):
        return write_page(play_game_report(settings), settings)
