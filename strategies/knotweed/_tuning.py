"""How the settings that come with Knotweed are found (`knotlab.studies.publishing.retune`)."""

from collections.abc import Mapping
from typing import Any

from knotlab.strategies.cards.text import read_settings
from knotlab.strategies.knotweed._card_words import PHRASES
from knotlab.strategies.tuned import Dials, Step

STILL = "tremble=0"  # whoever is tuned as a whole, among others who tremble
DUMP_WELL = "all-round:price=10,fear=45,piles=0,cards=3"  # set by hand

WHOLE = {
    "v1": Step(3, f"{DUMP_WELL},{STILL}", DUMP_WELL),
    "v2": Step(3, f"all-round@v1:{STILL}", "all-round@v1"),
}
TIPS = {"tips-v1": {"split-only-to-go-out": Dials(3, ("cards",)), "hold-back": Dials(3, ("fear", "price"))}}
VERSIONS = {"champion@v2": "champion", "champion@v3": "champion-v3"}


def read(content: Mapping[str, Any]) -> dict[str, dict[str, Any]] | None:
    """The parameters of `card` from the content of a table card."""
    return read_settings(content, PHRASES)
