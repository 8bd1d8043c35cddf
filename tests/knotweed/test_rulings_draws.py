"""Rulings KW-10, KW-12 and KW-13: drawing, the reset, endless rounds, what players know."""

import numpy as np
import pytest

from knotlab.sim.games.knotweed.cards import NAMES
from knotlab.sim.games.knotweed.state import VIEW_FIELDS
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.protocol import CHANCE, differing
from tests.knotweed.positions import GAME, draw_pile, facing, hand, happened, moves, piles, play, position, replay, turn
from tests.knotweed.scripts import EAGER, IDLE, IDLE_DRAWING, job

ALL = set(NAMES)


def all_but(*cards: str) -> str:
    """All cards of a deck but some, in ascending order."""
    return " ".join(card for card in NAMES if card not in " ".join(cards).split())


# --- KW-10: drawing and the reset ---


def test_kw_10_cards_come_from_the_draw_pile_in_order() -> None:
    game = play(facing("5C", "9D KD", draw="7S 2S 3S 4S"), "pass")
    assert happened(game) == ["0 passes", "0 draws 7S 2S 3S"]
    assert (hand(game, 0), draw_pile(game), turn(game)) == ("2S 3S 7S 9D KD", "4S", 1)


@pytest.mark.parametrize(("draw", "drawn"), [("AS", "AS"), ("AS 2S", "AS 2S"), ("AS 2S 3S", "AS 2S 3S")])
def test_kw_10_the_draw_pile_used_up_before_or_by_the_last_card_is_reset_at_once_and_the_rest_forgiven(
    draw: str, drawn: str
) -> None:
    game = facing("5C 6D", "9D KD", draw=draw)
    order = all_but("9D KD KS KH", draw).split()[::-1]
    play(game, "pass", reset=" ".join(order))
    assert happened(game) == ["0 passes", f"0 draws {drawn}", f"reset {order[0]}: {' '.join(order[1:])}"]
    assert (piles(game), draw_pile(game), turn(game)) == (order[0], " ".join(order[1:]), 1)
    assert sorted(hand(game, 0).split()) == sorted([*drawn.split(), "9D", "KD"])
    assert game.view.n_played == 1


def test_kw_10_a_draw_pile_with_cards_left_is_not_reset() -> None:
    game = play(facing("5C 6D", "9D KD", draw="AS 2S 3S 4S"), "pass")
    assert (draw_pile(game), piles(game)) == ("4S", "5C 6D")


def test_kw_10_no_penalty_no_reset() -> None:
    game = play(position("hand 0: 5D 9D\nhand 1: KS\nhand 2: KH\npiles: 5C\ndraw:"), "0: 5D", "stop")
    assert (happened(game), turn(game)) == (["0 plays 5D on 0"], 1)


def test_kw_10_a_later_penalty_that_finds_the_draw_pile_empty_is_forgiven_and_brings_the_reset() -> None:
    game = position("hand 0: 6C 9D\nhand 1: KS\nhand 2: KH\npiles: 5C\ndraw:")
    order = all_but("9D KS KH")
    play(game, "0: 6C", "stop", reset=order)
    assert happened(game) == ["0 plays 6C on 0", f"reset AC: {order[3:]}"]
    assert (hand(game, 0), turn(game)) == ("9D", 1)


def test_kw_10_with_one_card_out_of_hands_there_is_nothing_to_reset_and_the_pile_stands() -> None:
    others = all_but("5C 9D KD AS KS")
    game = play(position(f"hand 0: 9D KD\nhand 1: KS {others}\npiles: 5C\ndraw: AS"), "pass")
    assert happened(game) == ["0 passes", "0 draws AS"]
    play(game, "pass")
    assert happened(game) == ["1 passes"]
    assert (piles(game), draw_pile(game), turn(game)) == ("5C", "", 0)


def test_kw_10_two_cards_out_of_hands_are_reset_to_a_pile_and_a_draw_pile_of_one() -> None:
    others = all_but("5C 5D 9D KS")
    game = play(position(f"hand 0: 5D 9D\nhand 1: KS {others}\npiles: 5C\ndraw:"), "0: 5D", "stop")
    play(game, "pass", reset="5D 5C")
    assert happened(game) == ["0 plays 5D on 0", "1 passes", "reset 5D: 5C"]
    assert (piles(game), draw_pile(game)) == ("5D", "5C")


