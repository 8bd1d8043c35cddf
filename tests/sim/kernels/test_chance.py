"""The random streams: against published values and NumPy's generator, and by statistics with written-down bounds."""

import itertools
import math
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy import stats

from knotlab.sim.compiling.jit import OFF, entry, jit, record_type
from knotlab.sim.kernels.chance import (
    CHANCES,
    DEAL,
    PURPOSES,
    STREAMS,
    _fill,
    below,
    rewind,
    riffle,
    shuffle,
    streams,
    uniform,
    word,
)

# Two-sided error of each statistical test here: one in a thousand for its (fixed) seed.
ALPHA = 0.001
SHRINK = 20 if OFF else 1  # plain Python plays fewer draws


@jit
def first_words(chance, stream, deals, out):
    for deal in range(deals):
        rewind(chance, deal, 0)
        out[deal] = word(chance, stream)


@jit
def shuffle_many(chance, cards, deals, out):
    for deal in range(deals):
        rewind(chance, deal, 0)
        for i in range(len(cards)):
            cards[i] = i
        shuffle(chance, cards, len(cards))
        for i in range(len(cards)):
            out[deal, i] = cards[i]


@jit
def riffle_many(chance, cards, riffles, deals, out):
    for deal in range(deals):
        rewind(chance, deal, 0)
        for i in range(len(cards)):
            cards[i] = i
        for _ in range(riffles):
            riffle(chance, cards, len(cards), out[deal])
        for i in range(len(cards)):
            out[deal, i] = cards[i]


@jit
def naive_shuffle_many(chance, cards, deals, out):
    """The well-known wrong shuffle: every card swapped with any place."""
    for deal in range(deals):
        rewind(chance, deal, 0)
        for i in range(len(cards)):
            cards[i] = i
        for i in range(len(cards)):
            j = below(chance, DEAL, len(cards))
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card
        for i in range(len(cards)):
            out[deal, i] = cards[i]


def chi_square_p(counts: np.ndarray) -> float:
    """Probability of a chi-square statistic against equal shares that is at least as large."""
    return float(stats.chisquare(counts).pvalue)


def words(seed: int, stream: int, deals: int) -> np.ndarray:
    """The first word of one stream on consecutive deals."""
    out = np.zeros(deals, np.uint64)
    first_words(streams(seed)[0], stream, deals, out)
    return out


@pytest.mark.skipif(OFF, reason="without the compiler NumPy itself fills the blocks")
def test_a_zero_address_gives_the_published_first_block() -> None:
    """Known-answer vector of Philox 4x64-10 for counter 0 and key 0, from the Random123 distribution (Salmon and
    others).
    """
    chance = np.zeros(1, CHANCES)[0]
    _fill(chance, 0, -1)
    assert [f"{int(value):016x}" for value in chance.block[0]] == [
        "16554d9eca36314c",
        "db20fe9d672d0fdc",
        "d7e772cee186176b",
        "7e68b68aec7ba23b",
    ]


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize(
    ("seed", "deal", "rollout", "stream"),
    [(0, 0, 0, 0), (2**64 - 1, 2**63 + 11, 5, STREAMS - 1), (20260101, 10**12, 2**40, 7)],
)
def test_every_stream_is_numpys_philox_at_its_address(
    purpose: str, seed: int, deal: int, rollout: int, stream: int
) -> None:
    chance = streams(seed, purpose)[0]
    rewind(chance, np.uint64(deal), np.uint64(rollout))
    ours = [int(word(chance, stream)) for _ in range(10)]
    key = np.array([seed, PURPOSES[purpose]], np.uint64)
    numpys = np.random.Philox(key=key, counter=np.array([0, deal, rollout, stream], np.uint64)).random_raw(10)
    assert ours == [int(value) for value in numpys]
    assert int(chance.drawn) == 10


def test_draws_follow_the_written_formulas() -> None:
    chance, again = streams(3)[0], streams(3)[0]
    raw = [int(word(again, 4)) for _ in range(40)]
    assert [int(below(chance, 4, n)) for n in range(1, 21)] == [raw[n - 1] * n >> 64 for n in range(1, 21)]
    assert [float(uniform(chance, 4)) for _ in range(20)] == [(value >> 11) / 2**53 for value in raw[20:]]


