"""The claims' part of the page: one table of all tips and verdicts, and a section for each claim with its plots, cells
and how it was tested.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pandas as pd

from knotlab.analysis.claims.cells import tips
from knotlab.analysis.claims.contrast import MOST_CASES
from knotlab.analysis.claims.finding import Finding, Line, Plane, TipResult, summary, to_pandas
from knotlab.analysis.claims.record import Terms
from knotlab.analysis.claims.tip import Contrast, Duel, Experiment, Tip, WhatIf
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Command, Files, Picture, Section, Table, Text
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.plots import claims as plots
from knotlab.reports.words import claims as words
from knotlab.reports.words.shown import moment, replay_command
from knotlab.sim import games

TIPS = (
    Column("claim"),
    Column("tip", text=True),
    Column("verdict", choose=True),
    Column("effect", text=True),
    Column("where", text=True),
    Column("game", choose=True),
    Column("games", number=True),
    Column("VRF", number=True),
)
SAID = {  # what is said of one tip, and of several
    Verdict.SUPPORTED: ("is supported", "are supported"),
    Verdict.REFUTED: ("is refuted", "are refuted"),
    Verdict.EQUIVALENT: ("makes no difference that matters", "make no difference that matters"),
    Verdict.MIXED: ("has mixed evidence", "have mixed evidence"),
    Verdict.UNDECIDED: ("is undecided", "are undecided"),
    Verdict.NEVER_CAME_UP: ("never came up", "never came up"),
    Verdict.DESCRIPTIVE: ("is shown without a verdict", "are shown without a verdict"),
}
NUMBERS = ("players", "effect", "margin", "games", "VRF", "in play", "unfinished")
WIDE = ("experiment", "against")
CELLS = tuple(Column(head, number=head in NUMBERS, text=head in WIDE) for head in words.CELL_COLUMNS)


def section(results: Sequence[TipResult], terms: Terms, minutes: float, pictures: Pictures) -> Section:
    """All claims: what they came to, the table, and by game each claim in a section of its own; tables and plots are
    written beside the page too.
    """
    out = pictures.folder
    write_csv(summary(results), out / "tips.csv")
    write_csv(to_pandas(results), out / "cells.csv")
    blocks: list[Block] = [
        Text(counts(results)),
        Text(standing(results, minutes)),
        Table(
            "Tips and verdicts; each number leads to the claim's own section",
            TIPS,
            [tip_row(result) for result in results],
        ),
        Text(terms_words(terms), soft=True),
        Files(["tips.csv", "cells.csv"]),
    ]
    by_game = [(game, [result for result in results if result.tip.game == game]) for game in games.listed()]
    parts = [
        Section(
            f"tips-{game}", f"{games.find(game).title}, tip by tip", [], [claim(one, terms, pictures) for one in some]
        )
        for game, some in by_game
        if some
    ]
    return Section("tips", "Tips and verdicts", blocks, parts)


# --- all of them ---


def counts(results: Sequence[TipResult]) -> str:
    """How many tips came to each answer."""
    said = [f"{n} {SAID[answer][n > 1]}" for answer, n in Counter(result.verdict for result in results).most_common()]
    return f"Of {len(results)} tips {', '.join(said)}."


def standing(results: Sequence[TipResult], minutes: float) -> str:
    """How far the trial has come, and what is still open."""
    found = [one for result in results for one in result.findings]
    missing = [result.tip.id for result in results if result.tip.experiments and not result.findings]
    still = [result.tip.id for result in results if any(not one.is_settled for one in result.findings)]
    decided = sum(one.about_tip not in NO_ANSWER for one in found)
    said = (
        f"{decided:,} of {len(found):,} experiments came to a verdict, {sum(one.games for one in found):,} games, "
        f"within a budget of {minutes:g} minutes."
    )
    said += f" Still open, and played on with a larger budget: experiments of {', '.join(still)}." if still else ""
    return said + (f" Not reached within the budget: {', '.join(missing)}." if missing else "")


def terms_words(terms: Terms) -> str:
    """What all verdicts have in common."""
    said = (
        f"The chance that any verdict is wrong is at most {100 * terms.level:g} %, shared among all {terms.family} "
        f"experiments that ship. Effects are + for "
    )
    said += "what the experiment names, with intervals that hold at every look; shares in points of a hundred."
    if terms.wider > 1:
        said += (
            f" This is a quick pass: '{Verdict.EQUIVALENT}' is judged by margins {terms.wider:g} times as wide as "
            f"declared, '{Verdict.SUPPORTED}' and '{Verdict.REFUTED}' by the declared ones, and each "
        )
        said += "experiment is played at one size of table."
    return said


def tip_row(result: TipResult) -> list[str | tuple[str, str]]:
    """A claim's line of the table."""
    tip = result.tip
    span, title = words.effects_span(result), games.find(tip.game).title
    return [
        (tip.id, tip.id),
        tip.statement,
        result.verdict,
        span,
        result.where or "-",
        title,
        f"{result.games:,}",
        words.middle_vrf(result),
    ]


