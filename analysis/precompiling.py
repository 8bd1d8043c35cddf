"""What a game ships, to be compiled beforehand: its kernels, its strategies, and the combinations that are played."""

import itertools
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from knotlab.analysis.runs.fields import named_fields, usual_tunable, watched
from knotlab.analysis.speed.bench import tables_of
from knotlab.analysis.tournaments.setup import usual_entrants
from knotlab.sim import games
from knotlab.sim.compiling.precompile import Kernel, make_ready
from knotlab.sim.kernels.branch_kernels import branch_kernel, stop_kernel
from knotlab.sim.playing import stepper
from knotlab.sim.playing.job import batch_kernel, logged_kernel, traced_kernel
from knotlab.sim.playing.players import compiled
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import bind, players
from knotlab.strategies.spelling import with_defaults

# Those first that take longest.
MAKERS = (batch_kernel, logged_kernel, branch_kernel, stop_kernel)


class Compiled(NamedTuple):
    """What `compile_shipped` did.

    kernels: how many kernels the games have. compiled: how many of them were compiled now; the others were there.
    """

    kernels: int
    compiled: int
    seconds: float


def compile_shipped(
    names: Sequence[str] = (), files: Sequence[Path | str] = (), workers: int | None = None
) -> Compiled:
    """Compile everything that comes with some games, so that later commands start at once.

    names: the games; none for all. files: Python files with your own strategies, which are compiled, too. Raises
    InputError if there is no such game, or a strategy cannot be compiled.
    """
    started = time.perf_counter()
    by_game = [list(kernels_of(name, files)) for name in dict.fromkeys(names or games.names())]
    in_turn = itertools.zip_longest(*by_game)  # what takes longest comes first, of whichever game
    kernels = list(dict.fromkeys(kernel for several in in_turn for kernel in several if kernel))
    return Compiled(len(kernels), make_ready(kernels, workers), time.perf_counter() - started)


def kernels_of(game: str, files: Sequence[Path | str] = ()) -> Iterator[Kernel]:
    """Everything compiled that belongs to a game."""
    yield from (Kernel(make, (game, False), game) for make in MAKERS)
    yield Kernel(traced_kernel, (game,), game)
    yield from stepper.step_kernels(game)
    known = catalogue(game, files)
    alone = [bind([with_defaults(strategy, known)]) for strategy in known.values()]
    for player in [*players(game, list(_spelled(game, files)), files), *alone]:
        yield from (Kernel(compiled, (part.functions,), game) for part in (player, *player.assumed))


def _spelled(game: str, files: Sequence[Path | str]) -> Iterator[str]:
    """The players that commands play with unless others are named."""
    yield from usual_entrants(game, files)
    yield from itertools.chain.from_iterable(tables_of(game, files).values())
    yield from [*watched(game), usual_tunable(game)]
    for members in named_fields(game).values():
        yield from members if isinstance(members, list) else itertools.chain.from_iterable(members.values())