@pytest.mark.parametrize("stream", [DEAL, 1, 2, 3, 12])
def test_first_words_of_consecutive_deals_are_equidistributed(stream: int) -> None:
    for shift in (56, 24, 0):  # the upper, a middle and the lowest byte
        byte = (words(1, stream, 200_000 // SHRINK) >> np.uint64(shift)) & np.uint64(255)
        p = chi_square_p(np.bincount(byte.astype(np.int64), minlength=256))
        assert ALPHA / 2 < p < 1 - ALPHA / 2


@pytest.mark.parametrize(("key", "other"), [((1, 0), (1, 1)), ((1, 1), (1, 2)), ((1, 2), (1, 5)), ((1, 0), (2, 0))])
def test_neighbouring_streams_and_seeds_are_not_correlated(key: tuple[int, int], other: tuple[int, int]) -> None:
    n = 200_000 // SHRINK
    a, b = (words(seed, stream, n).astype(np.float64) for seed, stream in (key, other))
    bound = stats.norm.ppf(1 - ALPHA / 2) / np.sqrt(n)
    assert abs(np.corrcoef(a, b)[0, 1]) < bound
    assert abs(np.corrcoef(a[1:], a[:-1])[0, 1]) < bound  # neighbouring deals


def orders(function, n_cards: int, deals: int) -> np.ndarray:
    """How often each order of a small deck came up."""
    out = np.zeros((deals, n_cards), np.int64)
    function(streams(7)[0], np.zeros(n_cards, np.int64), deals, out)
    counts = Counter(map(tuple, out.tolist()))
    return np.array([counts[order] for order in itertools.permutations(range(n_cards))])


@pytest.mark.more
@pytest.mark.parametrize("n_cards", [2, 3, 4, 5])
def test_every_order_of_a_small_deck_is_equally_likely(n_cards: int) -> None:
    p = chi_square_p(orders(shuffle_many, n_cards, 240_000 // SHRINK))
    assert ALPHA / 2 < p < 1 - ALPHA / 2


def test_a_wrong_shuffle_is_noticed() -> None:
    assert chi_square_p(orders(naive_shuffle_many, 4, 240_000 // SHRINK)) < 1e-9


@pytest.mark.skipif(OFF, reason="without the compiler there is no machine code to compare")
def test_compiled_and_plain_draws_agree() -> None:
    def draws(chance, out):
        rewind(chance, 5, 0)
        for i in range(len(out)):
            out[i] = below(chance, i % 25, 1000)

    compiled = entry(draws, (record_type(CHANCES), record_array()), "test.draws")
    out = np.zeros(200, np.int64)
    compiled(streams(9)[0], out)
    plain = [
        int(
            np.random.Philox(
                key=np.array([9, 0], np.uint64), counter=np.array([0, 5, 0, i % 25], np.uint64)
            ).random_raw(i // 25 + 1)[-1]
        )
        for i in range(200)
    ]
    assert out.tolist() == [value * 1000 >> 64 for value in plain]


def record_array():
    """The compiler's type of a vector of whole numbers."""
    from knotlab.sim.compiling.jit import vector_type

    return vector_type(np.int64)


# --- riffles ---


def after_riffles(cards: int, riffles: int, deals: int) -> np.ndarray:
    """The orders of some cards after so many riffles, of shape (deals, cards)."""
    out = np.zeros((deals, cards), np.int64)
    riffle_many(streams(7)[0], np.zeros(cards, np.int64), riffles, deals, out)
    return out


def rising_sequences(orders: np.ndarray) -> np.ndarray:
    """Into how many sequences of cards that follow each other, read from the top down, each order falls."""
    places = np.argsort(orders, axis=1)
    return 1 + (places[:, 1:] < places[:, :-1]).sum(axis=1)


def chances_of_rising_sequences(cards: int, riffles: int) -> list[Fraction]:
    """How likely 1, 2, .. rising sequences are after riffles: Bayer and Diaconis, "Trailing the dovetail shuffle to its
    lair", Annals of Applied Probability 2 (1992), theorem 1, times the Eulerian numbers.
    """
    return [
        eulerian(cards, r) * Fraction(math.comb(2**riffles + cards - r, cards), 2 ** (riffles * cards))
        for r in range(1, cards + 1)
    ]


@cache
def eulerian(cards: int, rising: int) -> int:
    """How many orders have so many rising sequences."""
    if not 1 <= rising <= cards:
        return 0
    return (
        1
        if cards == 1
        else rising * eulerian(cards - 1, rising) + (cards - rising + 1) * eulerian(cards - 1, rising - 1)
    )


def test_the_formula_of_riffles_gives_the_published_distance_after_seven() -> None:
    """0.334 of total variation for 52 cards, and 1.000, 0.924 and 0.614 after four to six (table 1 there)."""
    uniform_chances = [Fraction(eulerian(52, r), math.factorial(52)) for r in range(1, 53)]
    distances = [
        sum(abs(a - b) for a, b in zip(chances_of_rising_sequences(52, n), uniform_chances, strict=True)) / 2
        for n in (4, 5, 6, 7)
    ]
    assert [round(float(each), 3) for each in distances] == [1.0, 0.924, 0.614, 0.334]


@pytest.mark.parametrize(("cards", "riffles"), [(4, 2), (52, 4), (52, 7)])
def test_riffles_leave_as_many_rising_sequences_as_is_published(cards: int, riffles: int) -> None:
    deals = 20_000 // SHRINK
    seen = np.bincount(rising_sequences(after_riffles(cards, riffles, deals)), minlength=cards + 1)[1:]
    expected = np.array([float(chance) for chance in chances_of_rising_sequences(cards, riffles)]) * deals
    common = expected >= 5
    observed, wanted = (np.append(each[common], each[~common].sum()) for each in (seen, expected))
    possible = wanted > 0
    assert not observed[~possible].any()
    assert stats.chisquare(observed[possible], wanted[possible] * deals / wanted.sum()).pvalue > ALPHA


def test_every_order_of_four_cards_is_as_likely_after_two_riffles_as_the_formula_says() -> None:
    orders = after_riffles(4, 2, 40_000 // SHRINK)
    seen = Counter(map(tuple, orders.tolist()))
    expected = {
        order: len(orders) * math.comb(4 + 4 - int(rising_sequences(np.array([order]))[0]), 4) / 4**4
        for order in itertools.permutations(range(4))
    }
    possible = [order for order, number in expected.items() if number]
    assert set(seen) <= set(possible)
    p = stats.chisquare([seen[order] for order in possible], [expected[order] for order in possible]).pvalue
    assert p > ALPHA
