"""Half a player of Twyst, a bidder or a player of the cards alone, is refused with what would be right."""

from pathlib import Path

import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import scores_of
from knotlab.strategies.resolve import bind, player, random_decisions, spelled, whole_players
from tests.cli import refused

BIDDER = """from knotlab import strategy
from knotlab.sim.games.twyst.state import BID


@strategy("twyst")
def bidding(view, move):
    return 1.0 * move.card if move.kind == BID else 0.0


@strategy("twyst")
def playing(view, move):
    return 0.0 if move.kind == BID else 1.0 * move.card


@strategy("twyst")
def doing_both(view, move):
    return 1.0 * move.card
"""


@pytest.mark.parametrize(
    ("name", "lacks", "leaves", "right"),
    [
        ("threshold", "a bidder without a player", "NAME_LEADER and PLAY", "threshold+solid, or threshold+random"),
        ("cautious", "a bidder without a player", "NAME_LEADER and PLAY", "cautious+solid, or cautious+random"),
        ("high", "a player without a bidder", "BID", "threshold+high, or random+high"),
        ("solid", "a player without a bidder", "BID", "threshold+solid, or random+solid"),
        pytest.param(
            *("sampler", "a player without a bidder", "BID", "threshold+sampler, or random+sampler"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_half_a_player_is_refused_with_what_is_right(name: str, lacks: str, leaves: str, right: str) -> None:
    with pytest.raises(InputError) as refusal:
        player("twyst", f"{name}:tremble=0.02")
    said = str(refusal.value)
    assert f"'{name}' is {lacks}: it leaves {leaves} to chance" in said and f"as in {right}" in said
    assert bind(spelled("twyst", name)).functions.name == name


@pytest.mark.parametrize(
    "words", [("play", "twyst", "threshold", "solid", "random", "random"), ("duel", "twyst", "solid", "random")]
)
def test_every_command_refuses_it(words: tuple[str, ...]) -> None:
    assert "name both, as in threshold+solid" in refused(*words)


@pytest.mark.parametrize("spelling", ["random", "threshold+solid", "random+random", "cautious+random"])
def test_a_whole_player_is_none(spelling: str) -> None:
    assert player("twyst", spelling).name == spelling


def test_random_leaves_all_decisions_to_chance() -> None:
    """So it is never tried for what it leaves."""
    chance = player("twyst", "random")
    for view, moves in random_decisions(games.find("twyst")):
        assert len(set(scores_of(chance, view.copy(), moves).tolist())) == 1


def test_one_s_own_halves_are_found_and_completed_where_nobody_names_the_other(tmp_path: Path) -> None:
    file = tmp_path / "halves.py"
    file.write_text(BIDDER)
    with pytest.raises(InputError, match="'bidding' is a bidder without a player"):
        player("twyst", "bidding", [file])
    assert player("twyst", "doing-both", [file]).name == "doing-both"
    assert player("twyst", "bidding+playing", [file]).name == "bidding+playing"
    assert whole_players("twyst", [file]) == ["bidding+solid", "doing-both", "threshold+playing"]


def test_games_without_halves_take_any_strategy() -> None:
    assert player("twisted-knot", "random").name == "random"
