"""All claims that ship and all their cells, counted here: the count fixes the level of each verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from knotlab.analysis.claims.tip import Duel, Experiment, Tip
from knotlab.analysis.runs.fields import members
from knotlab.sim import games
from knotlab.sim.errors import InputError, did_you_mean

LEVEL = 0.05  # the chance that any of all verdicts is wrong
QUICK = 8.0  # times wider are the margins of a quick pass
USUAL_SIZE = 3  # players at the tables of a quick pass


@dataclass(frozen=True, eq=False)
class Cell:
    """One experiment of a claim at one table: one verdict."""

    tip: Tip
    experiment: Experiment
    field: str | tuple[str, ...]
    players: int

    @property
    def field_name(self) -> str:
        """The field, or table, as it is shown."""
        return self.field if isinstance(self.field, str) else ", ".join(self.field)

    @property
    def rules(self) -> tuple[str, ...]:
        """Settings that differ from the game's own, for a duel."""
        return self.experiment.rules if isinstance(self.experiment, Duel) else ()

    @property
    def name(self) -> str:
        """What tells it apart from all others."""
        return f"{self.tip.id} {self.experiment.label}, {self.players} players, {self.field_name}"

    def seats(self, chairs: int, start: int = 0) -> list[str]:
        """The strategies of the field on so many chairs, in turn from one of them on."""
        found = self._members
        return [found[(start + chair) % len(found)] for chair in range(chairs)]

    def companies(self) -> list[list[str]]:
        """Who sits at the table: for a named field a company that starts with each of its strategies, so that all of
        them play; else the one there is.
        """
        starts = range(len(self._members)) if isinstance(self.field, str) else range(1)
        return [self.seats(self.players, start) for start in starts]

    @property
    def _members(self) -> Sequence[str]:
        return members(self.tip.game, self.field, self.players) if isinstance(self.field, str) else self.field


@cache
def tips() -> tuple[Tip, ...]:
    """All claims that ship, in the order of their numbers."""
    return tuple(tip for game in games.listed() for tip in _tips_of(game))


def _tips_of(game: str) -> Sequence[Tip]:
    """The claims about a game: `TIPS` of its module in `rulebooks`, if there is one."""
    name = game.replace("-", "_")
    if not (Path(__file__).parent / "rulebooks" / f"{name}.py").is_file():
        return ()
    found: Sequence[Tip] = import_module(f"knotlab.analysis.claims.rulebooks.{name}").TIPS
    return found


def tip_named(name: str, own: Sequence[Tip] | None = None) -> Tip:
    """A claim by its id, of those that ship or of somebody's own; raises InputError with the nearest one, or all."""
    known = {tip.id: tip for tip in (tips() if own is None else own)}
    wanted = name.upper()
    if wanted in known:
        return known[wanted]
    every = f"knotlab claims --list shows all {len(known)}" if own is None else f"known: {', '.join(known)}"
    raise InputError(f"there is no claim '{name}'{did_you_mean(wanted, known) or ';'} {every}")


def chosen(names: Sequence[str], own: Sequence[Tip] | None = None) -> list[Tip]:
    """The claims of some ids, each once, in their own order; all if none is named. Raises InputError as `tip_named`
    does.
    """
    wanted = [tip_named(name, own).id for name in names]
    return [tip for tip in (tips() if own is None else own) if not wanted or tip.id in wanted]


def cells_of(tip: Tip, one_size: bool = False) -> list[Cell]:
    """A claim's cells; with `one_size` those at three players, or at the first size that an experiment has."""
    return [
        Cell(tip, experiment, field, players)
        for experiment in tip.experiments
        for players in (
            experiment.players
            if not one_size
            else (USUAL_SIZE if USUAL_SIZE in experiment.players else experiment.players[0],)
        )
        for field in (experiment.fields if isinstance(experiment, Duel) else experiment.tables)
    ]


def family(some: Sequence[Tip]) -> int:
    """How many cells some claims have: those that share a level."""
    return sum(len(cells_of(tip)) for tip in some)


@cache
def count() -> int:
    """How many verdicts ship: each has the level LEVEL / count()."""
    return family(tips())
