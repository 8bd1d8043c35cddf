"""What follows the first screen: what became of the tips, what each habit is worth at plain tables and to strong
players, and how a game stands.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from knotlab.analysis.claims.evidence.champions import ChampionHabit
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import (
    AS_A_RULE,
    CHOICES,
    SIZES,
    SMALL,
    USUAL,
    Against,
    TableChoice,
    at_table,
    has_trials,
    of_champion,
    of_habit,
)
from knotlab.analysis.claims.judgement.tips import is_tried_on_champion
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.page.blocks import Html, Section
from knotlab.reports.page.chooser import ShownAt, at_size, varied
from knotlab.reports.page.doing import game_chances
from knotlab.reports.template import render
from knotlab.reports.words import capital
from knotlab.reports.words.at_table import (
    ALWAYS,
    amount,
    colour,
    labels_told,
    name_of,
    named,
    not_every_time,
    own_losses,
    phrase,
    told,
    tried_instead,
    where,
)
from knotlab.reports.words.claims import PROVED, verdict_words
from knotlab.reports.words.strong_players import MARKS, WORDS, habits_of, strong_mark
from knotlab.reports.words.two_numbers import Known, known_of_rule, known_of_tip
from knotlab.sim import games

END = 0.5  # the ends of the scale
TICKS = (-0.30, -0.10, -0.03, -0.01, 0.0, 0.01, 0.03, 0.10, 0.30)


def stretched(value: float) -> float:
    """A place on the scale, in per cent from the left."""
    return round(50 + 50 * math.asinh(value / SMALL) / math.asinh(END / SMALL), 1)


BAND = stretched(-SMALL), stretched(SMALL)  # what is too small to matter


def ticks() -> list[tuple[float, str]]:
    """The marks of the scale: where, and what is written there."""
    return [(stretched(tick), f"{abs(100 * tick):.0f}") for tick in TICKS]


def lane_ticks() -> list[tuple[float, str]]:
    """The marks of a card's scale, which has room for few."""
    return [(left, words) for left, words in ticks() if len(words) > 1 or words == "0"]


# --- what each habit is worth ---


class ToldWorth(NamedTuple):
    """What a habit is worth at one kind of table: its place on the scale, hollow if it does not matter or was found
    elsewhere; in words, with the class of their colour, and where it was found, that it is always done, or what it is
    called there.
    """

    left: float
    is_hollow: bool
    words: str
    colour: str
    where: str


class HabitRow(NamedTuple):
    """A habit: the id of its card, its game, what one does, whether the champion found it; by size of table what it is
    worth at plain tables and to strong players, or where it was not tried, what was instead; and its place at each
    choice.
    """

    link: str
    game: str
    does: str
    is_found: bool
    shown: list[ShownAt[tuple[ToldWorth | str, ToldWorth | str]]]
    order: str


def habit_rows() -> list[HabitRow]:
    """All habits, those first that help most at the usual table."""
    found: list[tuple[str, str, str, bool, Known, Called, Called]] = [
        (f"tip-{tip.id}", tip.game, does, False, known, called, partial(tried_instead, tip))
        for tip in shipped()
        if any(own_losses(tip, USUAL._replace(against=against)) for against in Against)
        for does, known, called in _habits_of(tip)
    ]
    found += [
        (f"habit-{game}-{number}", game, WORDS[game][number][0], True, known_of_habit(habit), uncalled, uncalled)
        for game in WORDS
        for number, habit in habits_of(game).items()
    ]
    orders = [_order([known for *_, known, _, _ in found], choice) for choice in CHOICES]
    rows = []
    for i, (link, game, does, is_found, known, called, instead) in enumerate(found):
        at = [[TableChoice(n, against) for against in Against] for n in SIZES]
        both = [
            (_told(known, plain, called) or instead(plain), _told(known, strong, called) or instead(strong))
            for plain, strong in at
        ]
        shown = [ShownAt(at_size(n), each) for n, each in zip(SIZES, both, strict=True)]
        rows.append(HabitRow(link, game, does, is_found, shown, " ".join(str(order[i]) for order in orders)))
    usual = CHOICES.index(USUAL)
    return sorted(rows, key=lambda row: int(row.order.split()[usual]))


Called = Callable[[TableChoice], str]


def uncalled(_choice: TableChoice) -> str:
    """No other name at any table."""
    return ""


