"""Players who look ahead: what they assume, how they are spelled, what a decision costs them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.decisions.advice import who_plays_on
from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF, entry, strict
from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.cards import copies
from knotlab.sim.games.knotweed.state import PRUNING
from knotlab.sim.kernels.chance import CHANCES, SAMPLING, seed_streams
from knotlab.sim.kernels.choice import PLAYER, rate_signature
from knotlab.sim.kernels.lookahead import (
    AFTER,
    BEHIND,
    COUNT,
    CUT,
    LEVEL,
    MOST_TURNS,
    PLAYED_AT,
    SQUARES,
    SUM,
    build_look_ahead,
    error_of,
    turns_until_cut,
)
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.players import compiled, player_records, scores_of
from knotlab.sim.playing.stepper import Stepper, room_for_moves
from knotlab.sim.protocol import differing
from knotlab.sim.settings import make_rules
from knotlab.strategies.resolve import player, strategy_hashes

THINKING = ("twisted-knot", "knotweed")


def streams_of(uniform: float) -> np.record:
    """What a player who looks ahead draws from, given his number of the decision."""
    chance = np.zeros(1, CHANCES)[0]
    seed_streams(chance, uniform)
    return chance


def cards_in_play(game: str, view: np.record, hidden: np.record) -> Counter[int]:
    """All cards of a position, wherever they are, by rank (and suit)."""
    n = int(view.players)
    if game == "twisted-knot":
        whole = hidden.hands[:n].sum(axis=0) + hidden.discards[:n].sum(axis=0) + view.stack_counts + view.cleared
        piles = [
            int(hidden.deck[seat + n * (int(hidden.taken[seat]) + k)])
            for seat in range(n)
            for k in range(int(view.pile_sizes[seat]))
        ]
        return Counter(dict(enumerate(whole.tolist()))) + Counter(piles)
    groups = [(rank, int(group)) for row in (*hidden.hands[:n], view.played) for rank, group in enumerate(row)]
    counts = Counter({4 * rank + suit: 0 for rank in range(13) for suit in range(4)})
    for rank, group in groups:
        for suit in range(4):
            counts[4 * rank + suit] += copies(group, suit)
    return counts + Counter(hidden.draw[hidden.drawn : hidden.drawn + view.draw_size].tolist())


def following(game: str, view: np.record, hidden: np.record) -> list[object]:
    """What of a hidden position follows from the view of the player to move."""
    n, seat = int(view.players), int(view.seat)
    if game == "knotweed":
        # while he plays, his hand in the hidden part is still that of the turn's start
        own = [] if view.plays else [hidden.hands[seat].tolist(), hidden.suits[seat].tolist()]
        return [int(hidden.out), [] if view.decision != PRUNING else int(hidden.n_chosen), own]
    own = [part[seat].tolist() for part in (hidden.hands, hidden.held, hidden.discards)]
    return [int(hidden.n_cards), int(hidden.lot), int(hidden.out), hidden.taken[:n].tolist(), *own] + [
        hidden.beside[direction, :n].tolist() for direction in (0, 2)
    ]


@pytest.mark.long
@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("n", [2, 3, 5])
def test_what_is_imagined_is_right_where_it_follows_from_the_view_and_loses_no_card(name: str, n: int) -> None:
    game = games.find(name)
    step, checked = Stepper(game, make_rules(game, n)), 0
    for number, _ in zip(range(60 if OFF else 400), step.random_game(seed=n), strict=False):
        before = step.view.copy()
        imagined = np.zeros(1, game.hidden)[0]
        for field in game.hidden.names:
            imagined[field] = 1 + number  # whatever was there before
        game.rules.imagine(step.view, imagined, streams_of(0.5 + number / 1e6))
        assert differing(step.view, before) == []
        assert following(name, before, imagined) == following(name, before, step.hidden)
        if not (name == "knotweed" and before.plays):
            assert cards_in_play(name, before, imagined) == cards_in_play(name, before, step.hidden)
        checked += 1
    assert checked >= 30


@pytest.mark.long
@pytest.mark.parametrize("name", THINKING)
def test_the_same_games_come_again_one_by_one(name: str) -> None:
    job = make_job(name, ["thinker:rollouts=16", "all-round"], seed=5)
    numbers = np.arange(3)
    together = play_numbers(job, numbers)
    for number in numbers[::-1]:
        assert play_numbers(job, numbers[number : number + 1])[0].tobytes() == together[number].tobytes()


def decision_of(name: str, n_moves: int) -> Stepper:
    """The first decision of a random game that has at least so many moves."""
    game = games.find(name)
    step = Stepper(game, make_rules(game, 2))
    for _ in step.random_game(seed=4):
        if len(step.moves()) >= n_moves:
            break
    step.view.decision_uniform = 0.5
    return step


@pytest.mark.long
@pytest.mark.parametrize("name", ["twisted-knot", "knotweed"])
def test_rollouts_of_a_decision_are_within_the_budget_and_shared_deals_are_repeated(name: str) -> None:
    step = decision_of(name, 3)
    n, scored = len(step.moves()), []
    for budget in (16, 16, 128):
        scored.append(scores_of(player(name, f"thinker:rollouts={budget}"), step.view, step.moves()).tolist())
        assert n * budget / 8 <= step.view.plan[PLAYED_AT] <= n * budget
    assert scored[0] == scored[1] != scored[2]
    step.view.decision_uniform = 0.25
    assert scores_of(player(name, "thinker:rollouts=16"), step.view, step.moves()).tolist() != scored[0]


def test_whom_a_thinker_assumes_is_a_part_of_its_spelling_and_of_its_sources() -> None:
    assumed = player("twisted-knot", "thinker:opponents=shed,base=all-round@v1-2-players,rollouts=20")
    base, opponents = assumed.assumed
    assert (opponents.name, opponents.tremble) == ("shed", 0.02)
    assert base.values == player("twisted-knot", "all-round@v1-2-players").values
    assert assumed.name.startswith("thinker:base=all-round:two=") and assumed.name.endswith(
        ",opponents=shed,rollouts=20"
    )
    assert set(strategy_hashes([assumed])) == {"thinker", "all-round", "shed"}
    assert player("twisted-knot", "thinker:base=all-round").name == "thinker"


def test_noise_is_the_tremble_of_the_assumed_players_unless_they_have_their_own() -> None:
    quiet = player("twisted-knot", "thinker:noise=0,opponents=shed:tremble=0.5")
    assert [each.tremble for each in quiet.assumed] == [0.0, 0.5]


BAD = {
    "thinker:opponents=sched": "no strategy 'sched' for twisted-knot; did you mean 'shed'",
    "thinker:base=thinker": "looks ahead itself",
    "thinker:bases=shed": "known: after, base, cut, forbid, level, noise, oblige, opponents, rollouts",
    "thinker:rollouts=7": "from 8",
}


@pytest.mark.parametrize("spelling", BAD)
def test_what_cannot_be_assumed_is_said_in_one_sentence(spelling: str) -> None:
    with pytest.raises(InputError, match=BAD[spelling]):
        player("twisted-knot", spelling)


def test_rollouts_draw_from_the_streams_that_the_protocol_names() -> None:
    protocol = (Path(games.__file__).parents[1] / "draw_protocol.md").read_text("utf-8")
    assert SAMPLING == 2**32 and "purpose 2^32 and deal 0" in " ".join(protocol.split())


def test_the_error_of_a_mean_gain_is_its_standard_error() -> None:
    gained = np.random.default_rng(4).normal(0.3, 2.0, 400)
    gains = np.zeros((1, 3))
    gains[0, [COUNT, SUM, SQUARES]] = len(gained), gained.sum(), (gained**2).sum()
    assert error_of(gains, 0) == pytest.approx(gained.std(ddof=1) / 20, rel=0.01)


@pytest.mark.parametrize(("cut", "expected"), [(0.0, 0), (0.25, 25), (0.6, 60), (1.0, 100)])
def test_so_many_of_100_rollouts_are_cut_spread_evenly(cut: float, expected: int) -> None:
    thinking = np.zeros(1, PLAYER)[0]
    thinking.value[CUT], thinking.value[AFTER] = cut, 7
    turns = [turns_until_cut(thinking, rollout) for rollout in range(100)]
    assert set(turns) <= {7, MOST_TURNS} and turns.count(7) == expected
    assert abs(turns[:50].count(7) - expected / 2) <= 1


@pytest.mark.long
@pytest.mark.parametrize("name", THINKING)
def test_nothing_is_gained_where_a_critic_says_the_same_of_every_position(name: str) -> None:
    """Cut at one's own next turn, before anybody can go out."""
    game, worth = games.find(name), player(name, "thinker").functions.score
    rate, step = build_look_ahead(game, worth, strict(lambda view: 0.25)), decision_of(name, 3)
    thinking = player_records([player(name, "thinker:rollouts=8,cut=1,after=1")])[0]
    options, moves = room_for_moves(name), step.moves()
    options["move"][: len(moves)] = moves
    chosen = entry(rate, rate_signature(game), f"{name}.constant")(step.view, options, len(moves), thinking)
    behind = np.where(np.arange(len(moves)) == chosen, 0.0, BEHIND)
    assert options["score"][: len(moves)] == pytest.approx(-behind)


