"""What a duel is to settle, fixed before it is played: the question, its facts and its hash."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NotRequired

from typing_extensions import TypedDict

from knotlab.analysis.duels.designs import DESIGNS, Design, make_design
from knotlab.analysis.result import RECORD
from knotlab.analysis.runs.fields import groups, read_field, usual_players
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.metrics import Metric, metric_named, metrics_of
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.job import STREAM_VERSION, Job
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import plain_rules, unknown
from knotlab.strategies.resolve import player, spelled, strategy_hashes
from knotlab.strategies.spelling import rule_of, spell

USUAL_FIELD = "simple"


class PlayerFacts(TypedDict):
    """A player with the values of all its parameters."""

    name: str
    values: list[float]
    tremble: float
    temperature: float


class QuestionFacts(TypedDict):
    """All that a duel's verdict depends on but for the simulator's code, as plain data; sources: a hash of each
    strategy's, by name. unrepeatable: the players who need not decide alike whenever a game is played again, if there
    are any. match: what a match is, if matches are played in place of games.
    """

    game: str
    rules: dict[str, Any]
    a: PlayerFacts
    b: PlayerFacts
    players: int
    design: str
    field: str | list[str] | None
    opponents: list[list[PlayerFacts]]
    sources: NotRequired[dict[str, str]]  # of results that earlier versions wrote: not there
    unrepeatable: NotRequired[list[str]]
    match: NotRequired[dict[str, Any]]
    metric: str
    margin: float | None
    fine: float | None
    level: float
    family: int
    cap: int | None
    seed: int
    stream_version: int


@dataclass(frozen=True)
class Decision:
    """What a verdict takes.

    metric: what decides; none: what is usual in the game. margin: the smallest effect that matters; none: what is usual
    for the metric. level: the chance that any verdict of the family is wrong. family: how many questions share the
    level. cap: the maximum number of deals; none: ten times those planned. fine: of a first look with a wide margin,
    the effect that supports or refutes all the same.
    """

    metric: str | None = None
    margin: float | None = None
    level: float = 0.05
    family: int = 1
    cap: int | None = None
    fine: float | None = None

    def __post_init__(self) -> None:
        if not 0 < self.level < 1:
            raise InputError(f"a level is a number between 0 and 1, not {self.level:g}")
        if self.family < 1:
            raise InputError(f"a family has at least 1 question, not {self.family}")
        if self.cap is not None and self.cap < 1:
            raise InputError(f"the cap is a number of deals, not {self.cap}")


@dataclass(frozen=True)
class Question:
    """Whether A is better than B by a margin that matters.

    base: game, rules, seed and number of players. design: who sits where (`knotlab.analysis.duels.designs`). field: of
    the design `field`, a named field or a list of strategies. opponents: the groups of others that take deals in turn.
    decision: what a verdict takes; its margin is none for 0.02 standard deviations of a player's payoff.
    """

    base: Job
    a: Player
    b: Player
    design: str
    field: str | tuple[str, ...] | None
    opponents: tuple[tuple[Player, ...], ...]
    metric: Metric
    decision: Decision
    strategies_from: tuple[str, ...]

    @property
    def n_players(self) -> int:
        """Players at the table."""
        return len(self.base.players)

    @property
    def margin(self) -> float | None:
        """The smallest effect that matters, if that is known before the pilot."""
        return self.decision.margin or self.metric.margin

    @property
    def alpha(self) -> float:
        """The level of this question (Bonferroni)."""
        return self.decision.level / self.decision.family

    def lineups(self) -> Design:
        """The question's design, in full rotation."""
        return make_design(self.design, self.a, self.b, self.opponents, self.base)

    def players(self) -> list[Player]:
        """All who play, each once."""
        return list(dict.fromkeys([self.a, self.b, *(player for group in self.opponents for player in group)]))

    @property
    def unrepeatable(self) -> tuple[str, ...]:
        """The players who need not decide alike whenever a game is played again."""
        return replace(self.base, players=tuple(self.players())).unrepeatable

    def facts(self) -> QuestionFacts:
        """All that the verdict depends on but for the code, as plain data."""
        facts: QuestionFacts = {
            "game": self.base.game,
            "rules": plain_rules(self.base.rules),
            "a": _facts_of(self.a),
            "b": _facts_of(self.b),
            "players": self.n_players,
            "design": self.design,
            "field": list(self.field) if isinstance(self.field, tuple) else self.field,
            "opponents": [[_facts_of(player) for player in group] for group in self.opponents],
            "sources": strategy_hashes(self.players(), repeating=False),
            "metric": self.metric.name,
            "margin": self.margin,
            "fine": self.decision.fine,
            "level": self.decision.level,
            "family": self.decision.family,
            "cap": self.decision.cap,
            "seed": self.base.seed,
            "stream_version": STREAM_VERSION,
        }
        if self.unrepeatable:
            facts["unrepeatable"] = list(self.unrepeatable)
        if self.base.match:
            facts["match"] = asdict(self.base.match)
        return facts

    @property
    def hash(self) -> str:
        """Twelve digits of the hash of its facts: printed with the verdict, so that it is plain that nothing was chosen
        afterwards.
        """
        return hash_of(self.facts())


