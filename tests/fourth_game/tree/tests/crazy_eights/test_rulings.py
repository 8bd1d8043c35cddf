"""Rulings CE-1 to CE-15."""

import numpy as np
import pytest

from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import InputError
from knotlab.sim.games.crazy_eights.cards import NAMES, points_of
from knotlab.sim.games.crazy_eights.series import MATCH_RULES
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import OVER
from knotlab.sim.settings import make_rules
from tests.crazy_eights.positions import GAME, facing, hand, happened, moves, play, position, scores, turn

# --- CE-1 to CE-4: the start ---


@pytest.mark.parametrize(("players", "packs", "cards"), [(2, 1, 7), (3, 1, 5), (4, 1, 5), (5, 2, 5), (6, 2, 5)])
def test_ce_1_and_2_packs_and_cards_go_by_the_number_of_players(players: int, packs: int, cards: int) -> None:
    rules = make_rules(GAME, players)
    assert (rules["packs"], rules["cards"]) == (packs, cards)


@pytest.mark.parametrize(("players", "packs", "most"), [(6, 1, 7), (5, 1, 9), (4, 1, 10), (6, 2, 10)])
def test_ce_2_a_card_other_than_an_eight_is_left_to_turn_up(players: int, packs: int, most: int) -> None:
    make_rules(GAME, players, [f"packs={packs}", f"cards={most}"])
    if most < 10:
        with pytest.raises(InputError, match=r"at least 5 must be left \(CE-2\)"):
            make_rules(GAME, players, [f"packs={packs}", f"cards={most + 1}"])


def dealt(first: str, stock: str) -> Stepper:
    """A round of two players with a card each, as far as the first turn."""
    named = [*first.split(), *stock.split()]
    game = Stepper(GAME, make_rules(GAME, 2, ["cards=1", "twos=draw"]))
    rest = [card for card in NAMES if card not in named]
    deal = {"hands": [[card] for card in first.split()], "stock": [*stock.split(), *rest]}
    GAME.events.set_deal(game.view, game.hidden, deal)
    game.begin()
    game.open_turn()
    return game


def test_ce_3_eights_turned_up_go_beneath_the_stock_in_their_order() -> None:
    game = dealt("KC KD", "8H 8C 5S 9D")
    assert happened(game) == ["turn-up 8H 8C 5S"]
    stock = [NAMES[card] for card in game.hidden.draw[: int(game.view.stock)]]
    assert (stock[0], stock[-2:], len(stock)) == ("9D", ["8H", "8C"], 52 - 2 - 1)
    assert NAMES[int(game.view.top)] == "5S" and turn(game) == 0


def test_ce_4_play_goes_round_clockwise() -> None:
    game = play(facing("5C", "6C 9H", players=3), "6C")
    assert turn(game) == 1
    play(game, "4C")
    assert turn(game) == 2


# --- CE-5 to CE-7: playing a card ---


def test_ce_5_a_turn_ends_with_one_card_played_or_a_pass() -> None:
    game = play(position("hand 0: 5C 9C 5D\nhand 1: KS 4D\npile: 6C\nstock:", draws=1), "5C")
    assert turn(game) == 1
    play(game, "draw", "pass")
    assert (turn(game), happened(game)) == (0, ["0 play 5C", "1 reshuffle 6C", "1 draw 6C", "1 pass"])


@pytest.mark.parametrize(
    ("top", "held", "expected"),
    [
        ("5C", "5D 9C KH", ["5D", "9C"]),  # rank or suit
        ("5C", "9D KH", []),
        ("5C", "9D 8H", ["8H"]),  # an eight always matches
        ("8C", "9C 8D 8H KH", ["8D", "8H", "9C"]),
    ],
)
def test_ce_6_a_card_matches_by_suit_by_rank_or_as_an_eight(top: str, held: str, expected: list[str]) -> None:
    assert moves(facing(top, held)) == [*expected, "draw"]


def test_ce_6_on_an_eight_the_suit_named_counts_and_not_its_own() -> None:
    game = position("hand 0: 9C 9H 3H\nhand 1: 2S\npile: 8C\nsuit: H\nstock: 4S")
    assert moves(game) == ["3H", "9H", "draw"]


