"""Bad input: exit status 2 and one sentence that names what is wrong and what would be right."""

from pathlib import Path

import pytest

from tests.cli import GAME, knotlab, refused

PLAYS = ("play", GAME, "shed", "random")

# What is given, what the sentence must name as wrong, and what it must offer.
UNKNOWN = {
    "game": (("play", "twisted-knott", "shed", "random"), "twisted-knott", ("twisted-knot",)),
    "strategy": (("play", GAME, "shed", "randm"), "randm", ("did you mean 'random'", "hoard-aces", "shed")),
    "parameter": (("play", GAME, "shed", "ten-chain:ten=3"), "'ten'", ("did you mean 'tens'", "tremble", "temperature")),
    "setting": ((*PLAYS, "--set", "pack=2"), "'pack'", ("did you mean 'packs'", "eight", "jokers", "multiply", "turn_limit", "preset")),
    "preset": ((*PLAYS, "--set", "preset=southamton"), "southamton", ("did you mean 'southampton'", "twisted-knot")),
    "backend": ((*PLAYS, "--backend", "thread"), "'thread'", ("did you mean 'threads'", "processes", "loky", "sequential")),
    "near command": (("plya", GAME, "shed", "random"), "plya", ("play",)),
    "near option": ((*PLAYS, "--gamez", 4), "--gamez", ("--games",)),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_a_name_that_does_not_exist_is_refused_with_the_nearest_and_those_there_are(kind: str) -> None:
    words, wrong, offered = UNKNOWN[kind]
    line = refused(*words)
    assert wrong in line
    for name in offered:
        assert name in line


@pytest.mark.parametrize("words", [("frobnicate",), (*PLAYS, "--xyzzy")], ids=["command", "option"])
def test_a_command_or_option_like_no_other_is_refused_with_the_way_to_those_there_are(words: tuple[str, ...]) -> None:
    line = refused(*words)
    assert words[-1] in line
    assert "--help" in line or "--games" in line or "bench" in line


@pytest.mark.parametrize("command", ["strategies", "rules", "view"])
def test_every_look_up_refuses_an_unknown_game_with_the_games_there_are(command: str) -> None:
    line = refused(command, "bridge")
    assert "'bridge'" in line and GAME in line


WRONG_VALUES = {
    "packs=9": "1 to 4",
    "packs=0": "1 to 4",
    "packs=two": "1 to 4",
    "jokers=-1": "0 to 4",
    "eight=low": "invisible, repeat",
    "multiply=3": "2,9,10,Jk,J,K,A",
    "turn_limit=0": "from 1 ",
    "packs": "KEY=VALUE",
    "=2": "KEY=VALUE",
    "players=3": "number of strategies",
}


@pytest.mark.parametrize("change", WRONG_VALUES)
def test_a_wrong_value_of_a_setting_is_refused_with_the_right_ones(change: str) -> None:
    line = refused(*PLAYS, "--set", change)
    assert change.partition("=")[0] in line
    assert WRONG_VALUES[change] in line


WRONG_PARAMETERS = {
    "ten-chain:tens=9": "a whole number from 1 to 4",
    "ten-chain:tens=0": "a whole number from 1 to 4",
    "ten-chain:tens=many": "a whole number from 1 to 4",
    "ten-chain:tens=1.5": "a whole number from 1 to 4",
    "ten-chain:tens=": "a whole number from 1 to 4",
    "ten-chain:tens": "NAME=VALUE",
    "shed:tremble=1.01": "a number from 0 to 1",
    "shed:tremble=nan": "a number from 0 to 1",
    "shed:temperature=-1": "a number from 0 to inf",
    "shed:temperature=hot": "a number from 0 to inf",
}


@pytest.mark.parametrize("spelling", WRONG_PARAMETERS)
def test_a_wrong_value_of_a_parameter_is_refused_with_its_bounds(spelling: str) -> None:
    line = refused("play", GAME, "random", spelling)
    name, _, pair = spelling.partition(":")
    assert f"'{name}'" in line and pair.partition("=")[0] in line
    assert WRONG_PARAMETERS[spelling] in line


@pytest.mark.parametrize("n", [1, 9])
def test_a_number_of_players_that_the_game_does_not_have_is_refused(n: int) -> None:
    line = refused("play", GAME, *["shed"] * n)
    assert "2 to 8" in line and str(n) in line


WRONG_NUMBERS = [
    ("--games", "0", "1 or more"),
    ("--games", "-5", "1 or more"),
    ("--games", "many", "a whole number"),
    ("--games", "1.5", "a whole number"),
    ("--games", "nan", "a whole number"),
    ("--games", "1e400", "a whole number"),
    ("--games", "", "a whole number"),
    ("--seed", "first", "0 to 2^64 - 1"),
    ("--seed", "1.5", "0 to 2^64 - 1"),
    ("--seed", "-1", "0 to 2^64 - 1"),
    ("--seed", str(2**64), "0 to 2^64 - 1"),
    ("--workers", "0", "1 or more"),
    ("--workers", "-2", "1 or more"),
    ("--workers", "all", "a whole number"),
]


@pytest.mark.parametrize(("option", "value", "right"), WRONG_NUMBERS)
def test_a_wrong_number_is_refused_with_what_is_right(option: str, value: str, right: str) -> None:
    line = refused(*PLAYS, option, value)
    assert option.removeprefix("--") in line and value in line
    assert right in line


OTHER_NUMBERS = [
    ("records", GAME, "shed", "random", "--out", "never.jsonl", "--games", "0"),
    ("records", GAME, "shed", "random", "--out", "never.jsonl", "--first", "-1"),
    ("records", GAME, "shed", "random", "--out", "never.jsonl", "--seed", str(2**64)),
    ("replay", GAME, "shed", "random", "--index", "-1"),
    ("replay", GAME, "shed", "random", "--index", "last"),
    ("replay", GAME, "shed", "random", "--seed", "-1"),
    ("check", "never.py", "--games", "0"),
    ("bench", "--games", "0"),
    ("report", "--out", "never", "--deals", "0"),
    ("report", "--out", "never", "--deals", "few"),
    ("report", "--out", "never", "--seed", "-1"),
    ("report", "--out", "never", "--workers", "0"),
    ("report", "--out", "never", "--backend", "thread"),
]


@pytest.mark.parametrize("words", OTHER_NUMBERS, ids=lambda words: " ".join((words[0], *words[-2:])))
def test_every_command_refuses_wrong_numbers_before_it_writes_a_file(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert words[-1] in refused(*words)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


MISSING = {
    "game": ("play",),
    "strategies": ("play", GAME),
    "--out": ("records", GAME, "shed", "random"),
    "files": ("verify",),
    "file": ("new",),
    "run": ("show",),
}


@pytest.mark.parametrize("what", MISSING)
def test_a_word_that_is_missing_is_named(what: str) -> None:
    assert what in refused(*MISSING[what])


def test_an_option_without_its_value_is_named() -> None:
    assert "--games" in refused(*PLAYS, "--games")


# --- single games and files ---


def test_replay_without_a_game_and_without_a_run_is_refused() -> None:
    line = refused("replay")
    assert "--run" in line and "game" in line


def test_replay_with_both_a_game_and_a_run_is_refused(tmp_path: Path) -> None:
    assert "--run" in refused("replay", GAME, "shed", "random", "--run", tmp_path)


def test_verify_refuses_a_missing_file_and_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    for name, why in (("absent.jsonl", "No such file"), ("empty.jsonl", "no record")):
        line = refused("verify", tmp_path / name)
        assert str(tmp_path / name) in line and why in line


def test_new_never_writes_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("precious\n")
    line = refused("new", file)
    assert str(file) in line and "another name" in line
    assert file.read_text() == "precious\n"


def test_new_refuses_an_unknown_game_and_a_file_that_is_no_python_file(tmp_path: Path) -> None:
    assert GAME in refused("new", tmp_path / "mine.py", "--game", "bridge")
    assert "mine.py" in refused("new", tmp_path / "mine.txt")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("--games", 2, "--csv"), ("--games", 2, "--out")], ids=["csv", "out"])
def test_a_file_below_a_regular_file_cannot_be_written_and_one_line_says_so(words: tuple, tmp_path: Path) -> None:
    (tmp_path / "regular").touch()
    answer = knotlab(*PLAYS, *words, tmp_path / "regular" / "inner")
    assert answer.status in (1, 2)
    assert str(tmp_path / "regular") in answer.line
