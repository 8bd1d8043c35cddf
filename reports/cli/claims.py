"""What the command `claims` prints."""

from typing import TYPE_CHECKING, Union

from knotlab.api.options import Csv, Json

if TYPE_CHECKING:
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.analysis.claims.readings.changes import ReadingChanges
    from knotlab.reports.words.claims import ListedClaims


def claims(found: Union["ClaimsResult", "ReadingChanges", "ListedClaims"], csv: Csv = None, json: Json = False) -> None:
    """The claims with what is known of them, or what changes under other readings."""
    from knotlab.analysis.claims.evidence.results import ClaimsResult
    from knotlab.analysis.claims.readings.changes import ReadingChanges
    from knotlab.reports.cli import claims_told
    from knotlab.reports.output import answer

    if isinstance(found, ReadingChanges):
        answer(claims_told.changes(found), lambda: claims_told.changes_facts(found), json, found.to_pandas, csv)
    elif isinstance(found, ClaimsResult):
        told = claims_told.published if found.is_published else claims_told.played
        answer(told(found), lambda: claims_told.facts(found), json, found.cells, csv)
    else:
        answer((claims_told.listed(found),), found.facts, json, found.to_pandas, csv)