def test_kw_10_the_reset_shuffles_all_cards_out_of_hands_as_the_draw_protocol_says() -> None:
    run, compared = job([EAGER] * 3, seed=4), 0
    for index in range(100):
        reset = next((event for event in record_game(run, index)["events"] if event["do"] == "reset"), None)
        if reset is not None:
            stream = np.random.Philox(key=np.array([4, 0], np.uint64), counter=np.array([0, index, 0, 0], np.uint64))
            stream.random_raw(51)
            cards = [reset["start"], *reset["draw"]]
            pack = sorted(cards, key=NAMES.index)
            for i in range(len(pack) - 1, 0, -1):
                j = int(stream.random_raw()) * (i + 1) >> 64
                pack[i], pack[j] = pack[j], pack[i]
            assert cards == pack
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("drawn", ["AS 2S 3S", "2S 3S 4S"])
def test_kw_10_a_reset_for_missing_cards_waits_when_the_last_card_is_drawn(drawn: str) -> None:
    game = play(facing("5C 6D", "9D KD", draw=drawn, reset="missing"), "pass")
    assert happened(game) == ["0 passes", f"0 draws {drawn}"]
    assert (piles(game), draw_pile(game), turn(game)) == ("5C 6D", "", 1)
    order = all_but("9D KD KS KH", drawn)
    play(game, "pass", reset=order)
    assert happened(game) == ["1 passes", f"reset {order[:2]}: {order[3:]}"]
    assert turn(game) == 2


def test_kw_10_a_reset_for_missing_cards_comes_at_once_with_the_rest_forgiven() -> None:
    game = facing("5C 6D", "9D KD", draw="AS 2S", reset="missing")
    order = all_but("9D KD KS KH AS 2S")
    play(game, "pass", reset=order)
    assert happened(game) == ["0 passes", "0 draws AS 2S", f"reset {order[:2]}: {order[3:]}"]


def test_kw_10_a_reset_for_missing_cards_needs_a_penalty_and_two_cards_out_of_hands() -> None:
    game = play(position("hand 0: 5D 9D\nhand 1: KS\nhand 2: KH\npiles: 5C\ndraw:", reset="missing"), "0: 5D", "stop")
    assert (happened(game), draw_pile(game), turn(game)) == (["0 plays 5D on 0"], "", 1)
    others = all_but("5C 9D KD AS KS")
    game = play(position(f"hand 0: 9D KD\nhand 1: KS {others}\npiles: 5C\ndraw: AS", reset="missing"), "pass", "pass")
    assert happened(game) == ["0 passes", "0 draws AS", "1 passes"]


def test_kw_10_who_takes_fewer_cards_than_there_are_brings_no_reset() -> None:
    game = play(facing("5C 6D", "9D KD", draw="AS 2S", reset="missing", cheating=0), "pass", "skimp 1")
    assert happened(game) == ["0 passes", "0 draws AS cheating"]
    assert (draw_pile(game), turn(game)) == ("2S", 1)


def test_kw_10_the_reset_is_a_step_of_chance() -> None:
    game = facing("5C 6D", "9D KD", draw="AS")
    game.play(game.moves()[-1])
    assert game.status == CHANCE


# --- KW-12: endless rounds ---


@pytest.mark.parametrize("n_players", [2, 3, 8])
def test_kw_12_a_round_in_which_nobody_plays_stops_when_its_position_comes_again(n_players: int) -> None:
    shown = record_game(job([IDLE] * n_players, "decks=1"), 0)
    assert shown["result"]["end"] == "stalled"
    positions = [GAME.events.position_of(step.view, step.hidden) for step in replay(shown)]
    assert positions[-1] in positions[:-1]
    assert len(set(positions[:-1])) == len(positions) - 1
    draws = -(-(52 - 5 * n_players - 1) // 3)
    assert shown["result"]["turns"] == draws + n_players
    assert shown["result"]["places"] == [0] * n_players


def test_kw_12_random_streams_belong_to_the_position() -> None:
    shown = record_game(job([IDLE_DRAWING] * 2, "decks=1", "turn_limit=400"), 0)
    assert (shown["result"]["end"], shown["result"]["turns"]) == ("capped", 400)


def test_kw_12_a_round_both_stalled_and_capped_is_stalled() -> None:
    turns = record_game(job([IDLE] * 2), 0)["result"]["turns"]
    ends = [record_game(job([IDLE] * 2, f"turn_limit={limit}"), 0)["result"] for limit in (turns - 1, turns, turns + 1)]
    assert [(end["end"], end["turns"]) for end in ends] == [
        ("capped", turns - 1),
        ("stalled", turns),
        ("stalled", turns),
    ]


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_kw_12_a_round_is_capped_after_turn_limit_turns(limit: int) -> None:
    shown = record_game(job([EAGER] * 4, f"turn_limit={limit}"), 0)
    assert (shown["result"]["end"], shown["result"]["turns"]) == ("capped", limit)
    assert len(list(replay(shown))) == limit + 1


HERE = "hand 0: 6C 7D\nhand 1: KS 5S\npiles: 5C 9H\ndraw: AS 2S\nturn: 0"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("6C 7D", "6C 8D"),
        ("KS 5S", "KS"),
        ("5C 9H", "9H 5C"),
        ("5C 9H", "5C"),
        ("5C 9H", "5C 8H"),
        ("AS 2S", "2S AS"),
        ("AS 2S", "AS"),
        ("turn: 0", "turn: 1"),
    ],
)
def test_kw_12_positions_differ_in_hands_piles_played_cards_draw_pile_or_player(old: str, new: str) -> None:
    assert same(HERE, HERE)
    assert not same(HERE, HERE.replace(old, new))


