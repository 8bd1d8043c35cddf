"""The vocabulary of all verdicts and answers, in one place: whatever says what evidence comes to, decides on its colour
or puts it to people takes its words from here. The order of a list is the one in which its words are shown.
"""

from enum import StrEnum
from typing import Self

LEAST_IN_PLAY = 0.01  # share of deals; whatever changes the course of fewer, or has a case in fewer, rarely comes up


class Verdict(StrEnum):
    """What the evidence says about a claim: a tip, or a duel's "A is better than B by an effect that matters".

    - `holds`: of a duel, A is better. The whole interval is above the margin, or, at the maximum number of deals, above
      zero ("size open").
    - `holds, if not overdone`: of a tip, right in the amount that was found best, but harmful word for word.
    - `wrong`: the opposite, in the same sense.
    - `depends`: of a tip, right at some tables and wrong at others.
    - `makes no difference`: whichever is better, the difference is smaller than the margin.
    - `rarely comes up`: A and B play alike, or the case in question is too rare, so nothing was tried.
    - `open`: none of these is certain yet.

    An experiment fixes beforehand what each of its own verdicts says about the tip (`means`): a tip that denies a gain
    holds where its experiment is wrong. Claims that are shown and not judged have `no verdict`.

    glyph, colour: the sign that stands for it, and the class of its colour on the page.
    """

    glyph: str
    colour: str

    def __new__(cls, word: str, glyph: str = "", colour: str = "") -> Self:
        made = str.__new__(cls, word)
        made._value_, made.glyph, made.colour = word, glyph, colour
        return made

    HOLDS = "holds", "✓", "good"
    NOT_OVERDONE = "holds, if not overdone", "✓", "good"
    DEPENDS = "depends", "~", "mixed"
    WRONG = "wrong", "✗", "bad"
    NO_DIFFERENCE = "makes no difference", "=", "same"
    OPEN = "open", "?", "open"
    RARE = "rarely comes up", "?", "open"
    NO_VERDICT = "no verdict", "·", "shown"

    @property
    def opening(self) -> str:
        """It as the first sentence about a fact.

        >>> Verdict.HOLDS.opening, Verdict.DEPENDS.opening
        ('Holds.', 'It depends.')
        """
        return "It depends." if self == Verdict.DEPENDS else f"{self.capitalize()}."


class HeadlineAnswer(StrEnum):
    """What a headline says about following a tip's advice.

    - `better`, `worse`: than not following it, on average over all tables.
    - `better at times`: of a tip that says no more than that: certainly better at some table, however seldom it acts.
    - `makes no difference`: whichever is better, the mean difference is below the margin.
    - `depends`: certainly better at some tables, and certainly worse at others.
    - `rarely comes up`: the tip changes too few choices to be tried.
    - `open`: none of these is known yet.

    Of a rule that is said to help only under a condition:

    - `helps only there`: better where the condition holds, and not better elsewhere.
    - `helps only elsewhere`: the other way round.
    - `does not help there`: worse or makes no difference where the condition holds; not known elsewhere.
    - `helps elsewhere, too`: better where the condition does not hold; not known where it does.
    - `hurts only there`, `hurts only elsewhere`: worse in one case, and makes no difference in the other.
    - `the condition does not change the answer`: the answer is the same where it holds and elsewhere.
    """

    BETTER = "better"
    WORSE = "worse"
    AT_TIMES = "better at times"
    NO_DIFFERENCE = Verdict.NO_DIFFERENCE.value
    DEPENDS = Verdict.DEPENDS.value
    RARE = Verdict.RARE.value
    OPEN = Verdict.OPEN.value
    ONLY_THERE = "helps only there"
    ONLY_ELSEWHERE = "helps only elsewhere"
    NOT_THERE = "does not help there"
    NOT_ONLY = "helps elsewhere, too"
    HURTS_THERE = "hurts only there"
    HURTS_ELSEWHERE = "hurts only elsewhere"
    REGARDLESS = "the condition does not change the answer"


NO_ANSWER = (Verdict.OPEN, Verdict.RARE)  # said where nothing was decided


class Direction(StrEnum):
    """Which way an effect points: for what an experiment names first, against it, neither way, or not known yet."""

    HELPS = "helps"
    HURTS = "hurts"
    NOTHING = Verdict.NO_DIFFERENCE.value
    OPEN = Verdict.OPEN.value


class ToDo(StrEnum):
    """What a player is told to do about a habit, in the words of the sentence; `{players}` are those of the tables at
    which it helps.
    """

    DO = "Do it."
    DO_NOT = "Don't."
    DO_WITH = "Do it with {players} players."
    DO_NOT_WITH = "Don't with {players} players."
    NOT_OVERDONE = "Do it, but do not overdo it."
    AT_TIMES = "Sometimes."
    DEPENDS = Verdict.DEPENDS.opening
    NO_DIFFERENCE = Verdict.NO_DIFFERENCE.opening
    RARE = Verdict.RARE.opening
    OPEN = Verdict.OPEN.opening

    @property
    def direction(self) -> Direction:
        """Which way it points over all tables."""
        return _DIRECTIONS.get(self, Direction.NOTHING)


_DIRECTIONS = dict.fromkeys((ToDo.DO, ToDo.DO_WITH, ToDo.NOT_OVERDONE, ToDo.AT_TIMES), Direction.HELPS) | {
    ToDo.DO_NOT: Direction.HURTS,
    ToDo.DO_NOT_WITH: Direction.HURTS,
    ToDo.OPEN: Direction.OPEN,
}


class ForTheStrong(StrEnum):
    """Whether a tip is worth something to the champion among champions."""

    RIGHT_MOMENT = "At the right moment, not always."
    NOT_ALWAYS = "Not always."
    YES = "Yes."
    NO_GAIN = "No gain."
    NO = "No."
    NOT_SHOWN = "Nothing is shown: it does not certainly cost a champion more than random rules do."
    OPEN = Verdict.OPEN.opening


class RoundsEnd(StrEnum):
    """How rounds of tuning, each against what was found before, came to their end; `says`: for people."""

    says: str

    def __new__(cls, word: str, says: str = "") -> Self:
        made = str.__new__(cls, word)
        made._value_, made.says = word, f"{word}: {says}"
        return made

    SETTLED = "settled", "nobody gains more than the margin by changing parameters"
    CYCLES = "cycles", "the winners return to parameters that were tried before"
    OPEN = (
        Verdict.OPEN.value,
        "after the last round somebody may still gain more than the margin",
    )


class Repeated(StrEnum):
    """What comes of holding a tip's mean on new deals against the published one."""

    AGREES = "agrees"
    OFF = "further off than chance allows"
    FEW = "too few deals yet"


class PlayedHere(StrEnum):
    """What comes of holding a headline that was played here from its first deal on against the published one."""

    SAME = "the same"
    OTHER = "something else"
    NOT_YET = "not known yet"
