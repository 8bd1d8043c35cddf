"""Results of tuning as data: settings files with their provenance, tables, and the effect of each parameter."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import tomli_w

from knotlab.analysis.result import Conditions, Result, conditions_of
from knotlab.analysis.runs.code import rules_hash
from knotlab.analysis.runs.play import provenance
from knotlab.analysis.tuning.arena import all_scores
from knotlab.analysis.tuning.search import Dial
from knotlab.analysis.tuning.task import Task
from knotlab.analysis.tuning.tune import Tuned
from knotlab.sim.playing.job import STREAM_VERSION
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import plain_rules, unknown
from knotlab.sim.storage.result_files import write_whole
from knotlab.strategies.resolve import bind, spelled, strategy_hashes
from knotlab.strategies.spelling import SpelledStrategy


@dataclass(frozen=True, eq=False, repr=False)
class Ablation(Result):
    """What removing parameters of a strategy changes, on the same deals.

    changes: one row per removed parameter or tip, as `ablation` has it.
    """

    task: Task
    deals: int
    changes: pd.DataFrame

    @property
    def strategy(self) -> str:
        """The strategy as spelt in full."""
        return self.task.space.player.name

    @property
    def conditions(self) -> Conditions:
        return conditions_of(self.task.arena.base)

    def to_pandas(self) -> pd.DataFrame:
        """One row per removed parameter or tip: the change of the score with its interval; + is better."""
        return self.changes

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        asked = {"strategy": self.strategy, "deals": self.deals, "margin": self.task.margin}
        return self.conditions.facts | asked | {"ablation": self.changes.to_dict("records")}


STEP = 0.05  # of the room between a parameter's bounds


def strategies_of(game: str, spelling: str, player: Player, files: Sequence[Path | str] = ()) -> list[SpelledStrategy]:
    """The strategies of a spelling, with the parameter values of a player."""
    left = list(player.values)
    return [part._replace(values={key: left.pop(0) for key in part.values}) for part in spelled(game, spelling, files)]


def full_name(game: str, player: Player, files: Sequence[Path | str] = ()) -> str:
    """The spelling of a player whose values have changed: by its values, not by its name."""
    return bind(strategies_of(game, player.name, player, files)).name


def sensitivity(task: Task, player: Player, deals: int, workers: int | None = None) -> pd.DataFrame:
    """The effect of moving each tuned parameter one step down and one step up, on the confirmation's deals.

    deals: the deals played for each step. Returns one row per step: parameter, value, change of the score, low and high
    (intervals that hold together at 95%), flat: whether the interval lies within the margin, and now: the value that it
    is a step from. Steps stop at a parameter's bounds.
    """
    steps: list[tuple[str, dict[Dial, float]]] = []
    for dial in task.space.dials:
        step = max(1.0, round(STEP * (dial.high - dial.low))) if dial.whole else STEP * (dial.high - dial.low)
        now = player.values[dial.slot]
        steps += [
            (dial.name, {dial: value})
            for value in (max(now - step, dial.low), min(now + step, dial.high))
            if value != now
        ]
    changes = _changes(task, player, steps, deals, workers)
    slots = {dial.name: dial.slot for dial in task.space.dials}
    return changes.assign(now=[player.values[slots[name]] for name in changes["parameter"]])


def ablation(
    task: Task,
    out: Mapping[str, Sequence[str]],
    deals: int,
    workers: int | None = None,
    on_step: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """The effect of removing parameters from a task's player, on the confirmation's deals.

    A removed parameter is set to 0, or to the bound nearest to 0.

    out: names of groups, each with the parameters that are removed together. deals: the deals played for each group.
    Returns one row per group, with the columns of `sensitivity` except value. Raises InputError if a parameter is not
    among the task's.
    """
    known = {dial.name: dial for dial in task.space.dials}
    changes = []
    for name, taken in out.items():
        missing = next((key for key in taken if key not in known), None)
        if missing is not None:
            raise unknown("parameter", missing, known, f"of '{task.space.player.name}'")
        changes.append((name, {known[key]: min(max(0.0, known[key].low), known[key].high) for key in taken}))
    return _changes(task, task.space.player, changes, deals, workers, on_step).drop(columns="value")


def _changes(
    task: Task,
    player: Player,
    changes: Sequence[tuple[str, Mapping[Dial, float]]],
    deals: int,
    workers: int | None,
    on_step: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """The change of a player's score under each of several changes of its parameters, with simultaneous intervals."""
    space = task.space
    base = all_scores(task.scoring, [player], "confirm", 0, deals, workers)
    rows = []
    for name, values in changes:
        other = space.at([values.get(dial, player.values[dial.slot]) for dial in space.dials])
        changed = all_scores(task.scoring, [other], "confirm", 0, deals, workers)
        if on_step:
            on_step(1)
        change = task.estimate_gain((changed - base)[:, 0], 1 - 0.05 / len(changes))
        changes_nothing = change.value == change.error == 0
        flat = changes_nothing or bool(-task.margin < change.low and change.high < task.margin)
        rows.append(
            {
                "parameter": name,
                "value": next(iter(values.values())),
                "change": change.value,
                "low": change.low,
                "high": change.high,
                "flat": flat,
            }
        )
    return pd.DataFrame(rows, columns=["parameter", "value", "change", "low", "high", "flat"])


