"""The tables of docs/champions.md about what strong players make of the tips, as it is published: how often champions
follow them, what the tips with the largest effects are worth among players who look ahead, and champions' own habits.
"""

import math

from knotlab.analysis.claims.evidence.champions import Between, ChampionHabit, published_among_experts
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.strong_players import WORDS, command, followed_of, habits_of, per_hundred, worth
from knotlab.sim import games

FOLLOWED_COLUMNS = ("habit", "players", "choices that it changes", "champion: with it", "without it", "another move")
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
SHARES = ("changes", "champion", "all_round")
COLUMNS = ("habit", "players", "choices that it changes", "champion, of chances", "all-round, of chances", "lost more")


def percent(share: Between) -> str:
    """A share with its interval in per cent, to a tenth."""
    if math.isnan(share.low):
        return "-"
    return f"{100 * share.value:.1f}% [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def followed_table(game: str) -> str:
    """The table of a game's habits, in Markdown."""
    rows = [
        (f"{words} ({tip.id})", str(each.players), *map(percent, each.shares))
        for tip in shipped()
        if tip.game == game
        for label, words in tip.words.names.items()
        for each in followed_of(tip, label)
    ]
    return markdown_table(FOLLOWED_COLUMNS, rows)


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


def habits_text(game: str) -> str:
    """The habits of a game's champion, in Markdown: a paragraph and a moment each, then a table."""
    return "\n\n".join([*(_paragraph(game, *each) for each in habits_of(game).items()), _table(game)])


def _paragraph(game: str, which: int, found: list[ChampionHabit]) -> str:
    """What a habit is, what it is worth, and how to see it."""
    title, says = WORDS[game][which]
    by_size = ", ".join(f"{worth(habit)} with {NUMERALS[habit.players]} players" for habit in found)
    (moment,) = (habit.moment for habit in found if habit.moment)
    seen = (
        f"At decision {moment.decision} of game {moment.index} the champion's move is “{moment.move}”, without the "
        f"habit “{moment.instead}”, with which it loses {per_hundred(moment.gain)} more games in 100 from there:"
    )
    lines = [f"**{which}. {title}.** {says} Games in 100 lost {found[0].meaning.plus} without it: {by_size}. {seen}"]
    return "\n\n".join([*lines, f"```console\n$ {command(game, moment)}\n```"])


def _table(game: str) -> str:
    """How often the habits show, and what they are worth."""
    rows = [
        (WORDS[game][which][0], str(each.players), *(percent(getattr(each, name)) for name in SHARES), worth(each))
        for which, found in habits_of(game).items()
        for each in found
    ]
    return markdown_table(COLUMNS, rows)
