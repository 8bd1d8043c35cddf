"""All tips played anew for a report (`--play`): headlines and sizes at the declared margins, as far as the time goes,
in a part of the page of their own, beside what ships and never in its place.
"""

from collections.abc import Iterator
from typing import Any

from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.cells import cells_of
from knotlab.analysis.claims.headlines import TipHeadline
from knotlab.analysis.stats.headline import HeadlineAnswer
from knotlab.reports.answers.findings import TipFound, shipped
from knotlab.reports.page.blocks import Section, TableBlock, TableColumn, Text
from knotlab.reports.words.claims import number

SAME, OTHER, NOT_YET = "the same", "something else", "not known yet"
COLUMNS = (
    TableColumn("tip"),
    TableColumn("what", text=True),
    TableColumn("shipped: following it is"),
    TableColumn("mean", number=True),
    TableColumn("anew: following it is"),
    TableColumn("mean anew", number=True),
    TableColumn("sizes known", number=True),
    TableColumn("says", choose=True),
)


def section(claims: ClaimsResult) -> Section:
    """What came of it, beside what ships."""
    rows = list(rows_of(claims))
    caption = "What ships, and what came of playing it anew"
    how = (
        f"Every tip is played from its first deal on, with the seed {claims.trial.seed}, until it is known whether it "
        f"matters or the time is up. This took {claims.seconds:.0f} seconds. Nothing else on this page changes by it."
    )
    return Section(
        "anew", "Played anew, here", [Text(sentence(claims)), TableBlock(caption, COLUMNS, rows), Text(how, soft=True)]
    )


def sentence(claims: ClaimsResult) -> str:
    """How many headlines are known, and how many of them say something else than what ships."""
    says = [verdict(tip, result.headline) for tip, result in _pairs(claims)]
    others = [tip.id for tip, result in _pairs(claims) if verdict(tip, result.headline) == OTHER]
    known = len(says) - says.count(NOT_YET)
    opening = f"{known} of {len(says)} tips are known from what was played here, in {_games(claims):,} games"
    if not known:
        return f"{opening}."
    says_otherwise = f"something else than what ships: {', '.join(others)}"
    return f"{opening}; {says_otherwise if others else 'all say what ships'}."


def rows_of(claims: ClaimsResult) -> Iterator[list[str | tuple[str, str]]]:
    """A line for each tip."""
    for tip, result in _pairs(claims):
        played = result.headline
        headline = tip.headline
        yield [
            (tip.id, f"tip-{tip.id}"),
            tip.words["title"],
            headline.answer if headline else tip.verdict,
            number(headline.effect, headline.unit) if headline else "-",
            str(played.headline.answer) if played and played.headline else str(result.verdict),
            number(played.headline.effect, played.unit) if played and played.headline else "-",
            f"{sum(size.size.deals > 0 for size in played.sizes)} of {len(cells_of(result.tip))}" if played else "-",
            verdict(tip, played),
        ]


def verdict(tip: TipFound, played: TipHeadline | None) -> str:
    """What comes of holding a headline that was played here against the one that ships."""
    headline = played.headline if played else None
    if headline is None or headline.answer == HeadlineAnswer.OPEN:
        return NOT_YET
    return SAME if tip.headline and tip.headline.answer == headline.answer else OTHER


def facts(claims: ClaimsResult) -> dict[str, Any]:
    """What was played as plain data."""
    says = {tip.id: verdict(tip, result.headline) for tip, result in _pairs(claims)}
    return {"seed": claims.trial.seed, "seconds": claims.seconds, "games": _games(claims), "tips": says}


def _pairs(claims: ClaimsResult) -> list[tuple[TipFound, Any]]:
    """Each tip with a headline of its own, as it ships and as it was played."""
    known = {tip.id: tip for tip in shipped()}
    return [(known[each.tip.id], each) for each in claims if each.tip.id in known and each.tip.headline_experiment]


def _games(claims: ClaimsResult) -> int:
    return sum(result.games for result in claims)
