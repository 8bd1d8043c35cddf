"""What a duel is to settle, fixed before it is played: the question, its record and its hash."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from knotlab.analysis.duels.designs import DESIGNS, Design, make_design
from knotlab.analysis.runs.fields import groups, read_field, usual_players
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.stats.metrics import Metric, metric_named
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.job import STREAM_VERSION, Job
from knotlab.sim.players import Player
from knotlab.sim.settings import json_value, unknown
from knotlab.strategies.resolve import player

USUAL_FIELD = "simple"


@dataclass(frozen=True)
class Question:
    """A is better than B by a margin that matters, at a table of so many players, in a design, by a metric.

    base: game, rules, seed and number of players. field: a named field or a list of strategies, for the design `field`.
    margin: None for 0.02 standard deviations of a player's payoff. level: of all family of a family together; family:
    how many those are. cap: deals at most, None for ten times the planned ones. fine: of a first look with a wide
    margin, the effect that supports or refutes all the same.
    """

    base: Job
    a: Player
    b: Player
    design: str
    field: str | tuple[str, ...] | None
    opponents: tuple[tuple[Player, ...], ...]
    metric: Metric
    margin: float | None
    level: float
    family: int
    cap: int | None
    strategies_from: tuple[str, ...]
    fine: float | None = None

    @property
    def n_players(self) -> int:
        """Players at the table."""
        return len(self.base.players)

    @property
    def alpha(self) -> float:
        """The level of this question (Bonferroni)."""
        return self.level / self.family

    def lineups(self) -> Design:
        """The question's design, in full rotation."""
        return make_design(self.design, self.a, self.b, self.opponents, self.base)

    def players(self) -> list[Player]:
        """All who play, each once."""
        return list(dict.fromkeys([self.a, self.b, *(one for group in self.opponents for one in group)]))

    def record(self) -> dict[str, Any]:
        """All that the verdict depends on, as plain data."""
        fine = {} if self.fine is None else {"fine": self.fine}
        return fine | {
            "game": self.base.game,
            "rules": {name: json_value(value) for name, value in self.base.rules.items()},
            "a": _facts(self.a),
            "b": _facts(self.b),
            "players": self.n_players,
            "design": self.design,
            "field": json_value(self.field),
            "opponents": [[_facts(one) for one in group] for group in self.opponents],
            "metric": self.metric.name,
            "margin": self.margin,
            "level": self.level,
            "family": self.family,
            "cap": self.cap,
            "seed": self.base.seed,
            "stream_version": STREAM_VERSION,
        }

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits of the record's SHA-256: printed with the verdict, so that it is plain that nothing
        was chosen afterwards.
        """
        return hashlib.sha256(json.dumps(self.record(), sort_keys=True).encode()).hexdigest()[:12]


def _facts(one: Player) -> dict[str, Any]:
    """A player as plain data, with the values of all its parameters."""
    return {"name": one.name, "values": list(one.values), "tremble": one.tremble, "temperature": one.temperature}


def make_question(
    game: str,
    a: str,
    b: str,
    *,
    design: str = "field",
    n_players: int | None = None,
    field: str | Sequence[str] | None = None,
    metric: str | None = None,
    margin: float | None = None,
    level: float = 0.05,
    family: int = 1,
    cap: int | None = None,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
    fine: float | None = None,
) -> Question:
    """A question from what a user says; raises InputError if something in it makes no sense.

    >>> make_question("twisted-knot", "hoard-aces", "shed", n_players=2).n_players
    2
    """
    found = games.find(game)
    if design not in DESIGNS:
        raise unknown("design", design, DESIGNS)
    first, second = player(game, a, strategies_from), player(game, b, strategies_from)
    if first == second:
        raise InputError(f"a duel needs two different strategies; both are {first.name}")
    field = _field(game, design, field, strategies_from)
    n = n_players or usual_players(game, field)
    base = make_job(game, [a] * n, seed=seed, rules=rules, strategies_from=strategies_from)
    opponents = groups(game, field, n - 1, strategies_from) if field else ()
    _check(level, family, cap)
    decides = metric_named(found, metric)
    if margin is not None:
        decides.check_effect("the margin", margin)
    files = tuple(str(file) for file in strategies_from)
    return Question(
        base,
        first,
        second,
        design,
        field,
        opponents,
        decides,
        margin or decides.margin,
        level,
        family,
        cap,
        files,
        fine,
    )


def _field(
    game: str, design: str, field: str | Sequence[str] | None, files: Sequence[Path | str]
) -> str | tuple[str, ...] | None:
    """The field of a design, if it has one."""
    if design == "field":
        return (
            read_field(game, field or USUAL_FIELD, files) if field is None or isinstance(field, str) else tuple(field)
        )
    if field:
        raise InputError(
            f"the design '{design}' has no third field: A and B alone are in it; leave the field out, or take the "
            f"design 'field'"
        )
    return None


def _check(level: float, family: int, cap: int | None) -> None:
    """Refuse numbers that make no sense."""
    if not 0 < level < 1:
        raise InputError(f"a level is a number between 0 and 1, not {level:g}")
    if family < 1:
        raise InputError(f"a family has 1 question or more, not {family}")
    if cap is not None and cap < 1:
        raise InputError(f"the cap is a number of deals, not {cap}")
