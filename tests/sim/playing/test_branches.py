"""Counterfactuals: positions brought back from any game, forced moves, chance in common, and hidden cards dealt
anew.
"""

from collections import Counter
from contextlib import nullcontext
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from knotlab.analysis.bidding.bids import bid_moves
from knotlab.analysis.bidding.hand import Hand, card_name, try_bids
from knotlab.analysis.decisions.advice import advise
from knotlab.analysis.decisions.rollouts import AS_DEALT, MOST, decision_of
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.errors import StrategyError
from knotlab.sim.games.knotweed.cards import NUMBER
from knotlab.sim.games.twisted_knot.cards import RANK
from knotlab.sim.kernels.trace import DECISION, rows_of
from knotlab.sim.playing import branch
from knotlab.sim.playing.batches import play_games, play_numbers
from knotlab.sim.playing.job import Job, Tables, table_by_table
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper, legal_moves
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.protocol import CHANCE, OVER, TURN, differing
from tests.cli import knotlab, strategy_file
from tests.knotweed.positions import position as knotweed_position
from tests.twisted_knot.positions import position

# Scripts that never draw a word: nothing but the deal and the moves decides.
CERTAIN = {"twisted-knot": ["shed:tremble=0"] * 3, "twyst": ["threshold+solid"] * 4}
CHANCY = {
    "twisted-knot": ["shed:tremble=0.05", "hoard-nines:tremble=0.05"],
    "knotweed": ["dump:tremble=0.05", "random", "finisher"],
    "twyst": ["cautious+high", "random"] * 2,
}


def words_drawn(job: Job, index: int) -> int:
    """How many words of chance a game takes after the deal."""
    return int(play_traced(job, index).states.chances[0].used[1:].sum())


@pytest.mark.parametrize("game", CERTAIN)
def test_a_game_without_chance_that_is_taken_up_again_anywhere_ends_as_it_ended(game: str) -> None:
    job = make_job(game, CERTAIN[game], seed=3)
    numbers = np.array(
        [index for index in range(600) if words_drawn(job, index) == 0 and play_traced(job, index).end == "finished"]
    )
    assert len(numbers) >= 15
    whole = np.array([play_games(job, int(index), 1)[0] for index in numbers])
    for decision in (0, 3, 17):
        results = branch.play_branches(
            job,
            branch.positions(job, numbers, np.full(len(numbers), decision)),
            branch.own_choice(job, len(numbers)),
            2,
        )
        for name, _ in games.find(game).result_fields:
            assert (results[name] == whole[name][:, None, None]).all()
        assert (results["turns"] == whole["turns"][:, None, None]).all() and (
            results["decisions"] == whole["decisions"][:, None, None]
        ).all()


def played_by_steps(job: Job, index: int, decision: int, move: tuple[int, ...]) -> list[int]:
    """The places of a game without chance in which one decision goes another way, played move by move from Python."""
    step, count = Stepper(games.find(job.game), job.rules), 0
    step.deal(job.seed, index // job.rotations)
    step.begin()
    while step.status != OVER:
        if step.status in (TURN, CHANCE):
            (step.open_turn if step.status == TURN else step.draw_chance)()
            continue
        moves = step.moves()
        scores = scores_of(job.players[job.players_by_seat(index)[int(step.view.seat)]], step.view, moves)
        step.play(move if count == decision else moves[int(np.argmax(scores))])
        count += 1
        if count > 4000:
            return []
    return step.result().place[: len(job.players)].tolist()


@pytest.mark.long
def test_a_forced_move_leads_where_playing_it_by_hand_leads() -> None:
    job = make_job("twisted-knot", CERTAIN["twisted-knot"], seed=8)
    compared = 0
    for index in range(40):
        start = branch.positions(job, np.array([index]), np.array([10 + index]))
        moves = legal_moves(games.find(job.game), start.views[0])
        results = branch.play_branches(job, start, np.array([moves]), 1)[0, :, 0]
        for move, result in zip(moves, results, strict=True):
            if result["end"] == 0:
                assert played_by_steps(job, index, 10 + index, move) == result["place"][:3].tolist()
                compared += len(moves) > 1
    assert compared >= 40


@pytest.mark.more
@pytest.mark.parametrize("game", CHANCY)
def test_branches_are_the_same_alone_and_together(game: str) -> None:
    job = make_job(game, CHANCY[game], seed=5)
    numbers, decisions = np.arange(12), np.arange(12)
    start = branch.positions(job, numbers, decisions)
    together = branch.play_branches(job, start, branch.own_choice(job, 12), 5)
    for i in (0, 7):
        alone = branch.positions(job, numbers[i : i + 1], decisions[i : i + 1])
        assert (branch.play_branches(job, alone, branch.own_choice(job, 1), 3)[0, 0] == together[i, 0, :3]).all()


def test_moves_may_be_given_that_nobody_may_write() -> None:
    job = make_job("twyst", CHANCY["twyst"], seed=3)
    start, moves = branch.positions(job, np.array([5]), np.array([0])), branch.own_choice(job, 1)
    results = branch.play_branches(job, start, moves.copy(), 2)
    moves.setflags(write=False)
    assert (branch.play_branches(job, start, moves, 2) == results).all()


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.more] * (game == "knotweed")) for game in CHANCY]
)
def test_playing_on_from_the_deal_is_playing(game: str) -> None:
    """Branches from the first decision are games of another chance: the mean of each seat agrees with a plain run's on
    the same deals (z = 4).
    """
    job, n = make_job(game, CHANCY[game], seed=6), 400
    numbers = np.arange(n) * len(CHANCY[game])
    results = branch.play_branches(job, branch.positions(job, numbers, np.zeros(n)), branch.own_choice(job, n), 8)
    name = games.find(game).result_fields[-1][0]
    plain = np.concatenate([play_games(job, int(number), 1) for number in numbers])[name].astype(float)
    branched = results[name][:, 0].astype(float).mean(axis=1)
    for seat in range(len(CHANCY[game])):
        difference = branched[:, seat] - plain[:, seat]
        assert abs(difference.mean()) < 4 * difference.std(ddof=1) / np.sqrt(n)


