"""The commands, each with its panel of the help: it parses, calls one function and prints. Everything heavy is imported
when a command needs it.
"""

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import knotlab
from knotlab.reports.cli import games, measurements, playing, sitting, strategies, twyst
from knotlab.reports.cli.command import Made, Pair, Printing, add, add_pair, simple


class Group(TyperGroup):
    """The command line as a whole."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options."""
        return simple(super().get_params(ctx))


app = typer.Typer(
    cls=Group,
    help=(
        "A Monte Carlo strategy laboratory for card games: write a hunch as a few lines of Python, and find out "
        "whether it is true."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"knotlab {version('knotlab')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
    game_from: Annotated[
        str,
        typer.Option(
            "--game-from", metavar="FOLDER", help="load a game of your own, from its folder or an installed package"
        ),
    ] = "",
) -> None: ...


Renamed = tuple[Callable[..., Any], Printing | None, str]
# The commands of each panel of the help: a public function, what prints its answer, and the name if that is another; or
# a pair of functions, the second of which has an argument that calls it.
COMMANDS: dict[str, tuple[Made | Renamed | Pair, ...]] = {
    "Play": (
        (knotlab.play, playing.play),
        (knotlab.show, playing.show),
        (knotlab.tournament, playing.tournament),
        Pair((knotlab.report, playing.report), (knotlab.report_game, playing.report_game)),
    ),
    "At the table": ((sitting.sit, None), (knotlab.advise, games.advise)),
    "Questions": ((knotlab.duel, playing.duel), (knotlab.claims, playing.claims)),
    "Single games": (
        (knotlab.records, games.records),
        (knotlab.verify, games.verify),
        (knotlab.replay, games.replay),
        (knotlab.whatif, games.advise),
    ),
    "Strategies": (
        (knotlab.catalogue, strategies.tables, "strategies"),
        (knotlab.rules, strategies.rules),
        (knotlab.view, strategies.tables),
        (strategies.new, None),
        (knotlab.check, strategies.check),
        (knotlab.tune, strategies.tune),
        (knotlab.ablate, strategies.ablate),
    ),
    "Twyst": (
        (knotlab.bid, twyst.bid),
        Pair((knotlab.card, twyst.card), (knotlab.table_card, twyst.table_card)),
        (knotlab.match, twyst.match),
    ),
    "Measurements": (
        (knotlab.rate, measurements.rate),
        (knotlab.cost, measurements.cost),
        (measurements.bench, None),
        (measurements.selfcheck, None),
    ),
    "Installation": ((measurements.compile, None),),
}
for panel, commands in COMMANDS.items():
    for each in commands:
        if isinstance(each, Pair):
            add_pair(app, panel, each)
        else:
            add(app, panel, each[2] if len(each) > 2 else each[0].__name__, *each[:2])
