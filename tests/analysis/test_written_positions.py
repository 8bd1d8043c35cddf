"""Positions written down: what a player sees of a real game, written as lines, is read as the same view, and what
cannot be is refused in a sentence.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import knotlab
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.runs.written.position import position_written
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.cards import NAMES as WEEDS
from knotlab.sim.games.knotweed.cards import cards_of
from knotlab.sim.games.twisted_knot.cards import NAMES as RANKS
from knotlab.sim.games.twisted_knot.state import LAYING, TOPPING_UP
from knotlab.sim.games.twyst.cards import NAMES as CARDS
from knotlab.sim.games.twyst.cards import spell
from knotlab.sim.playing.stepper import Stepper, legal_moves
from tests.cli import knotlab as command
from tests.cli import refused

# Drawn, scratch, or not to be known from a position written down: who began.
NOT_SAID = {"game_uniform", "turn_uniform", "decision_uniform", "plan", "starter", "first_card", "cheats", "order"}


def knot_lines(view: np.record) -> list[str] | None:
    """The lines of a position of Twisted Knot, at the start of a go; none of another."""
    if view.decision not in (TOPPING_UP, LAYING) or view.misses:
        return None

    def cards(counts: np.ndarray) -> str:
        return " ".join(f"{RANKS[rank]}x{count}" for rank, count in enumerate(counts[: len(RANKS)]) if count)

    n, me, below = int(view.players), int(view.seat), int(view.stack_size) - int(view.top_count)
    top = [f"{RANKS[int(view.top)]}x{view.top_count}"] if view.top >= 0 else []
    stack = " ".join([*(RANKS[rank] for rank in view.stack[:below]), *top])
    named = view.hand + view.stack_counts + view.cleared + view.discards + view.known[:n].sum(axis=0)
    if (named > view.deck).any():
        return None  # cards that were seen to come have gone unseen
    lines = [
        f"stack: {stack}",
        f"cleared: {cards(view.cleared)}",
        f"turn: {me}",
        f"discards {me}: {cards(view.discards)}",
    ]
    lines += [f"goes: {view.goes}", f"direction: {'up' if view.direction > 0 else 'down'}"]
    lines.append("out: " + " ".join(str(seat) for seat in np.argsort(view.places[:n]) if view.places[seat]))
    others = int(view.discarded) - int(view.discards.sum())
    lines += [f"discards {(me + 1) % n}: ?x{others}"] if others else []
    for seat in (seat for seat in range(n) if not view.places[seat]):
        seen = view.hand if seat == me else view.known[seat]
        unseen = int(view.hand_sizes[seat]) - int(seen.sum())
        if unseen < 0:
            return None
        lines.append(f"hand {seat}: {cards(seen)}" + f" ?x{unseen}" * bool(unseen))
        lines += [f"pile {seat}: ?x{view.pile_sizes[seat]}"] if view.pile_sizes[seat] else []
    return lines


def weed_lines(view: np.record) -> list[str] | None:
    """The lines of a position of Knotweed, at the start of a turn; none of another."""
    if view.plays or view.decision:
        return None

    def cards(groups: np.ndarray) -> list[str]:
        return [card for rank, group in enumerate(groups[:13]) for card in cards_of(rank, int(group))]

    n, me = int(view.players), int(view.seat)
    tops, buried = [WEEDS[card] for card in view.tops[: int(view.piles)]], cards(view.played)
    for card in tops:
        buried.remove(card)
    lines = [
        f"piles: {' '.join(tops)}",
        f"buried: {' '.join(buried)}",
        f"turn: {me}",
        f"hand {me}: {' '.join(cards(view.hand))}",
    ]
    lines += [f"draw: ?x{view.draw_size}"] if view.draw_size else []
    lines.append("out: " + " ".join(str(seat) for seat in np.argsort(view.places[:n]) if view.places[seat]))
    return lines + [f"hand {s}: ?x{view.hand_sizes[s]}" for s in range(n) if s != me and view.hand_sizes[s]]


def twyst_lines(view: np.record) -> list[str] | None:
    """The lines of a position of Twyst."""
    lines = [f"hand {view.seat}: {' '.join(spell(view.hand))}"]
    if view.shown[0] >= 0:
        lines.append("bids: " + " ".join(CARDS[card] for card in view.shown))
        lines.append("cards: " + " ".join(CARDS[card] for card in view.order[: 4 * int(view.trick) + int(view.laid)]))
        alone = int(view.contractors) & int(view.contractors) - 1 == 0
        lines += [f"lead: {view.opener}"] if alone and view.decision == 2 else []
    return lines


WRITTEN = {"twisted-knot": knot_lines, "knotweed": weed_lines, "twyst": twyst_lines}
N_PLAYERS = {"twisted-knot": 3, "knotweed": 3, "twyst": 4}


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=pytest.mark.long if name == "knotweed" else pytest.mark.more) for name in games.names()],
)
def test_what_a_player_sees_is_read_as_it_was_written(game: str) -> None:
    found, n_players, compared = games.find(game), N_PLAYERS[game], 0
    for seed in range(8):
        rules = make_job(game, ["random"] * n_players if game != "twyst" else ["random+random"] * 4).rules
        step = Stepper(found, rules)
        for n, _ in enumerate(step.random_game(seed)):
            lines = WRITTEN[game](step.view) if n % 5 == seed % 5 else None
            if lines is None or n > 400:
                continue
            view = position_written(game, (";" if seed % 2 else "\n").join(lines)).view
            moves = [found.events.move_of(move) for move in legal_moves(found, view.copy())]
            fields = set(view.dtype.names or ()) - NOT_SAID - ({"winners"} if game == "twyst" else set())
            assert [name for name in fields if not _alike(name, view, step.view)] == [], lines
            shown = [found.events.move_of(move) for move in step.moves()]
            assert moves == [move for move in shown if not move.get("cheat")]
            compared += 1
    assert compared > 40


def _alike(name: str, view: np.record, other: np.record) -> bool:
    """Whether a field says the same; arrays as far as they mean anything."""
    one, two = np.asarray(view[name]), np.asarray(other[name])
    used = {"stack": "stack_size", "tops": "piles", "open": "piles", "laid": "plays"}.get(name)
    if used and used in (view.dtype.names or ()) and one.ndim:
        one, two = one[: int(view[used])], two[: int(view[used])]
    return bool((one == two).all())


KNOT = "hand 0: 10 A; hand 1: ?x3 K; pile 1: ?x2; stack: 9 6; cleared: 2x4 5x4 Qx4 7x4 9x3 10x3 6x3 Jx4 Kx3 3x4 4x2 8x4"
WEED = "hand 0: 6C 9H; hand 1: ?x3; piles: 5C KD; draw: ?x45"
BID = "hand 2: AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C"
PLAYING = "bids: 7S 8S 5D 6C; hand 0: 7S AS KS 2C 3C 4C 5H 6H 7H 2D 3D 4D KD"


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
        ("twisted-knot", f"{KNOT}; direction: left", "'direction' is up or down, not 'left'"),
        ("twisted-knot", f"{KNOT}; pile 0: 5", "nobody has seen the cards of a pile; write 'pile 0: ?x1'"),
        ("twisted-knot", f"{KNOT}; discards 1: 5", "you have not seen what seat 1 discarded; write 'discards 1: ?x2'"),
        ("twyst", BID.replace(" 4C", ""), "a hand has 13 cards before the bids, not 12"),
        ("twyst", BID.replace("4C", "AS"), "'hand 2' has AS twice; a pack has it once"),
        ("twyst", f"{BID}; hand 1: 6S", "exactly one hand is named, yours"),
        ("twyst", f"{BID}; cards: 3S", "cards are played after the bids; name the four 'bids' too, by seat"),
        ("twyst", f"{PLAYING}; cards: 3S", "it is the turn of seat 1, but the hand is that of seat 0"),
        ("twyst", PLAYING.replace(" KD", ""), "seat 0 has 13 cards left, not 12"),
        ("twyst", PLAYING.replace(" 7S A", " 9S A"), "seat 0 bade 7S, which is not in your hand"),
        ("twyst", PLAYING.replace("6C", "3C"), "seat 3 bade 3C, which is with seat 0"),
        ("twyst", f"{PLAYING}; totals: 1 2", "'totals' are four whole numbers, one a seat, not '1 2'"),
        ("twyst", f"{PLAYING}; lead: 2", "nobody names who leads here, so leave out 'lead'"),
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
