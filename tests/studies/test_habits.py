"""What the champion's habits are worth: a stand-in that has them all, moments that are real, and what ships."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from knotlab.analysis.claims.evidence.champions import ChampionHabit, published_habits
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.strong_players import WORDS, always, command, plainly
from knotlab.reports.words.strong_players import worth as habit_worth
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing import branch
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.strategies.resolve import player
from knotlab.studies.publishing.champion_tables import habits_text
from knotlab.studies.publishing.habits import (
    CHAMPION,
    GAMES,
    SIZES,
    WATCHED_PLAYERS,
    chances,
    habits_of,
    without,
    worth,
)
from knotlab.studies.publishing.habits import always as always_shown

pytestmark = pytest.mark.long

MOMENTS = [habit for habit in published_habits() if habit.moment]
OPEN = [("knotweed", 4, 4)]  # as two decks hardly ever run out


def ids(habit: ChampionHabit) -> str:
    """A habit's name in a test's."""
    return f"{habit.game}-{habit.habit}"


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_something_is_lost_without_a_habit() -> None:
    found = worth("knotweed", 3, 2, 40)
    assert found.n == 40 and found.value != 0.0 and found.low < found.value < found.high


@pytest.mark.long
@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_chances_are_choices_at_which_a_habit_can_show_and_need_not() -> None:
    counted = chances("knotweed", 2, 3)
    assert counted.select("game", "habit").rows() == [*product(range(3), habits_of("knotweed"))]
    assert counted.filter(
        (counted["chances"] > counted["choices"]) | (counted["champion"] > counted["chances"])
    ).is_empty()
    assert counted["champion"].sum() > 0 and counted["other"].sum() > 0


def test_the_table_that_ships_is_of_all_habits_and_sizes() -> None:
    rows = [(habit.game, habit.habit, habit.players) for habit in published_habits()]
    assert rows == [(game, number, size) for game in GAMES for number in habits_of(game) for size in SIZES]
    assert {game: [*words] for game, words in WORDS.items()} == {game: [*habits_of(game)] for game in GAMES}
    assert [(each.game, each.habit) for each in MOMENTS] == [(game, k) for game in GAMES for k in habits_of(game)]


def test_every_habit_is_worth_something_unless_its_case_hardly_ever_comes() -> None:
    for each in published_habits():
        assert each.effect.low < each.effect.value < each.effect.high
        assert each.effect.low > 0 or (each.game, each.habit, each.players) in OPEN
        assert each.plain.low < each.plain.value < each.plain.high
        for share in (each.changes, each.champion, each.all_round):
            assert 0 <= share.low <= share.value <= share.high <= 1


def with_plain(*ends: tuple[float, float]) -> list[ChampionHabit]:
    """A habit that always costs a plain player between so much, at tables of two and more."""
    usual = published_habits()[0]
    return [
        replace(usual, players=players, plain=Between((low + high) / 2, low, high))
        for players, (low, high) in zip(SIZES, ends, strict=False)
    ]


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ([(0.1, 0.2), (0.0, 0.1)], "costs a plain player games or makes no certain difference"),
        ([(0.1, 0.2)] * 3, "costs a plain player games"),
        ([(-0.2, -0.1)], "saves a plain player games"),
        ([(-0.2, -0.1), (0.1, 0.2)], "depends on how many play"),
        ([(-0.1, 0.1)], "makes no certain difference"),
    ],
)
def test_what_always_showing_a_habit_comes_to_is_said_by_its_numbers(
    ends: list[tuple[float, float]], words: str
) -> None:
    assert always(with_plain(*ends)) == words


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_a_plain_player_that_always_keeps_its_threes_loses_more() -> None:
    found = always_shown("twisted-knot", 1, 3, 100)
    assert found.n == 100 and found.low > 0


def check_moment(habit: ChampionHabit) -> None:
    """Compare the moves of a habit's moment with what is chosen there."""
    assert habit.moment and habit.players == WATCHED_PLAYERS
    job = make_job(habit.game, [CHAMPION] * WATCHED_PLAYERS)
    (view,) = branch.positions(job, np.array([habit.moment.index]), np.array([habit.moment.decision])).views
    kind = games.find(habit.game)
    moves = legal_moves(kind, view)
    words = [kind.events.describe_move(kind.events.move_of(move)) for move in moves]
    for name, move in ((CHAMPION, habit.moment.move), (without(habit.game, habit.habit), habit.moment.instead)):
        scores = scores_of(player(habit.game, name), view.copy(), moves)
        assert words[int(np.argmax(scores))] == move
    assert habit.moment.gain.low > 0


@pytest.mark.more
@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
@pytest.mark.parametrize("habit", [habit for habit in MOMENTS if habit.game == "knotweed"], ids=ids)
def test_a_moment_is_a_decision_that_the_habit_changes(habit: ChampionHabit) -> None:
    check_moment(habit)


@pytest.mark.long
@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
@pytest.mark.parametrize("habit", [habit for habit in MOMENTS if habit.game == "twisted-knot"], ids=ids)
def test_so_are_the_moments_of_twisted_knot(habit: ChampionHabit) -> None:
    check_moment(habit)


def test_pages_tell_every_habit_with_its_worth_and_its_command() -> None:
    for game in GAMES:
        text = habits_text(game)
        for each in published_habits():
            if each.game == game:
                assert f"{each.habit}. {WORDS[game][each.habit][0]}.**" in text and habit_worth(each) in text
                assert f"| {habit_worth(each)} | {plainly(each)} |" in text
                assert each.moment is None or f"$ {command(game, each.moment)}\n" in text
        assert len([line for line in text.splitlines() if line.startswith("| ")]) == 2 + len(SIZES) * len(WORDS[game])