def metrics_asked(facts: QuestionFacts) -> tuple[Metric, ...]:
    """The metrics that are counted, by a question's facts."""
    return metrics_of(games.find(facts["game"]), "match" in facts)


def metric_asked(facts: QuestionFacts) -> Metric:
    """The metric that decides, by a question's facts."""
    return metric_named(games.find(facts["game"]), facts["metric"], "match" in facts)


def hash_of(facts: QuestionFacts) -> str:
    """Twelve hexadecimal digits of the SHA-256 of a question's facts."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:RECORD]


def _facts_of(player: Player) -> PlayerFacts:
    """A player as plain data."""
    return {
        "name": player.name,
        "values": list(player.values),
        "tremble": player.tremble,
        "temperature": player.temperature,
    }


def make_question(
    table: Table,
    a: str,
    b: str,
    *,
    design: str = "field",
    field: str | Sequence[str] | None = None,
    decision: Decision | None = None,
) -> Question:
    """A question from what a user says.

    table: the game, how many play, by which rules, on which deals. field: of the design `field`, the other players: the
    name of a field, or a strategy for each of them. Raises InputError if something in it makes no sense.

    >>> make_question(Table("twisted-knot", players=2), "hoard-aces", "shed").n_players
    2
    """
    decision = decision or Decision()
    if design not in DESIGNS:
        raise unknown("design", design, DESIGNS)
    files = table.strategies_from
    first, second = player(table.game, a, files), player(table.game, b, files)
    if first == second:
        raise InputError(f"a duel needs two different strategies; both are {first.name}")
    metric = metric_named(games.find(table.game), decision.metric, table.match is not None)
    if decision.margin is not None:
        metric.check_effect("the margin", decision.margin)
    who = _field(table, design, field)
    n = table.players or usual_players(table.game, who)
    return Question(
        base=table.job([a] * n),
        a=first,
        b=second,
        design=design,
        field=who,
        opponents=groups(table.game, who, n - 1, files) if who else (),
        metric=metric,
        decision=decision,
        strategies_from=tuple(map(str, files)),
    )


def with_and_without(game: str, a: str, rule: tuple[str, str] | None, files: Sequence[Path | str]) -> tuple[str, str]:
    """The two players of a duel of a strategy against itself: with a rule laid over it (`forbid` or `oblige`, and its
    spelling) and without; or, unless one is given, with its switch on and off, a parameter that is 0 or 1.

    Raises InputError if there is no switch, or several.
    """
    read = spelled(game, a, files)
    if rule:
        if rule_of(read):
            raise InputError(f"'{a}' has a rule laid over it already; leave out {rule[0]}= there, or --{rule[0]}")
        return spell([*read[:-1], read[-1]._replace(rules=dict([rule]))]), spell(read)
    switches = [(part, name) for part in read for name, each in part.strategy.parameters.items() if each.is_switch]
    if not switches:
        raise InputError(
            f"'{a}' alone makes a duel only with a switch to turn on and off, a parameter that is 0 or 1, as "
            "rule=param(1, 0, 1) declares one; name the strategy to compare it with, or a rule (--forbid, --oblige)"
        )
    if len(switches) > 1:
        names = " and ".join(name for _, name in switches)
        raise InputError(
            f"'{a}' has several switches, {names}; name what to compare it with, as in {a}:{switches[0][1]}=0"
        )
    on, off = (
        spell([part._replace(values=part.values | {name: value}) if part is switched else part for part in read])
        for switched, name in switches
        for value in (1.0, 0.0)
    )
    return on, off


def _field(table: Table, design: str, field: str | Sequence[str] | None) -> str | tuple[str, ...] | None:
    """The field of a design, if it has one."""
    if design == "field":
        if field is None or isinstance(field, str):
            return read_field(table.game, field or USUAL_FIELD, table.strategies_from)
        return tuple(field)
    if field:
        raise InputError(
            f"the design '{design}' has no third field: A and B alone are in it; leave the field out, or take the "
            f"design 'field'"
        )
    return None