def test_ce_6_with_two_packs_the_very_same_card_matches_and_copies_are_listed_once() -> None:
    assert moves(facing("5C", "5C 5C KD", packs=2)) == ["5C", "draw"]


def test_ce_7_an_eight_names_any_suit_its_own_too() -> None:
    game = play(facing("5C", "8H KD", stock="3C"), "8H")
    assert (turn(game), moves(game)) == (0, ["name C", "name D", "name H", "name S"])
    play(game, "name H")
    assert (turn(game), int(game.view.suit)) == (1, 2)
    assert happened(game) == ["0 play 8H", "0 name H"]


def test_ce_7_the_last_card_names_nothing() -> None:
    game = play(facing("5C", "8H"), "8H")
    assert (game.status, happened(game)) == (OVER, ["0 play 8H"])


# --- CE-8 to CE-10: drawing and passing ---


def test_ce_8_one_may_draw_with_a_card_that_matches_and_play_what_was_drawn() -> None:
    game = play(facing("5C", "5D KH", stock="9C 2S 3S"), "draw")
    assert (turn(game), moves(game)) == (0, ["5D", "9C", "draw"])
    play(game, "9C")
    assert (turn(game), happened(game)) == (1, ["0 draw 9C", "0 play 9C"])


@pytest.mark.parametrize(("draws", "held"), [(1, "2S 5D KH"), (3, "2S 3S 4S 5D KH"), (5, "2S 3S 4S 5D 6S 7S KH")])
def test_ce_9_after_so_many_draws_one_may_pass_whether_a_card_matches_or_not(draws: int, held: str) -> None:
    game = facing("5C", "5D KH", stock="2S 3S 4S 6S 7S 9S", draws=draws)
    for _ in range(draws):
        assert moves(game)[-1] == "draw"
        play(game, "draw")
    assert moves(game) == ["5D", "pass"]
    play(game, "pass")
    assert (turn(game), hand(game, 0)) == (1, held)


def test_ce_10_an_empty_stock_is_renewed_from_the_pile_without_its_top() -> None:
    game = play(position("hand 0: KH\nhand 1: 2S\npile: 9H 3D 5C\nstock:"), "draw", reshuffle="3D 9H")
    assert happened(game) == ["0 reshuffle 3D 9H", "0 draw 3D"]
    assert (int(game.view.stock), int(game.view.pile_size), NAMES[int(game.view.top)]) == (1, 1, "5C")
    assert moves(game)[-1] == "draw"


def test_ce_10_with_nothing_beneath_the_top_there_is_no_card_to_draw() -> None:
    game = position("hand 0: KH 5D\nhand 1: 2S\npile: 5C\nstock:")
    assert moves(game) == ["5D", "pass"]


def test_ce_10_the_suit_named_stands_when_the_pile_is_shuffled() -> None:
    game = play(position("hand 0: KH\nhand 1: 2S\npile: 3D 8C\nsuit: H\nstock:"), "draw")
    assert moves(game) == ["KH", "pass"]


# --- CE-11: twos ---

TWO = "hand 0: 2C KH\nhand 1: 2D 4C\nhand 2: KS QS\npile: 5C\nstock: AS AH AD 3S 4S"


def test_ce_11_a_plain_two_draws_nothing() -> None:
    game = play(position(TWO), "2C")
    assert (turn(game), happened(game)) == (1, ["0 play 2C"])


def test_ce_11_a_two_makes_the_next_player_draw_two_before_an_ordinary_turn() -> None:
    game = play(position(TWO, twos="draw", draws=1), "2C")
    assert (turn(game), happened(game)) == (1, ["0 play 2C", "1 draw AS", "1 draw AH"])
    assert moves(game) == ["2D", "4C", "draw"] and game.view.drawn == 0


def test_ce_11_an_answer_with_a_two_does_not_add_up() -> None:
    game = play(position(TWO, twos="draw"), "2C", "2D")
    assert (turn(game), happened(game)[-2:]) == (2, ["2 draw AD", "2 draw 3S"])


