"""The making of findings: headlines and sizes in folders of `knotlab claims --stages sizes --findings` become data of
the package; README, `docs/tips.md` and `docs/readings.md` are written from those data.

Rows of tips that a folder does not hold stay as they are, so that tips can be published one by one.

Command: python -m knotlab.studies.publishing.findings FOLDER ... (a step of make findings)
Result: reports/findings/tips.csv, cells.csv, curves.csv, readings.csv
Page: docs/tips.md, docs/readings.md, README.md, the report
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from knotlab.analysis.claims.evidence.files import TIPS as TABLE_OF_TIPS
from knotlab.analysis.claims.evidence.files import published, read_evidence, tables_of
from knotlab.analysis.claims.evidence.readings import published_readings
from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.evidence.rows import FINDINGS, as_csv, rows_in
from knotlab.analysis.claims.judgement.at_table import LOST_ANYWAY, USUAL, Against, at_table
from knotlab.analysis.claims.judgement.habits import APART, PART, mean_of_sizes, usual_of
from knotlab.analysis.claims.judgement.variants import compare_variants
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.commands import COMMAND, ROOM, read_kept
from knotlab.reports.page.first_screen import columns
from knotlab.reports.words import capital, uncapital
from knotlab.reports.words.advice import advice
from knotlab.reports.words.at_table import amount, number_lines
from knotlab.reports.words.claims import headline, verdict_words
from knotlab.reports.words.columns import Bar
from knotlab.reports.words.directions import NUMERALS, counted, listed, with_unit
from knotlab.reports.words.numeral_advice import numeral_advice
from knotlab.reports.words.readings import told
from knotlab.reports.words.strong_players import on_top
from knotlab.reports.words.two_numbers import HEADS, two_numbers, unit_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.storage.result_files import publish
from knotlab.studies.command import ROOT, between, parser, run
from knotlab.studies.publishing import tips_as_read

README, TIPS, READINGS = ROOT / "README.md", ROOT / "docs" / "tips.md", ROOT / "docs" / "readings.md"
ANSWERS, PRECISION = "answers", "precision"
FRACTIONS = {0.25: "¼", 0.5: "½"}
TOLD = 2  # habits of a kind on the front page
TABLE = "tips"
READ = "readings"


def front_page() -> str:
    """The README's answers: a line for each game, and one for each question that the README opens with."""
    titles = {name: games.find(name).title for name in games.listed()}
    strong = {each.game: each for each in columns(USUAL._replace(against=Against.STRONG))}
    table = (
        "The numbers in brackets say how many fewer or more games out of 100 you lose by playing that way, with three "
        "players at a plain table, where each kind of player sits in turn:"
    )
    rows = [f"{headline()}. {table}", ""]
    for each in columns(USUAL):
        do, do_not = (bars[:TOLD] for bars in (each.do, each.do_not))
        parts = [_bars(do), _bars(do_not, "do not "), f"among champions: {_bars(strong[each.game].do[:TOLD])}"]
        rows.append(f"- **{titles[each.game]}:** {'. '.join(capital(part) for part in parts if part)}.")
    numerals = numeral_advice()
    without = f"{numerals.glance.show}. {numerals.glance.costs}."
    rows.append(f"- **{titles['twyst']}:** {without} {numerals.solos} {numerals.insight}.")
    rows += ["", f"Hoarding aces: {_aces()}. {_tens()}"]
    return "\n".join(rows) + "\n"


def _players_who(whom: str) -> str:
    """For whom alone a habit helps, for who does not see the tables beside it."""
    return re.sub("^(plain|strong)", r"\1 players", whom)


def _bars(bars: Sequence[Bar], before: str = "") -> str:
    """Habits with their numbers, and whom else they hurt."""
    notes = [", ".join(filter(None, (bar.words, _players_who(bar.whom)))) for bar in bars]
    return "; ".join(f"{before}{uncapital(bar.does)} ({note})" for bar, note in zip(bars, notes, strict=True))


def _aces() -> str:
    """What hoarding aces is worth at each size of table."""
    (line,) = number_lines(shipped()["TK-C1"], Against.PLAIN)
    return listed([f"{each.words} with {NUMERALS[each.players]} players" for each in line.numbers])


def _tens() -> str:
    """What a chain of tens and kings is worth by itself."""
    tip = shipped()["TK-C3"]
    alone = next(each for each in at_table(tip, USUAL) if each.label == "ten-king-chain")
    return f"A chain of tens and kings, on top of the aces: {amount(alone)} with {NUMERALS[alone.players]} players."


def precision() -> str:
    """How exact the numbers of habits are, and which tables count as exceptions."""
    ids_by_half: dict[float, dict[str, None]] = {}
    for tip in shipped():
        for cell in (cell for label in tip.words.rows for cell in usual_of(tip.cells_of(label))):
            if cell.unit == "loss_rate":
                ids_by_half.setdefault(100 * cell.half_width, {})[tip.id] = None
    (usual, _), *others = sorted(ids_by_half.items(), key=lambda item: -len(item[1]))
    less = "; ".join(f"{listed(list(ids))}: ±{FRACTIONS[half]}" for half, ids in others if half > usual)
    return (
        f"The numbers are for these tables, to ±{FRACTIONS[usual]} game in 100{less and f' ({less})'}. An "
        "exception is added for another table of the same size where the effect certainly differs from this one by "
        f"{APART:g} game in 100 or more and by {PART:.0%} of it or more, or is certainly on the other side of zero: "
        "one of simple players (a *simple field*), or one of champions (a *strong field*) where the champion itself "
        f"was not tested and not every script loses more than {100 * LOST_ANYWAY:g} of 100 games.\n"
    )


