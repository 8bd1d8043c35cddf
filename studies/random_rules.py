"""What it costs a champion to be forbidden moves at random, beside what the rules of the tips cost it: how much of
such a cost may come from being bound at all.

A move is forbidden, by its kind and its rank, if a number that is made of it and of the hands comes out low; so the
rule is the same whenever the position is, and knows nothing of how good a move is. Tables that are not played again
stay as they are. Deals are kept, so the same command goes on where it was stopped; all of it takes some eight minutes
on one core.

Command: python -m knotlab.studies.random_rules reports/findings/random-rules.csv [--game NAME] [--players N]
Result: reports/findings/random-rules.csv
Page: docs/champions.md, the answers for strong players
"""

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from knotlab import duel
from knotlab.analysis.claims.evidence.champions import RandomRule, as_table, published_random_rules
from knotlab.analysis.claims.kinds.on_top import CHAMPION, UNDER, OnTop
from knotlab.analysis.claims.model.experiment import ALL_SIZES
from knotlab.analysis.claims.model.meaning import MORE, Meaning
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.duels.partings import partings
from knotlab.analysis.duels.question import make_question
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Between
from knotlab.sim.compiling.jit import strict
from knotlab.sim.storage.result_files import publish
from knotlab.strategies.ruled import name_rule
from knotlab.studies.command import parser, run

GAMES = ("twisted-knot", "knotweed")
PRECISION = 0.01
PRIME = 1_000_003
KEPT = Path("out/random-rules")
LOST = Meaning("loss_rate", UNDER, MORE)


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


def control(game: str, players: int, folder: Path, workers: int | None = None) -> list[RandomRule]:
    """What rules that forbid moves at random cost a champion among champions. folder: where their deals are kept."""
    found = []
    for of_100, rule in RULES.items():
        out = folder / f"{game}-{players}-{of_100}"
        result = duel(
            game, CHAMPION, forbid=rule, players=players, precision=PRECISION, workers=workers, out=out, progress=False
        )
        effect = Between(-result.effect, -result.high, -result.low)
        found.append(RandomRule(game, players, of_100, changed(game, players, rule), LOST, effect))
    return found


def changed(game: str, players: int, rule: Callable[..., Any]) -> float:
    """The share of a champion's choices that a rule changes, counted as those of the tips' rules are."""
    law = f"forbid={name_rule(rule)}"
    table = Table(game, players, (), DEFAULT_SEED, ())
    question = make_question(table, CHAMPION, f"{CHAMPION}:{law}", field=(CHAMPION,) * (players - 1))
    design = question.lineups().on("pilot")
    design.compile(traced=True)
    return partings(design, OnTop.traced)[0]


def main(words: Sequence[str] | None = None) -> None:
    """Play the tables that are asked for, each published as it ends."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="random-rules.csv of a folder of findings")
    reader.add_argument("--game", action="append", choices=GAMES, help="both unless given")
    reader.add_argument(
        "--players", type=int, action="append", choices=ALL_SIZES, help="each size of table unless given"
    )
    reader.add_argument("--workers", type=int, metavar="N", help="one for each core unless given")
    reader.add_argument("--out", type=Path, default=KEPT, help="where deals are kept")
    asked = reader.parse_args(words)
    for game, players in itertools.product(asked.game or GAMES, asked.players or ALL_SIZES):
        known = published_random_rules(asked.file.parent) if asked.file.exists() else ()
        others = [each for each in known if (each.game, each.players) != (game, players)]
        found = [*others, *control(game, players, asked.out, asked.workers)]
        publish(
            asked.file, as_table(sorted(found, key=lambda each: (GAMES.index(each.game), each.players, each.of_100)))
        )
        published_random_rules.cache_clear()


if __name__ == "__main__":
    run(main)
