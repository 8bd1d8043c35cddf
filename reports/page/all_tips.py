"""All tips played again for a report (`--play`): headlines and sizes at the declared margins, as far as the time goes,
in a part of the page of their own, next to what ships and never in its place.
"""

from collections.abc import Iterator
from typing import Any

from knotlab.analysis.claims.evidence.results import ClaimsResult, TipResult
from knotlab.analysis.claims.judgement.tips import played_here
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.verdicts import PlayedHere
from knotlab.reports.page.blocks import Section, TableBlock, TableColumn, Text
from knotlab.reports.words.directions import with_unit

COLUMNS = (
    TableColumn("tip"),
    TableColumn("what", text=True),
    TableColumn("published: following it is"),
    TableColumn("mean", number=True),
    TableColumn("played here: following it is"),
    TableColumn("mean here", number=True),
    TableColumn("sizes known", number=True),
    TableColumn("says", choose=True),
)


def section(claims: ClaimsResult) -> Section:
    """What came of it, next to what ships."""
    rows = list(rows_of(claims))
    caption = "The published results, and those played here"
    how = (
        f"Every tip is played from its first deal on, with the seed {seed_of(claims)}, until it is known whether it "
        f"matters or the time is up. This took {claims.seconds:.0f} seconds. Nothing else on this page depends on it."
    )
    return Section(
        "anew",
        "All tips, played here",
        [Text(sentence(claims)), TableBlock(caption, COLUMNS, rows), Text(how, soft=True)],
    )


def sentence(claims: ClaimsResult) -> str:
    """How many headlines are known, and how many of them say something else than what ships."""
    says = [played_here(tip, result) for tip, result in _pairs(claims)]
    others = [tip.id for tip, result in _pairs(claims) if played_here(tip, result) == PlayedHere.OTHER]
    known = len(says) - says.count(PlayedHere.NOT_YET)
    opening = f"{known} of {len(says)} tips are known from what was played here, in {_games(claims):,} games"
    opening += f" ({claims.stopped})" if claims.stopped else ""
    if not known:
        return f"{opening}."
    says_otherwise = f"different from what is published: {', '.join(others)}"
    return f"{opening}; {says_otherwise if others else 'all agree with what is published'}."


def rows_of(claims: ClaimsResult) -> Iterator[list[str | tuple[str, str]]]:
    """A line for each tip."""
    for tip, result in _pairs(claims):
        yield [
            (tip.id, f"tip-{tip.id}"),
            tip.words.title,
            *_answer(tip),
            *_answer(result),
            f"{sum(cell.deals > 0 for cell in result.cells)} of {len(tip.cells)}",
            played_here(tip, result),
        ]


def _answer(result: TipResult) -> tuple[str, str]:
    """What a headline says, and the mean."""
    return (result.headline.answer, with_unit(result.headline)) if result.headline else (result.verdict, "-")


def facts(claims: ClaimsResult) -> dict[str, Any]:
    """What was played as plain data."""
    says = {tip.id: played_here(tip, result) for tip, result in _pairs(claims)}
    return {"seed": seed_of(claims), "seconds": claims.seconds, "games": _games(claims), "tips": says}


def _pairs(claims: ClaimsResult) -> list[tuple[TipResult, TipResult]]:
    """Each tip with a headline of its own, as it is published and as it was played."""
    known = {tip.id: tip for tip in shipped() if tip.headline}
    return [(known[each.id], each) for each in claims if each.id in known]


def _games(claims: ClaimsResult) -> int:
    return sum(result.games for result in claims)


def seed_of(claims: ClaimsResult) -> int | None:
    """The seed of what was played."""
    return claims.inquiry.seed if claims.inquiry else None
