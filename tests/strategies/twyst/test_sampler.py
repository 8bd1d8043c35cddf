"""Looking ahead by sampling, against the same rollouts made one by one."""

from itertools import combinations

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import OVER
from knotlab.strategies.resolve import bind, spelled
from tests.strategies.twyst.choices import best, scores
from tests.twyst.positions import after_bids, moves, play, position

pytestmark = pytest.mark.long

BIDS = ["KS", "3C", "4D", "5H"]  # that of the soloist has been played
ENDING = ["QH 10C 9D", "AH 3C 4C", "KH 4D JC", "5H 6H 2C"]


def ending(hands: list[str], lead: int) -> Stepper:
    """Three tricks before the end of a Court solo in spades that has six tricks so far."""
    lines = "\n".join(f"hand {seat}: {hand}" for seat, hand in enumerate(hands))
    return position(f"bids: {' '.join(BIDS)}\ntricks: 6 2 1 1\nlead: {lead}\n{lines}")


def possible(seat: int) -> set[tuple[str, ...]]:
    """All hands that the player on a seat must reckon with: any, but for bid cards, which are where they were shown."""
    unseen = [card for other in range(4) if other != seat for card in ENDING[other].split()]
    results = set()
    for each in combinations(unseen, 3):
        for two in combinations(sorted({*unseen} - {*each}), 3):
            hands = [list(each), list(two), sorted({*unseen} - {*each, *two})]
            hands.insert(seat, ENDING[seat].split())
            if all(BIDS[other] in hands[other] for other in range(1, 4)):
                results.add(tuple(" ".join(hand) for hand in hands))
    return results


def tried_out(hands: tuple[str, ...], seat: int, move: str, player: str) -> float:
    """What a move comes to if all go on as a player, of equal cards the first: points above the others' mean."""
    game, who = ending(list(hands), seat), bind(spelled("twyst", player))
    play(game, move)
    while game.status != OVER:
        play(game, moves(game)[int(np.argmax(scores_of(who, game.view, game.moves())))])
    points = game.result().score[:4].astype(float)
    return float(points[seat] - (points.sum() - points[seat]) / 3)


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("player", ["solid", "champion"])
def test_its_values_are_means_over_all_deals_that_agree_with_what_is_known(seat: int, player: str) -> None:
    """Within z = 5 standard errors of a mean over so many samples."""
    samples, deals = 100 if OFF else 4000, possible(seat)
    game = ending(ENDING, seat)
    game.view.decision_uniform = 0.25
    scored = scores(game, f"sampler:samples={samples},champions={int(player == 'champion')}")
    for move in moves(game):
        worth = [tried_out(hands, seat, move, player) for hands in deals]
        assert abs(scored[move] - np.mean(worth)) <= 5 * np.std(worth) / samples**0.5 + 1e-9, move
    assert len(deals) > 10 and len({round(value, 6) for value in scored.values()}) > 1


@pytest.mark.parametrize("player", ["sampler:samples=7", "sampler:samples=7,solved=3"])
def test_more_samples_change_the_deals_and_the_same_uniform_repeats_them(player: str) -> None:
    game = ending(ENDING, 0)
    game.view.decision_uniform = 0.25
    once = scores(game, player)
    assert scores(game, player) == once
    game.view.decision_uniform = 0.75
    assert scores(game, player) != once


def test_a_misere_has_somebody_else_lead_to_the_first_trick() -> None:
    game = after_bids("2S 3C 4D 5H")
    game.view.decision_uniform = 0.5
    assert set(scores(game, "sampler")) == {"lead0", "lead1", "lead2", "lead3"}
    assert best(game, "sampler:samples=20") != "lead0"


def test_nothing_is_left_to_chance_with_one_card_each() -> None:
    game = position("bids: KS 3C 4D 5H\ntricks: 6 2 2 2\nlead: 0\nhand 0: AS\nhand 1: 3C\nhand 2: 4D\nhand 3: 5H")
    game.view.decision_uniform = 0.5
    assert scores(game, "sampler") == {"AS": 15.0 * 7}
