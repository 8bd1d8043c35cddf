"""Rulings KW-1, KW-2, KW-7 to KW-9: the deal, the turns, the penalty of a turn, going out."""

import numpy as np
import pytest

from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.cards import NAMES
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.settings import make_rules
from tests.knotweed.positions import (
    GAME,
    draw_pile,
    facing,
    hand,
    happened,
    moves,
    piles,
    places,
    play,
    plays,
    position,
    turn,
)
from tests.knotweed.scripts import EAGER, job

# --- KW-1: players, decks, deal ---


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (4, 2), (8, 2)])
def test_kw_1_there_is_one_deck_for_two_or_three_players_and_two_for_more(players: int, decks: int) -> None:
    assert make_rules(GAME, players)["decks"] == decks
    assert make_rules(GAME, players, ["decks=3"])["decks"] == 3


@pytest.mark.parametrize(
    ("players", "changes"),
    [(1, []), (9, []), (3, ["decks=0"]), (3, ["decks=5"]), (3, ["cheating=1.5"]), (3, ["cheating=nan"])],
)
def test_kw_1_other_numbers_are_refused(players: int, changes: list[str]) -> None:
    with pytest.raises(InputError):
        make_rules(GAME, players, changes)


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (3, 1), (5, 2), (8, 1), (8, 4)])
def test_kw_1_five_cards_each_then_the_first_pile_then_the_draw_pile(players: int, decks: int) -> None:
    game = Stepper(GAME, make_rules(GAME, players, [f"decks={decks}"]))
    game.deal(3)
    game.begin()
    deal = GAME.events.deal_of(game.view, game.hidden)
    assert [len(cards) for cards in deal["hands"]] == [5] * players
    assert len(deal["draw"]) == 52 * decks - 5 * players - 1
    cards = [*(card for cards in deal["hands"] for card in cards), deal["start"], *deal["draw"]]
    assert sorted(cards) == sorted(NAMES * decks)
    assert [sorted(hand(game, seat).split()) for seat in range(players)] == [sorted(cards) for cards in deal["hands"]]
    assert (piles(game), draw_pile(game)) == (deal["start"], " ".join(deal["draw"]))


def test_kw_1_the_pack_is_shuffled_as_the_draw_protocol_says() -> None:
    game = Stepper(GAME, make_rules(GAME, 2, ["decks=2"]))
    game.deal(11, 5)
    stream = np.random.Philox(key=np.array([11, 0], np.uint64), counter=np.array([0, 5, 0, 0], np.uint64))
    pack = [name for name in NAMES for _ in range(2)]
    for i in range(len(pack) - 1, 0, -1):
        j = int(stream.random_raw()) * (i + 1) >> 64
        pack[i], pack[j] = pack[j], pack[i]
    deal = GAME.events.deal_of(game.view, game.hidden)
    assert deal == {"hands": [pack[0:10:2], pack[1:10:2]], "start": pack[10], "draw": pack[11:]}


# --- KW-2: who is to move ---


def test_kw_2_seat_0_has_the_first_turn() -> None:
    game = Stepper(GAME, make_rules(GAME, 4))
    game.deal(1)
    game.begin()
    game.open_turn()
    assert turn(game) == 0


def test_kw_2_play_goes_clockwise_over_those_still_holding_cards() -> None:
    game = position(
        "hand 0: 2C 9C\nhand 2: 2D 9D\nhand 4: 2H 9H\nout: 1 3\npiles: 2S\ndraw: AS 4S 5S 6S 7S 8S 9S\nturn: 2"
    )
    seen = []
    for _ in range(4):
        seen.append(turn(game))
        assert game.view.next == {0: 2, 2: 4, 4: 0}[seen[-1]]
        play(game, "pass")
    assert seen == [2, 4, 0, 2]


# --- KW-7: the penalty of a turn ---


def test_kw_7_the_largest_penalty_of_the_plays_is_paid_once_at_the_end() -> None:
    game = play(facing("6C 6D", "7C 8D KD", draw="AS 2S 3S 4S"), "0: 7C")
    assert (game.view.penalty, happened(game)) == (1, ["0 plays 7C on 0"])
    play(game, "1: 8D", "stop")
    assert happened(game) == ["0 plays 8D on 1", "0 draws AS 2S"]
    assert hand(game, 0) == "AS 2S KD"


def test_kw_7_a_later_cheaper_play_changes_nothing() -> None:
    game = play(facing("6C 6D", "7C 8D KD"), "1: 8D", "0: 7C")
    assert game.view.penalty == 2


def test_kw_7_plays_of_the_tops_rank_alone_cost_nothing() -> None:
    game = play(facing("6C 9D", "6H 9S KD"), "0: 6H", "1: 9S", "stop")
    assert happened(game) == ["0 plays 6H on 0", "0 plays 9S on 1"]
    assert hand(game, 0) == "KD"


