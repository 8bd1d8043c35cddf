"""One claim's section of the page: verdict, plots, tables, how it was tested, and the command that tries it again."""

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pandas as pd

from knotlab.analysis.claims.cells import tips
from knotlab.analysis.claims.chart import Chart
from knotlab.analysis.claims.exact import Matrix
from knotlab.analysis.claims.experiment import Experiment
from knotlab.analysis.claims.finding import Finding
from knotlab.analysis.claims.result import TipResult, cells_to_pandas
from knotlab.analysis.claims.tip import Tip
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.claims.units import unit_named
from knotlab.reports.output import write_csv
from knotlab.reports.page.blocks import Block, Column, Command, Files, Picture, Section, Table, Text
from knotlab.reports.page.pictures import Pictures, files
from knotlab.reports.plots import claims as plots
from knotlab.reports.words import charts
from knotlab.reports.words import claims as words
from knotlab.reports.words.shown import moment, replay_command

NUMBERS = ("players", "effect", "margin", "games", "VRF", "in play", "unfinished")
WIDE = ("experiment", "against")
CELLS = tuple(Column(head, number=head in NUMBERS, text=head in WIDE) for head in words.CELL_COLUMNS)


def claim(result: TipResult, trial: Trial, pictures: Pictures) -> Section:
    """A claim's section."""
    tip = result.tip
    quick = " --quick" if trial.is_quick else ""
    blocks: list[Block] = [
        Text(words.paragraph(result)),
        *picture_blocks(result, pictures),
        *table_blocks(result),
        Text(f"Source: {tip.source}. Interpretation: {tip.reading}", soft=True),
        *(Text(sentence, soft=True) for sentence in tested(tip, trial)),
        Command("Try it again:", f"knotlab claims {_again(tip)}{quick} --seed {trial.seed}"),
    ]
    for transcript in tip.transcripts:
        blocks.append(Text(f"Example, {transcript.words}: {moment(tip, transcript)}", soft=True))
        blocks.append(Command("The whole game:", replay_command(tip, transcript)))
    if names := data_files(result, pictures.folder):
        blocks.append(Files(names))
    return Section(tip.id, f"{tip.id}: {tip.statement}", blocks, folded=True, mark=result.verdict)


def tested(tip: Tip, trial: Trial) -> list[str]:
    """How a claim's experiments were done, a sentence each."""
    return [
        f"{charts.capital(experiment.label)}: {experiment.describe(trial)}; {margin(tip, experiment, trial)}."
        for experiment in tip.experiments
    ]


def margin(tip: Tip, experiment: Experiment, trial: Trial) -> str:
    """The smallest effect that matters, in words."""
    unit = experiment.unit_in(tip.game)
    size = f"{words.number(experiment.margin, unit, signed=False)} {unit_named(unit).words}"
    wider = f" (a quick pass stops where no effect above {trial.wider:g} times that is left)" if trial.is_quick else ""
    return f"the smallest difference that matters is {size}{wider}"


def _again(tip: Tip) -> str:
    """The ids to try a claim again: with one about a variant those that it is compared with."""
    return " ".join(other.id for other in tips() if other.game == tip.game) if tip.is_variant else tip.id


def measured_units(result: TipResult) -> list[str]:
    """The units in which effects were measured."""
    return list(dict.fromkeys(cell.unit for cell in result.findings if not math.isnan(cell.effect)))


def shown_charts(result: TipResult) -> list[Chart]:
    """The charts that have anything to show."""
    return [chart for chart in result.charts if chart.rates]


def picture_blocks(result: TipResult, pictures: Pictures) -> list[Picture]:
    """A claim's plots: its effects by unit, its charts, and what the rules say."""
    blocks, tip = [], result.tip
    for unit in measured_units(result):
        cells = [cell for cell in result.findings if cell.unit == unit and not math.isnan(cell.effect)]
        caption = (
            f"{tip.id}: each experiment's effect with its interval; right of the middle is good for what it names, "
            f"grey is too small to matter."
        )
        plot = partial(plots.forest, result, unit)
        blocks.append(pictures.draw(f"tips/{tip.id}-{unit}", plot, forest_words(cells), caption, result.verdict, cells))
    for number, chart in enumerate(shown_charts(result), 1):
        how = f"; {charts.widths(chart)}" if chart.is_surface else ", with 95% intervals"
        name, caption = f"tips/{tip.id}-curve-{number}", f"{tip.id}: {chart.label}{how}."
        depends_on = (chart.label, chart.groups, chart.to_pandas())
        blocks.append(
            pictures.draw(name, partial(plots.draw, result, chart), charts.describe(chart), caption, *depends_on)
        )
    for number, shown in enumerate(tip.matrices, 1):
        name, caption = f"tips/{tip.id}-rules-{number}", f"{tip.id}: {shown.label}, from the rules."
        blocks.append(pictures.draw(name, partial(plots.matrix, result, shown), charts.matrix(shown), caption, shown))
    return blocks


def forest_words(cells: Sequence[Finding]) -> str:
    """The plot of effects for those who cannot see it."""
    lines = (f"{cell.label}, {words.where(cell)}: {words.effect(cell)}, {cell.about_tip}" for cell in cells)
    return f"Effects with intervals, + for what the experiment names. {'; '.join(lines)}."


def table_blocks(result: TipResult) -> list[Table]:
    """A claim's cells, and the groups of its charts."""
    tables = [chart_table(chart) for chart in shown_charts(result)]
    if not result.findings:
        return tables
    rows = [words.cell_row(cell) for cell in result.findings]
    return [Table(f"{result.tip.id}: experiments and what each says", CELLS, rows), *tables]


def chart_table(chart: Chart) -> Table:
    """A chart's groups with their rates, those that are not blank."""
    axes = (
        Column(axis.name, number=chart.is_surface or not axis.names, choose=chart.is_surface) for axis in chart.axes
    )
    numbers = (Column(head, number=True) for head in (f"{chart.unit} [95%]", "cases"))
    rows = []
    for i, (group, rate) in enumerate(zip(chart.groups, chart.rates, strict=True)):
        value, low, high = (charts.amount(chart, number) for number in (rate.value, rate.low, rate.high))
        names = map(str, group) if chart.is_surface else [chart.name(i)]
        rows.append([*names, f"{value} [{low}, {high}]", f"{rate.cases:,.0f}"])
    caption = charts.capital(chart.label) + (", per cent" if chart.unit == "share" else "")
    return Table(caption, (*axes, *numbers), rows)


def data_files(result: TipResult, folder: Path) -> list[str]:
    """Write a claim's tables as CSV; their names and those of its plots."""
    stem, tables = f"tips/{result.tip.id}", dict[str, pd.DataFrame]()
    if result.findings:
        tables[f"{stem}-cells.csv"] = cells_to_pandas([result])
    numbered: dict[str, Sequence[Chart | Matrix]] = {"curve": shown_charts(result), "rules": result.tip.matrices}
    for kind, items in numbered.items():
        tables |= {f"{stem}-{kind}-{number}.csv": item.to_pandas() for number, item in enumerate(items, 1)}
    for name, table in tables.items():
        write_csv(table, folder / name)
    plotted = [f"{stem}-{unit}" for unit in measured_units(result)]
    plotted += [f"{stem}-{kind}-{number + 1}" for kind, items in numbered.items() for number in range(len(items))]
    return [*tables, *files(*plotted)]
