"""What `knotlab tune` does: read the words, call the laboratory, print."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rich.table import Table

from knotlab.analysis.runs.fields import read_field, tips_within, usual_players, usual_tunable
from knotlab.analysis.tuning import tune as tuning
from knotlab.analysis.tuning.arena import Arena
from knotlab.analysis.tuning.best_response import ROUNDS, Answers, settle
from knotlab.analysis.tuning.result import ablation, facts, path_to_pandas, sensitivity, write_settings
from knotlab.reports.output import console, decimal, print_json, seed_of, whole, workers_of, write_csv
from knotlab.reports.progress import Status, interrupted, progress, watching

SETTINGS = "tuned.toml"
ENDS = {
    "settled": "nobody gains more than the margin by bidding or playing otherwise: settled",
    "cycles": "the winners come back to settings that have been before: it cycles",
    "open": "somebody still gains more than the margin after the last round: open",
}


@dataclass(frozen=True)
class Wanted:
    """What is tuned where, as options spell it."""

    dials: Sequence[str] | None
    field: str | None
    players: str | None
    metric: str | None
    seed: str
    target: str | None
    settings: Sequence[str] | None
    strategies_from: Sequence[Path] | None


@dataclass(frozen=True)
class Kept:
    """Where a result goes."""

    save: Path | None
    out: Path | None


def task_of(game: str, strategy: str | None, wanted: Wanted) -> tuning.Task:
    """The task that a command line spells."""
    files = wanted.strategies_from or ()
    field = read_field(game, wanted.field or "strong", files)
    return tuning.make_task(
        game,
        strategy or usual_tunable(game),
        field=field,
        n_players=usual_players(game, field) if wanted.players is None else whole(wanted.players, "--players", 1),
        metric=wanted.metric,
        dials=wanted.dials or (),
        target=None if wanted.target is None else whole(wanted.target, "--target"),
        seed=seed_of(wanted.seed),
        rules=wanted.settings or (),
        strategies_from=files,
    )


def tune(
    game: str,
    strategy: str | None,
    wanted: Wanted,
    alike: bool,
    budget: str,
    workers_text: str | None,
    kept: Kept,
    json: bool,
) -> None:
    """Tune, showing the gain of each round, and print what was found."""
    minutes = decimal(budget, "--budget")
    workers = workers_of(workers_text)
    task = task_of(game, strategy, wanted)
    files = wanted.strategies_from or ()
    with watching("rounds" if alike else "generations") as bar:
        try:
            if alike:
                answers = settle(
                    task,
                    minutes,
                    workers=workers,
                    out=kept.out,
                    strategies_from=files,
                    on_round=partial(_show_round, bar),
                )
                result = answers.rounds[-1]
            else:
                result = tuning.tune(
                    task,
                    minutes,
                    workers=workers,
                    out=kept.out,
                    strategies_from=files,
                    on_round=lambda *told: bar.show(_state(told[2]), *told[:2]),
                )
            steps = sensitivity(result.task, result.winner, result.effort.confirm, workers)
        except KeyboardInterrupt:
            interrupted(bar, kept.out)
    for file in [kept.save, kept.out and kept.out / SETTINGS]:
        if file:
            write_settings(result, file, files)
    if kept.out:
        write_csv(steps, kept.out / "sensitivity.csv")
        write_csv(path_to_pandas(result), kept.out / "generations.csv")
    if alike:
        show_answers(answers, steps, json)
    else:
        show(facts(result, files), steps, json)


def ablate(
    game: str, strategy: str | None, wanted: Wanted, deals: str, workers: str | None, csv: Path | None, json: bool
) -> None:
    """Take each parameter out, and print what that changes."""
    named = wanted.dials or ()
    task, count = task_of(game, strategy, replace(wanted, dials=None)), whole(deals, "--deals", 100)
    tips = tips_within(game, strategy or usual_tunable(game))
    out = {text: text.split(",") for text in named} or tips or {dial.name: [dial.name] for dial in task.space.dials}
    n_workers = workers_of(workers)
    arena, name = task.trial, task.space.player.name
    assert isinstance(arena, Arena)
    with progress("parameters taken out", len(out)) as advance:
        found = ablation(task, out, count, n_workers, advance)
    if csv:
        write_csv(found, csv)
    if json:
        print_json(
            {
                "strategy": name,
                "players": arena.games,
                "deals": count,
                "margin": task.margin,
                "ablation": found.to_dict("records"),
            }
        )
        return
    print(name)
    console().print(changes_table(found, None, f"taken out one at a time, on {count:,} deals at {arena.games} players"))
    print(f"Changes are of {arena.metric.title}, - is worse; from {task.margin:.3g} on they matter.")


def _state(gains: np.ndarray) -> str:
    """How the restarts stand: the mean gain of their last candidates."""
    return "mean gain " + ", ".join(f"{gain:+.3g}" for gain in gains.mean(axis=0))


def _show_round(bar: Status, number: int, result: tuning.Tuned) -> None:
    """What a round of best responses came to, as soon as it is known."""
    told = facts(result)
    bar.show(
        f"round {number}: gain {told['gain']:+.3g} [{told['gain_low']:.3g}, {told['gain_high']:.3g}]", number, ROUNDS
    )


def show(told: dict[str, Any], steps: pd.DataFrame, json: bool) -> None:
    """A result with its sensitivity."""
    if json:
        print_json(told | {"sensitivity": steps.to_dict("records")})
        return
    print(told["strategy"])
    for line in sentences(told):
        print(line)
    console().print(changes_table(steps, "step to", "sensitivity, on the confirmation's deals"))


def changes_table(steps: pd.DataFrame, how: str | None, title: str) -> Table:
    """What other values of the parameters change, flat ones marked. how: what the column of values is called, if there
    is one.
    """
    table = Table("what", *([how] if how else []), "change [95 % together]", "says", title=title)
    for row in steps.to_dict("records"):
        words = "does not matter" if row["flat"] else ""
        value = [f"{row['value']:.4g}"] if how else []
        table.add_row(row["parameter"], *value, f"{row['change']:+.3g} [{row['low']:.3g}, {row['high']:.3g}]", words)
    return table


def sentences(told: dict[str, Any]) -> list[str]:
    """A result in words."""
    if not told["improved"]:
        return [
            f"nothing better than {told['incumbent']} was found: the race of {told['race_deals']:,} deals left it in "
            f"front"
        ]
    doubt = "" if told["gain_low"] > 0 else "no gain is confirmed, the settings before may be as good: "
    return [
        f"{doubt}gain over {told['incumbent']}, + is better: {told['gain']:+.4g} [{told['gain_low']:.4g}, "
        f"{told['gain_high']:.4g}] on "
        f"{told['confirm_deals']:,} deals not used before; differences from {told['margin']:.3g} on matter",
        f"training gain: {told['training_gain']:+.4g}, the best that any single candidate showed; it overstates",
    ]


def show_answers(answers: Answers, steps: pd.DataFrame, json: bool) -> None:
    """The path of best responses, and the sensitivity of the last."""
    rows = [facts(result) for result in answers.rounds]
    if json:
        print_json({"end": answers.end, "rounds": rows, "sensitivity": steps.to_dict("records")})
        return
    table = Table(
        "round",
        "everybody plays",
        "best answer",
        "training gain",
        "gain [95 %]",
        title="best responses, one after another",
    )
    for number, row in enumerate(rows, 1):
        gain = f"{row['gain']:+.3g} [{row['gain_low']:.3g}, {row['gain_high']:.3g}]"
        table.add_row(str(number), row["incumbent"], row["strategy"], f"{row['training_gain']:+.3g}", gain)
    console().print(table)
    console().print(changes_table(steps, "step to", "sensitivity of the last, on its confirmation's deals"))
    print(ENDS[answers.end])
