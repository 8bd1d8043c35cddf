"""Ruling TK-27: games that repeat themselves, games that are too long."""

from functools import cache
from itertools import islice
from typing import Any

import pytest

from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twisted_knot import rules
from knotlab.sim.playing.players import Player
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.stepper import Stepper
from tests.twisted_knot.positions import plain, play, position, replay
from tests.twisted_knot.scripts import COLLECT, COLLECT_DRAWING, EAGER, LOWEST, SETTLING, job

STALLING = [(COLLECT, 2), (COLLECT, 3), (COLLECT, 5), (LOWEST, 2), (LOWEST, 3)]


def position_of(game: Stepper) -> tuple[Any, ...]:
    """The complete position at the start of a turn, the random streams apart."""
    view, hidden = game.view, game.hidden
    alive = [seat for seat in range(int(view.players)) if view.places[seat] == 0]
    cards = tuple(tuple(map(tuple, hidden[name].tolist())) for name in ("hands", "discards"))
    stack = tuple(view.stack[: int(view.stack_size)].tolist())
    direction = int(view.direction) if len(alive) > 2 else 0
    knowledge = str([hidden.known[seat].tolist() for seat in alive])
    table = (stack, int(view.top_count), tuple(view.cleared.tolist()), tuple(hidden.taken.tolist()))
    return int(view.seat), direction, cards, table, knowledge


@cache
def played(player: Player, n_players: int, index: int, limit: int = 5000) -> dict[str, Any]:
    """The record of a game among equals."""
    return record_game(job([player] * n_players, f"turn_limit={limit}"), index)


@cache
def games_that(end: str, player: Player, n_players: int, wanted: int = 1 if OFF else 3) -> list[int]:
    """The numbers of the first games that end in some way."""
    result = (index for index in range(200) if played(player, n_players, index)["result"]["end"] == end)
    first = list(islice(result, wanted))
    assert len(first) == wanted
    return first


@pytest.mark.parametrize(("player", "n_players"), STALLING)
def test_tk_27_a_game_is_stopped_when_a_position_comes_for_the_second_time(player: Player, n_players: int) -> None:
    for index in games_that("stalled", player, n_players):
        game = played(player, n_players, index)
        positions = [position_of(step) for step in replay(game)]
        assert positions[-1] in positions[:-1]
        assert len(set(positions[:-1])) == len(positions) - 1
        assert game["result"]["turns"] == len(positions) - 1


@pytest.mark.parametrize("n_players", [3, 5])
def test_tk_27_a_game_is_stopped_as_soon_after_turns_in_which_words_were_drawn(n_players: int) -> None:
    lengths = set()
    for index in games_that("stalled", SETTLING, n_players, 1 if OFF else 12):
        game = played(SETTLING, n_players, index)
        starts = list(map(settled_position, replay(game)))
        positions = [position for position in starts if position]
        assert starts[-1] is not None and positions == starts[-len(positions) :]
        first = positions.index(positions[-1])
        assert first < len(positions) - 1 == len(set(positions[:-1]))
        assert game["result"]["turns"] == len(starts) - 1
        lengths.add(first)
    assert OFF or (min(lengths) == 0 and len(lengths) > 2)  # circles that are entered at once, and later


def settled_position(game: Stepper) -> tuple[Any, ...] | None:
    """The complete position at the start of a turn once all piles are empty."""
    return None if any(game.view.pile_sizes) else position_of(game)


@pytest.mark.parametrize(("player", "n_players"), STALLING)
def test_tk_27_no_position_comes_twice_in_a_game_that_is_finished(player: Player, n_players: int) -> None:
    for index in games_that("finished", player, n_players, 1):
        positions = [position_of(step) for step in replay(played(player, n_players, index))][:-1]
        assert len(set(positions)) == len(positions)


@pytest.mark.parametrize(("player", "n_players"), STALLING)
def test_tk_27_a_game_both_stalled_and_capped_is_stalled(player: Player, n_players: int) -> None:
    for index in games_that("stalled", player, n_players):
        turns = played(player, n_players, index)["result"]["turns"]
        ends = [played(player, n_players, index, limit)["result"] for limit in (turns - 1, turns, turns + 1)]
        assert [end["end"] for end in ends] == ["capped", "stalled", "stalled"]
        assert [end["turns"] for end in ends] == [turns - 1, turns, turns]


