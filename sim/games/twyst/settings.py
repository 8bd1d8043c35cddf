"""The setting that the rulings of Twyst leave open, and how it enters a view."""

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
    ),
)

PRESETS: dict[str, dict[str, Any]] = {"twyst": {}}


def check(rules: dict[str, Any]) -> None:
    """Every value goes with every other: there is one setting."""


def prepare(view: np.record, rules: dict[str, Any]) -> None:
    """Write the settings into a fresh view."""
    view.players = rules["players"]
    view.shortfall = rules["lost"] == "shortfall"
