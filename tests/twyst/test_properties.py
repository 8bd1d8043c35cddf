"""What holds in every deal: no card is lost, just the legal moves are listed, the view shows nothing unseen, the scores
are those of the table.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.cards import ALL, N_RANKS, NAMES, spell
from knotlab.sim.games.twyst.state import BIDDING, PLAYING
from knotlab.sim.playing.records import record_game
from knotlab.sim.protocol import DECIDE, OVER, TURN, differing
from tests.twyst.positions import moves, spell_move, start
from tests.twyst.scripts import NUMERALS, RANDOM, job

N_DEALS = 10 if OFF else 100


def dealt(index: int) -> list[list[str]]:
    """Any deal."""
    pack = list(np.random.default_rng(index).permutation(NAMES))
    return [sorted(pack[seat::4], key=NAMES.index) for seat in range(4)]


def cards_accounted_for(game: Any) -> bool:
    """Whether hands and cards played are disjoint and make up the pack."""
    parts = [int(cards) for cards in (*game.hidden.hands, *game.view.played_by)]
    return sum(parts) == ALL and sum(part.bit_count() for part in parts) == 52


@pytest.mark.parametrize("index", range(N_DEALS))
def test_cards_are_conserved_and_just_the_legal_ones_are_offered(index: int) -> None:
    game, chance = start(dealt(index)), np.random.default_rng(index)
    hands = [set(hand) for hand in dealt(index)]
    trick: list[str] = []
    turns = 0
    while game.status != OVER:
        assert game.status == DECIDE and cards_accounted_for(game)
        seat, listed = int(game.view.seat), moves(game)
        assert listed == sorted(listed, key=lambda move: NAMES.index(move) if move in NAMES else move)
        if game.view.decision == BIDDING:
            assert set(listed) == hands[seat]
        elif game.view.decision == PLAYING:
            following = {card for card in hands[seat] if trick and card[-1] == trick[0][-1]}
            assert set(listed) == (following or hands[seat])
        move = game.moves()[int(chance.integers(len(listed)))]
        if game.view.decision == PLAYING:
            hands[seat].remove(spell_move(move))
            trick = [*trick, spell_move(move)] if len(trick) < 3 else []
        game.play(move)
        turns += 1
        if game.status == TURN:
            game.open_turn()
    assert turns in (56, 57)
    assert game.view.played == ALL and int(game.view.tricks.sum()) == N_RANKS


@pytest.mark.parametrize("index", range(20))
def test_a_later_bidder_cannot_see_what_was_bid_before(index: int) -> None:
    views = []
    for bid in (0, 12):
        game = start(dealt(index))
        game.play(game.moves()[bid])
        game.open_turn()
        views.append(game.view.copy())
    assert differing(*views) == []


def score_by_table(shown: dict[str, Any]) -> list[int]:
    """TY-6 anew, from a record's rules and events."""
    pay = shown["rules"]
    won = Counter(event["seat"] for event in shown["events"] if event["do"] == "trick")
    score = [0] * 4
    for event in shown["events"]:
        if event["do"] == "contract":
            for seat in event["contractors"]:
                score[seat] = worth(event, shown, won, seat)
                if pay["partners"] == "own" and "duo" in event["name"] and score[seat] > 0:
                    score[seat] = pay["numerals"] * won[seat]
    return score


def worth(contract: dict[str, Any], shown: dict[str, Any], won: Counter, seat: int) -> int:
    """TY-6: one contractor's score."""
    name, joint = contract["name"], sum(won[other] for other in contract["contractors"])
    pay = shown["rules"]
    if name == "misere":
        return -pay["misere_lost"] if won[seat] else pay["misere"]
    if name == "twist-solo":
        best = max(won[other] for other in range(4) if other != seat)
        return pay["numerals"] * (won[seat] if won[seat] > best else 0 if pay["lost"] == "nothing" else -best)
    if name == "nemo":
        clean = clean_tricks(shown, contract["suit"])[seat]
        return clean * pay["nemo_clean" if clean == won[seat] else "nemo"]
    rate = pay[{"ace-solo": "ace", "court-solo": "court"}.get(name, "numerals")]
    if joint >= contract["target"]:
        return rate * joint
    if name == "plain-duo" or pay["lost"] == "nothing":
        return 0
    return -rate * (13 - joint if pay["lost"] == "others" else contract["target"] - joint)


def clean_tricks(shown: dict[str, Any], suit: str) -> Counter:
    """Tricks without a suit, by winner."""
    counts, cards = Counter(), []
    for event in shown["events"]:
        if event["do"] == "card":
            cards.append(event["card"])
        elif event["do"] == "trick":
            counts[event["seat"]] += not any(card.endswith(suit) for card in cards)
            cards = []
    return counts


OWN_SCORES = ("ace=7", "court=9", "numerals=4", "misere=70", "misere_lost=30", "nemo=3", "nemo_clean=11")


@pytest.mark.parametrize("lost", ["others", "shortfall", "nothing"])
@pytest.mark.parametrize("partners", ["joint", "own"])
@pytest.mark.parametrize("scores", [(), OWN_SCORES])
def test_scores_are_those_of_the_table(lost: str, partners: str, scores: tuple[str, ...]) -> None:
    changes = f"lost={lost}", f"partners={partners}", *scores
    for index in range(N_DEALS):
        shown = record_game(job([NUMERALS if index % 2 else RANDOM] * 4, *changes, seed=9), index)
        assert shown["result"]["score"] == score_by_table(shown)


def test_cards_are_spelt_as_in_the_rulings() -> None:
    assert spell(ALL) == list(NAMES)
    assert len(NAMES) == 52 and {"AS", "10H", "2C", "KD"} <= set(NAMES)
