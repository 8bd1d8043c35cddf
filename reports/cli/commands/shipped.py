"""What `knotlab claims` without more does: print the published findings, without playing."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from knotlab.analysis.claims.evidence.results import ClaimsResult, some_of
from knotlab.reports.answers.advice import advice
from knotlab.reports.answers.findings import shipped
from knotlab.reports.cli.commands.claims import facts, show_cells
from knotlab.reports.cli.setup import Output
from knotlab.reports.output import console, print_json, write_csv
from knotlab.reports.page.answers import headline, verdict_words
from knotlab.reports.words.directions import with_unit


def show(ids: Sequence[str], output: Output) -> None:
    """The tips that were asked for, or all."""
    claims = some_of(shipped(), ids)
    if output.csv:
        write_csv(claims.cells(), output.csv)
    if output.json:
        print_json(facts(claims))
        return
    console().print(_table(claims))
    show_cells(claims)
    if not ids:
        print(headline())
    print("published results; to test one again: knotlab claims ID --play")


def _table(claims: ClaimsResult) -> Table:
    """A line for each tip."""
    table = Table("id", "what to do", "verdict", "following the tip, on average", "games", "in a sentence")
    for tip in claims:
        answer, (word, glyph, _) = advice(tip), verdict_words(tip)
        mean = with_unit(tip.headline) if tip.headline else "-"
        sentence = f"{answer.opening} {answer.sentence}"
        table.add_row(*map(escape, (tip.id, tip.words["title"], f"{glyph} {word}", mean, f"{tip.games:,}", sentence)))
    return table
