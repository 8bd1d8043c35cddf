"""The command line: one spelling an option, JSON and CSV, help, and every command that looks something up or tries
something out.
"""

import csv
import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.main import get_command

from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.speed import bench
from knotlab.reports.cli import bench as bench_command
from knotlab.reports.cli.bench import Start, timed
from knotlab.reports.cli.commands import app
from knotlab.sim import games
from knotlab.sim.errors import RunError
from knotlab.sim.games.twisted_knot.cards import JOKER, NINE, SEVEN, TEN
from tests.cli import GAME, knotlab, play, program, refused, strategy_file, untimed, untimed_text
from tests.project.packages import ROOT

SOURCES = ROOT / "src"
SHIPPED = ROOT / "strategies" / "twisted_knot"
COMMANDS = (
    "play show tournament report sit advise duel claims records verify replay whatif strategies rules view new check "
    "tune ablate bid card match rate cost bench selfcheck compile"
).split()
PRESETS = {"preset=southampton", "preset=twisted-knot"}
READINGS = {"pile_card=seen", "pile_card=unseen", "pick_up_misses=cancelled", "pick_up_misses=kept"}
KNOTWEED = {"cheating=none", "turn_limit=5000", "preset=knotweed", "reset=empty", "reset=missing"}
CONDITIONS = ("game", "players", "settings", "seed")
QUICK = ("shed", "random", "--games", 40, "--seed", 3)


def options(command: str) -> list[list[str]]:
    """The spellings of each option of a command."""
    parameters = get_command(app).commands[command].params  # type: ignore[attr-defined]
    return [[*each.opts, *each.secondary_opts] for each in parameters if each.param_type_name == "option"]


def test_the_commands_are_these() -> None:
    assert list(get_command(app).commands) == COMMANDS  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_has_one_spelling_everywhere(command: str) -> None:
    spelt = options(command)
    assert all(len(names) == 1 for names in spelt)
    assert len({names[0] for names in spelt}) == len(spelt)


