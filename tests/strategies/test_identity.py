"""What makes a strategy the one that it is: two of one name are told apart or refused, and what was edited is
noticed.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from knotlab import duel, play, strategy
from knotlab.analysis.duels.question import make_question
from knotlab.analysis.runs.play import Table
from knotlab.sim.errors import InputError
from knotlab.sim.games.twisted_knot.state import LAY
from knotlab.strategies.declare import Strategy
from knotlab.strategies.resolve import player
from tests.cli import GAME, program, strategy_file

TOP = "from pathlib import Path\n\nimport numpy as np\n\n"
# Where a value of 1 or -1 stands that a score multiplies by: top of the file, and the value in the score.
PLACES = {
    "a global": ("SIGN = {}\n", "SIGN"),
    "a default": ("def weigh(x, sign={}):\n    return sign * x\n", "weigh(1.0)"),
    "a tuple in a tuple": ("NET = ((0.0, {}), 2.0)\n", "NET[0][1]"),
    "an array in a tuple": ("NET = (np.full(2000, 1.0 * {}), np.ones(3))\n", "NET[0][900]"),
    "a variable of the function around": (
        "def weighing(sign):\n    def weigh(x):\n        return sign * x\n\n    return weigh\n\nweigh = weighing({})\n",
        "weigh(1.0)",
    ),
    "a function made of text": ("exec('def weigh(x):\\n    return ' + str({}) + ' * x')\n", "weigh(1.0)"),
}


def fingerprint(file: Path) -> str:
    """What a strategy of a file is known by."""
    return player(GAME, file.stem.replace("_", "-"), [file]).functions.fingerprint


def signed(folder: Path, sign: float, top: str, value: str) -> Path:
    """A file whose score has a sign, which it takes from a file beside it when it is run."""
    (folder / "sign").write_text(str(sign))
    number = "float((Path(__file__).parent / 'sign').read_text())"
    return strategy_file(folder, "mine", f"return {value} * move.rank", top=TOP + top.format(number))


@pytest.mark.parametrize("place", PLACES)
def test_a_value_that_compiled_code_keeps_makes_another_strategy(place: str, tmp_path: Path) -> None:
    """The file is the same text; the value comes from elsewhere."""
    prints = [fingerprint(signed(tmp_path, sign, *PLACES[place])) for sign in (1.0, -1.0, 1.0)]
    assert prints[0] == prints[2] != prints[1]


@pytest.mark.long
def test_the_default_of_a_parameter_belongs_to_a_strategy_and_to_the_folders_it_plays_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top, parameters = "import os\n\nSIGN = float(os.environ['SIGN'])", "sign=param(SIGN, -2.0, 2.0)"
    file = strategy_file(tmp_path, "mine", "return sign * move.rank", top=top, parameters=parameters)
    words = ("play", GAME, "mine", "random", "--games", 20, "--out", tmp_path / "run", "--strategies-from", file)
    monkeypatch.setenv("SIGN", "1")
    assert program(*words).status == 0
    monkeypatch.setenv("SIGN", "-1")
    answer = program(*words)
    assert answer.status == 2 and "strategy_sources" in answer.line


def test_helpers_of_one_name_from_two_folders_are_two_modules(tmp_path: Path) -> None:
    files = []
    for name, sign in (("up", 1.0), ("down", -1.0)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "weights.py").write_text(f"SIGN = {sign}\n\n\ndef weigh(x):\n    return SIGN * x\n")
        score = "return weigh(move.rank) if move.kind == 0 else -100.0"
        files.append(strategy_file(tmp_path / name, name, score, top="from weights import weigh"))
    alone = [play(GAME, [file.stem, "random"], games=200, strategies_from=[file]) for file in files]
    together = play(GAME, ["up", "down"], games=200, strategies_from=files)
    first = [result.tally.sums["win_rate"].total.tolist()[0] for result in alone]
    assert first[0] < first[1]
    won = together.tally.sums["win_rate"].total.tolist()
    assert won[0] < won[1]


def test_an_edit_of_a_helper_is_noticed_within_a_session_and_a_second(tmp_path: Path) -> None:
    helper = tmp_path / "sense.py"
    helper.write_text("SIGN = +1.0\n")
    file = strategy_file(tmp_path, "edited", "return sense.SIGN * move.rank", top="import sense")
    first = fingerprint(file)
    helper.write_text("SIGN = -1.0\n")
    second = fingerprint(file)
    helper.write_text("SIGN = +1.0  # as at first\n")
    assert fingerprint(file) == first != second


def made(sign: float) -> Callable[..., float]:
    """A strategy of a script, always of one name."""

    def twin(view, move):
        return sign * move.rank if move.kind == LAY else -100.0

    twin.__module__ = "__main__"
    return strategy(GAME)(twin)


def test_two_strategies_of_one_name_do_not_meet() -> None:
    up, down = made(1.0), made(-1.0)
    for call in (
        lambda: play(GAME, [up, down], games=20),
        lambda: play(GAME, [up, down, "random"], games=20),
        lambda: duel(GAME, up, down),
        lambda: duel(GAME, "shed", up, field=[down]),
    ):
        with pytest.raises(InputError, match="two strategies are called 'twin'"):
            call()
    rates = [play(GAME, [each, "random"], games=200).tally.sums["win_rate"].total.tolist()[0] for each in (up, down)]
    assert rates[0] < rates[1]


@pytest.mark.parametrize("edited", ["hoard-aces", "shed", "random"])
def test_the_hash_of_a_question_covers_the_sources_of_strategies_that_ship(
    edited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of both players and of the field."""

    def asked() -> str:
        return make_question(Table(GAME), "hoard-aces", "shed", field=["random", "all-round"]).hash

    before, made_of = asked(), Strategy.fingerprint.fget
    assert made_of is not None
    edited_one = property(lambda each: made_of(each) + ("x" if each.name == edited else ""))
    monkeypatch.setattr(Strategy, "fingerprint", edited_one)
    assert asked() != before


def test_the_hash_of_a_question_covers_the_sources_of_all_who_play(tmp_path: Path) -> None:
    table = Table(GAME, strategies_from=[strategy_file(tmp_path, "mine", "return -1.0 * (move.rank <= 5)")])

    def asked(a: str, field: list[str]) -> str:
        return make_question(table, a, "shed", field=field).hash

    file = Path(table.strategies_from[0])
    before = asked("mine", ["random", "random"]), asked("hoard-aces", ["mine", "random"])
    text = file.read_text()
    file.write_text(f"{text}# a comment\n")
    assert (asked("mine", ["random", "random"]), asked("hoard-aces", ["mine", "random"])) == before
    file.write_text(text.replace("<=", "<"))
    after = asked("mine", ["random", "random"]), asked("hoard-aces", ["mine", "random"])
    assert after[0] != before[0] and after[1] != before[1]