def _habits_of(tip: TipResult) -> Iterator[tuple[str, Known, Called]]:
    """A tip's first habit, and all that the first screen names at some table, rules laid over the champion among them:
    what it is called, what is known of it, and what it is called at tables where that is something else.
    """
    habits, rules = labels_told(tip, Against.PLAIN), labels_told(tip, Against.STRONG)
    if not has_trials(tip, Against.STRONG):
        habits, rules = [*habits, *rules], []
    for label in dict.fromkeys((next(iter(tip.words.rows)), *habits)):
        yield capital(tip.words.rows[label]), known_of_tip(tip, label), partial(_rule, tip, label)
    for label in rules:
        if label != next(iter(tip.words.strong)):  # which stands beside the first habit
            usual = next(each for each in at_table(tip, USUAL._replace(against=Against.STRONG)) if each.label == label)
            yield named(tip, usual), known_of_rule(tip, label), partial(_limits, tip, label)


def _rule(tip: TipResult, label: str, choice: TableChoice) -> str:
    """What the rule laid over the champion that tells of a tip's first habit is about, where that is called otherwise;
    if the rule is about the opposite, that the habit is always shown, and what the opposite is worth at times.
    """
    if not has_trials(tip, choice.against) or label != next(iter(tip.words.rows)):
        return ""
    rule, habit = at_table(tip, choice)[0], of_habit(tip.game, tip.cells_of(label), choice)
    does = phrase(tip, rule)
    if tip.words.is_usual:
        return AS_A_RULE
    if does == tip.words.rows[label]:
        return not_every_time(tip, rule, choice)
    return does if rule.advice == habit.advice else f"{ALWAYS}; {does}: {amount(rule)}"


def _limits(tip: TipResult, label: str, choice: TableChoice) -> str:
    """What a rule laid over the champion comes to at other times, if it points the other way then."""
    found = next((each for each in at_table(tip, choice) if each.label == label), None)
    return not_every_time(tip, found, choice) if found else ""


def known_of_habit(habit: Sequence[ChampionHabit]) -> Known:
    """What is known at a table of one of the champion's habits."""
    return lambda choice: of_champion(habit, choice)


def _told(known: Known, choice: TableChoice, called: Called) -> ToldWorth | None:
    worth = known(choice)
    if worth is None:
        return None
    is_hollow = not worth.matters or not worth.is_here
    small = where(worth, choice) or (ALWAYS if worth.is_always and not worth.is_rule else "") or called(choice)
    return ToldWorth(stretched(worth.size.value), is_hollow, told(worth), colour(worth), small)


def _order(habits: Sequence[Known], choice: TableChoice) -> dict[int, int]:
    """The place of each habit by what it is worth at a table; where that is not known, by what it is to others."""
    other = Against.STRONG if choice.against == Against.PLAIN else Against.PLAIN

    def rank(i: int) -> tuple[bool, float]:
        worth = habits[i](choice)
        beside = worth or habits[i](choice._replace(against=other))
        return worth is None, -beside.size.value if beside else 0.0

    return {i: place for place, i in enumerate(sorted(range(len(habits)), key=rank))}


# --- the section ---


class Became(NamedTuple):
    """How many tips came to the same: in words, with the class of their colour."""

    tips: int
    word: str
    colour: str


NOT_TRIED = "not tried", Verdict.NO_VERDICT.colour


def became(choice: TableChoice) -> list[Became]:
    """What became of the tips: at plain tables of all sizes together, or at one size of strong table, where rules were
    laid over the champion.
    """
    if choice.against == Against.PLAIN:
        known = [(f"{says}{proved}", says.colour) for says in Verdict for proved in ("", PROVED)]
        marks = [verdict_words(tip) for tip in shipped()]
    else:
        n = choice.players
        known = [*((says, like.colour) for says, like in MARKS.values()), NOT_TRIED]
        tried = [strong_mark(tip, n) if is_tried_on_champion(tip, n) else None for tip in shipped()]
        marks = [mark or (NOT_TRIED[0], "", NOT_TRIED[1]) for mark in tried]
    counts = Counter((word, colour) for word, _, colour in marks)
    return [Became(counts[mark], *mark) for mark in dict.fromkeys(known) if counts[mark]]


def answers() -> Section:
    """The section."""
    facts = {
        "became": varied(became),
        "rows": habit_rows(),
        "titles": {name: games.find(name).title for name in games.listed()},
        "ticks": ticks(),
        "chances": game_chances(),
        "tables": varied(name_of),
    }
    return Section("answers", "Answers", [Html(Markup(render("page/answers.html", **facts)))])
