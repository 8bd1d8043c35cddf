"""Whether published cells are still what is played today: `make findings-check`.

A published cell names a hash of what its first deals came to. As long as today's code plays them the same, bit for bit,
the cell stands; nothing else decides about it, whatever has changed in the code.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

from knotlab.analysis.claims.evidence.files import published
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import ClaimsResult
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.trial import USUAL, Trial
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.stages.table import prepare
from knotlab.sim.machine import cores
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.storage.pieces import digest

FIRST_DEALS = 200


def first_deals(cell: Cell, trial: Trial) -> str:
    """Play a cell's first deals; a hash of them."""
    return digest(cell.experiment.play(cell, trial, 0, FIRST_DEALS))


def is_same(evidence: Evidence, cell: Cell | None, trial: Trial) -> bool:
    """Whether a published cell's first deals come out the same today; not if there is no such cell any more."""
    return cell is not None and evidence.first_deals == first_deals(cell, trial)


def changed(
    evidence: Sequence[Evidence], cells: Iterable[Cell], trial: Trial, workers: int | None = None
) -> list[Evidence]:
    """The published cells that come out otherwise today.

    trial: what all cells share. workers: how many cells are played at a time; by default as many as there are cores.
    Returns those whose first deals differ, and those of which there is no cell any more.
    """
    known = {cell.name: cell for cell in cells}
    prepare([known[each.name] for each in evidence if each.name in known], trial)
    calls = [(each, known.get(each.name), trial) for each in evidence]
    same = fan_out(is_same, calls, workers or cores())
    return [each for each, is_equal in zip(evidence, same, strict=True) if not is_equal]


def stamped(claims: ClaimsResult, trial: Trial) -> ClaimsResult:
    """Claims whose cells say what their first deals come to, which are played.

    claims: claims that were played just now. trial: what their cells share.
    """
    cells = {cell.name: cell for result in claims if result.tip for cell in cells_of(result.tip)}
    measured = [each.name for result in claims for each in result.cells if each.deals and each.name in cells]
    prepare([cells[name] for name in measured], trial)

    def with_deals(evidence: Evidence) -> Evidence:
        is_measured = evidence.name in measured
        return replace(evidence, first_deals=first_deals(cells[evidence.name], trial)) if is_measured else evidence

    results = [replace(result, cells=tuple(map(with_deals, result.cells))) for result in claims]
    return replace(claims, results=tuple(results))


def main() -> int:
    """Say which published cells are to be played again; the exit status is 1 if there are any."""
    evidence = [cell for result in published() for cell in result.cells]
    others = changed(evidence, [cell for tip in tips() for cell in cells_of(tip)], USUAL)
    for each in others:
        print(f"{each.name}: its first deals come out otherwise; make findings plays it again")
    print(f"{len(evidence)} cells, {len(evidence) - len(others)} of them the same today")
    return int(bool(others))


if __name__ == "__main__":
    sys.exit(main())
