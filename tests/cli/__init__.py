"""Running the command line in tests: within this process where that is enough, as a program of its own where it is
not.
"""

import contextlib
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import typer.main

from knotlab.reports.cli.app import main

GAME = "twisted-knot"
PROGRAM = [sys.executable, "-m", "knotlab.reports.cli"]
COMPILING = re.compile(r"^knotlab: compiling .*\n", re.MULTILINE)  # where kernels are cold; no part of an answer
# A program puts its commands together once, which takes longer than most of them; here, too, they are kept.
typer.main.get_command = cache(typer.main.get_command)
TIMING = ("seconds", "games_per_second")


@dataclass(frozen=True)
class Answer:
    """What a command gave back."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on standard output; nothing else may be there, nor on standard error."""
        assert (self.status, self.err) == (0, ""), self
        content = json.loads(self.out)
        assert isinstance(content, dict)
        return content

    @property
    def line(self) -> str:
        """The one line on standard error that a command which failed leaves, with nothing on standard output."""
        assert self.out == "", self
        return one_line(self.err)


def one_line(err: str) -> str:
    """What is on standard error, which must be one sentence in one line."""
    assert err.count("\n") == 1 and err.endswith("\n") and "Traceback" not in err, err
    assert err.startswith("knotlab: "), err
    return err.strip()


def knotlab(*words: object) -> Answer:
    """Run a command in this process."""
    out, err, status = io.StringIO(), io.StringIO(), None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main([str(word) for word in words])
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int), f"the command line ended with {status!r} instead of an exit status"
    return Answer(status, out.getvalue(), without_progress(err.getvalue()))


def without_progress(err: str) -> str:
    """What is on standard error but for lines about progress and compiling, which come where a command takes long."""
    return COMPILING.sub("", re.sub(r"^progress: .*\n", "", err, flags=re.MULTILINE))


def put_together(into: Path, *folders: Path) -> Path:
    """Copy the files of some folders into one, none over another."""
    into.mkdir(parents=True, exist_ok=True)
    for folder in folders:
        subprocess.run(["cp", "-rn", f"{folder}/.", str(into)], check=True)
    return into


def timeless_list(file: Path) -> bytes:
    """A folder's list of checksums without those of manifests and pages, which tell of a clock."""
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    return b"".join(line for line in lines if not line.endswith((b"manifest.json\n", b".html\n")))


def play(*words: object) -> Any:
    """The JSON of a `play` command in this process."""
    return knotlab("play", GAME, *words, "--json").json


def refused(*words: object) -> str:
    """The line with which a command refuses bad input; its exit status is 2."""
    answer = knotlab(*words)
    assert answer.status == 2, answer
    return answer.line


def start(*words: object, env: Mapping[str, object] | None = None, cwd: Path | None = None) -> subprocess.Popen[str]:
    """Start a command as a program of its own, in a process group of its own."""
    changed = os.environ | {key: str(value) for key, value in (env or {}).items()}
    command = [*PROGRAM, *(str(word) for word in words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=changed, cwd=cwd, start_new_session=True
    )


def program(
    *words: object, env: Mapping[str, object] | None = None, cwd: Path | None = None, timeout: float = 120
) -> Answer:
    """Run a command as a program of its own."""
    return finished(start(*words, env=env, cwd=cwd), timeout)


def finished(process: subprocess.Popen[str], timeout: float = 120) -> Answer:
    """Wait for a started program and for all that it has started; if they take too long, they are killed and the test
    fails.
    """
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    return Answer(process.returncode, out, without_progress(err))


def strategy_file(
    folder: Path, name: str, *lines: str, top: str = "", parameters: str = "", game: str = "twisted-knot"
) -> Path:
    """A user's file with one strategy; lines are its body."""
    takes = ", ".join(["view", "move", *re.findall(r"(\w+)=", parameters)])
    declared = f'"{game}"{", " if parameters else ""}{parameters}'
    body = "\n    ".join(lines)
    file = folder / f"{name}.py"
    head = (
        f"from knotlab.sim.games.twisted_knot.state import LAY, PICK_UP\nfrom knotlab.strategies import param, "
        f"strategy\n{top}\n\n\n"
    )
    file.write_text(f"{head}@strategy({declared})\ndef {name}({takes}):\n    {body}\n")
    return file


def line_of(file: Path, text: str) -> int:
    """The number of the line of a file that holds a text."""
    return next(number for number, line in enumerate(file.read_text().splitlines(), 1) if text in line)


def untimed(answer: Any) -> Any:
    """The JSON of a run without its timing fields."""
    return answer | {"run": {name: value for name, value in answer["run"].items() if name not in TIMING}}


def untimed_text(text: str) -> list[str]:
    """A run's tables without the games a second, wherever the lines break."""
    return re.sub(r"; [\d,]+ games/s", "", text).splitlines()


def parts(folder: Path) -> list[str]:
    """The names of a run folder's parts."""
    return sorted(path.name for path in (folder / "parts").glob("*.parquet"))


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a run folder with its bytes; of the manifest, all but times and the command line."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
    manifest = json.loads(files["manifest.json"])
    del manifest["times"], manifest["provenance"]["argv"], manifest["checksum"]
    files["SHA256SUMS"] = timeless_list(folder / "SHA256SUMS")
    return files | {"manifest.json": json.dumps(manifest, sort_keys=True).encode()}


def replay_command(line: str) -> list[str]:
    """The words, after the program's name, of the replay command in an error line."""
    words = shlex.split(line[line.index("knotlab replay") :])
    return words[1:]
