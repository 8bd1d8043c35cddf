"""Where two players part, found by their scores at the position; and a game in which that decided."""

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.duels import partings as module
from knotlab.analysis.duels.designs import Design
from knotlab.analysis.duels.partings import Moves, kind_of, partings, show_game
from knotlab.analysis.stats.metrics import metrics_of
from knotlab.sim import games
from knotlab.sim.games.twisted_knot.state import LAY, PICK_UP, Move
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import legal_moves
from tests.analysis.test_designs import design_of
from tests.cli import GAME, knotlab, refused

ACES = ("hoard-aces", "shed")


def design() -> Design:
    return design_of("field", GAME, *ACES, "simple", 2).on("pilot")


def best_at(job: Job, index: int, decision: int) -> set[str]:
    """The moves that player 0 likes best at a decision of a game, in words."""
    kind = games.find(job.game)
    (view,) = branch.positions(job, np.array([index]), np.array([decision])).views
    assert job.players_by_seat(index)[int(view.seat)] == 0
    moves = legal_moves(kind, view)
    scores = scores_of(job.players[0], view.copy(), moves)
    words = [kind.events.describe_move(kind.events.move_of(move)) for move in moves]
    return {word for word, score in zip(words, scores, strict=True) if score == scores.max()}


def test_at_each_example_a_and_b_like_what_is_said_best() -> None:
    share, found = partings(design(), 30)
    assert 0 < share < 1
    assert sum(each.share for each in found) == pytest.approx(1)
    assert [each.games for each in found] == sorted((each.games for each in found), reverse=True)
    assert 0 < sum(each.games for each in found) <= 30
    with_a, with_b = (lineup.job for lineup in design().pairs[0])
    for example in (example for each in found for example in each.examples):
        assert example.a != example.b and example.others == ("shed",)
        assert example.a in best_at(with_a, example.index, example.decision)
        assert example.b in best_at(with_b, example.index, example.decision)


def test_where_few_part_the_deals_in_which_they_are_known_to_are_told_too() -> None:
    share, found = partings(design(), 0, differing=[3, 4])
    (games,) = {sum(each.games for each in found)}
    assert share == 0 and 2 <= games <= 4
    assert {example.index // 2 for each in found for example in each.examples} <= {3, 4}
    assert partings(design(), 30, differing=[40, 41]) == partings(design(), 30)


def test_players_who_play_alike_part_nowhere() -> None:
    assert partings(design_of("field", GAME, "shed", "shed", "simple", 2), 5) == (0.0, ())


def test_a_kind_of_decision_is_the_kinds_of_moves_or_in_what_they_differ() -> None:
    one, two, other = Move(LAY, 3, 1), Move(LAY, 3, 2), Move(PICK_UP, -1, 5)
    assert kind_of(GAME, Moves(0, one, other)) == "lay in place of pick up"
    assert kind_of(GAME, Moves(0, one, two)) == "lay, another count"
    assert kind_of(GAME, Moves(0, one, Move(LAY, 4, 2))) == "lay, another rank and count"


@pytest.mark.parametrize(("shown", "sign"), [("helped", 1), ("backfired", -1)])
def test_the_game_that_is_shown_came_out_so(shown: str, sign: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROLLOUTS", (20, 20))
    monkeypatch.setattr(module, "MOST", 10)
    game = show_game(design().on("play"), metrics_of(games.find(GAME))[0], shown)
    seat = int(game.worth.position.view.seat)
    assert [record["players"][seat] for record in game.records] == [*ACES]
    places = [record["result"]["places"][seat] for record in game.records]
    assert sign * (places[1] - places[0]) > 0
    first, second = (record["events"] for record in game.records)
    assert first != second and first[0] == second[0]
    assert game.worth.position.number == game.moment.decision and {game.moment.a, game.moment.b} <= {*game.worth.moves}
    assert not game.is_clear and game.tried == 10  # 20 rollouts make nothing clear


def test_games_are_looked_at_until_the_intervals_of_the_two_moves_lie_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    game = show_game(design().on("play"), metrics_of(games.find(GAME))[0], "backfired")
    rows = game.worth.to_pandas().set_index("move")
    assert rows.loc[game.moment.a, "loss_rate_low"] > rows.loc[game.moment.b, "loss_rate_high"]
    assert game.is_clear and game.tried % 5 == 0 and not replace(game, sign=1).is_clear
    monkeypatch.setattr(module, "ROLLOUTS", (20, 20))
    monkeypatch.setattr(module, "MOST", 5)
    assert show_game(design().on("play"), metrics_of(games.find(GAME))[0], "backfired").tried == 5


@pytest.mark.long
def test_a_duel_tells_where_the_two_part_and_shows_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROLLOUTS", (20, 20))
    words = ("duel", GAME, *ACES, "--players", 2, "--margin", "20%")
    facts = knotlab(*words, "--csv", tmp_path / "a.csv", "--show", "helped", "--json").json
    told = knotlab(*words, "--show", "helped", "--html", tmp_path / "game.html").out
    kinds = facts["pilot"]["partings"]
    assert f"{100 * kinds[0]['share']:.0f}% {kinds[0]['kind']}" in told and told.count("pilot's game") == 2
    rows = list(csv.DictReader((tmp_path / "a-partings.csv").read_text().splitlines()))
    assert [row["kind"] for row in rows] == [each["kind"] for each in kinds for _ in each["examples"]]
    shown = facts["shown"]
    assert f"Game {shown['index']} came out better for hoard-aces than for shed." in told
    lost = {each["move"]: each["loss_rate"] for each in shown["worth"]["moves"]}
    more = 100 * (lost[shown["b"]] - lost[shown["a"]])
    comparison = "better" if more > 0 else "worse"
    assert f"the first is {comparison} by {abs(more):.2f} games lost in 100; " in told
    assert ("the game is the clearest of the first" in told) == shown["worth"]["clear"]
    assert ("that is not certain, in this game or in any other of the first" in told) != shown["worth"]["clear"]
    assert "Both ways are at" in told and "--- with shed" not in told
    assert 'data-part="packed"' in (tmp_path / "game.html").read_text()  # the second record


@pytest.mark.more
def test_a_rule_is_told_in_words_where_a_game_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROLLOUTS", (20, 20))
    page, words = tmp_path / "game.html", ("--oblige", "saves_aces", "--players", 2, "--margin", "20%")
    told = knotlab("duel", GAME, "shed", *words, "--show", "helped", "--html", page).out
    assert "came out better for shed, obliged (saves aces) than for shed." in told
    shown = page.read_text("utf-8")
    assert "A game that came out better for shed, obliged (saves aces) than for shed</h1>" in shown


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--show", "lost"), "there is no kind of game 'lost' to show"),
        (("--html", "a.html"), "--html can be given only with --show"),
    ],
)
def test_a_game_is_shown_in_two_ways(words: tuple[str, ...], says: str) -> None:
    assert says in refused("duel", GAME, *ACES, "--players", 2, "--margin", "20%", *words)


@pytest.mark.more
@pytest.mark.parametrize("game", ["knotweed", "twyst"])
def test_other_games_have_kinds_of_decisions_too(game: str) -> None:
    a, b = {"knotweed": ("hold-back", "dump"), "twyst": ("threshold+solid", "cautious+high")}[game]
    assert partings(design_of("field", game, a, b, "simple"), 10)[1]
