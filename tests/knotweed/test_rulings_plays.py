"""Rulings KW-3 to KW-6: which plays there are, what they cost, what becomes of the piles."""

import pytest

from knotlab.sim.games.knotweed.cards import NUMBER, RANKS, penalty
from tests.knotweed.positions import facing, happened, moves, piles, play, plays, position, turn

# --- KW-3: a turn's plays ---


def test_kw_3_a_turn_has_any_number_of_plays_one_on_each_pile() -> None:
    game = play(facing("5C 9H 2D", "6C 10H 3D JC JH"), "0: 6C", "1: 10H", "2: 3D")
    assert moves(game) == ["stop"]


def test_kw_3_one_may_stop_after_any_play() -> None:
    game = facing("5C 9H", "6C 10H KC")
    assert moves(game)[-1] == "pass"
    play(game, "0: 6C")
    assert moves(game) == ["1: 10H", "stop"]
    play(game, "stop")
    assert turn(game) == 1


def test_kw_3_a_pile_made_in_this_turn_opens_with_the_next() -> None:
    game = play(facing("5C", "6C 6D 7D 7C"), "0: 6C 6D")
    assert moves(game) == ["stop"]
    game = play(position("hand 0: 6C 6D 9S\nhand 1: 7C 8D\npiles: 5C\ndraw: AS 2S"), "0: 6C 6D", "stop")
    assert plays(game) == ["0: 7C", "1: 8D"]


def test_kw_3_piles_are_played_on_in_any_order() -> None:
    game = play(facing("5C 9H", "6C 10H KC"), "1: 10H")
    assert moves(game) == ["0: 6C", "0: KC", "stop"]


# --- KW-4: what goes onto a pile ---


@pytest.mark.parametrize(
    ("top", "held", "expected"),
    [
        ("5C", "5D 9H", ["0: 5D"]),  # same rank
        ("5C", "9C 9H 2D", ["0: 9C", "0: 9C 9H"]),  # same suit, and what rides along
        ("5C", "6D 6H", []),  # nothing matches
        ("5C", "AC KC QD", ["0: AC", "0: KC"]),
        ("5C", "5D 5H 5S", ["0: 5D", "0: 5H", "0: 5D 5H", "0: 5S", "0: 5D 5S", "0: 5H 5S", "0: 5D 5H 5S"]),
        ("5H", "6C 6D 6H", ["0: 6H", "0: 6C 6H", "0: 6D 6H", "0: 6C 6D 6H"]),
    ],
)
def test_kw_4_a_group_of_one_rank_goes_if_one_of_it_has_the_tops_rank_or_suit(
    top: str, held: str, expected: list[str]
) -> None:
    assert moves(facing(top, held)) == [*expected, "pass"]


def test_kw_4_with_several_decks_the_very_same_card_goes_as_one_of_the_same_rank() -> None:
    assert moves(facing("5C", "5C 7D", decks=2)) == ["0: 5C", "pass"]


def test_kw_4_with_several_decks_groups_of_the_same_cards_are_listed_once() -> None:
    game = facing("5C", "9C 9C 9D", decks=2)
    assert moves(game) == ["0: 9C", "0: 9C 9C", "0: 9C 9D", "0: 9C 9C 9D", "pass"]


def test_kw_4_every_open_pile_is_listed_for_itself() -> None:
    assert moves(facing("5C 9C 2C", "7C 2D")) == ["0: 7C", "1: 7C", "2: 2D", "2: 7C", "pass"]


# --- KW-5: the penalty of a play ---


@pytest.mark.parametrize(
    ("top", "rank", "cost"),
    [
        ("5C", "5", 0),
        ("5C", "6", 1),
        ("5C", "7", 2),
        ("5C", "8", 3),
        ("5C", "K", 3),
        ("5C", "4", 3),
        ("KC", "A", 1),
        ("KC", "2", 2),
        ("KC", "3", 3),
        ("QC", "A", 2),
    ],
)
def test_kw_5_a_play_costs_the_steps_up_from_the_top_but_three_at_most(top: str, rank: str, cost: int) -> None:
    assert penalty(NUMBER[top], RANKS.index(rank)) == cost
    game = facing(top, f"{rank}{'D' if cost == 0 else 'C'} 9D 10D")
    play(game, moves(game)[0])
    assert game.view.penalty == cost


def test_kw_5_a_group_costs_once_whichever_of_its_cards_match() -> None:
    game = play(facing("5C", "6C 6D 6H KD"), "0: 6C 6D 6H")
    assert game.view.penalty == 1


# --- KW-6: what becomes of the piles ---


def test_kw_6_a_single_card_tops_its_pile() -> None:
    game = play(facing("5C 9H", "6C KC"), "0: 6C")
    assert piles(game) == "6C 9H"


def test_kw_6_a_group_makes_as_many_piles_the_first_card_in_place_the_others_at_the_end() -> None:
    game = play(facing("5C 9H", "6S 6C 6D KD"), "0: 6C 6D 6S")
    assert piles(game) == "6C 9H 6D 6S"
    assert happened(game) == ["0 plays 6C 6D 6S on 0"]


def test_kw_6_two_groups_in_a_turn_append_one_after_the_other() -> None:
    game = play(facing("5C 9H", "6C 6D 10H 10S KD"), "1: 10H 10S", "0: 6C 6D")
    assert piles(game) == "6C 10H 10S 6D"


def test_kw_6_with_several_decks_equal_cards_top_piles_of_their_own() -> None:
    game = play(facing("5C", "6C 6C 6D KD", decks=2), "0: 6C 6C 6D")
    assert piles(game) == "6C 6C 6D"


def test_kw_6_buried_cards_join_the_played_cards() -> None:
    game = facing("5C", "6C 6D KD")
    before = int(game.view.n_played)
    play(game, "0: 6C 6D")
    assert game.view.n_played == before + 2