def in_words() -> Iterator[str]:
    """Every tip as a sentence, game by game."""
    for name in games.listed():
        tips = [tip for tip in shipped() if tip.game == name]
        if tips:
            yield f"\n## {games.find(name).title}\n"
            yield from map(_entry, tips)


def _entry(tip: TipResult) -> str:
    answer, (word, glyph, _), strong = advice(tip), verdict_words(tip), on_top(tip)
    entry = f"- **{tip.words.title}** ({tip.id}, {glyph} {word}). {answer.opening} {answer.sentence}"
    return f"{entry}\n  *Strong players:* {strong}" if strong else entry


def write() -> None:
    """Write what README and `docs/tips.md` say from the findings that ship."""
    README.write_text(between(README.read_text("utf-8"), ANSWERS, front_page()), "utf-8")
    words = "\n".join(in_words()) + "\n"
    page = between(TIPS.read_text("utf-8"), PRECISION, precision())
    TIPS.write_text(between(page, ANSWERS, words), "utf-8")
    tips_as_read.write()


def merge(folder: Path) -> None:
    """Put what a folder has of some tips in the place of what is published of them: verdicts and sizes, curves, and
    other readings of the rules. Raises InputError if a budget ended what wrote the folder: what it calls open may only
    not have been played.
    """
    if (folder / ROOM / COMMAND).is_file() and (went_into := read_kept(folder).stopped):
        raise InputError(f"{folder} was not played to its end ({went_into}); play it whole before it is published")
    if (folder / TABLE_OF_TIPS).exists():
        put(merged(read_evidence(folder), published(FINDINGS)))
    for name in ("curves.csv", "readings.csv"):
        if (folder / name).exists():
            merge_rows(folder / name, FINDINGS / name)


def merged(new: ClaimsResult, old: ClaimsResult) -> ClaimsResult:
    """All tips in their order, those that are new in the place of the old ones; variants are compared with both."""
    played = {result.id for result in new}
    known = {result.id: result for claims in (old, new) for result in claims}
    results = [
        replace(known[tip.id], statement=tip.statement if tip.id in played else known[tip.id].statement, tip=tip)
        for tip in tips()
        if tip.id in known
    ]
    return ClaimsResult(tuple(compare_variants(results)))


def put(claims: ClaimsResult) -> None:
    """Publish claims with their evidence."""
    for name, rows in tables_of(claims).items():
        publish(FINDINGS / name, as_csv(rows))
    shipped.cache_clear()


def merge_rows(new: Path, old: Path) -> None:
    """Put the rows of a table in the place of those that are published of the same tips."""
    rows = rows_in(new)
    again = {row["tip"] for row in rows}
    rows += [row for row in (rows_in(old) if old.exists() else ()) if row["tip"] not in again]
    publish(old, as_csv([row for tip in tips() for row in rows if row["tip"] == tip.id]))


def readings_table() -> str:
    """What other readings of the rules change: a summary, and all lines, those that flip first."""
    readings = sorted(published_readings(), key=lambda each: not each.flips)
    tips_there, flips = {each.tip for each in readings}, sum(each.flips for each in readings)
    rows = [
        f"There are {len(readings)} pairs of a tip and an alternative reading, from {len(tips_there)} tips. In {flips} "
        "of them the mean certainly says something else (bold).",
        "",
        "| id | ruling | other reading | published | by the ruling | otherwise | change [95%] | following the tip is |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    (variant,) = (tip for tip in shipped() if tip.id in {each.id for each in tips() if each.is_variant})
    usual_rules: dict[str, str] = {}
    of_variant: dict[str, str] = {}
    for tip in shipped():
        for means, played in ((usual_rules, tip), (of_variant, replace(variant, headline=tip.headline))):
            is_played = tip.headline and played.cells_of(tip.headline.label)
            if is_played and (known := mean_of_sizes(played)):
                means[tip.id] = with_unit(known).partition(" [")[0]
    for each in readings:
        usual, other, change = told(each)
        says = f"**{each.says}**" if each.flips else each.says
        mean = (of_variant if each.reading.rules else usual_rules).get(each.tip, "-")
        cells = (each.tip, each.reading.ruling, f"`{each.reading.settings}`", mean, usual, other)
        rows.append(f"| {' | '.join(cells)} | {change} {counted(each.meaning)} | {says} |")
    return "\n".join(rows) + "\n"


def number_table() -> str:
    """All tips with their two numbers."""
    rows = [f"| id | tip | verdict | {' | '.join(HEADS)} | where |", "| --- | --- | --- | --- | --- | --- |"]
    for tip in shipped():
        plain, strong = (f"{words}{unit_of(tip)}" if words else "-" for words in two_numbers(tip))
        rows.append(f"| {tip.id} | {tip.statement} | {tip.verdict} | {plain} | {strong} | {tip.where or '-'} |")
    return "\n".join(rows) + "\n"


def main(words: Sequence[str] | None = None) -> None:
    """Publish what the folders hold, and write the pages."""
    reader = parser(__doc__)
    reader.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="none: only write the pages")
    for folder in reader.parse_args(words).folders:
        merge(folder)
    TIPS.write_text(between(TIPS.read_text("utf-8"), TABLE, number_table()), "utf-8")
    READINGS.write_text(between(READINGS.read_text("utf-8"), READ, readings_table()), "utf-8")
    write()


if __name__ == "__main__":
    run(main)
