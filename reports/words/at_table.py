"""A habit at the table that a reader chose, in words: what to do, what it is worth, and where that was found.

Every word for a direction is chosen from the number at that table; where nothing was played there, the words say of
which table they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.at_table import (
    AS_A_RULE,
    CHAMPION,
    SIZES,
    STRONG,
    USUAL,
    Against,
    HabitWorth,
    TableChoice,
    as_habit,
    at_table,
    has_trials,
    of_habit,
    points_against,
    usually,
)
from knotlab.analysis.claims.judgement.tips import for_the_strong
from knotlab.analysis.claims.model.meaning import PLAYER
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.verdicts import Direction, ForTheStrong, Verdict
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.directions import NUMERALS, SAME, counted, in_hundred, with_interval
from knotlab.reports.words.strong_players import rules_by_lot

# What one does who does what a rule forbids the champion, or obliges it to, where the rule's own words say it of
# somebody else, or beside another rule.
RULES = {
    "forbid=keeps_off_pile_by_choice": "lay aces, twos or jokers against a player with at most two cards",
    "forbid=keeps_for_last_turn": "keep tens, aces and nines near the end",
    "forbid=keeps_queens": "keep a queen that you could lay",
    "forbid=keeps_tens_and_kings": "keep tens, kings and aces that you could lay",
    "forbid=keeps_tens_and_nines": "keep tens, threes and nines that you could lay",
    "forbid=lays_last_five": "lay your only remaining five while you have four or more cards",
    "forbid=lets_top_up_by_choice": "lay a joker or several twos against a player with one card",
    "forbid=passes": "pass where you could play",
    "forbid=picks_up_few": "pick up one or two cards where you could lay",
    "forbid=picks_up_many": "pick up six cards or more where you could lay",
    "forbid=picks_up_some": "pick up three to five cards where you could lay",
    "forbid=picks_up_unwanted": "pick up a stack without a card worth having where you could lay",
    "forbid=picks_up_wanted": "pick up a card worth having (3, 8, 9, 10, ace or joker) where you could lay",
    "forbid=presses_by_choice": "lay twos or jokers against a player who is nearly out of cards",
    "forbid=splits_before_few": "lay several cards at once before a player with at most three",
    "forbid=splits_before_six": "lay several cards at once before a player with at most six",
    "oblige=lays_jacks_together": "lay all jacks you can together",
    "forbid=lays_jacks_by_counting": "lay more jacks than the other can have fives on ten cards or more",
    "oblige=lays_jacks_by_counting": "lay more jacks than the other can have fives on ten cards or more",
    "oblige=lays_last_five": "lay your only remaining five while you have four or more cards",
    "oblige=lets_top_up": "lay a joker or several twos against a player with one card",
    "oblige=picks_up_for_aces_and_nines": "pick up every small stack with aces or nines",
    "oblige=keeps_off_pile": "lay aces, twos or jokers against a player with at most two cards",
    "oblige=presses": "lay twos or jokers against a player who is nearly out of cards",
    "oblige=saves_aces": "lay other cards before aces",
    "oblige=saves_nines": "lay other cards before nines",
    "oblige=saves_for_last_turn": "lay other cards before tens, aces and nines near the end",
    "oblige=saves_queens": "lay other cards before queens, except on a two",
    "oblige=saves_tens_and_kings": "lay other cards before tens, kings and aces",
    "oblige=saves_tens_and_nines": "lay other cards before tens, threes and nines",
    "oblige=splits_before_few": "lay several cards at once before a player with at most three",
    "oblige=splits_before_six": "lay several cards at once before a player with at most six",
    "oblige=stops": "stop as soon as you may",
    "oblige=stops_after_three": "stop once a play has cost three",
}
# By a rule laid over the champion, a tip and its experiment in which plain players do the same.
SAME_PLAINLY = {
    "champion:forbid=picks_up_many": ("TK-C25", "pick up a stack of 6 or more"),
    "champion:forbid=picks_up_some": ("TK-C25", "pick up a stack of 3 to 5"),
    "champion:forbid=picks_up_unwanted": ("TK-C25", "pick up a stack without one"),
    "champion:forbid=picks_up_wanted": ("TK-C25", "pick up a stack with a card worth having"),
}
# What is longer than a line of the first screen, shorter; what is meant stands on the card that the line leads to.
SHORT = {
    "always lay other cards before tens, aces and nines near the end": "always lay others before 10s, aces, 9s late",
    "always lay other cards before tens, kings and aces": "always lay others before tens, kings, aces",
    "always lay other cards before tens, threes and nines": "always lay others before tens, threes, nines",
    "always lay several cards at once before a player with at most three": "always lay groups at small hands",
    "collect tens, a three and nines in hands of four cards or more": "collect tens, three, nines in small hands",
    "collect aces to finish with, three tens and two kings": "collect aces, tens, kings",
    "collect tens, a three and nines in hands of eight cards or more": "collect tens, three, nines",
    "hoard aces and lay them together": "hoard aces",
    "hoard nines and lay them together while two other cards are left": "hoard nines, never last",
    "keep laying once a play has cost three": "keep laying past cost 3",
    "lay aces at a player without a hand": "lay aces at the empty-handed",
    "lay more jacks than the other can have fives on ten cards or more": "lay more jacks than the other's fives",
    "lay no groups when the next player has at most six cards": "lay no groups at small hands",
    "stop while more could be laid": "stop while you could lay",
    "pay little rather than lay all you can": "pay little, lay less",
    "weigh what you open for the next player as well": "weigh what you open",
    "pick up a card worth having (3, 8, 9, 10, ace or joker) where you could lay": (
        "pick up stacks with 3, 8, 9, 10, ace, joker"
    ),
}
DONT = "Don\N{RIGHT SINGLE QUOTATION MARK}t"
AT_TIMES, ALWAYS, ONCE = "at times", "always", "in one choice"
FIELDS = {
    "mixed": "at plain tables",
    "simple": "at simple tables",
    "strong": "a plain player among champions",
    CHAMPION: "among champions",
}
TABLES_AGAINST = {Against.PLAIN: "plain tables", Against.STRONG: "strong tables"}
COLOURS, GREY = {Direction.HELPS: "helps", Direction.HURTS: "hurts"}, "soft"


def name_of(choice: TableChoice) -> str:
    """A choice as a table.

    >>> name_of(TableChoice(3, Against.PLAIN))
    'three players, plain tables'
    """
    return f"{NUMERALS[choice.players]} players, {TABLES_AGAINST[choice.against]}"


def phrase(tip: TipResult, worth: HabitWorth) -> str:
    """What one does, as an imperative."""
    if worth.label == AS_A_RULE:
        return f"{uncapital(tip.words.title)}, {AS_A_RULE}"
    if worth.label in tip.words.rows:
        return tip.words.rows[worth.label]
    return RULES.get(worth.label.partition(":")[2]) or tip.words.strong[worth.label].partition(" to ")[2]


def amount(worth: HabitWorth) -> str:
    """How many games in 100 are lost fewer or more, or what else is counted; nothing where it is too small to tell."""
    if worth.meaning.unit != "loss_rate":
        return f"{with_interval(worth.meaning, *worth.size)} {counted(worth.meaning)}"
    return SAME if worth.direction == Direction.NOTHING else in_hundred(worth.meaning, worth.size.value)


def colour(worth: HabitWorth) -> str:
    """The class of a number's colour, grey unless it matters."""
    return COLOURS[worth.direction] if worth.matters else GREY


