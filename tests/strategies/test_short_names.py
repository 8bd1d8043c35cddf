"""Players' names with settings that ship called by their names."""

import pytest

from knotlab.strategies.resolve import bind, spelled
from knotlab.strategies.spelling import short_name
from knotlab.strategies.tuned import versions
from tests.sim.conforming import every_game


@every_game
def test_every_setting_that_ships_goes_by_a_name_that_means_the_same(name: str) -> None:
    for strategy, all_of in versions(name).items():
        for version in all_of:
            full = bind(spelled(name, f"{strategy}@{version}")).name
            short = short_name(name, full)
            assert bind(spelled(name, short)).name == full
            assert len(short) <= len(full)
            assert short.startswith(f"{strategy}@") == ("," in full)


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        ("twyst", "threshold@v3+solid"),
        ("twyst", "threshold@v2+champion:tremble=0.02"),
        ("twisted-knot", "all-round@v1-2-players"),
        ("twisted-knot", "all-round:two=1"),
        ("twisted-knot", "shed"),
    ],
)
def test_what_was_typed_is_what_is_shown(game: str, typed: str) -> None:
    assert short_name(game, bind(spelled(game, typed)).name) == typed


def test_settings_that_were_changed_are_spelled_out() -> None:
    full = bind(spelled("twyst", "threshold@v3:ace=6+solid")).name
    assert short_name("twyst", full) == full and "court=6.519" in full


def test_games_have_settings_of_their_own() -> None:
    full = bind(spelled("twisted-knot", "all-round@v1-2-players")).name
    assert short_name("knotweed", full) == full
