"""What is published of claims that were tried in stages: a row for each tip's headline, and one for each cell's size,
with what it takes to carry the cell over later (`carry.py`).
"""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.carry import (
    CARRIED,
    CARRIED_VERSION,
    DEALS,
    QUESTION,
    VERSION,
    first_deals,
    question_hash,
    version_of,
)
from knotlab.analysis.claims.cells import Cell, cells_of
from knotlab.analysis.claims.headlines import ENDS, CellSize
from knotlab.analysis.claims.kinds.doses import MARK
from knotlab.analysis.claims.prepare import prepare
from knotlab.analysis.claims.registration import name_of
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.claims.trial import Trial
from knotlab.analysis.stats.headline import HeadlineAnswer
from knotlab.sim.machine import package_version
from knotlab.sim.storage.result_files import write_whole

TIPS, CELLS, CURVES = "headlines.csv", "sizes.csv", "curves.csv"
HARDLY_ACTS = "hardly ever acts"  # in place of a verdict, where the tip changes too few choices for a headline

Row = dict[str, Any]


def headline_row(result: TipResult) -> Row:
    """A tip's headline as a row; numbers are + for following the advice.

    Parameters
    ----------
    result
        A claim that was tried in stages, with a headline.

    Returns
    -------
    dict
        `plus` and `minus` name the cells whose direction is certain, as `2 simple; 3 mixed`.
    """
    played = result.headline
    assert played is not None and played.headline is not None
    headline, experiment = played.headline, result.tip.headline_experiment
    return {
        "id": result.tip.id,
        "verdict": HARDLY_ACTS if headline.answer == HeadlineAnswer.HARDLY_ACTS else str(result.verdict),
        "answer": str(headline.answer),
        "label": played.label,
        "advice": experiment.advice if experiment else 1,
        "effect": headline.effect,
        "low": headline.low,
        "high": headline.high,
        "margin": headline.margin,
        "unit": played.unit,
        "plus": _tables(headline.plus),
        "minus": _tables(headline.minus),
        "heterogeneity": headline.heterogeneity,
        "rounds": played.rounds,
        "games": played.games,
        "found_by": package_version(),
    }


def _tables(cells: Iterable[tuple[int, str]]) -> str:
    return "; ".join(f"{players} {field}" for players, field in cells)


def size_rows(result: TipResult, trial: Trial) -> Iterator[Row]:
    """The sizes of a tip's cells as rows; + is for what the experiment names first. The first deals of each are played.

    Parameters
    ----------
    result
        A claim that was tried in stages.
    trial
        What all cells share.
    """
    played = result.headline.sizes if result.headline else ()
    sizes = {(size.label, size.players, size.field): size for size in played}
    cells = [cell for cell in cells_of(result.tip) if _place(cell) in sizes]
    prepare(cells, trial)
    for cell in cells:
        if sizes[_place(cell)].size.deals:
            yield _size_row(cell, sizes[_place(cell)], trial)


def _place(cell: Cell) -> tuple[str, int, str]:
    return cell.experiment.label, cell.players, cell.field_name


def _size_row(cell: Cell, played: CellSize, trial: Trial) -> Row:
    size = played.size
    return {
        "tip": cell.tip.id,
        "cell": cell.name,
        "label": played.label,
        "kind": cell.experiment.kind,
        "players": played.players,
        "field": played.field,
        "roster": cell.field if isinstance(cell.field, str) else "",
        "rules": " ".join(cell.experiment.rules),
        "effect": size.value,
        "low": size.low,
        "high": size.high,
        "all_low": size.all_low,
        "all_high": size.all_high,
        "error": size.error,
        "half_width": played.half_width,
        "margin": cell.experiment.margin,
        "unit": played.unit,
        "deals": size.deals,
        "in_choices": played.in_choices,
        "in_play": played.in_play,
        **{f"win_rate{end}": getattr(played.won, name) for end, name in ENDS.items()},
        "hash": name_of(cell, trial),
        QUESTION: question_hash(cell, trial),
        VERSION: version_of(cell, trial),
        DEALS: first_deals(cell, trial),
        CARRIED: "",
        CARRIED_VERSION: "",
    }


def curve_rows(result: TipResult) -> Iterator[Row]:
    """What is shown about a tip without a verdict, as rows: one per group of each curve or surface.

    Parameters
    ----------
    result
        A claim whose curves were played.

    Yields
    ------
    dict
        `group` and `column` are what the group is called on each axis; a curve has no column. `literal` is `yes` of the
        amount that the tip speaks of.
    """
    for number, chart in enumerate(result.charts, 1):
        for group, rate in zip(chart.groups, chart.rates, strict=True):
            names = [axis.label(value) for axis, value in zip(chart.axes, group, strict=True)]
            yield {
                "tip": result.tip.id,
                "curve": number,
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


def write_published(claims: ClaimsResult, folder: Path) -> None:
    """Write headlines, sizes and curves into a folder, as `headlines.csv`, `sizes.csv` and `curves.csv`.

    Parameters
    ----------
    claims
        Claims that were tried in stages. One about a variant of the rules has sizes and no headline; curves are written
        only if they were played.
    folder
        Made if it is not there.
    """
    played = [result for result in claims if result.headline]
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / TIPS, [headline_row(result) for result in played if result.headline and result.headline.headline])
    _write(folder / CELLS, [row for result in played for row in size_rows(result, claims.trial)])
    curves = [row for result in claims for row in curve_rows(result)]
    if curves:
        _write(folder / CURVES, curves)


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Rows as CSV, nothing for what is not known."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["id"], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: "" if _is_unknown(value) else value for name, value in row.items()} for row in rows)
    write_whole(path, text.getvalue().encode())


def _is_unknown(value: Any) -> bool:
    return value is None or (isinstance(value, float) and not math.isfinite(value))