def where(worth: HabitWorth, choice: TableChoice) -> str:
    """At which table a number was found, where that is not the chosen one; empty if it is. What a plain player gains
    among champions is always called that.
    """
    players = f"{worth.players} players" if worth.players != choice.players else ""
    field = "" if worth.is_here and worth.field != "strong" else FIELDS[worth.field]
    if players and (worth.field, choice.against) in (("mixed", Against.PLAIN), (CHAMPION, Against.STRONG)):
        field = ""
    return ", ".join(filter(None, (players, field)))


def other_than(against: Against) -> Against:
    """Plain tables instead of strong ones, and the other way round."""
    return Against.STRONG if against == Against.PLAIN else Against.PLAIN


def known_beside(tip: TipResult, worth: HabitWorth, choice: TableChoice) -> HabitWorth | None:
    """What is known of what is told of a tip, with the others at the table, where that points the other way: of the
    tip's first habit, the first rule laid over the champion or else one that always binds it; and the other way round,
    or of plain players who do the same as the rule forbids.
    """
    other = choice._replace(against=other_than(choice.against))
    known = at_table(tip, other)
    if not has_trials(tip, Against.STRONG):
        known = [each for each in known if each.label == worth.label]
    elif other.against == Against.STRONG:
        is_first = worth.label == next(iter(tip.words.rows))
        known = [each for i, each in enumerate(known) if is_first and (i == 0 or each.is_always)]
    else:
        is_first = worth.is_always or worth.label == next(iter(tip.words.strong))
        known = [each for each in known if is_first and each.label == next(iter(tip.words.rows))]
        same = plainly(worth.label, other)
        known += [same._replace(advice=worth.advice)] if same else []
    field = {Against.PLAIN: "mixed", Against.STRONG: CHAMPION}[other.against]
    turned = (each for each in known if each.field == field and points_against(as_habit(each, worth), worth))
    return next(turned, None)


