"""Advice on a decision: what it says holds, whoever asks, and hidden cards and bids are dealt and made anew."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import knotlab
from knotlab.analysis.decisions.advice import advise, position_in
from knotlab.analysis.decisions.race import ERROR, MoveRace, _levels_ahead, _levels_close
from knotlab.analysis.decisions.rollouts import RESAMPLE, decision_of, payoffs_of, play_moves
from knotlab.analysis.decisions.trust import believed
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import ALL, NAMES
from knotlab.sim.playing import branch
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.records import record_game
from knotlab.sim.playing.stepper import legal_moves
from tests.cli import knotlab as command
from tests.cli import refused

PLAYERS = {"twisted-knot": ["shed:tremble=0", "random"], "knotweed": ["dump", "random"], "twyst": ["cautious+high"] * 4}
DECISIONS = {"twisted-knot": 6, "knotweed": 5, "twyst": 30}


def recorded(game: str) -> dict[str, Any]:
    """A game of a seed."""
    return record_game(make_job(game, PLAYERS[game], seed=2), 0)


# --- the race ---


def raced(chances: list[float], looks: int, seed: int) -> MoveRace:
    """Moves that lose with some chances, each rollout's chance shared."""
    rng, race = np.random.default_rng(seed), MoveRace("loss_rate", len(chances))
    for look in range(looks):
        luck = rng.random(32 << min(look, 6))
        race.add(race.left, np.array([(luck < chances[i]).astype(float) for i in race.left]))
    return race


@pytest.mark.long
@pytest.mark.parametrize("likely", [None, 0, 2])
def test_the_best_move_is_seldom_called_worse_however_often_one_looks(likely: int | None) -> None:
    """1,500 races of four moves whose losses do not hang together, the first better by as good as nothing: it is called
    worse in a quarter of 5% at most, by five standard errors.
    """
    wrong, most = 0, ERROR / 4
    for seed in range(1500):
        rng, race = np.random.default_rng(seed), MoveRace("loss_rate", 4, likely=likely)
        for look in range(8):
            race.add(race.left, (rng.random((len(race.left), 32 << min(look, 4))) < 0.3).astype(float))
        wrong += 0 not in race.left
    assert wrong <= 1500 * most + 5 * (1500 * most * (1 - most)) ** 0.5


@pytest.mark.parametrize("n_moves", [2, 3, 7])
def test_what_is_said_against_the_best_shares_the_error_whichever_move_it_and_the_likely_one_are(n_moves: int) -> None:
    for likely in (None, 0, n_moves - 1):
        ahead, close = _levels_ahead(n_moves, 0.03, likely), _levels_close(n_moves, 0.03, likely)
        of_others = ahead.sum(axis=0) - ahead.diagonal()
        assert of_others == pytest.approx(np.full(n_moves, 0.03)) and close.sum() == pytest.approx(0.03)


def test_a_move_that_is_likely_to_be_the_best_is_known_sooner_and_another_one_later() -> None:
    """Of many moves that hang together, with so little at stake each time that one more or less counts."""
    looks = []
    for likely in (0, None, 1):
        rng, race = np.random.default_rng(5), MoveRace("loss_rate", 12, likely=likely)
        for look in range(1, 500):
            luck = rng.random(20)
            race.add(race.left, np.array([(luck < 0.3 + 0.02 * (i > 0)) / 4 for i in race.left]))
            if len(race.left) == 1:
                looks.append(look)
                break
    assert looks == sorted(looks) and len({*looks}) == 3


def test_the_better_move_is_left_and_its_interval_holds() -> None:
    race = raced([0.30, 0.10, 0.32], 10, seed=1)
    assert race.left == [1]
    assert [value.is_worse for value in race.values] == [True, False, True]
    for value, chance in zip(race.values, (0.30, 0.10, 0.32), strict=True):
        assert value.low < chance < value.high


def test_moves_that_differ_by_less_than_half_a_game_of_100_are_close_and_others_are_not() -> None:
    alike = raced([0.300, 0.301], 12, seed=2)
    assert alike.is_close and alike.is_alike
    few = raced([0.300, 0.301], 3, seed=2)
    assert not few.is_close and not few.is_alike
    assert raced([0.300, 0.340], 12, seed=2).left == [0]


