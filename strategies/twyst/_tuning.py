"""How the settings that come with Twyst are found (`knotlab.analysis.tuning.retune`)."""

from knotlab.strategies.tuned import Dials, Step

FIRST_BIDS = "threshold:ace=6.5,court=6,misere=0.5,numeral=6,slope=1+solid"

WHOLE = {"v1": Step(4, FIRST_BIDS, FIRST_BIDS), "v2": Step(4, "threshold+solid", "threshold+solid")}
TIPS: dict[str, dict[str, Dials]] = {}
