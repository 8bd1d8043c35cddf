"""Rulings TY-5, TY-6 and TY-8: tricks, scores, what is known."""

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.games.twyst.cards import ALL, NAMES, mask, spell
from knotlab.sim.protocol import differing
from knotlab.sim.settings import make_rules
from tests.twyst.positions import after_bids, fill, last_trick, moves, play, play_out, position, start, tricks

NO_TRUMP = "AS 3C 4D 5H"
SPADES = "KS 3C 4D 5H"

# --- TY-5: tricks ---


def table(hands: list[str], bids: str = NO_TRUMP, lead: int = 0) -> str:
    """A position from four hands."""
    return f"bids: {bids}\nlead: {lead}\n" + "\n".join(f"hand {seat}: {cards}" for seat, cards in enumerate(hands))


def test_ty_5_suit_must_be_followed_and_any_card_of_it_will_do() -> None:
    game = play(position(table(["9H 9C", "10H JH", "3H AS", "4S 5S"], bids="KD 3C 4D 5S")), "9H")
    assert moves(game) == ["10H", "JH"]
    play(game, "10H")
    assert moves(game) == ["3H"]


def test_ty_5_who_cannot_follow_plays_any_card_and_need_not_trump() -> None:
    game = play(position(table(["9H 9C", "10C KS", "3H AS", "4S 5S"], bids="QS 3C 4D 5C")), "9H")
    assert moves(game) == ["10C", "KS"]


def test_ty_5_the_leader_may_lead_anything_trumps_too() -> None:
    game = position(table(["9H KS", "10C 2C", "3H AS", "4S 5S"], bids="QS 3C 4D 5C"))
    assert moves(game) == ["9H", "KS"]


@pytest.mark.parametrize(
    ("bids", "trick", "winner"),
    [
        (NO_TRUMP, "9H 10H KS KD", 1),
        (NO_TRUMP, "9H 3H 10S AC", 0),
        (SPADES, "9H 10H 2S AH", 2),
        (SPADES, "9H 3S AH 2S", 1),
        (SPADES, "9H 3S AH 8S", 3),
        (SPADES, "9S AH AC AD", 0),
        (SPADES, "9S 10S AC JS", 3),
        (SPADES, "9D KD AC 10D", 1),
    ],
)
def test_ty_5_the_highest_trump_wins_else_the_highest_of_the_suit_led(bids: str, trick: str, winner: int) -> None:
    spares = ("6C", "7C", "8C", "9C")  # never of the suit led, so that every card of the trick is legal
    game = position(table([f"{card} {spare}" for card, spare in zip(trick.split(), spares, strict=True)], bids=bids))
    play(game, trick)
    assert tricks(game)[winner] == 1 + (winner == 3) * 11
    assert int(game.view.seat) == int(game.view.leader) == winner


def test_ty_5_the_deal_is_over_after_thirteen_tricks() -> None:
    game = after_bids(NO_TRUMP)
    play_out(game)
    assert sum(tricks(game)) == 13
    assert game.view.trick == 13 and game.view.hand_sizes.tolist() == [0] * 4


# --- TY-6: scores ---


@pytest.mark.parametrize(("bids", "rate"), [("AS 3C 4D 5H", 20), ("KS 3C 4D 5H", 15)])
def test_ty_6_ace_and_court_solos_score_each_trick_won_or_lose_each_trick_lost(bids: str, rate: int) -> None:
    assert last_trick(bids, "6 2 2 2", winner=0) == [7 * rate, 0, 0, 0]
    assert last_trick(bids, "12 0 0 0", winner=0) == [13 * rate, 0, 0, 0]
    assert last_trick(bids, "6 2 2 2", winner=1) == [-7 * rate, 0, 0, 0]
    assert last_trick(bids, "0 4 4 4", winner=1) == [-13 * rate, 0, 0, 0]
    assert last_trick(bids, "6 2 2 2", winner=1, lost="shortfall") == [-rate, 0, 0, 0]
    assert last_trick(bids, "0 4 4 4", winner=1, lost="shortfall") == [-7 * rate, 0, 0, 0]
    assert last_trick(bids, "6 2 2 2", winner=0, lost="shortfall") == [7 * rate, 0, 0, 0]


@pytest.mark.parametrize("lost", ["others", "shortfall"])
@pytest.mark.parametrize(
    ("won", "winner", "score"),
    [
        ("3 3 3 3", 0, 40),  # four tricks are enough against three each
        ("12 0 0 0", 0, 130),
        ("3 3 3 3", 1, -40),
        ("4 4 2 2", 3, -40),  # a tie fails, and pays for all the tricks of the best opponent, not for the difference
        ("2 6 2 2", 1, -70),
        ("0 6 6 0", 3, -60),
    ],
)
def test_ty_6_a_twist_solo_must_win_more_than_any_other_and_else_pays_for_the_best_of_them(
    won: str, winner: int, score: int, lost: str
) -> None:
    assert last_trick("10S 3C 4D 5H", won, winner, lost=lost) == [score, 0, 0, 0]