@pytest.mark.long
def test_the_more_moves_are_tried_the_surer_one_must_be_to_be_better() -> None:
    """A move that is listed four times gains as much each time, and is chosen at four times the level."""
    thinker, step = player("twisted-knot", "thinker:rollouts=16"), decision_of("twisted-knot", 3)
    rate, thinking, options = compiled(thinker.functions), player_records([thinker])[0], room_for_moves("twisted-knot")

    def chosen(moves: list[object], level: float) -> object:
        options["move"][: len(moves)], thinking.value[LEVEL] = moves, level
        return moves[rate(step.view, options, len(moves), thinking)]

    def least_level(times: int) -> float:
        low, high = 0.0, 16.0
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (low, middle) if chosen([base, *[better] * times], middle) != base else (middle, high)
        return high

    base = chosen(step.moves(), 0.0)
    better = next(move for move in step.moves() if move != base and chosen([base, move], 16.0) == move)
    assert least_level(4) == pytest.approx(4 * least_level(1))


def test_where_intervals_are_published_nobody_plays_on_with_a_critic() -> None:
    """Neither advice nor what-ifs: whoever looks ahead is replaced by whom he assumes himself to be."""
    job = who_plays_on(make_job("knotweed", ["thinker:base=cheapest,cut=1", "thinker:cut=0.5", "dump"]))
    assert [each.name for each in job.players] == ["cheapest", "all-round", "dump"]
    assert not any(each.functions.looks_ahead for each in job.players)
