"""What tuning found, kept: a settings file with its provenance, tables, and how much each parameter matters."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import tomli_w

from knotlab.analysis.runs.provenance import provenance, rules_hash
from knotlab.analysis.tuning.arena import all_scores
from knotlab.analysis.tuning.space import Dial
from knotlab.analysis.tuning.tune import Task, Tuned
from knotlab.sim.fanout import cores
from knotlab.sim.files import write_whole
from knotlab.sim.job import STREAM_VERSION
from knotlab.sim.players import Player
from knotlab.sim.settings import json_value, unknown
from knotlab.strategies.resolve import bind, parts, strategy_hashes
from knotlab.strategies.spelling import Part

STEP = 0.05  # of the room between a parameter's bounds


def parts_of(game: str, spelling: str, player: Player, files: Sequence[Path | str] = ()) -> list[Part]:
    """The strategies of a spelling with the values that a player has."""
    left = list(player.values)
    return [part._replace(values={key: left.pop(0) for key in part.values}) for part in parts(game, spelling, files)]


def full_name(game: str, player: Player, files: Sequence[Path | str] = ()) -> str:
    """The full spelling of a player whose values have been changed: what its values are, not what its name says."""
    return bind(parts_of(game, player.name, player, files)).name


def sensitivity(
    task: Task, player: Player, deals: int, workers: int | None = None, on_one: Callable[[int], None] | None = None
) -> pd.DataFrame:
    """Each tuned parameter a step down and a step up, on the confirmation's deals: the change of the score with
    simultaneous intervals (95 % together).

    Columns: parameter, value, change, low, high, and flat: the interval lies within the margin that matters. Steps that
    leave the bounds stop at them. on_one: called with 1 for each step that was tried.
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
    return _changes(task, player, steps, deals, workers, on_one)


def ablation(
    task: Task,
    out: Mapping[str, Sequence[str]],
    deals: int,
    workers: int | None = None,
    on_one: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """Parameters of a task's player taken out, some at a time: set to 0 (or to the bound nearest to 0), on the
    confirmation's deals; columns as of `sensitivity`.

    out: what is taken out together, by a name for it; parameters that are not among the task's are an InputError.
    on_one: called with 1 for each.
    """
    known = {dial.name: dial for dial in task.space.dials}
    changes = []
    for name, taken in out.items():
        missing = next((key for key in taken if key not in known), None)
        if missing is not None:
            raise unknown(f"parameter of '{task.space.player.name}'", missing, known)
        changes.append((name, {known[key]: min(max(0.0, known[key].low), known[key].high) for key in taken}))
    return _changes(task, task.space.player, changes, deals, workers, on_one).drop(columns="value")


def _changes(
    task: Task,
    player: Player,
    changes: Sequence[tuple[str, Mapping[Dial, float]]],
    deals: int,
    workers: int | None,
    on_one: Callable[[int], None] | None = None,
) -> pd.DataFrame:
    """What a player gets with other values of some parameters, less what it gets as it is, for each of some changes;
    intervals hold together.
    """
    space, n_workers = task.space, cores() if workers is None else workers
    base = all_scores(task.trial, [player], "confirm", 0, deals, n_workers)
    rows = []
    for name, values in changes:
        other = space.at([values.get(dial, player.values[dial.slot]) for dial in space.dials])
        changed = all_scores(task.trial, [other], "confirm", 0, deals, n_workers)
        if on_one:
            on_one(1)
        found = task.estimate_gain((changed - base)[:, 0], 1 - 0.05 / len(changes))
        changes_nothing = found.value == found.error == 0
        flat = changes_nothing or bool(-task.margin < found.low and found.high < task.margin)
        rows.append(
            {
                "parameter": name,
                "value": next(iter(values.values())),
                "change": found.value,
                "low": found.low,
                "high": found.high,
                "flat": flat,
            }
        )
    return pd.DataFrame(rows, columns=["parameter", "value", "change", "low", "high", "flat"])


def path_to_pandas(result: Tuned) -> pd.DataFrame:
    """A row a generation: the mean gain of its candidates over the incumbent, a column for each restart."""
    frame = pd.DataFrame(result.path, columns=[f"restart_{i}" for i in range(result.path.shape[1])])
    return frame.rename_axis("generation").reset_index()


def facts(result: Tuned, files: Sequence[Path | str] = ()) -> dict[str, Any]:
    """A result as plain data."""
    task = result.task
    return {
        "strategy": full_name(_game(task), result.winner, files),
        "incumbent": task.space.player.name,
        "improved": result.improved,
        "gain": result.gain.value,
        "gain_low": result.gain.low,
        "gain_high": result.gain.high,
        "score": result.scores[0].value,
        "incumbent_score": result.scores[1].value,
        "confirm_deals": result.gain.n,
        "training_gain": float(result.training),
        "margin": task.margin,
        "race_deals": result.race.deals,
        "racers": {name: list(one.values) for name, one in result.racers.items()},
        "race_left": [list(result.racers)[i] for i in result.race.left],
        "effort": {**result.effort.plan._asdict(), "select": result.effort.select, "confirm": result.effort.confirm},
        "seconds": round(result.seconds, 1),
    }


def settings_file(result: Tuned, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """The content of a settings file: what to play, and where it comes from."""
    task, game = result.task, _game(result.task)
    told = facts(result, strategies_from)
    scores = {
        key: value
        for key, value in told.items()
        if key not in ("strategy", "incumbent", "racers", "effort", "improved")
    }
    return {
        "game": game,
        "strategy": told["strategy"],
        "parameters": {
            part.strategy.name: part.values | _set(part.noise)
            for part in parts_of(game, task.space.player.name, result.winner, strategies_from)
        },
        "scores": scores,
        "provenance": provenance_of(result, strategies_from),
    }


def provenance_of(result: Tuned, strategies_from: Sequence[Path | str] = ()) -> dict[str, Any]:
    """Where settings come from: all that the same run again takes."""
    task, arena = result.task, result.task.arena
    return {
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "incumbent": task.space.player.name,
        "tuned": [dial.name for dial in task.space.dials],
        "metric": arena.metric.name,
        "players": arena.games,
        "field": [[one.name for one in group] for group in arena.opponents],
        "rules": {name: json_value(value) for name, value in arena.base.rules.items()},
        "match_target": arena.base.match.target if arena.base.match else None,
        "seed": task.seed,
        "stream_version": STREAM_VERSION,
        "effort": {**result.effort.plan._asdict(), "select": result.effort.select, "confirm": result.effort.confirm},
        "strategy_sources": strategy_hashes([task.space.player]),
        "rules_sources": rules_hash(arena.base.game),
        "versions": provenance(arena.base, strategies_from)["versions"],
    }


def write_settings(result: Tuned, file: Path, strategies_from: Sequence[Path | str] = ()) -> None:
    """Write the settings file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, tomli_w.dumps(plain_toml(settings_file(result, strategies_from))).encode())


def _set(noise: dict[str, float]) -> dict[str, float]:
    """Tremble and temperature as far as they are set."""
    return {key: value for key, value in noise.items() if value}


def plain_toml(value: Any) -> Any:
    """Plain data as TOML knows it: no null, Python's own numbers."""
    if isinstance(value, dict):
        return {key: plain_toml(one) for key, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [plain_toml(one) for one in value]
    return value.item() if isinstance(value, np.generic) else value


def _game(task: Task) -> str:
    return task.arena.base.game
