"""Evidence as it is written and read: `tips.csv` with a row for each claim, `cells.csv` with one for each effect at one
table, and `curves.csv` with what is shown next to them.

`knotlab claims --findings` writes these files, and the same files are published with knotlab.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from knotlab.analysis.claims.evidence.record import (
    Evidence,
    TipHeadline,
    elsewhere_from,
    from_row,
    in_order,
    tables_read,
)
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.evidence.rows import FINDINGS, Row, as_csv, meaning_of, number, published_rows, rows_in
from knotlab.analysis.claims.model.chart import MARK, Axis, Chart
from knotlab.analysis.stats.headline import Headline
from knotlab.analysis.stats.rates import Rate
from knotlab.analysis.stats.verdicts import HeadlineAnswer, Verdict
from knotlab.sim import games
from knotlab.sim.storage.result_files import write_whole

TIPS, CELLS, CURVES = "tips.csv", "cells.csv", "curves.csv"


# --- writing ---


def write_evidence(claims: ClaimsResult, folder: Path) -> None:
    """Write claims with their evidence into a folder.

    claims: their cells with first deals, if they are to be published. folder: made if it is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables_of(claims).items():
        write_whole(folder / name, as_csv(rows).encode())


def tables_of(claims: ClaimsResult) -> dict[str, list[Row]]:
    """The rows of each file; curves only if there are any."""
    tables: dict[str, list[Row]] = {
        TIPS: [_tip_row(result) for result in claims],
        CELLS: [cell.row() for result in claims for cell in result.cells if cell.deals],
        CURVES: [row for result in claims for row in curve_rows(result)],
    }
    return tables if tables[CURVES] else {name: rows for name, rows in tables.items() if name != CURVES}


def _tip_row(result: TipResult) -> Row:
    """A claim's row, with its game where the letters of its id do not tell it."""
    return result.row() | ({} if _game_of(result.id) == result.game else {"game": result.game})


def _game_of(tip: str) -> str:
    return games_by_letters().get(tip.partition("-")[0], "")


def curve_rows(result: TipResult) -> Iterator[Row]:
    """What is shown about a tip without a verdict, as rows: one per group of each curve or surface.

    result: a claim whose curves were played. Yields rows: `group` and `column` are what the group is called on each
    axis; a curve has no column. `literal` is `yes` of the amount that the tip speaks of.
    """
    for curve, chart in enumerate(result.charts, 1):
        for group, rate in zip(chart.groups, chart.rates, strict=True):
            names = [axis.label(value) for axis, value in zip(chart.axes, group, strict=True)]
            yield {
                "tip": result.id,
                "curve": curve,
                "label": chart.label,
                "unit": chart.unit,
                "axis": ", ".join(axis.name for axis in chart.axes),
                "group": names[0].removesuffix(MARK),
                "literal": "yes" if names[0].endswith(MARK) else "",
                "column": names[1] if chart.is_surface else "",
                "value": rate.value,
                "low": rate.low,
                "high": rate.high,
                "deals": rate.n,
                "cases": rate.cases,
            }


# --- reading ---


def published(folder: Path = FINDINGS) -> ClaimsResult:
    """The claims that are published in a folder; raises InputError if a file is not as it was published."""
    return results_of(published_rows(folder / TIPS), map(from_row, published_rows(folder / CELLS)))


def read_evidence(folder: Path) -> ClaimsResult:
    """The claims that `write_evidence` wrote into a folder, without their curves."""
    return results_of(rows_in(folder / TIPS), map(from_row, rows_in(folder / CELLS)))


def results_of(rows: Iterable[Mapping[str, str]], cells: Iterable[Evidence]) -> ClaimsResult:
    """Claims from the rows of both tables."""
    by_tip: dict[str, list[Evidence]] = {}
    for cell in cells:
        by_tip.setdefault(cell.tip, []).append(cell)
    return ClaimsResult(tuple(_result(row, by_tip.get(row["id"], ())) for row in rows))


def _result(row: Mapping[str, str], cells: Sequence[Evidence]) -> TipResult:
    """A claim of a row of `tips.csv`, which has no columns of headlines where no claim has one."""
    headline = _headline(row) if row.get("answer") else None
    return TipResult(
        id=row["id"],
        game=row.get("game") or _game_of(row["id"]),
        statement=row["tip"],
        verdict=Verdict(row["verdict"]),
        cells=in_order(cells),
        headline=headline,
        games=int(row["games"] or 0),
        note="" if headline else row["where"],
    )


def _headline(row: Mapping[str, str]) -> TipHeadline:
    """The headline of a row of `tips.csv`."""
    headline = Headline(
        answer=HeadlineAnswer(row.get("there") or row["answer"]),
        plus=tables_read(row["better_at"]),
        minus=tables_read(row["worse_at"]),
        **{name: number(row[name]) for name in ("effect", "low", "high", "margin", "heterogeneity")},
    )
    elsewhere = elsewhere_from(row, headline.margin)
    return TipHeadline(row["label"], meaning_of(row), int(row["advice"]), headline, int(row["rounds"]), elsewhere)


@cache
def published_charts(folder: Path = FINDINGS) -> dict[str, tuple[Chart, ...]]:
    """The published curves and surfaces of all tips as charts, by id; raises InputError as `published` does."""
    rows = published_rows(folder / CURVES)
    by_tip: dict[str, tuple[Chart, ...]] = {}
    for (tip, _), group in groupby(rows, key=lambda row: (row["tip"], row["curve"])):
        by_tip[tip] = (*by_tip.get(tip, ()), _chart(list(group)))
    return by_tip


def _chart(rows: Sequence[dict[str, str]]) -> Chart:
    """The chart of some lines of `curves.csv`."""
    first = rows[0]
    names = [[row["group"] + (MARK if row["literal"] else "") for row in rows]]
    titles = [first["axis"]]
    if first["column"]:
        names, titles = [*names, [row["column"] for row in rows]], first["axis"].split(", ")
    axes = tuple(map(_axis, titles, names))
    numbers = ([_number_of(axis, name) for name in of_axis] for axis, of_axis in zip(axes, names, strict=True))
    groups = tuple(zip(*numbers, strict=True))
    return Chart(first["label"], first["unit"], axes, groups, tuple(map(_rate, rows)))


def _axis(title: str, groups: Sequence[str]) -> Axis:
    """An axis: of whole numbers if all its groups are, else of names in their order."""
    if all(group.isdecimal() for group in groups):
        return Axis(title, sorted(set(map(int, groups))))
    names = tuple(dict.fromkeys(groups))
    return Axis(title, range(len(names)), names)


def _number_of(axis: Axis, group: str) -> int:
    return axis.names.index(group) if axis.names else int(group)


def _rate(row: Mapping[str, str]) -> Rate:
    """The rate of a line; what the file does not have is not known."""
    value, low, high, cases = (number(row[name]) for name in ("value", "low", "high", "cases"))
    return Rate(value, math.nan, low, high, int(float(row["deals"] or 0)), cases, math.nan)


@cache
def games_by_letters() -> dict[str, str]:
    """Which game the letters of a tip's or a ruling's number name, found by the first ruling of each game."""
    folder = Path(str(games.__file__)).parent
    pages = {file.parent.name.replace("_", "-"): file.read_text("utf-8") for file in folder.glob("*/rulings.md")}
    first = {game: re.search(r"^#+ ([A-Z]+)-\d+$", page, re.MULTILINE) for game, page in pages.items()}
    return {heading[1]: game for game, heading in first.items() if heading}