def test_a_move_ahead_may_be_known_to_be_nearly_the_best_before_it_is_known_by_how_much() -> None:
    """Independent losses: 95% of some 40 numbers of rollouts are not enough to call the second worse, or as good."""
    rng, race = np.random.default_rng(11), MoveRace("loss_rate", 2)
    while not race.is_close and len(race.left) == 2:
        race.add([0, 1], (rng.random((2, 500)) < np.array([[0.300], [0.308]])).astype(float))
    assert race.left == [0, 1] and not race.is_alike
    assert race.values[0].mean < race.values[1].mean


@pytest.mark.long
def test_the_move_that_is_called_nearly_the_best_seldom_is_not() -> None:
    """400 races of three moves, the last better by a game of 100: another is called so in 5% at most, by five standard
    errors.
    """
    wrong = 0
    for seed in range(400):
        rng, race = np.random.default_rng(seed), MoveRace("loss_rate", 3)
        while not race.is_close and 2 in race.left and len(race.left) > 1:
            race.add(race.left, (rng.random((3, 400)) < np.array([[0.30], [0.30], [0.29]]))[race.left].astype(float))
        wrong += race.left != [2] and min(race.left, key=lambda i: race.values[i].mean) != 2
    assert wrong <= 400 * ERROR + 5 * (400 * ERROR * (1 - ERROR)) ** 0.5


def test_points_are_raced_too_and_nothing_is_said_too_early() -> None:
    rng, race = np.random.default_rng(3), MoveRace("mean_score", 3)
    race.add([0, 1, 2], rng.normal([[10.0], [0.0], [9.9]], 5.0, (3, 100)))
    assert race.left == [0, 1, 2] and race.values[0].low == -np.inf
    for _ in range(20):
        race.add(race.left, rng.normal(np.array([10.0, 0.0, 9.9])[race.left][:, None], 5.0, (len(race.left), 1000)))
    assert race.left == [0, 2] and race.values[1].is_worse
    assert race.values[0].low < 10 < race.values[0].high


# --- decisions of games ---


def test_points_below_zero_are_told_with_a_minus_sign() -> None:
    advice = advise(decision_of(make_job("twyst", PLAYERS["twyst"], seed=2), 0, DECISIONS["twyst"]), rollouts=20)
    lost = tuple(value._replace(mean=-3.25) for value in advice.values)
    assert ": \N{MINUS SIGN}3.2 points" in replace(advice, values=lost).sentence()


@pytest.mark.parametrize(("mean", "said"), [(0.40, "10.0 more with the next best"), (0.28, "2.0 fewer with the next")])
def test_the_next_best_is_told_by_its_number_whichever_is_ahead_by_now(mean: float, said: str) -> None:
    """A move that dropped out early may have had luck since then that the best one has not."""
    advice = advise(decision_of(make_job("twisted-knot", PLAYERS["twisted-knot"], seed=2), 0, 6), rollouts=20)
    first, *others = (value._replace(is_worse=True, mean=mean) for value in advice.values)
    assert said in replace(advice, values=(first._replace(is_worse=False, mean=0.30), *others)).sentence()


@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=pytest.mark.long if name == "knotweed" else pytest.mark.more) for name in games.names()],
)
def test_a_decision_of_a_record_is_valued_as_what_if_values_it_in_the_game(game: str) -> None:
    """Another way to the same position, with other random numbers: within five standard errors."""
    job, decision = make_job(game, PLAYERS[game], seed=2), DECISIONS[game]
    position = position_in(recorded(game), decision, PLAYERS[game])
    advice = advise(position, seconds=0.5)
    asked = decision_of(job, 0, decision)
    assert advice.moves == asked.words and len(advice.moves) > 1
    payoffs = payoffs_of(asked, play_moves(asked, asked.moves, 1000, RESAMPLE), advice.metric) / UNIT
    for value, other in zip(advice.values, payoffs, strict=True):
        error = max(other.std() / 1000**0.5, 0.01) * (1 + 1000 / value.n) ** 0.5
        assert abs(value.mean - other.mean()) <= 5 * error


def test_a_person_is_advised_from_what_he_sees_and_the_champion_plays_on_for_him() -> None:
    table = knotlab.sit_at("knotweed", players=PLAYERS["knotweed"], seed=5, set={"turn_limit": 7})
    advice = table.advise(seconds=0.1)
    assert advice.position.job.players[0].name == "champion"
    assert len(advice.moves) == len(table.moves())
    assert str(advice).splitlines()[0] == f"{advice.sentence()}."
    while not table.is_over:
        table.play(0)
    with pytest.raises(InputError, match="the game is over, so there is nothing to advise"):
        table.advise()


