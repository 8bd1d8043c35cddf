"""The cells of claims: each experiment at each table."""

from collections.abc import Sequence
from dataclasses import dataclass

from knotlab.analysis.claims.model.experiment import Experiment
from knotlab.analysis.claims.model.field import Field, line_ups, name_of_field, seated
from knotlab.analysis.claims.model.tip import Tip

USUAL_SIZE = 3  # players at the tables of a quick pass


@dataclass(frozen=True, eq=False)
class Cell:
    """One experiment of a claim at one table: one verdict."""

    tip: Tip
    experiment: Experiment
    field: Field
    players: int

    @property
    def game(self) -> str:
        """The game's name."""
        return self.tip.game

    @property
    def field_name(self) -> str:
        """The field as it is shown."""
        return name_of_field(self.field)

    @property
    def is_of_headline(self) -> bool:
        """Whether the claim's headline is about it."""
        experiment = self.experiment
        return experiment in self.tip.headline_experiments and self.field in experiment.headline_fields

    @property
    def name(self) -> str:
        """What tells it apart from all other cells."""
        return f"{self.tip.id} {self.experiment.label}, {self.players} players, {self.field_name}"

    def others(self) -> list[str]:
        """The strategies of the field on all chairs but one."""
        return seated(self.tip.game, self.field, self.players, self.players - 1)

    def line_ups(self) -> list[list[str]]:
        """All line-ups of the field at this table."""
        return line_ups(self.tip.game, self.field, self.players)


def cells_of(tip: Tip, one_size: bool = False) -> list[Cell]:
    """A claim's cells; with `one_size` those at three players, or at the first size that an experiment has."""
    return [
        Cell(tip, experiment, field, players)
        for experiment in tip.experiments
        for players in ((_one_size(experiment),) if one_size else experiment.players)
        for field in experiment.fields
    ]


def _one_size(experiment: Experiment) -> int:
    """The size of table that a quick pass takes."""
    return USUAL_SIZE if USUAL_SIZE in experiment.players else experiment.players[0]


def family(some: Sequence[Tip]) -> int:
    """How many cells some claims have: those that share a level."""
    return sum(len(cells_of(tip)) for tip in some)


def headlines(some: Sequence[Tip]) -> int:
    """How many means the headlines of some claims rest on: one each, or two."""
    return sum(len(tip.headline_experiments) for tip in some)