def test_kw_7_a_pass_costs_three() -> None:
    game = play(facing("5C", "9D KD"), "pass")
    assert happened(game) == ["0 passes", "0 draws AS 2S 3S"]


def test_kw_7_one_who_could_play_may_pass() -> None:
    assert moves(facing("5C", "5D KD")) == ["0: 5D", "pass"]


# --- KW-8: going out ---


def test_kw_8_with_the_last_card_one_is_out_at_once_and_pays_nothing() -> None:
    game = play(position("hand 0: 8C\nhand 1: 9H 2D\nhand 2: KH\npiles: 5C\ndraw: AS 2S 3S 4S"), "0: 8C")
    assert happened(game) == ["0 plays 8C on 0", "0 out 1"]
    assert (places(game), turn(game), draw_pile(game)) == ([1, 0, 0], 1, "AS 2S 3S 4S")


def test_kw_8_places_go_in_order_and_the_last_one_holding_cards_loses() -> None:
    game = position("hand 0: 6C 6D\nhand 1: 9H 2D\nhand 2: 8C\npiles: 7C\ndraw: AS 2S 3S 4S 5S\nturn: 2")
    play(game, "0: 8C", "pass", "pass")
    assert turn(game) == 0
    game = play(position("hand 0: 6C 6D\nhand 1: 9H 2D\nout: 2\npiles: 5C 4H\ndraw: AS 2S"), "0: 6C 6D")
    assert happened(game) == ["0 plays 6C 6D on 0", "0 out 2"]  # no pruning: the round is over
    assert (places(game), turn(game)) == ([2, 3, 1], None)


# --- KW-9: pruning ---


@pytest.mark.parametrize(
    ("tops", "chosen", "left"),
    [("5C 4H", [0], "4H"), ("5C 4H 9D", [2, 1], "6D"), ("2D 3D 4D 5C 8D", [4, 0, 1], "4D 6D")],
)
def test_kw_9_one_who_goes_out_discards_half_of_the_piles_rounded_up(tops: str, chosen: list[int], left: str) -> None:
    at = tops.split().index("5C")
    game = position(f"hand 0: 6D\nhand 1: KH\nhand 2: KS\npiles: {tops.replace('5C', '6C')}\ndraw: AS 2S")
    play(game, f"{at}: 6D")
    assert game.view.to_prune == len(chosen)
    play(game, *(f"prune {pile}" for pile in chosen))
    assert happened(game)[-1] == f"0 prunes {' '.join(map(str, chosen))}"
    assert (piles(game), turn(game)) == (left, 1)


def test_kw_9_each_pile_can_be_chosen_once_and_asking_goes_on_until_all_are_chosen() -> None:
    game = play(position("hand 0: 6D\nhand 1: KH\nhand 2: KS\npiles: 6C 4H 9D\ndraw: AS 2S"), "0: 6D")
    assert moves(game) == ["prune 0", "prune 1", "prune 2"]
    play(game, "prune 1")
    assert moves(game) == ["prune 0", "prune 2"]
    play(game, "prune 2")
    assert (piles(game), turn(game)) == ("6D", 1)


def test_kw_9_the_piles_of_the_last_play_count_and_can_be_chosen() -> None:
    game = play(position("hand 0: 6C 6D\nhand 1: KH\nhand 2: KS\npiles: 5C\ndraw: AS 2S"), "0: 6C 6D")
    assert moves(game) == ["prune 0", "prune 1"]


def test_kw_9_a_single_pile_is_not_pruned() -> None:
    game = play(position("hand 0: 6D\nhand 1: KH\nhand 2: KS\npiles: 6C\ndraw: AS 2S"), "0: 6D")
    assert happened(game) == ["0 plays 6D on 0", "0 out 1"]
    assert turn(game) == 1


def test_kw_9_pruned_piles_stay_among_the_played_cards() -> None:
    game = position("hand 0: 6D\nhand 1: KH\nhand 2: KS\npiles: 6C 4H\ndraw: AS 2S")
    before = int(game.view.n_played)
    play(game, "0: 6D", "prune 1")
    assert game.view.n_played == before + 1


def test_kw_9_the_next_player_plays_on_what_is_left() -> None:
    game = play(position("hand 0: 6D\nhand 1: 4S 7D\nhand 2: KS\npiles: 6C 4H\ndraw: AS 2S"), "0: 6D", "prune 1")
    assert plays(game) == ["0: 7D"]


def test_kw_8_a_whole_round_gives_every_place_once() -> None:
    results = play_games(job([EAGER] * 5), 0, 50)
    assert all(sorted(result.place[:5]) == [1, 2, 3, 4, 5] for result in results)
