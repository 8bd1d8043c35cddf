"""Every command once, as a user would try it: what each change, and a further version of Python, must leave working."""

import codecs
import contextlib
import io
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer.main

from knotlab.analysis import costs, selfcheck
from knotlab.analysis.speed import cost
from knotlab.reports.cli.app import main, plain_characters
from knotlab.reports.cli.commands import app
from knotlab.reports.sit import server
from knotlab.sim import games
from tests.cli import GAME, PROGRAM, knotlab, one_line, program

STRATEGY = '''
from knotlab import param, strategy


@strategy("twisted-knot")
def smoky(view, move):
    """Low cards first."""
    return -1.0 * move.rank
'''
TABLE = f"{GAME} shed random --workers 1"
LEVEL = {"bench": "long", "compile": "long"}  # compile is run on little in test_precompile.py
SLOW = ("report", "tune", "match", "bid")
PRINTED = ("rules", "strategies", "view")  # what ships, for which no memory is too small
HAND = "S AKQ72 H 83 D K9 C AT54"

# The words of each command, in a folder with the file and the run of `folder`.
COMMANDS = {
    "ablate": f"{GAME} hoard-aces --field shed --deals 100 --workers 1",
    "advise": "--record record.jsonl --decision 3 --seconds 0.1",
    "bench": "--games 1000",
    "bid": "HAND --precision 90 --workers 1",
    "card": "--save card.toml",
    "check": "smoky.py --games 50",
    "claims": "TK-C22 TY-C4 --play",
    "compile": f"{GAME} --workers 1",
    "cost": f"{TABLE} --games 1000",
    "duel": f"{GAME} shed random --players 2 --margin 30% --workers 1",
    "match": "--player solid --target 150 --deals 100 --matches 100",
    "new": "idea.py",
    "play": f"{TABLE} smoky --strategies-from smoky.py --games 30",
    "rate": "run --of hand_size-next_hand",
    "records": f"{GAME} shed random --games 2 --save games.jsonl",
    "replay": f"{GAME} shed random --html game.html",
    "report": f"{TABLE} --games 20",
    "rules": "knotweed",
    "selfcheck": "--workers 1",
    "show": "run",
    "sit": f"{GAME} shed --no-browser",
    "strategies": "twyst",
    "tournament": f"{TABLE} --games 8 --players 2",
    "tune": "twyst threshold+solid --budget 0.001 --workers 1",
    "verify": "run",
    "view": "twyst",
    "whatif": f"{GAME} shed random --decision 3 --rollouts 5",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a strategy of one's own, and a run with its log."""
    path = tmp_path_factory.mktemp("commands")
    (path / "smoky.py").write_text(STRATEGY)
    assert knotlab("records", GAME, "shed", "random", "--games", 1, "--save", path / "record.jsonl").status == 0
    assert knotlab("play", *TABLE.split(), "--games", 100, "--log", "--out", path / "run").status == 0
    return path


COSTS = {
    "play": f"{GAME} shed random",
    "records": f"{GAME} shed random",
    "tournament": f"{GAME} shed random smoky --players 2 --strategies-from smoky.py",
    "report": f"{GAME} shed random smoky --players 2 --strategies-from smoky.py",
    "rate": f"{GAME} shed random",
    "duel": f"{GAME} shed random --players 2",
    "tune": "twyst threshold+solid",
    "ablate": "twyst threshold+solid",
    "claims": f"{GAME} TK-C20",
    "bid": "twyst cautious+random",
    "card": "twyst cautious+random",
    "match": "twyst threshold+random",
}
PLAYING_NOTHING_LARGE = set(  # they play single games or decisions, or look at what is there
    "advise bench catalogue check compile new replay rules selfcheck show sit strategies verify view whatif "
    "completion strategy".split()
)


def on_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have commands that take long do little: each check has tests of its own."""
    monkeypatch.setattr(selfcheck, "CHECKS", selfcheck.CHECKS[:1])
    monkeypatch.setattr(selfcheck, "games", SimpleNamespace(names=lambda: ("twyst",), find=games.find))
    monkeypatch.setattr(cost, "SECONDS", 0.02)
    monkeypatch.setattr(server, "OPENING", -server.PATIENCE)


def test_each_command_is_run() -> None:
    assert list(COMMANDS) == sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=getattr(pytest.mark, LEVEL[name]) if name in LEVEL else ()) for name in COMMANDS]
)
def test_a_command_answers(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    on_little(monkeypatch)
    answer = knotlab(name, *(HAND if word == "HAND" else word for word in COMMANDS[name].split()))
    assert answer.status == 0 and answer.out, answer


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in ("duel", "bid") else pytest.mark.long) for name in COSTS]
)
def test_what_a_command_costs_is_told_by_what_it_counts(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    on_little(monkeypatch)
    facts = knotlab("cost", *COSTS[name].split(), "--command", name, "--workers", 1, "--json").json
    unit = {"bid": "deals", "card": "hands", "match": "matches"}.get(name, "games")
    assert facts[f"{unit}_per_second"] > 1 and all(run[unit] > 0 and run["hours"] > 0 for run in facts["runs"])


def test_cost_knows_every_command_that_plays_many_games() -> None:
    assert {*COMMANDS} - PLAYING_NOTHING_LARGE - {"cost"} == {*COSTS} == {*costs.COMMANDS}


@pytest.mark.more
@pytest.mark.parametrize(
    "encoding", ["ascii", *(pytest.param(each, marks=pytest.mark.long) for each in ("cp1252", "cp437"))]
)
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * (name in SLOW)) for name in COMMANDS if name not in LEVEL],
)
def test_a_command_answers_on_a_terminal_that_cannot_write_everything(
    name: str, encoding: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    on_little(monkeypatch)
    Path("idea.py").unlink(missing_ok=True)
    codecs.register_error("plain", plain_characters)  # as the program does for its own streams
    streams = [io.TextIOWrapper(io.BytesIO(), encoding, errors="plain", write_through=True) for _ in range(2)]
    words = [HAND if word == "HAND" else word for word in COMMANDS[name].split()]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        with pytest.raises(SystemExit) as ended:
            main([name, *words])
        out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)
    assert ended.value.code == 0 and out and "Traceback" not in err, (out, err)


@pytest.mark.more
def test_worker_processes_play_the_same_games(folder: Path) -> None:
    words = ("play", GAME, "smoky", "random", "--strategies-from", "smoky.py", "--games", 200, "--json")
    here, elsewhere = (program(*words, "--backend", name, cwd=folder).json for name in ("threads", "processes"))
    assert here["strategies"] == elsewhere["strategies"]


@pytest.mark.more
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_without_much_memory_answers_or_says_in_one_sentence_what_is_lacking(name: str, folder: Path) -> None:
    (folder / "idea.py").unlink(missing_ok=True)
    words = [HAND if word == "HAND" else word for word in COMMANDS[name].split()]
    line = ["bash", "-c", f'ulimit -v {10**6}; exec "$@"', "-", *PROGRAM, name, *words]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, timeout=120)
    if name not in PRINTED and (done.returncode or done.stderr):
        assert done.returncode == 1 and "needs 2 GB of address space, and 1.0 GB are allowed" in one_line(done.stderr)
    else:
        assert done.stdout and done.returncode == 0