def csv_rows(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file, as text, without the conditions of the games, which come after the numbers."""
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    return [
        {name: value for name, value in row.items() if "settings" not in row or name not in CONDITIONS} for row in rows
    ]


def as_text(rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The rows of a JSON table, as CSV has them."""
    return [{key: str(value) for key, value in row.items()} for row in rows]


# --- numbers and seats ---


@pytest.mark.parametrize("games", ["1e3", "1_000", "1000.0", "1_0e2"])
def test_a_number_of_games_may_be_written_in_several_ways(games: str) -> None:
    assert play("shed", "random", "--games", games, "--seed", 5)["run"]["games"] == 1000


@pytest.mark.parametrize("seed", ["1e6", "1_000_000"])
def test_a_seed_may_be_written_in_several_ways(seed: str) -> None:
    assert play("shed", "random", "--games", 4, "--seed", seed)["run"]["seed"] == 10**6


@pytest.mark.parametrize("seed", [0, 2**63 - 1, 2**63, 2**64 - 1])
def test_seeds_from_0_to_2_to_the_64_less_1_are_played(seed: int) -> None:
    assert play("random", "random:tremble=0.5", "--games", 4, "--seed", seed)["run"]["seed"] == seed


def test_the_ends_of_the_seeds_give_different_games() -> None:
    turns = {
        play("random", "shed", "--games", 100, "--seed", seed)["run"]["mean_turns"] for seed in (0, 1, 2**63, 2**64 - 1)
    }
    assert len(turns) == 4


@pytest.mark.parametrize("n", [2, 3, 8])
def test_as_many_players_as_strategies_are_named_play_every_deal_in_all_rotations(n: int) -> None:
    result = play(*["shed"] * n, "--games", 2 * n - 1)
    assert (result["run"]["games"], result["run"]["deals"]) == (2 * n, 2)
    assert result["strategies"][0]["seats"] == n
    assert f"place_{n}" in result["places"][0] and f"place_{n + 1}" not in result["places"][0]


def test_fixed_seats_play_each_deal_once_with_the_first_strategy_on_seat_0() -> None:
    result = play(*QUICK, "--fixed-seats", "--by-seat")
    assert (result["run"]["games"], result["run"]["deals"]) == (40, 40)
    sat = {(row["strategy"], row["seat"]) for row in result["by_seat"] if row["win_rate"] is not None}
    assert sat == {("shed", 0), ("random", 1)}


def test_a_preset_is_the_settings_it_stands_for() -> None:
    preset = play(*QUICK, "--set", "preset=southampton")
    spelt = play(*QUICK, "--set", "eight=repeat", "--set", "multiply=9,10,Jk,J,K,A")
    assert untimed(preset) == untimed(spelt)
    assert untimed(preset) != untimed(play(*QUICK))


def test_a_setting_changes_a_preset_wherever_it_stands() -> None:
    after = play(*QUICK, "--set", "preset=southampton", "--set", "eight=invisible")
    before = play(*QUICK, "--set", "eight=invisible", "--set", "preset=southampton")
    assert untimed(after) == untimed(before) == untimed(play(*QUICK, "--set", "multiply=9,10,Jk,J,K,A"))


# --- what is printed and written ---


def test_the_tables_of_play_name_every_strategy_with_its_numbers() -> None:
    answer, result = knotlab("play", GAME, *QUICK, "--by-seat"), play(*QUICK)
    assert (answer.status, answer.err) == (0, "")
    for row in result["strategies"]:
        assert (
            f"{100 * row['loss_rate']:.2f}% [{100 * row['loss_rate_low']:.2f}, {100 * row['loss_rate_high']:.2f}]"
            in answer.out
        )
        assert row["strategy"] in answer.out
    assert "40 games on 20 deals" in answer.out and "by seat" in answer.out
    assert untimed_text(answer.out) == untimed_text(knotlab("play", GAME, *QUICK, "--by-seat").out)


def test_csv_holds_the_numbers_of_the_json(tmp_path: Path) -> None:
    result = play(*QUICK, "--csv", tmp_path / "new" / "table.csv")
    assert csv_rows(tmp_path / "new" / "table.csv") == as_text(
        [row | {"record": result["record"]} for row in result["strategies"]]
    )


def test_csv_by_seat_holds_the_table_by_seat(tmp_path: Path) -> None:
    result = play(*QUICK, "--by-seat", "--csv", tmp_path / "table.csv")
    assert csv_rows(tmp_path / "table.csv") == as_text(
        [row | {"record": result["record"]} for row in result["by_seat"]]
    )


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_result_can_be_drawn_into_a_file(tmp_path: Path, ending: str, begins: bytes) -> None:
    file = tmp_path / "new" / f"plot.{ending}"
    answer = knotlab("play", GAME, *QUICK, "--plot", file)
    assert "40 games on 20 deals" in answer.out and file.read_bytes().startswith(begins)


def test_a_plot_is_refused_before_anything_is_played_if_its_ending_is_no_pictures(tmp_path: Path) -> None:
    answer = refused("play", GAME, "shed", "random", "--games", 10**9, "--plot", tmp_path / "plot.txt")
    assert "--plot writes a file ending in .png, .svg, .pdf" in answer and not list(tmp_path.iterdir())


LOOK_UPS: dict[str, Any] = {
    "strategies": lambda result: "shed" in {each["name"] for each in result[GAME]},
    f"strategies {GAME}": lambda result: list(result) == [GAME],
    "rules": lambda result: (
        {each["name"] for each in result[GAME]["settings"]} >= {"packs", "jokers", "eight"}
        and "southampton" in result[GAME]["presets"]
    ),
    f"rules {GAME}": lambda result: result[GAME]["players"] == [2, 8],
    f"view {GAME}": lambda result: (
        {each["name"] for each in result["fields"]} >= {"hand", "hand_sizes", "plan"} and len(result["moves"]) == 6
    ),
}


def test_the_names_of_cards_that_a_strategy_can_import_are_listed() -> None:
    shown = " ".join(knotlab("view", GAME).out.split())
    assert f"SEVEN = {SEVEN}, NINE = {NINE}, TEN = {TEN}, JOKER = {JOKER}" in shown and "FULL" not in shown
    assert "cards: " not in knotlab("view", "knotweed").out  # which has none


@pytest.mark.parametrize("words", LOOK_UPS)
def test_what_there_is_can_be_looked_up_as_json_and_as_tables(words: str) -> None:
    content, shown = knotlab(*words.split(), "--json").json, knotlab(*words.split())
    assert LOOK_UPS[words](content)
    assert (shown.status, shown.err) == (0, "")
    for name in ("shed", "packs", "hand_sizes"):
        assert (name in shown.out) == (f'"{name}"' in json.dumps(content))


def test_a_users_strategies_are_listed_with_the_shipped_ones(tmp_path: Path) -> None:
    file = strategy_file(
        tmp_path, "own_one", '"""Like any other. Or not."""', "return 1.0 * keep", parameters="keep=param(2, 0, 8)"
    )
    content = {each["name"]: each for each in knotlab("strategies", "--strategies-from", file, "--json").json[GAME]}
    assert content["own-one"]["parameters"]["keep"] == {"default": 2, "low": 0, "high": 8, "whole": True}
    assert content["own-one"]["idea"] == "Like any other."
    assert "own-one" not in knotlab("strategies").out


def test_the_strategies_of_all_games_are_a_line_each_and_those_of_one_have_their_parameters() -> None:
    lines = knotlab("strategies").out.splitlines()
    named = [each["name"] for known in knotlab("strategies", "--json").json.values() for each in known]
    listed = [line for line in lines if "  " in line]
    assert [line.split()[0] for line in listed] == named and max(map(len, listed)) <= 80 and len(lines) < 100
    assert "price=0.8877" in knotlab("strategies", "knotweed").out and "price=" not in "".join(lines)


def test_versions_of_settings_are_listed_with_the_strategies_that_they_are_for() -> None:
    """As the settings files have them, read here by themselves."""
    tables = {file.stem: tomllib.loads(file.read_text())["parameters"] for file in (SHIPPED / "tuned").glob("*.toml")}
    listed = {each["name"]: each["versions"] for each in knotlab("strategies", GAME, "--json").json[GAME]}
    for name, versions in listed.items():
        as_it_is = {"v2": {}, "v3": {}} if name == "champion" else {}
        assert versions == as_it_is | {version: table[name] for version, table in tables.items() if name in table}
    assert "tips-v1" in listed["hoard-nines"] and listed["shed"] == {}
    assert "@tips-v1" in knotlab("strategies", GAME).out


# --- help ---


@pytest.mark.parametrize("words", [("--help",), ("-h",), *((command, "--help") for command in COMMANDS)], ids=" ".join)
def test_help_is_printed(words: tuple[str, ...]) -> None:
    answer = knotlab(*words)
    assert (answer.status, answer.err) == (0, "") and "Usage: " in answer.out


@pytest.mark.more
def test_the_console_script_says_its_version() -> None:
    from importlib.metadata import version

    script = Path(sys.executable).parent / "knotlab"
    ended = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert (ended.stdout, ended.stderr) == (f"knotlab {version('knotlab')}\n", "")


@pytest.mark.more
def test_as_a_program_bad_input_is_one_line_on_standard_error_and_status_2() -> None:
    answer = program("play", GAME, "shed", "randm")
    assert answer.status == 2 and "did you mean 'random'" in answer.line
    assert answer.line.rpartition(" known: ")[2].partition(";")[0].split(", ") == sorted(
        path.stem.replace("_", "-")
        for path in SHIPPED.glob("[a-z]*.py")
        if path.stem != "waiting"  # no player
    )


# --- writing one's own, and measuring ---


def test_the_strategy_that_new_writes_passes_its_check_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "first_idea.py"
    assert "first_idea.py" in knotlab("new", file).out
    (checked,) = knotlab("check", file, "--games", 50, "--json").json["strategies"]
    assert (checked["name"], checked["games"], checked["faults"]) == ("first-idea", 50, [])
    assert 0 <= checked["win_rate"] <= 1
    assert sum(kind["taken"] for kind in checked["kinds"]) == checked["choices"]
    result = play("first-idea:keep=4", "random", "--strategies-from", file, "--games", 20)
    assert result["strategies"][0]["strategy"] == "first-idea:keep=4"


@pytest.mark.parametrize(
    "name",
    ["2nd.py", pytest.param("my-idea.py", marks=pytest.mark.more), pytest.param("class.py", marks=pytest.mark.more)],
)
def test_new_writes_a_strategy_that_plays_whatever_the_file_is_called(name: str, tmp_path: Path) -> None:
    assert knotlab("new", tmp_path / name).status == 0
    assert knotlab("check", tmp_path / name, "--games", 2).status == 0


def test_check_tells_what_it_saw(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "lucky", "return view.turn_uniform * move.rank")
    answer = knotlab("check", file, "--games", 20)
    assert (answer.status, answer.err) == (0, "")
    for words in ("lucky", "20 games", "win rate", "its own turn uniform", "LAY: possible in"):
        assert words in answer.out


FAULTS = {
    "an error": ("return 1 / (move.rank - move.rank)", "ZeroDivisionError"),
    "no number": ("return float('nan')", "NaN"),
    "reading beyond an array": ("return 1.0 * view.hand[99 + move.rank]", "IndexError"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_check_finds_a_fault_and_its_status_is_1(kind: str, tmp_path: Path) -> None:
    wrong, named = FAULTS[kind]
    file = strategy_file(tmp_path, "faulty", wrong, "return 0.0")
    answer = knotlab("check", file, "--games", 2, "--json")
    (fault,) = json.loads(answer.out)["strategies"][0]["faults"]
    assert (answer.status, answer.err) == (1, "") and named in fault


@pytest.mark.long
def test_a_print_in_a_strategy_shows_when_it_is_checked_without_the_compiler(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "chatty", "print('in hand', view.hand_sizes[view.seat])", "return 0.0")
    answer = program("check", file, "--debug", "--games", 2)
    assert (answer.status, answer.err) == (0, "")
    assert "in hand" in answer.out and "chatty" in answer.out


@pytest.mark.long
def test_bench_measures_every_kind_of_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LEAST", 0.001)
    monkeypatch.setattr(bench, "ROUNDS", 2)
    monkeypatch.setattr(bench, "POSITIONS", 20)
    monkeypatch.setattr(bench_command, "STARTS", (Start("a start", 3), Start("300 games", 300)))
    file = strategy_file(tmp_path, "mine", "return 0.0")
    content = knotlab(
        "bench", "--games", 200, "--json", "--csv", tmp_path / "speed.csv", "--strategies-from", file
    ).json
    rows = content["measurements"]
    assert {row["threads"] for row in rows} == {1, 2}
    assert [(row["game"], row["players"]) for row in rows].count((GAME, "mine")) == 2
    assert all(row["games/s"] > 0 and row["ns a decision"] > 0 for row in rows)
    assert all(row["bare loop, times one thread"] == 1 for row in rows if row["threads"] == 1)
    assert all(row["bare loop, times one thread"] > 0 for row in rows)
    assert len(csv_rows(tmp_path / "speed.csv")) == len(rows)
    assert (
        [row["game"] for row in content["log"]]
        == [row["game"] for row in csv_rows(tmp_path / "speed-log.csv")]
        == list(games.names())
    )
    for row in content["log"]:
        assert (
            all(row[f"decisions/s, {way}"] > 0 for way in ("nothing kept", "games kept", "event log kept"))
            and 1 < row["bytes a decision"] < 100
        )
    assert [row["game"] for row in content["bounds"]] == list(games.names())
    assert all(0.3 < row["times as long"] < 3 for row in content["bounds"])
    assert len(csv_rows(tmp_path / "speed-bounds.csv")) == len(content["bounds"])
    assert [(row["game"], row["players"]) for row in content["rollouts"]] == [
        (game, field) for game in games.names() for field in ("simple", "strong")
    ]
    assert all(row["rollouts/s"] > 0 and row["games/s"] > 0 for row in content["rollouts"])
    assert [(row["game"], row["players"]) for row in content["looking_ahead"]] == [
        ("knotweed", "thinker"),
        ("twisted-knot", "thinker"),
    ]
    for row in content["looking_ahead"]:
        assert row["seconds a game"] == pytest.approx(row["seconds a decision"] * row["decisions a game"])
        assert row["rollouts a decision"] == pytest.approx(row["rollouts/s"] * row["seconds a decision"])
    for part in ("rollouts", "looking-ahead"):
        assert len(csv_rows(tmp_path / f"speed-{part}.csv")) == len(content[part.replace("-", "_")])
    assert (
        [row["command"] for row in content["commands"]]
        == [row["command"] for row in csv_rows(tmp_path / "speed-commands.csv")]
        == ["a start", "300 games"]
    )
    assert all(row["seconds"] > 0.1 and 50 < row["peak memory, MB"] < 700 for row in content["commands"])


def test_bench_has_no_times_for_a_table_where_no_game_ends() -> None:
    rows = bench._measure_table(GAME, "short", make_job(GAME, ["shed", "shed"], rules=["turn_limit=1"]), 50)
    assert rows == [{"game": GAME, "players": "short", "unfinished left out": 1.0}]


def test_a_command_that_fails_while_it_is_timed_is_one_sentence() -> None:
    with pytest.raises(RunError, match=r"nothing at all: the command failed \(knotlab: .*--games"):
        timed(Start("nothing at all", -1))


def test_a_start_with_all_to_compile_takes_an_empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def run(words: list[str], *, env: dict[str, str], **_: object) -> None:
        calls.append((env["KNOTLAB_CACHE_DIR"], list(Path(env["KNOTLAB_CACHE_DIR"]).iterdir())))
        raise KeyboardInterrupt

    monkeypatch.setattr(bench_command.subprocess, "run", run)
    with pytest.raises(KeyboardInterrupt):
        timed(Start("first", 3, fresh=True))
    assert calls[0][1] == [] and not Path(calls[0][0]).exists()


@pytest.mark.more
def test_the_memory_of_a_command_is_its_own() -> None:
    """A process that is started by one with much memory would be said to have had as much."""
    much = np.ones(10**8)
    assert 50 < timed(Start("a start", 3))["peak memory, MB"] < much.nbytes / 1e6


@pytest.mark.more
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("play tw", {"twisted-knot", "twyst"}),
        ("play twisted-knot hoard", {"hoard-aces", "hoard-both", "hoard-nines"}),
        ("replay knot", {"knotweed"}),
        ("duel twyst thr", {"threshold"}),
        ("rules twi", {"twisted-knot"}),
        ("new --game kn", {"knotweed"}),
        ("play twisted-knot --set p", {f"packs={n}" for n in (1, 2, 3, 4)} | PRESETS | READINGS),
        ("play twisted-knot shed random --set preset=s", {"preset=southampton"}),
        ("play twisted-knot --set eight = inv", {"invisible"}),
        ("play twisted-knot --set eight =", {"invisible", "repeat"}),
        ("tournament knotweed --set ", {f"decks={n}" for n in (1, 2, 3, 4)} | KNOTWEED),
        ("bid --set l", {"lost=others", "lost=shortfall", "lost=nothing"}),
        ("duel knotweed dump random --field si", {"simple", "simple-1"}),
        ("tune twisted-knot --field str", {"strong", "strong-1"}),
        ("duel knotweed dump random --field dump-", {"dump-after-three"}),
        ("claims TY-C", {tip.id for tip in tips() if tip.game == "twyst"}),
        ("claims TK-C", {tip.id for tip in tips() if tip.game == "twisted-knot"}),
    ],
)
def test_the_shell_completes_what_has_a_name(typed: str, offered: set[str]) -> None:
    assert completed_in_bash(typed, Path.cwd()) == offered


@pytest.mark.more
def test_the_shell_completes_strategies_of_ones_own(tmp_path: Path) -> None:
    strategy_file(tmp_path, "my_idea", "return 1.0 * keep", parameters="keep=param(2, 0, 8)")
    assert completed_in_bash("play twisted-knot --strategies-from my_idea.py my", tmp_path) == {"my-idea"}
    assert completed_in_bash("play twisted-knot --strategies-from none.py shed", tmp_path) == {"shed"}


@pytest.mark.more
def test_the_shell_completes_settings_of_the_game_that_a_strategy_file_is_about(tmp_path: Path) -> None:
    strategy_file(tmp_path, "my_idea", "return 1.0 * keep", parameters="keep=param(2, 0, 8)")
    (tmp_path / "empty.py").write_text("")
    offered = completed_in_bash("check my_idea.py --set pa", tmp_path)
    assert offered == completed_in_bash("play twisted-knot --set pa", tmp_path) and "packs=2" in offered
    assert completed_in_bash("check empty.py --set ", tmp_path) == set()
    assert "partners=own" in completed_in_bash("card --set ", tmp_path)


def completed_in_bash(typed: str, folder: Path) -> set[str]:
    """What bash is given to choose from after some words; an equals sign is a word of its own there."""
    words = ["knotlab", *typed.split(), *([""] if typed.endswith(" ") else [])]
    script = """
        source <(_KNOTLAB_COMPLETE=source_bash "$PROGRAM")
        COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
        _knotlab_completion "$PROGRAM"
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    line = f"COMP_WORDS=({' '.join(map(shlex.quote, words))})"
    program = str(Path(sys.executable).with_name("knotlab"))
    answer = subprocess.run(
        ["bash", "-c", line + script],
        env=os.environ | {"PROGRAM": program, "PYTHONPATH": str(SOURCES)},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert answer.stderr == ""
    return set(answer.stdout.split())