# --- hidden cards dealt anew ---


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] * (game == "knotweed")) for game in CHANCY]
)
def test_dealing_anew_changes_nothing_that_the_player_sees_and_loses_no_card(game: str) -> None:
    step = Stepper(games.find(game), make_job(game, CHANCY[game]).rules)
    changed = 0
    for number, _ in enumerate(step.random_game(seed=12)):
        if game == "twyst" and number < 4:
            continue  # bids are not seen before all are made
        view, hidden = step.view.copy(), step.hidden.copy()
        step.redeal(seed=1, rollout=number)
        assert differing(step.view, view) == []
        assert cards(step) == cards_of(step, hidden)
        changed += step.hidden.hands.tobytes() != hidden.hands.tobytes()
        for name in hidden.dtype.names:
            step.hidden[name] = hidden[name]
    assert changed > 10


def cards(step: Stepper) -> list[int]:
    return cards_of(step, step.hidden)


def cards_of(step: Stepper, hidden: np.record) -> list[int]:
    """How many cards each hand holds."""
    rows = np.atleast_2d(hidden.hands.reshape(len(hidden.hands), -1))
    if step.game.name == "twyst":
        return [int(hand).bit_count() for hand in hidden.hands]
    if step.game.name == "knotweed":
        return [sum(int(group) >> shift & 7 for group in row for shift in range(0, 12, 3)) for row in rows]
    return rows.sum(axis=1).tolist()


def agree(counts: Counter[tuple], expected: Counter[tuple]) -> None:
    """Check that the deals counted are as frequent as those enumerated. Chi-square, refused below p = 0.001."""
    assert set(counts) <= set(expected)
    share = counts.total() / expected.total()
    assert stats.chisquare([counts[deal] for deal in expected], [share * n for n in expected.values()]).pvalue > 0.001


def test_in_twisted_knot_every_deal_that_agrees_with_the_view_is_equally_likely() -> None:
    """Against enumeration: 2 unknown cards in a hand (one more is known), piles of 1 and 2."""
    game = position("hand 0: 5\npile 0: 7\nhand 1: K 9 9\npile 1: 6 3\nknown 0 1: K\nstack: 10\nturn: 0")
    expected: Counter[tuple] = Counter()
    for order in permutations([RANK[name] for name in ("7", "9", "9", "6", "3")]):
        expected[(tuple(sorted(order[:2])), order[2:3], order[3:])] += 1
    counts: Counter[tuple] = Counter()
    for rollout in range(6000):
        game.redeal(seed=7, rollout=rollout)
        hand = [rank for rank in range(14) for _ in range(int(game.hidden.hands[1, rank]))]
        hand.remove(RANK["K"])
        piles = [
            tuple(int(game.hidden.deck[seat + 2 * (int(game.hidden.taken[seat]) + k)]) for k in range(size))
            for seat, size in ((0, 1), (1, 2))
        ]
        counts[(tuple(hand), *piles)] += 1
    agree(counts, expected)


@pytest.mark.long
def test_in_knotweed_every_deal_that_agrees_with_the_view_is_equally_likely() -> None:
    """Against enumeration: 2 unknown cards in a hand and a draw pile of 3, in order."""
    game = knotweed_position("hand 0: 5D\nhand 1: 2S 6C\npiles: 5C\ndraw: AH 3H 4H")
    unknown = [NUMBER[card] for card in ("2S", "6C", "AH", "3H", "4H")]
    expected = Counter((tuple(sorted(order[:2])), order[2:]) for order in permutations(unknown))
    counts: Counter[tuple] = Counter()
    for rollout in range(6000):
        game.redeal(seed=7, rollout=rollout)
        hand = [
            4 * rank + suit
            for rank in range(13)
            for suit in range(4)
            if int(game.hidden.hands[1, rank]) >> 3 * suit & 7
        ]
        counts[
            (tuple(hand), tuple(int(card) for card in game.hidden.draw[game.hidden.drawn : game.hidden.drawn + 3]))
        ] += 1
    agree(counts, expected)


