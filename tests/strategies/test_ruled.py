"""A rule laid over a player: which moves are left, and all that a strategy of a user's has."""

import math
from pathlib import Path

import pytest

from knotlab import duel, play
from knotlab.sim.playing.stepper import Stepper
from knotlab.strategies.resolve import player, strategy_hashes, user_files
from tests.cli import GAME, knotlab, refused
from tests.strategies.twisted_knot.choices import scores
from tests.twisted_knot.positions import facing

RULES = """from knotlab.sim.games.twisted_knot.cards import ACE, QUEEN
from knotlab.sim.games.twisted_knot.state import LAY, PASS, PICK_UP


def low(view, move):
    return move.kind == LAY and move.rank <= QUEEN


def aces(view, move):
    return move.kind == LAY and move.rank == ACE


def everything(view, move):
    return move.rank < 99


def a_rank(view, move):
    return move.rank


def sometimes(view, move):
    if move.kind == LAY:
        return True


def by_plan(view, move):
    return view.plan[0] == move.rank


def of_three(view, move, rank):
    return move.rank == rank


def few(view, move):
    return view.hand_sizes[view.seat] < 4


def changing(view, move):
    view.hand[0] = 3
    return True


def beyond(view, move):
    return view.hand[move.rank + 100] > 0
"""
NEITHER = -math.inf


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of rules in the folder in which the test runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(RULES)
    return tmp_path / "mine.py"


def left(game: Stepper, law: str) -> set[str]:
    """The moves that a law leaves to `shed`, which scores them as it does without the law."""
    plain, under = scores(game, "shed"), scores(game, f"shed:{law}")
    allowed = {move for move in under if under[move] != NEITHER}
    assert all(under[move] == plain[move] for move in allowed)
    return allowed


def test_what_is_forbidden_is_not_played_while_there_is_another_move(file: Path) -> None:
    assert left(facing("", "2 5 Q K"), "forbid=mine.py:low") == {"lay K"}
    assert left(facing("9", "8 7"), "forbid=mine.py:low") == {*scores(facing("9", "8 7"), "shed")}  # none is meant
    game = facing("", "2 5 Q")
    assert left(game, "forbid=mine.py:low") == {*scores(game, "shed")}  # all are


@pytest.mark.parametrize(("word", "is_laid"), [("when", (True, False)), ("unless", (False, True))])
def test_a_rule_with_a_condition_is_laid_only_where_that_is_so(
    word: str, is_laid: tuple[bool, bool], file: Path
) -> None:
    for hand, expected in zip(("2 5 K", "2 5 K 3"), is_laid, strict=True):  # three cards, and four
        game = facing("", hand)
        allowed = left(game, f"forbid=mine.py:low {word} few")
        assert ("lay 5" not in allowed) == expected and "lay K" in allowed


def test_two_sides_of_a_condition_are_two_players(file: Path) -> None:
    sides = [player(GAME, f"shed:forbid=mine.py:low {word} few") for word in ("when", "unless")]
    assert len({each.functions.fingerprint for each in sides}) == 2
    assert {*strategy_hashes(sides)} == {"few", "low", "shed"}
    elsewhere = player(GAME, "shed:forbid=mine.py:low when mine.py:few")
    assert elsewhere.functions.fingerprint == sides[0].functions.fingerprint


@pytest.mark.long
def test_what_is_obliged_is_played_wherever_it_can_be(file: Path) -> None:
    assert left(facing("", "2 5 K 3"), "oblige=mine.py:low") == {"lay 2", "lay 5"}
    game = facing("", "K 3")
    assert left(game, "oblige=mine.py:low") == {*scores(game, "shed")}


