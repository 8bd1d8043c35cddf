"""What the commands that measure print; and those that measure this machine and check this installation."""

from typing import TYPE_CHECKING, Annotated

from knotlab.api import reading
from knotlab.api.declare import Option
from knotlab.api.options import Csv, From, Json, Workers

if TYPE_CHECKING:
    from knotlab.analysis.runs.cost import Cost
    from knotlab.analysis.runs.measured import MeasuredRate


def rate(measured: "MeasuredRate", json: Json = False) -> None:
    """A share or a mean with its interval."""
    from knotlab.reports.output import answer
    from knotlab.reports.words import measured as words
    from knotlab.reports.words.play import say_if_incomplete

    if measured.run:
        say_if_incomplete(measured.run)
    answer(words.lines(measured), measured.facts(), json)


def cost(estimate: "Cost", csv: Csv = None, json: Json = False) -> None:
    """What runs take, a line for each number of games."""
    from knotlab.reports.output import answer
    from knotlab.reports.words import cost as words

    answer(words.lines(estimate), estimate.facts(), json, estimate.to_pandas(), csv, estimate.conditions)


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
    from knotlab.reports.words.tables import selfchecks
    from knotlab.sim.games import names

    with progress("checking", len(CHECKS) * len(names())) as advance:
        checks = run_checks(workers, advance)
    hold = bool(checks["holds"].all())
    answer((selfchecks(checks),), {"checks": checks.to_dict("records"), "hold": hold}, json, checks, csv)
    return int(not hold)