def headlines(results: Sequence[TipResult]) -> list[tuple[str, str, str]]:
    """What the trial says at a glance: by game the counts, the tip worth most and the one that costs most, each with
    the section it comes from.
    """
    told = []
    for game in dict.fromkeys(result.tip.game for result in results):
        some = [result for result in results if result.tip.game == game]
        title = games.find(game).title
        told.append((counts(some), f"tips-{game}", f"{title}, tip by tip"))
        for answer, opening, sign in ((Verdict.SUPPORTED, "Worth most", 1), (Verdict.REFUTED, "Costs most", -1)):
            one = extreme(some, answer, sign)
            if one:
                result, cell = one
                worth = f"{words.effect(cell)} {words.UNITS[cell.unit]}, {words.where(cell)}"
                told.append((f"{opening}: {result.tip.statement.rstrip('.')} ({worth}).", result.tip.id, result.tip.id))
    return told


def extreme(results: Sequence[TipResult], verdict: Verdict, sign: int) -> tuple[TipResult, Finding] | None:
    """Of the duels with an answer the one with the greatest effect for (or against) its tip, if there is one."""
    own = [
        result for result in results if not result.tip.is_variant
    ]  # a duel under other rules says nothing for or against its tip
    cells = [
        (result, one)
        for result in own
        for one in result.findings
        if one.kind == "duel" and one.about_tip == verdict and sign * one.effect > 0
    ]
    return max(cells, key=lambda pair: sign * pair[1].effect, default=None)


# --- one of them ---


def claim(result: TipResult, terms: Terms, pictures: Pictures) -> Section:
    """A claim's section: verdict, plots, table, how it was tested, and the command that tries it again."""
    tip = result.tip
    drawn, tables, names = picture_blocks(result, pictures), table_blocks(result), data_files(result, pictures.folder)
    blocks: list[Block] = [
        Text(words.paragraph(result)),
        *drawn,
        *tables,
        Text(f"Where it stands: {tip.source}. How it was read: {tip.reading}", soft=True),
        *(Text(sentence, soft=True) for sentence in tested(tip, terms)),
        Command(
            "Try it again:", f"knotlab claims {_again(tip)}{' --quick' if terms.wider > 1 else ''} --seed {terms.seed}"
        ),
    ]
    for one in tip.transcripts:
        blocks.append(Text(f"How it looks in play, {one.words}: {moment(tip, one)}", soft=True))
        blocks.append(Command("The whole game:", replay_command(tip, one)))
    if names:
        blocks.append(Files(names))
    return Section(tip.id, f"{tip.id}: {tip.statement}", blocks, folded=True, mark=result.verdict)


def tested(tip: Tip, terms: Terms) -> list[str]:
    """How a claim's experiments were done, a sentence each."""
    return [f"{one.label[0].upper()}{one.label[1:]}: {way(one, terms)}" for one in tip.experiments]


def _again(tip: Tip) -> str:
    """The ids to try a claim again: with one about a variant those that it is compared with."""
    return " ".join(one.id for one in tips() if one.game == tip.game) if tip.is_variant else tip.id


def way(asked: Experiment, terms: Terms) -> str:
    """How an experiment is done, in a sentence."""
    margin = f"the smallest difference that matters is {asked.margin * terms.wider:.3g}"
    if isinstance(asked, Duel):
        rules = f", with {' '.join(asked.rules)}" if asked.rules else ""
        return f"a duel of {asked.a} against {asked.b} in the same seats of the same deals{rules}; {margin}."
    if isinstance(asked, Contrast):
        other = f"the threshold {asked.threshold:g}" if asked.other is None else "the other rate"
        together = "" if asked.other is None else " of both rates together"
        most = "" if asked.one.by_games else f" (of a game the first {MOST_CASES} cases{together} count)"
        return f"a rate read from the event log{most}, against {other}; {margin} {asked.unit}."
    assert isinstance(asked, WhatIf)
    if asked.at_best is not None:
        found = (
            f"of all positions of a deal that where the first way seems best by {asked.rollouts} rollouts, judged "
            f"by {asked.judged} others"
        )
        return f"two ways to go on: {found}, in which what the player cannot see is dealt anew; {margin} {asked.unit}."
    return (
        f"two ways to go on from the same positions, one a deal, each {asked.rollouts} times with chance in "
        f"common; {margin} {asked.unit}."
    )


