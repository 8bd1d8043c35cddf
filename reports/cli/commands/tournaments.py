"""What `tournament` does."""

from collections.abc import Sequence
from pathlib import Path

from knotlab.analysis.runs.parts import PartPlayed
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tournaments.setup import Setup, make_setup
from knotlab.analysis.tournaments.stages import plan
from knotlab.analysis.tournaments.tournament import tournament as play_tournament
from knotlab.reports.cli.commands.parts import after_part, part_of
from knotlab.reports.cli.setup import GameOptions, Output, RunOptions
from knotlab.reports.output import console, print_json, write_csv, write_file
from knotlab.reports.plots.style import save
from knotlab.reports.progress import interrupted, progress
from knotlab.reports.words import tournament as words

PLOTS = ("rates", "ratings", "pairs", "invasions")


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
    part = part_of(how)
    total = sum(series.games for series in plan(setup, games)) // part.of
    with progress(f"{setup.base.game}: {len(setup.entrants)} strategies", total) as advance:
        try:
            result = play_tournament(
                setup, games, workers=how.workers, backend=how.backend, out=how.out, on_progress=advance, part=part
            )
        except PartPlayed:
            advance.stop()
            return print(f"part {part} of the tournament is in {how.out}; {after_part(how.out or Path())}")
        except KeyboardInterrupt:
            interrupted(advance, how.out)
    if how.out:
        save_tables(result, how.out)
    print_tournament(result, output)


def save_tables(result: TournamentResult, folder: Path) -> None:
    """Tables and plots of a tournament in a folder."""
    shown, _ = words.relabelled(result)
    head = f"# Tournament: {result.conditions.title}\n\n"
    text = "\n".join(table.as_markdown() for table in words.tables(result))
    lines = "\n".join(f"- {line}" for line in words.lines(result))
    write_file(folder / "tables.md", f"{head}{text}\n{lines}\n".encode())
    for name in PLOTS:
        save(shown.plot(name), folder / name)


def print_tournament(result: TournamentResult, output: Output) -> None:
    """A tournament's tables, or all of it as JSON, and rates with ratings as CSV if that is wanted."""
    if output.csv:
        write_csv(result.rates.merge(result.ratings, on="strategy"), output.csv, result.conditions)
    if output.json:
        print_json(result.plain())
        return
    terminal = console()
    tables, note = words.fitting(result, terminal.width)
    for table in tables:
        terminal.print(table.for_terminal())
    for line in (note, *words.lines(result)):
        print(line, end="\n" if line else "")
