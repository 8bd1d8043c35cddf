"""What the rules of the rulebook's tips are about, at positions written as text."""

import pytest

from knotlab.sim.games.twisted_knot.cards import FIVE
from knotlab.sim.playing.stepper import Stepper, legal_moves
from knotlab.strategies.inspection import python_function
from knotlab.strategies.twisted_knot._advice import ADVICE
from tests.twisted_knot.positions import GAME, facing, moves

RULES = {rule.__name__: rule for rule in ADVICE}
STACKS = {n: " ".join(["9", *["7"] * (n - 1)]) for n in (1, 2, 3, 5, 6)}  # of so many cards, a nine at the bottom


def shown(game: Stepper, rule: str) -> set[str]:
    """The moves that a rule says are so."""
    fits = python_function(RULES[rule])
    return {name for name, move in zip(moves(game), legal_moves(GAME, game.view), strict=True) if fits(game.view, move)}


def next_with(cards: int, held: str) -> Stepper:
    """Somebody with these cards in front of a player with so many in hand."""
    game = facing("", held, pile="6 6")
    game.view.hand_sizes[game.view.next] = cards
    return game


@pytest.mark.parametrize(("rule", "rank"), [("saves_aces", "A"), ("saves_nines", "9"), ("saves_queens", "Q")])
def test_cards_are_saved_by_any_other_move_while_there_are_others_in_the_hand(rule: str, rank: str) -> None:
    assert shown(facing("", f"{rank}x2 K 7"), rule) == {"lay K", "lay 7"}
    assert shown(facing("", f"{rank}x2"), rule) == set()  # nothing else could be laid first
    assert shown(facing("", "K 7"), rule) == set()


@pytest.mark.parametrize(
    ("stack", "held", "rule"), [("6x3", "A 7 5 Q", "saves_aces"), ("2", "Q K 7x2", "saves_queens")]
)
def test_nobody_picks_up_to_save_cards_nor_keeps_queens_from_a_two(stack: str, held: str, rule: str) -> None:
    game = facing(stack, held)
    assert len(moves(game)) > 1 and shown(game, rule) == set()
    assert "pick up" in shown(facing("3", "Q K"), "keeps_queens") and shown(facing("2", "Q 7"), "keeps_queens") == set()


@pytest.mark.parametrize(("rule", "rank"), [("lays_aces_together", "A"), ("lays_nines_together", "9")])
def test_only_several_are_laid_together(rule: str, rank: str) -> None:
    assert shown(facing("", f"{rank}x3 K 7"), rule) == {f"lay {rank}x2", f"lay {rank}x3"}
    on_a_joker = facing("7 Jk", f"{rank}x2 5 Q")
    assert f"lay {rank}x2" in moves(on_a_joker) and shown(on_a_joker, rule) == set()  # it wants a pair


def test_jacks_together_are_two_or_more_of_them() -> None:
    assert shown(facing("", "Jx2 Kx2 7"), "lays_jacks_together") == {"lay Jx2"}


def test_the_last_five_is_all_of_them_in_a_hand_of_four_or_more() -> None:
    assert shown(facing("", "5x2 Q K"), "lays_last_five") == {"lay 5x2"}
    assert shown(facing("", "5 Q K"), "lays_last_five") == set()
    jack = facing("J", "5 Q K 7")
    jack.view.holding = jack.view.magic_at  # between two, nothing else answers it
    assert "lay 5" in moves(jack) and shown(jack, "lays_last_five") == set()


def test_aces_and_nines_are_saved_together() -> None:
    assert shown(facing("", "A 9 Q K"), "saves_aces_and_nines") == {"lay Q", "lay K"}
    assert shown(facing("", "Q K"), "saves_aces_and_nines") == set()


