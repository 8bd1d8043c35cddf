"""Every random number of a run, by address: the draw protocol of `draw_protocol.md`.

The generator is Philox 4x64 with ten rounds (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2,
3", SC 2011), as NumPy has it: word k of a stream is `np.random.Philox(key=[seed, purpose], counter=[0, deal, rollout,
stream]).random_raw(k + 1)[k]`. Streams are distinguished by key and counter, so no two of them can ever meet, and any
one can be read without running another.
"""

import numpy as np
from llvmlite import ir

from knotlab.sim.compiling.jit import OFF, inline, intrinsic, jit
from knotlab.sim.compiling.later import types

PURPOSES = {"play": 0, "pilot": 1, "tune": 2, "select": 3, "confirm": 4, "what-if": 5}
SAMPLING = 1 << 32  # in place of a purpose: what strategies draw that look ahead

DEAL = 0  # the deal and the game's own chance
TIES, TREMBLE, OWN = 1, 2, 3  # per seat: stream 3 * seat + one of these
STREAMS = 1 + 3 * 8

CHANCES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("key", "u8", 2),
                ("deal", "u8"),
                ("rollout", "u8"),
                ("drawn", "i8"),  # words used so far, over all streams
                ("used", "i8", STREAMS),
                ("block", "u8", (STREAMS, 4)),
            ],
            align=True,
        ),
    )
)

_M0, _M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_W0, _W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_ROUNDS = 10
_TO_UNIT = 2.0**-53


@intrinsic
def _high(typing_context, a, b):
    """The upper 64 bits of the product of two unsigned 64-bit numbers."""

    def codegen(context, builder, signature, args):
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


@inline
def _block_compiled(chance, stream, index):
    """Block `index` of a stream: four words."""
    k0, k1 = chance.key[0], chance.key[1]
    c0, c1, c2, c3 = np.uint64(index + 1), chance.deal, chance.rollout, np.uint64(stream)
    for _ in range(_ROUNDS):
        h0, l0 = _high(_M0, c0), _M0 * c0
        h1, l1 = _high(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0 += _W0
        k1 += _W1
    return c0, c1, c2, c3


def _block_plain(chance, stream, index):
    """The same block from NumPy's own generator, for runs without the compiler."""
    generator = np.random.Philox(
        key=chance.key, counter=np.array([index, chance.deal, chance.rollout, stream], np.uint64)
    )
    return tuple(generator.random_raw(4))


def _scale_plain(word, n):
    return int(word) * int(n) >> 64


@inline
def _scale_compiled(word, n):
    return np.int64(_high(word, np.uint64(n)))


_block = _block_plain if OFF else _block_compiled
_scale = _scale_plain if OFF else _scale_compiled


@jit
def _fill(chance, stream, index):
    """Compute block `index` of a stream into its buffer."""
    words, block = _block(chance, stream, index), chance.block[stream]
    block[0], block[1], block[2], block[3] = words


@jit
def rewind(chance, deal, rollout):
    """Set all streams to the start of a deal's."""
    chance.deal = np.uint64(deal)
    chance.rollout = np.uint64(rollout)
    chance.drawn = 0
    for stream in range(STREAMS):
        chance.used[stream] = 0


@jit
def turn_to(chance, purpose, rollout):
    """Set all streams to the start of the same deal's for another purpose and rollout."""
    chance.key[1] = np.uint64(purpose)
    rewind(chance, chance.deal, rollout)


@jit
def seed_streams(chance, uniform):
    """Start streams of your own: keyed by the 53 bits of a uniform number, under a purpose that no run has."""
    chance.key[0], chance.key[1] = np.uint64(uniform * 2.0**53), np.uint64(SAMPLING)
    rewind(chance, 0, 0)


@inline
def word(chance, stream):
    """The next 64-bit word of a stream."""
    k = chance.used[stream]
    chance.used[stream] = k + 1
    chance.drawn += 1
    if k & 3 == 0:
        _fill(chance, stream, k >> 2)
    return chance.block[stream, k & 3]


@inline
def below(chance, stream, n):
    """One of 0..n-1: floor(word * n / 2^64), each within 2^-64 of probability 1/n."""
    return _scale(word(chance, stream), n)


@inline
def uniform(chance, stream):
    """A number in [0, 1): the upper 53 bits of a word."""
    return np.float64(word(chance, stream) >> np.uint64(11)) * _TO_UNIT


@jit
def shuffle(chance, cards, n):
    """Fisher-Yates over the first n cards, from the last place down, with the deal's stream."""
    i = n - 1
    if chance.used[DEAL] & 3 == 0:
        while i >= 4:  # whole blocks, which need not go by way of the buffer
            first, second, third, fourth = _block(chance, DEAL, chance.used[DEAL] >> 2)
            _exchange(cards, i, _scale(first, i + 1))
            _exchange(cards, i - 1, _scale(second, i))
            _exchange(cards, i - 2, _scale(third, i - 1))
            _exchange(cards, i - 3, _scale(fourth, i - 2))
            chance.used[DEAL] += 4
            chance.drawn += 4
            i -= 4
    while i > 0:
        _exchange(cards, i, below(chance, DEAL, i + 1))
        i -= 1


@jit
def riffle(chance, cards, n, dealt):
    """A riffle as Gilbert, Shannon and Reeds describe it: a coin is tossed for each card of the new order, with the
    deal's stream; those with heads come, in their order, from the upper part of the cards, the others from the rest.

    dealt: room for n cards.
    """
    lower = 0
    for i in range(n):
        dealt[i] = below(chance, DEAL, 2)
        lower += dealt[i] == 0
    upper = 0
    for i in range(n):
        if dealt[i] == 0:
            dealt[i] = cards[upper]
            upper += 1
        else:
            dealt[i] = cards[lower]
            lower += 1
    for i in range(n):
        cards[i] = dealt[i]


@inline
def _exchange(cards, i, j):
    """Let two cards change places."""
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


def streams(seed: int, purpose: str = "play") -> np.ndarray:
    """A record array of shape (1,) with the streams of a seed (0..2^64-1) and a purpose."""
    chance = np.zeros(1, CHANCES)
    chance[0].key[:] = np.array([seed, PURPOSES[purpose]], np.uint64)
    return chance
