"""Which way the cells of a tip point, and how far: in games of 100."""

from collections.abc import Sequence

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.words.directions import SAME as AS_MANY
from knotlab.reports.words.directions import way

NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five"}
SAME = 0.25  # games in 100 below which nobody would notice
APART = 1.0  # games in 100 by which a field differs enough to be named
HELPS, HURTS = "helps", "hurts"  # which way an effect points
NOTHING, OPEN = Verdict.NO_DIFFERENCE.value, Verdict.OPEN.value


def direction_of(cell: Evidence) -> str:
    """Which way a cell points. Too small to notice is nothing, whatever its sign; a difference in games lost is open
    only where its interval is wide.
    """
    if cell.unit != "loss_rate":
        return OPEN if not cell.is_certain else HELPS if cell.effect > 0 else HURTS
    if cell.is_certain or ((cell.low > 0 or cell.high < 0) and 100 * abs(cell.effect) >= SAME):
        return HELPS if cell.effect > 0 else HURTS
    return NOTHING if 100 * (cell.high - cell.low) / 2 <= 2 * SAME else OPEN


def by_players(cells: Sequence[Evidence]) -> dict[int, list[Evidence]]:
    """Cells by the number of players."""
    groups: dict[int, list[Evidence]] = {}
    for cell in sorted(cells, key=lambda cell: cell.players):
        groups.setdefault(cell.players, []).append(cell)
    return groups


def typical(cells: Sequence[Evidence]) -> Evidence:
    """The cell that stands for a number of players: that of the mixed field, or the only one there is."""
    return next((cell for cell in cells if cell.field == "mixed"), cells[0])


def in_hundred(meaning: Meaning, effect: float) -> str:
    """So many games in 100, below five to the next half; in words which way."""
    if 100 * abs(effect) < SAME:
        return AS_MANY
    whole, half = divmod(max(1, round(200 * abs(effect))), 2)
    amount = f"{100 * abs(effect):.0f}" if whole >= 5 else f"{whole or ''}½" if half else f"{whole}"
    return f"{amount} {way(meaning, effect)}"


def worth(cell: Evidence) -> str:
    """What a cell says in games of 100; too small to matter is as good as nothing."""
    return AS_MANY if direction_of(cell) == NOTHING else in_hundred(cell.meaning, cell.effect)


def certainly_apart(cell: Evidence, usual: Evidence) -> bool:
    """Whether a field's size is certainly another one than the usual field's, by as much as one would notice."""
    is_certain = cell.size.all_low > usual.size.all_high or cell.size.all_high < usual.size.all_low
    return is_certain and 100 * abs(cell.effect - usual.effect) >= max(APART, 25 * abs(usual.effect))


def listed(parts: Sequence[str]) -> str:
    """Parts as a list in words."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
