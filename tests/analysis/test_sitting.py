"""A game that somebody outside the program plays: it is the game that a run would have, and he sees what he may."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import knotlab
from knotlab.analysis.decisions import sitting
from knotlab.analysis.decisions.advice import MoveAdvice
from knotlab.analysis.decisions.race import Valued
from knotlab.analysis.decisions.rollouts import DecisionPoint
from knotlab.analysis.decisions.sitting import Sitting
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.records import decisions_of, record_game
from knotlab.sim.playing.verify import verify

OTHERS = {
    "twisted-knot": ["shed", "random"],
    "knotweed": ["dump", "random"],
    "twyst": ["threshold+solid", "random", "threshold+high"],
}
LIKE = {"twisted-knot": "shed:tremble=0", "knotweed": "dump:tremble=0", "twyst": "cautious+solid:tremble=0"}
SHORT: dict[str, dict[str, int]] = {"twisted-knot": {"turn_limit": 60}, "knotweed": {"turn_limit": 60}, "twyst": {}}
each_game = pytest.mark.parametrize("game", games.names())


def finish(table: Sitting, seed: int = 1) -> list[dict[str, Any]]:
    """Play at random to the end of the game; what was seen before each move and at the end."""
    rng, seen = random.Random(seed), [table.seen()]
    while not table.is_over:
        seen.append(table.play(rng.randrange(len(table.moves()))).seen())
    return seen


# --- the game ---


@each_game
def test_whoever_plays_as_a_strategy_does_has_its_game(game: str) -> None:
    """Choice by choice, with the same random numbers for the others."""
    strategies = [*OTHERS[game][:1], LIKE[game], *OTHERS[game][1:]]
    expected = record_game(make_job(game, strategies, seed=3), 0)
    table = knotlab.sit_at(game, players=OTHERS[game], seed=3, you=1)
    events, n_choices = games.find(game).events, 0
    while not table.is_over:
        following = expected["events"][len(table.seen()["events"])]
        table.play(next(move for move in table.moves() if events.is_move(move, following)))
        n_choices += 1
    assert n_choices > 5
    assert table.record() == {**expected, "players": table.record()["players"]}
    assert table.record()["players"][1] == "you"


@each_game
def test_a_game_played_at_random_is_verified_and_ends_once(game: str) -> None:
    table = knotlab.sit_at(game, players=OTHERS[game], seed=4)
    with pytest.raises(InputError, match="the game is not over yet; a record is of a whole one"):
        table.record()
    finish(table)
    verify(table.record())
    verify(table.record(why=True))
    assert (table.moves(), table.view, table.is_all_over) == ((), None, True)
    with pytest.raises(InputError, match="the game is over; begin another with sit_at"):
        table.play(0)


@each_game
def test_a_move_taken_back_leaves_no_trace(game: str) -> None:
    table = knotlab.sit_at(game, players=OTHERS[game], seed=5)
    first, view, shown = table.moves(), repr(table.view), str(table)
    table.play(1).play(0).take_back()
    table.take_back()
    assert (table.moves(), repr(table.view), str(table)) == (first, view, shown)
    with pytest.raises(InputError, match="nothing has been played yet"):
        table.take_back()


def test_what_is_no_move_is_refused_and_changes_nothing() -> None:
    table = knotlab.sit_at("twyst", players=OTHERS["twyst"], seed=1)
    shown = str(table)
    with pytest.raises(InputError, match="there is no move 13; the legal moves are 0 to 12"):
        table.play(13)
    with pytest.raises(InputError, match="'5C' is not legal; legal are Move"):
        table.play("5C")
    with pytest.raises(InputError, match="you sit on one of the seats 0 to 3, not on 4"):
        knotlab.sit_at("twyst", players=OTHERS["twyst"], you=4)
    assert str(table) == shown


def test_a_match_goes_on_with_its_totals_as_the_rules_have_it() -> None:
    """TY-7: each deal's eldest sits left of the last one's; totals add up the scores."""
    table = knotlab.sit_at("twyst", players=OTHERS["twyst"], seed=2, rounds=3)
    totals, seats = [0, 0, 0, 0], []
    while True:
        finish(table)
        score = table.record()["result"]["score"]
        seats.append(table.seat)
        for player in range(4):
            totals[player] += score[(player + table.seat) % 4]
        assert table.totals == tuple(totals)
        if table.is_all_over:
            break
        table.next_game()
        assert table.view and table.view.totals == tuple(totals[(seat - table.seat) % 4] for seat in range(4))
    assert seats == [0, 3, 2]
    with pytest.raises(InputError, match="the match is over"):
        table.next_game()


# --- what he sees ---


def cards_in(value: Any) -> list[str]:
    """All cards in a part of a record, '?' among them."""
    if isinstance(value, dict):
        return [card for name in ("card", "cards", "draw", "start", "hands") for card in cards_in(value.get(name, []))]
    return [value] if isinstance(value, str) else [card for each in value for card in cards_in(each)]


def may_know(game: str, seat: int, whole: dict[str, Any], n: int) -> list[list[str]]:
    """The cards of the deal and of each of the first n events that a seat may know, by the rules' pages alone; '?' for
    each other one.
    """
    events, deal = whole["events"][:n], whole["deal"]
    turned = any(event["do"] == "contract" for event in events)

    def is_open(event: dict[str, Any]) -> bool:
        own = seat in (event.get("seat"), event.get("to"))
        return own or event["do"] not in {"take", "discard", "pass", "draw"} | ({"bid"} if not turned else set())

    known = [cards_in(event) if is_open(event) else ["?"] * len(cards_in(event)) for event in events]
    if game == "twisted-knot":
        return [["?"] * sum(map(len, deal)), *known]
    if game == "knotweed":
        for event, cards in zip(events, known, strict=True):
            if event["do"] == "reset":
                cards[:] = ["?"] * len(event["draw"]) + [event["start"]]
        hands = [card if other == seat else "?" for other, hand in enumerate(deal["hands"]) for card in hand]
        return [["?"] * len(deal["draw"]) + [deal["start"]] + hands, *known]
    bids = {event["seat"]: event["card"] for event in events if event["do"] == "bid"} if turned else {}
    hands = [
        each
        for other, hand in enumerate(deal)
        for each in (hand if other == seat else [bids[other], *["?"] * 12] if turned else ["?"] * 13)
    ]
    return [hands, *known]


@each_game
@pytest.mark.parametrize("seat", [0, 2])
def test_he_sees_his_own_cards_and_what_lies_open_and_no_other(game: str, seat: int) -> None:
    table = knotlab.sit_at(game, players=OTHERS[game], seed=6, you=seat, set=SHORT[game])
    looks = finish(table)
    whole = table.record()
    for seen in looks:
        assert not {"seed", "index", "result"} & seen.keys()
        shown = [cards_in(seen["deal"]), *(cards_in(event) for event in seen["events"])]
        assert shown == may_know(game, seat, whole, len(seen["events"]))


def test_who_sits_at_a_table_where_cheating_pays_may_cheat_and_others_do_not_see_it() -> None:
    """KW-11, as a house rule."""
    players = ["dump:tremble=0", "split-to-go-out:tremble=0"]
    table = knotlab.sit_at("knotweed", players=players, seed=2, set={"cheating": 0.0001})
    describe, move_of = games.find("knotweed").events.describe_move, games.find("knotweed").events.move_of
    n_cheats = 0
    while not table.is_over:
        words = [describe(move_of(move)) for move in table.moves()]
        cheats = [number for number, move in enumerate(words) if move.endswith("(cheating)")]
        n_cheats += bool(cheats)
        table.play(cheats[0] if cheats else 0)
    assert n_cheats > 2
    verify(table.record())
    shown = [event for event in table.seen()["events"] if event.get("cheat")]
    assert {event["seat"] for event in shown} == {0}
    deal, events = table.record()["deal"], table.record()["events"]
    assert not any("cheat" in event for event in games.find("knotweed").events.as_seen(1, deal, events)[1])


def test_two_tables_at_once_do_not_disturb_each_other() -> None:
    def begun() -> list[Sitting]:
        return [knotlab.sit_at("twyst", players=OTHERS["twyst"], seed=seed) for seed in (8, 9)]

    def play(table: Sitting) -> None:
        table.play(len(table.moves()) // 2)

    alone, together = begun(), begun()
    for table in alone:
        while not table.is_over:
            play(table)
    while not all(table.is_over for table in together):
        for table in together:
            if not table.is_over:
                play(table)
    assert [table.record() for table in together] == [table.record() for table in alone]


# --- the review ---


@pytest.mark.parametrize("metric", ["loss_rate", "mean_score"])
def test_a_review_looks_at_each_choice_and_then_at_the_one_that_may_have_cost_most(
    metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at a choice halves what its move, the first, may have cost; below 0.06 its moves are all as good."""
    costs, looked = [0.1, 0.4, 0.25, 0.3], list[int]()
    sign = -1 if metric == "loss_rate" else 1

    def scripted(point: DecisionPoint, seconds: float) -> Iterator[MoveAdvice]:
        number = len(set(looked))
        words, cost = point.words, costs[number] if number < len(costs) else 0.05
        while True:
            looked.append(number)
            low, high = sorted((0.5, 0.5 - sign * cost))
            values = [Valued(0.5, low, high, 64, False), *[Valued(0.5, 0.5, 0.5, 64, False)] * (len(words) - 1)]
            is_close, scores = cost < 0.06, (0.0,) * len(words)
            yield MoveAdvice(point, "resample", metric, words, tuple(values), scores, is_close, is_close, 0.0)
            cost /= 2

    monkeypatch.setattr(sitting, "advising", scripted)
    table = knotlab.sit_at("knotweed", players=OTHERS["knotweed"], seed=4, set=SHORT["knotweed"])
    while not table.is_over:
        table.play(0)
    n = len(table._chair.choices)
    assert n > 4
    left = [left for left, _, _ in table.review(seconds=60)]
    assert looked == [*range(n), 1, 3, 2, 1, 3, 2, 0, 1, 3, 2, 1][: len(looked)], looked
    assert left[:5] == [n, n, n, n, n - 1] and left[n - 1] == 4 and left[-1] == 0


def test_without_time_a_review_looks_at_each_choice_once() -> None:
    table = knotlab.sit_at("knotweed", players=OTHERS["knotweed"], seed=4, set=SHORT["knotweed"])
    while not table.is_over:
        table.play(0)
    *_, (_, record, _) = looks = list(table.review(seconds=0))
    valued = [each for each in decisions_of(record) if "whatif" in each]
    assert len(looks) == len(valued) == len(table._chair.choices)
    verify(record)
