"""The making of findings: headlines and sizes in folders of `knotlab claims --stages sizes --findings` become data of
the package; README, `docs/tips.md` and `docs/readings.md` are written from those data.

Rows of tips that a folder does not hold stay as they are, so that tips can be published one by one.

Command: python -m knotlab.analysis.studies.findings FOLDER ... (a step of make findings)
Result: reports/findings/tips.csv, cells.csv, curves.csv, readings.csv
Page: docs/tips.md, docs/readings.md, README.md, the report
"""

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from knotlab.analysis.claims import published
from knotlab.analysis.claims.cells import tips
from knotlab.analysis.claims.headlines import CellSize
from knotlab.analysis.claims.units import unit_named
from knotlab.analysis.claims.variants import changes_of_sizes, sentence, verdict_of
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.studies import tips_as_read
from knotlab.analysis.studies.command import ROOT, between, parser, run
from knotlab.reports.answers.advice import advice
from knotlab.reports.answers.findings import FOLDER, TipFound, shipped
from knotlab.reports.answers.forest import best
from knotlab.reports.answers.readings import ReadingFound, shipped_readings
from knotlab.reports.page.answers import headline, verdict_words
from knotlab.reports.words.claims import number
from knotlab.sim import games
from knotlab.sim.storage.result_files import publish

README, TIPS, READINGS = ROOT / "README.md", ROOT / "docs" / "tips.md", ROOT / "docs" / "readings.md"
RENAMED = {"effect": "mean", "low": "mean_low", "high": "mean_high", "unit": "mean_unit"}  # of a headline, in tips.csv
ANSWERS = "answers"
TABLE = "tips"
READ = "readings"
SIZE = ("effect", "error", "low", "high", "all_low", "all_high")


def front_page() -> str:
    """The README's table: what helps most, and what hurts."""
    rows = [f"{headline()}.", "", "| what to do | verdict | of 100 games |", "|---|---|---|"]
    for tip, row in best(shipped()):
        verdict = "do it" if row.value > 0 else "don't"
        way, when = "fewer" if row.value > 0 else "more", f" {tip.words['when']}" if "when" in tip.words else ""
        rows.append(f"| {row.name} ({games.find(tip.game).title}) | {verdict} | {row.number} {way} lost{when} |")
    return "\n".join(rows) + "\n"


def in_words() -> Iterator[str]:
    """Every tip as a sentence, game by game."""
    for name in games.listed():
        tips = [tip for tip in shipped() if tip.game == name]
        if tips:
            yield f"\n### {games.find(name).title}\n"
            yield from map(_entry, tips)


def _entry(tip: TipFound) -> str:
    answer, (word, glyph, _) = advice(tip), verdict_words(tip)
    return f"- **{tip.words['title']}** ({tip.id}, {glyph} {word}). {answer.opening} {answer.sentence}"


def write() -> None:
    """Write what README and `docs/tips.md` say from the findings that ship."""
    README.write_text(between(README.read_text("utf-8"), ANSWERS, front_page()), "utf-8")
    words = "\n".join(in_words()) + "\n"
    TIPS.write_text(between(TIPS.read_text("utf-8"), ANSWERS, words), "utf-8")
    tips_as_read.write()


Row = dict[str, str]


def read(path: Path) -> list[Row]:
    """The rows of a table, as text."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def put(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """Publish a table with all columns that any row has."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    publish(path, text.getvalue())


def tip_row(headline: Row, sizes: Sequence[Row], statement: str) -> Row:
    """A tip's line of `tips.csv`: its headline if it has one, and the range of its sizes in the unit of the first."""
    effects = [float(row["effect"]) for row in sizes if row["unit"] == sizes[0]["unit"]]
    signs = [(float(row["all_low"]) > 0) - (float(row["all_high"]) < 0) for row in sizes if row["all_low"]]
    where = f"certainly above zero in {signs.count(1)} of {len(sizes)} cells, below in {signs.count(-1)}"
    renamed = {RENAMED.get(name, name): value for name, value in headline.items()}
    span = {"effect_low": f"{min(effects)}", "effect_high": f"{max(effects)}", "unit": sizes[0]["unit"]}
    return {"id": sizes[0]["tip"], "tip": statement, "verdict": "undecided", "where": where, **span, **renamed}


def of_variant(row: Row, own: Sequence[Row], others: Sequence[Row], margin: float) -> Row:
    """The line of a tip about a variant of the rules: which effects differ between the two rules."""
    changes = changes_of_sizes([_size(each) for each in own], [_size(each) for each in others], margin)
    return row | {"verdict": str(verdict_of(changes, len(own))), "where": sentence(changes)}


def _size(row: Row) -> CellSize:
    """The size of a line of `cells.csv`."""
    effect, error, low, high, all_low, all_high = (float(row[name] or "nan") for name in SIZE)
    size = Size(effect, error, low, high, all_low, all_high, int(row["deals"]))
    return CellSize(row["label"], int(row["players"]), row["field"], row["unit"], size, math.nan, math.nan, math.nan)


