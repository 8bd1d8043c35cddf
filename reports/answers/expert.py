"""What the tips with the largest effects are worth among players who look ahead, as it ships (`expert.csv`): a table,
and a sentence for each of these tips.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import number
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.reports.answers.directions import NUMERALS
from knotlab.reports.answers.findings import FOLDER, shipped
from knotlab.reports.words.markdown import table
from knotlab.sim import games
from knotlab.sim.storage.result_files import published_rows

COLUMNS = ("habit", "game", "players", "fewer lost among champions", "among thinkers", "deals", "games", "unfinished")


class Expert(NamedTuple):
    """The effect of a tip's duel with thinkers in the other chairs: a share of games, + if the habit loses fewer, with
    its 95% interval over deals.
    """

    tip: str
    label: str
    players: int
    effect: float
    low: float
    high: float
    deals: int
    games: int
    unfinished: int

    @property
    def words(self) -> str:
        """In games of 100, to a tenth.

        >>> Expert("KW-C3", "hold back", 3, 0.0312, -0.01, 0.0724, 400, 2400, 0).words
        '3.1 [-1.0, 7.2]'
        """
        return per_hundred(self.effect, self.low, self.high)


def per_hundred(effect: float, low: float, high: float) -> str:
    """A share of games and its interval, in games of 100."""
    return f"{100 * effect:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


@cache
def shipped_expert(folder: Path = FOLDER) -> tuple[Expert, ...]:
    """All that ship, the largest effect among champions first; raises InputError if their file is not as it was
    published.
    """
    return tuple(
        Expert(
            row["tip"],
            row["label"],
            int(row["players"]),
            number(row["effect"]),
            number(row["low"]),
            number(row["high"]),
            int(row["deals"]),
            int(row["games"]),
            int(row["unfinished"]),
        )
        for row in published_rows(folder / "expert.csv")
    )


def expert_table() -> str:
    """The table of all that ship, in Markdown."""
    tips = {tip.id: tip for tip in shipped()}
    rows = []
    for each in shipped_expert():
        tip = tips[each.tip]
        among = next(
            cell for cell in tip.cells_of(each.label) if (cell.players, cell.field) == (each.players, "strong")
        )
        rows.append(
            (
                f"{tip.words.names[each.label]} ({tip.id})",
                games.find(tip.game).title,
                str(each.players),
                per_hundred(among.effect, among.low, among.high),
                each.words,
                str(each.deals),
                f"{each.games:,}",
                str(each.unfinished),
            )
        )
    return table(COLUMNS, rows)


def expert_sentence(tip: TipResult) -> str:
    """What a tip's habit is worth among thinkers; empty if that was not played."""
    for each in shipped_expert():
        if each.tip == tip.id:
            fewer = "fewer" if each.effect >= 0 else "more"
            ends = sorted(100 * (end if each.effect >= 0 else -end) for end in (each.low, each.high))
            unclear = "" if each.low > 0 or each.high < 0 else ", which may be luck"
            return (
                f"With {NUMERALS[each.players]} players, against one who looks ahead, {tip.words.names[each.label]}: "
                f"{100 * abs(each.effect):.1f} {fewer} of 100 games are lost [{ends[0]:.1f}, {ends[1]:.1f}]{unclear}."
            )
    return ""
