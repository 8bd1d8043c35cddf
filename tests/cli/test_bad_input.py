"""Bad input: exit status 2 and one sentence that names what is wrong and what would be right."""

import importlib.util
from pathlib import Path

import pytest

from knotlab.analysis.runs.fields import watched
from knotlab.sim import games
from tests.cli import GAME, knotlab, one_line, refused

PLAYS = ("play", GAME, "shed", "random")
TABLES: dict[str, tuple[str, ...]] = {  # a game and enough players for it
    "twisted-knot": (GAME, "shed", "random"),
    "knotweed": ("knotweed", "dump", "random"),
    "twyst": ("twyst", "threshold+solid", "cautious+high", "random", "random"),
}
TABLES |= {name: (name, *watched(name)) for name in games.names() if name not in TABLES}

# What is given, what the sentence must name as wrong, and what it must offer.
UNKNOWN = {
    "game": (
        ("play", "twisted-knott", "shed", "random"),
        "twisted-knott",
        ("did you mean 'twisted-knot'", "knotweed", "twyst"),
    ),
    "backend": (
        (*PLAYS, "--backend", "thread"),
        "'thread'",
        ("did you mean 'threads'", "processes", "loky", "sequential"),
    ),
    "near command": (("plya", GAME, "shed", "random"), "plya", ("play",)),
    "near option": ((*PLAYS, "--gamez", 4), "--gamez", ("--games",)),
    "strategy of twisted-knot": (
        ("play", GAME, "shed", "randm"),
        "randm",
        ("did you mean 'random'", "hoard-aces", "shed"),
    ),
    "strategy of twyst": (
        ("play", "twyst", *["cautios+high"] * 4),
        "cautios",
        ("did you mean 'cautious'", "solid", "threshold"),
    ),
    "parameter in twisted-knot": (
        ("play", GAME, "shed", "ten-chain:ten=3"),
        "'ten'",
        ("did you mean 'tens'", "tremble", "temperature"),
    ),
    "setting of twisted-knot": (
        (*PLAYS, "--set", "pack=2"),
        "'pack'",
        ("did you mean 'packs'", "eight", "jokers", "multiply", "turn_limit", "preset"),
    ),
    "preset of twisted-knot": (
        (*PLAYS, "--set", "preset=southamton"),
        "southamton",
        ("did you mean 'southampton'", "twisted-knot"),
    ),
    "combination": (("play", "knotweed", "dump+dump", "random"), "'dump+dump'", ("knotweed does not combine",)),
    "combination of three": (
        ("play", "twyst", *["cautious+high+solid"] * 4),
        "'cautious+high+solid'",
        ("two strategies",),
    ),
}


@pytest.mark.parametrize("kind", UNKNOWN)
def test_a_name_that_does_not_exist_is_refused_with_the_nearest_and_those_there_are(kind: str) -> None:
    words, wrong, offered = UNKNOWN[kind]
    line = refused(*words)
    assert wrong in line
    for name in offered:
        assert name in line


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("sets tens twice", ("play", GAME, "shed", "ten-chain:tens=3,tens=2")),
        ("--games takes one value, and it was given 2 times", (*PLAYS, "--games", "10", "--games", "20")),
        ("--deals takes one value, and it was", ("report", "--deals", "30", "--deals", "50")),
        ("packs is given twice, with different values", (*PLAYS, "--set", "packs=2", "--set", "packs=1")),
    ],
)
def test_what_is_said_twice_is_not_guessed_at(said: str, words: tuple[str, ...]) -> None:
    assert said in refused(*words)


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
    ("twisted-knot", "packs=9"): "1 to 4",
    ("twisted-knot", "packs=0"): "1 to 4",
    ("twisted-knot", "packs=two"): "1 to 4",
    ("twisted-knot", "jokers=-1"): "0 to 4",
    ("twisted-knot", "eight=low"): "invisible, repeat",
    ("twisted-knot", "multiply=3"): "2,9,10,Jk,J,K,A",
    ("twisted-knot", "turn_limit=0"): "from 1 ",
    ("twisted-knot", "packs"): "KEY=VALUE",
    ("twisted-knot", "=2"): "KEY=VALUE",
    ("twisted-knot", "players=3"): "number of strategies",
    ("knotweed", "decks=0"): "1 to 4",
    ("knotweed", "decks=5"): "1 to 4",
    ("knotweed", "decks=1.5"): "1 to 4",
    ("knotweed", "cheating=2"): "from 0 to 1, or none",
    ("knotweed", "cheating=-0.1"): "from 0 to 1, or none",
    ("knotweed", "cheating=nan"): "from 0 to 1, or none",
    ("knotweed", "cheating=yes"): "from 0 to 1, or none",
    ("knotweed", "turn_limit=0"): "from 1 ",
    ("knotweed", "players=3"): "number of strategies",
    ("twyst", "lost=some"): "others, shortfall",
    ("twyst", "lost="): "others, shortfall",
    ("twyst", "players=4"): "number of strategies",
}


