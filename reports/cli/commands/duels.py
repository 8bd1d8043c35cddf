"""What `duel` does."""

from dataclasses import dataclass
from pathlib import Path

from knotlab.analysis.duels.duel import StoppingRule
from knotlab.analysis.duels.duel import duel as play_duel
from knotlab.analysis.duels.parts import play_duel_part
from knotlab.analysis.duels.question import Decision, Question, make_question
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.runs.table import Table
from knotlab.analysis.stats.metrics import Metric, metric_named
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Look
from knotlab.reports.cli.commands.parts import after_part, part_of
from knotlab.reports.cli.setup import GameOptions, Output, RunOptions
from knotlab.reports.cli.values import Amount
from knotlab.reports.output import as_json, console, print_json, write_csv, write_file
from knotlab.reports.plots import duel as duel_plots
from knotlab.reports.plots.style import save
from knotlab.reports.progress import interrupted, progress, watching
from knotlab.reports.words import duel as words
from knotlab.reports.words import numbers
from knotlab.sim import games as game_list
from knotlab.sim.errors import InputError
from knotlab.sim.playing.delivery import Part


@dataclass(frozen=True)
class DuelOptions:
    """Who is compared with whom, at which table, and what a verdict takes; None: what is usual in the game."""

    strategies: tuple[str, str]
    design: str
    players: int | None
    field: str | None
    metric: str | None
    margin: Amount | None
    level: float
    cap: int | None


@dataclass(frozen=True)
class StopOptions:
    """What a duel has to reach besides its verdict: an interval of so much either side, so many games."""

    precision: Amount | None
    games: int


def size_of(option: str, amount: Amount | None, metric: Metric) -> float | None:
    """An effect by a metric as its option gives it; raises InputError if it is in the wrong unit, or larger than any
    effect can be.
    """
    if amount is None:
        return None
    is_share = metric.name in numbers.RATES
    if is_share and not amount.is_share:
        raise InputError(f"{option} is a share of games and needs a % sign, as in {option} 0.5%, not '{amount.text}'")
    if amount.is_share and not is_share:
        raise InputError(f"{option} takes a number without a % sign for '{metric.name}', not '{amount.text}'")
    if metric.reach is not None and amount.value >= metric.reach:
        largest = "100%" if is_share else f"{metric.reach:g}"
        raise InputError(f"{option} must be less than {largest}, the largest difference possible, not '{amount.text}'")
    return amount.value


def question_of(duel: DuelOptions, options: GameOptions) -> Question:
    """The question that a command line spells."""
    metric = metric_named(game_list.find(options.game), duel.metric)
    decision = Decision(duel.metric, size_of("--margin", duel.margin, metric), duel.level, cap=duel.cap)
    table = Table(options.game, duel.players, options.settings, options.seed, options.strategies_from)
    return make_question(table, *duel.strategies, design=duel.design, field=duel.field, decision=decision)


def duel(duel: DuelOptions, options: GameOptions, until: StopOptions, how: RunOptions, output: Output) -> None:
    """Play a duel, showing how the interval closes in, and print its verdict."""
    question = question_of(duel, options)
    if how.part:
        return _play_part(question, until, how, part_of(how))
    looks: list[tuple[Look, float]] = []
    with watching() as bar:

        def show(look: Look, rule: StoppingRule) -> None:
            looks[:] = [(look, rule.watch.margin)]
            bar.show(words.look(look, rule.watch.margin, question.metric.name), look.deals, rule.watch.tuned)

        try:
            result = play_duel(
                question,
                precision=size_of("--precision", until.precision, question.metric),
                games_wanted=until.games,
                workers=how.workers,
                backend=how.backend,
                out=how.out,
                on_look=show,
            )
        except KeyboardInterrupt:
            interrupted(bar, how.out, _so_far(question, *looks[-1], output) if looks else None)
    print_duel(result, output)
    if how.out:
        save_tables(result, how.out)


def _play_part(question: Question, until: StopOptions, how: RunOptions, part: Part) -> None:
    """Play one part of a duel."""
    if until.precision is not None:
        raise InputError("a duel in parts ends with its number of games; leave out --precision")
    assert how.out
    with progress("duel", until.games // part.of) as advance:
        try:
            play_duel_part(
                question,
                until.games,
                part,
                how.out,
                workers=how.workers,
                backend=how.backend,
                on_progress=advance,
            )
        except KeyboardInterrupt:
            interrupted(advance, how.out)
    print(f"part {part} of the duel is in {how.out}; {after_part(how.out)}")


def _so_far(question: Question, look: Look, margin: float, output: Output) -> str:
    """What is known of a duel that was interrupted, in a sentence or as JSON."""
    if not output.json:
        return words.so_far(question, look, margin)
    known = {"effect": look.mean, "low": look.low, "high": look.high, "deals": look.deals}
    return as_json({"verdict": Verdict.UNDECIDED, "interrupted": True, "margin": margin} | known)


def print_duel(result: DuelResult, output: Output) -> None:
    """A duel's sentence and table, or all of it as JSON, and the table as CSV if that is wanted."""
    if output.csv:
        write_csv(result.to_pandas(), output.csv, result.conditions)
    if output.json:
        print_json(result.facts())
        return
    print(words.sentence(result))
    console().print(words.duel_table(result).for_terminal())
    for line in words.duel_facts(result):
        print(line)


def save_tables(result: DuelResult, folder: Path) -> None:
    """The table and the plot of a duel beside its deals."""
    write_csv(result.to_pandas(), folder / "table.csv", result.conditions)
    write_csv(result.path_to_pandas(), folder / "path.csv", result.conditions)
    facts = "\n".join(f"- {line}" for line in words.duel_facts(result))
    text = f"{words.sentence(result)}\n\n{words.duel_table(result).as_markdown()}\n{facts}\n"
    write_file(folder / "table.md", text.encode())
    if result.path:
        save(duel_plots.closing_in(result), folder / "interval")
