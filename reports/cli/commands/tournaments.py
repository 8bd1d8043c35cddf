"""What `tournament` does."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.tournaments.result import TABLES, TournamentResult
from knotlab.analysis.tournaments.tournament import Setup, make_setup, plan
from knotlab.analysis.tournaments.tournament import tournament as play_tournament
from knotlab.reports.cli.setup import GameOptions, Output, RunOptions
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.plots import tournament as tournament_plots
from knotlab.reports.plots.style import save
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import tournament as tournament_words


def setup(options: GameOptions, strategies: Sequence[str], players: int | None, metric: str | None) -> Setup:
    """The tournament that a command line spells."""
    return make_setup(
        options.game,
        strategies,
        n_players=players,
        metric=metric,
        seed=options.seed,
        rules=options.settings,
        strategies_from=options.strategies_from,
    )


def tournament(setup: Setup, games: int, how: RunOptions, output: Output) -> None:
    """Play a tournament with progress and print its tables."""
    total = sum(series.games for series in plan(setup, games))
    with progress(f"{setup.base.game}: {len(setup.entrants)} strategies", total) as advance:
        try:
            result = play_tournament(
                setup, games, workers=how.workers, backend=how.backend, out=how.out, on_progress=advance
            )
        except KeyboardInterrupt:
            interrupted(advance, how.out)
    if how.out:
        save_tables(result, how.out)
    print_tournament(result, output)


def save_tables(result: TournamentResult, folder: Path) -> None:
    """Tables and plots of a tournament in a folder."""
    text = "\n\n".join(
        f"## {name}\n\n{getattr(result, name).to_markdown(index=False, floatfmt='.4f')}" for name in TABLES
    )
    (folder / "tables.md").write_text(text + "\n")
    save(tournament_plots.ratings(result), folder / "ratings")
    save(tournament_plots.matrix(result, "pairs"), folder / "pairs")
    save(tournament_plots.matrix(result, "invasions"), folder / "invasions")


def print_tournament(result: TournamentResult, output: Output) -> None:
    """A tournament's tables, or all of it as JSON, and the ratings as CSV if that is wanted."""
    if output.csv:
        write_csv(result.ratings, output.csv)
    if output.json:
        print_json(result.plain())
        return
    for table in tournament_words.tables(result):
        console().print(table)
    for line in tournament_words.lines(result):
        print(line)