def test_dealing_anew_keeps_ones_own_number_of_the_game_and_draws_the_others(tmp_path: Path) -> None:
    """A strategy fails as soon as its number of the game is not the one that it was told."""
    file = strategy_file(
        tmp_path,
        "sure_of",
        "if abs(view.game_uniform - believed) > 1e-9: raise ValueError('another number')",
        "return 20.0 - move.rank",
        parameters="believed=param(0.5, 0.0, 1.0)",
    )

    def begun(*names: str) -> tuple[Job, branch.Positions]:
        job = make_job("twisted-knot", names, seed=3, fixed_seats=True, strategies_from=[file])
        return job, branch.positions(job, np.array([0]), np.array([0]))

    _, start = begun("scripted:vary=1", "scripted:vary=1")
    mover, numbers = int(start.views["seat"][0]), start.runs["game_uniform"][0]
    for seat in (0, 1):
        watched = ["random", "random"]
        watched[seat] = f"sure-of:believed={float(numbers[seat])!r}"
        job, start = begun(*watched)
        branch.play_branches(job, start, branch.own_choice(job, 1), 20)
        expected = nullcontext() if seat == mover else pytest.raises(StrategyError, match="another number")
        with expected:
            branch.play_branches(job, start, branch.own_choice(job, 1), 20, unseen=True)


# --- the command ---


def test_what_if_compares_every_legal_move() -> None:
    point = decision_of(make_job("twisted-knot", ["shed:tremble=0.05", "shed:tremble=0.06"], seed=1), 0, 9)
    result = advise(point, hidden=AS_DEALT, rollouts=100)
    table = result.to_pandas()
    assert len(table) == len(result.moves) >= 2
    own = table[table["own"]].iloc[0]
    assert own["score"] == table["score"].max()
    assert ((table["loss_rate_low"] <= table["loss_rate"]) & (table["loss_rate"] <= table["loss_rate_high"])).all()
    assert table["loss_rate"].is_monotonic_increasing or table["worse"].any()
    assert advise(point, hidden=AS_DEALT, rollouts=100).to_pandas().equals(table)
    assert not advise(point, rollouts=100).to_pandas().equals(table)
    assert set(advise(point, rollouts=2 * MOST + 10).to_pandas()["rollouts"]) == {2 * MOST + 10}


BAD = {
    "no such decision": ("--decision", 99999, "decisions are 0 to"),
    "no choice": ("--decision", 0, "one legal move only"),
    "one rollout": ("--rollouts", 1, "2 or more"),
    "hidden": ("--hidden", "guess", "as-dealt"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_one_sentence(what: str) -> None:
    *words, said = BAD[what]
    decision = () if words[0] == "--decision" else ("--decision", 9)
    answer = knotlab("whatif", "twisted-knot", "shed", "random", "--seed", 1, *decision, *words)
    assert answer.status == 2 and said in answer.line


def test_bids_that_nobody_has_seen_are_made_anew_as_where_a_hand_is_bid() -> None:
    """The same hand, seat and deals of the other hands: the same points to the last digit, card by card."""
    job, decision = make_job("twyst", ["threshold+solid"] * 4, seed=5), 2
    moves = advise(decision_of(job, 0, decision), rollouts=40).to_pandas().set_index("move")["mean_score"]
    view = branch.positions(job, np.array([0]), np.array([decision])).views[0]
    scores, _ = try_bids(job, Hand(int(view.hand), decision), np.arange(40))
    cards = bid_moves(np.array([int(view.hand)]))[0, :, 1]
    assert {f"bid {card_name(card)}": mean for card, mean in zip(cards, scores.mean(axis=0), strict=True)} == dict(
        moves
    )


def test_a_trace_numbers_decisions_as_what_if_does() -> None:
    job = make_job("twisted-knot", ["shed", "random"], seed=1)
    rows = [row for row in rows_of(play_traced(job, 4).trace) if row[0] == DECISION]
    for number in (2, 11):
        start = branch.positions(job, np.array([4]), np.array([number]))
        assert (int(start.views[0].seat), len(legal_moves(games.find(job.game), start.views[0]))) == (
            rows[number][1],
            rows[number][2],
        )


@pytest.mark.parametrize("game", CHANCY)
def test_tables_in_one_call_play_the_games_of_each_table_by_itself(game: str) -> None:
    job = make_job(game, CHANCY[game], seed=6)
    entrants = tuple(dict.fromkeys(job.players))
    chosen = np.random.default_rng(1).integers(len(entrants), size=(40, job.n_players))
    tables, numbers = Tables(entrants, chosen), np.arange(5, 45)
    for play in (play_numbers, branch.play_again):
        together = play(job, numbers, tables=tables)
        assert (together == table_by_table(play, job, numbers, tables)).all()
        assert (together != play(job, numbers)).any()
