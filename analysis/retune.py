"""The settings that ship for the strategies of tips: their parameters tuned on deals of purpose `tune`, which no verdict uses.

Run as `python -m analysis.retune FOLDER [MINUTES]`: writes `GAME/tips-v1.toml` for each game below FOLDER, with so many minutes for each tip.
"""

import sys
from pathlib import Path
from typing import Any

import tomli_w

from analysis.tune import Tuned, make_task, tune
from analysis.tune_result import full_name, parts_of, plain_toml, provenance_of
from sim.files import write_whole

TREMBLE = "tremble=0.02"
FIELD = "simple"
FILE = "tips-v1.toml"

# Which parameters of which tips, and the number of players.
TIPS: dict[str, dict[str, tuple[int, tuple[str, ...]]]] = {
    "twisted-knot": {
        "hoard-aces": (3, ("others",)),
        "hoard-nines": (3, ("others",)),
        "ten-king-chain": (3, ("tens", "left", "aces", "hand")),
        "ten-three-nine": (3, ("tens", "nines", "hand")),
        "save-queens": (3, ("queens", "hand")),
        "save-fives": (2, ("fives", "hand")),
        "jack-bomb": (2, ("jacks", "stack", "hand")),
        "count-fives": (2, ("fives", "jacks", "stack", "hand")),
        "planned-finish": (3, ("pile", "hand")),
        "joker-pressure": (3, ("cards", "hand")),
        "two-pressure": (3, ("cards", "most", "hand")),
        "careful-pressure": (3, ("cards", "hand")),
        "pick-up-for-aces-and-nines": (3, ("wanted", "others")),
    },
    "knotweed": {"split-only-to-go-out": (3, ("cards",)), "hold-back": (3, ("fear", "price"))},
}


def tune_tips(game: str, minutes: float) -> dict[str, Any]:
    """The content of a settings file for the tips of a game: parameters, and what each came to."""
    told: dict[str, Any] = {"game": game, "parameters": {}, "tips": {}}
    for name, (n_players, dials) in TIPS[game].items():
        task = make_task(game, f"{name}:{TREMBLE}", field=FIELD, n_players=n_players, dials=dials)
        found = tune(task, minutes)
        told["parameters"][name] = parts_of(game, task.space.player.name, found.winner)[0].values
        told["tips"][name] = _facts(game, found)
        print(f"{told['tips'][name]['strategy']}: {found.gain.value:+.4f} [{found.gain.low:.4f}, {found.gain.high:.4f}]", flush=True)
    return told


def _facts(game: str, found: Tuned) -> dict[str, Any]:
    """What tuning one tip came to, and from where."""
    scores = {"gain": found.gain.value, "gain_low": found.gain.low, "gain_high": found.gain.high, "confirm_deals": found.gain.n}
    return {"strategy": full_name(game, found.winner), **scores, **provenance_of(found)}


def main(folder: Path, minutes: float) -> None:
    """Write the files."""
    for game in TIPS:
        file = folder / game.replace("-", "_") / FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, tomli_w.dumps(plain_toml(tune_tips(game, minutes))).encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 0.5)
