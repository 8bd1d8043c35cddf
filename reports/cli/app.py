"""The command line as a program: how it ends, in which words, and with which exit status. The commands are in
`commands.py`, which is imported here no earlier than an interrupt during that can be answered.
"""

import os
import shutil
import signal
import sys
import textwrap
from _thread import interrupt_main
from functools import partial
from threading import Thread, Timer, current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn

from knotlab.reports import stopped
from knotlab.reports.cli import ENDING
from knotlab.reports.cli.remembered import print_help
from knotlab.sim import budget, notices
from knotlab.sim.errors import InputError, RunError, StrategyError

LONGEST = 2000  # characters of a sentence that says what is wrong
GRACE = 3.0  # seconds between an interrupt and the end
AGAIN = 0.05  # seconds until an interrupt that got lost is raised again
OF_THE_TRACKER = "ignore:resource_tracker:UserWarning"  # that it gives back what a process left that had ended at once
YOUNG = 100_000  # objects made between two searches for garbage: loading libraries makes many, and no garbage
interrupts: list[int] = []  # that were raised, by their number
raised_again: list[int] = []  # interrupts that were lost, until their repetition is noticed
LARGE = ("polars", "llvmlite.binding")  # libraries that end the process without a word, or never, where memory is short
ROOM = 2 * 10**9  # bytes of address space with which they can be used


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
        arguments = _with_games_from(sys.argv[1:] if arguments is None else arguments)
        status = print_help(partial(_run, arguments)) if arguments in (["--help"], ["-h"]) else _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BaseException as error:
        if interrupts:  # which a library that is not written in Python may turn into an error of its own
            status = 130
        elif isinstance(error, Exception):
            status = _failed(error)
        else:
            raise
    if status == 130:  # Typer turns the interrupt into this status and says nothing
        _fail(stopped.sentence(), 130)
    sys.exit(status if isinstance(status, int) else 0)


def _run(arguments: list[str]) -> object:
    """Carry out what was typed; the exit status."""
    from knotlab.reports.cli.commands import app

    return app(arguments, standalone_mode=False)


def _with_games_from(arguments: list[str]) -> list[str]:
    """Take in the games of the folders that are named after --game-from, wherever that stands; what else is typed."""
    others, names, words = [], [], iter(arguments)
    for word in words:
        option, _, value = word.partition("=")
        if option == "--game-from":
            names.append(value or next(words, ""))
        else:
            others.append(word)
    if names:
        from knotlab import games_from

        try:
            games_from.use(names)
        except ValueError as error:
            raise InputError(f"--game-from: {error}") from None
    return others


def _failed(error: Exception) -> int:
    """Say what is wrong; the exit status."""
    from typer.exceptions import TyperException

    from knotlab.reports.cli.command import ReaderGone, say_notes

    if isinstance(error, InputError):
        return _fail(error.typed, 2)
    if isinstance(error, StrategyError):
        from knotlab.reports.cli.games import with_replay

        say_notes(error)
        return _fail(with_replay(error), 1)
    if isinstance(error, RunError):
        return _fail(error, 1)
    if isinstance(error, ImportError) and (missing := _missing_file(error)):
        return _fail(f"the file {missing} is missing", 2)
    if isinstance(error, BrokenPipeError | ReaderGone):  # nobody reads any more: what is left to write goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if isinstance(error, MemoryError):
        return _fail("there is not enough memory for so much at a time; ask for less", 1)
    if isinstance(error, OSError):
        return _fail(f"cannot write{f' {error.filename}' if error.filename else ''}: {error.strerror or error}", 1)
    if isinstance(error, TyperException):  # what the parser says of the command line
        said = error.format_message().rstrip(".")  # nothing where the help has been shown
        return _fail(f"{said}; see knotlab --help", 2) if said else 2
    return _fail(fault_of_ours(error), 70)


def _missing_file(error: ImportError) -> str:
    """The file of knotlab or of a game that could not be imported; empty if it is something else that is wrong."""
    import re

    name = error.name or ""
    if not isinstance(error, ModuleNotFoundError):  # of what is wanted from a package, a module may be
        wanted = re.match(r"cannot import name '(\w+)'", str(error))
        name = f"{name}.{wanted[1]}" if wanted and str(error.path).endswith("__init__.py") else ""
    return f"{name.removeprefix('knotlab.').replace('.', '/')}.py" if name.startswith("knotlab.") else ""


def program() -> None:
    """The console script as a program of its own: it ends after an interrupt even where machine code of the main thread
    cannot be interrupted.
    """
    budget.begin()
    try:
        _answer_interrupts()
        _prepare()
        main()
    except KeyboardInterrupt:
        _end_now()
    except SystemExit as end:
        if end.code == 130:  # worker threads would otherwise finish their parts first
            stopped.leave()
        raise