@pytest.mark.long
def test_the_move_that_begins_a_turn_which_goes_out_is_always_allowed(file: Path) -> None:
    game = facing("Q", "10 Ax3 6", pile="5 7")
    assert "lay 10" in left(game, "oblige=mine.py:aces")
    assert "lay 6" not in left(game, "oblige=mine.py:aces")


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("nowhere.py:low", "cannot read the rule file nowhere.py: No such file or directory"),
        ("mine.py:lowest", "there is no rule 'lowest' in mine.py; did you mean 'low'?"),
        ("lowest", "there is no rule 'lowest' for twisted-knot (one of your own is named FILE.py:FUNCTION)"),
        ("mine.py:a_rank", "the rule 'a_rank' gives a whole number, not True or False"),
        pytest.param(
            "mine.py:sometimes",
            "the rule 'sometimes' gives nothing on one path, not True or False",
            marks=pytest.mark.long,
        ),
        ("mine.py:by_plan", "'by_plan' looks at view.plan and has no plan to fill it"),
        ("mine.py:of_three", "a rule takes (view, move), unlike of_three(view, move, rank)"),
        ("mine.py:low when lowest", "there is no rule 'lowest' in mine.py; did you mean 'low'?"),
        ("mine.py:low when few when aces", "a rule has one condition, after 'when' or 'unless'"),
        ("mine.py:low unless a_rank", "the rule 'a_rank' gives a whole number, not True or False"),
        pytest.param("mine.py:changing", "a strategy cannot change an array of the view", marks=pytest.mark.long),
        ("mine.txt:low", "a rule file ends in .py"),
    ],
)
def test_what_is_no_rule_is_refused_in_a_sentence(rule: str, says: str, file: Path) -> None:
    assert says in refused("duel", GAME, "shed", "--players", 2, "--forbid", rule)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("shed", "random", "--forbid", "mine.py:low"), "leave out B"),
        (("shed", "--forbid", "mine.py:low", "--oblige", "mine.py:low"), "give either --forbid or --oblige"),
        (("shed:oblige=mine.py:low", "--forbid", "mine.py:low"), "has a rule laid over it already"),
        (("shed:oblige=mine.py:low,forbid=mine.py:low", "random"), "a player takes one rule"),
        (("shed",), "'shed' alone makes a duel only with a switch"),
    ],
)
def test_one_rule_is_laid_over_one_player(words: tuple[str, ...], says: str, file: Path) -> None:
    assert says in refused("duel", GAME, *words, "--players", 2)


@pytest.mark.long
def test_a_duel_with_a_rule_is_with_against_without_among_players_without(file: Path) -> None:
    words = ("duel", GAME, "shed", "--players", 2, "--forbid", "mine.py:low", "--margin", "20%")
    question = knotlab(*words, "--json").json["question"]
    assert (question["a"]["name"], question["b"]["name"]) == ("shed:forbid=mine.py:low", "shed")
    assert question["field"] == ["shed"] and {"low", "shed"} <= {*question["sources"]}


@pytest.mark.long
def test_the_company_of_a_duel_with_a_rule_can_be_named(file: Path) -> None:
    words = ("duel", GAME, "shed", "--players", 2, "--forbid", "mine.py:low", "--margin", "20%", "--field", "simple")
    assert knotlab(*words, "--json").json["question"]["field"] == "simple-1"


def test_a_rule_is_part_of_what_makes_a_player(file: Path) -> None:
    who = player(GAME, "shed:forbid=mine.py:low")
    assert user_files(who) == [] and {*strategy_hashes([who])} == {"low", "shed"}
    other = player(GAME, "shed:oblige=mine.py:low")
    file.write_text(RULES.replace("<= QUEEN", "< QUEEN"))
    edited = player(GAME, "shed:forbid=mine.py:low")
    assert len({each.functions.fingerprint for each in (who, other, edited, player(GAME, "shed"))}) == 4


@pytest.mark.long
def test_a_rule_is_a_function_in_python_and_plays_alike_in_other_processes(file: Path) -> None:
    def lows(view, move):
        return move.kind == 0 and move.rank <= 2

    results = [
        duel(GAME, "shed", players=2, margin=0.2, **how) for how in ({"forbid": lows}, {"forbid": "mine.py:low"})
    ]
    assert results[0].effect == results[1].effect != 0
    for rule in ("mine.py:low", "lows"):
        games = [
            play(GAME, [f"shed:forbid={rule}", "random"], games=40, seed=3, workers=2, backend=backend).to_pandas()
            for backend in ("threads", "processes")
        ]
        assert games[0].equals(games[1])


@pytest.mark.more
@pytest.mark.tried
def test_a_rule_that_reads_beyond_an_array_is_refused_by_its_trial(file: Path) -> None:
    assert "it reads beyond the end of an array" in refused(
        "play", GAME, "shed:forbid=mine.py:beyond", "random", "--games", 2
    )


@pytest.mark.long
@pytest.mark.parametrize("who", ["thinker:rollouts=8", "all-round:temperature=1"])
def test_a_rule_is_laid_over_any_player(who: str, file: Path) -> None:
    game = facing("", "2 5 Q K")
    under = scores(game, f"{who},forbid=mine.py:low")
    assert {move for move in under if under[move] != NEITHER} == {"lay K"}
