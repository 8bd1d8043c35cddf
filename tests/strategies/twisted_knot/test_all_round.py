"""The all-round player."""

import pytest

from knotlab import play as play_games
from knotlab.analysis.runs.fields import members
from knotlab.strategies.resolve import player
from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import facing, play, position


def knowing(held: str, other: str, on_table: str) -> str:
    """Three players; the one to move knows the next one's hand."""
    return f"""
        hand 0: {held}
        hand 1: {other}
        hand 2: 5 K
        known 0 1: {other}
        pile 0: 7 7
        stack: {on_table}
        turn: 0
    """


def test_it_gets_out_when_the_hand_surely_can() -> None:
    game = facing("Q", "10 Ax3 6", pile="5 7")
    assert max(scores(game, "all-round").values()) == 1000.0


def test_it_lays_what_the_next_player_is_known_not_to_answer() -> None:
    game = position(knowing("6 J 5x2", "6 10 7", on_table="9"))
    blind = position(knowing("6 J 5x2", "6 10 7", on_table="9").replace("known 0 1: 6 10 7", ""))
    gains = [
        scores(each, "all-round:stuck=20")["lay J"] - scores(each, "all-round:stuck=0")["lay J"]
        for each in (game, blind)
    ]
    assert gains[0] == pytest.approx(20)
    assert 0 < gains[1] < 20


def test_what_he_is_known_to_answer_gains_nothing() -> None:
    game = position(knowing("6 J 5x2", "6 10 7", on_table="9"))
    assert scores(game, "all-round:stuck=20")["lay 6"] == scores(game, "all-round:stuck=0")["lay 6"]


def test_it_collects_aces() -> None:
    assert best(facing("", "Ax3 6 3", pile="5 5 5 5"), "all-round") != "lay Ax3"


def test_it_gives_aces_and_nines_away_last() -> None:
    game = play(facing("", "9x2 A 6 K", pile="5 5 5 5"), "lay 9")
    assert best(game, "all-round:give_ace=7,give_nine=19,give_high=1.9") == "discard 6"


def test_a_ten_that_nothing_can_follow_loses_worth() -> None:
    alone, followed = facing("9", "10 7 2", pile="5 5 5"), facing("9", "10 6 2", pile="5 5 5")
    assert scores(alone, "all-round:lonely=-9")["lay 10"] == pytest.approx(
        scores(followed, "all-round:lonely=-9")["lay 10"] - 9
    )


@pytest.mark.parametrize("rank", ["two", "seven", "king"])
def test_a_weight_of_a_rank_changes_the_score_of_that_rank_alone(rank: str) -> None:
    name = {"two": "2", "seven": "7", "king": "K"}[rank]
    game = facing("", "2 7 6 K 3", pile="5 5 5 5 5 5")
    low, high = scores(game, f"all-round:{rank}=1"), scores(game, f"all-round:{rank}=3")
    assert {move: pytest.approx(high[move] - low[move]) for move in low} == {
        move: 2 if move == f"lay {name}" else 0 for move in low
    }


def test_all_that_can_be_weighed_fits_a_player() -> None:
    assert len(player("twisted-knot", "all-round").values) == 32


def test_it_loses_less_than_the_plain_baseline() -> None:
    """Over 500 deals the standard error of a loss rate near 0.29 is at most 0.45 / sqrt(500) = 0.02; a half is more
    than 4 of them away (z = 4).
    """
    result = play_games("twisted-knot", ["all-round", "shed"], games=1000, seed=3)
    assert result.estimate("loss_rate", 0).value < 0.5 - 4 * 0.02


@pytest.mark.long
@pytest.mark.parametrize("other", [name for name in members("twisted-knot", "mixed", 3) if "all-round" not in name])
@pytest.mark.parametrize("n", [2, 3, 4])
def test_it_beats_every_player_of_a_single_tip(n: int, other: str) -> None:
    """All with their tuned settings; alone among players of one kind it loses less than its share: the 95 % interval
    (by deal) lies below 1 / n.
    """
    (strong,) = members("twisted-knot", "scripts", n)
    table = (
        play_games("twisted-knot", [strong, *[other] * (n - 1)], games=24_000, seed=2027)
        .to_pandas()
        .set_index("strategy")
    )
    own = next(name for name in table.index if name.startswith("all-round"))
    assert table.loc[own, "loss_rate_high"] < 1 / n