def same(layout: str, other: str) -> bool:
    """Whether two texts describe the same position for the search for stalled rounds; the record's check must agree."""
    first, second = position(layout), position(other)
    rule = getattr(GAME.rules.same_position, "py_func", GAME.rules.same_position)
    result = bool(rule(first.view, first.hidden, second.view, second.hidden))
    assert result == (
        GAME.events.position_of(first.view, first.hidden) == GAME.events.position_of(second.view, second.hidden)
    )
    return result


def test_kw_12_the_count_of_changes_stays_only_over_turns_in_which_no_card_moves() -> None:
    before = None
    for step in replay(record_game(job([EAGER, EAGER, IDLE], seed=9), 0)):
        now = int(step.hidden.moved), GAME.events.position_of(step.view, step.hidden)[1:]
        assert before is None or (now[0] == before[0]) == (now[1] == before[1])
        before = now


# --- KW-13: what players know ---


def test_kw_13_the_view_shows_piles_played_cards_hand_sizes_the_draw_piles_size_and_the_own_hand() -> None:
    game = position("hand 0: 6C 7D\nhand 1: KS 5S 4D\npiles: 5C 9H\ndraw: AS 2S 3S 4S\nturn: 1")
    view = game.view
    assert view.hand_sizes[:2].tolist() == [2, 3]
    assert view.draw_size == 4
    played = GAME.events.out_of_hands(view)
    assert set(played) == ALL - set("6C 7D KS 5S 4D AS 2S 3S 4S".split())
    assert view.n_played == len(played) == 43
    own = [NAMES[4 * rank + suit] for rank in range(13) for suit in range(4) if view.hand[rank] >> 3 * suit & 7]
    assert own == ["4D", "5S", "KS"]
    assert [int(view.suits[suit]) for suit in range(4)] == [0, 1 << 3, 0, 1 << 4 | 1 << 12]
    assert view.held == 1 << 3 | 1 << 4 | 1 << 12


def test_kw_13_after_a_reset_only_the_first_piles_card_is_known_as_played() -> None:
    game = play(facing("5C 6D", "9D KD", draw="AS"), "pass")
    assert GAME.events.out_of_hands(game.view) == [piles(game)]


def test_kw_13_the_view_shows_the_turns_plays_and_penalty_so_far() -> None:
    game = play(facing("6C 6D", "7C 8D KD"), "1: 8D", "0: 7C")
    assert (game.view.plays, game.view.penalty) == (2, 2)
    assert game.view.laid[:2].tolist() == [[1, 7, 0o10], [0, 6, 0o1]]


def test_kw_13_every_field_of_the_view_is_described() -> None:
    assert [field[0] for field in VIEW_FIELDS] == list(GAME.view.names or ())


def seen(game: Stepper) -> np.record:
    """All that the view shows to the player to move: without what lies beyond the piles and plays there are, and the
    strategies' scratch.
    """
    view = game.view.copy()
    view.tops[int(view.piles) :] = 0
    view.open[int(view.piles) :] = 0
    view.laid[int(view.plays) :] = 0
    view.plan[:] = 0
    return view


def test_kw_13_other_hands_and_the_draw_pile_can_be_others_and_no_view_shows_it() -> None:
    actual = position("hand 0: 6C 7D\nhand 1: KS 5S\npiles: 5C 9H\ndraw: AS 2S 3S")
    other = position("hand 0: 6C 7D\nhand 1: 2S AS\npiles: 5C 9H\ndraw: 5S 3S KS")
    for words in ("0: 6C", None):
        assert moves(actual) == moves(other)
        assert differing(seen(actual), seen(other)) == []
        for game in (actual, other):
            play(game, *filter(None, [words]))


def test_kw_13_the_trace_and_the_batch_play_the_same_round() -> None:
    run = job([EAGER] * 3)
    assert play_traced(run, 3).result.turns == record_game(run, 3)["result"]["turns"]
