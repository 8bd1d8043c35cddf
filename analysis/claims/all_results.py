"""What came of several claims together: a row for each, and each by its id."""

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from knotlab.analysis.claims.finding import TipResult, summary, to_pandas
from knotlab.analysis.result import Shown
from knotlab.sim import games
from knotlab.sim.settings import unknown


@dataclass(frozen=True, eq=False, repr=False)
class ClaimsResult(Shown):
    """Claims with their verdicts. `result["TK-C1"]` is one of them; plots are named by their ids, too.

    seed: of the deals. wider: times the declared margins, 1 but in a first look.
    """

    results: tuple[TipResult, ...]
    seed: int
    wider: float

    @property
    def settings_line(self) -> str:
        """The games, how many claims, cells and games there are, and the seed."""
        titles = ", ".join(games.find(name).title for name in dict.fromkeys(each.tip.game for each in self))
        cells = sum(len(each.findings) for each in self)
        played = f"{sum(each.games for each in self):,} games, seed {self.seed}"
        margins = "" if self.wider == 1 else f", margins {self.wider:g} times as wide as declared"
        return f"{titles}; {len(self.results)} claims, {cells} cells{margins}; {played}"

    def to_pandas(self) -> pd.DataFrame:
        """One row per claim: its verdict, where it holds, the range of its effects, games."""
        return summary(self.results)

    def cells(self) -> pd.DataFrame:
        """One row per cell: a claim's experiment at one table, with its effect and verdict."""
        return to_pandas(self.results)

    def __getitem__(self, name: str) -> TipResult:
        known = {each.tip.id: each for each in self.results}
        if name.upper() not in known:
            raise unknown("claim among these", name, known)
        return known[name.upper()]

    def __iter__(self) -> Iterator[TipResult]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)