@pytest.mark.more
def test_bids_made_before_are_made_anew_with_hands_dealt_uniformly() -> None:
    """The third bidder's own hand stays, each of the other 39 cards is as often with each other seat, and who bade
    before him bids what his strategy chooses from his new hand.
    """
    job = make_job("twyst", ["cautious+high:tremble=0"] * 4, seed=2)
    position = position_in(record_game(job, 0), 2, [player.name for player in job.players])
    game, own, n = games.find("twyst"), int(position.view.seat), 390
    starts = branch.choices_made_anew(position.job, position.view, np.arange(n), 2)
    assert own == 2
    held = np.zeros((4, 52), np.int64)
    for view, hidden in zip(starts.views, starts.hiddens, strict=True):
        assert int(view.seat) == own and int(view.hand) == int(position.view.hand)
        assert sum(int(hand) for hand in hidden.hands) == ALL
        for seat in range(4):
            held[seat] += [int(hidden.hands[seat]) >> card & 1 for card in range(52)]
        for seat in (0, 1):
            assert int(hidden.hands[seat]) >> int(hidden.bids[seat]) & 1
    unseen = held[:, held[own] == 0][[0, 1, 3]]
    assert unseen.shape == (3, 39)
    assert stats.chisquare(unseen.ravel()).pvalue > 1e-4
    first = starts.views[0].copy()
    first.seat, first.hand = 0, int(starts.hiddens[0].hands[0])
    moves = legal_moves(game, first)
    chosen = moves[int(np.argmax(scores_of(job.players[0], first, moves)))]
    assert NAMES[chosen.card] == NAMES[int(starts.hiddens[0].bids[0])]


@pytest.mark.more
def test_trusted_bids_deal_hands_with_which_the_others_would_show_what_they_have_shown() -> None:
    """As each strategy scores its bids with the whole hand; without trust nothing of the kind holds."""
    job = make_job("twyst", ["cautious+high:tremble=0"] * 4, seed=2)
    point = position_in(record_game(job, 0), 9, [player.name for player in job.players])
    own, shown = int(point.view.seat), [int(card) for card in point.view.shown]
    for trust in (1.0, 0.0):
        starts, looked = believed(point, 60, 0, trust)
        assert looked >= len(starts.runs) > 0
        agrees = []
        for hidden in starts.hiddens:
            assert [int(hand).bit_count() for hand in hidden.hands] == [*map(int, point.view.hand_sizes)]
            assert int(hidden.hands[own]) == int(point.view.hand)
            assert int(np.bitwise_or.reduce(hidden.hands)) == ALL & ~int(point.view.played)
            for seat in {0, 1, 2, 3} - {own}:
                first = np.zeros(1, games.find("twyst").view)[0]
                first.players, first.seat, first.hand, first.hand_sizes = 4, seat, int(hidden.dealt[seat]), 13
                moves = legal_moves(games.find("twyst"), first)
                scores = scores_of(job.players[seat], first, moves)
                best = {move.card for move, score in zip(moves, scores, strict=True) if score == scores.max()}
                agrees.append(shown[seat] in best)
        assert all(agrees) == (trust == 1.0)


def test_bids_are_trusted_only_where_some_are_shown() -> None:
    table = knotlab.sit_at("twyst", players=["threshold+high"] * 3, seed=1)
    with pytest.raises(InputError, match="the bids have not been turned, so leave out trust"):
        advise(table.position(), seconds=0.1, trust=0.9)
    with pytest.raises(InputError, match="nobody bids in knotweed, so leave out trust"):
        advise(position_in(recorded("knotweed"), 5), seconds=0.1, trust=0.9)


# --- the command ---


def test_the_command_says_what_the_function_says(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert command("records", "twisted-knot", "shed", "random", "--games", 1, "--seed", 2, "--save", file).status == 0
    answer = command("advise", "--record", file, "--decision", 6, "--seconds", 0.2, "--json").json
    assert {move["number"] for move in answer["moves"]} == set(range(len(answer["moves"])))
    assert answer["hidden"] == "resample"
    assert "there is no way 'guess'" in refused("advise", "--record", file, "--decision", 6, "--hidden", "guess")
    assert "the game has no decision 5000" in refused("advise", "--record", file, "--decision", 5000)
