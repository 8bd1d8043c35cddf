"""Who cheats takes no cards that are due, and lays the last ones where they do not fit."""

import numpy as np

from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.batches import play_games
from tests.knotweed.positions import facing, play
from tests.strategies.knotweed.choices import best

SLY = "sly:tremble=0"


def test_the_last_cards_are_laid_where_they_do_not_fit() -> None:
    assert best(facing("5C", "9D 9H", cheating=0.5), SLY) == "0!: 9D 9H"  # a cheat
    assert best(facing("5C", "9D 8H", cheating=0.5), SLY) == "pass"


def test_what_fits_comes_first() -> None:
    assert best(facing("9C 5C", "9D 9H", cheating=0.5), SLY) == "0: 9D 9H"


def test_no_cards_are_taken_where_enough_are_due() -> None:
    game = play(facing("5C", "9D 8H", cheating=0.5), "pass")
    assert best(game, "sly:due=3,tremble=0") == best(game, SLY) != "take 3"
    cheap = play(play(facing("5C", "6C 9D 8H", cheating=0.5), "0: 6C"), "stop")
    assert best(cheap, "sly:due=2,tremble=0") == "take 1" != best(cheap, SLY)


def test_where_nobody_cheats_it_is_the_finisher() -> None:
    others = ["cheapest:tremble=0", "dump:tremble=0"]
    one, other = (
        play_games(make_job("knotweed", [mine, *others], seed=7), 0, 600) for mine in (SLY, "finisher:tremble=0")
    )
    assert np.array_equal(one, other)
