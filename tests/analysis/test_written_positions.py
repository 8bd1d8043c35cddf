"""Positions written down: what a player sees of a real game, written as lines, is read as the same view, and what
cannot be is refused in a sentence.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import knotlab
from knotlab.analysis.decisions.written.position import position_as_text, position_written
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.state import PLAYING, SNEAK
from knotlab.sim.playing.stepper import Stepper, legal_moves
from tests.cli import knotlab as command
from tests.cli import refused

# Drawn, scratch, or not to be known from a position written down: who began.
NOT_SAID = {"game_uniform", "turn_uniform", "decision_uniform", "plan", "starter", "first_card", "cheats", "order"}


N_PLAYERS = {"twisted-knot": 3, "knotweed": 3, "twyst": 4}


# By game: the rules by which each kind of decision comes up.
RULES = {
    "twisted-knot": [["jokers=4"], ["pile_card=unseen", "eight=repeat"]],
    "knotweed": [["cheating=0.3"]],
    "twyst": [[]],
}
DECISIONS = {"twisted-knot": 5, "knotweed": 3, "twyst": 3}


@pytest.mark.parametrize("game", [pytest.param(name, marks=pytest.mark.more) for name in games.names()])
def test_whatever_a_record_can_stop_at_is_read_as_it_was_written(game: str) -> None:
    found, n_players, decisions = games.find(game), N_PLAYERS[game], set()
    for seed in range(4):
        changes = RULES[game][seed % len(RULES[game])]
        rules = make_job(
            game, ["random"] * n_players if game != "twyst" else ["random+random"] * 4, rules=changes
        ).rules
        step = Stepper(found, rules)
        for n, _ in enumerate(step.random_game(seed)):
            if n > 400 or (n % 9 != seed and (seed, int(step.view.decision)) in decisions):
                continue
            decisions.add((seed, int(step.view.decision)))
            text = position_as_text(game, step.view, step.hidden)
            view = position_written(game, text.replace("; ", "\n") if seed % 2 else text, rules=changes).view
            moves, shown = legal_moves(found, view.copy()), step.moves()
            fields = set(view.dtype.names or ()) - NOT_SAID - ({"winners"} if game == "twyst" else set())
            fields -= {"pair_mask"} if game == "twisted-knot" and not step.view.pairs else set()
            assert [name for name in fields if not _alike(name, view, step.view)] == [], text
            if game == "knotweed" and step.view.decision == PLAYING:  # whoever is named to play on does not cheat
                shown = [move for move in shown if move.kind != SNEAK]
            assert moves == shown
    assert len({decision for _, decision in decisions}) == DECISIONS[game]


def _alike(name: str, view: np.record, other: np.record) -> bool:
    """Whether a field says the same; arrays as far as they mean anything."""
    one, two = np.asarray(view[name]), np.asarray(other[name])
    if name == "known":  # of who holds cards
        one, two = one[other["places"] == 0], two[other["places"] == 0]
    used = {"stack": "stack_size", "tops": "piles", "open": "piles", "laid": "plays"}.get(name)
    if used and used in (view.dtype.names or ()) and one.ndim:
        one, two = one[: int(view[used])], two[: int(view[used])]
    return bool((one == two).all())


KNOT = "hand 0: 10 A; hand 1: ?x3 K; pile 1: ?x2; stack: 9 6; cleared: 2x4 5x4 Qx4 7x4 9x3 10x3 6x3 Jx4 Kx3 3x4 4x2 8x4"
WEED = "hand 0: 6C 9H; hand 1: ?x3; piles: 5C KD; draw: ?x45"
BID = "hand 2: AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C"
AT_PLAY = "bids: 7S 8S 5D 6C; hand 0: 7S AS KS 2C 3C 4C 5H 6H 7H 2D 3D 4D KD"


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("knotweed", "hnd 0: 6C", "a position has no line 'hnd 0: 6C'; its lines are hand N, piles"),
        ("knotweed", f"{WEED}; draw: ?x3", "the position has the line 'draw' twice; write it once"),
        ("knotweed", WEED.replace("6C", "6X"), "there is no card '6X' (in 'hand 0'); cards are"),
        ("knotweed", WEED.replace("45", "44"), "1 of the game's 52 cards are not in the position; name those beneath"),
        ("knotweed", WEED.replace("45", "46"), "the position has 1 cards more than the 52 of the game"),
        ("knotweed", WEED.replace("9H", "5C"), "the position has 2 cards 5C, but there are 1 in the game"),
        ("knotweed", WEED.replace("?x3", "2S"), "you have not seen the hand of seat 1; write 'hand 1: ?x1'"),
        ("knotweed", WEED.replace("6C", "?"), "each card of 'hand 0' has been seen, so it is named"),
        ("knotweed", f"{WEED}; turn: 2", "it is the turn of seat 2, which holds no cards"),
        ("knotweed", f"{WEED}; out: 1", "seat 1 is out, but holds cards"),
        ("knotweed", f"{WEED}; out: 3", "seat 2 has no cards; name what it holds ('hand 2: ?x4') or list it in 'out'"),
        ("knotweed", f"{WEED}; plays: 9H on 0", "'9H on 0' is nothing that you can do here; write '6C 6D on 0'"),
        ("knotweed", f"{WEED}; plays: 6C on 0, stop", "the turn is over with 'stop', so there is nothing to decide"),
        ("twisted-knot", f"{KNOT}; choice: wait", "'choice' is lay, pair, 'give 2' or 'give 2 to 1', not 'wait'"),
        ("twisted-knot", f"{KNOT}; choice: give 1", "cards of the hand are given away after nines or aces"),
        ("twisted-knot", f"{KNOT.replace('9 6', '6 9')}; choice: give 1 to 1", "after 9 it is 'choice: give 1'"),
        ("twisted-knot", f"{KNOT}; choice: pair", "pairs are owed to jokers, and there is none in the stack"),
        ("twisted-knot", f"{KNOT}; bound: no way", "'bound' is yes or no, not 'no way'"),
        ("twisted-knot", f"{KNOT}; direction: left", "'direction' is up or down, not 'left'"),
        ("twisted-knot", f"{KNOT}; pile 0: 5", "nobody has seen the cards of a pile; write 'pile 0: ?x1'"),
        ("twisted-knot", f"{KNOT}; discards 1: 5", "you have not seen what seat 1 discarded; write 'discards 1: ?x2'"),
        ("twyst", BID.replace(" 4C", ""), "a hand has 13 cards before the bids, not 12"),
        ("twyst", BID.replace("4C", "AS"), "'hand 2' has AS twice; a pack has it once"),
        ("twyst", f"{BID}; hand 1: 6S", "exactly one hand is named, yours"),
        ("twyst", f"{BID}; cards: 3S", "cards are played after the bids; name the four 'bids' too, by seat"),
        ("twyst", f"{AT_PLAY}; cards: 3S", "it is the turn of seat 1, but the hand is that of seat 0"),
        ("twyst", AT_PLAY.replace(" KD", ""), "seat 0 has 13 cards left, not 12"),
        ("twyst", AT_PLAY.replace(" 7S A", " 9S A"), "seat 0 bade 7S, which is not in your hand"),
        ("twyst", AT_PLAY.replace("6C", "3C"), "seat 3 bade 3C, which is with seat 0"),
        ("twyst", f"{AT_PLAY}; totals: 1 2", "'totals' are four whole numbers, one a seat, not '1 2'"),
        ("twyst", f"{AT_PLAY}; lead: 2", "nobody names who leads here, so leave out 'lead'"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(game: str, text: str, said: str) -> None:
    rules = ["jokers=0"] if game == "twisted-knot" else []
    with pytest.raises(InputError) as refusal:
        position_written(game, text, rules=rules)
    assert said in str(refusal.value)


def test_a_void_that_no_deal_has_room_for_is_refused() -> None:
    """All others threw a club on the first diamond, and eleven diamonds are left for them."""
    text = "bids: 7S 8S 5H 6C; hand 0: AS KS 7S 2C 3C 4H 6H 7H 9H 10H JH QH; cards: AD 8C 9C 10C"
    with pytest.raises(InputError, match="no deal agrees with these cards"):
        position_written("twyst", text)


@pytest.mark.more
def test_the_command_and_the_function_take_a_position_in_a_line_or_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("# two left\n" + WEED.replace("; ", "\n"))
    answers: list[dict[str, Any]] = [
        command("advise", "knotweed", given, "--seconds", 0.1, "--json").json for given in (WEED, file)
    ]
    for answer in answers:
        assert len(answer["moves"]) == len(knotlab.advise("knotweed", WEED, seconds=0.1).moves) > 1
    assert "no position" in refused("advise", "knotweed", tmp_path / "nothing.txt")
    assert "give either a game and a position" in refused("advise", "knotweed")
    assert "leave out --hidden as-dealt" in refused("advise", "knotweed", WEED, "--hidden", "as-dealt")
    assert "2 players, and 3 are named" in refused("advise", "knotweed", WEED, *("--player", "dump") * 3)
