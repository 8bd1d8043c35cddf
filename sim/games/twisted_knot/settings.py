"""The settings that the rulings of Twisted Knot leave open, their presets, and how they enter a view."""

from typing import Any

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.cards import NAMES, composition
from knotlab.sim.protocol import Setting
from knotlab.sim.settings import one_of, whole_number

MULTIPLYING = ("2", "9", "10", "Jk", "J", "K", "A")


def _ranks(text: str) -> tuple[str, ...]:
    """Ranks that multiply, from `2,9,10`; `none` for the empty set."""
    wanted = {part.strip() for part in text.split(",")} - {"", "none"}
    unknown = sorted(wanted - set(MULTIPLYING))
    if unknown:
        raise InputError(f"multiply takes ranks out of {','.join(MULTIPLYING)} (or none), not {','.join(unknown)}")
    return tuple(rank for rank in MULTIPLYING if rank in wanted)


SETTINGS = (
    Setting("packs", 1, "packs of 52 cards and jokers, 1..4", "TK-1", whole_number("packs", 1, 4)),
    Setting("jokers", 2, "jokers in each pack, 0..4", "TK-1", whole_number("jokers", 0, 4)),
    Setting(
        "eight",
        "invisible",
        "what an 8 does: invisible (the card beneath must be beaten) or repeat (it acts as the card beneath)",
        "TK-13, 28",
        one_of("eight", "invisible", "repeat"),
    ),
    Setting("multiply", MULTIPLYING, "ranks of which several cards count several times", "TK-29", _ranks),
    Setting(
        "turn_limit",
        5000,
        "turns after which a game without an end is capped",
        "TK-27",
        whole_number("turn_limit", 1, 10**9),
    ),
)

PRESETS: dict[str, dict[str, Any]] = {
    "twisted-knot": {},
    "southampton": {"eight": "repeat", "multiply": tuple(rank for rank in MULTIPLYING if rank != "2")},
}


def check(rules: dict[str, Any]) -> None:
    """Every value of every setting goes with every other here."""


def prepare(view: np.record, rules: dict[str, Any]) -> None:
    """Write the settings into a fresh view."""
    view.players = rules["players"]
    view.packs, view.jokers = rules["packs"], rules["jokers"]
    view.repeats = rules["eight"] == "repeat"
    view.deck[: len(NAMES)] = composition(rules["packs"], rules["jokers"])
    view.multiply[: len(NAMES)] = [name in rules["multiply"] for name in NAMES]
