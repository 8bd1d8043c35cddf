"""Claims on trial: all cells of some claims, several at a time, adaptively, within a budget if there is one."""

import contextlib
import math
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock

from knotlab.analysis.claims.cells import Cell, cells_of
from knotlab.analysis.claims.curves import curve_of
from knotlab.analysis.claims.finding import Finding, Line, Plane, TipResult
from knotlab.analysis.claims.record import USUAL, Terms
from knotlab.analysis.claims.settle import kept_deals, prepare, settle, settled, unplayed
from knotlab.analysis.claims.tip import Shown, Spread, Tip
from knotlab.analysis.stats.verdicts import NO_ANSWER, Verdict
from knotlab.sim.fanout import cores, fan_out
from knotlab.sim.files import check_own

FIRST_REST, LONGER = (
    4000,
    4,
)  # more deals of each cell before any is played on, and how many times more until it is looked which is nearest then
CURVE_DEALS, QUICK_CURVE_DEALS = 4000, 500
QUICK_SPREAD_DEALS = 100  # each is played by every strategy at several tables


class _TimeIsUp(Exception):
    """Raised within a cell at the end of the budget; its deals are in its folder."""


def try_claims(
    tips: Sequence[Tip],
    terms: Terms = USUAL,
    *,
    out: Path | str | None = None,
    minutes: float | None = None,
    workers: int | None = None,
    curves: bool = True,
    on_cell: Callable[[Finding], None] | None = None,
) -> list[TipResult]:
    """Put claims on trial; a result each, in their order.

    out: a folder that keeps every cell's deals and every curve; the same call goes on where it stopped. minutes: the
    budget, for compiling and curves too: each cell is then played a little, and after that always the one nearest to
    its verdict; what is open at its end stays so. on_cell: told of a cell whenever it was played, not always in the
    same thread. Verdicts do not depend on the number of workers. Raises InputError, StrategyError or RunError.
    """
    kept = Path(out) if out else None
    if kept:
        check_own(kept, ("*-C*-*",))
    started = time.monotonic()
    cells = [cell for tip in tips for cell in cells_of(tip, terms.one_size)]
    n_workers, tell = workers or cores(), on_cell or (lambda found: None)
    for cell in cells:
        if not kept or not settled(cell, terms, kept):
            prepare(cell, terms)
    shown = [
        (tip, curve, _curve_deals(curve, terms), terms.seed, terms.strategies_from, kept)
        for tip in tips
        for curve in tip.curves
        if curves
    ]
    lines = list(zip([tip for tip, *_ in shown], fan_out(curve_of, shown, n_workers), strict=True))
    if minutes is None:
        findings = dict(zip(cells, _all_at_once(cells, terms, kept, n_workers, tell), strict=True))
    else:
        with contextlib.ExitStack() as stack:
            folder = kept or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            findings = _shortest_first(cells, terms, folder, started + 60 * minutes, n_workers, tell)
    results = [
        conclude(
            tip, [findings[cell] for cell in findings if cell.tip is tip], [line for of, line in lines if of is tip]
        )
        for tip in tips
    ]
    return compare_variants(results)


def _curve_deals(curve: Shown, terms: Terms) -> int:
    """How many deals a curve is drawn from."""
    if terms.wider == 1:
        return CURVE_DEALS
    return QUICK_SPREAD_DEALS if isinstance(curve, Spread) else QUICK_CURVE_DEALS


def _all_at_once(
    cells: Sequence[Cell], terms: Terms, out: Path | None, workers: int, tell: Callable[[Finding], None]
) -> list[Finding]:
    """Every cell to its end, as many at a time as there are workers."""

    def play(cell: Cell) -> Finding:
        found = settle(cell, terms, out)
        tell(found)
        return found

    return list(fan_out(play, [(cell,) for cell in cells], workers))


