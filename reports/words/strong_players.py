"""What strong players make of the tips, as it is published: how often champions follow them (`followed.csv`), and what
the tips with the largest effects are worth among players who look ahead (`expert.csv`), and what champions do that the
rulebooks do not say (`habits.csv`).
"""

import math
from typing import NamedTuple

from knotlab.analysis.claims.evidence.champions import (
    Between,
    ChampionHabit,
    Followed,
    HabitMoment,
    published_among_experts,
    published_followed,
    published_habits,
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


CHAIRS = " ".join(["champion"] * 3)  # of the table of which moments are shown
RARE = 0.002  # share of choices below which a habit hardly ever comes up
SHARES = ("changes", "champion", "all_round")
COLUMNS = ("habit", "players", "choices that it changes", "champion, of chances", "all-round, of chances", "lost more")

# By game and number: the habit in few words, and what there is to say to somebody at the table.
WORDS = {
    "twisted-knot": {
        1: (
            "Keep your threes",
            "A three answers nearly everything, aces and kings too, and nearly everything answers a three: lay "
            "something else as long as you can.",
        ),
        2: (
            "Lay aces at a player who has no hand",
            "That player must get rid of what you pass on before taking the next card from the pile. Not all aces "
            "need to wait for the end.",
        ),
        3: (
            "Keep eights off aces and kings",
            "With one of these on top, lay something else or pick up; an eight is worth more later.",
        ),
        4: ("Pick up for tens", "A stack with a ten in it is often worth having, even if you could lay."),
        5: (
            "Pass queens on",
            "When an ace gives cards to your neighbour, a queen is often the first to go, before twos and fives.",
        ),
    },
    "knotweed": {
        1: (
            "Play lone cards before you break up a pair",
            "If a card of which you have only one costs the same penalty, play that, and leave pairs together.",
        ),
        2: (
            "Play a pair whole where it costs nothing",
            "On a pile of its own rank, lay all that you have of that rank, although the new piles help the others "
            "as well.",
        ),
        3: (
            "Stop when there will be a pile for every rank",
            "Count the ranks in your hand and add the cards that you have to draw: once there are that many piles, "
            "play no more, and you may go out in your next turn.",
        ),
        4: (
            "Pay while the draw pile is nearly empty",
            "With three cards or fewer left in it, lay what costs something: cards that are missing are forgiven, and "
            "after that everything is shuffled.",
        ),
        5: ("Keep your longest suit", "Among your single cards, play those of other suits first."),
    },
}


def is_rare(habit: ChampionHabit) -> bool:
    """Whether it hardly ever comes up at such tables."""
    return habit.changes.value < RARE


def worth(habit: ChampionHabit) -> str:
    """What it is worth."""
    return f"{per_hundred(habit.effect)} (hardly ever comes up)" if is_rare(habit) else per_hundred(habit.effect)


def command(game: str, moment: HabitMoment) -> str:
    """What plays on from a moment with each move."""
    return f"knotlab whatif {game} {CHAIRS} --index {moment.index} --decision {moment.decision} --hidden resample"


def habits_of(game: str) -> dict[int, list[ChampionHabit]]:
    """What ships of a game's habits, each at all tables."""
    found = [each for each in published_habits() if each.game == game]
    return {k: [each for each in found if each.habit == k] for k in WORDS[game]}


class HabitLine(NamedTuple):
    """A habit on the page: what it is, and how many games more of 100 are lost without it, by players."""

    title: str
    says: str
    lost: list[tuple[str, str]]
    command: str


def habit_lines(game: str) -> list[HabitLine]:
    """The habits of a game's champion; none where it has none."""
    lines = []
    for which, found in habits_of(game).items() if game in WORDS else ():
        (moment,) = (habit.moment for habit in found if habit.moment)
        lost = [(NUMERALS[habit.players], worth(habit)) for habit in found]
        lines.append(HabitLine(*WORDS[game][which], lost, command(game, moment)))
    return lines


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
