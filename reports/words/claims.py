"""Claims in words and tables: their headlines, and the sizes of their effects."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from knotlab.analysis.claims.evidence.record import Elsewhere, Evidence, TipHeadline
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.judgement.habits import is_partial, usual_of
from knotlab.analysis.claims.judgement.tips import for_the_strong, is_tried_on_champion
from knotlab.analysis.claims.model.inquiry import LEVEL
from knotlab.analysis.claims.model.meaning import PLAYER, Meaning
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.result import tremble_note
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.intervals import certain_sign
from knotlab.analysis.stats.verdicts import HeadlineAnswer, Verdict
from knotlab.reports.words import UNTIL_WHOLE, capital, directions, uncapital
from knotlab.reports.words.advice import STRONG_PLAYERS, advice
from knotlab.reports.words.charts import describe
from knotlab.reports.words.directions import (
    NUMERALS,
    amount,
    between,
    counted,
    field_named,
    told_of,
    with_interval,
    with_unit,
)
from knotlab.reports.words.layout import TextTable
from knotlab.reports.words.strong_players import MARKS, on_top
from knotlab.reports.words.two_numbers import HEADS, LEGEND, LEGEND_UNITS, two_numbers, unit_of
from knotlab.sim.storage import result_files

if TYPE_CHECKING:
    import pandas as pd

    from knotlab.analysis.claims.model.tip import Tip

HEADLINE_COLUMNS = ("id", "tip", "following it is", "mean effect", "the tip", "games")
SIZE_COLUMNS = ("experiment", "players", "against", "effect [95%]", "for all together", "certain", "deals", "choices")
EFFECT = SIZE_COLUMNS.index("effect [95%]")
FEW = 3  # claims whose sentences and cells are printed

LAWS = {"forbid": "forbidden", "oblige": "obliged"}
PROVED = ", proved"  # of tips settled by counting


@dataclass(frozen=True)
class ListedClaims:
    """Claims, without what is known of them."""

    tips: tuple[Tip, ...]

    def rows(self) -> list[dict[str, Any]]:
        """Each claim's id, game, tip, source and number of cells."""
        from knotlab.analysis.claims.model.cells import cells_of

        return [
            {"id": tip.id, "game": tip.game, "tip": tip.statement, "source": tip.source, "cells": len(cells_of(tip))}
            for tip in self.tips
        ]

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {"claims": self.rows()}

    def to_pandas(self) -> pd.DataFrame:
        """One row per claim."""
        import pandas as pd

        return pd.DataFrame(self.rows())


def per_cent(value: float) -> str:
    """A share in per cent."""
    return "-" if math.isnan(value) else f"{100 * value:.3g}%"


def headline_row(result: TipResult) -> list[str]:
    """A claim's line, in the order of `HEADLINE_COLUMNS`."""
    headline = result.headline
    answer, effect = (answer_of(headline), f"{_effect(headline)}; {mean_over(result)}") if headline else ("-", "-")
    return [result.id, result.statement, answer, effect, result.verdict, f"{result.games:,}"]


def _effect(headline: TipHeadline) -> str:
    """The mean effect that a headline is about, or both."""
    if headline.elsewhere is None:
        return with_unit(headline)
    parts, unit = [], f" {counted(headline.meaning)}"
    for each, where in ((headline.headline, "there"), (headline.elsewhere.headline, "elsewhere")):
        if each.answer == HeadlineAnswer.RARE:
            parts.append(f"{each.answer} {where}, if ever")
        else:
            parts.append(f"{with_interval(headline.meaning, each.effect, each.low, each.high)}{unit} {where}")
            unit = ""
    difference = _there_or_elsewhere(headline.headline, headline.elsewhere.headline)
    if math.isfinite(difference.low):
        parts.append(f"{with_interval(headline.meaning, *difference)} there than elsewhere")
    return "; ".join(parts)


