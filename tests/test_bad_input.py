"""Bad input: exit status 2 and one sentence that names what is wrong and what would be right."""

from pathlib import Path

import pytest

from tests.cli import GAME, knotlab, line_of, refused, strategy_file

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
    key, _, value = change.partition("=")
    assert key in line and value in line
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
def test_every_command_refuses_wrong_numbers_before_it_writes_anything(words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert words[-1] in refused(*words)
    assert list(tmp_path.iterdir()) == []


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


# --- strategy files ---


def test_a_strategy_file_that_is_missing_is_named(tmp_path: Path) -> None:
    for words in ((*PLAYS, "--strategies-from", tmp_path / "absent.py"), ("check", tmp_path / "absent.py")):
        line = refused(*words)
        assert str(tmp_path / "absent.py") in line and "No such file" in line


def test_a_syntax_error_in_a_strategy_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "unfinished", "return (1.0 +")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file)):
        line = refused(*words)
        assert f"{file}, line {line_of(file, 'return')}" in line and "syntax error" in line


def test_an_error_while_a_strategy_file_is_read_is_told_with_its_line(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "divided", "return 1.0", top="HALF = 1 / 0")
    line = refused(*PLAYS, "--strategies-from", file)
    assert f"{file}, line {line_of(file, 'HALF')}" in line and "division by zero" in line


def test_a_file_without_a_strategy_is_refused_with_how_one_is_written(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text("def score(view, move):\n    return 0.0\n")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file)):
        line = refused(*words)
        assert str(file) in line and "no strategy" in line and "@strategy" in line


def test_a_strategy_file_that_is_no_python_file_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "notes", "return 0.0").rename(tmp_path / "notes.txt")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file)):
        line = refused(*words)
        assert "notes.txt" in line and ".py" in line


def test_a_binary_file_given_as_a_strategy_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "binary.py"
    file.write_bytes(bytes(range(256)))
    assert str(file) in refused(*PLAYS, "--strategies-from", file)


NOT_COMPILED = {
    "opening a file": ("return float(len(open('notes').read()))", "open"),
    "a name that does not exist": ("return 1.0 * wieght", "wieght"),
    "a field that the view does not have": ("return 1.0 * view.hands[2]", "'hands'"),
    "a field that the move does not have": ("return 1.0 * move.ranks", "'ranks'"),
    "two kinds of value": ("return 'high' if move.rank > 3 else 1.0", "score"),
    "a text for a score": ("return 'high'", "score"),
    "a value of a list that is no number": ("return [1.0, 2.0]", "score"),
}


@pytest.mark.parametrize("kind", NOT_COMPILED)
def test_a_strategy_that_cannot_be_compiled_is_told_with_file_and_line_and_reason(kind: str, tmp_path: Path) -> None:
    wrong, named = NOT_COMPILED[kind]
    file = strategy_file(tmp_path, "odd", "bonus = 2.0", wrong)
    line = refused("play", GAME, "random", "odd", "--strategies-from", file, "--games", 2)
    assert "'odd'" in line
    assert f"{file}, line {line_of(file, wrong)}" in line
    assert named in line


def test_a_field_that_is_nearly_right_is_answered_with_the_right_one(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "nearly", "return 1.0 * view.hands[2]")
    assert "'hand'" in refused("play", GAME, "random", "nearly", "--strategies-from", file, "--games", 2)


def test_a_strategy_that_never_returns_anything_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "silent", "move.rank + 1")
    line = refused("play", GAME, "random", "silent", "--strategies-from", file, "--games", 2)
    assert "'silent'" in line and str(file) in line and "return" in line


def test_check_tells_why_a_strategy_cannot_be_compiled(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "odd", "return float(len(open('notes').read()))")
    assert f"{file}, line {line_of(file, 'notes')}" in refused("check", file)


def test_a_strategy_with_the_name_of_a_shipped_one_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "shed", "return 0.0")
    for words in ((*PLAYS, "--strategies-from", file), ("check", file), ("strategies", "--strategies-from", file)):
        line = refused(*words)
        assert "'shed'" in line and str(file) in line and "another name" in line


def test_two_files_with_strategies_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    files = [strategy_file(tmp_path, "twin", "return 0.0"), strategy_file(tmp_path / "more", "twin", "return 1.0")]
    line = refused("play", GAME, "twin", "random", "--strategies-from", files[0], "--strategies-from", files[1])
    assert "'twin'" in line and str(files[1]) in line


def test_a_default_outside_its_bounds_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "bounded", "return 1.0 * keep", parameters="keep=param(9, 0, 8)")
    line = refused("play", GAME, "bounded", "random", "--strategies-from", file)
    assert str(file) in line and "9" in line and "0" in line and "8" in line


def test_a_strategy_that_takes_other_than_its_parameters_is_refused(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "taking", "return 1.0 * keep", parameters="keep=param(2, 0, 8)")
    file.write_text(file.read_text().replace("(view, move, keep)", "(view, move, held)"))
    line = refused("play", GAME, "taking", "random", "--strategies-from", file)
    assert "'taking'" in line and "(view, move, keep)" in line


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
    assert str(tmp_path / "regular") in one_reason(answer.err)


def one_reason(err: str) -> str:
    """A line on standard error that gives the file system's reason."""
    assert err.count("\n") == 1 and ("Not a directory" in err or "is a file" in err or "File exists" in err), err
    return err