def _shortest_first(
    cells: Sequence[Cell], terms: Terms, out: Path, deadline: float, workers: int, tell: Callable[[Finding], None]
) -> dict[Cell, Finding]:
    """Every cell a little, then always the one that is nearest to its verdict, until the time is up: so most of them
    come to one.
    """
    findings = {cell: kept for cell in cells if (kept := settled(cell, terms, out))}
    for kept in findings.values():
        tell(kept)
    waiting, cost, lock = [cell for cell in cells if cell not in findings], dict.fromkeys(cells, 0.0), Lock()

    def check() -> None:
        if time.monotonic() > deadline:
            raise _TimeIsUp

    def play(cell: Cell, rest: int) -> None:
        before, started = findings.get(cell), time.monotonic()
        with contextlib.suppress(_TimeIsUp):
            check()
            found = settle(cell, terms, out, rest, on_look=check)
            with lock:
                findings[cell] = found
                cost[cell] = (time.monotonic() - started) / max(found.deals - (before.deals if before else 0), 1)
                if not found.is_settled:
                    waiting.append(cell)
            tell(found)

    def begin(cell: Cell) -> None:
        if kept := kept_deals(cell, terms, out):
            findings[cell] = settle(cell, terms, out, kept)
        play(cell, kept + FIRST_REST)

    def take_turns() -> None:
        while time.monotonic() < deadline:
            with lock:
                if not waiting:
                    return
                cell = min(waiting, key=lambda one: cost[one] * _to_go(findings.get(one)))
                waiting.remove(cell)
            play(cell, max(FIRST_REST, LONGER * findings[cell].deals))

    first, waiting = waiting, []
    for _ in fan_out(begin, [(cell,) for cell in first], workers):
        pass
    for _ in fan_out(take_turns, [()] * workers, workers):
        pass
    return {cell: findings.get(cell) or unplayed(cell, terms) for cell in cells}


def _to_go(found: Finding | None) -> float:
    """About how many more deals a cell needs to its verdict, at most those to its cap: the direction of what matters is
    known there.
    """
    if found is None or not found.cap:
        return math.inf
    return max(min(found.to_decide or found.cap, found.cap) - found.deals, 1)


def conclude(tip: Tip, findings: Sequence[Finding], lines: Sequence[Line | Plane]) -> TipResult:
    """A claim's result: its cells, what is settled by enumeration, and its curves."""
    exact = tuple((one.label, *one.settle()) for one in tip.exact)
    overall, note = tip.conclude(findings) if tip.conclude else (None, "")
    return TipResult(tip, tuple(findings), exact, tuple(lines), note, overall)


def compare_variants(results: Sequence[TipResult]) -> list[TipResult]:
    """Say of claims about a variant of the rules how many of its duels come out otherwise than under the book's own."""
    usual = {
        (found.label, found.players, found.field): found
        for result in results
        if not result.tip.is_variant
        for found in result.findings
    }
    return [_compared(result, usual) if result.tip.is_variant else result for result in results]


def _compared(result: TipResult, usual: dict[tuple[str, int, str], Finding]) -> TipResult:
    """A variant's result with its comparison."""
    pairs = [(found, usual.get((found.label, found.players, found.field))) for found in result.findings]
    decided = [(one, other) for one, other in pairs if other and not {*NO_ANSWER} & {one.about_tip, other.about_tip}]
    different = [
        one.label
        for one, other in decided
        if one.about_tip != other.about_tip and (one.low > other.high or one.high < other.low)
    ]
    if not any(other for _, other in pairs):
        return replace(
            result,
            note="the claims that it repeats were not tried along with it, so there is nothing to compare",
            overall=Verdict.UNDECIDED,
        )
    note = (
        f"{len(different)} of {len(decided)} duels decided under both rules come out otherwise, their intervals apart"
    )
    note += f" ({', '.join(dict.fromkeys(different))})" if different else ""
    overall = Verdict.SUPPORTED if different else Verdict.REFUTED if len(decided) == len(pairs) else Verdict.UNDECIDED
    return replace(result, note=note, overall=overall)
