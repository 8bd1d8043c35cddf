"""What it costs a champion to be forbidden moves at random, beside what the rules of the tips cost it: how much of
such a cost may come from being bound at all.

A move is forbidden, by its kind and its rank, if a number that is made of it and of the hands comes out low; so the
rule is the same whenever the position is, and knows nothing of how good a move is.

Command: python -m knotlab.studies.random_rules [--game NAME] [--players N]
Result: two tables of each game in Markdown, printed
Page: docs/champions.md
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from knotlab import duel
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.kinds.on_top import CHAMPION
from knotlab.analysis.claims.model.experiment import ALL_SIZES
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.reports.words.layout import markdown_table
from knotlab.sim import games
from knotlab.sim.compiling.jit import strict
from knotlab.studies.command import parser, run

GAMES = ("twisted-knot", "knotweed")
PRECISION = 0.01
PRIME = 1_000_003
DRAWN = ("game", "players", "moves forbidden, in 100", "choices changed, in 100", "additional games lost, in 100")


@strict
def lot(view: Any, move: Any) -> float:
    """A number from 0 to 1 for a move's kind and rank in a position."""
    number = 17 * move.kind + move.rank + 2
    for rank in range(16):
        number = (number * 31 + view.hand[rank]) % PRIME
    for seat in range(8):
        number = (number * 37 + view.hand_sizes[seat]) % PRIME
    return float(number * number % PRIME / PRIME)


@strict
def one_in_100(view: Any, move: Any) -> bool:
    """Whether a move is one of these."""
    return bool(lot(view, move) < 0.01)


@strict
def four_in_100(view: Any, move: Any) -> bool:
    """Whether a move is one of these."""
    return bool(lot(view, move) < 0.04)


@strict
def a_tenth_by_lot(view: Any, move: Any) -> bool:
    """Whether a move is one of these; the control of `publishing/thinkers.py`."""
    return bool(lot(view, move) < 0.1)


@strict
def sixteen_in_100(view: Any, move: Any) -> bool:
    """Whether a move is one of these."""
    return bool(lot(view, move) < 0.16)


@strict
def half(view: Any, move: Any) -> bool:
    """Whether a move is one of these."""
    return bool(lot(view, move) < 0.5)


RULES = {1: one_in_100, 4: four_in_100, 16: sixteen_in_100, 50: half}


class Bound(NamedTuple):
    """What a rule costs: of 100 moves so many are forbidden, which changes a share of the champion's choices; games
    that it loses more, as a share, with a 95% interval.
    """

    of_100: int
    changed: float
    cost: float
    low: float
    high: float


def control(game: str, players: int, workers: int | None = None) -> list[Bound]:
    """What rules that forbid moves at random cost a champion among champions."""
    found = []
    for of_100, rule in RULES.items():
        result = duel(
            game, CHAMPION, forbid=rule, players=players, precision=PRECISION, workers=workers, progress=False
        )
        found.append(Bound(of_100, result.pilot.in_choices, -result.effect, -result.high, -result.low))
    return found


def at_random(changed: float, found: Sequence[Bound]) -> float:
    """What a random rule that changes such a share of choices costs, on straight lines between those that were
    played; nan beyond them.

    >>> lines = [Bound(1, 0.01, 0.02, 0, 0), Bound(4, 0.03, 0.08, 0, 0)]
    >>> [round(at_random(changed, lines), 3) for changed in (0.005, 0.01, 0.02, 0.04)]
    [0.01, 0.02, 0.05, nan]
    """
    shares, costs = ([0.0, *(getattr(each, name) for each in found)] for name in ("changed", "cost"))
    return float(np.interp(changed, shares, costs, right=np.nan))


def rules_of_tips(game: str, players: int) -> Iterator[Evidence]:
    """The published costs of rules that tips lay over a champion at a table."""
    for tip in shipped():
        if tip.game == game:
            yield from (cell for cell in tip.cells if cell.field == CHAMPION and cell.players == players)


def drawn(game: str, players: int, found: Sequence[Bound]) -> list[tuple[str, ...]]:
    """What rules at random cost at a table, as rows of a table."""
    table = games.find(game).title, str(players)
    return [
        (
            *table,
            f"{each.of_100}",
            in_100(each.changed),
            f"{in_100(each.cost)} [{in_100(each.low)}, {in_100(each.high)}]",
        )
        for each in found
    ]


def beside(game: str, found: Mapping[int, Sequence[Bound]]) -> list[tuple[str, ...]]:
    """What the rules of tips cost at each size of table and, in brackets, rules at random that change as many choices,
    as rows of a table.
    """
    rows: dict[str, dict[int, str]] = {}
    for players, bounds in found.items():
        for cell in rules_of_tips(game, players):
            costs = f"{in_100(cell.effect)} ({in_100(at_random(cell.in_choices, bounds))})"
            rows.setdefault(f"{cell.label.removeprefix(f'{CHAMPION}:')} ({cell.tip})", {})[players] = costs
    return [(rule, *(costs.get(players, "-") for players in found)) for rule, costs in rows.items()]


def in_100(share: float) -> str:
    """A share in 100; `-` if it is not known."""
    return "-" if np.isnan(share) else f"{100 * share:z.1f}".replace("-", "\N{MINUS SIGN}")


def main(words: Sequence[str] | None = None) -> None:
    """Print both tables in Markdown."""
    reader = parser(__doc__)
    reader.add_argument("--game", action="append", choices=GAMES, help="both unless given")
    reader.add_argument(
        "--players", type=int, action="append", choices=ALL_SIZES, help="each size of table unless given"
    )
    reader.add_argument("--workers", type=int, metavar="N", help="one for each core unless given")
    asked = reader.parse_args(words)
    for game in asked.game or GAMES:
        found = {players: control(game, players, asked.workers) for players in asked.players or ALL_SIZES}
        played = [row for players, bounds in found.items() for row in drawn(game, players, bounds)]
        print(markdown_table(DRAWN, played), end="\n\n")
        print(markdown_table(("rule", *(f"{players} players" for players in found)), beside(game, found)), end="\n\n")


if __name__ == "__main__":
    run(main)