def _there_or_elsewhere(there: Headline, elsewhere: Headline) -> Between:
    """By how much two means differ, with the interval that holds whenever both of theirs do."""
    return Between(there.effect - elsewhere.effect, there.low - elsewhere.high, there.high - elsewhere.low)


def mean_over(result: TipResult) -> str:
    """Over which tables the mean of a headline is taken."""
    told = result.headline
    labels = [told.label, *([f"{told.elsewhere.what} elsewhere"] if told.elsewhere else [])] if told else []
    cells = usual_of([cell for cell in result.cells if cell.label in labels])
    players = directions.listed([str(n) for n in sorted({cell.players for cell in cells})])
    kinds = directions.listed(list(dict.fromkeys(field_named(cell.field) for cell in cells if cell.roster)))
    listed_players = dict.fromkeys(cell.field for cell in cells if not cell.roster)
    beside = f" with {'; '.join(listed_players)}" if listed_players else ""
    but = ", without those where it rarely comes up" if is_partial(cells) else ""
    return f"over {kinds}{' ' if kinds else ''}tables of {players}{beside}{but}"


SAID_OF_BOTH = {  # of a rule and its condition
    HeadlineAnswer.ONLY_THERE: "{what} helps only {when}",
    HeadlineAnswer.ONLY_ELSEWHERE: "{what} does not help {when}, only elsewhere",
    HeadlineAnswer.HURTS_THERE: "{what} hurts only {when}",
    HeadlineAnswer.HURTS_ELSEWHERE: "{what} hurts, but not {when}",
    HeadlineAnswer.NOT_THERE: "{what} {does} {when}, whatever it does elsewhere",
    HeadlineAnswer.NOT_ONLY: "{what} helps elsewhere, so not only {when}",
    HeadlineAnswer.REGARDLESS: "the condition does not change the answer: {what} {does} either way",
    HeadlineAnswer.DEPENDS: "{what} {when}: it depends on the table",
}
DOES = {
    HeadlineAnswer.BETTER: "helps",
    HeadlineAnswer.WORSE: "hurts",
    HeadlineAnswer.NO_DIFFERENCE: HeadlineAnswer.NO_DIFFERENCE.value,
}


PERHAPS = ", perhaps too little to matter"


def answer_of(told: TipHeadline) -> str:
    """What a headline says, with the tables if it depends on them; of a rule and its condition, by both."""
    headline = told.headline
    if told.elsewhere is not None:
        words = {"what": told.elsewhere.what, "when": told.elsewhere.when, "does": DOES.get(headline.answer, "")}
        said = SAID_OF_BOTH.get(told.answer, str(told.answer)).format(**words)
        other = told.elsewhere.headline
        if told.answer == HeadlineAnswer.OPEN:
            return f"{said}: {_missing_half(told.elsewhere, headline)}"
        if told.answer == HeadlineAnswer.REGARDLESS:
            return f"{said}{_either_way(told.elsewhere, headline, told.meaning)}"
        about = other if told.answer in (HeadlineAnswer.ONLY_ELSEWHERE, HeadlineAnswer.HURTS_ELSEWHERE) else headline
        return f"{said}{PERHAPS if told.answer in SAID_OF_BOTH and about.is_size_open else ''}"
    if headline.answer == HeadlineAnswer.DEPENDS:
        return f"{headline.answer}: {depends_on(headline)}"
    if headline.answer == HeadlineAnswer.AT_TIMES:
        return f"{headline.answer}: {_where(headline.plus, headline.minus)}"
    return f"{headline.answer}{PERHAPS if headline.is_size_open else ''}"


