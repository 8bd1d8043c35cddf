"""The help of the command line, as it was drawn before: to draw it, every command and Rich are loaded, which takes
several times as long as all the rest.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any
from zlib import crc32

from knotlab.sim.machine import base_folder

LOOKS = ("COLOR", "COLUMNS", "JUPYTER", "LINES", "TERM", "TTY", "TYPER", "GITHUB")  # in names of variables that tell it


def print_help(draw: Callable[[], object]) -> object:
    """Print the help.

    draw: prints it where it is not remembered for this screen and this code. Returns the exit status.
    """
    file = base_folder() / "help.txt"
    with contextlib.suppress(OSError, UnicodeDecodeError):  # not there, or damaged
        known, _, text = file.read_text("utf-8").partition("\n\n")
        if known == _state(text, [line.partition("\t")[0] for line in known.splitlines()[1:]]):
            sys.stdout.write(text)
            return 0
    copied = _Copied(sys.stdout)
    with contextlib.redirect_stdout(copied):
        status = draw()
    text, sources = "".join(copied.texts), {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    with contextlib.suppress(OSError, UnicodeEncodeError):
        from knotlab.sim.storage.result_files import write_whole

        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, f"{_state(text, filter(None, sources))}\n\n{text}".encode())
    return status


def _state(text: str, sources: Iterable[str]) -> str:
    """What a text holds for: a line about it and the screen, and one for each file of which it is made."""
    sizes = []
    for stream in range(3):
        with contextlib.suppress(OSError):
            sizes.append(os.get_terminal_size(stream).columns)
    settings = sorted(pair for pair in os.environ.items() if any(part in pair[0] for part in LOOKS))
    screen = (os.path.basename(sys.argv[0]), sys.version, sys.stdout.encoding, sys.stdout.isatty(), sizes, settings)
    lines = [f"{crc32(text.encode())} {screen!r}"]
    for source in sources:
        stat = os.stat(source)
        lines.append(f"{source}\t{stat.st_size}\t{stat.st_mtime_ns}")
    return "\n".join(lines)


class _Copied:
    """A stream of text of which all that is written is kept, too."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.texts = stream, list[str]()

    def write(self, text: str) -> int:
        """Write a text, and keep it."""
        written = int(self.stream.write(text))  # which refuses bytes
        self.texts.append(text)
        return written

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)