@pytest.mark.parametrize(("game", "change"), WRONG_VALUES)
def test_a_wrong_value_of_a_setting_is_refused_with_the_right_ones(game: str, change: str) -> None:
    line = refused("play", *TABLES[game], "--set", change)
    assert change.partition("=")[0] in line
    assert WRONG_VALUES[game, change] in line


WRONG_PARAMETERS = {
    ("twisted-knot", "ten-chain:tens=9"): "a whole number from 1 to 4",
    ("twisted-knot", "ten-chain:tens=0"): "a whole number from 1 to 4",
    ("twisted-knot", "ten-chain:tens=many"): "a whole number from 1 to 4",
    ("twisted-knot", "ten-chain:tens=1.5"): "a whole number from 1 to 4",
    ("twisted-knot", "ten-chain:tens="): "a whole number from 1 to 4",
    ("twisted-knot", "ten-chain:tens"): "NAME=VALUE",
    ("twisted-knot", "shed:tremble=1.01"): "a number from 0 to 1",
    ("twisted-knot", "shed:tremble=nan"): "a number from 0 to 1",
    ("twisted-knot", "shed:temperature=-1"): "a number from 0 to inf",
    ("twisted-knot", "shed:temperature=hot"): "a number from 0 to inf",
}


@pytest.mark.parametrize(("game", "spelling"), WRONG_PARAMETERS)
def test_a_wrong_value_of_a_parameter_is_refused_with_its_bounds(game: str, spelling: str) -> None:
    line = refused("play", *TABLES[game][:-1], spelling)
    name, _, pair = spelling.partition(":")
    assert f"'{name}'" in line and pair.partition("=")[0] in line
    assert WRONG_PARAMETERS[game, spelling] in line


@pytest.mark.parametrize(
    ("game", "n", "right"),
    [
        ("twisted-knot", 1, "2 to 8"),
        ("twisted-knot", 9, "2 to 8"),
        ("knotweed", 1, "2 to 8"),
        ("knotweed", 9, "2 to 8"),
        *(("twyst", n, "4 ") for n in (1, 3, 5, 9)),
    ],
)
def test_a_number_of_players_that_the_game_does_not_have_is_refused(game: str, n: int, right: str) -> None:
    line = refused("play", game, *["random"] * n)
    assert right in line and line.endswith(str(n))


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
    ("records", GAME, "shed", "random", "--save", "never.jsonl", "--games", "0"),
    ("records", GAME, "shed", "random", "--save", "never.jsonl", "--first", "-1"),
    ("records", GAME, "shed", "random", "--save", "never.jsonl", "--seed", str(2**64)),
    ("replay", GAME, "shed", "random", "--index", "-1"),
    ("replay", GAME, "shed", "random", "--index", "last"),
    ("replay", GAME, "shed", "random", "--seed", "-1"),
    ("check", "never.py", "--games", "0"),
    ("bench", "--games", "0"),
    ("report", "--out", "never", "--strategies-from", "nothing.py"),
    ("report", "--out", "never", "--deals", "0"),
    ("report", "--out", "never", "--deals", "few"),
    ("report", "--out", "never", "--budget", "-1"),
    ("report", "--out", "never", "--budget", "soon"),
    ("report", "--out", "never", "--seed", "-1"),
    ("report", "--out", "never", "--workers", "0"),
    ("report", "--out", "never", "--backend", "thread"),
]


@pytest.mark.parametrize("words", OTHER_NUMBERS, ids=lambda words: " ".join((words[0], *words[-2:])))
def test_every_command_refuses_wrong_numbers_before_it_writes_a_file(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words[-1] in refused(*words)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


MISSING = {
    "GAME": ("play",),
    "STRATEGY": ("play", GAME),
    "--save": ("records", GAME, "shed", "random"),
    "FILE": ("verify",),
    "FILE'": ("new",),
    "FOLDER": ("show",),
}


@pytest.mark.parametrize("what", MISSING)
def test_a_word_that_is_missing_is_named(what: str) -> None:
    assert what in refused(*MISSING[what])


def test_an_option_without_its_value_is_named() -> None:
    assert "--games" in refused(*PLAYS, "--games")


# --- single games and files ---


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


INNER = Path("regular") / "inner"
UNWRITABLE = {
    "a table": (*PLAYS, "--games", 2, "--csv", INNER),
    "a run": (*PLAYS, "--games", 2, "--out", INNER),
    "a run in a folder": (*PLAYS, "--games", 2, "--out", INNER / "run"),
    "records": ("records", GAME, "shed", "random", "--games", 1, "--save", INNER),
    "a report": ("report", "--deals", 2, "--budget", 0, "--out", INNER),
}


@pytest.mark.parametrize("what", UNWRITABLE)
def test_a_file_below_a_regular_file_cannot_be_written_and_one_line_says_so(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("regular").touch()
    answer = knotlab(*UNWRITABLE[what])
    assert answer.status in (1, 2) and "regular" in one_line(answer.err)


# --- what is not there ---


def test_a_backend_that_is_not_installed_is_one_sentence() -> None:
    if importlib.util.find_spec("distributed"):
        pytest.skip("dask is installed here")
    assert "the joblib backend 'dask' cannot be used here" in refused(*PLAYS, "--games", 20_000, "--backend", "dask")