def merge(folder: Path) -> None:
    """Put what a folder has of some tips in the place of what is published of them: headlines and sizes, curves, and
    other readings of the rules.
    """
    if (folder / published.TIPS).exists():
        merge_sizes(folder)
    for name in ("curves.csv", "readings.csv"):
        if (folder / name).exists():
            merge_rows(folder / name, FOLDER / name)


def merge_rows(new: Path, old: Path) -> None:
    """Put the rows of a table in the place of those that are published of the same tips."""
    rows = read(new)
    again = {row["tip"] for row in rows}
    rows += [row for row in (read(old) if old.exists() else ()) if row["tip"] not in again]
    put(old, [row for tip in tips() for row in rows if row["tip"] == tip.id])


def merge_sizes(folder: Path) -> None:
    """Put the headlines and sizes of a folder in the place of what is published of these tips."""
    headlines = {row["id"]: row for row in read(folder / published.TIPS)}
    sizes = read(folder / published.CELLS)
    old = {row["id"]: row for row in read(FOLDER / "tips.csv")}
    cells = read(FOLDER / "cells.csv")
    new_tips, new_cells = [], []
    for tip in tips():
        own = [row for row in sizes if row["tip"] == tip.id]
        if own:
            new_tips.append(tip_row(headlines.get(tip.id, {}), own, tip.statement))
            new_cells += own
        else:
            new_tips.append(old[tip.id])
            new_cells += [row for row in cells if row["tip"] == tip.id]
    for i, tip in enumerate(tips()):
        own = [row for row in new_cells if row["tip"] == tip.id]
        if tip.is_variant and own and all(row.get("error") for row in own):
            others = [row for row in new_cells if row["tip"] != tip.id and row.get("error")]
            new_tips[i] = of_variant(new_tips[i], own, others, min(each.margin for each in tip.experiments))
    put(FOLDER / "tips.csv", new_tips)
    put(FOLDER / "cells.csv", new_cells)


def readings_table() -> str:
    """What other readings of the rules change: a summary, and all lines, those that flip first."""
    readings = sorted(shipped_readings(), key=lambda each: (not each.is_certain, not each.flips))
    tips_there, flips = {each.tip for each in readings}, [each for each in readings if each.flips]
    certain = sum(each.is_certain for each in readings)
    rows = [
        f"{len(readings)} pairs of a tip and another reading, of {len(tips_there)} tips: in {len(flips)} the mean says "
        f"something else, in {certain} of them certainly (bold).",
        "",
        "| id | ruling | other reading | as it is | then | change [95%] | following the tip is |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for each in readings:
        usual, other, change, low, high = (_of(each, name) for name in ("usual", "other", "change", "low", "high"))
        says = f"**{each.says}**" if each.is_certain else each.says
        cells = (each.tip, each.ruling, f"`{each.reading}`", usual, other)
        rows.append(f"| {' | '.join(cells)} | {change} [{low}, {high}] {unit_named(each.unit).words} | {says} |")
    return "\n".join(rows) + "\n"


def _of(reading: ReadingFound, name: str) -> str:
    return number(getattr(reading, name), reading.unit)


def number_table() -> str:
    """All tips in numbers: the mean of a headline, or the range of the effects where cells have verdicts."""
    rows = ["| id | tip | verdict | effect | where |", "| --- | --- | --- | --- | --- |"]
    for row in read(FOLDER / "tips.csv"):
        rows.append(f"| {row['id']} | {row['tip']} | {row['verdict']} | {_effect(row)} | {row['where'] or '-'} |")
    return "\n".join(rows) + "\n"


def _effect(row: Row) -> str:
    """What a tip's line says of its effect."""
    if row.get("mean"):
        unit = row["mean_unit"]
        ends = [_number(row[name], unit) for name in ("mean", "mean_low", "mean_high")]
        return f"mean {ends[0]} [{ends[1]}, {ends[2]}] {unit_named(unit).words}"
    if not row["effect_low"]:
        return "-"
    low, high = (_number(row[name], row["unit"]) for name in ("effect_low", "effect_high"))
    return f"{low} to {high} {unit_named(row['unit']).words}"


def _number(text: str, unit: str) -> str:
    return number(float(text), unit)


def main(words: Sequence[str] | None = None) -> None:
    """Publish what the folders hold, and write the pages."""
    reader = parser("findings", __doc__)
    reader.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="none: only write the pages")
    for folder in reader.parse_args(words).folders:
        merge(folder)
    TIPS.write_text(between(TIPS.read_text("utf-8"), TABLE, number_table()), "utf-8")
    READINGS.write_text(between(READINGS.read_text("utf-8"), READ, readings_table()), "utf-8")
    write()


if __name__ == "__main__":
    run(main)
