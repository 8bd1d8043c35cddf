"""Twyst: what the state of a match asks for, and what following it wins."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.match_chances import Chances, chances
from knotlab.analysis.bidding.match_wise import MatchWise, gain, match_wise
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.result import Shown
from knotlab.analysis.stats.estimate import Estimate
from knotlab.sim.games.twyst.state import SEATS


@dataclass(frozen=True, repr=False)
class MatchAdvice(Shown):
    """The chances to win a match by the totals, how to bid by them, and how many matches more of a hundred that wins.

    bidder, player: who bids, and who plays the cards, in all seats. gain: of a hundred matches, against three who bid
    as usual. deals, matches, seed: deals on which each way to bid was tried, matches that measured the gain, and the
    seed of both.
    """

    bidder: str
    player: str
    chances: Chances
    wise: MatchWise
    gain: Estimate
    deals: int
    matches: int
    seed: int

    @property
    def settings_line(self) -> str:
        """What was played, and what bidding by the state of the match wins."""
        gain = f"{self.gain.value:.2f} [{self.gain.low:.2f}, {self.gain.high:.2f}]"
        return (
            f"Twyst, matches to {self.chances.target}, {self.bidder}+{self.player}, seed {self.seed}; bidding by the "
            f"state of the match wins {gain} more of 100 matches"
        )

    def to_pandas(self) -> pd.DataFrame:
        """One row per own total and total of the best of the others: the chance with its interval, and how to bid."""
        return self.chances.to_pandas().merge(self.wise.to_pandas(), on=["own", "best"])

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        asked = {"bidder": self.bidder, "player": self.player, "target": self.chances.target}
        return (
            asked
            | {"deals": self.deals, "seed": self.seed, "gain": self.gain.facts()}
            | {"table": self.to_pandas().to_dict("records")}
        )


def match_advice(
    bidder: str = "threshold",
    player: str = "champion",
    *,
    target: int = 500,
    deals: int = 2000,
    matches: int = 40_000,
    seed: int = DEFAULT_SEED,
    on_progress: Callable[[int], None] | None = None,
) -> MatchAdvice:
    """Work out the chances, the ways to bid and the gain.

    bidder, player: who bids, and who plays the cards. target: points that end a match. deals: deals on which each way
    to bid is tried. matches: matches that measure the gain; as many more as make it a multiple of four. on_progress:
    called with the number of matches that ended since the last call.
    """
    matches += -matches % SEATS  # the same deals with match-wise in every seat
    winning = chances(bidder, player, target=target, seed=seed)
    wise = match_wise(winning, bidder, player, deals=deals, seed=seed)
    more = gain(wise, bidder, player, matches=matches, seed=seed, on_progress=on_progress)
    return MatchAdvice(bidder, player, winning, wise, more, deals, matches, seed)