def test_ce_11_only_as_many_as_there_are() -> None:
    game = play(position("hand 0: 2C KH\nhand 1: 4C\npile: 5C\nstock:", twos="draw"), "2C")
    assert (turn(game), happened(game)) == (1, ["0 play 2C", "1 reshuffle 5C", "1 draw 5C"])
    assert moves(game) == ["4C", "5C", "pass"]


def test_ce_11_a_two_turned_up_draws_nothing() -> None:
    assert happened(dealt("KC KD", "2H 9D")) == ["turn-up 2H"]


def test_ce_11_a_last_two_draws_nothing() -> None:
    game = play(position("hand 0: 2C\nhand 1: 4C\npile: 5C\nstock: AS AH", twos="draw"), "2C")
    assert (game.status, happened(game)) == (OVER, ["0 play 2C"])


# --- CE-12 and CE-13: the end and the scores ---


@pytest.mark.parametrize(
    ("card", "points"), [("8H", 50), ("KC", 10), ("QD", 10), ("JS", 10), ("10H", 10), ("AS", 1), ("2C", 2), ("9D", 9)]
)
def test_ce_13_what_a_card_counts(card: str, points: int) -> None:
    plain = getattr(points_of, "py_func", points_of)
    assert plain(NAMES.index(card)) == points


def test_ce_12_and_13_whoever_is_out_wins_what_the_others_lose() -> None:
    game = play(position("hand 0: 5D\nhand 1: 8S AC\nhand 2: KH 9C 9D\npile: 5C\nstock: 2S"), "5D")
    assert (turn(game), scores(game)) == (None, [79, -51, -28])


def test_ce_12_and_13_a_round_is_blocked_when_everybody_passed_in_a_row_and_nobody_wins() -> None:
    game = play(position("hand 0: 9H\nhand 1: KS\nhand 2: 6H\npile: 5C\nstock:"), "pass", "pass")
    assert turn(game) == 2
    play(game, "pass")
    assert (turn(game), scores(game)) == (None, [-9, -10, -6])


def test_ce_12_a_card_played_or_drawn_starts_the_count_of_idle_turns_anew() -> None:
    game = play(position("hand 0: 9H\nhand 1: KS 6C\nhand 2: QH\npile: 5C\nstock:"), "pass", "6C")
    assert (turn(game), int(game.view.idle)) == (2, 0)
    play(game, "draw", "pass")
    assert (turn(game), int(game.view.idle)) == (0, 0)
    play(game, "pass", "pass")
    assert (turn(game), int(game.view.idle)) == (2, 2)
    play(game, "pass")
    assert turn(game) is None


def test_ce_12_and_13_a_round_is_capped_after_so_many_turns_and_nobody_wins() -> None:
    shown = record_game(make_job("crazy-eights", ["random"] * 2, seed=1, rules=["turn_limit=2", "draws=1"]), 0)
    assert (shown["result"]["end"], shown["result"]["turns"]) == ("capped", 2)
    assert max(shown["result"]["score"]) < 0


# --- CE-14 and CE-15 ---


def test_ce_14_scores_are_added_up_and_the_deal_moves_on_by_one_seat() -> None:
    results = np.zeros(2, GAME.result)
    results["score"][:, :3] = [[79, -51, -28], [-9, -10, -6]]
    assert MATCH_RULES.points(results, 3).tolist() == [[79, -51, -28], [-9, -10, -6]]
    assert MATCH_RULES.next_first(results, 3).tolist() == [1, 1]


def test_ce_15_a_player_sees_his_hand_the_pile_and_how_many_cards_there_are() -> None:
    game = position("hand 0: 5D 5D KH\nhand 1: 8S AC\npile: 9C 5C\nstock: 2S 3S 4S", packs=2)
    view = game.view
    assert {NAMES[card]: n for card, n in enumerate(view.hand.tolist()) if n} == {"5D": 2, "KH": 1}
    assert {NAMES[card]: n for card, n in enumerate(view.pile.tolist()) if n} == {"5C": 1, "9C": 1}
    assert (view.hand_sizes[:2].tolist(), int(view.stock), int(view.pile_size)) == ([3, 2], 3, 2)
    play(game, "draw")
    assert (int(view.drawn), int(view.stock), view.hand_sizes[:2].tolist()) == (1, 2, [4, 2])
