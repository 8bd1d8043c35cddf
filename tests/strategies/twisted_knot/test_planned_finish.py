"""Planning the finish, and the search for one against a plain second search through the rules."""

import copy

import numpy as np
import pytest

from knotlab.sim.games.twisted_knot.state import DISCARD, LAY, PASS, Move
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import OVER, TURN
from tests.strategies.twisted_knot.choices import best, scores
from tests.twisted_knot.positions import facing, places, play, ranks, row, spell_row

pytestmark = pytest.mark.long  # nothing else plays what is compiled here


def finishes(game: Stepper) -> list[str]:
    """What the planner does until the seat to move is out, or has done with its turn."""
    messages = []
    while places(game)[0] == 0 and int(game.view.seat) == 0 and len(messages) < 20:
        messages.append(best(game, "planned-finish"))
        play(game, messages[-1])
    return messages


def test_the_finish_of_the_books_a_ten_and_three_aces_with_two_cards_in_the_pile() -> None:
    game = facing("Q", "10 Ax3 6", pile="5 7")
    assert best(game, "planned-finish:tip=0") == "lay 10"
    assert finishes(game)[:2] == ["lay 10", "lay Ax3"]
    assert places(game)[0] == 1


def test_an_ace_that_must_go_last_waits() -> None:
    game = facing("", "9 4", pile="5")
    assert best(game, "planned-finish:tip=0") == "lay 9"
    assert finishes(game) == ["lay 4", "lay 9"]
    assert places(game)[0] == 1


@pytest.mark.parametrize(
    ("tip", "alone", "collected"), [(0, "lay 9", "lay 10"), (2, "lay 9", "lay 6"), (3, "lay 4", "lay 10")]
)
def test_each_half_of_the_plan_can_be_had_alone(tip: int, alone: str, collected: str) -> None:
    """Near the end the search keeps the nine for last, and a large hand keeps the ten."""
    assert best(facing("", "9 4", pile="5"), f"planned-finish:tip={tip}") == alone
    assert best(facing("", "10 6 A K J", pile="5 5 5"), f"planned-finish:tip={tip}") == collected


def test_kings_bring_the_turn_back() -> None:
    game = facing("6", "Kx2 A", pile="5")
    assert finishes(game) == ["lay Kx2", "lay A"]
    assert places(game)[0] == 1


def test_what_is_given_away_is_chosen_so_that_the_finish_stays() -> None:
    game = play(facing("", "10x2 Ax2 3", pile="7"), "lay 10x2", "lay A")
    assert best(game, "planned-finish:tip=0") == "pass A"
    assert best(game, "planned-finish") == "pass 3"


@pytest.mark.parametrize(("pile", "move"), [(3, "lay 6"), (2, "lay 10")])
def test_the_parameter_says_how_near_the_end_tens_aces_and_nines_are_collected(pile: int, move: str) -> None:
    assert best(facing("", "10 6 A K J", pile="5 5 5"), f"planned-finish:pile={pile}") == move


@pytest.mark.parametrize(("hand", "move"), [(5, "lay 6"), (6, "lay 10")])
def test_they_are_held_back_only_while_the_hand_is_large(hand: int, move: str) -> None:
    assert best(facing("", "10 6 A K J", pile="5 5 5"), f"planned-finish:hand={hand}") == move


def test_far_from_the_end_it_just_sheds() -> None:
    game = facing("9", "10 6 A K J", pile="5x8 7x4")
    assert scores(game, "planned-finish") == scores(game, "shed")


def twin(game: Stepper) -> Stepper:
    """The same position, to be played on by itself."""
    other = copy.copy(game)
    other._views, other._hiddens = game._views.copy(), game._hiddens.copy()
    other.view, other.hidden = other._views[0], other._hiddens[0]
    return other


def gets_out(game: Stepper) -> bool:
    """A plain search through the rules themselves: whether moves of seat 0 get it out at once, drawing no card from the
    pile into the hand.
    """
    return any(leads_out(game, move) for move in game.moves() if move.kind in (LAY, DISCARD, PASS))


def leads_out(game: Stepper, move: Move) -> bool:
    """Whether a move gets seat 0 out, or others after it do."""
    after = twin(game)
    after.play(move)
    if after.view.places[0]:
        return True
    if after.status == OVER or after.view.seat != 0:
        return False
    if after.status == TURN:
        after.open_turn()
    drew = after.view.hand_sizes[0] > game.view.hand_sizes[0] - move.count
    return not drew and gets_out(after)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_the_search_finds_a_finish_just_where_the_rules_have_one(seed: int) -> None:
    """Random small hands of the ranks that finishes are made of; without jokers, twos, eights and jacks, and without
    four of a kind laid one by one.
    """
    rng, result = np.random.default_rng(seed), 0
    finishers = ranks("5 Q 9 10 6 K A 3 4 9 10 K A")
    for _ in range(80):
        held, top, size = (
            row(rng.choice(finishers, rng.integers(2, 7))),
            str(rng.choice(["", "Q", "6"])),
            int(rng.integers(0, 4)),
        )
        if held.max() > 2:
            continue
        game = facing(top, spell_row(held), pile=" ".join(["7"] * size), players=int(rng.integers(2, 4)))
        planned = max(scores(game, "planned-finish").values()) > 900
        assert planned == gets_out(game), (top, spell_row(held), size)
        result += planned
    assert 5 < result < 60


def test_collecting_without_the_search_differs_only_where_a_finish_is_seen() -> None:
    finish, none = facing("Q", "10 Ax3 6", pile="5 7"), facing("", "10 6 A K J", pile="5 5 5")
    assert max(scores(finish, "planned-finish:tip=2").values()) < 900 < max(scores(finish, "planned-finish").values())
    assert (
        scores(none, "planned-finish:tip=2") == scores(none, "planned-finish") != scores(none, "planned-finish:tip=0")
    )
