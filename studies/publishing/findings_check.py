"""Which published cells would come out otherwise today, told by their first deals.

Command: python -m knotlab.studies.publishing.findings_check (a step of make findings-check)
Result: printed; the exit status is 1 if there are any
Page: docs/claims.md
"""

import sys
from collections.abc import Iterable, Sequence

from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.inquiry import USUAL, Inquiry
from knotlab.analysis.claims.retest.play import is_same
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.stages.claims_run import prepare
from knotlab.sim.playing.fanout import fan_out
from knotlab.studies.command import parser


def changed(
    evidence: Sequence[Evidence], cells: Iterable[Cell], inquiry: Inquiry, workers: int | None = None
) -> list[Evidence]:
    """The published cells that come out otherwise today.

    inquiry: what all cells share. workers: how many cells are played at a time; by default as many as there are cores.
    Returns those whose first deals differ, and those of which there is no cell any more.
    """
    known = {cell.name: cell for cell in cells}
    prepare([known[each.name] for each in evidence if each.name in known], inquiry)
    calls = [(each, known.get(each.name), inquiry) for each in evidence]
    same = fan_out(is_same, calls, workers)
    return [each for each, is_equal in zip(evidence, same, strict=True) if not is_equal]


def main(words: Sequence[str] | None = None) -> int:
    """Say which published cells are to be played again; the exit status is 1 if there are any."""
    parser(__doc__).parse_args(words)
    evidence = [cell for result in published() for cell in result.cells]
    others = changed(evidence, [cell for tip in tips() for cell in cells_of(tip)], USUAL)
    for each in others:
        print(f"{each.name}: its first deals come out otherwise; make findings plays it again")
    print(f"{len(evidence)} cells, {len(evidence) - len(others)} of them the same today")
    return int(bool(others))


if __name__ == "__main__":
    sys.exit(main())
