"""How the settings that come with Knotweed are found (`knotlab.analysis.tuning.retune`)."""

from knotlab.strategies.tuned import Dials, Step

TREMBLE = "tremble=0.02"
DUMP_WELL = "all-round:price=10,fear=45,piles=0,cards=3"  # set by hand

WHOLE = {
    "v1": Step(3, DUMP_WELL, f"{DUMP_WELL},{TREMBLE}"),
    "v2": Step(3, "all-round@v1", f"all-round@v1:{TREMBLE}"),
}
TIPS = {"tips-v1": {"split-only-to-go-out": Dials(3, ("cards",)), "hold-back": Dials(3, ("fear", "price"))}}
