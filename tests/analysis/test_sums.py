"""Sums that travel in place of rows: the same numbers, however the games are cut into pieces."""

import itertools
import pickle
from collections import Counter
from dataclasses import asdict

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knotlab.analysis.duels.designs import Shape, effects
from knotlab.analysis.duels.totals import Totals, blocks_of, count_up
from knotlab.analysis.runs.play import make_job, new_tally
from knotlab.analysis.stats.metrics import metrics_of
from knotlab.analysis.stats.sequence import EXACT, Watch
from knotlab.analysis.stats.watching import Goal, PowerSums, Watcher, steps_of
from knotlab.sim import games
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.run import frame_of

METRICS = metrics_of(games.find("twisted-knot"))
WHOLE = st.integers(-(2**21), 2**21)


@pytest.fixture(scope="module")
def played() -> pl.DataFrame:
    """300 games of three, some of which are capped."""
    job = make_job("twisted-knot", ["shed", "random", "shed"], seed=3, rules=["turn_limit=120"])
    return frame_of(job, 0, play_games(job, 0, 300))


@settings(max_examples=30)
@given(cuts=st.lists(st.integers(0, 100), max_size=5))
def test_counts_of_pieces_add_up_to_those_of_the_whole(played: pl.DataFrame, cuts: list[int]) -> None:
    empty = new_tally("twisted-knot", ("shed", "random", "shed"), 3)
    whole, sent = empty.of(played), new_tally("twisted-knot", ("shed", "random", "shed"), 3)
    ends = [0, *sorted(3 * cut for cut in cuts), 300]
    for first, end in itertools.pairwise(ends):
        sent.merge(pickle.loads(pickle.dumps(empty.of(played[first:end]))))
    assert empty.games == 0 and whole.games == 300
    here, there = asdict(sent), asdict(whole)
    assert here.keys() == there.keys() and {"longest", "shortest", "first capped"} <= here["telling"].keys()
    assert all(np.array_equal(here.pop(name), there.pop(name)) for name in ("ends", "places"))
    for name, sums in sent.sums.items():
        for field, values in asdict(sums).items():
            assert np.array_equal(values, getattr(whole.sums[name], field))
    assert here == there


def deals_of(numbers: list[int], first: int) -> pl.DataFrame:
    """Deals from number `first` on, in whose every metric A gets a number and B half of it."""
    a = np.array(numbers, np.int64)
    columns = {"deal": np.arange(first, first + len(a)), "unfinished": a % 3}
    parts = {"a": a, "b": a // 2, "least": a - 5, "most": a + 7}
    return pl.DataFrame(
        columns | {f"{metric.name}_{part}": values for metric in METRICS for part, values in parts.items()}
    )


@settings(max_examples=30)
@given(numbers=st.lists(WHOLE, min_size=1, max_size=400), first=st.integers(0, 1500), far=st.booleans())
def test_sums_of_blocks_are_exact_and_end_where_one_may_look(numbers: list[int], first: int, far: bool) -> None:
    numbers = [number * 2**30 for number in numbers] if far else numbers  # beyond 64 bits when cubed
    deals = deals_of(numbers, first)
    blocks = blocks_of(METRICS, steps_of(is_exact=True), deals)
    ends = first + np.cumsum(blocks.deals)
    assert ends[-1] == first + len(numbers) and all(end % (10 if end < 1000 else 100) == 0 for end in ends[:-1])
    totals = Totals(METRICS, Shape(2, 2), 2)
    totals.add(blocks, len(blocks.deals))
    assert totals.unfinished == sum(number % 3 for number in numbers)
    for number, metric in enumerate(METRICS):
        worth = [int(value) for value in effects(deals, metric)]
        assert totals.sums[number].powers == [sum(value**power for value in worth) for power in (1, 2, 3)]
        assert totals.counts[number] == (Counter(worth) if metric.reach else {})
        assert totals.sides[number] == [
            sum(numbers),
            sum(value // 2 for value in numbers),
            sum(numbers) - 5 * len(numbers),
            sum(numbers) + 7 * len(numbers),
        ]


@pytest.mark.long
@settings(max_examples=20)
@given(
    seed=st.integers(0, 2**32),
    batch=st.sampled_from([37, 100, 250, 3334]),
    cap=st.integers(1000, 4000),
    exact=st.sampled_from([0.0, EXACT]),
)
def test_a_duel_watched_by_sums_stops_where_one_watched_by_rows_does(
    seed: int, batch: int, cap: int, exact: float
) -> None:
    metric = next(metric for metric in METRICS if metric.name == "loss_rate")
    numbers = np.random.default_rng(seed).integers(-90, 100, 5000) * 10
    frame, watch = deals_of(numbers.tolist(), 0), Watch(0.02, 0.05, 1.0, 2000, exact=exact)
    by_rows, by_sums = (Watcher(watch, 840, Goal(cap), cycle=3) for _ in range(2))
    pieces = [frame[first : min(first + batch, cap)] for first in range(0, cap, batch)]
    for piece in pieces:
        if not by_rows.is_done:
            by_rows.add(effects(piece, metric))
    totals = Totals(METRICS, Shape(2, 2), 2)
    count_up((blocks_of(METRICS, by_sums.steps, piece) for piece in pieces), metric, by_sums, totals)
    assert by_sums.path == by_rows.path and by_sums.is_done == by_rows.is_done
    assert totals.deals == by_rows.sums.n == by_sums.sums.n


def test_sums_beyond_the_next_look_are_refused() -> None:
    watcher = Watcher(Watch(0.02, 0.05, 1.0, 2000), 840, Goal(3000))
    watcher.add_sums(900, (0, 900, 0), {})
    with pytest.raises(ValueError, match="cannot be looked at after 1000"):
        watcher.add_sums(200, (0, 200, 0), {})


@given(st.lists(WHOLE, max_size=20), st.lists(WHOLE, max_size=20))
def test_powers_merge(one: list[int], other: list[int]) -> None:
    both, merged, more = PowerSums(), PowerSums(), PowerSums()
    both.add(np.array(one + other, np.int64))
    merged.add(np.array(one, np.int64))
    more.add(np.array(other, np.int64))
    merged.merge(more.n, more.powers)
    assert (merged.n, merged.powers) == (both.n, both.powers)