def _missing_half(elsewhere: Elsewhere, there: Headline) -> str:
    """What would have to be known of a rule and its condition, and is not."""
    halves = ((there, elsewhere.when), (elsewhere.headline, "elsewhere"))
    missing = [where for half, where in halves if half.answer == HeadlineAnswer.OPEN]
    if not missing:
        return f"{elsewhere.what} helps {elsewhere.when}{PERHAPS}, and makes no difference elsewhere"
    known = [(half, where) for half, where in halves if where not in missing]
    knows = "".join(f"{elsewhere.what} {DOES.get(half.answer, half.answer)} {where}, but " for half, where in known)
    return f"{knows}what {'it' if known else elsewhere.what} does {' and '.join(missing)} is not known"


def _either_way(elsewhere: Elsewhere, there: Headline, meaning: Meaning) -> str:
    """Of a rule that does the same with and without its condition: how much in each case, and whether that differs."""
    if there.answer == HeadlineAnswer.NO_DIFFERENCE:
        return ""
    other, when = elsewhere.headline, elsewhere.when
    blurred = [where for half, where in ((there, when), (other, "elsewhere")) if half.is_size_open]
    perhaps = f"{f'; {blurred[0]}' if len(blurred) == 1 else ''}{PERHAPS}" if blurred else ""
    difference = _there_or_elsewhere(there, other)
    more = "in which case more is not certain"
    if certain_sign(difference.low, difference.high):
        more = f"certainly more {when if abs(there.effect) > abs(other.effect) else 'elsewhere'}"
    sizes = f"{amount(meaning, there.effect)} there, {amount(meaning, other.effect)} elsewhere"
    return f" ({sizes}: {more}){perhaps}"


def depends_on(headline: Headline) -> str:
    """At which tables it helps, and at which it hurts."""
    helps, hurts = _where(headline.plus, headline.minus), _where(headline.minus, headline.plus)
    return f"helps {helps}, hurts {hurts}"


def _where(these: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]) -> str:
    """Some tables in a few words: by how many play, or by the field, if that tells them from the others.

    >>> _where([(2, "simple"), (2, "strong")], [(4, "simple")]), _where([(3, "simple")], [(3, "strong"), (2, "strong")])
    ('between two', 'at simple tables')
    """
    sizes, fields = sorted({players for players, _ in these}), list(dict.fromkeys(field for _, field in these))
    if not {players for players, _ in others} & set(sizes):
        return " and ".join("between two" if n == 2 else f"among {NUMERALS.get(n, n)}" for n in sizes)
    if not {field for _, field in others} & set(fields):
        return f"at {' and '.join(map(field_named, fields))} tables"
    return "at " + ", ".join(f"{players} players {field_named(field)}" for players, field in these)


def size_row(cell: Evidence) -> list[str]:
    """A cell's line, in the order of `SIZE_COLUMNS`."""
    size = cell.size
    return [
        cell.label.removeprefix(f"{cell.field}:"),  # rules laid over the champion, among champions
        str(cell.players),
        field_named(cell.field),
        with_unit(cell),
        "-" if math.isnan(size.all_low) else between(cell.meaning, size.all_low, size.all_high),
        cell.meaning.way(cell.effect) if cell.is_certain else "",
        f"{size.deals:,}",
        per_cent(cell.in_choices),
    ]


def paragraph(result: TipResult) -> str:
    """What a claim came to, in a few sentences."""
    sentences = []
    if result.headline:
        answer, mean = answer_of(result.headline), _effect(result.headline)
        is_one = result.headline.elsewhere is None
        sentences.append(
            f"Following the tip: {answer}; on average {mean}." if is_one else f"{capital(answer)}: {mean}."
        )
        sentences.append(f"The mean is {mean_over(result)}.")
        sentences.append(f"The tip: {result.verdict}.")
    sentences += [f"{capital(question.label)}: {question.verdict}; {question.sentence}." for question in result.exact]
    if strong := on_top(result):
        sentences.append(f"Strong players: {strong}")
    if result.note:
        sentences.append(f"{capital(result.note)}.")
    return " ".join([*sentences, *(describe(chart) for chart in result.charts if chart.rates)])


