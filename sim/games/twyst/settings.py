"""The settings that the rulings of Twyst leave open, and how they enter a view."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.state import LOST, MOST_BY_MISERE, MOST_BY_TRICK
from knotlab.sim.protocol import Setting
from knotlab.sim.settings import one_of, whole_number

SCORES = {  # points by setting: the default, the most, and what they are for
    "ace": (20, MOST_BY_TRICK, "points for each trick of an Ace solo"),
    "court": (15, MOST_BY_TRICK, "points for each trick of a Court solo"),
    "numerals": (10, MOST_BY_TRICK, "points for each trick of a Twist solo, a Trump duo and a Plain duo"),
    "misere": (150, MOST_BY_MISERE, "points for a Misere that is made"),
    "misere_lost": (150, MOST_BY_MISERE, "points that a failed Misere costs"),
    "nemo": (10, MOST_BY_TRICK, "points for each clean trick in Nemo"),
    "nemo_clean": (20, MOST_BY_TRICK, "points for each trick in Nemo if all that a player took are clean"),
}
SETTINGS = (
    Setting(
        "lost",
        "others",
        "what a failed contract pays for: others (every trick the others took), shortfall (target minus tricks won) or "
        "nothing",
        "TY-6",
        one_of("lost", "others", "shortfall", "nothing"),
        other_reading="shortfall",
    ),
    Setting(
        "partners",
        "joint",
        "what each partner of a duo that is made scores: joint (the tricks of both) or own (only his or her tricks)",
        "TY-6",
        one_of("partners", "joint", "own"),
        other_reading="own",
    ),
    *(
        Setting(name, default, f"{meaning}, 0..{most}", "TY-6", whole_number(name, 0, most), is_added=True)
        for name, (default, most, meaning) in SCORES.items()
    ),
)

PRESETS: dict[str, dict[str, Any]] = {"twyst": {}}


def check(rules: dict[str, Any]) -> None:
    """Every value of every setting goes with every value of the others."""


def prepare(view: np.record, rules: dict[str, Any]) -> None:
    """Write the settings into a fresh view."""
    view.players = rules["players"]
    view.lost = LOST.index(rules["lost"])
    view.own_tricks = rules["partners"] == "own"
    view.points[:] = [rules.get(name, default) for name, (default, *_) in SCORES.items()]


def possible_scores(rules: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """The least and the most that each kind of bid can score in a deal (TY-6).

    >>> possible_scores({name: default for name, (default, *_) in SCORES.items()})["numeral"]
    (-130, 260)
    """
    tricks = {name: N_RANKS * rules[name] for name in ("ace", "court", "numerals", "nemo", "nemo_clean")}
    return {
        "ace": (-tricks["ace"], tricks["ace"]),
        "court": (-tricks["court"], tricks["court"]),
        "deuce": (-rules["misere_lost"], rules["misere"]),
        "numeral": (-tricks["numerals"], max(tricks["numerals"], tricks["nemo"], tricks["nemo_clean"])),
    }


def largest_score(rules: Mapping[str, Any]) -> float:
    """How far a score can lie from 0 in a deal.

    >>> largest_score({name: default for name, (default, *_) in SCORES.items()})
    260.0
    """
    return float(max(abs(end) for ends in possible_scores(rules).values() for end in ends))