def plainly(label: str, choice: TableChoice) -> HabitWorth | None:
    """What is known of plain players who do what a rule forbids the champion, as told of the rule; nothing where that
    is a tip's first habit, or was not tried.
    """
    if label not in SAME_PLAINLY:
        return None
    name, experiment = SAME_PLAINLY[label]
    tip = next(each for each in shipped() if each.id == name)
    return of_habit(tip.game, tip.cells_of(experiment), choice)._replace(label=label)


def elsewhere(tip: TipResult, worth: HabitWorth, choice: TableChoice) -> str:
    """What is known with others at the table of what is told of a tip, in words, where that points the other way."""
    found = known_beside(tip, worth, choice)
    if found is None:
        return ""
    does = "" if phrase(tip, found) == phrase(tip, worth) else f"{phrase(tip, found)}, "
    players = "" if found.players == choice.players else f" of {NUMERALS[found.players]}"
    return f"{does}{how(found)}, {FIELDS[found.field]}{players}: {told(found)}"


def not_every_time(tip: TipResult, worth: HabitWorth, choice: TableChoice) -> str:
    """What doing the same always comes to, if it helps a champion at times and hurts it always, or the other way round;
    empty of what does not turn.
    """
    for each in at_table(tip, choice) if worth.is_rule else ():
        if phrase(tip, each) == phrase(tip, worth) and points_against(each, worth):
            return f"{how(each)}: {told(each)}"
    return ""


def how(worth: HabitWorth) -> str:
    """Whether it is always done, at the right moment, as a rule, or in one choice."""
    if worth.is_once or worth.label == AS_A_RULE:
        return ONCE if worth.is_once else AS_A_RULE
    return AT_TIMES if worth.is_rule and not worth.is_always else ALWAYS


def told(worth: HabitWorth) -> str:
    """A number, and whether it shows anything."""
    return amount(worth) + (" (not proved)" if worth.direction == Direction.OPEN else "")


def at_each_rate(tip: TipResult, choice: TableChoice) -> str:
    """How many games of 100 are lost more or fewer by whoever does what a tip is about, always or at times."""
    lead = lead_at(tip, choice)
    same = [each for each in at_table(tip, choice) if phrase(tip, each) == phrase(tip, lead)]
    numbers = [f"{how(each)}, {told(each)}{f' ({at})' if (at := where(each, choice)) else ''}" for each in same]
    return f"lost of 100 by whoever does so: {'; '.join(numbers)}."


def lead_of(tip: TipResult, against: Against) -> str:
    """The label of what a tip is about at plain or strong tables: what its headline, and so its verdict, is about; of
    rules laid over the champion, the one that helps most.
    """
    found = at_table(tip, TableChoice(USUAL.players, against))
    helps = leads(found)[0] if has_trials(tip, against) else None
    return (helps or found[0]).label


