"""What `tournament` and `selfcheck` do: read the words, call the laboratory, print."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import typer
from rich.table import Table

from knotlab.analysis.selfcheck import CHECKS
from knotlab.analysis.selfcheck import selfcheck as run_checks
from knotlab.analysis.tournaments.result import TABLES, TournamentResult
from knotlab.analysis.tournaments.tournament import Setup, make_setup, plan
from knotlab.analysis.tournaments.tournament import tournament as play_tournament
from knotlab.reports.cli.commands.duel import Way
from knotlab.reports.output import console, print_json, seed_of, whole, workers_of, write_csv
from knotlab.reports.plots import tournament as tournament_plots
from knotlab.reports.plots.style import save
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import tournament as tournament_words
from knotlab.sim import games as game_list


def setup(
    game: str,
    strategies: Sequence[str] | None,
    players: str | None,
    metric: str | None,
    seed: str,
    settings: Sequence[str] | None,
    files: Sequence[Path] | None,
) -> Setup:
    """The tournament that a command line spells."""
    n = None if players is None else whole(players, "--players", 1)
    return make_setup(
        game,
        strategies or (),
        n_players=n,
        metric=metric,
        seed=seed_of(seed),
        rules=settings or (),
        strategies_from=files or (),
    )


def tournament(told: Setup, games: str, way: Way, csv: Path | None, json: bool) -> None:
    """Play a tournament with progress and print its tables."""
    wanted = whole(games, "--games", 1)
    with progress(
        f"{told.base.game}: {len(told.entrants)} strategies", sum(series.games for series in plan(told, wanted))
    ) as advance:
        try:
            result = play_tournament(
                told, wanted, workers=way.workers, backend=way.backend, out=way.out, on_progress=advance
            )
        except KeyboardInterrupt:
            interrupted(advance, way.out)
    if way.out:
        keep_shown(result, way.out)
    print_tournament(result, csv, json)


def keep_shown(result: TournamentResult, folder: Path) -> None:
    """Tables and plots of a tournament in a folder."""
    text = "\n\n".join(
        f"## {name}\n\n{getattr(result, name).to_markdown(index=False, floatfmt='.4f')}" for name in TABLES
    )
    (folder / "tables.md").write_text(text + "\n")
    save(tournament_plots.ratings(result), folder / "ratings")
    save(tournament_plots.matrix(result, "pairs"), folder / "pairs")
    save(tournament_plots.matrix(result, "invasions"), folder / "invasions")


def print_tournament(result: TournamentResult, csv: Path | None, json: bool) -> None:
    """A tournament's tables, or all of it as JSON, and the ratings as CSV if wanted."""
    if csv:
        write_csv(result.ratings, csv)
    if json:
        print_json(result.plain())
        return
    for table in tournament_words.tables(result):
        console().print(table)
    for line in tournament_words.lines(result):
        print(line)


def selfcheck(workers: str | None, csv: Path | None, json: bool) -> None:
    """Run the checks and print one table; exit status 1 if one does not hold."""
    n_workers = workers_of(workers)
    with progress("checking", len(CHECKS) * len(game_list.names())) as advance:
        found = run_checks(n_workers, advance)
    if csv:
        write_csv(found, csv)
    if json:
        print_json({"checks": found.to_dict("records"), "hold": bool(found["holds"].all())})
    else:
        console().print(checks_table(found))
    if not found["holds"].all():
        raise typer.Exit(1)


def checks_table(found: pd.DataFrame) -> Table:
    """The checks, one a line."""
    table = Table("game", "check", "measured", "expected", "holds", title="self-check")
    for row in found.to_dict("records"):
        table.add_row(row["game"], row["check"], row["measured"], row["expected"], "yes" if row["holds"] else "NO")
    return table
