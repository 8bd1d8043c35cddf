"""The findings that ship, as a result: what `knotlab.claims()` returns and `knotlab claims` prints where nothing is
played.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pandas as pd

from knotlab.analysis.result import Shown
from knotlab.reports.answers.advice import advice
from knotlab.reports.answers.findings import TipFound, shipped
from knotlab.sim import games
from knotlab.sim.settings import unknown


@dataclass(frozen=True, eq=False, repr=False)
class ShippedClaims(Shown):
    """Tips of the rulebooks with the findings that ship with knotlab. `result["TK-C1"]` is one of them.

    Parameters
    ----------
    tips
        One for each claim, with its cells and its headline. Effects are + for following the tip; effects on games lost
        and won are shares.
    """

    tips: tuple[TipFound, ...]

    @property
    def settings_line(self) -> str:
        """The games, and how many claims, cells and games there are."""
        titles = ", ".join(games.find(name).title for name in dict.fromkeys(tip.game for tip in self))
        cells = sum(len(tip.cells) for tip in self)
        claims = f"{len(self)} {'claim' if len(self) == 1 else 'claims'}, {cells} cells"
        return f"{titles}; {claims}, as shipped; {sum(tip.games for tip in self):,} games"

    def to_pandas(self) -> pd.DataFrame:
        """One row per claim: its verdict, what to do in a sentence, the mean effect with its 95% interval, games."""
        return pd.DataFrame([_row(tip) for tip in self])

    def cells(self) -> pd.DataFrame:
        """One row per cell: a claim's experiment at one table, with the size of its effect."""
        return pd.DataFrame([asdict(cell) for tip in self for cell in tip.cells])

    def __getitem__(self, name: str) -> TipFound:
        known = {tip.id: tip for tip in self}
        if name.upper() not in known:
            raise unknown("claim", name, known, "among these")
        return known[name.upper()]

    def __iter__(self) -> Iterator[TipFound]:
        return iter(self.tips)

    def __len__(self) -> int:
        return len(self.tips)


def shipped_claims(ids: Sequence[str] = ()) -> ShippedClaims:
    """The findings that ship.

    Parameters
    ----------
    ids
        Which claims, such as ``["TK-C1"]``; all unless given. They come in the order of the rulebooks.

    Returns
    -------
    ShippedClaims
        The claims.

    Raises
    ------
    InputError
        If there is no such claim.
    """
    tips = shipped()
    known = {tip.id for tip in tips}
    for name in ids:
        if name.upper() not in known:
            raise unknown("claim", name, known)
    wanted = {name.upper() for name in ids} or known
    return ShippedClaims(tuple(tip for tip in tips if tip.id in wanted))


def _row(tip: TipFound) -> dict[str, Any]:
    """A tip as a row; nothing where no mean was taken."""
    answer, mean = advice(tip), tip.headline
    return {
        "id": tip.id,
        "tip": tip.statement,
        "verdict": tip.verdict,
        "advice": f"{answer.opening} {answer.sentence}",
        "effect": mean.effect if mean else math.nan,
        "low": mean.low if mean else math.nan,
        "high": mean.high if mean else math.nan,
        "unit": mean.unit if mean else "",
        "games": tip.games,
    }
