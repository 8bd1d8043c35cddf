"""The settings that the rulings of Knotweed leave open, and how they enter a view."""

from typing import Any

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.cards import MAX_DECKS
from knotlab.sim.protocol import Setting
from knotlab.sim.settings import one_of, whole_number

NO_CHEATING = -1.0


def decks_for(n_players: int) -> int:
    """KW-1: one deck for 2 or 3 players, two for 4 or more."""
    return 1 if n_players < 4 else 2


def _chance(text: str) -> float | None:
    """The chance that a cheat is caught, 0..1; `none` for no cheating."""
    if text.strip().lower() == "none":
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise InputError(f"cheating takes the chance of being caught, a number from 0 to 1, or none, not '{text}'")
    return value


SETTINGS = (
    Setting(
        "decks",
        1,
        "decks of 52 cards, 1..4; 2 unless said otherwise for 4 or more players",
        "KW-1",
        whole_number("decks", 1, MAX_DECKS),
        decks_for,
    ),
    Setting("cheating", None, "chance of being caught cheating, 0..1; none: nobody cheats", "KW-11", _chance),
    Setting(
        "reset",
        "empty",
        "when the cards out of hands are shuffled anew: empty (the draw pile is used up) or missing (too few are left)",
        "KW-10",
        one_of("reset", "empty", "missing"),
        other_reading="missing",
    ),
    Setting(
        "turn_limit",
        5000,
        "turns after which a round without an end is capped",
        "KW-12",
        whole_number("turn_limit", 1, 10**9),
    ),
)

PRESETS: dict[str, dict[str, Any]] = {"knotweed": {}}


def check(rules: dict[str, Any]) -> None:
    """Every value of every setting goes with every other here."""


def prepare(view: np.record, rules: dict[str, Any]) -> None:
    """Write the settings into a fresh view."""
    view.players, view.decks = rules["players"], rules["decks"]
    view.cheating = NO_CHEATING if rules["cheating"] is None else rules["cheating"]
    view.late_reset = rules["reset"] == "missing"
