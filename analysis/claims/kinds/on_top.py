"""What a rule costs the champion among champions: a duel of it against itself under the rule. It was not taught to play
so, hence this is its loss without relearning.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.experiment import ALL_SIZES, BETTER, NOT_WORTH_IT
from knotlab.analysis.claims.model.field import Field
from knotlab.analysis.claims.model.meaning import MORE, Meaning

CHAMPION = "champion"
UNDER = "the champion under the rule"


@dataclass(frozen=True, eq=False)
class OnTop(Duel):
    """The champion against itself under a rule, with champions in the other chairs; + if the rule costs it games."""

    label: str
    a: str = CHAMPION
    b: str = ""
    players: tuple[int, ...] = ALL_SIZES
    fields: tuple[Field, ...] = ((CHAMPION,),)
    means: Mapping[Any, str] = field(default_factory=lambda: BETTER)
    exact_to: float = 0.005  # 0.5 games in 100
    decides_by_size: ClassVar[bool] = True
    traced: ClassVar[int] = 1000  # as what rules by lot cost goes by the share of choices

    def meaning_in(self, game: str) -> Meaning:
        """How many games more the champion loses under the rule."""
        return Meaning(self.unit_in(game), UNDER, MORE)


def costs(*laws: str, players: Sequence[int] = ALL_SIZES) -> tuple[OnTop, ...]:
    """The champion under each of some laws, such as `forbid=lays_aces_together`: the tip is right if it costs games."""
    return tuple(_under(law, BETTER, players) for law in laws)


def costs_nothing(
    *laws: str, players: Sequence[int] = ALL_SIZES, exact_to: float = OnTop.exact_to
) -> tuple[OnTop, ...]:
    """The champion under each of some laws, such as `oblige=saves_aces`: the tip is right if it costs no games.

    exact_to: half the width of the intervals, less for what rarely comes up: that it costs nothing takes more games.
    """
    return tuple(replace(_under(law, NOT_WORTH_IT, players), exact_to=exact_to) for law in laws)


def _under(law: str, means: Mapping[Any, str], players: Sequence[int]) -> OnTop:
    under = f"{CHAMPION}:{law}"
    return OnTop(under, b=under, players=tuple(players), means=means)