@pytest.mark.parametrize(
    ("stack", "fives", "shows"),
    [
        ("7 9 10 7 9 10 7 9 7 6", 1, {"lay Jx2"}),
        ("7 9 10 7 9 10 7 9 7 6", 0, {"lay J", "lay Jx2"}),
        ("9 7 6", 0, set()),
    ],
)
def test_jacks_laid_by_counting_are_more_than_the_fives_that_the_other_may_hold(
    stack: str, fives: int, shows: set[str]
) -> None:
    game = facing(stack, "Jx2 K")
    game.view.known[game.view.next] = 0
    game.view.known[game.view.next, FIVE] = fives
    game.view.cleared[FIVE] = game.view.deck[FIVE] - fives
    game.view.hand_sizes[game.view.next] = fives
    assert shown(game, "lays_jacks_by_counting") == shows


def test_twos_and_jokers_press_a_player_with_two_cards_and_a_single_two_one_with_one() -> None:
    assert shown(next_with(2, "2x2 Jk K 7"), "presses") == {"lay 2", "lay 2x2", "lay Jk"}
    assert shown(next_with(1, "2x2 Jk K 7"), "presses") == {"lay 2"}
    assert shown(next_with(3, "2x2 Jk K 7"), "presses") == shown(next_with(0, "2x2 Jk K 7"), "presses") == set()


@pytest.mark.parametrize(("cards", "rule"), [(1, "at_one"), (3, "at_three"), (4, "at_four"), (6, "at_six")])
def test_so_many_cards_count_as_few(cards: int, rule: str) -> None:
    """At one card, nothing that lets the player top up; a player with more cards than that is left alone."""
    pressed = {"lay 2", "lay 2x2", "lay Jk"} if cards > 1 else {"lay 2"}
    aces = {"lay A", "lay Ax2"}
    assert shown(next_with(cards, "2x2 Ax2 Jk K 7"), f"presses_{rule}") == pressed
    assert shown(next_with(cards, "2x2 Ax2 Jk K 7"), f"keeps_off_pile_{rule}") == pressed | aces
    assert shown(next_with(cards + 1, "2x2 Ax2 Jk K 7"), f"presses_{rule}") == set()
    assert shown(next_with(cards + 1, "2x2 Ax2 Jk K 7"), f"keeps_off_pile_{rule}") == set()


def test_only_who_has_no_hand_is_kept_off_the_pile() -> None:
    assert shown(next_with(0, "2x2 A Jk K"), "keeps_off_pile_at_none") == {"lay 2", "lay 2x2", "lay Jk", "lay A"}
    assert shown(next_with(1, "2x2 A Jk K"), "keeps_off_pile_at_none") == set()


def test_they_press_by_choice_only_where_other_cards_can_be_laid() -> None:
    assert shown(next_with(2, "2x2 Jk K 7"), "presses_by_choice") == {"lay 2", "lay 2x2", "lay Jk"}
    assert shown(next_with(2, "2x2 Jk"), "presses_by_choice") == set()
    assert shown(next_with(2, "2x2 Jk"), "presses") == {"lay 2", "lay 2x2", "lay Jk"}
    assert shown(next_with(3, "2x2 Jk K 7"), "presses_by_choice") == set()


def test_aces_twos_and_jokers_keep_a_player_with_few_cards_off_the_pile() -> None:
    """At one card nothing that lets that player top up: no joker, and a single two."""
    aces = {"lay A", "lay Ax2"}
    for cards in (0, 2):
        assert shown(next_with(cards, "2x2 Ax2 Jk K 7"), "keeps_off_pile") == {"lay 2", "lay 2x2", "lay Jk"} | aces
    assert shown(next_with(1, "2x2 Ax2 Jk K 7"), "keeps_off_pile") == {"lay 2"} | aces
    assert shown(next_with(3, "2 Ax2 Jk K 7"), "keeps_off_pile") == set()