def lead_at(tip: TipResult, choice: TableChoice) -> HabitWorth:
    """What is known at a table of what a tip is about at this kind of table."""
    label = lead_of(tip, choice.against)
    return next(each for each in at_table(tip, choice) if each.label == label)


def title(tip: TipResult, choice: TableChoice) -> str:
    """A tip as advice for a table; of what nobody can do, or nobody judged there, its title."""
    found = at_table(tip, choice)
    if found and has_trials(tip, choice.against):
        return _title_of_rules(tip, found, choice)
    if not is_drawn(tip) or not found:
        return tip.words.title
    lead = lead_at(tip, choice)
    if lead.direction == Direction.OPEN or lead.field == STRONG:
        return f"{capital(phrase(tip, lead))}: open"
    if not lead.matters and lead.meaning.side == PLAYER:
        return f"{capital(phrase(tip, lead))}: hardly any difference"
    return f"{DONT} {phrase(tip, lead)}" if lead.direction == Direction.HURTS else capital(phrase(tip, lead))


def is_warned_of(tip: TipResult) -> bool:
    """Whether the habit that a tip is about hurts at the usual table."""
    is_habit = tip.words.kind == "habit" and bool(at_table(tip, USUAL))
    return is_habit and lead_at(tip, USUAL).direction == Direction.HURTS


def _title_of_rules(tip: TipResult, found: Sequence[HabitWorth], choice: TableChoice) -> str:
    """What the rules laid over the champion together say to do at a table."""
    answer = for_the_strong(tip, choice.players)
    if tip.words.is_usual:
        return tip.words.title + ("" if answer == ForTheStrong.YES else ": open")
    helps, hurts = leads(each for each in found if each.matters)
    if helps:
        limit = "" if helps.is_always or not hurts else f", but not {ALWAYS}"
        return f"{capital(phrase(tip, helps))}{limit}"
    if hurts:
        return f"{DONT} {'always ' if hurts.is_always else ''}{phrase(tip, hurts)}"
    if answer == ForTheStrong.YES:
        return tip.words.title
    known = "hardly any difference" if answer == ForTheStrong.NO_GAIN else "open"
    return f"{capital(phrase(tip, lead_at(tip, choice)))}: {known}"


def leads(found: Iterable[HabitWorth]) -> tuple[HabitWorth | None, HabitWorth | None]:
    """What helps most, and what hurts most; nothing where nothing does."""
    known = sorted(found, key=lambda worth: worth.size.value)
    helps = [worth for worth in known if worth.direction == Direction.HELPS]
    hurts = [worth for worth in known if worth.direction == Direction.HURTS]
    return helps[-1] if helps else None, hurts[0] if hurts else None


class SizeNumber(NamedTuple):
    """A number of a card's line: for how many players, the words, the class of their colour; whether it was tried."""

    players: int
    words: str
    colour: str
    is_tried: bool


class NumberLine(NamedTuple):
    """A card's line of numbers at one kind of table: its experiment, what one does, where that was tried, a number for
    each size; and why these show nothing though they are large, if that is so.
    """

    label: str
    does: str
    where: str
    numbers: list[SizeNumber]
    unsure: str


def labels_told(tip: TipResult, against: Against) -> list[str]:
    """The experiments of a tip whose numbers are told at plain or strong tables: of what its headline is about, or of
    the rules that help and hurt most, of whatever else the first screen names for some size of table, and of a wrong
    tip all, as it is wrong in every amount.
    """
    at_sizes = [own_losses(tip, TableChoice(players, against)) for players in SIZES]
    named = [worth.label for known in at_sizes for part in best_and_worst(tip, known, against) for worth in part]
    amounts = tip.words.rows if is_wrong_in_all(tip, against) else ()
    return list(dict.fromkeys([lead_of(tip, against), *named, *amounts]))


def is_wrong_in_all(tip: TipResult, against: Against) -> bool:
    """Whether a tip is called wrong for what all its amounts come to at such tables."""
    return tip.verdict == Verdict.WRONG and not has_trials(tip, against)


