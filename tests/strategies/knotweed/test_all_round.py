"""All of the rulebook's advice together."""

import pytest

from knotlab import play as play_many
from knotlab.analysis.runs.fields import members
from tests.knotweed.positions import play, position
from tests.strategies.knotweed.choices import best, scores

NEXT_HAS_ONE = "hand 0: 5D 5H KH JS\nhand 1: 2S\npiles: 5C\ndraw: AH 3H 4H 6H"


def test_it_goes_out_whenever_it_can() -> None:
    assert best(position("hand 0: 5D 5H 5S\nhand 1: 2S\npiles: 5C\ndraw: AS 3S"), "all-round") == "0: 5D 5H 5S"


def test_a_split_is_held_back_from_a_next_player_about_to_go_out() -> None:
    scored = scores(position(NEXT_HAS_ONE), "all-round")
    assert scored["0: 5D"] > scored["0: 5D 5H"]
    assert best(position(NEXT_HAS_ONE), "all-round:fear=0") == "0: 5D 5H"


def test_what_is_opened_weighs_less_with_more_players_to_beat() -> None:
    two, three = position(NEXT_HAS_ONE), position(NEXT_HAS_ONE + "\nhand 2: 3S")
    gaps = [scores(game, "all-round")["0: 5D"] - scores(game, "all-round")["0: 5D 5H"] for game in (two, three)]
    assert gaps[0] > gaps[1]


def test_penalty_cards_weigh_their_price() -> None:
    scored = scores(
        position("hand 0: 6C 6D 6H JS QS\nhand 1: 2S\npiles: 5C\ndraw: AS 3S 4S 6S"), "all-round:fear=0,price=2,piles=0"
    )
    assert (scored["0: 6C 6D 6H"], scored["pass"]) == (3 - 2, -6)


def test_a_missing_pile_weighs_what_it_is_told_to() -> None:
    scored = scores(
        position("hand 0: 5D 5H KH\nhand 1: 2S\npiles: 5C\ndraw: AH 3H 4H 6H"),
        "all-round:fear=0,price=0,piles=2,cards=3",
    )
    # KH alone is left after 5D 5H, with two piles; after 5D two ranks with one pile; after a pass two ranks and three
    # cards with one pile.
    assert (scored["0: 5D 5H"], scored["0: 5D"], scored["pass"]) == (2, 1 - 2, -8)


def test_on_going_out_it_discards_what_most_unseen_cards_fit() -> None:
    game = position("hand 0: QH\nhand 1: 6C 7C 8C 5S\nhand 2: 9C 10C JC 5D\npiles: QC 5C\ndraw: KC 2C 3C")
    play(game, "0: QH")
    assert best(game, "all-round") == "prune 1"


@pytest.mark.long
@pytest.mark.parametrize(
    "other", [name for name in members("knotweed", "mixed-2", 3) if name != "champion" and "all-round" not in name]
)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_it_beats_every_player_of_a_single_tip(n: int, other: str) -> None:
    """Alone among players of one kind it wins more than its share and loses less: both 95 % intervals (by deal) lie
    beyond 1 / n.
    """
    table = (
        play_many("knotweed", ["all-round", *[other] * (n - 1)], games=96_000, seed=2027, set=["turn_limit=400"])
        .to_pandas()
        .set_index("strategy")
    )
    assert table.loc["all-round", "win_rate_low"] > 1 / n
    assert table.loc["all-round", "loss_rate_high"] < 1 / n