def tremble_notes(claims: ClaimsResult) -> Iterator[str]:
    """What is to be known of the players of each game with a claim, once."""
    names = dict.fromkeys(tremble_note(result.tip.game) for result in claims if result.tip)
    yield from filter(None, names)


def closing(claims: ClaimsResult) -> Iterator[str]:
    """What all headlines have in common."""
    inquiry, known = claims.inquiry, [result.headline.answer for result in claims if result.headline]
    asked = sum(bool(result.headline or (result.tip and result.tip.headline_experiment)) for result in claims)
    yield f"{sum(answer != HeadlineAnswer.OPEN for answer in known)} of {asked} headlines known"
    level = LEVEL if inquiry is None else inquiry.level
    yield f"the chance that any headline, or any direction called certain, is wrong is at most {level:g}"
    if any(cell.deals for result in claims for cell in result.cells):
        yield (
            "95% intervals of sizes hold for each cell separately, and in groups chosen by headline; for cells chosen "
            "by their sizes, use the intervals for all together"
        )
    if any(cell.deals and math.isnan(cell.size.all_low) for result in claims for cell in result.cells):
        yield "a dash in their place: too few deals yet for numbers that are nearly always the same"
    if inquiry and inquiry.is_quick:
        sizes = ", at one size of table for each experiment" if inquiry.one_size else ""
        yield (
            f"a quick pass: it stops when any effect above {inquiry.wider:g} times the declared margin would have "
            f"shown{sizes}; better and worse are certain, and so is what makes no difference"
        )
    if inquiry and inquiry.rules:
        yield f"the rules that were changed: {' '.join(inquiry.rules)}"
    unbounded = [result.id for result in claims if inquiry and _has_no_bound(result)]
    if unbounded:
        yield f"no bound by design, so first looked at after 1,000 rounds or more: {', '.join(unbounded)}"
    if claims.stopped:
        yield f"{claims.stopped}: {UNTIL_WHOLE}"
    if claims.command:
        yield f"found by: knotlab {claims.command}"
    if inquiry:
        yield f"this command took {claims.seconds:.0f} s, not counting results that --out kept"
    yield from tremble_notes(claims)


def _has_no_bound(result: TipResult) -> bool:
    """Whether a claim's headline is about numbers without a bound, which have no exact sequence."""
    experiment = result.tip.headline_experiment if result.headline and result.tip else None
    return experiment is not None and not experiment.is_bounded(result.game)


def verdict_words(tip: TipResult) -> tuple[str, str, str]:
    """Word, glyph and class of a tip's verdict: one that is proved is told from one that held when it was played."""
    return f"{tip.verdict}{PROVED if tip.is_proved else ''}", tip.verdict.glyph, tip.verdict.colour


def of_tip(word: str, title: str) -> str:
    """A verdict, or what a tip is worth to strong players, as said of the tip: beside the number of what it advises
    against, the word alone might be about that. What is wrong is named, as what stands beside it says the opposite.

    >>> of_tip("wrong", "Keep aces"), of_tip("holds, proved", "Keep aces"), of_tip("open", "Keep aces")
    ('the tip “Keep aces” is wrong', 'the tip holds, proved', 'the tip: open')
    """
    if word.startswith("wrong"):
        return f"the tip “{title}” is {word}"
    return f"the tip{'' if word.startswith('holds') else ':'} {word}"


OTHERS = {  # verdicts that neither please nor displease, as several tips have them
    Verdict.DEPENDS: "depend on the table",
    Verdict.NO_DIFFERENCE: "make no difference",
    Verdict.RARE: "rarely come up",
    Verdict.OPEN: "are open",
}


def tally() -> str:
    """How many tips hold at plain tables, how many are wrong, and how many are neither or told without a verdict."""
    hold, wrong = held_and_wrong()
    untold = sum(tip.verdict == Verdict.NO_VERDICT for tip in shipped())
    others = len(shipped()) - hold - wrong - untold
    neither = f", {_are(others)} neither" if others else ""
    counts = f"{hold} hold, {_are(wrong)} wrong{neither} and {untold} have no verdict"
    return f"Of {len(shipped())} tips {counts} (habits: at plain tables)"