@pytest.mark.parametrize("lost", ["others", "shortfall"])
def test_ty_6_a_misere_is_150_either_way(lost: str) -> None:
    assert last_trick("2S 3C 4D 5H", "0 4 4 4", winner=1, lost=lost) == [150, 0, 0, 0]
    assert last_trick("2S 3C 4D 5H", "0 4 4 4", winner=0, lost=lost) == [-150, 0, 0, 0]
    assert last_trick("2S 3C 4D 5H", "5 3 2 2", winner=0, lost=lost) == [-150, 0, 0, 0]


def test_ty_6_of_several_aces_and_deuces_each_is_scored_by_itself() -> None:
    assert last_trick("AS 2S AD 5H", "7 0 3 2", winner=0) == [160, 150, -200, 0]
    assert last_trick("AS 2S AD 5H", "3 1 6 2", winner=2) == [-200, -150, 140, 0]


def test_ty_6_partners_of_a_trump_duo_each_score_their_joint_tricks() -> None:
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=1) == [80, 80, 0, 0]
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=2) == [-60, -60, 0, 0]
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=2, lost="shortfall") == [-10, -10, 0, 0]
    assert last_trick("3S 9D 4S 10H", "3 3 3 3", winner=1) == [-70, 0, -70, 0]
    assert last_trick("3S 9D 4S 10H", "0 6 0 6", winner=1, lost="shortfall") == [-70, 0, -70, 0]
    assert last_trick("6S 9D 5S 10H", "5 1 5 1", winner=0) == [110, 0, 110, 0]


def test_ty_6_own_partners_of_a_duo_that_is_made_score_the_tricks_that_each_won() -> None:
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=1, partners="own") == [40, 40, 0, 0]
    assert last_trick("8S 6S 9D 10H", "7 0 3 2", winner=0, partners="own") == [80, 0, 0, 0]
    assert last_trick("3S 5C 4S 6C", "6 0 6 0", winner=0, partners="own") == [70, 0, 60, 0]
    assert last_trick("3S 4S 5C 6C", "4 2 3 3", winner=2, partners="own") == [0, 0, 40, 30]


def test_ty_6_own_a_duo_that_fails_costs_both_partners_the_same() -> None:
    assert last_trick("8S 6S 9D 10H", "7 0 3 2", winner=2, partners="own") == [-60, -60, 0, 0]
    assert last_trick("8S 6S 9D 10H", "7 0 3 2", winner=2, partners="own", lost="shortfall") == [-10, -10, 0, 0]


def test_ty_6_own_soloists_score_as_ever() -> None:
    assert last_trick("AS 3C 4D 5H", "7 2 2 1", winner=0, partners="own") == [160, 0, 0, 0]


@pytest.mark.parametrize("lost", ["others", "shortfall"])
def test_ty_6_the_pair_with_seven_scores_in_a_plain_duo_and_the_other_loses_nothing(lost: str) -> None:
    assert last_trick("3S 4S 5C 6C", "4 2 3 3", winner=0, lost=lost) == [70, 70, 0, 0]
    assert last_trick("3S 4S 5C 6C", "4 2 3 3", winner=2, lost=lost) == [0, 0, 70, 70]
    assert last_trick("3S 5C 4S 6C", "6 0 6 0", winner=0, lost=lost) == [130, 0, 130, 0]


def test_ty_6_nemo_scores_clean_tricks_double_if_every_trick_taken_was_clean() -> None:
    assert last_trick("3S 4S 5S 6C", "3 3 3 3", winner=0, clean="3 2 0 3") == [80, 20, 0, 60]
    assert last_trick("3S 4S 5S 6C", "0 4 4 4", winner=1, clean="0 4 1 0") == [0, 100, 10, 0]


def test_ty_6_a_trick_with_one_card_of_the_unwanted_suit_is_not_clean() -> None:
    assert last_trick("3S 4S 5S 6C", "3 3 3 3", winner=0, clean="3 2 0 3", last="2C 2S 2H") == [30, 20, 0, 60]
    assert last_trick("3S 4S 5S 6C", "0 4 4 4", winner=0, last="2C 2S 2H") == [0, 0, 0, 0]


def test_ty_6_lost_nothing_no_failed_solo_or_duo_costs_anything_but_a_misere() -> None:
    for bids, won in (("AS 3C 4D 5H", "6 2 2 2"), ("KS 3C 4D 5H", "6 2 2 2"), ("10S 3C 4D 5H", "2 6 2 2")):
        assert last_trick(bids, won, winner=1, lost="nothing") == [0, 0, 0, 0]
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=2, lost="nothing") == [0, 0, 0, 0]
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=1, lost="nothing") == [80, 80, 0, 0]
    assert last_trick("2S 3C 4D 5H", "0 4 4 4", winner=0, lost="nothing") == [-150, 0, 0, 0]