def test_they_do_so_by_choice_only_where_other_cards_can_be_laid() -> None:
    kept_off = {"lay 2", "lay A", "lay Ax2", "lay Jk"}
    assert shown(next_with(2, "2 Ax2 Jk K 7"), "keeps_off_pile_by_choice") == kept_off
    assert shown(next_with(2, "2 Ax2 Jk"), "keeps_off_pile_by_choice") == set()
    assert shown(next_with(3, "2 Ax2 Jk K 7"), "keeps_off_pile_by_choice") == set()


@pytest.mark.parametrize("card", ["3", "8", "9", "10", "A", "Jk"])
def test_a_stack_is_worth_having_for_one_card_in_it(card: str) -> None:
    others = {rank for rank in "2 5 6 7 Q J K".split() if shown(facing(f"{rank} 7", "K 3"), "picks_up_wanted")}
    assert others == set()
    game = facing(f"{card} 7", "K 3")
    assert shown(game, "picks_up_wanted") == {"pick up"} and shown(game, "picks_up_unwanted") == set()
    assert shown(facing("5 7", "K 3"), "picks_up_unwanted") == {"pick up"}


def test_a_joker_or_several_twos_let_a_player_with_one_card_top_up() -> None:
    assert shown(next_with(1, "2x2 Jk K 7"), "lets_top_up") == {"lay 2x2", "lay Jk"}
    assert shown(next_with(2, "2x2 Jk K 7"), "lets_top_up") == set()


def test_they_do_so_by_choice_where_a_single_two_or_another_card_can_be_laid() -> None:
    rule = "lets_top_up_by_choice"
    assert shown(next_with(1, "Jk K"), rule) == {"lay Jk"} and shown(next_with(1, "2x2"), rule) == {"lay 2x2"}
    assert shown(next_with(1, "Jk"), rule) == set() and shown(next_with(2, "2x2 Jk K 7"), rule) == set()


@pytest.mark.parametrize(
    ("rule", "ranks"),
    [("tens_and_kings", "10 K A"), ("tens_and_nines", "10 3 9"), ("for_last_turn", "10 A 9")],
)
def test_cards_of_several_ranks_are_kept_by_other_lays_and_by_picking_up(rule: str, ranks: str) -> None:
    for rank in ranks.split():
        game = facing("6x3", f"{rank} 7 Q", pile="6 6")
        others = {name for name in moves(game) if name != f"lay {rank}"}
        if f"lay {rank}" in moves(game):
            assert shown(game, f"keeps_{rule}") == others and "pick up" in others
            assert shown(game, f"saves_{rule}") == {name for name in others if name.startswith("lay")}
    assert shown(facing("", "7 Q", pile="6 6"), f"keeps_{rule}") == set()


def test_nothing_is_kept_for_the_last_turn_while_the_pile_is_large() -> None:
    small, large = (facing("", "10 7", pile="6 " * cards) for cards in (6, 7))
    assert shown(small, "saves_for_last_turn") == {"lay 7"} and shown(large, "saves_for_last_turn") == set()


@pytest.mark.parametrize(
    ("cards", "rules"),
    [
        (1, {"picks_up_few", "picks_up_for_aces_and_nines"}),
        (2, {"picks_up_few", "picks_up_for_aces_and_nines"}),
        (3, {"picks_up_some", "picks_up_for_aces_and_nines"}),
        (5, {"picks_up_some"}),
        (6, {"picks_up_many"}),
    ],
)
def test_picking_up_by_choice_is_told_by_the_size_of_the_stack(cards: int, rules: set[str]) -> None:
    game = facing(STACKS[cards], "K 3")
    picks = {name for name in RULES if name.startswith("picks_up")} - {"picks_up_wanted", "picks_up_unwanted"}
    assert {name for name in picks if shown(game, name) == {"pick up"}} == rules
    assert all(shown(game, name) == set() for name in picks - rules)
    forced = facing(STACKS[cards], "5")  # it answers neither
    assert [name for name in picks if shown(forced, name)] == []


def test_without_aces_and_nines_no_stack_is_picked_up_for_them() -> None:
    assert shown(facing("7 7", "K 3"), "picks_up_for_aces_and_nines") == set()
