"""What `knotlab tune` does: read the words, call the laboratory, print."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from rich.table import Table

from analysis import tune as tuning
from analysis.best_response import Answers, settle
from analysis.fields import read_field
from analysis.tune_result import facts, path_to_pandas, sensitivity, write_settings
from reports.commands.duel import decimal
from reports.output import console, print_json, seed_of, whole, write_csv
from reports.progress import interrupted, watching
from sim import games

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
    settings: Sequence[str] | None
    strategies_from: Sequence[Path] | None


@dataclass(frozen=True)
class Way:
    """How it is played, and where the result goes."""

    workers: str | None
    save: Path | None
    out: Path | None

    @property
    def n_workers(self) -> int | None:
        """The number of workers; raises InputError if it is none."""
        return None if self.workers is None else whole(self.workers, "--workers", 1)


def task_of(game: str, strategy: str, wanted: Wanted) -> tuning.Task:
    """The task that a command line spells."""
    low, high = games.find(game).players
    files = wanted.strategies_from or ()
    field = read_field(game, wanted.field or "strong", files)
    n_players = len(field) + 1 if not isinstance(field, str) else min(max(3, low), high)
    return tuning.make_task(
        game,
        strategy,
        field=field,
        n_players=n_players if wanted.players is None else whole(wanted.players, "--players", 1),
        metric=wanted.metric,
        dials=wanted.dials or (),
        seed=seed_of(wanted.seed),
        rules=wanted.settings or (),
        strategies_from=files,
    )


def tune(game: str, strategy: str, wanted: Wanted, alike: bool, budget: str, way: Way, json: bool) -> None:
    """Tune, showing the gain of each round, and print what was found."""
    minutes, workers = decimal(budget, "--budget"), way.n_workers
    task = task_of(game, strategy, wanted)
    files = wanted.strategies_from or ()
    if alike:
        answers = settle(task, minutes, workers=workers, on_round=_tell_round)
        show_answers(answers, json)
        if way.save:
            write_settings(answers.rounds[-1], way.save, files)
        return
    with watching("generations") as bar:
        try:
            result = tuning.tune(
                task, minutes, workers=workers, out=way.out, strategies_from=files, on_round=lambda *told: bar.show(_state(told[2]), *told[:2])
            )
        except KeyboardInterrupt:
            interrupted(bar, way.out)
    steps = sensitivity(task, result.winner, result.effort.confirm, workers)
    for file in [way.save, way.out and way.out / SETTINGS]:
        if file:
            write_settings(result, file, files)
    if way.out:
        write_csv(steps, way.out / "sensitivity.csv")
        write_csv(path_to_pandas(result), way.out / "generations.csv")
    show(facts(result, files), steps, json)


def _state(gains: np.ndarray) -> str:
    """How the restarts stand: the mean gain of their last candidates."""
    return "mean gain " + ", ".join(f"{gain:+.3g}" for gain in gains.mean(axis=0))


def _tell_round(number: int, result: tuning.Tuned) -> None:
    """A line on standard error as soon as a round is known."""
    if sys.stderr.isatty():
        told = facts(result)
        print(f"round {number}: {told['strategy']}, gain {told['gain']:+.3g} [{told['gain_low']:.3g}, {told['gain_high']:.3g}]", file=sys.stderr)


def show(told: dict[str, Any], steps: pd.DataFrame, json: bool) -> None:
    """A result with its sensitivity."""
    if json:
        print_json(told | {"sensitivity": steps.to_dict("records")})
        return
    print(told["strategy"])
    for line in sentences(told):
        print(line)
    console().print(sensitivity_table(steps))


def sensitivity_table(steps: pd.DataFrame) -> Table:
    """What steps of the parameters change, flat ones marked."""
    table = Table("parameter", "step to", "change [95 % together]", "says", title="sensitivity, on the confirmation's deals")
    for row in steps.to_dict("records"):
        words = "does not matter" if row["flat"] else ""
        table.add_row(row["parameter"], f"{row['value']:.4g}", f"{row['change']:+.3g} [{row['low']:.3g}, {row['high']:.3g}]", words)
    return table


def sentences(told: dict[str, Any]) -> list[str]:
    """A result in words."""
    if not told["improved"]:
        return [f"nothing better than {told['incumbent']} was found: the race of {told['race_deals']:,} deals left it in front"]
    doubt = "" if told["gain_low"] > 0 else "no gain is confirmed, the settings before may be as good: "
    return [
        f"{doubt}gain over {told['incumbent']}, + is better: {told['gain']:+.4g} [{told['gain_low']:.4g}, {told['gain_high']:.4g}] on "
        f"{told['confirm_deals']:,} deals not used before; differences from {told['margin']:.3g} on matter",
        f"training gain: {told['training_gain']:+.4g}, the best that any single candidate showed; it overstates",
    ]


def show_answers(answers: Answers, json: bool) -> None:
    """The path of best responses."""
    rows = [facts(result) for result in answers.rounds]
    if json:
        print_json({"end": answers.end, "rounds": rows})
        return
    table = Table("round", "everybody plays", "best answer", "gain [95 %]", title="best responses, one after another")
    for number, row in enumerate(rows, 1):
        table.add_row(str(number), row["incumbent"], row["strategy"], f"{row['gain']:+.3g} [{row['gain_low']:.3g}, {row['gain_high']:.3g}]")
    console().print(table)
    print(ENDS[answers.end])
