"""Ruling KW-11: the house rule of cheating."""

from itertools import groupby

import pytest

from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.records import record_game
from tests.knotweed.positions import draw_pile, facing, hand, happened, moves, piles, places, play, position, turn
from tests.knotweed.scripts import ANYTHING, CROOK, EAGER, SHARPER, job

ON = {"cheating": 0.5}


def test_kw_11_cheating_is_off_unless_the_setting_is_on() -> None:
    assert moves(facing("5C", "9D KD")) == ["pass"]
    assert moves(facing("5C", "9D KD", cheating="none")) == ["pass"]
    assert job([EAGER] * 2).rules["cheating"] is None


def test_kw_11_an_illegal_play_is_a_group_of_one_rank_of_which_no_card_matches() -> None:
    game = facing("5C", "5D 6C 6D 6H", **ON)
    assert moves(game) == [
        "0: 5D",
        "0: 6C",
        "0: 6C 6D",
        "0: 6C 6H",
        "0: 6C 6D 6H",
        "pass",
        "0!: 6D",
        "0!: 6H",
        "0!: 6D 6H",
    ]


def test_kw_11_an_illegal_play_is_offered_only_to_one_who_cheats() -> None:
    game = facing("5C", "5D 6D", **ON)
    game.view.cheats = 0
    assert moves(game) == ["0: 5D", "pass"]
    play(game, "pass")
    assert happened(game) == ["0 passes", "0 draws AS 2S 3S"]


def test_kw_11_its_penalty_is_counted_like_that_of_any_play() -> None:
    game = play(facing("5C", "6D 7D KD", **ON), "0!: 7D")
    assert (game.view.penalty, game.view.cheated) == (2, 1)


def test_kw_11_one_who_cheats_may_take_fewer_cards_than_due() -> None:
    game = play(facing("5C", "8C KD 9D", **ON), "0: 8C", "stop")
    assert moves(game) == ["take 3", "skimp 0", "skimp 1", "skimp 2"]
    play(game, "skimp 1", caught=False)
    assert happened(game) == ["0 plays 8C on 0", "0 draws AS cheating"]
    assert (hand(game, 0), turn(game)) == ("AS 9D KD", 1)


def test_kw_11_drawing_nothing_is_an_event_too() -> None:
    game = play(facing("5C", "8C KD 9D", **ON), "pass", "skimp 0", caught=False)
    assert happened(game) == ["0 passes", "0 draws cheating"]


def test_kw_11_with_no_card_due_or_none_to_draw_nobody_is_asked() -> None:
    game = play(facing("5C", "5D KD 9D", **ON), "0: 5D", "stop")
    assert turn(game) == 1
    game = play(position("hand 0: 6C KD\nhand 1: KS\npiles: 5C\ndraw:", **ON), "pass")
    assert turn(game) == 1


def test_kw_11_no_more_is_due_than_the_draw_pile_has() -> None:
    game = play(facing("5C", "8C KD 9D", draw="AS", **ON), "pass")
    assert moves(game) == ["take 1", "skimp 0"]


def test_kw_11_caught_all_plays_are_taken_back_and_three_cards_drawn() -> None:
    game = facing("5C 9H", "5D 5S 6D 9S KD QD", **ON)
    before = int(game.view.n_played)
    play(game, "0: 5D 5S", "1!: 6D", "stop", "take 3", caught=True)
    assert happened(game) == ["0 plays 5D 5S on 0", "0 plays 6D on 1 cheating", "0 caught", "0 draws AS 2S 3S"]
    assert (piles(game), hand(game, 0), turn(game)) == ("5C 9H", "AS 2S 3S 5D 5S 6D 9S QD KD", 1)
    assert (game.view.n_played, int(game.view.hand_sizes[0])) == (before, 9)


def test_kw_11_not_caught_the_turn_stands() -> None:
    game = play(facing("5C", "6D KD QD", **ON), "0!: 6D", "stop", "take 1", caught=False)
    assert happened(game) == ["0 plays 6D on 0 cheating", "0 draws AS"]
    assert piles(game) == "6D"


def test_kw_11_the_draw_alone_can_be_caught() -> None:
    game = play(facing("5C", "6C KD QD", **ON), "0: 6C", "stop", "skimp 0", caught=True)
    assert happened(game) == ["0 plays 6C on 0", "0 caught", "0 draws AS 2S 3S"]
    assert (piles(game), hand(game, 0)) == ("5C", "AS 2S 3S 6C QD KD")


def test_kw_11_chance_speaks_before_going_out() -> None:
    text = "hand 0: 6D\nhand 1: KH\nhand 2: KS\npiles: 5C\ndraw: AS 2S 3S 4S"
    game = play(position(text, **ON), "0!: 6D", caught=True)
    assert happened(game) == ["0 plays 6D on 0 cheating", "0 caught", "0 draws AS 2S 3S"]
    assert (hand(game, 0), places(game), turn(game)) == ("AS 2S 3S 6D", [0, 0, 0], 1)
    game = play(position(text, **ON), "0!: 6D", caught=False)
    assert happened(game) == ["0 plays 6D on 0 cheating", "0 out 1"]


def test_kw_11_the_three_cards_follow_the_ruling_on_drawing() -> None:
    game = play(facing("5C", "6D KD QD", draw="AS 2S", **ON), "0!: 6D", "stop", "take 1", caught=True)
    stated = happened(game)
    assert stated[:3] == ["0 plays 6D on 0 cheating", "0 caught", "0 draws AS 2S"]
    assert stated[3].startswith("reset AC: ")
    assert "6D" in hand(game, 0).split() and "6D" not in draw_pile(game).split()


@pytest.mark.parametrize(("chance", "caught", "stood"), [("0", False, True), ("1", True, False), ("0.5", True, True)])
def test_kw_11_the_chance_decides_how_often(chance: str, caught: bool, stood: bool) -> None:
    run = job([CROOK] * 3, f"cheating={chance}", "turn_limit=60")
    events = [event for index in range(10) for event in record_game(run, index)["events"]]
    assert any(event["do"] == "caught" for event in events) == caught
    assert any(event["do"] == "draw" and event.get("cheat", False) for event in events) == stood


def test_kw_11_the_share_of_cheating_turns_caught_is_the_chance() -> None:
    run = job([CROOK] * 3, "cheating=0.3", "turn_limit=200")
    events = [event for index in range(20) for event in record_game(run, index)["events"] if event["do"] != "reset"]
    turns = [list(turn) for _, turn in groupby(events, key=lambda event: event["seat"])]
    cheats = [turn for turn in turns if any(event.get("cheat") or event["do"] == "caught" for event in turn)]
    caught = [turn for turn in cheats if any(event["do"] == "caught" for event in turn)]
    z = 4.0  # standard errors
    assert len(cheats) > 1000
    assert abs(len(caught) / len(cheats) - 0.3) < z * (0.3 * 0.7 / len(cheats)) ** 0.5


def test_kw_11_strategies_that_do_not_cheat_never_do_where_others_may() -> None:
    events = record_game(job([ANYTHING, SHARPER], "cheating=0.4", "turn_limit=300"), 0)["events"]
    cheats = [event["seat"] for event in events if event.get("cheat") or event["do"] == "caught"]
    assert set(cheats) == {1}


def test_kw_11_without_the_setting_one_who_would_cheat_plays_like_all() -> None:
    honest, crooked = (play_games(job([player] * 3, "turn_limit=200"), 0, 20) for player in (ANYTHING, SHARPER))
    assert (honest == crooked).all()
