"""Combinations `first+second`: the first strategy bids, the second plays."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import Job
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import bind, player, spelled, strategy_hashes
from tests.strategies.twyst.choices import scores
from tests.twyst.positions import after_bids, fill, play, start


def of(*spellings: str) -> Job:
    """A run of deals, also of those who leave bids or cards to chance."""
    seated = tuple(bind(spelled("twyst", spelling)) for spelling in spellings)
    return Job("twyst", make_rules(games.find("twyst"), 4), seated, 4)


def test_the_first_strategy_bids_and_the_second_does_all_else() -> None:
    game = start(fill([{"AS", "5D"}, {"3C"}, {"4D"}, {"5H"}]))
    assert scores(game, "cautious+high") == scores(game, "cautious") != scores(game, "high")
    game = after_bids("AS 3C 4D 5H")
    assert scores(game, "cautious+high") == scores(game, "high") != scores(game, "cautious")
    play(game, "lead0")
    assert scores(game, "cautious+high") == scores(game, "high") != scores(game, "cautious")


def test_each_part_has_its_own_parameters_and_plan() -> None:
    combined = player("twyst", "threshold:ace=8,slope=0.25+solid")
    assert combined.name == "threshold:ace=8,slope=0.25+solid"
    assert combined.values[0] == 8.0 and combined.values[-1] == 0.25
    game = start(fill([{"AS", "5D"}, {"3C"}, {"4D"}, {"5H"}]))
    assert scores(game, "threshold:ace=8+solid") == scores(game, "threshold:ace=8") != scores(game, "threshold")
    play(game, "5D 3C 4D 5H")
    assert scores(game, "threshold:ace=8+solid") == scores(game, "solid")


@pytest.mark.parametrize("spelling", ["cautious:tremble=0.02+high", "cautious+high:tremble=0.02"])
def test_tremble_is_the_player_s_and_may_stand_in_either_part(spelling: str) -> None:
    combined = player("twyst", spelling)
    assert combined.tremble == 0.02
    assert combined.name == "cautious+high:tremble=0.02"


@pytest.mark.parametrize(
    ("game", "spelling", "stated"),
    [
        ("twyst", "cautious:tremble=0.1+high:tremble=0.1", "twice"),
        ("twyst", "cautious+high+solid", "two strategies"),
        ("twyst", "cautious+hihg", "did you mean 'high'"),
        ("twyst", "cautious+high:ace=3", "no parameter 'ace' of 'high'"),
        ("twisted-knot", "shed+random", "does not combine"),
    ],
)
def test_what_is_wrong_is_said(game: str, spelling: str, stated: str) -> None:
    with pytest.raises(InputError, match=stated):
        player(game, spelling)


def test_a_number_with_a_plus_is_no_combination() -> None:
    assert player("twyst", "threshold:ace=+8+solid:tremble=1e-2").name == "threshold:ace=8+solid:tremble=0.01"


def test_a_strategy_combined_with_itself_plays_as_alone() -> None:
    alone = play_games(of("random", "solid", "high", "random"), 0, 200)
    together = play_games(of("random+random", "solid+solid", "high+high", "random"), 0, 200)
    assert np.array_equal(alone, together)


def test_a_combination_is_found_again_in_another_process() -> None:
    combined = player("twyst", "threshold+solid")
    assert pickle.loads(pickle.dumps(combined)) == combined


def test_the_sources_of_both_parts_are_known() -> None:
    assert set(strategy_hashes([player("twyst", "cautious+solid")])) == {"cautious", "solid"}


def test_parameters_of_both_together_are_at_most_32(tmp_path: Path) -> None:
    names = [f"p{i}" for i in range(30)]
    declared = ", ".join(f"{name}=param(1, 0, 2)" for name in names)
    file = tmp_path / "many.py"
    takes = ", ".join(["view", "move", *names])
    file.write_text(
        f"from knotlab.strategies import param, strategy\n\n\n@strategy('twyst', {declared})\ndef many({takes}):\n    "
        f"return 0.0\n"
    )
    with pytest.raises(InputError, match="35 parameters; 32 is the most"):
        player("twyst", "threshold+many", [file])
    assert len(player("twyst", "many+high", [file]).values) == 30
