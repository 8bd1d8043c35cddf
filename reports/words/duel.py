"""A duel's verdict in words and tables."""

import math
import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path

from rich.table import Table

from knotlab.analysis.claims.judgement.at_table import LOST_ANYWAY
from knotlab.analysis.duels.partings import FEW, HELPED, TRACED_DEALS
from knotlab.analysis.duels.plan import PlannedDuel
from knotlab.analysis.duels.question import Question
from knotlab.analysis.duels.result import DuelResult, ShownDuel
from knotlab.analysis.result import changed_settings, conditions_of
from knotlab.analysis.stats.sequence import VERDICTS
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Look
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.measures import duration, moves_table
from knotlab.reports.words.numbers import (
    NAMED,
    amount,
    effect,
    in_units,
    several,
    signed_interval,
    size,
    spell,
    took,
    unit,
)
from knotlab.reports.words.telling import tell, without_reasons
from knotlab.strategies.spelling import short_name

PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
RULE = r":(oblige|forbid)="  # before a rule
LAID = re.compile(r"[:,](oblige|forbid)=([^,+]+)")
FILES = r"[^ ]*:"  # before the functions in them


def look(seen: Look, margin: float, metric: str) -> str:
    """One look, while a duel runs."""
    return f"{signed_interval(metric, seen.mean, seen.low, seen.high)}, margin {amount(metric, margin)}"


def so_far(question: Question, seen: Look, margin: float) -> str:
    """What was known when a duel was interrupted."""
    metric = question.metric.name
    a, b = (short_name(question.base.game, player.name) for player in (question.a, question.b))
    gain = _gain(metric, (seen.mean, seen.low, seen.high), (a, b), conditions_of(question.base).played)
    return (
        f"Interrupted after {seen.deals:,} deals, no verdict yet: {gain} over {b if seen.mean >= 0 else a} "
        f"(margin {amount(metric, margin)}); the interval is valid whenever you stop."
    )


def _gain(metric: str, difference: tuple[float, float, float], names: tuple[str, str], played: str) -> str:
    """A difference in A's favour with the ends of its interval, told of whom it favours."""
    value, low, high = difference
    ends, name = ((value, low, high), names[0]) if value >= 0 else ((-value, -high, -low), names[1])
    return f"a difference of {effect(metric, *ends, signed=True, played=played)} in favour of {name}"


def all_of(result: DuelResult) -> Iterator[str | TextTable]:
    """A sentence, a table and the facts."""
    if isinstance(result, PlannedDuel):
        yield from plan_lines(result)
        return
    yield sentence(result)
    yield duel_table(result)
    yield from duel_facts(result)


def warned(result: DuelResult) -> Iterator[str]:
    """What is strange about the rules laid over the players of a duel that was just played."""
    from knotlab.analysis.checking.rules import warnings_of_law

    laid = dict.fromkeys(found.groups() for who in result.typed if (found := LAID.search(who)))
    for how, rule in laid:
        yield from (f"warning: {each}" for each in warnings_of_law(result.question["game"], how, rule))


def table_words(result: DuelResult) -> str:
    """Where a duel was played."""
    question = result.question
    others = {
        "field": against(question["game"], question["field"] or ()),
        "invader": "alone among players of the other strategy",
        "resident": "as the table that the other strategy joins",
        "points": "alone at a table of the other strategy",
        "partners": "the two alternating around the table",
    }[question["design"]]
    settings = changed_settings(question["game"], question["players"], question["rules"])
    matches = filter(None, [result.conditions.matches])
    return f"at a table of {question['players']} ({'; '.join([others, *settings, *matches])})"


def against(game: str, field: str | Sequence[str]) -> str:
    """Who the other players are: a named field, or the strategies of some."""
    if isinstance(field, str):
        return f"against the field {field}"
    return f"against {', '.join(short_name(game, name) for name in field)}"