def path_to_pandas(result: Tuned) -> pd.DataFrame:
    """One row per generation: the mean gain of its candidates over the incumbent, in one column per restart."""
    frame = pd.DataFrame(result.path, columns=[f"restart_{i}" for i in range(result.path.shape[1])])
    return frame.rename_axis("generation").reset_index()


def facts(result: Tuned, files: Sequence[Path | str] = ()) -> dict[str, Any]:
    """A result as plain data."""
    task = result.task
    return {
        "strategy": full_name(_game(task), result.winner, files),
        "incumbent": task.space.player.name,
        "improved": result.improved,
        **result.gain.columns("gain"),
        "score": result.scores[0].value,
        "incumbent_score": result.scores[1].value,
        "confirm_deals": result.gain.n,
        "training_gain": float(result.training),
        "margin": task.margin,
        "race_deals": result.race.deals,
        "racers": {name: list(racer.values) for name, racer in result.racers.items()},
        "race_left": [list(result.racers)[i] for i in result.race.left],
        "effort": result.effort.facts(),
        "seconds": round(result.seconds, 1),
        **({"counted_otherwise": result.other.facts()} if result.other else {}),
        **({"whole_way": result.whole.facts()} if result.whole else {}),
    }


def settings_file(result: Tuned, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """The content of a settings file: what to play, and where it comes from."""
    task, game = result.task, _game(result.task)
    content = facts(result, strategies_from)
    scores = {
        key: value
        for key, value in content.items()
        if key not in ("strategy", "incumbent", "racers", "effort", "improved", "seconds")
        and (result.improved or not key.startswith("gain"))  # a round that found nothing better gained nothing
    }
    return {
        "game": game,
        "strategy": content["strategy"],
        "parameters": {
            part.strategy.name: part.values | part.noise
            for part in strategies_of(game, task.space.player.name, result.winner, strategies_from)
        },
        "scores": scores,
        "provenance": provenance_of(result, strategies_from),
    }


def provenance_of(result: Tuned, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """Where settings come from: everything needed to repeat the run."""
    task, arena = result.task, result.task.arena
    return {
        "incumbent": task.space.player.name,
        "tuned": [dial.name for dial in task.space.dials],
        "metric": arena.metric.name,
        "players": arena.games,
        "field": [[opponent.name for opponent in group] for group in arena.opponents],
        "rules": plain_rules(arena.base.rules),
        "match_target": arena.base.match.target if arena.base.match else None,
        "match_rounds": arena.base.match.games if arena.base.match else None,
        "seed": task.seed,
        "stream_version": STREAM_VERSION,
        "effort": result.effort.facts(),
        "strategy_sources": strategy_hashes([task.space.player]),
        "rules_sources": rules_hash(arena.base.game),
        "proof": result.proof,
        "versions": provenance(arena.base, strategies_from)["versions"],
    }


def write_settings(result: Tuned, file: Path, strategies_from: Sequence[Path | str] = ()) -> None:
    """Write a settings file, which `NAME@FILE` in a strategy's spelling refers to."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, tomli_w.dumps(toml_value(settings_file(result, strategies_from))).encode())


def toml_value(value: Any) -> Any:
    """A value in the types that TOML knows: without None, and with Python's own numbers."""
    if isinstance(value, dict):
        return {key: toml_value(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [toml_value(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value


def _game(task: Task) -> str:
    return task.arena.base.game
