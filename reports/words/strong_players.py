"""What strong players make of the tips, as it is published: how often champions follow them (`followed.csv`), and what
the tips with the largest effects are worth among players who look ahead (`expert.csv`).
"""

import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.claims.evidence.files import FINDINGS
from knotlab.analysis.claims.evidence.record import number
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.layout import markdown_table
from knotlab.sim import games
from knotlab.sim.storage.result_files import published_rows

FOLLOWED_COLUMNS = ("habit", "players", "choices that it changes", "champion: with it", "without it", "another move")
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
def shipped_followed(folder: Path = FINDINGS) -> tuple[Followed, ...]:
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
    return markdown_table(FOLLOWED_COLUMNS, rows)


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


EXPERT_COLUMNS = (
    "habit",
    "game",
    "players",
    "fewer lost among champions",
    "among thinkers",
    "deals",
    "games",
    "unfinished",
)


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
def shipped_expert(folder: Path = FINDINGS) -> tuple[Expert, ...]:
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
    return markdown_table(EXPERT_COLUMNS, rows)


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
