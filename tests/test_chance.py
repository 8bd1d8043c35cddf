"""The random streams: against published values and NumPy's generator, and by statistics with written-down bounds."""

import itertools
from collections import Counter

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
