"""The options that several public functions share, each declared once: for Python, for the command line, and for the
help of both.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Union

from knotlab.api import reading
from knotlab.api.declare import Argument, Option, PythonOption

if TYPE_CHECKING:
    from knotlab.analysis.runs.play_result import PlayResult

StrategyGiven = str | Callable[..., Any]  # spelled as on the command line, or the function below `@strategy`
SettingsGiven = Mapping[str, Any] | Sequence[str]  # {"packs": 2}, or ["packs=2"]
FilesGiven = str | Path | Sequence[str | Path]
FieldGiven = str | Sequence[StrategyGiven]  # the name of a field, or a strategy for each other player
RunGiven = Union["PlayResult", str, Path]

_GAME = Argument("the game", "GAME", completes="game")
Game = Annotated[str, _GAME]
MaybeGame = Annotated[str | None, _GAME]
Strategies = Annotated[
    Sequence[StrategyGiven],
    Argument(
        "one strategy per player, as NAME or NAME:PARAMETER=VALUE,tremble=0",
        "STRATEGY",
        completes="strategy",
        repeats=True,
        python="A function below `@strategy` stands for its name.",
    ),
]
Seed = Annotated[int, Option("random seed, from 0 to 2^64 - 1; the same seed gives the same games", "S", reading.seed)]
Settings = Annotated[
    SettingsGiven,
    Option(
        "a rule setting (repeatable), or preset=NAME; see knotlab rules",
        "KEY=VALUE",
        completes="setting",
        repeats=True,
        python='As `{"packs": 2}` or `["packs=2"]`.',
    ),
]
From = Annotated[FilesGiven, Option("a Python file with your own strategies (repeatable)", "FILE", repeats=True)]


def _context(module: str, name: str) -> Callable[[Any], AbstractContextManager[None]]:
    """What makes a context of a value: a function of a module that the help of commands does not need."""
    return lambda value: getattr(import_module(f"knotlab.{module}"), name)(value)


Interpreted = Annotated[
    bool,
    Option(
        "play strategies of yours in plain Python: slower, but they may use whatever Python has",
        around=_context("strategies.declare", "interpreting"),
    ),
]
MoveSeconds = Annotated[
    float | None,
    Option(
        "seconds of processor time, or by the clock in plain Python, that one decision by a strategy of yours may take "
        "before the command ends",
        "S",
        reading.amount("seconds"),
        default="10",
        around=_context("sim.playing.watch", "deciding_within"),
    ),
]
FixedSeats = Annotated[bool, Option("play each deal once, the first strategy in seat 0, instead of in every rotation")]
Players = Annotated[
    int | None,
    Option("players at the table", "N", reading.whole(1), default="3, or as many as the game or the field calls for"),
]
Sizes = Annotated[
    int | Sequence[int],
    Option(
        "players at the table (for a report repeatable): each size is played, and all are on one page",
        "N",
        reading.several(reading.whole(1)),
        default="as many as there are strategies, or 3",
        repeats=True,
        python="One number, or several.",
    ),
]
Metric = Annotated[
    str | None,
    Option("what decides: loss_rate, win_rate, mean_place or mean_score", "NAME", default="loss_rate or mean_score"),
]
Target = Annotated[
    int | None, Option("play matches, each until someone's total reaches this many points", "POINTS", reading.whole(1))
]
Rounds = Annotated[int | None, Option("play matches of K rounds, each with its own deal", "K", reading.whole(1, 1000))]
Workers = Annotated[
    int | None, Option("how many pieces of work to run at the same time", "N", reading.whole(1), default="one per core")
]
Backend = Annotated[
    Any,
    Option(
        "threads, processes, any registered joblib backend, or dask://HOST:PORT for the workers of a Dask cluster",
        "NAME",
        python="Or a Dask client; threads give way to what `joblib.parallel_config` sets around the call.",
    ),
]


listing = _context("sim.storage.result_files", "listing")  # with checksums, of what is written during a call


Out = Annotated[
    str | Path | None,
    Option(
        "keep the games in this folder; the same command resumes from there", "FOLDER", reading.path, around=listing
    ),
]


MixedVersions = Annotated[
    bool,
    Option(
        "continue a folder begun with different versions of Python or libraries; its manifest and tables say so",
        around=_context("sim.storage.run_folder", "mixing_versions"),
    ),
]
Run = Annotated[
    RunGiven | None,
    Option("take the game from this run folder instead of naming strategies", "FOLDER", python="Or from a result."),
]
Index = Annotated[
    int | None,
    Option(
        "number of the game (or match) in the run", "I", reading.whole(0, reading.LAST_GAME), default="0, the first"
    ),
]
AT_TABLE = "of a report at several tables, the one with so many players"
DIVISIBLE = ("play", "duel", "tournament", "claims")  # what can be played in parts
PLOTTED = "play show tournament duel claims tune ablate whatif advise bid rate cost".split()
PLOT = Option("also draw the result, into a PNG, SVG or PDF file", "FILE", reading.picture)
PART = Option(
    "play only part K of N into the folder given with --out; the files of all the parts, copied into one folder, make "
    "up the whole run",
    "K/N",
    reading.part,
)
Why = Annotated[bool, Option("show the score of every legal move")]
Progress = Annotated[bool, PythonOption("show a progress bar in a terminal or notebook")]

# What a command prints, and where to.
Csv = Annotated[Path | None, Option("also write the table as CSV", "FILE", reading.file_ending_in(".csv"))]
Json = Annotated[bool, Option("print a single JSON object instead of tables")]
BySeat = Annotated[bool, Option("also print the table by seat")]
