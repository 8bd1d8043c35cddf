"""What the commands that measure print; and those that measure this machine, and check and prepare this
installation.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from knotlab.api import reading
from knotlab.api.declare import Argument, Option
from knotlab.api.options import Csv, From, Json, Workers

if TYPE_CHECKING:
    from knotlab.analysis.runs.measures import MeasuredRate, SlicedRate
    from knotlab.analysis.speed.cost import Cost


def rate(measured: "MeasuredRate | SlicedRate", csv: Csv = None, json: Json = False) -> None:
    """A share or a mean with its interval."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.measures import rate_lines
    from knotlab.reports.words.play import say_if_incomplete

    if measured.run:
        say_if_incomplete(measured.run)
    answer(rate_lines(measured), measured.facts, json, measured.to_pandas, csv, measured.conditions)


def cost(estimate: "Cost", csv: Csv = None, json: Json = False) -> None:
    """What runs take, a line for each number of games."""
    from knotlab.reports.output import answer
    from knotlab.reports.words.measures import cost_lines

    answer(cost_lines(estimate), estimate.facts, json, estimate.to_pandas, csv, estimate.conditions)


MostGames = Annotated[int, Option("maximum number of different games per measurement", "N", reading.whole(1))]


def bench(games: MostGames = 40_000, strategies_from: From = (), csv: Csv = None, json: Json = False) -> None:
    """Measure the speed of this machine: time per decision and games per second by game and number of players, then
    the time and memory of whole commands.
    """
    from knotlab.reports.cli.bench import measure

    measure(games, reading.files(strategies_from), csv, json)


def selfcheck(workers: Workers = None, csv: Csv = None, json: Json = False) -> int:
    """Check the statistics on this installation: mirror matches come out even, a bad strategy loses, intervals cover
    the truth as often as they should.
    """
    from knotlab.analysis.selfcheck import CHECKS
    from knotlab.analysis.selfcheck import selfcheck as run_checks
    from knotlab.reports.output import answer
    from knotlab.reports.progress import progress
    from knotlab.reports.words.checks import selfchecks
    from knotlab.sim.games import names

    with progress("checking", len(CHECKS) * len(names())) as advance:
        checks = run_checks(workers, advance)
    hold = bool(checks["holds"].all())
    facts = {"checks": checks.to_dict("records"), "hold": hold}
    answer((selfchecks(checks),), lambda: facts, json, lambda: checks, csv)
    return int(not hold)


Games = Annotated[
    Sequence[str], Argument("the games to compile", "GAME", default="all", completes="game", repeats=True)
]


def compile(games: Games = (), strategies_from: From = (), workers: Workers = None, json: Json = False) -> None:
    """Compile everything that comes with a game, so that later commands start at once. Without this, each command
    compiles what it needs when it first needs it.
    """
    from knotlab.analysis.precompiling import compile_shipped
    from knotlab.reports.output import print_json
    from knotlab.sim import games as game_list
    from knotlab.sim.compiling import cache_folder

    done = compile_shipped(games, reading.files(strategies_from), workers)
    names, folder = list(dict.fromkeys(games or game_list.names())), cache_folder.folder()
    size = sum(file.stat().st_size for file in folder.glob("*.bin"))
    if json:
        print_json({"games": names, **done._asdict(), "folder": str(folder), "bytes": size})
        return
    now = f"{done.compiled} of them compiled in {done.seconds:.0f} s" if done.compiled else "as they were before"
    print(f"{', '.join(names)}: {done.kernels} kernels are ready, {now}")
    print(f"They are in {folder} ({size / 1e6:.0f} MB), for all later commands.")
