"""A tip's numbers as a picture: what it is about, at every table where it was tried."""

import re
from collections.abc import Sequence
from dataclasses import replace

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words import capital
from knotlab.reports.words.charts import Stack, StackRow
from knotlab.reports.words.directions import amount, axis, counted, field_named
from knotlab.reports.words.pictures import BarPicture, PictureBar

FIELDS = ("strong", "mixed", "simple")  # in the order in which they are drawn
MARKS = 2  # of a bar
HALF = 0.5  # a share that a rate is compared with
UNITS = {"turns": "turns", "resets": "times a game"}  # in readers' words, where the records have others


def cell_picture(tip: TipResult) -> BarPicture:
    """The experiments that a tip's sentence is about: a bar for each of them and each number of players, with a mark
    for each of two fields; where there is one experiment and one number of players, a bar for each field.
    """
    known = [
        (name, _as_said(tip, cell))
        for label, name in tip.words.names.items()
        for cell in tip.cells_of(label)
        if cell.deals
    ]
    cells = [cell for _, cell in known]
    fields = [field for field in FIELDS if any(cell.field == field for cell in cells)]
    rows: dict[str, list[Evidence]] = {}
    if len({(cell.label, cell.players) for cell in cells}) == 1:
        rows = {_tables(field): [cell for cell in cells if cell.field == field] for field in fields}
        fields = []
    else:
        names, sizes = dict.fromkeys(name for name, _ in known), {cell.players for cell in cells}
        for name, cell in known:
            size = f"{cell.players} players"
            told = [name.removesuffix(f", {size}")] * (len(names) > 1) + [size] * (len(sizes) > 1)
            rows.setdefault(", ".join(told), []).append(cell)
    fields = fields[:MARKS]
    are_totals = any(says.is_total for says in tip.words.says.values())
    return BarPicture(
        "",
        _says(cells, fields),
        tuple(map(_tables, fields)) if len(fields) > 1 else (),
        tuple(_bar(name, of, fields, are_totals) for name, of in rows.items()),
        unit=_unit(tip, cells),
    )


def _as_said(tip: TipResult, cell: Evidence) -> Evidence:
    """A cell that counts what the tip's sentence tells, where that is the rest of what was counted."""
    says = tip.words.says.get(cell.label)
    return replace(cell, meaning=cell.meaning.turned(-1)) if says and says.rest else cell


def _tables(field: str) -> str:
    return "among champions" if field == "strong" else f"at {field_named(field)} tables"


def _unit(tip: TipResult, cells: Sequence[Evidence]) -> str:
    """What is counted; which way there is more of it, unless there is more of it everywhere."""
    meaning = cells[0].meaning
    bases = [says.base for says in tip.words.says.values() if says.base]
    if meaning.unit in UNITS:
        return f"{UNITS[meaning.unit]} more"
    if meaning.unit != "loss_rate" and all(cell.more > 0 and cell.low * cell.high > 0 for cell in cells):
        return counted(meaning)
    return f"{axis(meaning)}{(' than half' if set(bases) == {HALF} else ' than by lot') if bases else ''}"


def _says(cells: Sequence[Evidence], fields: Sequence[str]) -> str:
    """Among whom it was tried, where that does not stand beside the bars; and the intervals."""
    among = f"{capital(_tables(fields[0]))}. " if len(fields) == 1 else ""
    return f"{among}Lines: 95% intervals over {deals_of(cells)} deals."


def deals_of(cells: Sequence[Evidence]) -> str:
    """On how many deals experiments were tried; empty where that is not known of any."""
    known = [cell.deals for cell in cells if cell.deals]
    return " to ".join(f"{n:,}" for n in sorted({min(known), max(known)})) if known else ""


def _bar(name: str, cells: Sequence[Evidence], fields: Sequence[str], is_total: bool) -> PictureBar:
    """A bar with a value for each field in which it was tried, or with its only value. is_total: whether it is how many
    there are, and no difference.
    """
    in_order = sorted((cell for cell in cells if cell.field in fields), key=lambda cell: fields.index(cell.field))
    drawn, scale = in_order or cells, cells[0].meaning.scale
    values = tuple(Between(*(scale * end for end in (cell.effect, cell.low, cell.high))) for cell in drawn)
    words = ", ".join(amount(cell.meaning, cell.effect) for cell in drawn)
    ways = {cell.meaning.way(cell.effect) for cell in drawn}
    if len(ways) == 1:
        (way,) = ways
        words = words.replace(f" {way}", "") if is_total else words.replace(f" {way},", ",")
    return PictureBar(capital(name), values, words, fields.index(drawn[0].field) if in_order else 0)


def changed_effects(tip: TipResult) -> Stack:
    """How many effects of habits differ under the rules of a variant."""
    differ, effects = map(int, re.findall(r"\d+", tip.where)[:2])
    share = 100 * differ / effects
    return Stack(
        f"{differ} of {effects} effects of habits certainly differ by these rules",
        (StackRow("", (("certainly differ", share), ("do not", 100 - share))),),
    )
