"""How the settings that come with Twisted Knot are found (`knotlab.studies.publishing.retune`)."""

from collections.abc import Mapping
from typing import Any

from knotlab.strategies.cards.text import read_settings
from knotlab.strategies.tuned import Dials, Step
from knotlab.strategies.twisted_knot import HAND_MADE
from knotlab.strategies.twisted_knot._card_words import PHRASES

STILL = "tremble=0"  # whoever is tuned as a whole, among others who tremble
PICK_UP = "pick-up-for-aces-and-nines"

WHOLE = {
    "v1-3-players": Step(3, f"{HAND_MADE},{STILL}", HAND_MADE),
    "v2-3-players": Step(3, f"all-round@v1-3-players:{STILL}", "all-round@v1-3-players"),
    "v1-4-players": Step(4, f"{HAND_MADE},{STILL}", HAND_MADE),
    "v2-4-players": Step(4, f"all-round@v1-4-players:{STILL}", "all-round@v1-4-players"),
    # The same player with either aim, for the tip that the game is about not losing (TK-C26). The search for winning
    # goes on from the other one: from where that began, it found a player who wins less and loses more.
    "not-to-lose": Step(3, f"{HAND_MADE},{STILL}", "able-1"),
    "to-win": Step(3, f"all-round@not-to-lose:{STILL}", "able-1", "win_rate"),
    "v1-2-players": Step(2, f"all-round@v2-3-players:{STILL}", "able-1"),  # answers to one table run in a circle
}
TIPS = {
    "tips-v1": {
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
        "exploiter": Dials(3, ("weight", "spare"), "scripted:script=1"),
    },
    "tips-v1-limit-3": {f"{PICK_UP}:limit=3": Dials(3, ("wanted", "others"))},
}
VERSIONS = {"champion@v2": "champion", "champion@v3": "champion-v3"}


def read(content: Mapping[str, Any]) -> dict[str, dict[str, Any]] | None:
    """The parameters of `card` from the content of a table card."""
    return read_settings(content, PHRASES)
