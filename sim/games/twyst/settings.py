"""The settings that the rulings of Twyst leave open, and how they enter a view."""

from typing import Any

import numpy as np

from knotlab.sim.protocol import Setting
from knotlab.sim.settings import one_of

SETTINGS = (
    Setting(
        "lost",
        "others",
        "what a failed contract pays for: others (every trick the others took) or shortfall (target minus tricks won)",
        "TY-6",
        one_of("lost", "others", "shortfall"),
        other_reading="shortfall",
    ),
    Setting(
        "partners",
        "joint",
        "what each partner of a duo that is made scores: joint (the tricks of both) or own (those he or she won)",
        "TY-6",
        one_of("partners", "joint", "own"),
        other_reading="own",
    ),
)

PRESETS: dict[str, dict[str, Any]] = {"twyst": {}}


def check(rules: dict[str, Any]) -> None:
    """Every value of either setting goes with every value of the other."""


def prepare(view: np.record, rules: dict[str, Any]) -> None:
    """Write the settings into a fresh view."""
    view.players = rules["players"]
    view.shortfall = rules["lost"] == "shortfall"
    view.own_tricks = rules["partners"] == "own"
