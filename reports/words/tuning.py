"""What tuning found, in words and tables."""

import contextlib
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER, Meaning
from knotlab.analysis.result import changed_settings
from knotlab.analysis.runs.fields import members
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.metrics import SHARES
from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.otherwise import unit_of
from knotlab.analysis.tuning.result import Ablation, facts
from knotlab.analysis.tuning.tune import Tuned
from knotlab.reports.words.directions import with_interval
from knotlab.reports.words.duel import against
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.numbers import amount, in_digits, in_units, signed_interval
from knotlab.reports.words.sheet import gained, other_gain, sheet_lines, sheet_of, unbeaten
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS


def lines(result: Tuned | BestResponses) -> Iterator[str | TextTable]:
    """What was found, and what a step of each parameter changes."""
    if isinstance(result, BestResponses):
        yield from _lines_of_rounds(result)
        return
    content, metric = facts(result, result.strategies_from), result.metric.name
    yield result.settings_line
    yield f"Tuned {against(result.conditions.game, result.task.field)}"
    yield content["strategy"]
    yield from sentences(content, metric, result.conditions.played)
    yield from _other_count(result)
    yield changes_table(steps_of(result), metric, "sensitivity, on the confirmation deals", *_units(result))
    yield from _proof(result)
    yield from _sheet(result)


def _sheet(result: Tuned | BestResponses) -> Iterator[str | TextTable]:
    """How to bid so at a table, where that can be said."""
    with contextlib.suppress(InputError):  # another game, or no bidder by thresholds
        yield from sheet_lines(sheet_of(result))
        yield f"For a person, a bidding card is made sooner and mostly scores more than this sheet: {_card(result)}"


def _card(result: Tuned | BestResponses) -> str:
    """The command that makes a card for the same table: for its field if the others are all of one kind, and else, or
    where everybody bids alike, for everybody.
    """
    last, given = result.rounds[-1] if isinstance(result, BestResponses) else result, list[str]()
    conditions, field = result.conditions, last.task.field
    others = {*(members(conditions.game, field, SEATS) if isinstance(field, str) else field)}
    if len(others) == 1 and last is result:
        given.append(f"--field={others.pop()}")
    given += [f"--set={each}" for each in changed_settings(conditions.game, SEATS, conditions.rules)]
    if conditions.match:
        ends = {"target": conditions.match.target, "rounds": conditions.match.games}
        given += [f"--{name}={end}" for name, end in ends.items() if end]
    given += [f"--strategies-from={file}" for file in last.strategies_from]
    return shlex.join(["knotlab", "card", *(given or ["--card=second"]), "--save=card.pdf"])


def _lines_of_rounds(answers: BestResponses) -> Iterator[str | TextTable]:
    """The path of best responses, and the sensitivity of the last."""
    last = answers.rounds[-1]
    metric = last.metric.name
    yield answers.settings_line
    yield f"Tuned at tables of the same player; what all rounds gain: {against(last.conditions.game, last.task.field)}"
    yield rounds_table([facts(result) for result in answers.rounds], metric, answers.conditions.played)
    yield changes_table(
        steps_of(last), metric, "sensitivity of the last round, on its confirmation deals", *_units(last)
    )
    yield answers.end.says
    yield from gained(last)
    yield from _proof(last)
    yield from _sheet(answers)


def _proof(result: Tuned) -> Iterator[str]:
    """The command that compares what was found with where the search began, on other deals."""
    if result.proof and (result.improved or result.whole):
        yield f"on other deals: {result.proof}"


def plain(result: Tuned | BestResponses) -> dict[str, Any]:
    """All of it as plain data."""
    if isinstance(result, BestResponses):
        last = result.rounds[-1]
        content = {"end": result.end, "rounds": [facts(each) for each in result.rounds]}
    else:
        last, content = result, facts(result, result.strategies_from)
    field = last.task.field
    return result.conditions.facts | content | {"field": field, "sensitivity": steps_of(last).to_dict("records")}


def steps_of(result: Tuned) -> pd.DataFrame:
    """What a step of each parameter changes."""
    assert result.sensitivity is not None
    return result.sensitivity


def ablation_lines(result: Ablation) -> Iterator[str | TextTable]:
    """What removing each parameter changes, and what matters."""
    metric = result.task.arena.metric.name
    yield result.strategy
    title = f"{result.conditions.title}: removed one at a time, on {result.deals:,} deals"
    yield changes_table(result.changes, metric, title, in_units(metric, result.conditions.played))
    yield matters(metric, result.task.margin)


def progress_line(gains: np.ndarray, metric: str) -> str:
    """How the restarts stand: the mean gain of their last candidates."""
    return "mean gain " + ", ".join(amount(metric, gain, True) for gain in gains.mean(axis=0))


def gain(facts: Mapping[str, Any], metric: str) -> str:
    """The confirmed gain with its interval."""
    return change(metric, facts["gain"], facts["gain_low"], facts["gain_high"])


