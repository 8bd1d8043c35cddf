"""What docs/security.md claims: data runs no code, whoever wrote it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from knotlab.reports.template import render
from knotlab.sim.storage.result_files import sealed
from tests.cli import GAME, knotlab, program, refused, strategy_file
from tests.project.packages import ROOT
from tests.reports.pages import scripts_of

pytestmark = pytest.mark.tried


def stranger(folder: Path, mark: Path) -> tuple[Path, Path]:
    """A run folder with a strategy file inside that leaves a mark when it is run; checksums fit, as its author can see
    to that.
    """
    file = strategy_file(folder, "mine", "return -1.0 * move.rank", top=f"open({str(mark)!r}, 'w').close()")
    words = ("play", GAME, "mine", "random", "--strategies-from", file, "--games", 4, "--out", folder / "run")
    assert knotlab(*words).status == 0
    inside = file.rename(folder / "run" / file.name)
    mark.unlink()
    return folder / "run", inside


def names(run: Path, file: object) -> None:
    """Have a manifest name a strategy file."""
    content = json.loads((run / "manifest.json").read_text())
    content["provenance"]["strategies_from"] = [str(file)]
    del content["checksum"]
    (run / "manifest.json").write_text(json.dumps(sealed(content)))


@pytest.mark.parametrize("relative", [True, pytest.param(False, marks=pytest.mark.more)])
@pytest.mark.parametrize("command", ["replay", pytest.param("whatif", marks=pytest.mark.more)])
def test_a_run_folder_runs_no_strategy_file_that_it_names_itself(
    command: str, relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, file = stranger(tmp_path, tmp_path / "ran")
    monkeypatch.chdir(run)
    names(run, file.name if relative else file)
    words = (command, "--run", run, "--index", 0, *(("--decision", 3) if command == "whatif" else ()))
    line = refused(*words)
    assert f"--strategies-from {file.name if relative else file}" in line and "only if you name them" in line
    assert not (tmp_path / "ran").exists()
    assert knotlab(*words, "--strategies-from", file).status == 0
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize("command", [pytest.param("show", marks=pytest.mark.more), "verify"])
def test_looking_at_a_run_folder_runs_nothing(command: str, tmp_path: Path) -> None:
    run, _ = stranger(tmp_path, tmp_path / "ran")
    assert knotlab(command, run).status == 0
    assert not (tmp_path / "ran").exists()


MEASURES = ["read_csv('/etc/passwd')", "(select 1)", "hand_size.__class__", "__import__('os')", "1; select 2"]


@pytest.mark.parametrize("measure", MEASURES)
def test_measures_call_and_read_nothing(measure: str, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert knotlab("play", GAME, "shed", "random", "--games", 4, "--log", "--out", run).status == 0
    assert refused("rate", run, "--of", measure)


def test_settings_files_are_data(tmp_path: Path) -> None:
    file = tmp_path / "best.toml"
    file.write_text(f"hold = \"__import__('pathlib').Path({str(tmp_path / 'ran')!r}).touch()\"\n")
    assert refused("play", GAME, f"shed@{file}", "random", "--games", 4)
    assert not (tmp_path / "ran").exists()


# What Python runs at the start of each process: notes whatever this process has to do with the network.
NOTING = """
import os
import sys


def note(event, arguments):
    is_local = event.startswith("socket.") and not isinstance(arguments[-1], tuple) and event != "socket.getaddrinfo"
    if event in ("socket.bind", "socket.connect", "socket.sendto", "socket.getaddrinfo") and not is_local:
        with open(os.environ["NETWORK"], "a") as file:
            print(event, file=file)


with open(os.environ["NETWORK"], "a") as file:
    print("noting", file=file)
sys.addaudithook(note)
"""
HERE = """
import socket
from contextlib import suppress

socket.socket(socket.AF_UNIX).bind("")
with suppress(OSError):
    socket.create_connection(("127.0.0.1", 9), timeout=1)
socket.create_server(("127.0.0.1", 0))
"""


@pytest.fixture
def noted(tmp_path: Path) -> dict[str, str]:
    """An environment in which programs note what they have to do with the network."""
    (tmp_path / "sitecustomize.py").write_text(NOTING)
    paths = [str(tmp_path), str(ROOT / "src")]
    return {"NETWORK": str(tmp_path / "network.txt"), "PYTHONPATH": os.pathsep.join(paths)}


def network(noted: dict[str, str]) -> list[str]:
    """What programs have noted."""
    return Path(noted["NETWORK"]).read_text().splitlines()


@pytest.mark.more
@pytest.mark.parametrize("backend", ["threads", pytest.param("processes", marks=pytest.mark.long)])
def test_no_port_is_opened_and_no_machine_contacted(backend: str, noted: dict[str, str]) -> None:
    words = ("play", GAME, "shed", "random", "--games", 20_000, "--workers", 2, "--backend", backend)
    assert program(*words, env=noted).status == 0
    starts = network(noted)
    assert set(starts) == {"noting"} and len(starts) >= (1 if backend == "threads" else 3)


@pytest.mark.more
def test_whoever_opens_a_port_or_contacts_a_machine_is_noted(noted: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", HERE], env=os.environ | noted, check=True)
    assert network(noted) == ["noting", "socket.getaddrinfo", "socket.connect", "socket.bind"]


def test_a_page_runs_its_own_scripts_alone(tmp_path: Path) -> None:
    words = ("replay", GAME, "shed", "random", "--html", tmp_path / "game.html")
    assert knotlab(*words).status == 0
    game = (tmp_path / "game.html").read_text("utf-8")
    evil = "<script type=module>alert('x')</script>"
    for page in (game, render("page/report.html", title=evil, lead=evil, sections=[])):
        allowed, there = scripts_of(page)
        assert there and allowed == there
        changed, injected = page.replace("function", "functions", 1), page.replace("</body>", evil + "</body>")
        assert all(len(scripts_of(each)[1] - allowed) == 1 for each in (changed, injected))


def test_the_page_names_tests_that_there_are_for_each_of_its_parts() -> None:
    opening, *parts = (ROOT / "docs" / "security.md").read_text("utf-8").split("\n## ")
    for part in (opening, *parts):
        named = re.findall(r"`(tests/[a-z_/]+\.py|make [a-z]+)`", part)
        assert named, part
        assert all((ROOT / name).exists() for name in named if name.startswith("tests/")), named
