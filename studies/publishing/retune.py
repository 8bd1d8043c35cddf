"""The settings that ship: weights of the all-round players, Twyst's bids and the parameters of tips, tuned on deals of
purpose `tune`, which no verdict uses.

Each file is rewritten where it ships, or only the named ones, in an order in which later files may start from the
results of earlier ones. A game's `_tuning.py` says what is tuned; the game's package says which file a strong field
uses.

Command: python -m knotlab.studies.publishing.retune [NAME ...]
Result: strategies/GAME/tuned/NAME.toml
Page: docs/strategies.md
"""

import sys
from collections.abc import Mapping
from typing import Any

import tomli_w

from knotlab.analysis.runs.fields import is_field
from knotlab.analysis.runs.play import Table
from knotlab.analysis.tuning.result import full_name, provenance_of, settings_file, strategies_of, toml_value
from knotlab.analysis.tuning.search import SearchSize
from knotlab.analysis.tuning.task import Effort, make_task
from knotlab.analysis.tuning.tune import Tuned, tune
from knotlab.sim import games
from knotlab.sim.storage.result_files import write_whole
from knotlab.strategies.tuned import Dials, Step, folder_of, tunings

TIP_MINUTES = 0.5
EFFORT = Effort(SearchSize(restarts=4, generations=80, deals=150), select=60_000, confirm=20_000)


def tune_tips(game: str, tips: Mapping[str, Dials], minutes: float) -> dict[str, Any]:
    """The content of a settings file for some tips of a game: parameters, and the gain of each."""
    content: dict[str, Any] = {"game": game, "parameters": {}, "tips": {}}
    for start, dials in tips.items():
        name = start.partition(":")[0]
        task = make_task(
            Table(game, dials.players), start, field=field_of(game, dials.among, dials.players), dials=dials.names
        )
        result = tune(task, minutes)
        content["parameters"][name] = strategies_of(game, task.space.player.name, result.winner)[0].values
        content["tips"][name] = _facts(game, result)
        gain = result.gain
        print(f"{content['tips'][name]['strategy']}: {gain.value:+.4f} [{gain.low:.4f}, {gain.high:.4f}]", flush=True)
    return content


def field_of(game: str, among: str, players: int) -> str | list[str]:
    """The other players: a named field, or one strategy in all other seats."""
    return among if is_field(game, among) else [among] * (players - 1)


def _facts(game: str, result: Tuned) -> dict[str, Any]:
    """What tuning one tip came to, and from where."""
    scores = result.gain.columns("gain") | {"confirm_deals": result.gain.n}
    return {"strategy": full_name(game, result.winner), **scores, **provenance_of(result)}


def tune_whole(game: str, step: Step) -> Tuned:
    """The result of one step."""
    field = field_of(game, step.among, step.players)
    return tune(make_task(Table(game, step.players), step.start, field=field, metric=step.metric), EFFORT)


def content_of(result: Tuned) -> dict[str, Any]:
    """The content of a step's settings file, without the tremble that its player had while it was tuned."""
    content = settings_file(result)
    for values in content["parameters"].values():
        values.pop("tremble", None)
    return content


def main(names: list[str]) -> None:
    """Write the files of some names, or all."""
    for game in games.names():
        folder = folder_of(game)
        whole, tips_by_file, *_ = tunings(game)
        for name, step in whole.items():
            if not names or name in names:
                result = tune_whole(game, step)
                write_whole(folder / f"{name}.toml", tomli_w.dumps(toml_value(content_of(result))).encode())
                print(
                    f"{game} {name}: {result.gain.value:+.4f} [{result.gain.low:.4f}, {result.gain.high:.4f}]",
                    flush=True,
                )
        for name, tips in tips_by_file.items():
            if not names or name in names:
                write_whole(
                    folder / f"{name}.toml", tomli_w.dumps(toml_value(tune_tips(game, tips, TIP_MINUTES))).encode()
                )


if __name__ == "__main__":
    main(sys.argv[1:])