def found(facts: Mapping[str, Any], metric: str) -> str:
    """In short, what came of a search."""
    return f"gain {gain(facts, metric)}" if facts["improved"] else "nothing better was found"


NO_GAIN = "no gain is confirmed"


def finding(facts: Mapping[str, Any], metric: str) -> str:
    """What came of a search, as a plot's title says it: no gain where none is certain."""
    is_open = facts["improved"] and certain_sign(facts["gain_low"], facts["gain_high"]) <= 0
    return NO_GAIN if is_open else found(facts, metric)


def change(metric: str, value: float, low: float, high: float) -> str:
    """A change, above zero where it is for the better, with its interval; of rates in words instead of a sign.

    >>> change("loss_rate", -0.0312, -0.041, -0.02), change("win_rate", 0.04, 0.02, 0.06)
    ('3.1 more [2.0, 4.1]', '4.0 more [2.0, 6.0]')
    """
    if metric not in SHARES:
        return signed_interval(metric, value, low, high)
    return with_interval(Meaning(metric, PLAYER, FEWER if metric == "loss_rate" else MORE), value, low, high)


def _other_count(result: Tuned) -> Iterator[str]:
    """The gain counted otherwise."""
    if result.other and result.improved:
        yield f"counted otherwise, gain {other_gain(result.other)}, on {result.other.gain.n:,} deals in all seats"


def _units(result: Tuned) -> tuple[str, str, str] | tuple[()]:
    """In what steps are counted, and otherwise, with the metric of that."""
    return (unit_of(result.task), result.other.unit, result.other.metric) if result.other else ()


def changes_table(
    steps: pd.DataFrame, metric: str, title: str, unit: str = "", other: str = "", other_metric: str = ""
) -> TextTable:
    """What changing parameters does, with their new values where they have been given some, and between which values
    they do not matter. unit, other, other_metric: in what steps are counted, and otherwise, if they are.
    """
    named = [f"change in {unit or in_units(metric)} [95% for all together]", *([f"in {other}"] if other else [])]
    has_values = "value" in steps
    rows = []
    for row in steps.to_dict("records"):
        value = [in_digits(row["value"], ".4g")] if has_values else []
        changes = [change(metric, row["change"], row["low"], row["high"])]
        if other:
            changes.append(change(other_metric, *(row[f"other_{name}"] for name in ("change", "low", "high"))))
        ends = [in_digits(end, ".4g") for end in sorted((row["now"], row["value"]))] if has_values else []
        between = f" between {ends[0]} and {ends[1]}" if ends else ""
        rows.append([row["parameter"], *value, *changes, _remark(row, between, unit, other)])
    heads = ["parameter", *(["new value"] if has_values else []), *named, "remark"]
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return TextTable(title, heads, rows)


def _remark(row: Mapping[str, Any], between: str, unit: str, other: str) -> str:
    """Whether a step matters, in both ways of counting if there are two."""
    is_flat = [row["flat"], *([row["other_flat"]] if other else [])]
    if all(is_flat):
        return f"does not matter{between}"
    if not any(is_flat):
        return ""
    flat, rest, name = (unit, other, "other_") if row["flat"] else (other, unit, "")
    if certain_sign(row[f"{name}low"], row[f"{name}high"]):
        return f"matters in {rest}, not in {flat}"
    return f"does not matter in {flat}"


def matters(metric: str, margin: float) -> str:
    """From what size on changes matter."""
    signs = "" if metric in SHARES else "Positive changes are improvements. "
    return f"{signs}Changes smaller than {amount(metric, margin)} do not matter."


def sentences(facts: Mapping[str, Any], metric: str, played: str) -> list[str]:
    """A result in words. played: games, or matches."""
    if not facts["improved"]:
        return [unbeaten(facts)]
    doubt = (
        ""
        if certain_sign(facts["gain_low"], facts["gain_high"]) > 0
        else f"{NO_GAIN}; the starting values may be just as good: "
    )
    measured = f"{gain(facts, metric)} {in_units(metric, played)}"
    return [
        f"{doubt}gain over {facts['incumbent']}: {measured}, on {facts['confirm_deals']:,} fresh deals; differences "
        f"smaller than {amount(metric, facts['margin'])} do not matter",
        f"training gain: {amount(metric, facts['training_gain'], True)}, the best single candidate of the search; this "
        f"overstates the gain",
    ]


def rounds_table(rounds: Sequence[Mapping[str, Any]], metric: str, played: str) -> TextTable:
    """The path of best responses. played: games, or matches."""
    heads = ("round", "everybody plays", "best response", "training gain", f"gain, {in_units(metric, played)} [95%]")
    rows = []
    for number, row in enumerate(rounds, 1):
        better = [row["strategy"], amount(metric, row["training_gain"], True), gain(row, metric)]
        rows.append([str(number), row["incumbent"], *(better if row["improved"] else ["none was found", "", ""])])
    return TextTable("best responses, one after another", heads, rows)
