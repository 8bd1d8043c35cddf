"""Whether a rule helps only under a condition: a player with the rule against the same player without it, as one
experiment where the condition holds and as another one where it does not. The headline judges both.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Any

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.experiment import ALL_SIZES, BETTER, FIELDS, BothSides
from knotlab.analysis.claims.model.field import Field, Site
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.duels.question import with_and_without
from knotlab.analysis.runs.fields import baseline
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown
from knotlab.strategies.ruled import name_rule
from knotlab.strategies.spelling import RULES

Predicate = str | Callable[..., Any]  # rule(view, move), or how it is spelled


@dataclass(frozen=True, eq=False)
class OnlyWhen:
    """A rule that is said to help only under a condition; stands for two experiments.

    Parameters
    ----------
    rule, condition
        Functions `(view, move)` that give True or False, or how they are spelled after `--oblige`: the moves that the
        rule is about, and when it is to help.
    base
        Over which player the rule is laid; by default the plain one of the game.
    how
        Whether the moves are to be made wherever they can be (`oblige`), or are forbidden (`forbid`).
    label, when
        What following the rule is ("picking up four cards or fewer"), and the condition ("while nobody has fewer than
        three"), in words; by default the names of the functions.
    players, fields, rules, metric, margin, exact_to
        As of a duel.
    """

    rule: Predicate
    condition: Predicate
    base: str = ""
    _: KW_ONLY
    how: str = "oblige"
    label: str = ""
    when: str = ""
    players: tuple[int, ...] = ALL_SIZES
    fields: tuple[Field, ...] = FIELDS
    rules: tuple[str, ...] = ()
    metric: str | None = None
    margin: float = 0.005
    exact_to: float | None = None

    @property
    def sides(self) -> tuple["UnderRule", "UnderRule"]:
        """The two experiments: where the condition holds, and elsewhere."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        when, what = given.pop("when") or f"when {_words(self.condition)}", given.pop("label") or _words(self.rule)
        elsewhere = UnderRule(f"{what} elsewhere", **given, holds=False)
        return UnderRule(f"{what} {when}", **given, pair=BothSides(what, when, elsewhere.label)), elsewhere


@dataclass(frozen=True, eq=False)
class UnderRule(Duel):
    """A player under a rule, where its condition holds or where it does not, against the same player without it; + if
    the rule helps.

    label: what it compares. holds: whether it is about where the condition holds. The others as of `OnlyWhen`.
    """

    label: str
    a: str = ""
    b: str = ""
    players: tuple[int, ...] = ALL_SIZES
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    rule: Predicate = ""
    condition: Predicate = ""
    base: str = ""
    how: str = "oblige"
    holds: bool = True
    pair: BothSides | None = None

    def check(self, game: str, inquiry: Inquiry) -> None:
        super().check(game, inquiry)
        if self.how not in RULES:
            raise unknown("way to lay a rule", self.how, RULES, "over a player")
        for name, given in (("rule", self.rule), ("condition", self.condition)):
            if not given:
                raise InputError(f"'{self.label}' has no {name}; give it a function or its name")

    def players_of(self, cell: Site, inquiry: Inquiry) -> tuple[str, str]:
        """The player under the rule, and without it."""
        rule, condition = (name_rule(given) for given in (self.rule, self.condition))
        spelled = f"{rule} {'when' if self.holds else 'unless'} {condition}"
        return with_and_without(
            cell.game, self.base or baseline(cell.game), (self.how, spelled), inquiry.strategies_from
        )

    def describe(self, inquiry: Inquiry) -> str:
        rules = f", with {' '.join(self.rules)}" if self.rules else ""
        return f"a duel of a player under a rule against the same player without it, in the same seats{rules}"


def _words(predicate: Predicate) -> str:
    """A predicate's name in words.

    >>> _words("mine.py:picks_up_few")
    'picks up few'
    """
    name = str(getattr(predicate, "__name__", predicate))
    return name.rpartition(":")[2].replace("_", " ")