def tally_of_champions(players: int) -> str:
    """How many of the tips that were tried on the champion at a size of table hold there, and how many are wrong."""
    tried = (tip for tip in shipped() if is_tried_on_champion(tip, players))
    marks = Counter(MARKS[answer][1] for tip in tried if (answer := for_the_strong(tip, players)) is not None)
    hold, wrong = marks[Verdict.HOLDS], marks[Verdict.WRONG]
    counts = f"{hold} hold, {_are(wrong)} wrong and {_are(marks.total() - hold - wrong)} neither"
    return f"Of {marks.total()} tips tried on champions with {NUMERALS[players]} players {counts}"


def held_and_wrong() -> tuple[int, int]:
    """How many tips hold, if not overdone perhaps, and how many are wrong."""
    counts = Counter(tip.verdict for tip in shipped())
    return counts[Verdict.HOLDS] + counts[Verdict.NOT_OVERDONE], counts[Verdict.WRONG]


def _are(n: int) -> str:
    return {0: "none is", 1: "1 is"}.get(n, f"{n} are")


def headline() -> str:
    """How many tips there are, and how many of them have each verdict; which part of those that hold is proved."""
    tips = shipped()
    counts = Counter(tip.verdict for tip in tips)
    proved = sum(tip.is_proved and tip.verdict == Verdict.HOLDS for tip in tips)
    hold, wrong = held_and_wrong()
    others = directions.listed([words for verdict, words in OTHERS.items() if counts[verdict]], directions.OR)
    between = f", {sum(counts[verdict] for verdict in OTHERS)} {others}" if others else ""
    said = f"{hold} hold ({proved} proved by counting), {_are(wrong)} wrong{between}"
    return f"{len(tips)} tips: {said}; {counts[Verdict.NO_VERDICT]} are reported without a verdict"


# --- as the command line prints them ---


def _by_verdict(claims: ClaimsResult) -> Iterator[TextTable | str]:
    """The tips that somebody can follow with their two numbers, below their verdicts; then the others in a line each
    verdict, those without one by their ids alone.
    """
    rows, others = list[Sequence[str]](), list[str]()
    for verdict in Verdict:
        told, titles, is_judged = list[Sequence[str]](), list[str](), verdict != Verdict.NO_VERDICT
        for tip in (tip for tip in claims if tip.verdict == verdict):
            both = two_numbers(tip)
            if any(both):
                told.append((f"{tip.id:6} {tip.words.title}{unit_of(tip, LEGEND_UNITS)}", *both))
            else:
                titles.append(f"{tip.id} {tip.words.title}" if is_judged else tip.id)
        rows += [(f"{verdict.glyph} {verdict}", "", ""), *told] if told else []
        others += [f"{verdict.glyph} {verdict}: {'; '.join(titles)}"] if titles else []
    yield TextTable("", ("tip", *HEADS), rows, dense=True, least=3, hang=len("TK-C10 "))
    yield LEGEND
    yield from others


def listed(claims: ListedClaims) -> TextTable:
    """The claims, without what is known of them."""
    heads = ["id", "tip", "source", "cells"]
    return TextTable("", heads, [[str(row[name]) for name in heads] for row in claims.rows()])


def facts(claims: ClaimsResult) -> dict[str, Any]:
    """Claims with their evidence as plain data."""
    how: dict[str, Any] = {}
    if claims.inquiry:
        how = {"level": claims.inquiry.level, "rules": list(claims.inquiry.rules), "seconds": claims.seconds}
    how |= {"stopped": claims.stopped} if claims.stopped else {}
    return {**how, "claims": [result_files.as_plain(_facts_of(result)) for result in claims]}