def test_ty_6_every_score_is_a_setting() -> None:
    assert last_trick("AS 3C 4D 5H", "6 2 2 2", winner=0, ace=25) == [175, 0, 0, 0]
    assert last_trick("AS 3C 4D 5H", "6 2 2 2", winner=1, ace=25) == [-175, 0, 0, 0]
    assert last_trick("KS 3C 4D 5H", "6 2 2 2", winner=0, court=5) == [35, 0, 0, 0]
    assert last_trick("10S 3C 4D 5H", "3 3 3 3", winner=0, numerals=8) == [32, 0, 0, 0]
    assert last_trick("10S 3C 4D 5H", "2 6 2 2", winner=1, numerals=8) == [-56, 0, 0, 0]
    assert last_trick("8S 6S 9D 10H", "4 3 3 2", winner=1, numerals=8) == [64, 64, 0, 0]
    assert last_trick("3S 4S 5C 6C", "4 2 3 3", winner=0, numerals=8) == [56, 56, 0, 0]
    assert last_trick("2S 3C 4D 5H", "0 4 4 4", winner=1, misere=100) == [100, 0, 0, 0]
    assert last_trick("2S 3C 4D 5H", "0 4 4 4", winner=0, misere_lost=50) == [-50, 0, 0, 0]
    assert last_trick("3S 4S 5S 6C", "3 3 3 3", winner=0, clean="3 2 0 3", nemo=6, nemo_clean=9) == [36, 12, 0, 27]


def test_ty_6_the_settings_are_named_lost_and_partners() -> None:
    game = games.find("twyst")
    assert make_rules(game, 4, ["partners=own"])["partners"] == "own"
    assert make_rules(game, 4)["partners"] == "joint"
    assert make_rules(game, 4)["lost"] == "others"
    assert make_rules(game, 4, ["lost=shortfall"])["lost"] == "shortfall"


# --- TY-8: what is known ---


def test_ty_8_a_player_sees_the_own_hand_and_no_other() -> None:
    deal = fill([{"AS"}, {"3C"}, {"4D"}, {"5H"}])
    game = start(deal)
    for seat, card in enumerate(("AS", "3C", "4D", "5H")):
        assert int(game.view.seat) == seat
        assert game.view.hand == mask(" ".join(deal[seat]))
        play(game, card)
    play(game, "lead2")
    assert game.view.hand == mask(" ".join(deal[2]))


def test_ty_8_bids_and_contract_are_known_to_all_and_each_sees_his_own() -> None:
    game = after_bids("10C 3H 9D 8H")
    seen = []
    for _ in range(4):
        view = game.view
        assert spell(sum(1 << card for card in view.shown.tolist())) == ["10C", "9D", "3H", "8H"]
        seen.append((int(view.seat), int(view.contract), int(view.partner)))
        play(game, moves(game)[0])
    assert seen == [(0, -1, -1), (1, 4, 3), (2, -1, -1), (3, 4, 1)]


def test_ty_8_cards_played_are_known_in_order_and_by_whom() -> None:
    game = position(table(["9H 9C", "10H JH", "3H AS", "4S 5S"], bids="KD 3C 4D 5S"))
    before = [int(cards) for cards in game.view.played_by]
    play(game, "9H 10H 3H 5S JH AS")
    view = game.view
    assert [spell(1 << int(card))[0] for card in view.order[44:50]] == ["9H", "10H", "3H", "5S", "JH", "AS"]
    assert [spell(int(cards) & ~past) for cards, past in zip(view.played_by, before, strict=True)] == [
        ["9H"],
        ["10H", "JH"],
        ["3H", "AS"],
        ["5S"],
    ]
    assert spell(int(view.on_table)) == ["JH", "AS"]
    assert int(view.winners[11]) == int(view.leader) == 1
    assert view.hand_sizes.tolist() == [1, 0, 0, 1]


def test_ty_8_who_failed_to_follow_is_known() -> None:
    game = play(position(table(["9H 9C", "10H JH", "3H AS", "4S 5S"], bids="KD 3C 4D 5S")), "9H 10H 3H 5S")
    assert game.view.voids.tolist() == [0, 0, 0, 4]
    play(game, "JH AS 4S 9C")
    assert game.view.voids.tolist() == [4, 0, 4, 4]


@pytest.mark.parametrize("index", range(3))
def test_ty_8_a_later_bidder_cannot_see_what_was_bid_before(index: int) -> None:
    pack, views = list(np.random.default_rng(index).permutation(NAMES)), []
    for bid in (0, 12):
        game = start([sorted(pack[seat::4], key=NAMES.index) for seat in range(4)])
        game.play(game.moves()[bid])
        game.open_turn()
        views.append(game.view.copy())
    assert differing(*views) == []


def test_cards_are_spelt_as_in_the_rulings() -> None:
    assert spell(ALL) == list(NAMES)
    assert len(NAMES) == 52 and {"AS", "10H", "2C", "KD"} <= set(NAMES)
