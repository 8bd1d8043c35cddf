"""What the command `claims` prints."""

from typing import TYPE_CHECKING, Union

from knotlab.api.options import Csv, Json

if TYPE_CHECKING:
    from knotlab.analysis.claims.evidence.readings import ReadingChanges
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.reports.words.claims import ListedClaims


def claims(found: Union["ClaimsResult", "ReadingChanges", "ListedClaims"], csv: Csv = None, json: Json = False) -> None:
    """The claims with what is known of them, or what changes under other readings."""
    from knotlab.analysis.claims.evidence.readings import ReadingChanges
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.reports.output import answer
    from knotlab.reports.words import claims as words
    from knotlab.reports.words import readings

    if isinstance(found, ReadingChanges):
        answer(readings.lines(found), lambda: readings.facts(found), json, found.to_pandas, csv)
    elif isinstance(found, ClaimsResult):
        told = words.published if found.is_published else words.played
        answer(told(found), lambda: words.facts(found), json, found.cells, csv)
    else:
        answer((words.listed(found),), found.facts, json, found.to_pandas, csv)
