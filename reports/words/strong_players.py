"""What strong players make of the tips, as it is published: how often champions follow them (`followed.csv`), what the
tips with the largest effects are worth against players who look ahead (`expert.csv`), what champions do that the
rulebooks do not say (`habits.csv`), and what either is worth to players who look ahead (`thinkers.csv`).
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from knotlab.analysis.claims.evidence.champions import (
    FORBIDDEN,
    AmongThinkers,
    ChampionHabit,
    Followed,
    HabitMoment,
    published_among_experts,
    published_among_thinkers,
    published_followed,
    published_habits,
    published_random_rules,
)
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import SIZES, Against, TableChoice, of_champion
from knotlab.analysis.claims.judgement.bound import at_random
from knotlab.analysis.claims.judgement.tips import RuleCost, cost_of, for_the_strong, is_tried_on_champion
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.verdicts import Direction, ForTheStrong, Verdict
from knotlab.reports.words import capital
from knotlab.reports.words.directions import NUMERALS, OR, listed, with_interval
from knotlab.reports.words.numbers import with_ends

if TYPE_CHECKING:
    from knotlab.analysis.claims.rulebooks.reasons import Reason

WHOLE_FROM = 0.095  # games, as a share, from which on they are told in whole ones
USUAL = 3  # players of the table that a sentence is about, where there is one


def of_hundred(share: Between, unit: str) -> str:
    """In so many of 100, to the nearest whole number.

    >>> of_hundred(Between(0.464, 0.459, 0.468), " of 100 choices")
    '46 of 100 choices [46, 47]'
    """
    return f"{100 * share.value:.0f}{unit} [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def followed_of(tip: TipResult, label: str) -> list[Followed]:
    """The lines of one experiment, by players."""
    found = [each for each in published_followed() if (each.tip, each.label) == (tip.id, label)]
    return sorted(found, key=lambda each: each.players)


def champion_sentences(tip: TipResult) -> str:
    """What champions do about the habits of a tip, at one size of table; empty if there is nothing to say."""
    sentences = []
    for label, words in tip.words.names.items():
        lines = {each.players: each for each in followed_of(tip, label) if not math.isnan(each.follows.low)}
        if lines:
            found = lines.get(USUAL) or next(iter(lines.values()))
            sentences.append(
                f"{capital(words)}: where this changes the choice, they do it in "
                f"{of_hundred(found.follows, ' of 100 choices')} and choose as if without it in "
                f"{of_hundred(found.without, '')} ({NUMERALS[found.players]} players)."
            )
    return " ".join(sentences)


def thinker_sentences(tip: TipResult) -> str:
    """What a tip's habits are worth against thinkers, and to thinkers; empty if that was not played, or of experiments
    without words.
    """
    without = [
        f"Of 100 games between two thinkers, one that is {words} loses {found}."
        for label, words in tip.words.strong.items()
        if (found := to_thinkers(tip.game, label.removeprefix(FORBIDDEN)))
    ]
    return " ".join(filter(None, [_against_thinkers(tip), *without]))


def to_thinkers(game: str, rule: str) -> str:
    """How many games of 100 a thinker loses more without a habit; empty if that was not played."""
    for each in published_among_thinkers():
        if (each.game, each.rule) == (game, rule):
            return among_thinkers(each)
    return ""


def among_thinkers(each: AmongThinkers) -> str:
    """How many games of 100 a thinker loses more without a habit."""
    return f"{with_interval(each.meaning, *each.effect)}{'' if each.effect.is_certain else ', which may be luck'}"


def _against_thinkers(tip: TipResult) -> str:
    for each in published_among_experts():
        if each.tip == tip.id and each.label in tip.words.names:
            meaning, effect = each.meaning, each.effect
            unclear = "" if effect.is_certain else ", which may be luck"
            return (
                f"With {NUMERALS[each.players]} players, against one who looks ahead, {tip.words.names[each.label]}: "
                f"{with_interval(meaning, *effect)} of 100 games are lost{unclear}."
            )
    return ""


def on_top(tip: TipResult) -> str:
    """What a tip is worth on top of the champion: an answer in few words, and what each rule costs the champion among
    champions, at every size of table; empty if that was not played.
    """
    answer = for_the_strong(tip)
    if answer is None:
        return ""
    costs = [f"{words} loses {_by_size(tip.cells_of(label))}" for label, words in tip.words.strong.items()]
    said = (
        f"{answer} {_answers_by_size(tip)}Of 100 games among champions, a champion that is "
        f"{'; one that is '.join(costs)}. "
        "It never learnt to play so."
    )
    lots = [at_random(tip.game, cell).value for label in tip.words.strong for cell in tip.cells_of(label)]
    if any(map(math.isnan, lots)):  # none was drawn for this game
        return said
    span = " to ".join(dict.fromkeys(f"{100 * cost:.1f}" for cost in (min(lots), max(lots))))
    said += f" Rules made up at random that change as many choices cost {span}."
    costs_more = any(cost_of(tip.game, tip.cells_of(label)) == RuleCost.COSTS for label in tip.words.strong)
    return said if costs_more or not tip.words.is_usual else f"{said} {ONLY_APART}"


def _answers_by_size(tip: TipResult) -> str:
    """What a tip is worth on top of the champion at each size of table, if that differs; else empty."""
    by_answer: dict[str, list[str]] = {}
    for players in SIZES:
        if is_tried_on_champion(tip, players) and (answer := for_the_strong(tip, players)):
            by_answer.setdefault(MARKS[answer][0], []).append(NUMERALS[players])
    parts = [f"with {listed(sizes, OR)} players: {mark}" for mark, sizes in by_answer.items()]
    return f"{capital('; '.join(parts))}. " if len(parts) > 1 else ""


def rules_by_lot(tip: TipResult, label: str) -> str:
    """What rules drawn by lot cost the champion that change as many choices as one that was laid over it."""
    costs = [
        f"{with_ends(100 * lot.value, 100 * lot.low, 100 * lot.high, 'z.0f')} with {cell.players}"
        for cell in tip.cells_of(label)
        if math.isfinite((lot := at_random(tip.game, cell)).high)
    ]
    return f"any rule costs a champion something: one made up at random, as often in its way, {listed(costs)}"


# What a tip is worth to the champion, and which verdict has its colour.
MARKS = {
    ForTheStrong.RIGHT_MOMENT: ("at the right moment, not always", Verdict.HOLDS),
    ForTheStrong.NOT_ALWAYS: ("not always", Verdict.DEPENDS),
    ForTheStrong.YES: ("holds", Verdict.HOLDS),
    ForTheStrong.NO_GAIN: ("no gain", Verdict.NO_DIFFERENCE),
    ForTheStrong.NO: ("wrong", Verdict.WRONG),
    ForTheStrong.NOT_SHOWN: ("open", Verdict.OPEN),
    ForTheStrong.OPEN: ("open", Verdict.OPEN),
}


def strong_mark(tip: TipResult, players: int) -> tuple[str, str, str] | None:
    """Word, glyph and class of what a tip is worth to the champion at a size of table; nothing where that was not
    tried.
    """
    answer = for_the_strong(tip, players)
    if answer is None:
        return None
    says, like = MARKS[answer]
    return says, like.glyph, like.colour


def _by_size(cells: Sequence[Evidence]) -> str:
    """What a rule costs at every size of table."""
    parts = [
        f"{with_interval(cell.meaning, cell.effect, cell.low, cell.high)} with {NUMERALS[cell.players]}"
        for cell in cells
    ]
    return listed([f"{parts[0]} players", *parts[1:]])


ONLY_APART = "Neither certainly costs more than that: only that one of them costs less than the other is certain."
UNSURE = "makes no certain difference"
COMES_TO = {
    Direction.HURTS: "costs a plain player games",
    Direction.HELPS: "saves a plain player games",
    Direction.NOTHING: UNSURE,
    Direction.OPEN: UNSURE,
}
CHAIRS = " ".join(["champion"] * 3)  # of the table of which moments are shown

# By game and number: the habit in few words, and what there is to say to somebody at the table.
WORDS = {
    "twisted-knot": {
        1: (
            "Keep your threes",
            "A three answers nearly everything, aces and kings too, and nearly everything answers a three: lay "
            "something else as long as you can.",
        ),
        2: (
            "Lay aces at a player without a hand",
            "That player must get rid of what you pass on before taking the next card from the pile. Not all aces "
            "need to wait for the end.",
        ),
        3: (
            "Keep eights off aces and kings",
            "With one of these on top, lay something else or pick up; an eight is worth more later.",
        ),
        4: ("Pick up a stack with a ten", "A stack with a ten in it is often worth having, even if you could lay."),
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
            "Play a whole pair where it costs nothing",
            "On a pile of its own rank, lay all that you have of that rank, although the new piles help the others "
            "as well.",
        ),
        3: (
            "Stop with enough piles",
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


def worth(habit: ChampionHabit) -> str:
    """What it is worth."""
    return with_interval(habit.meaning, *habit.effect)


def plainly(habit: ChampionHabit) -> str:
    """What it costs a plain player who always does it."""
    return with_interval(habit.meaning, *habit.plain)


def always(habit: Sequence[ChampionHabit]) -> str:
    """What always doing it comes to at plain tables. habit: at all sizes of table."""
    ways = {of_champion([each], TableChoice(each.players, Against.PLAIN)).direction for each in habit}
    if {Direction.HURTS, Direction.HELPS} <= ways:
        return "depends on how many play"
    return listed(list(dict.fromkeys(words for way, words in COMES_TO.items() if way in ways)), OR)


def reason_words(game: str, reason: "Reason") -> str:
    """Why a move is better, in a sentence: the habit, or the tip, by its name."""
    loses = f"loses {100 * reason.cost:.1f} more games of 100."
    if reason.habit:
        return f"{WORDS[game][reason.habit][0]}: among champions, one who does without it {loses}"
    return f"On '{reason.title}' ({reason.tip}): among champions, one that is {reason.words} {loses}"


def command(game: str, moment: HabitMoment) -> str:
    """What plays on from a moment with each move."""
    return f"knotlab whatif {game} {CHAIRS} --index {moment.index} --decision {moment.decision} --hidden resample"


def habits_of(game: str) -> dict[int, list[ChampionHabit]]:
    """What ships of a game's habits, each at all tables."""
    found = [each for each in published_habits() if each.game == game]
    return {k: [each for each in found if each.habit == k] for k in WORDS[game]}


def link_of(game: str, habit: int) -> str:
    """The id of a habit's part of the page."""
    return f"habit-{game}-{habit}"


def cost(share: float) -> str:
    """Games of 100, in as few digits as tell."""
    return f"{100 * share:.{0 if share >= WHOLE_FROM else 1}f}"


def yardstick(game: str, players: int) -> str:
    """What rules made up at random cost a champion, by how many choices they change, with so many players; empty of a
    game of which none was played.
    """
    known = [each for each in published_random_rules() if (each.game, each.players) == (game, players)]
    if not known:
        return ""
    least, *more = (f"{cost(each.effect.value)}{{}} if it changes {cost(each.changed)}" for each in known)
    costs = listed([f"{least.format(' of 100 games')} of 100 choices", *(cost.format("") for cost in more)])
    return f"With {NUMERALS[players]} players, a rule made up at random costs a champion {costs}."