def picture_blocks(result: TipResult, pictures: Pictures) -> list[Picture]:
    """A claim's plots: its effects by unit, its curves and surfaces, and what the rules say."""
    found, tip = [], result.tip
    for unit in dict.fromkeys(one.unit for one in result.findings if not math.isnan(one.effect)):
        cells = [one for one in result.findings if one.unit == unit and not math.isnan(one.effect)]
        caption = (
            f"{tip.id}: each experiment's effect with its interval; right of the middle is good for what it "
            f"names, grey is too small to matter."
        )
        found.append(
            pictures.draw(
                f"tips/{tip.id}-{unit}",
                partial(plots.forest, result, unit),
                forest_words(cells),
                caption,
                result.verdict,
                cells,
            )
        )
    for number, line in enumerate((line for line in result.lines if line.rates), 1):
        seen, how = (
            (words.surface(line), f"; {words.widths(line)}")
            if isinstance(line, Plane)
            else (words.extremes(line), ", with 95 % intervals")
        )
        caption = f"{tip.id}: {line.curve.label}{how}."
        name, table = f"tips/{tip.id}-curve-{number}", line.to_pandas()
        found.append(
            pictures.draw(name, partial(plots.shown, result, line), seen, caption, line.curve.label, line.groups, table)
        )
    for number, told in enumerate(tip.matrices, 1):
        name, caption = f"tips/{tip.id}-rules-{number}", f"{tip.id}: {told.label}, from the rules."
        found.append(pictures.draw(name, partial(plots.matrix, result, told), words.matrix(told), caption, told))
    return found


def forest_words(cells: Sequence[Finding]) -> str:
    """The plot of effects for those who cannot see it."""
    return (
        "Effects with intervals, + for what the experiment names. "
        + "; ".join(f"{one.label}, {words.where(one)}: {words.effect(one)}, {one.about_tip}" for one in cells)
        + "."
    )


def table_blocks(result: TipResult) -> list[Table]:
    """A claim's cells, and the groups of its curves and surfaces."""
    found = []
    if result.findings:
        found.append(
            Table(
                f"{result.tip.id}: experiments and what each says",
                CELLS,
                [words.cell_row(one) for one in result.findings],
            )
        )
    return found + [
        surface_table(line) if isinstance(line, Plane) else curve_table(line) for line in result.lines if line.rates
    ]


def curve_table(line: Line) -> Table:
    """A curve's groups with their rates."""
    columns = (
        Column(line.curve.axis, number=not line.curve.names),
        *(Column(head, number=True) for head in (f"{line.curve.unit} [95 %]", "cases")),
    )
    scale = 100.0 if line.curve.unit == "share" else 1.0
    rows = [[line.name(i), *_rate_row(one, scale)] for i, one in enumerate(line.rates)]
    return Table(_caption(line.curve.label, scale), columns, rows)


def surface_table(plane: Plane) -> Table:
    """A surface's cells with their rates, those that are not blank."""
    asked = plane.curve
    groups = (Column(axis.name, number=True, choose=True) for axis in (asked.rows, asked.columns))
    scale = 100.0 if asked.unit == "share" else 1.0
    rows = [
        [str(row), str(column), *_rate_row(one, scale)]
        for (row, column), one in zip(plane.groups, plane.rates, strict=True)
    ]
    return Table(
        _caption(asked.label, scale),
        (*groups, Column(f"{asked.unit} [95 %]", number=True), Column("cases", number=True)),
        rows,
    )


def _rate_row(one: Rate, scale: float) -> tuple[str, str]:
    """A rate with its interval, and its cases."""
    return f"{scale * one.value:.2f} [{scale * one.low:.2f}, {scale * one.high:.2f}]", f"{one.cases:,.0f}"


def _caption(label: str, scale: float) -> str:
    return label[0].upper() + label[1:] + (", per cent" if scale > 1 else "")


def data_files(result: TipResult, out: Path) -> list[str]:
    """Write a claim's tables as CSV; their names and those of its plots."""
    tables: dict[str, pd.DataFrame] = (
        {f"tips/{result.tip.id}-cells.csv": to_pandas([result])} if result.findings else {}
    )
    lines = [line for line in result.lines if line.rates]
    tables |= {f"tips/{result.tip.id}-curve-{number}.csv": line.to_pandas() for number, line in enumerate(lines, 1)}
    tables |= {
        f"tips/{result.tip.id}-rules-{number}.csv": told.to_pandas()
        for number, told in enumerate(result.tip.matrices, 1)
    }
    for name, table in tables.items():
        write_csv(table, out / name)
    units = dict.fromkeys(one.unit for one in result.findings if not math.isnan(one.effect))
    stems = [f"tips/{result.tip.id}-{unit}" for unit in units] + [
        f"tips/{result.tip.id}-curve-{number}" for number in range(1, len(lines) + 1)
    ]
    stems += [f"tips/{result.tip.id}-rules-{number}" for number in range(1, len(result.tip.matrices) + 1)]
    return [*tables, *files(*stems)]
