"""What came of several claims together: a row for each, and each by its id."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from knotlab.analysis.claims.result import TipResult, cells_to_pandas, tips_to_pandas
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.result import Shown
from knotlab.sim import games
from knotlab.sim.settings import unknown


@dataclass(frozen=True, eq=False, repr=False)
class ClaimsResult(Shown):
    """Claims with the evidence about them. `result["TK-C1"]` is one of them; plots are named by their ids, too.

    Parameters
    ----------
    results
        One for each claim.
    trial
        What their cells share.
    seconds
        How long it took.
    """

    results: tuple[TipResult, ...]
    trial: Trial
    seconds: float

    @property
    def settings_line(self) -> str:
        """The games, how many claims, cells and games there are, and the seed."""
        titles = ", ".join(games.find(name).title for name in dict.fromkeys(result.tip.game for result in self))
        cells = sum(len(result.cells) for result in self)
        played = f"{sum(result.games for result in self):,} games, seed {self.trial.seed}"
        quick = (
            f", a quick pass for effects above {self.trial.wider:g} times the margins" if self.trial.is_quick else ""
        )
        return f"{titles}; {len(self)} claims, {cells} cells{quick}; {played}"

    def to_pandas(self) -> pd.DataFrame:
        """One row per claim: its verdict, where it holds, the mean effect of following it, games."""
        return tips_to_pandas(self.results)

    def cells(self) -> pd.DataFrame:
        """One row per cell: a claim's experiment at one table, with the size of its effect and both its intervals,
        whether its direction is certain, and in what share of choices the tip acts.
        """
        return cells_to_pandas(self.results)

    def __getitem__(self, name: str) -> TipResult:
        known = {result.tip.id: result for result in self}
        if name.upper() not in known:
            raise unknown("claim", name, known, "among these")
        return known[name.upper()]

    def __iter__(self) -> Iterator[TipResult]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)
