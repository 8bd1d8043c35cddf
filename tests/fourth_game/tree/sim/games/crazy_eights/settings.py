"""The settings that the rulings of Crazy Eights leave open, and how they enter a view."""

from typing import Any

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.sim.games.crazy_eights.cards import KINDS, MAX_PACKS, N_SUITS
from knotlab.sim.games.crazy_eights.state import MAX_DEALT, MAX_DRAWS
from knotlab.sim.protocol import Setting
from knotlab.sim.settings import one_of, whole_number


def packs_for(n_players: int) -> int:
    """CE-1: one pack for up to four players, two for more."""
    return 1 if n_players <= 4 else 2


def cards_for(n_players: int) -> int:
    """CE-2: seven cards for two players, five for more."""
    return 7 if n_players == 2 else 5


SETTINGS = (
    Setting(
        "packs",
        1,
        "packs of 52 cards, 1 or 2; 2 unless said otherwise for 5 or more players",
        "CE-1",
        whole_number("packs", 1, MAX_PACKS),
        packs_for,
    ),
    Setting(
        "cards",
        5,
        "cards dealt to each player, 1..10; 7 unless said otherwise for 2 players",
        "CE-2",
        whole_number("cards", 1, MAX_DEALT),
        cards_for,
    ),
    Setting("draws", 3, "most cards that may be drawn in a turn, 1..5", "CE-8", whole_number("draws", 1, MAX_DRAWS)),
    Setting(
        "twos",
        "plain",
        "what a two does: plain (nothing) or draw (the next player draws two cards)",
        "CE-11",
        one_of("twos", "plain", "draw"),
    ),
    Setting("turn_limit", 1000, "turns after which a round is capped", "CE-12", whole_number("turn_limit", 1, 10**9)),
)

PRESETS: dict[str, dict[str, Any]] = {"crazy-eights": {}, "draw-twos": {"twos": "draw"}}


def check(rules: dict[str, Any]) -> None:
    """CE-2: a card other than an eight must be among those left to turn up."""
    left = rules["packs"] * KINDS - rules["players"] * rules["cards"]
    if left <= rules["packs"] * N_SUITS:
        raise InputError(
            f"{rules['cards']} cards for each of {rules['players']} players leave {left} of "
            f"{rules['packs'] * KINDS}; at least {rules['packs'] * N_SUITS + 1} must be left (CE-2)"
        )


def prepare(view: np.record, rules: dict[str, Any]) -> None:
    """Write the settings into a fresh view."""
    view.players, view.packs, view.cards = rules["players"], rules["packs"], rules["cards"]
    view.draws, view.twos = rules["draws"], rules["twos"] == "draw"