def sentence(result: DuelResult) -> str:
    """The verdict in one sentence."""
    metric, where = result.question["metric"], table_words(result)
    effect_of = partial(effect, metric, played=result.conditions.played)
    a, b = names_of(result)
    verdict = result.verdict.capitalize()
    if result.verdict == Verdict.RARE:
        share = f"{100 * result.pilot.in_play:.2f}%"
        return f"{verdict}: {a} and {b} play differently in only {share} of the deals {where}, too few to compare them."
    margin = amount(metric, result.margin)
    gain = _gain(metric, (result.effect, result.low, result.high), (a, b), result.conditions.played)
    if result.verdict == Verdict.NO_DIFFERENCE:
        sign = result.certain_sign
        better = f"; {a if sign > 0 else b} is better, but by less" if sign else ""
        within = f"within the margin of {PLUS_MINUS}{margin}"
        return f"{verdict}: {a} and {b} do equally well {where}: {gain}, {within}{better}."
    if result.verdict == Verdict.OPEN:
        more = f"; about {result.deals_to_decide:,} deals would settle it" if result.deals_to_decide else ""
        return f"{verdict}: {a} or {b} {where}, after {result.n_deals:,} deals: {gain}{more}."
    ends = (result.effect, result.low, result.high)
    by = effect_of(*(ends if result.verdict == Verdict.HOLDS else (-ends[0], -ends[2], -ends[1])))
    comparison = "better" if result.verdict == Verdict.HOLDS else "worse"
    matters = (
        f"but whether by more than the margin of {margin} is open"
        if result.is_size_open
        else f"more than the margin of {margin}"
    )
    return f"{verdict}: {a} is {comparison} than {b} {where}, by {by}, {matters}."


def names_of(result: DuelResult) -> tuple[str, str]:
    """What A and B are called."""
    question = result.question
    return short_name(question["game"], question["a"]["name"]), short_name(question["game"], question["b"]["name"])


def name_in_words(name: str) -> str:
    """A player's name with a rule laid over it in words, without the rule's file.

    >>> name_in_words("shed:oblige=early.py:picks_up when stack_is_small"), name_in_words("shed:tremble=0")
    ('shed, obliged (picks up when stack is small)', 'shed:tremble=0')
    """
    player, laid, rule = re.split(RULE, name, maxsplit=1) if re.search(RULE, name) else (name, "", "")
    does = {"oblige": "obliged", "forbid": "forbidden"}
    return f"{player}, {does[laid]} ({re.sub(FILES, '', rule).replace('_', ' ')})" if laid else name


def duel_table(result: DuelResult) -> TextTable:
    """What A and B got, and the difference with its interval, by each metric."""
    a, b = names_of(result)
    confidence = f"{100 * (1 - result.watch.alpha):g}% interval"
    heads = ["metric", a, b, f"in favour of {a} [{confidence}]", *(["at worst"] if result.unfinished_games else [])]
    rows = []
    for row in result.to_pandas().to_dict("records"):
        name = row["metric"]
        worst = [f"{amount(name, row['least'], True)} .. {amount(name, row['greatest'], True)}"]
        rows.append(
            [
                metric_title(name) + (" (decides)" if row["decides"] else ""),
                spell(name, row["a"]),
                spell(name, row["b"]),
                signed_interval(name, row["effect"], row["low"], row["high"]),
                *(worst if result.unfinished_games else ()),
            ]
        )
    return TextTable(f"{result.conditions.title}, design {result.question['design']}", heads, rows)


def metric_title(metric: str) -> str:
    """A metric with the unit of its differences."""
    return f"{NAMED[metric]}; difference {unit(metric)}" if metric == "mean_place" else NAMED[metric]


def duel_facts(result: DuelResult) -> Iterator[str]:
    """The run in a few lines."""
    pilot, question = result.pilot, result.question
    rotation = "one seating per deal, in turn" if pilot.single else "each deal in every seating"
    unfinished = "" if math.isnan(result.unfinished) else f"; {100 * result.unfinished:.3f}% unfinished"
    played = f"{several(result.games, result.conditions.played)} on {several(result.n_deals, 'deals')} ({rotation})"
    yield f"{played}; {result.planned:,} planned, at most {result.cap:,}{took(result.seconds)}{unfinished}"
    if _ended_early(result):
        yield "it ended as soon as that was certain, so the interval is wide; --precision or --games makes it narrower"
    differing = f"{100 * pilot.in_play:.1f}% of the deals"
    if not math.isnan(pilot.in_choices):
        differing += f" and {100 * pilot.in_choices:.1f}% of the decisions"
    yield f"the two play differently in {differing} (pilot of {pilot.deals:,} deals, up to their first difference)"
    yield from parting_lines(result)
    rows = [row for row in result.to_pandas().to_dict("records") if row["metric"] == "loss_rate"]
    if any(min(row["a"], row["b"]) > LOST_ANYWAY for row in rows):
        yield f"both lose more than {100 * LOST_ANYWAY:.0f} games of 100, so this says little about what parts them"
    if not math.isnan(pilot.vrf_error):
        yield (
            f"playing the same deals is worth {pilot.vrf:.2f} times as many {result.conditions.played} (standard error "
            f"{pilot.vrf_error:.2f})"
        )
    family = f" for {question['family']} claims together" if question["family"] > 1 else ""
    margin, level = size(question["metric"], result.margin), f"{100 * question['level']:g}%{family}"
    yield f"margin {margin}, level {level}, seed {question['seed']}"


