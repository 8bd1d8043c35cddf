"""The two numbers of a tip by how many play, as every list has them: what a habit is worth at plain tables, and what it
is worth to strong players.
"""

from collections.abc import Callable, Collection
from functools import partial

from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import (
    AS_A_RULE,
    SIZES,
    Against,
    HabitWorth,
    TableChoice,
    as_habit,
    at_table,
    has_trials,
    of_habit,
    turned,
    usually,
)
from knotlab.analysis.claims.model.meaning import PLAYER
from knotlab.analysis.stats.verdicts import Direction
from knotlab.reports.words.at_table import SAME_PLAINLY, labels_told, lead_of, plainly
from knotlab.reports.words.directions import SAME, counted, in_hundred
from knotlab.reports.words.directions import amount as to_a_tenth
from knotlab.sim import games

Known = Callable[[TableChoice], HabitWorth | None]

HEADS = ("plain tables", "strong players")
NOT_TRIED, UNSURE, ALWAYS_SIGN = "\N{EN DASH}", "?", "*"
LEGEND_UNITS = ("loss_rate", "mean_score")
LEGEND = (
    "Games lost in 100 (in Twyst points a deal) by whoever follows it, with 2/3/4 players; strong players: by a "
    f"champion, at times or always ({ALWAYS_SIGN}), or else by a plain player, among champions; {NOT_TRIED} not tried, "
    f"{UNSURE} not shown"
)


def known_of_tip(tip: TipResult, label: str) -> Known:
    """What is known at a table of one of a tip's habits; at strong ones by the first rule laid over the champion, which
    is about the first habit, or else of a plain player among champions.
    """

    def known(choice: TableChoice) -> HabitWorth | None:
        if choice.against == Against.STRONG and has_trials(tip, choice.against):
            if label != next(iter(tip.words.rows)):
                return None
            if tip.words.is_usual:
                return usually(tip, choice)
            return as_habit(at_table(tip, choice)[0], of_habit(tip.game, tip.cells_of(label), choice))
        worth = of_habit(tip.game, tip.cells_of(label), choice)
        return worth if choice.against == Against.PLAIN or worth.field == "strong" else None

    return known


def known_of_rule(tip: TipResult, label: str) -> Known:
    """What is known of a rule laid over the champion at a strong table, and of the same at a plain one."""

    def known(choice: TableChoice) -> HabitWorth | None:
        if choice.against == Against.PLAIN:
            return plainly(label, choice)
        if label == AS_A_RULE:
            return usually(tip, choice)
        is_tried = has_trials(tip, choice.against)
        return next(each for each in at_table(tip, choice) if each.label == label) if is_tried else None

    return known


def two_numbers(tip: TipResult) -> list[str]:
    """What following a tip is worth at plain tables and to strong players, by players; empty of what nobody can do."""
    if not (tip.words.is_advice and tip.words.rows):
        return ["", ""]
    return [_by_players(tip, against) for against in Against]


def _by_players(tip: TipResult, against: Against) -> str:
    """What following a tip is worth at plain or strong tables, as 2½/5/4 fewer; empty if it was not tried there. Plain
    players are told of the habit of which strong ones are.
    """
    if has_trials(tip, against):
        known = _known_of_rules(tip)
    else:
        of, label = SAME_PLAINLY.get(_rule_told(tip), ("", ""))
        known = known_of_tip(tip, label if of == tip.id else lead_of(tip, against))
    least, most = games.find(tip.game).players
    found = [known(TableChoice(n, against)) for n in SIZES if least <= n <= most]
    here = [worth if worth and worth.is_here else None for worth in found]
    if not any(here):
        return ""
    numbers, ways = zip(*map(_number, here), strict=True)
    said = {way for way in ways if way}
    if len(said) < 2:
        is_always = said and any(worth.is_rule and worth.is_always for worth in here if worth)
        return f"{'/'.join(numbers)} {''.join(said)}".strip() + (ALWAYS_SIGN if is_always else "")
    return "/".join(f"{number} {way}".strip() for number, way in zip(numbers, ways, strict=True))


def _known_of_rules(tip: TipResult) -> Known:
    """What is known at a strong table of following a tip; of one about what is usually better, from both of its
    rules.
    """
    if tip.words.is_usual:
        return partial(usually, tip)
    rule, cells = known_of_rule(tip, _rule_told(tip)), tip.cells_of(next(iter(tip.words.rows)))

    def known(choice: TableChoice) -> HabitWorth | None:
        worth = rule(choice)
        return worth and as_habit(worth, of_habit(tip.game, cells, choice))

    return known


def _rule_told(tip: TipResult) -> str:
    """The first rule laid over the champion, or else the first of those in the tip's box that shows anything at some
    size of table; empty if none was tried.
    """
    if not has_trials(tip, Against.STRONG):
        return ""
    rules = (next(iter(tip.words.strong)), *labels_told(tip, Against.STRONG))
    at_sizes = [TableChoice(players, Against.STRONG) for players in SIZES]
    by_rule = {label: [*map(known_of_rule(tip, label), at_sizes)] for label in rules}
    return next(
        (label for label, found in by_rule.items() if any(worth and worth.matters for worth in found)), rules[0]
    )


def unit_of(tip: TipResult, known: Collection[str] = ("loss_rate",)) -> str:
    """What a tip's numbers count, in brackets, if other than what one loses or scores oneself in a known unit."""
    meaning = next(cell.meaning for cell in tip.cells_of(next(iter(tip.words.rows))))
    if meaning.unit not in known:
        return f" ({counted(meaning)})"
    return "" if meaning.side == PLAYER else f" (lost by {meaning.side})"


def _number(worth: HabitWorth | None) -> tuple[str, str]:
    """A number and its direction, for whoever follows the tip."""
    if worth is None:
        return NOT_TRIED, ""
    if worth.direction == Direction.OPEN or worth.is_lost:
        return UNSURE, ""
    follows = turned(worth) if worth.advice < 0 else worth
    in_words = in_hundred if worth.meaning.unit == "loss_rate" else to_a_tenth
    said = in_words(follows.meaning, follows.size.value)
    if follows.direction == Direction.NOTHING or said == SAME:
        return "0", ""
    number, _, way = said.partition(" ")
    return number, way