def _answer_interrupts() -> None:
    """Have this process end after an interrupt and whatever else ends a program in order."""
    reading, writing = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows has it since Python 3.12, and does without
        os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in ENDING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupt)
    Thread(target=_end_after_interrupt, args=(reading,), daemon=True).start()
    sys.unraisablehook = _lost


def _prepare() -> None:
    """Make this process ready for a command, and answer a shell that completes a line."""
    import codecs
    import gc
    from io import TextIOWrapper

    refuse_where_there_is_no_room()
    codecs.register_error("plain", plain_characters)
    for name, stream in (("stdout", sys.stdout), ("stderr", sys.stderr)):
        if stream is None:  # it was closed
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")
    gc.set_threshold(YOUNG)
    sys.warnoptions.append(OF_THE_TRACKER)  # for processes that this one starts
    if "_KNOTLAB_COMPLETE" in os.environ:
        from knotlab.reports.cli import completion

        if typed := completion.join_words(os.environ):
            completion.complete_rest(typed, main)


class _NoRoom:
    """Where modules are looked for first: refuses large ones.

    room: bytes of address space.
    """

    def __init__(self, room: int) -> None:
        self.room = room

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Raise RunError for a library that there is no room for, and leave others to whoever finds them."""
        if name in LARGE:
            raise RunError(
                f"this needs {ROOM / 1e9:.0f} GB of address space, and {self.room / 1e9:.1f} GB are allowed here "
                f"(ulimit -v); with less, only what comes with knotlab can be printed"
            )


def refuse_where_there_is_no_room() -> None:
    """Have a command that needs more address space than this process may have end in one sentence."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    room = resource.getrlimit(resource.RLIMIT_AS)[0]
    if room != resource.RLIM_INFINITY and room < ROOM:
        sys.meta_path.insert(0, _NoRoom(room))


def plain_characters(error: UnicodeError) -> tuple[str, int]:
    """What a console prints instead of characters that it does not have: a hyphen for a minus sign, or a question mark.

    error: of encoding; others are raised. Returns the characters, and where to go on.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join("-" if sign == "\N{MINUS SIGN}" else "?" for sign in missing), error.end


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise an interrupt, as Python itself would."""
    interrupts.append(number)
    raise KeyboardInterrupt


def _end_after_interrupt(reading: int) -> None:
    """Wait for an interrupt, leave some time to answer it in order, then end; at a second one at once."""
    received = 0
    while True:
        if os.read(reading, 1)[0] in ENDING:
            if raised_again:
                raised_again.pop()
                continue
            received += 1
            if received > 1:
                _end_now()
            last = Timer(GRACE, _end_now)
            last.daemon = True
            last.start()


def _lost(error: "sys.UnraisableHookArgs") -> None:
    """Raise an interrupt again that was raised where Python lets nothing through: in a callback of the compiler's, or
    while an object is thrown away.
    """
    if issubclass(error.exc_type, KeyboardInterrupt):
        again = Timer(AGAIN, _interrupt_main_thread)
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(error)


def _interrupt_main_thread() -> None:
    """Interrupt it as the user did, which is no second interrupt of the user's."""
    raised_again.append(signal.SIGINT)
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
    else:
        interrupt_main()


def _end_now() -> NoReturn:
    """End whatever is going on, and import nothing for it. Another interrupt does not keep it from saying so."""
    try:
        if current_thread() is main_thread():
            for number in ENDING:
                signal.signal(number, signal.SIG_IGN)
        print(f"knotlab: {stopped.sentence()}", file=sys.stderr, flush=True)
    finally:
        os._exit(130)


def fault_of_ours(error: Exception) -> str:
    """What to say of an error that nobody foresaw; what is needed to find it is written to a file."""
    import tempfile
    from traceback import format_exception

    from knotlab.sim.machine import library_versions
    from knotlab.sim.storage.result_files import shown

    text = f"knotlab {' '.join(sys.argv[1:])}\n{library_versions()}\n\n{''.join(format_exception(error))}"
    with tempfile.NamedTemporaryFile(prefix="knotlab-fault-", suffix=".txt", delete=False) as file:
        file.write(text.encode(errors="backslashreplace"))
    what = f"{type(error).__name__}: {shown(error)}"
    return f"this is a fault of knotlab ({what}); please report it with the file {file.name}"


def _fail(error: Any, status: int) -> int:
    """One line on standard error; on a terminal in as many as it takes, broken between words."""
    from knotlab.sim.storage.result_files import shown

    said = "knotlab: " + shown(" ".join(str(error).split()), LONGEST)
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns
        said = textwrap.fill(said, width, break_long_words=False, break_on_hyphens=False)
    print(said, file=sys.stderr)
    return status