def _ended_early(result: DuelResult) -> bool:
    """Whether the last look was the first at which the verdict was certain, before the deals that were planned."""
    certain = [VERDICTS[look.verdict] in (Verdict.HOLDS, Verdict.WRONG) for look in result.path[-2:]]
    return certain == [False, True] and result.n_deals < result.planned


def plan_lines(result: PlannedDuel) -> Iterator[str | TextTable]:
    """What it will take to settle a duel, a line for each true difference."""
    if result.verdict == Verdict.RARE:
        yield sentence(result)
        return
    (a, b), metric, pilot = names_of(result), result.question["metric"], result.pilot
    yield f"What it takes to settle whether {a} is better than {b} {table_words(result)}:"
    rows = [
        [
            "any" if math.isnan(row["difference"]) else size(metric, row["difference"]),
            f"{row['deals']:,}" if row["settled"] else f"open after {row['deals']:,}",
            f"{row['games']:,}",
            duration(row["seconds"]),
        ]
        for row in result.to_pandas().to_dict("records")
    ]
    yield TextTable(result.conditions.title, ["true difference", "deals", result.conditions.played, "takes"], rows)
    aim = f"within {PLUS_MINUS}{size(metric, result.precision)}" if result.precision else "until the verdict"
    margin, level = size(metric, result.margin), f"{100 * result.question['level']:g}%"
    yield f"{aim}; margin {margin}, level {level}, at most {result.cap:,} deals; nothing has been decided yet"
    yield (
        f"from a pilot of {pilot.deals:,} deals, in {100 * pilot.in_play:.1f}% of which the two play differently, and "
        "from what deals take on this machine just now"
    )


SHOWN_KINDS, SHOWN_EXAMPLES = 4, 2


def parting_lines(result: DuelResult) -> Iterator[str]:
    """At what decisions the two first part, and two of them."""
    found = result.pilot.partings
    if not found:
        return
    a, b = names_of(result)
    kinds = [f"{100 * each.share:.0f}% {each.kind}" for each in found[:SHOWN_KINDS]]
    rest = sum(each.share for each in found[SHOWN_KINDS:])
    kinds += [f"{100 * rest:.0f}% other"] if rest else []
    games = several(sum(each.games for each in found), "games")
    told = f"of {TRACED_DEALS} of that pilot, or of more if they part in fewer than {FEW}"
    yield f"where they first part, in {games} {told}, {a}'s move named first: {'; '.join(kinds)}"
    firsts = [each.examples[0] for each in found] + [example for each in found for example in each.examples[1:]]
    for each in firsts[:SHOWN_EXAMPLES]:
        yield f"  pilot's game {each.index}, decision {each.decision}: '{each.a}' by {a}, '{each.b}' by {b}"


def parting(result: ShownDuel) -> str:
    """Where the two part in a game that is shown, and what that was worth."""
    game = result.game
    assert game
    (a, b), moment, metric = map(name_in_words, names_of(result)), game.moment, game.worth.metric
    better = "better" if result.shown == HELPED else "worse"
    comparison = "better" if game.gain > 0 else "worse"
    found = f"the game is the clearest of the first {game.tried} such"
    if not game.is_clear:
        found = f"that is not certain, in this game or in any other of the first {game.tried} such"
    return (
        f"Game {moment.index} came out {better} for {a} than for {b}. They first part at decision {moment.decision}, "
        f"where {a} plays '{moment.a}' and {b} '{moment.b}'. Played on from there many times, the first is "
        f"{comparison} by {amount(metric, abs(game.gain))} {in_units(metric)}; {found}."
    )


def shown_game(result: ShownDuel, page: Path | None) -> Iterator[str | TextTable | Table]:
    """A game that helped, or backfired: the decision, what it was worth, and both ways in which it goes on, unless a
    page shows them.
    """
    game = result.game
    assert game
    yield f"\n{parting(result)}"
    yield moves_table(game.worth)
    yield game.worth.basis.partition(":")[0]
    if page:
        yield f"Both ways are at {page.resolve()}"
        return
    stories = [list(tell(without_reasons(record))) for record in game.records]
    pairs = zip(*(each[1:] for each in stories), strict=False)
    shared = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    yield "\n".join(stories[0][:shared])
    for name, story in zip(names_of(result), stories, strict=True):
        yield "\n".join([f"\n--- with {name}", *story[shared:]])
