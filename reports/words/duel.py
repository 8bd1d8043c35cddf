"""Verdicts in words and tables, in per cent and points as people read them."""

import math
from collections.abc import Iterator

from rich.table import Table

from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.analysis.stats.watching import Look

RATES = ("loss_rate", "win_rate")
NAMED = {
    "loss_rate": "loss rate",
    "win_rate": "win rate",
    "mean_place": "mean place",
    "mean_score": "points a deal",
}

TITLES = NAMED | {"mean_place": "mean place (difference from -1 to 1)"}


def amount(metric: str, value: float, signed: bool = False) -> str:
    """An effect as it is shown: points of a per cent for rates, else the number itself."""
    if math.isnan(value):
        return "-"
    sign = "+z" if signed else "z"  # without a minus before what is rounded to nothing
    return f"{100 * value:{sign}.2f}" if metric in RATES else f"{value:{sign}.3f}"


def level_of(metric: str, value: float) -> str:
    """What a strategy got, as it is shown."""
    return "-" if math.isnan(value) else f"{100 * value:.2f} %" if metric in RATES else f"{value:.3f}"


def look(seen: Look, margin: float, metric: str) -> str:
    """One look, while a duel runs."""
    low, high = (amount(metric, end, True) for end in (seen.low, seen.high))
    return f"{amount(metric, seen.mean, True)} [{low}, {high}], margin {amount(metric, margin)}"


def table_words(result: DuelResult) -> str:
    """Where a duel was played."""
    question = result.question
    rest = {
        "field": f"against the field {question['field']}"
        if isinstance(question["field"], str)
        else f"against {', '.join(question['field'] or ())}",
        "invader": "one against a table of the other",
        "resident": "as the table that the other joins",
        "points": "one at a table of the other",
        "partners": "in turn round the table",
    }[question["design"]]
    return f"at a table of {question['players']} ({rest})"


def sentence(result: DuelResult) -> str:
    """The verdict in one sentence."""
    question, metric = result.question, result.question["metric"]
    a, b, where = question["a"]["name"], question["b"]["name"], table_words(result)
    if result.verdict == Verdict.NEVER_CAME_UP:
        share = f"{100 * result.pilot.differing_deals:.2f} %"
        return f"Never came up: {a} and {b} play differently in only {share} of the deals {where}, too few to compare."
    size, margin = (
        f"[{amount(metric, result.low, True)}, {amount(metric, result.high, True)}]",
        amount(metric, result.margin),
    )
    unit = " points" if metric in RATES else ""
    gain = f"{amount(metric, result.effect, True)}{unit} {size} of {NAMED[metric]} in its favour"
    if result.verdict == Verdict.EQUIVALENT:
        note = (
            ""
            if result.low <= 0 <= result.high
            else f"; {a if result.low > 0 else b} is better, but by less than matters"
        )
        return (
            f"Equivalent: it makes no difference that matters whether one plays {a} or {b} {where}: {gain}, within "
            f"+-{margin}{note}."
        )
    if result.verdict == Verdict.UNDECIDED:
        more = f"; about {result.deals_to_decide:,} deals would settle it" if result.deals_to_decide else ""
        return f"Undecided: {a} or {b} {where} is open after {result.deals:,} deals: {gain}{more}."
    comparison = "better" if result.verdict == Verdict.SUPPORTED else "worse"
    matters = (
        f"whether by more than the {margin} that matter is open"
        if result.is_size_open
        else f"more than the {margin} that matter"
    )
    return f"{result.verdict.capitalize()}: {a} is {comparison} than {b} {where}: {gain}, {matters}."


def duel_table(result: DuelResult) -> Table:
    """What A and B got, and the difference with its interval, by each metric."""
    a, b = result.question["a"]["name"], result.question["b"]["name"]
    confidence = f"{100 * (1 - result.watch.alpha):g} % interval"
    columns = ["metric", a, b, f"in favour of {a} [{confidence}]", *(["at worst"] if result.unfinished_games else [])]
    table = Table(
        *columns,
        title=f"{result.question['game']}, {result.question['players']} players, design {result.question['design']}",
    )
    for row in result.to_pandas().to_dict("records"):
        name = row["metric"]
        effect = (
            f"{amount(name, row['effect'], True)} [{amount(name, row['low'], True)}, {amount(name, row['high'], True)}]"
        )
        worst = (
            [f"{amount(name, row['least'], True)} .. {amount(name, row['greatest'], True)}"]
            if result.unfinished_games
            else []
        )
        table.add_row(
            TITLES[name] + (" (decides)" if row["decides"] else ""),
            level_of(name, row["a"]),
            level_of(name, row["b"]),
            effect,
            *worst,
        )
    return table


def duel_facts(result: DuelResult) -> Iterator[str]:
    """The run in a few lines."""
    pilot, question = result.pilot, result.question
    rotation = "one seating a deal, in turn" if pilot.single else "every deal in all seatings"
    unfinished = "" if math.isnan(result.unfinished) else f"; {100 * result.unfinished:.3f} % unfinished"
    played = f"{result.games:,} games on {result.deals:,} deals ({rotation})"
    yield f"{played}, planned for {result.planned:,}, cap {result.cap:,}; {result.seconds:.1f} s{unfinished}"
    differing = (
        f"{100 * pilot.differing_deals:.1f} % of the deals and {100 * pilot.differing_decisions:.1f} % of the choices"
    )
    yield f"the two differ in {differing} (pilot of {pilot.deals:,} deals, up to the first difference in a game)"
    if not math.isnan(pilot.reduction):
        yield (
            f"playing the same deals is worth {pilot.reduction:.2f} x the games (standard error "
            f"{pilot.reduction_error:.2f})"
        )
    family = f", {question['family']} questions" if question["family"] > 1 else ""
    level = f"level {question['level']:g}{family}"
    yield f"question {result.hash}: margin {result.margin:.4g}, {level}, seed {question['seed']}"
