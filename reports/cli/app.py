"""The command line: each command parses, calls one function and prints. Everything heavy is imported when a command
needs it.
"""

import codecs
import gc
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from io import TextIOWrapper
from threading import Thread
from traceback import format_exception
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

import knotlab
from knotlab.reports.cli import claims, completion, games, measurements, playing, strategies, twyst
from knotlab.reports.cli.command import Made, Pair, Printing, ReaderGone, add, add_pair, say_notes, without_types
from knotlab.sim import notices
from knotlab.sim.errors import InputError, RunError, StrategyError
from knotlab.sim.machine import library_versions
from knotlab.sim.storage.result_files import shown

LONGEST = 2000  # characters of a sentence that says what is wrong
GRACE = 10.0  # seconds between an interrupt and the end
YOUNG = 100_000  # objects made between two searches for garbage: loading libraries makes many, and no garbage
# What ends a program in order, as an interrupt does.
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Group(TyperGroup):
    """The command line as a whole."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its options."""
        return without_types(super().get_params(ctx))


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
    "Questions": ((knotlab.duel, playing.duel), (knotlab.claims, claims.claims)),
    "Single games": (
        (knotlab.records, games.records),
        (knotlab.verify, games.verify),
        (knotlab.replay, games.replay),
        (knotlab.whatif, games.whatif),
    ),
    "Strategies": (
        (knotlab.catalogue, strategies.strategies, "strategies"),
        (knotlab.rules, strategies.rules),
        (knotlab.view, strategies.view),
        (strategies.new, None),
        (knotlab.check, strategies.check),
        (knotlab.tune, strategies.tune),
        (knotlab.ablate, strategies.ablate),
    ),
    "Twyst": (
        (knotlab.bid, twyst.bid),
        (knotlab.card, twyst.card),
        (knotlab.guide, twyst.guide),
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


def _compiling(done: int, total: int) -> None:
    from knotlab.reports.progress import compiling

    compiling(done, total)


def main(arguments: list[str] | None = None) -> None:
    """The console script. Exit status: 0 answered, 1 a run or a check failed, 2 bad input, 3 what was checked is not
    complete, 70 a fault of knotlab itself, 130 interrupted.
    """
    status: object = 0
    notices.on_compiling[:] = [_compiling]
    try:
        status = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        status = _fail(error.typed, 2)
    except StrategyError as error:
        from knotlab.reports.cli.games import with_replay

        say_notes(error)
        status = _fail(with_replay(error), 1)
    except RunError as error:
        status = _fail(error, 1)
    except KeyboardInterrupt:
        status = 130
    except (BrokenPipeError, ReaderGone):  # nobody reads any more: what is left to write goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except MemoryError:
        status = _fail("there is not enough memory for so much at a time; ask for less", 1)
    except OSError as error:
        status = _fail(f"cannot write{f' {error.filename}' if error.filename else ''}: {error.strerror or error}", 1)
    except TyperException as error:  # what the parser says of the command line
        said = error.format_message().rstrip(".")  # nothing where the help has been shown
        status = _fail(f"{said}; see knotlab --help", 2) if said else 2
    except Exception as error:
        status = _fail(fault_of_ours(error), 70)
    if status == 130:  # Typer turns the interrupt into this status and says nothing
        _fail("interrupted", 130)
    sys.exit(status if isinstance(status, int) else 0)


def program() -> None:
    """The console script as a program of its own: it ends after an interrupt even where machine code of the main thread
    cannot be interrupted.
    """
    typed = completion.join_words(os.environ)
    if typed:
        completion.complete_rest(typed, main)
    codecs.register_error("plain", plain_characters)
    for name, stream in (("stdout", sys.stdout), ("stderr", sys.stderr)):
        if stream is None:  # it was closed
            setattr(sys, name, open(os.devnull, "w"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")
    gc.set_threshold(YOUNG)
    for number in ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:  # nohup has a program ignore that its terminal is gone
            signal.signal(number, signal.default_int_handler)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    Thread(target=_end_after_interrupt, args=(reading,), daemon=True).start()
    main()


def plain_characters(error: UnicodeError) -> tuple[str, int]:
    """What a console prints instead of characters that it does not have: a hyphen for a minus sign, or a question mark.

    error: of encoding; others are raised. Returns the characters, and where to go on.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join("-" if sign == "\N{MINUS SIGN}" else "?" for sign in missing), error.end


def _end_after_interrupt(reading: int) -> None:
    """Wait for an interrupt, leave some time to answer it in order, then end."""
    while os.read(reading, 1)[0] not in (signal.SIGINT, *ENDING):
        pass
    time.sleep(GRACE)
    _fail("interrupted", 130)
    os._exit(130)


def fault_of_ours(error: Exception) -> str:
    """What to say of an error that nobody foresaw; what is needed to find it is written to a file."""
    with tempfile.NamedTemporaryFile("w", prefix="knotlab-fault-", suffix=".txt", delete=False) as file:
        file.write(f"knotlab {' '.join(sys.argv[1:])}\n{library_versions()}\n\n{''.join(format_exception(error))}")
    what = f"{type(error).__name__}: {shown(error)}"
    return f"this is a fault of knotlab ({what}); please report it with the file {file.name}"


def _fail(error: Any, status: int) -> int:
    """One line on standard error."""
    print("knotlab: " + shown(" ".join(str(error).split()), LONGEST), file=sys.stderr)
    return status


if __name__ == "__main__":
    program()
