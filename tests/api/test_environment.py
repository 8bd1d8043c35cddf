"""Games as environments of PettingZoo: its own tests, the rewards, and games that are those of a run."""

import random
import threading
import warnings
from typing import Any

import numpy as np
import pytest

from knotlab import environment, player, sit_at
from knotlab.sim import games
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.playing.verify import verify
from knotlab.strategies import declare

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

pytestmark = pytest.mark.more
# What PettingZoo says of every observation with a mask that is not one of its own games'.
WITH_A_MASK = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


@pytest.mark.parametrize("game", games.names())
def test_pettingzoos_own_tests_pass(game: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(environment(game), num_cycles=30)
        seed_test(lambda: environment(game), num_cycles=10)
    assert [str(each.message) for each in said if not str(each.message).startswith(WITH_A_MASK)] == []


def finish(table: Any, seed: int = 1) -> Any:
    """Play at random to the end; the environment."""
    rng = np.random.default_rng(seed)
    while not (table.terminations["player_0"] or table.truncations["player_0"]):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(rng.choice(np.flatnonzero(mask))))
    return table


@pytest.mark.parametrize("game", games.names())
def test_rewards_are_what_the_record_says_and_the_record_is_verified(game: str) -> None:
    table = environment(game, seed=3)
    table.reset()
    record = finish(table).record()
    verify(record)
    result, rewards = record["result"], list(table.rewards.values())
    if "score" in result:
        assert rewards == result["score"]
    elif 0 in result["places"]:  # at the limit of turns, all hold cards and share the loss
        assert rewards == [-1 / 3] * 3 and set(table.truncations.values()) == {True}
    else:
        assert rewards == [-float(place == len(rewards)) for place in result["places"]]


def test_seats_with_strategies_are_no_agents_and_play_as_at_a_persons_table() -> None:
    """One agent that takes the first move, and the same by a person's seat."""
    alone = environment("twisted-knot", players=["shed", "agent", "random"], seed=5)
    alone.reset()
    assert alone.agents == ["player_1"]
    person = sit_at("twisted-knot", players=["shed", "random"], you=1, seed=5)
    while not person.is_over:
        seen = alone.observe("player_1")
        assert seen["moves"][seen["action_mask"] == 1].tolist() == [list(move) for move in person.moves()]
        row = dict(zip(alone.columns, seen["observation"], strict=True))
        assert [row[f"hand[{rank}]"] for rank in range(len(person.view.hand))] == list(person.view.hand)
        alone.step(0)
        person.play(0)
    assert alone.terminations == {"player_1": True}


def test_more_moves_than_rows_are_left_out() -> None:
    table = environment("knotweed", most_moves=4)
    table.reset()
    assert table.observe(table.agent_selection)["moves"].shape[0] == 4
    finish(table)


def test_what_cannot_be_is_one_sentence() -> None:
    with pytest.raises(InputError, match="nobody learns at this table"):
        environment("twyst", players=["threshold+high"] * 4)
    table = environment("twyst")
    table.reset(seed=2)
    with pytest.raises(InputError, match="there is no move 13; the legal moves are 0 to 12"):
        table.step(13)


def test_a_game_that_is_given_up_ends_and_two_games_at_a_time_are_those_of_one() -> None:
    before = set(threading.enumerate())
    one, other = (environment("twyst", seed=4) for _ in range(2))
    alone = environment("twyst", seed=4)
    one.reset()
    other.reset()
    alone.reset()
    assert finish(alone).record() == finish(one).record() == finish(other).record()
    one.reset()  # the second game
    one.reset()  # the third
    other.reset(seed=4)
    other.close()
    one.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
        assert not thread.is_alive()


def test_another_player_that_fails_is_named() -> None:
    @player("twisted-knot")
    class Fails:
        """Does not play."""

        def choose(self, view: Any, moves: Any) -> Any:
            raise OSError("no engine")

    table = environment("twisted-knot", players=["agent", Fails])
    declare.declared.pop()
    table.reset()
    with pytest.raises(StrategyError, match=r"'fails' failed .*: OSError: no engine \(test_environment.py, line \d+\)"):
        finish(table)


def test_the_programs_own_chance_is_left_alone() -> None:
    table = environment("twisted-knot", players=["agent", "shed"])
    random.seed(1)
    before = random.getstate()
    table.reset()
    finish(table)
    assert random.getstate() == before
