"""What the commands that lead to verdicts do: read the words, call the laboratory, print."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.duels.duel import duel as play_duel
from knotlab.analysis.duels.question import Question, make_question
from knotlab.analysis.duels.result import DuelResult
from knotlab.reports.output import console, decimal, print_json, seed_of, whole, write_csv
from knotlab.reports.plots import duel as verdict_plots
from knotlab.reports.plots.style import save
from knotlab.reports.progress import interrupted, watching
from knotlab.reports.words import duel as verdict_words


@dataclass(frozen=True)
class Wanted:
    """A question as its options spell it."""

    design: str
    players: str | None
    field: str | None
    metric: str | None
    margin: str | None
    level: str
    cap: str | None
    seed: str
    settings: Sequence[str] | None
    strategies_from: Sequence[Path] | None


@dataclass(frozen=True)
class Way:
    """How and where games are played."""

    workers: int | None
    backend: str
    out: Path | None


def question(game: str, a: str, b: str, wanted: Wanted) -> Question:
    """The question that a command line spells."""
    return make_question(
        game,
        a,
        b,
        design=wanted.design,
        n_players=None if wanted.players is None else whole(wanted.players, "--players", 1),
        field=wanted.field,
        metric=wanted.metric,
        margin=None if wanted.margin is None else decimal(wanted.margin, "--margin"),
        level=decimal(wanted.level, "--level"),
        cap=None if wanted.cap is None else whole(wanted.cap, "--cap", 1),
        seed=seed_of(wanted.seed),
        rules=wanted.settings or (),
        strategies_from=wanted.strategies_from or (),
    )


def duel(told: Question, precision: str | None, games: str, way: Way, csv: Path | None, json: bool) -> None:
    """Play a duel, showing how the interval closes in, and print its verdict."""
    narrow = None if precision is None else decimal(precision, "--precision")
    least = whole(games, "--games")
    with watching() as bar:
        try:
            result = play_duel(
                told,
                precision=narrow,
                games_wanted=least,
                workers=way.workers,
                backend=way.backend,
                out=way.out,
                on_look=lambda look, plan: bar.show(
                    verdict_words.look(look, plan.watch.margin, told.metric.name), look.deals, plan.watch.tuned
                ),
            )
        except KeyboardInterrupt:
            interrupted(bar, way.out)
    print_duel(result, csv, json)
    if way.out:
        keep_shown(result, way.out)


def print_duel(result: DuelResult, csv: Path | None, json: bool) -> None:
    """A duel's sentence and table, or all of it as JSON, and the table as CSV if wanted."""
    if csv:
        write_csv(result.to_pandas(), csv)
    if json:
        print_json(result.facts())
        return
    print(verdict_words.sentence(result))
    console().print(verdict_words.duel_table(result))
    for line in verdict_words.duel_facts(result):
        print(line)


def keep_shown(result: DuelResult, folder: Path) -> None:
    """The table and the plot of a duel beside its deals."""
    write_csv(result.to_pandas(), folder / "table.csv")
    write_csv(result.path_to_pandas(), folder / "path.csv")
    (folder / "table.md").write_text(
        verdict_words.sentence(result) + "\n\n" + result.to_pandas().to_markdown(index=False, floatfmt=".4f") + "\n"
    )
    if result.path:
        save(verdict_plots.closing_in(result), folder / "interval")
