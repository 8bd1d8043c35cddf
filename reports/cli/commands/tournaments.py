"""What `tournament` and `selfcheck` do: read the words, call the laboratory, print."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.tournaments.result import TABLES, TournamentResult
from knotlab.analysis.tournaments.tournament import Setup, make_setup, plan
from knotlab.analysis.tournaments.tournament import tournament as play_tournament
from knotlab.reports.cli.commands.duels import Way
from knotlab.reports.output import console, print_json, seed_of, whole, write_csv
from knotlab.reports.plots import tournament as tournament_plots
from knotlab.reports.plots.style import save
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import tournament as tournament_words


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
