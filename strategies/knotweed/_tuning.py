"""How the settings that come with Knotweed are found (`knotlab.studies.publishing.retune`)."""

from knotlab.strategies.tuned import Dials, Step

STILL = "tremble=0"  # whoever is tuned as a whole, among others who tremble
DUMP_WELL = "all-round:price=10,fear=45,piles=0,cards=3"  # set by hand

WHOLE = {
    "v1": Step(3, f"{DUMP_WELL},{STILL}", DUMP_WELL),
    "v2": Step(3, f"all-round@v1:{STILL}", "all-round@v1"),
}
TIPS = {"tips-v1": {"split-only-to-go-out": Dials(3, ("cards",)), "hold-back": Dials(3, ("fear", "price"))}}
VERSIONS = {"champion@v2": "champion", "champion@v3": "champion-v3"}