def test_tk_27_a_position_with_another_state_of_the_random_streams_is_not_the_same() -> None:
    for index in games_that("stalled", COLLECT, 2):
        still, drawing = played(COLLECT, 2, index), played(COLLECT_DRAWING, 2, index, 200)
        assert drawing["events"][: len(still["events"])] == still["events"]
        assert (drawing["result"]["end"], drawing["result"]["turns"]) == ("capped", 200)


@pytest.mark.parametrize("limit", [1, 2, 10, 100])
def test_tk_27_a_game_is_capped_after_turn_limit_turns(limit: int) -> None:
    for index in range(5):
        game = played(EAGER, 3, index, limit)
        assert (game["result"]["end"], game["result"]["turns"]) == ("capped", limit)
        assert len(list(replay(game))) == limit + 1


def test_tk_27_turn_limit_is_5000_unless_said_otherwise() -> None:
    assert job([EAGER] * 2).rules["turn_limit"] == 5000


@pytest.mark.parametrize("player", [EAGER, LOWEST, COLLECT], ids=lambda player: player.name)
def test_tk_27_a_game_that_ends_with_its_last_turn_is_finished(player: Player) -> None:
    for index in games_that("finished", player, 2):
        turns = played(player, 2, index)["result"]["turns"]
        exact = played(player, 2, index, turns)["result"]
        assert (exact["end"], exact["turns"]) == ("finished", turns)
        for limit in range(turns - 8, turns):
            short = played(player, 2, index, limit)["result"]
            assert (short["end"], short["turns"]) == ("capped", limit)


def test_tk_27_those_still_holding_cards_have_no_place() -> None:
    stalled = [played(COLLECT, 5, index) for index in games_that("stalled", COLLECT, 5, 3)]
    outs = [{event["seat"]: event["place"] for event in game["events"] if event["do"] == "out"} for game in stalled]
    assert any(outs)
    for game, out in zip(stalled, outs, strict=True):
        assert game["result"]["places"] == [out.get(seat, 0) for seat in range(5)]
    assert played(EAGER, 3, 0, 10)["result"]["places"] == [0, 0, 0]


def test_tk_27_turns_missed_are_not_counted() -> None:
    game = play(position("hand 0: K 5\nhand 1: 7\nhand 2: A 7 7\nhand 3: 7\nstack: 9\nturn: 0"), "lay K", "pick up")
    assert game.hidden.turns == 2
    shown = played(EAGER, 4, 0)
    assert any(event.get("card") == "K" for event in shown["events"])
    assert shown["result"]["turns"] == len(list(replay(shown))) - 1


TWO_LEFT = "hand 0: 6 7\nhand 1: K\npile 1: 9\nout: 2\nstack: 9 6x2\nturn: 0\nknown 1 0: 6\n"
THREE_LEFT = "hand 0: 6 7\nhand 1: K\npile 1: 9\nhand 2: K Q\nstack: 9 6x2\nturn: 0\nknown 1 0: 6\n"


def same(layout: str, other: str) -> bool:
    """Whether two texts describe the same position for the search for stalled games; the record's check must agree."""
    games = [position(text, packs=2) for text in (layout, other)]
    result = plain(rules.same_position)(games[0].view, games[0].hidden, games[1].view, games[1].hidden)
    keys = [game.game.events.position_of(game.view, game.hidden) for game in games]
    assert bool(result) == (keys[0] == keys[1])
    return bool(result)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hand 0: 6 7", "hand 0: 6 5"),
        ("hand 1: K", "hand 1: A"),
        ("pile 1: 9", "pile 1: 9 5"),
        ("stack: 9 6x2", "stack: 9 6 6"),
        ("stack: 9 6x2", "stack: 10 6x2"),
        ("stack: 9 6x2", "stack: 6 9 6"),
        ("stack: 9 6x2", "stack: 9 6x2 6"),
        ("turn: 0", "turn: 1"),
        ("known 1 0: 6", "known 1 0: 7"),
        ("known 1 0: 6", "known 0 1: K"),
    ],
)
def test_tk_27_positions_differ_in_cards_last_lay_player_or_knowledge(old: str, new: str) -> None:
    for text in (TWO_LEFT, THREE_LEFT):
        assert same(text, text)
        assert not same(text, text.replace(old, new))


def test_tk_27_the_direction_counts_while_more_than_two_are_left() -> None:
    assert not same(THREE_LEFT, THREE_LEFT + "direction: down\n")
