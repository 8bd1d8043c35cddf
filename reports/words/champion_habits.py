"""What champions do that the rulebooks do not say, as it is published (`habits.csv`): a sentence for each habit, what
it is worth, and a moment to watch.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.claims.evidence.files import FINDINGS
from knotlab.analysis.claims.evidence.record import number
from knotlab.reports.words.directions import NUMERALS
from knotlab.reports.words.layout import markdown_table
from knotlab.reports.words.strong_players import ChoiceShare
from knotlab.sim.storage.result_files import published_rows

CHAIRS = " ".join(["champion:tremble=0.02"] * 3)  # of the table of which moments are shown
RARE = 0.002  # share of choices below which a habit hardly ever comes up
SHARES = ("changes", "champion", "all_round")
GAIN = ("gain", "gain_low", "gain_high")
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
            "What you pass on has to be got rid of before the next card comes off that player's pile. Not all aces "
            "need wait for the end.",
        ),
        3: (
            "Keep eights off aces and kings",
            "With one of these on top, lay something else or pick up; an eight is worth more later.",
        ),
        4: (
            "Pick up for tens",
            "A stack with a ten in it is often worth having, even if you could lay.",
        ),
        5: (
            "Pass queens on",
            "When an ace gives cards to your neighbour, a queen is often the first to go, before twos and fives.",
        ),
    },
    "knotweed": {
        1: (
            "Play lone cards before you break up a pair",
            "If a card of which you have only one goes for the same penalty, play that, and leave pairs together.",
        ),
        2: (
            "Play a pair whole where it costs nothing",
            "On a pile of its own rank lay all that you have of it, although the new piles serve the others as well.",
        ),
        3: (
            "Stop when there will be a pile for every rank",
            "Count the ranks in your hand and add the cards that you have to draw: once there are as many piles, play "
            "no more, and you may go out in your next turn.",
        ),
        4: (
            "Pay while the draw pile is nearly empty",
            "With three cards or fewer left in it, lay what costs something: cards that are missing are forgiven, and "
            "after that everything is shuffled.",
        ),
        5: (
            "Keep your longest suit",
            "Of the cards of which you have only one, play those of other suits first.",
        ),
    },
}


class LostMore(NamedTuple):
    """How many games more of 100 are lost without a habit, with the 95% interval."""

    value: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """To a tenth.

        >>> LostMore(0.0357, 0.031, 0.0404).words
        '3.6 [3.1, 4.0]'
        """
        value, low, high = (round(100 * number, 1) + 0.0 for number in self)
        return f"{value:.1f} [{low:.1f}, {high:.1f}]"


class HabitMoment(NamedTuple):
    """A decision of a game of three champions at which a habit shows.

    number, decision: of the game, and of the decision in it. move, instead: what the champion does, and what it would
    do without the habit, in words.
    gain: how many games more of 100 the other move loses from there.
    """

    number: int
    decision: int
    move: str
    instead: str
    gain: LostMore

    def command(self, game: str) -> str:
        """What plays on from there with each move."""
        return f"knotlab whatif {game} {CHAIRS} --index {self.number} --decision {self.decision} --hidden resample"


class Habit(NamedTuple):
    """A habit of a game's champion at tables of one size.

    effect: what it is worth. changes: the share of choices at which the champion shows it and could do otherwise.
    champion, all_round: of the choices at which it can show and need not, where it does with a champion and would with
    an all-round player. moment: at one size of table.
    """

    game: str
    number: int
    players: int
    deals: int
    effect: LostMore
    changes: ChoiceShare
    champion: ChoiceShare
    all_round: ChoiceShare
    moment: HabitMoment | None

    @property
    def is_rare(self) -> bool:
        """Whether it hardly ever comes up at such tables."""
        return self.changes.value < RARE

    @property
    def words(self) -> str:
        """What it is worth."""
        return f"{self.effect.words} (hardly ever comes up)" if self.is_rare else self.effect.words


@cache
def shipped_habits(folder: Path = FINDINGS) -> tuple[Habit, ...]:
    """All that ship, by game, number and players; raises InputError if their file is not as it was published."""
    return tuple(map(_habit, published_rows(folder / "habits.csv")))


def _habit(row: dict[str, str]) -> Habit:
    effect, gain = (LostMore(*_numbers(row, *names)) for names in (("effect", "low", "high"), GAIN))
    changes, champion, all_round = (ChoiceShare(*_numbers(row, name, f"{name}_low", f"{name}_high")) for name in SHARES)
    moment = (
        HabitMoment(int(row["index"]), int(row["decision"]), row["move"], row["instead"], gain)
        if row["index"]
        else None
    )
    which, players, deals = (int(row[name]) for name in ("habit", "players", "deals"))
    return Habit(row["game"], which, players, deals, effect, changes, champion, all_round, moment)


def _numbers(row: dict[str, str], name: str, low: str, high: str) -> tuple[float, float, float]:
    return number(row[name]), number(row[low]), number(row[high])


def habits_of(game: str) -> dict[int, list[Habit]]:
    """What ships of a game's habits, each at all tables."""
    found = [habit for habit in shipped_habits() if habit.game == game]
    return {k: [habit for habit in found if habit.number == k] for k in WORDS[game]}


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
        lost = [(NUMERALS[habit.players], habit.words) for habit in found]
        lines.append(HabitLine(*WORDS[game][which], lost, moment.command(game)))
    return lines


def habits_text(game: str) -> str:
    """The habits of a game's champion, in Markdown: a paragraph and a moment each, then a table."""
    return "\n\n".join([*(_paragraph(game, *each) for each in habits_of(game).items()), _table(game)])


def _paragraph(game: str, which: int, found: list[Habit]) -> str:
    """What a habit is, what it is worth, and how to see it."""
    title, says = WORDS[game][which]
    worth = ", ".join(f"{habit.words} with {NUMERALS[habit.players]} players" for habit in found)
    (moment,) = (habit.moment for habit in found if habit.moment)
    seen = (
        f"At decision {moment.decision} of game {moment.number} the champion's move is “{moment.move}”, without the "
        f"habit “{moment.instead}”, with which it loses {moment.gain.words} games more of 100 from there:"
    )
    lines = [f"**{which}. {title}.** {says} Games lost more of 100 without it: {worth}. {seen}"]
    return "\n\n".join([*lines, f"```console\n$ {moment.command(game)}\n```"])


def _table(game: str) -> str:
    """How often the habits show, and what they are worth."""
    rows = [
        (WORDS[game][which][0], str(each.players), *(getattr(each, name).words for name in SHARES), each.words)
        for which, found in habits_of(game).items()
        for each in found
    ]
    return markdown_table(COLUMNS, rows)
