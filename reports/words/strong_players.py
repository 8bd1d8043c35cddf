"""What strong players make of the tips, as it is published: how often champions follow them (`followed.csv`), and what
the tips with the largest effects are worth among players who look ahead (`expert.csv`).
"""

import math

from knotlab.analysis.claims.evidence.champions import (
    Between,
    Followed,
    published_among_experts,
    published_followed,
)
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words.directions import NUMERALS, with_interval
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.numbers import with_ends
from knotlab.sim import games

FOLLOWED_COLUMNS = ("habit", "players", "choices that it changes", "champion: with it", "without it", "another move")
USUAL = 3  # players of the table that a sentence is about, where there is one


def percent(share: Between) -> str:
    """A share with its interval in per cent, to a tenth."""
    if math.isnan(share.low):
        return "-"
    return f"{100 * share.value:.1f}% [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def in_hundred(share: Between, unit: str) -> str:
    """In so many of 100, to the nearest whole number.

    >>> in_hundred(Between(0.464, 0.459, 0.468), " of 100 choices")
    '46 of 100 choices [46, 47]'
    """
    return f"{100 * share.value:.0f}{unit} [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def followed_table(game: str) -> str:
    """The table of a game's habits, in Markdown."""
    rows = [
        (f"{words} ({tip.id})", str(each.players), *map(percent, each.shares))
        for tip in shipped()
        if tip.game == game
        for label, words in tip.words.names.items()
        for each in _of(tip, label)
    ]
    return markdown_table(FOLLOWED_COLUMNS, rows)


def _of(tip: TipResult, label: str) -> list[Followed]:
    """The lines of one experiment, by players."""
    found = [each for each in published_followed() if (each.tip, each.label) == (tip.id, label)]
    return sorted(found, key=lambda each: each.players)


def champion_sentences(tip: TipResult) -> str:
    """What champions do about the habits of a tip, at one size of table; empty if there is nothing to say."""
    sentences = []
    for label, words in tip.words.names.items():
        lines = {each.players: each for each in _of(tip, label) if not math.isnan(each.follows.low)}
        if lines:
            found = lines.get(USUAL) or next(iter(lines.values()))
            sentences.append(
                f"{words[0].upper()}{words[1:]}: where this changes the choice, they do it in "
                f"{in_hundred(found.follows, ' of 100 choices')} and choose as if without it in "
                f"{in_hundred(found.without, '')} ({NUMERALS[found.players]} players)."
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


def per_hundred(effect: Between) -> str:
    """A share of games and its interval, in games of 100, to a tenth.

    >>> per_hundred(Between(0.0357, 0.031, 0.0404))
    '3.6 [3.1, 4.0]'
    """
    value, low, high = (round(100 * number, 1) + 0.0 for number in effect)
    return with_ends(value, low, high, ".1f")


def expert_table() -> str:
    """The table of all that ship, in Markdown."""
    tips = {tip.id: tip for tip in shipped()}
    rows = []
    for each in published_among_experts():
        tip = tips[each.tip]
        among = next(
            cell for cell in tip.cells_of(each.label) if (cell.players, cell.field) == (each.players, "strong")
        )
        rows.append(
            (
                f"{tip.words.names[each.label]} ({tip.id})",
                games.find(tip.game).title,
                str(each.players),
                per_hundred(Between(among.effect, among.low, among.high)),
                per_hundred(each.effect),
                str(each.deals),
                f"{each.games:,}",
                str(each.unfinished),
            )
        )
    return markdown_table(EXPERT_COLUMNS, rows)


def expert_sentence(tip: TipResult) -> str:
    """What a tip's habit is worth among thinkers; empty if that was not played."""
    for each in published_among_experts():
        if each.tip == tip.id:
            meaning, effect = each.meaning, each.effect
            unclear = "" if effect.low > 0 or effect.high < 0 else ", which may be luck"
            return (
                f"With {NUMERALS[each.players]} players, against one who looks ahead, {tip.words.names[each.label]}: "
                f"{with_interval(meaning, *effect)} of 100 games are lost{unclear}."
            )
    return ""