def number_lines(tip: TipResult, against: Against) -> Iterator[NumberLine]:
    """What a tip's habits are worth at every size of plain or strong table."""
    if tip.words.is_usual and has_trials(tip, against):
        yield _line_of_usual(tip)
        return
    by_size = [at_table(tip, TableChoice(players, against)) for players in SIZES]
    for label in labels_told(tip, against) if by_size[0] else ():
        same = [next(each for each in found if each.label == label) for found in by_size]
        numbers = [_number(players, worth) for players, worth in zip(SIZES, same, strict=True)]
        does = named(tip, same[0])
        if same[0].is_rule and not same[0].is_always:
            does += f", {AT_TIMES}"
        is_usual = same[0].field == {Against.PLAIN: "mixed", Against.STRONG: CHAMPION}[against]
        is_unsure = any(each.is_rule and each.size.is_certain and each.direction == Direction.OPEN for each in same)
        unsure = f"Grey, because {rules_by_lot(tip, label)}." if is_unsure else ""
        yield NumberLine(label, does, "" if is_usual else FIELDS.get(same[0].field, same[0].field), numbers, unsure)


def _line_of_usual(tip: TipResult) -> NumberLine:
    """What following a tip is worth to the champion, compared with doing the opposite."""
    found = [usually(tip, TableChoice(players, Against.STRONG)) for players in SIZES]
    rules = {tip.cells_of(label)[0].advice: words for label, words in tip.words.strong.items()}
    numbers = [_number(players, worth) for players, worth in zip(SIZES, found, strict=True)]
    compared = f"{rules[-1]}, compared with one {rules[1]}"
    unsure = "Grey: perhaps chance." if any(worth.direction == Direction.OPEN for worth in found) else ""
    return NumberLine(AS_A_RULE, capital(phrase(tip, found[0])), compared, numbers, unsure)


def tried_instead(tip: TipResult, choice: TableChoice) -> str:
    """What was tried of a tip at a table where one of its habits was not, in few words; empty if nothing was."""
    for line in number_lines(tip, choice.against):
        number = line.numbers[SIZES.index(choice.players)]
        if number.is_tried and line.where in ("", FIELDS["strong"]):
            does = uncapital(line.does).removesuffix(f", {AT_TIMES}")
            return f"but: {SHORT.get(does, does)}, {number.words}"
    return ""


def _number(players: int, worth: HabitWorth) -> SizeNumber:
    if worth.players != players:
        return SizeNumber(players, "not tried", "", False)
    return SizeNumber(players, amount(worth), colour(worth), True)


def is_drawn(tip: TipResult, against: Against = Against.PLAIN) -> bool:
    """Whether a tip's habits are drawn among all: choices that a player has, and that were judged at such tables."""
    is_judged = tip.verdict != Verdict.NO_VERDICT or has_trials(tip, against)
    return tip.words.kind == "habit" and not tip.words.apart and is_judged


def own_losses(tip: TipResult, choice: TableChoice) -> list[HabitWorth]:
    """What is known of a tip's habits in games that one loses oneself; nothing where it is not drawn."""
    found = at_table(tip, choice) if is_drawn(tip, choice.against) else []
    return [each for each in found if each.meaning.unit == "loss_rate" and each.meaning.side == PLAYER]


def best_and_worst(
    tip: TipResult, known: Sequence[HabitWorth], against: Against
) -> tuple[list[HabitWorth], list[HabitWorth]]:
    """What helps most and what hurts most of some habits, but first of all what their tip is about; of a tip of two
    halves, whatever helps and hurts.
    """
    matter = [each for each in known if each.matters]
    if tip.words.halves:
        helping, hurting = ([each for each in matter if each.direction == way] for way in COLOURS)
        return helping, hurting
    first = next((each for each in matter if each.label == lead_of(tip, against)), None)
    helps, hurts = leads(matter)
    best, worst = (first, hurts) if first and first.direction == Direction.HELPS else (helps, first or hurts)
    return [best] if best else [], [worst] if worst else []


def named(tip: TipResult, worth: HabitWorth) -> str:
    """What one does, as a name."""
    does = capital(phrase(tip, worth))
    return always(does) if worth.is_always else does


def always(does: str) -> str:
    return f"Always {uncapital(does)}"
