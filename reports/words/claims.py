"""Claims in words and tables: their headlines, and the sizes of their effects."""

import math
from collections.abc import Iterator, Sequence

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.headlines import CellSize, TipHeadline
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.units import unit_named
from knotlab.analysis.stats.headline import Headline, HeadlineAnswer
from knotlab.reports.words.charts import capital, describe

HEADLINE_COLUMNS = ("id", "tip", "following it is", "mean effect", "about the tip", "games")
SIZE_COLUMNS = ("experiment", "players", "against", "effect [95%]", "for all together", "certain", "deals", "choices")
AMONG = {2: "two", 3: "three", 4: "four", 5: "five"}


def number(value: float, unit: str, signed: bool = True) -> str:
    """A value in its unit; shares in percentage points."""
    if math.isnan(value):
        return "-"
    sign = "+z" if signed else "z"  # without a minus before what is rounded to nothing
    return f"{100 * value if unit_named(unit).is_share else value:{sign}.2f}"


def per_cent(value: float) -> str:
    """A share in per cent."""
    return "-" if math.isnan(value) else f"{100 * value:.3g}%"


def headline_row(result: TipResult) -> list[str]:
    """A claim's line, in the order of `HEADLINE_COLUMNS`."""
    played = result.headline
    answer, effect = (_answer(played.headline), _effect(played)) if played and played.headline else ("-", "-")
    is_rare = played and played.headline and played.headline.answer == HeadlineAnswer.HARDLY_ACTS
    says = "too rare for a headline" if is_rare else result.verdict
    return [result.tip.id, result.tip.statement, answer, effect, says, f"{result.games:,}"]


def _answer(headline: Headline) -> str:
    """What a headline says, with the tables if it depends on them."""
    if headline.answer == HeadlineAnswer.DEPENDS:
        return f"{headline.answer}: {depends_on(headline)}"
    if headline.answer == HeadlineAnswer.AT_TIMES:
        return f"{headline.answer}: {_where(headline.plus, headline.minus)}"
    return f"{headline.answer}{', perhaps too little to matter' if headline.is_size_open else ''}"


def depends_on(headline: Headline) -> str:
    """At which tables it helps, and at which it hurts."""
    helps, hurts = _where(headline.plus, headline.minus), _where(headline.minus, headline.plus)
    return f"helps {helps}, hurts {hurts}"


def _where(these: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]) -> str:
    """Some tables in a few words: by how many play, or by the company, if that tells them from the others.

    >>> _where([(2, "simple"), (2, "strong")], [(4, "simple")]), _where([(3, "simple")], [(3, "strong"), (2, "strong")])
    ('between two', 'in simple company')
    """
    sizes, companies = sorted({players for players, _ in these}), list(dict.fromkeys(field for _, field in these))
    if not {players for players, _ in others} & set(sizes):
        return " and ".join("between two" if n == 2 else f"among {AMONG.get(n, n)}" for n in sizes)
    if not {field for _, field in others} & set(companies):
        return f"in {' and '.join(companies)} company"
    return "at " + ", ".join(f"{players} players {field}" for players, field in these)


def _effect(played: TipHeadline) -> str:
    """The mean with the interval of its sequence."""
    headline = played.headline
    if headline is None or math.isnan(headline.effect):
        return "-"
    value, low, high = (number(end, played.unit) for end in (headline.effect, headline.low, headline.high))
    return f"{value} [{low}, {high}] {unit_named(played.unit).words}"


def size_row(cell: CellSize) -> list[str]:
    """A cell's line, in the order of `SIZE_COLUMNS`."""
    size = cell.size
    ends = [number(end, cell.unit) for end in (size.value, size.low, size.high, size.all_low, size.all_high)]
    return [
        cell.label,
        str(cell.players),
        cell.field,
        "-" if not size.deals else f"{ends[0]} [{ends[1]}, {ends[2]}] {unit_named(cell.unit).words}",
        "-" if math.isnan(size.all_low) else f"[{ends[3]}, {ends[4]}]",
        {1: "+", -1: "-", 0: ""}[size.certain_sign],
        f"{size.deals:,}",
        per_cent(cell.in_choices),
    ]


def paragraph(result: TipResult) -> str:
    """What a claim came to, in a few sentences."""
    played, sentences = result.headline, []
    if played and played.headline:
        sentences.append(f"Following the tip is {_answer(played.headline)}; on average {_effect(played)}.")
        says = (
            "too rare for a headline" if played.headline.answer == HeadlineAnswer.HARDLY_ACTS else str(result.verdict)
        )
        sentences.append(f"About the tip: {says}.")
    sentences += [f"{capital(question.label)}: {question.verdict}; {question.sentence}." for question in result.exact]
    if result.note:
        sentences.append(f"{capital(result.note)}.")
    return " ".join([*sentences, *(describe(chart) for chart in result.charts if chart.rates)])


def closing(claims: ClaimsResult) -> Iterator[str]:
    """What all headlines have in common."""
    trial, played = claims.trial, [result.headline for result in claims if result.headline]
    known = [headline.headline.answer for headline in played if headline.headline]
    yield f"{sum(answer != HeadlineAnswer.OPEN for answer in known)} of {len(known)} headlines known"
    yield (
        f"the chance that any headline, or any direction called certain, is wrong is at most {trial.level:g}; effects "
        f"are + for following the tip, those of cells + for what the experiment names first"
    )
    if any(cell.size.deals for headline in played for cell in headline.sizes):
        yield (
            "95% intervals of sizes hold for each cell by itself, and in groups chosen by headline; where cells are "
            "chosen by their sizes, use those for all together"
        )
    if trial.is_quick:
        sizes = ", at one size of table for each experiment" if trial.one_size else ""
        yield (
            f"a quick pass: it stops where no effect above {trial.wider:g} times the declared margin is left{sizes}; "
            "better and worse are certain, and so is what is said to be too small to matter"
        )
    yield f"this command took {claims.seconds:.0f} s, without what was kept from before"
