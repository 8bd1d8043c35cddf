"""Who beats whom: `tournament`."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_GAMES, DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option, public

if TYPE_CHECKING:
    from knotlab.analysis.tournaments.result import TournamentResult

PLOTS = ("rates", "ratings", "pairs", "invasions")

Entrants = Annotated[
    Sequence[options.StrategyGiven],
    Argument(
        "the strategies that take part",
        "STRATEGY",
        default="all but a few, which are listed below the tables",
        completes="strategy",
        repeats=True,
        python="A function below `@strategy` stands for its name.",
    ),
]
RatingMetric = Annotated[
    str | None,
    Option(
        "what the ratings measure: mean_place, loss_rate, win_rate or mean_score",
        "NAME",
        default="mean_place or mean_score",
    ),
]
TournamentGames = Annotated[
    int,
    Option(
        "games for the ratings, and the same number for the invasions, rounded up to whole deals", "N", reading.whole(1)
    ),
]


@public
def tournament(
    game: options.Game,
    strategies: Entrants = (),
    *,
    players: options.Players = None,
    metric: RatingMetric = None,
    target: options.Target = None,
    rounds: options.Rounds = None,
    games: TournamentGames = DEFAULT_GAMES,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    backend: options.Backend = "threads",
    out: options.Out = None,
    mixed_versions: options.MixedVersions = False,
    progress: options.Progress = True,
) -> "TournamentResult":
    """Rate strategies against each other: win and loss rates, ratings with ranks, who finishes ahead of whom, and who
    does well alone among players of a different strategy.

    Returns
    -------
    TournamentResult
        With `out`, its tables and plots are kept in the folder, too.

    >>> from knotlab import tournament
    >>> result = tournament("twisted-knot", ["shed", "random"], games=400, players=2, seed=1)
    >>> result.to_pandas()["strategy"].iloc[0]
    'shed'
    """
    from knotlab.analysis.tournaments.setup import make_setup, plan
    from knotlab.analysis.tournaments.tournament import tournament as play_tournament
    from knotlab.api.given import strategies_of
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.playing.fanout import backend_named
    from knotlab.sim.playing.match import make_match
    from knotlab.sim.playing.parts import chosen_part

    setup = make_setup(
        game,
        strategies_of(strategies),
        n_players=players,
        metric=metric,
        seed=seed,
        rules=reading.settings(set),
        strategies_from=reading.files(strategies_from),
        match=make_match(game, target, rounds),
    )
    part, named = chosen_part(), backend_named(backend)
    total = sum(series.games for series in plan(setup, games)) // part.of
    with showing(f"{game}: {len(setup.entrants)} strategies", total, progress) as advance:
        result = play_tournament(setup, games, workers=workers, backend=named, out=out, on_progress=advance, part=part)
    if out is not None:
        _keep_tables(result, Path(out))
    return result


def _keep_tables(result: "TournamentResult", folder: Path) -> None:
    """Write tables and plots of a tournament into a folder."""
    from knotlab.reports.output import write_file
    from knotlab.reports.plots.style import save
    from knotlab.reports.words import tournament as words

    shown = words.relabelled(result)
    found = "\n".join(f"- {line}" for line in words.findings(result))
    head = f"# Tournament: {result.conditions.title}\n\n{found}\n\n"
    text = "\n".join(table.as_markdown() for table in words.tables(result))
    untimed = replace(result, facts=result.facts | {"seconds": math.nan})  # the same tournament, the same files
    lines = "\n".join(f"- {line}" for line in [*words.lines(untimed), *filter(None, [result.conditions.note])])
    write_file(folder / "tables.md", f"{head}{text}\n{lines}\n".encode())
    for name in PLOTS:
        save(shown.plot(name), folder / name)
