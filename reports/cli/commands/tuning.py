"""What `knotlab tune` does: read the words, call the laboratory, print."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd

from knotlab.analysis.bidding.guide import thresholds_of
from knotlab.analysis.result import conditions_of
from knotlab.analysis.runs.backends import playing_on
from knotlab.analysis.runs.fields import read_field, tips_within, usual_tunable
from knotlab.analysis.runs.table import Table
from knotlab.analysis.tuning import tune as tuning
from knotlab.analysis.tuning.best_response import ROUNDS, BestResponses, best_responses
from knotlab.analysis.tuning.result import ablation, facts, path_to_pandas, sensitivity, write_settings
from knotlab.analysis.tuning.task import Task, make_task
from knotlab.reports.cli.setup import GameOptions, Output, RunOptions
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.page.bid_card import steps
from knotlab.reports.progress import Status, interrupted, progress, watching
from knotlab.reports.words import tuning as words
from knotlab.reports.words.thresholds import bid_rows
from knotlab.sim.errors import InputError

SETTINGS = "tuned.toml"


@dataclass(frozen=True)
class TuningOptions:
    """What is tuned where: a strategy (None: the usual one), its parameters (none: all) and the table; None: what is
    usual in the game.
    """

    strategy: str | None
    parameters: tuple[str, ...]
    field: str
    players: int | None
    metric: str | None
    target: int | None


def task_of(tuning_options: TuningOptions, options: GameOptions) -> Task:
    """The task that a command line spells."""
    game, files = options.game, options.strategies_from
    field = read_field(game, tuning_options.field, files)
    return make_task(
        Table(game, tuning_options.players, options.settings, options.seed, files),
        tuning_options.strategy or usual_tunable(game),
        field=field,
        metric=tuning_options.metric,
        dials=tuning_options.parameters,
        target=tuning_options.target,
    )


def tune(
    tuning_options: TuningOptions,
    options: GameOptions,
    alike: bool,
    budget: float,
    how: RunOptions,
    save: Path | None,
    json: bool,
) -> None:
    """Tune, showing the gain of each round, and print the result."""
    task, files = task_of(tuning_options, options), options.strategies_from
    metric = metric_of(task)
    with playing_on(how.backend, how.workers), watching("rounds" if alike else "generations") as bar:
        try:
            if alike:
                answers = best_responses(
                    task,
                    budget,
                    workers=how.workers,
                    out=how.out,
                    strategies_from=files,
                    on_round=partial(_show_round, bar),
                )
                result = answers.rounds[-1]
            else:
                result = tuning.tune(
                    task,
                    budget,
                    workers=how.workers,
                    out=how.out,
                    strategies_from=files,
                    on_round=lambda done, planned, gains: bar.show(words.progress_line(gains, metric), done, planned),
                )
            steps = sensitivity(result.task, result.winner, result.effort.confirm, how.workers)
        except KeyboardInterrupt:
            interrupted(bar, how.out)
    for file in [save, how.out and how.out / SETTINGS]:
        if file:
            write_settings(result, file, files)
    if how.out:
        write_csv(steps, how.out / "sensitivity.csv", result.conditions)
        write_csv(path_to_pandas(result), how.out / "generations.csv", result.conditions)
    if alike:
        show_answers(answers, steps, json)
    else:
        show(result, files, steps, json)


def ablate(
    tuning_options: TuningOptions,
    removed: tuple[str, ...],
    options: GameOptions,
    deals: int,
    workers: int | None,
    output: Output,
) -> None:
    """Remove each parameter in turn, and print what that changes."""
    task = task_of(tuning_options, options)
    tips = tips_within(options.game, tuning_options.strategy or usual_tunable(options.game))
    groups = (
        {text: text.split(",") for text in removed} or tips or {dial.name: [dial.name] for dial in task.space.dials}
    )
    name, metric = task.space.player.name, metric_of(task)
    with progress("parameters removed", len(groups)) as advance:
        changes = ablation(task, groups, deals, workers, advance)
    conditions = conditions_of(task.arena.base)
    if output.csv:
        write_csv(changes, output.csv, conditions)
    if output.json:
        rows = changes.to_dict("records")
        content = {"strategy": name, "deals": deals, "margin": task.margin, "ablation": rows}
        print_json(conditions.facts | content)
        return
    print(name)
    title = f"{conditions.title}: removed one at a time, on {deals:,} deals"
    console().print(words.changes_table(changes, metric, title).for_terminal())
    print(words.matters(metric, task.margin))


def _show_round(bar: Status, number: int, result: tuning.Tuned) -> None:
    """What a round of best responses came to, as soon as it is known."""
    bar.show(f"round {number}: gain {words.gain(facts(result), metric_of(result.task))}", number, ROUNDS)


def metric_of(task: Task) -> str:
    """The name of what a task tunes for."""
    return task.arena.metric.name


def show(result: tuning.Tuned, files: Sequence[Path], steps: pd.DataFrame, json: bool) -> None:
    """A result with its sensitivity."""
    content, metric = facts(result, files), metric_of(result.task)
    if json:
        print_json(result.conditions.facts | content | {"sensitivity": steps.to_dict("records")})
        return
    print(result.settings_line)
    print(content["strategy"])
    for line in words.sentences(content, metric):
        print(line)
    if result.task.arena.base.game == "twyst":
        show_bids(content["strategy"], files)
    console().print(words.changes_table(steps, metric, "sensitivity, on the deals of the confirmation").for_terminal())


def show_bids(strategy: str, files: Sequence[Path]) -> None:
    """What a bidder by thresholds shows, as rows of a card; nothing for any other bidder."""
    try:
        thresholds = thresholds_of(strategy, files)
    except InputError:
        return
    console().print(bid_rows(thresholds, steps(thresholds)).for_terminal())


def show_answers(answers: BestResponses, steps: pd.DataFrame, json: bool) -> None:
    """The path of best responses, and the sensitivity of the last."""
    rows, metric = [facts(result) for result in answers.rounds], metric_of(answers.rounds[0].task)
    if json:
        facts_of_all = answers.conditions.facts | {"end": answers.end, "rounds": rows}
        print_json(facts_of_all | {"sensitivity": steps.to_dict("records")})
        return
    print(answers.settings_line)
    console().print(words.rounds_table(rows, metric).for_terminal())
    console().print(
        words.changes_table(steps, metric, "sensitivity of the last, on the deals of its confirmation").for_terminal()
    )
    print(words.ENDS[answers.end])
