"""What came of claims: their verdicts with the evidence for them, played just now or as they are published."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from knotlab.analysis.claims.evidence.record import Evidence, TipHeadline
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.claims.model.tip import TipWords
from knotlab.analysis.result import Shown
from knotlab.analysis.stats.sizes import NO_SIZE
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.sim import games as game_list
from knotlab.sim.settings import unknown

if TYPE_CHECKING:
    import pandas as pd

    from knotlab.analysis.claims.model.chart import Chart
    from knotlab.analysis.claims.model.tip import Tip


class Settled(NamedTuple):
    """A question that the rules settled: its label, the verdict on the tip, and what was counted, in a sentence."""

    label: str
    verdict: Verdict
    sentence: str


@dataclass(frozen=True, repr=False)
class TipResult(Shown):
    """A claim with the evidence about it.

    id, game, statement: its number, the game, and what it says. verdict: what the evidence, or counting in the rules,
    says of it. cells: the effect of each experiment at each table. headline: the mean over all tables; none where
    nothing is played, and for a variant of the rules. exact: what its exact questions came to. charts: what is shown
    without a verdict. note: a sentence about all cells together. tip: the claim as it is declared; none where that was
    not needed. words: how it is put to readers; empty where that is not told.
    """

    id: str
    game: str
    statement: str
    verdict: Verdict
    cells: tuple[Evidence, ...] = ()
    headline: TipHeadline | None = None
    games: int = 0
    exact: tuple[Settled, ...] = ()
    charts: tuple[Chart, ...] = ()
    note: str = ""
    tip: Tip | None = None
    words: TipWords = field(default_factory=TipWords)

    @property
    def is_proved(self) -> bool:
        """Whether it was settled by counting in the rules, without playing."""
        return self.verdict in (Verdict.HOLDS, Verdict.WRONG) and not self.cells and self.headline is None

    @property
    def where(self) -> str:
        """In how many cells the direction is certain; of a variant, what changes under it."""
        if self.note:
            return self.note
        if self.verdict == Verdict.NO_VERDICT:
            return ""
        signs = [cell.size.certain_sign * cell.advice for cell in self.cells if cell.deals]
        if not signs:
            return ""
        return f"certainly for the tip in {signs.count(1)} of {len(signs)} cells, against it in {signs.count(-1)}"

    @property
    def settings_line(self) -> str:
        """The game, and how many cells and games there are."""
        title = game_list.find(self.game).title
        return f"{title}{_changed(self.cells)}; 1 claim, {len(self.cells)} cells; {self.games:,} games"

    def cells_of(self, label: str) -> tuple[Evidence, ...]:
        """The cells of one experiment."""
        return tuple(cell for cell in self.cells if cell.label == label)

    def to_pandas(self) -> pd.DataFrame:
        """One row per cell: an experiment at one table, with the size of its effect."""
        return cells_to_pandas(self.cells)

    def row(self) -> dict[str, Any]:
        """It as a row of a table; empty or nan where no mean was taken."""
        row: dict[str, Any] = {"id": self.id, "tip": self.statement, "verdict": str(self.verdict), "where": self.where}
        return row | (self.headline.row() if self.headline else {}) | {"games": self.games}

    def _heading(self) -> str:
        return f"{self.id}, {self.verdict}: {self.statement}\n{self.settings_line}"


def _changed(cells: Sequence[Evidence]) -> str:
    """The settings of the rules that all tables have, behind a comma; empty if there are none."""
    rules = {cell.rules for cell in cells}
    return f", {next(iter(rules))}" if len(rules) == 1 and rules != {""} else ""


def cells_to_pandas(cells: Iterable[Evidence]) -> pd.DataFrame:
    """One row per cell, in the columns of `Evidence.row`."""
    import pandas as pd

    columns = list(Evidence("", "", Meaning(""), NO_SIZE).row())
    return pd.DataFrame([cell.row() for cell in cells], columns=columns)


@dataclass(frozen=True, eq=False, repr=False)
class ClaimsResult(Shown):
    """Claims with the evidence about them. `result["TK-C1"]` is one of them; plots are named by their ids, too.

    inquiry: what their cells share; none: it is read from files. stopped: at the end of a budget, what the time went
    into. command: of a folder of somebody's findings, what wrote it; none: it is not from there.
    """

    results: tuple[TipResult, ...]
    inquiry: Inquiry | None = None
    seconds: float = 0.0
    stopped: str = ""
    command: str | None = None

    @property
    def is_published(self) -> bool:
        """Whether it is what comes with knotlab, rather than played now."""
        return self.inquiry is None and self.command is None

    @property
    def settings_line(self) -> str:
        """The games, how many claims, cells and games there are, and the seed."""
        titles = ", ".join(game_list.find(name).title for name in dict.fromkeys(result.game for result in self))
        titles += _changed([cell for result in self for cell in result.cells])
        claims = f"{len(self)} {'claim' if len(self) == 1 else 'claims'}, {sum(len(each.cells) for each in self)} cells"
        played = f"{sum(result.games for result in self):,} games"
        if self.inquiry is None:
            return f"{titles}; {claims}, as {'published' if self.is_published else 'kept'}; {played}"
        quick = f", a quick pass for effects above {self.inquiry.wider:g} times the margins"
        return f"{titles}; {claims}{quick if self.inquiry.is_quick else ''}; {played}, seed {self.inquiry.seed}"

    def to_pandas(self) -> pd.DataFrame:
        """One row per claim: its verdict, where it holds, the mean effect of following it with its interval, games."""
        import pandas as pd

        return pd.DataFrame([result.row() for result in self])

    def cells(self) -> pd.DataFrame:
        """One row per cell: a claim's experiment at one table, with the size of its effect and both its intervals,
        whether its direction is certain, and in what share of choices the tip acts.
        """
        return cells_to_pandas(cell for result in self for cell in result.cells if cell.deals)

    def __getitem__(self, name: str) -> TipResult:
        known = {result.id: result for result in self}
        if name.upper() not in known:
            raise unknown("claim", name, known, "among these")
        return known[name.upper()]

    def __iter__(self) -> Iterator[TipResult]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)


def some_of(result: ClaimsResult, ids: Sequence[str]) -> ClaimsResult:
    """The claims of some ids, in the order of the rulebooks; all if none is named.

    ids: which of them, in capital or small letters. Raises InputError if there is no such claim.
    """
    known = {each.id: each for each in result}
    for name in ids:
        if name.upper() not in known:
            raise unknown("claim", name, known)
    wanted = {name.upper() for name in ids} or set(known)
    return replace(result, results=tuple(each for each in result if each.id in wanted))
