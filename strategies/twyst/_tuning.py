"""How the settings that come with Twyst are found (`knotlab.studies.publishing.retune`)."""

from collections.abc import Mapping
from typing import Any

from knotlab.strategies.tuned import Dials, Step
from knotlab.strategies.twyst._carded import numbers_of

FIRST_BIDS = "threshold:ace=6.5,court=6,misere=0.5,numeral=6,slope=1+solid"

# v1 and v2 are for a table of players who play like `solid`, the later ones for a table of champions. Each is the best
# response to a table where all bid by the one before.
WHOLE = {
    "v1": Step(4, FIRST_BIDS, FIRST_BIDS),
    "v2": Step(4, "threshold+solid", "threshold+solid"),
    "v3": Step(4, "threshold+champion", "threshold+champion"),
    "v4": Step(4, "threshold@v3+champion", "threshold@v3+champion"),
}

# One numeral for all hands, at its best level at plain tables; all else is that of v3.
TIPS = {
    "flat": {
        "threshold:ace=6.667,court=6.519,misere=0.365,numeral=7.427,slope=0+solid": Dials(4, ("numeral",), "mixed-2")
    }
}


def read(content: Mapping[str, Any]) -> dict[str, dict[str, Any]] | None:
    """The parameters of `carded` from the content of a bidding card."""
    return {"carded": numbers_of(content)} if "numerals" in content else None