def _facts_of(result: TipResult) -> dict[str, Any]:
    """A claim's result as plain data; nothing for what is not known."""
    answer = advice(result) if result.words.kind else None
    return {
        "id": result.id,
        "tip": result.statement,
        "verdict": str(result.verdict),
        "opening": answer.opening if answer else "",
        "sentence": answer.sentence if answer else "",
        "where": result.where,
        "note": result.note,
        "games": result.games,
        "headline": result.headline.row() if result.headline else None,
        "cells": [cell.row() for cell in result.cells],
        "exact": [list(question) for question in result.exact],
        "curves": [{"label": chart.label, "points": chart.to_pandas().to_dict("records")} for chart in result.charts],
    }


def played(claims: ClaimsResult) -> Iterator[TextTable | str]:
    """The table of headlines, and that of sizes if there are few claims."""
    yield TextTable("", HEADLINE_COLUMNS, list(map(headline_row, claims)))
    yield from _sizes(claims)
    yield from closing(claims)


def _sizes(claims: ClaimsResult) -> Iterator[TextTable | str]:
    """The sizes of the effects of a few claims, a table for each unit, and what their last column is."""
    few = claims if len(claims) <= FEW else ()
    if not few and any(cell.deals for result in claims for cell in result.cells):
        yield (
            f"the size of the effect at each table: the same command with up to {FEW} ids, or knotlab show FOLDER ID "
            "for what --findings has kept"
        )
    for result in few:
        by_unit: dict[tuple[str, str], list[Evidence]] = {}
        for cell in result.cells:
            if cell.deals:
                meaning = cell.meaning
                side = meaning.side if meaning.side != PLAYER else ""
                by_unit.setdefault((counted(replace(meaning, side="")), side), []).append(cell)
        for number, ((unit, side), cells) in enumerate(by_unit.items()):
            titles = [] if number else [f"{result.id}: {result.statement}"]
            titles += [f"{capital(unit)} by {side}"] if side else []
            heads, rows = list(SIZE_COLUMNS), list(map(size_row, cells))
            heads[EFFECT] = f"{unit} [95%]"
            for row, cell in zip(rows, cells, strict=True):
                row[0] = result.words.strong.get(cell.label) or _as_law(row[0])
                row[EFFECT] = told_of(result, cell)
            yield TextTable("\n".join(titles), heads, rows, dense=True, least=EFFECT + 1, hang=2)
    if any(cell.in_choices > 0 for result in few for cell in result.cells if cell.deals):
        yield f"{SIZE_COLUMNS[-1]}: in how many of its decisions a player differs, up to the first such in a game"


def _as_law(label: str) -> str:
    """The label of an experiment; of a rule without words of its own, as far as its name says what it is about.

    >>> _as_law("oblige=picks_up_few"), _as_law("hoard-aces")
    ('obliged: picks up few', 'hoard-aces')
    """
    kind, _, rule = label.partition("=")
    return f"{LAWS[kind]}: {rule.replace('_', ' ')}" if kind in LAWS else label


def published(claims: ClaimsResult) -> Iterator[TextTable | str]:
    """The advice of a few tips with the sizes of their effects, or a list of many by their verdicts."""
    if len(claims) == len(shipped()):
        yield tally()
    if len(claims) > FEW:
        yield from _by_verdict(claims)
        yield "in sentences: knotlab claims ID; to test it again: knotlab claims ID --play"
    else:
        for tip in claims:
            answer, (word, glyph, _) = advice(tip), verdict_words(tip)
            yield f"{tip.id} {tip.words.title}: {glyph} {word} ({tip.games:,} games)"
            strong = for_the_strong(tip)
            is_told = strong is None or STRONG_PLAYERS in answer.opening
            also = "" if is_told else f" {STRONG_PLAYERS}: {uncapital(str(strong))}"
            yield f"{answer.opening} {answer.sentence}{also}"
        yield from _sizes(claims)
        yield "published results; to test one again: knotlab claims ID --play"
    yield from tremble_notes(claims)
