"""The settings that ship: weights of the all-round players, Twyst's bids and the parameters of tips, tuned on deals of
purpose `tune`, which no verdict uses.

Run as `python -m knotlab.analysis.tuning.retune [NAME ...]`: writes each file anew where it ships
(`strategies/GAME/tuned/NAME.toml`), or those of some names, in an order in which later ones may start from what earlier
ones found. Which of them a strong field names is said in the game's package.
"""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

import tomli_w

from knotlab.analysis.runs.fields import named_fields
from knotlab.analysis.tuning.result import full_name, parts_of, plain_toml, provenance_of, write_settings
from knotlab.analysis.tuning.search import Plan
from knotlab.analysis.tuning.tune import Effort, Tuned, make_task, tune
from knotlab.sim import games
from knotlab.sim.files import write_whole
from knotlab.strategies.tuned import SHIPPED
from knotlab.strategies.twisted_knot import HAND_MADE

TREMBLE = "tremble=0.02"
TIP_MINUTES = 0.5
EFFORT = Effort(Plan(restarts=4, generations=80, deals=150), select=60_000, confirm=20_000)


class Step(NamedTuple):
    """One tuning of a whole player: for how many players, from which settings, among whom (a named field, or a player
    who has all other chairs).
    """

    players: int
    start: str
    among: str


DUMP_WELL = "all-round:price=10,fear=45,piles=0,cards=3"  # set by hand, as HAND_MADE is
FIRST_BIDS = "threshold:ace=6.5,court=6,misere=0.5,numeral=6,slope=1+solid"
WHOLE: dict[str, dict[str, Step]] = {
    "twisted-knot": {
        "v1-3-players": Step(3, HAND_MADE, f"{HAND_MADE},{TREMBLE}"),
        "v2-3-players": Step(3, "all-round@v1-3-players", f"all-round@v1-3-players:{TREMBLE}"),
        "v1-4-players": Step(4, HAND_MADE, f"{HAND_MADE},{TREMBLE}"),
        "v2-4-players": Step(4, "all-round@v1-4-players", f"all-round@v1-4-players:{TREMBLE}"),
        "v1-2-players": Step(2, "all-round@v2-3-players", "able"),  # best answers to one table of two run in a circle
    },
    "knotweed": {
        "v1": Step(3, DUMP_WELL, f"{DUMP_WELL},{TREMBLE}"),
        "v2": Step(3, "all-round@v1", f"all-round@v1:{TREMBLE}"),
    },
    "twyst": {"v1": Step(4, FIRST_BIDS, FIRST_BIDS), "v2": Step(4, "threshold+solid", "threshold+solid")},
}


class Dials(NamedTuple):
    """What is tuned of a tip: at how many players, which parameters, among whom (a named field, or a player who has all
    other chairs).
    """

    players: int
    names: tuple[str, ...]
    among: str = "simple"


PICK_UP = "pick-up-for-aces-and-nines"
KNOT_TIPS: dict[str, Dials] = {
    "hoard-aces": Dials(3, ("others",)),
    "hoard-nines": Dials(3, ("others",)),
    "ten-king-chain:tens=3": Dials(3, ("left", "aces", "hand")),
    "ten-three-nine": Dials(3, ("tens", "nines", "hand")),
    "save-queens": Dials(3, ("queens", "hand")),
    "save-fives": Dials(2, ("fives", "hand")),
    "jack-bomb": Dials(2, ("jacks", "stack", "hand")),
    "count-fives": Dials(2, ("fives", "stack", "hand")),
    "planned-finish": Dials(3, ("pile", "hand")),
    "joker-pressure": Dials(3, ("cards", "hand")),
    "two-pressure": Dials(3, ("cards", "most", "hand")),
    "careful-pressure": Dials(3, ("cards", "hand")),
    PICK_UP: Dials(3, ("wanted", "others")),
    "exploiter": Dials(3, ("weight", "spare"), f"scripted:script=1,{TREMBLE}"),
}
TIPS: dict[str, dict[str, dict[str, Dials]]] = {  # by game and file; a player has one set of parameters in each
    "twisted-knot": {
        "tips-v1": KNOT_TIPS,
        "tips-v1-limit-1": {f"{PICK_UP}:limit=1": Dials(3, ("others",))},
        **{
            f"tips-v1-limit-{limit}": {f"{PICK_UP}:limit={limit}": Dials(3, ("wanted", "others"))}
            for limit in (3, 4, 5, 6)
        },
    },
    "knotweed": {"tips-v1": {"split-only-to-go-out": Dials(3, ("cards",)), "hold-back": Dials(3, ("fear", "price"))}},
}


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
        folder = SHIPPED / game.replace("-", "_") / "tuned"
        for name, step in WHOLE[game].items():
            if not names or name in names:
                found = tune_whole(game, step)
                write_settings(found, folder / f"{name}.toml")
                print(
                    f"{game} {name}: {found.gain.value:+.4f} [{found.gain.low:.4f}, {found.gain.high:.4f}]", flush=True
                )
        for name, tips in TIPS.get(game, {}).items():
            if not names or name in names:
                write_whole(
                    folder / f"{name}.toml", tomli_w.dumps(plain_toml(tune_tips(game, tips, TIP_MINUTES))).encode()
                )


if __name__ == "__main__":
    main(sys.argv[1:])
