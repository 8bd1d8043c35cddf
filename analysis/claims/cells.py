"""All claims that ship and all their cells; how many may share the level is fixed here."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from knotlab.analysis.claims.company import Field, companies, name_of_field, seated
from knotlab.analysis.claims.experiment import Experiment
from knotlab.analysis.claims.tip import Tip
from knotlab.sim import games
from knotlab.sim.errors import InputError, did_you_mean

LEVEL = 0.05  # the chance that any of all verdicts is wrong
ROOM = 367  # cells that share that level: fixed, so that a tip asked anew changes no other tip's level
USUAL_SIZE = 3  # players at the tables of a quick pass


@dataclass(frozen=True, eq=False)
class Cell:
    """One experiment of a claim at one table: one verdict.

    Parameters
    ----------
    tip
        The claim.
    experiment
        Which of its experiments.
    field
        Who else plays.
    players
        How many players.
    """

    tip: Tip
    experiment: Experiment
    field: Field
    players: int

    @property
    def field_name(self) -> str:
        """The field as it is shown."""
        return name_of_field(self.field)

    @property
    def name(self) -> str:
        """What tells it apart from all other cells."""
        return f"{self.tip.id} {self.experiment.label}, {self.players} players, {self.field_name}"

    def others(self) -> list[str]:
        """The strategies of the field on all chairs but one."""
        return seated(self.tip.game, self.field, self.players, self.players - 1)

    def companies(self) -> list[list[str]]:
        """All companies of the field at this table."""
        return companies(self.tip.game, self.field, self.players)


@cache
def tips() -> tuple[Tip, ...]:
    """All claims that ship, in the order of their numbers."""
    return tuple(tip for game in games.listed() for tip in _tips_of(game))


def _tips_of(game: str) -> Sequence[Tip]:
    """The claims about a game: `TIPS` of its module in `rulebooks`, if there is one."""
    module = f"knotlab.analysis.claims.rulebooks.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return ()
    rulebook: Sequence[Tip] = import_module(module).TIPS
    return rulebook


def tip_named(name: str, own: Sequence[Tip] | None = None) -> Tip:
    """A claim by its id.

    Parameters
    ----------
    name
        The id, in capital or small letters.
    own
        Claims to choose from; none: those that ship.

    Returns
    -------
    Tip
        The claim.

    Raises
    ------
    InputError
        If there is none of that id; with the nearest id, or all of them.
    """
    known = {tip.id: tip for tip in (tips() if own is None else own)}
    wanted = name.upper()
    if wanted in known:
        return known[wanted]
    every = f"knotlab claims --list shows all {len(known)}" if own is None else f"known: {', '.join(known)}"
    raise InputError(f"there is no claim '{name}'{did_you_mean(wanted, known) or ';'} {every}")


def chosen(names: Sequence[str], own: Sequence[Tip] | None = None) -> list[Tip]:
    """The claims of some ids, each once, in their own order; all of them if none is named. Raises InputError as
    `tip_named` does.
    """
    wanted = [tip_named(name, own).id for name in names]
    return [tip for tip in (tips() if own is None else own) if not wanted or tip.id in wanted]


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
    """How many headlines some claims have."""
    return sum(tip.headline_experiment is not None for tip in some)


@cache
def count() -> int:
    """How many verdicts share the level, each with LEVEL / count(): those that there is room for, or all that there
    are.
    """
    return max(ROOM, family(tips()))
