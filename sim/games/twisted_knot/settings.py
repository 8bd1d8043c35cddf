"""The settings that the rulings of Twisted Knot leave open, their presets, and how they enter a view."""

from typing import Any

import numpy as np

from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.cards import NAMES, composition
from knotlab.sim.games.twisted_knot.state import MAX_RIFFLES
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


def _shuffle(text: str) -> str:
    """How the cards are shuffled: `thorough`, or `riffles:3` for so many riffles."""
    kind, _, riffles = text.partition(":")
    if text == "thorough" or kind != "riffles":
        return one_of("shuffle", "thorough", "riffles:N")(text)
    return f"riffles:{whole_number('the number of riffles', 0, MAX_RIFFLES)(riffles)}"


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
        "pile_card",
        "seen",
        "whether a player with an empty hand decides on picking up with the pile's top card seen or unseen",
        "TK-5",
        one_of("pile_card", "seen", "unseen"),
        other_reading="unseen",
    ),
    Setting(
        "pick_up_misses",
        "cancelled",
        "what a pick-up does to misses still pending: they are cancelled or kept",
        "TK-6",
        one_of("pick_up_misses", "cancelled", "kept"),
        other_reading="kept",
    ),
    Setting(
        "top_up",
        "exact",
        "which piles one may top up from: exact (those that hold all the missing cards) or rest (shorter ones, too)",
        "TK-8",
        one_of("top_up", "exact", "rest"),
        other_reading="rest",
    ),
    Setting(
        "magic_jacks",
        "last-two",
        "where there are Magic Jacks: last-two (whenever two players are left) or two-players (in games of two alone)",
        "TK-12",
        one_of("magic_jacks", "last-two", "two-players"),
        other_reading="two-players",
    ),
    Setting(
        "kings",
        "around",
        "whom many kings pass over: around (counted round the table, the layer too) or opponents (each of them once)",
        "TK-22",
        one_of("kings", "around", "opponents"),
        other_reading="opponents",
    ),
    Setting(
        "eight_on_joker",
        "joker",
        "what 8s on a joker repeat (with eight=repeat): the joker, or once the card beneath it",
        "TK-28",
        one_of("eight_on_joker", "joker", "beneath"),
        other_reading="beneath",
    ),
    Setting(
        "shuffle",
        "thorough",
        "how cards are shuffled: thorough (every order equally likely) or riffles:N (so many, of what a game has left)",
        "TK-30",
        _shuffle,
        other_reading="riffles:3",
    ),
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
    view.riffles = -1 if rules["shuffle"] == "thorough" else int(rules["shuffle"].partition(":")[2])
    view.repeats = rules["eight"] == "repeat"
    view.unseen = rules["pile_card"] == "unseen"
    view.misses_kept = rules["pick_up_misses"] == "kept"
    view.short_piles = rules["top_up"] == "rest"
    view.magic_at = 2 if rules["magic_jacks"] == "last-two" or rules["players"] == 2 else 0
    view.misses_end = rules["kings"] == "opponents"
    view.through_jokers = rules["eight"] == "repeat" and rules["eight_on_joker"] == "beneath"
    view.deck[: len(NAMES)] = composition(rules["packs"], rules["jokers"])
    view.multiply[: len(NAMES)] = [name in rules["multiply"] for name in NAMES]
