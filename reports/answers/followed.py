"""How often champions follow the tips, as it ships (`followed.csv`): a table for each game, and a sentence for each
tip.
"""

import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.claims.evidence.record import number
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.reports.answers.directions import NUMERALS
from knotlab.reports.answers.findings import FOLDER, shipped
from knotlab.reports.words.markdown import table
from knotlab.sim.storage.result_files import published_rows

COLUMNS = ("habit", "players", "choices that it changes", "champion: with it", "without it", "another move")
SHARES = ("share", "follows", "without", "other")
USUAL = 3  # players of the table that a sentence is about, where there is one


class ChoiceShare(NamedTuple):
    """A share with its 95% interval; nan where there is none."""

    value: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """In per cent, to a tenth."""
        if math.isnan(self.low):
            return "-"
        return f"{100 * self.value:.1f}% [{100 * self.low:.1f}, {100 * self.high:.1f}]"

    def in_hundred(self, unit: str) -> str:
        """In so many of 100, to the nearest whole number.

        >>> ChoiceShare(0.464, 0.459, 0.468).in_hundred(" of 100 choices")
        '46 of 100 choices [46, 47]'
        """
        return f"{100 * self.value:.0f}{unit} [{100 * self.low:.0f}, {100 * self.high:.0f}]"


class Followed(NamedTuple):
    """What champions do about the habit of a tip's experiment at tables of one size.

    share: of their choices, where the habit would change what is chosen. follows, without, other: of these, where the
    champion chooses as somebody with the habit, as the same player without it, or neither.
    """

    tip: str
    label: str
    players: int
    share: ChoiceShare
    follows: ChoiceShare
    without: ChoiceShare
    other: ChoiceShare

    @property
    def shares(self) -> tuple[ChoiceShare, ...]:
        """All four, in the order of the table."""
        return self.share, self.follows, self.without, self.other


@cache
def shipped_followed(folder: Path = FOLDER) -> tuple[Followed, ...]:
    """All that ship, by tip; raises InputError if their file is not as it was published."""
    return tuple(
        Followed(row["tip"], row["label"], int(row["players"]), *(_share(row, name) for name in SHARES))
        for row in published_rows(folder / "followed.csv")
    )


def _share(row: dict[str, str], name: str) -> ChoiceShare:
    return ChoiceShare(*(number(row[column]) for column in (name, f"{name}_low", f"{name}_high")))


def followed_table(game: str) -> str:
    """The table of a game's habits, in Markdown."""
    rows = [
        (f"{words} ({tip.id})", str(each.players), *(share.words for share in each.shares))
        for tip in shipped()
        if tip.game == game
        for label, words in tip.words.names.items()
        for each in _of(tip, label)
    ]
    return table(COLUMNS, rows)


def _of(tip: TipResult, label: str) -> list[Followed]:
    """The lines of one experiment, by players."""
    found = [each for each in shipped_followed() if (each.tip, each.label) == (tip.id, label)]
    return sorted(found, key=lambda each: each.players)


def champion_sentences(tip: TipResult) -> str:
    """What champions do about the habits of a tip, at one size of table; empty if there is nothing to say."""
    sentences = []
    for label, words in tip.words.names.items():
        lines = {each.players: each for each in _of(tip, label) if not math.isnan(each.follows.low)}
        if lines:
            found = lines.get(USUAL) or next(iter(lines.values()))
            sentences.append(
                f"{words[0].upper()}{words[1:]}: where that changes the choice, they do so in "
                f"{found.follows.in_hundred(' of 100 choices')} and choose as without it in "
                f"{found.without.in_hundred('')} ({NUMERALS[found.players]} players)."
            )
    return " ".join(sentences)
