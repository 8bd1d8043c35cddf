"""The settings that ship: weights of the all-round players, Twyst's bids and the parameters of tips, tuned on deals of
purpose `tune`, which no verdict uses.

Run as `python -m knotlab.analysis.tuning.retune [NAME ...]`: writes each file anew where it ships
(`strategies/GAME/tuned/NAME.toml`), or those of some names, in an order in which later ones may start from what earlier
ones found. What is tuned is said beside a game's strategies (`_tuning.py`), which of the files a strong field names in
their package.
"""

import sys
from collections.abc import Mapping
from typing import Any

import tomli_w

from knotlab.analysis.runs.fields import named_fields
from knotlab.analysis.tuning.result import full_name, parts_of, plain_toml, provenance_of, write_settings
from knotlab.analysis.tuning.search import Plan
from knotlab.analysis.tuning.tune import Effort, Tuned, make_task, tune
from knotlab.sim import games
from knotlab.sim.files import write_whole
from knotlab.strategies.tuned import Dials, Step, folder_of, tunings

TREMBLE = "tremble=0.02"
TIP_MINUTES = 0.5
EFFORT = Effort(Plan(restarts=4, generations=80, deals=150), select=60_000, confirm=20_000)


def tune_tips(game: str, tips: Mapping[str, Dials], minutes: float) -> dict[str, Any]:
    """The content of a settings file for some tips of a game: parameters, and what each came to."""
    told: dict[str, Any] = {"game": game, "parameters": {}, "tips": {}}
    for start, dials in tips.items():
        name = start.partition(":")[0]
        task = make_task(
            game,
            trembling(start),
            field=field_of(game, dials.among, dials.players),
            n_players=dials.players,
            dials=dials.names,
        )
        found = tune(task, minutes)
        told["parameters"][name] = parts_of(game, task.space.player.name, found.winner)[0].values
        told["tips"][name] = _facts(game, found)
        print(
            f"{told['tips'][name]['strategy']}: {found.gain.value:+.4f} [{found.gain.low:.4f}, {found.gain.high:.4f}]",
            flush=True,
        )
    return told


def trembling(start: str) -> str:
    """A player with the tremble that all have."""
    return f"{start}{',' if ':' in start else ':'}{TREMBLE}"


def field_of(game: str, among: str, players: int) -> str | list[str]:
    """The other players: a named field, or one who has all other chairs."""
    return among if among in named_fields(game) else [among] * (players - 1)


def _facts(game: str, found: Tuned) -> dict[str, Any]:
    """What tuning one tip came to, and from where."""
    scores = {
        "gain": found.gain.value,
        "gain_low": found.gain.low,
        "gain_high": found.gain.high,
        "confirm_deals": found.gain.n,
    }
    return {"strategy": full_name(game, found.winner), **scores, **provenance_of(found)}


def tune_whole(game: str, step: Step) -> Tuned:
    """What a step finds."""
    field = field_of(game, step.among, step.players)
    return tune(make_task(game, step.start, field=field, n_players=step.players), EFFORT)


def main(names: list[str]) -> None:
    """Write the files of some names, or all."""
    for game in games.names():
        folder = folder_of(game)
        whole, tips_by_file = tunings(game)
        for name, step in whole.items():
            if not names or name in names:
                found = tune_whole(game, step)
                write_settings(found, folder / f"{name}.toml")
                print(
                    f"{game} {name}: {found.gain.value:+.4f} [{found.gain.low:.4f}, {found.gain.high:.4f}]", flush=True
                )
        for name, tips in tips_by_file.items():
            if not names or name in names:
                write_whole(
                    folder / f"{name}.toml", tomli_w.dumps(plain_toml(tune_tips(game, tips, TIP_MINUTES))).encode()
                )


if __name__ == "__main__":
    main(sys.argv[1:])
