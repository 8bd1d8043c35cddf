"""What the command does that is about matches of Twyst."""

import pandas as pd

from knotlab.analysis.bidding.match_chances import chances
from knotlab.analysis.bidding.match_wise import gain, match_wise
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.progress import progress
from knotlab.reports.words import tables
from knotlab.sim.games.twyst.state import SEATS

STANDING = "you (down), the best of the others (across), the two others 100 points behind that one"


def match(bidder: str, player: str, target: int, deals: int, matches: int, seed: int, output: Output) -> None:
    """Work out the chances, the ways to bid and the gain, and print them."""
    matches += -matches % SEATS  # the same deals with match-wise in every seat
    winning = chances(bidder, player, target=target, seed=seed)
    wise = match_wise(winning, bidder, player, deals=deals, seed=seed)
    with progress("matches played", matches) as advance:
        more = gain(wise, bidder, player, matches=matches, seed=seed, on_progress=advance)
    table = winning.to_pandas().merge(wise.to_pandas(), on=["own", "best"])
    if output.csv:
        write_csv(table, output.csv)
    if output.json:
        conditions = {"bidder": bidder, "player": player, "target": target, "deals": deals, "seed": seed}
        print_json(conditions | {"gain": more.facts(), "table": table.to_dict("records")})
        return
    percent = table.assign(shown=(100 * table["chance"]).round(1).map("{:.1f}%".format))
    console().print(tables.plain_table(f"chance to win the match: {STANDING}", _across(percent, "shown")))
    console().print(tables.plain_table(f"how match-wise bids as the eldest: {STANDING}", _across(table, "way")))
    print(
        f"Against three who bid as usual ({bidder}+{player}), match-wise wins {more.value:.2f} [{more.low:.2f}, "
        f"{more.high:.2f}] more of 100 matches than its share of 25, in {matches:,} matches to {target} points, "
        "four on the same deals."
    )


def _across(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """A column by own total, and across by the best of the others."""
    wide = table.pivot(index="own", columns="best", values=column).reset_index()
    wide.columns = pd.Index(str(name) for name in wide.columns)
    return wide
