"""A network with one hidden layer, fitted to what moves came to: how much less often one loses by each move than by the
mean of the decision's moves. In NumPy alone, by Adam (Kingma and Ba, 2015).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

BATCH = 2048  # decisions
RATE = 2e-3
PASSES = 40
DECAY, DECAY_OF_SQUARES, TINY = 0.9, 0.999, 1e-8
SHRINK = 1e-5


class Examples(NamedTuple):
    """Decisions and their moves.

    decisions: shape (decisions, numbers of one). moves: shape (rows, numbers of one). gains: by row. starts: the first
    row of each decision, and one past the last.
    """

    decisions: np.ndarray
    moves: np.ndarray
    gains: np.ndarray
    starts: np.ndarray


@dataclass
class Network:
    """Weights: of decisions and moves by hidden unit, of hidden units, and of moves directly."""

    decisions: np.ndarray
    moves: np.ndarray
    out: np.ndarray
    direct: np.ndarray

    def arrays(self) -> list[np.ndarray]:
        """All of them, in order."""
        return [self.decisions, self.moves, self.out, self.direct]


class Batch(NamedTuple):
    """Some decisions: their rows, the decision of each row, where each decision begins, and how many moves it has."""

    chosen: np.ndarray
    rows: np.ndarray
    owner: np.ndarray
    begins: np.ndarray
    sizes: np.ndarray

    def means(self, values: np.ndarray) -> np.ndarray:
        """The mean over each decision's moves, by row."""
        means: np.ndarray = (np.add.reduceat(values, self.begins) / self.sizes)[self.owner]
        return means


def batch_of(examples: Examples, chosen: np.ndarray) -> Batch:
    """The rows of some decisions."""
    sizes = examples.starts[chosen + 1] - examples.starts[chosen]
    ends = np.cumsum(sizes)
    begins = ends - sizes
    rows = np.repeat(examples.starts[chosen] - begins, sizes) + np.arange(ends[-1])
    return Batch(chosen, rows, np.repeat(np.arange(len(chosen)), sizes), begins, sizes)


def fit(examples: Examples, units: int, seed: int, passes: int = PASSES) -> Network:
    """Fit a network by least squares over whole decisions.

    Parameters
    ----------
    examples : Examples
    units : int
        Hidden units.
    seed : int
        Of the first weights and of the order of decisions.
    passes : int
        Over all decisions.

    Returns
    -------
    Network
    """
    random = np.random.default_rng(seed)
    width, move_width = examples.decisions.shape[1], examples.moves.shape[1]
    network = Network(
        random.normal(0, 0.2, (width, units)).astype(np.float32),
        random.normal(0, 0.2, (move_width, units)).astype(np.float32),
        random.normal(0, 0.05, units).astype(np.float32),
        np.zeros(move_width, np.float32),
    )
    means = [np.zeros_like(each) for each in network.arrays()]
    squares = [np.zeros_like(each) for each in network.arrays()]
    n = len(examples.starts) - 1
    steps, step = passes * (n // BATCH), 0
    for _ in range(passes):
        order = random.permutation(n)
        for at in range(0, n - BATCH + 1, BATCH):
            step += 1
            rate = RATE * (0.5 * (1 + np.cos(np.pi * step / steps)) + 0.005)
            slopes = _slopes(network, examples, batch_of(examples, order[at : at + BATCH]))
            for weights, slope, mean, square in zip(network.arrays(), slopes, means, squares, strict=True):
                slope += SHRINK * weights
                mean += (1 - DECAY) * (slope - mean)
                square += (1 - DECAY_OF_SQUARES) * (slope * slope - square)
                size = np.sqrt(square / (1 - DECAY_OF_SQUARES**step)) + TINY
                weights -= (rate * mean / (1 - DECAY**step) / size).astype(np.float32)
    return network


def outputs(network: Network, examples: Examples, batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    """What a network says of each row, and its hidden units, shape (rows, units)."""
    moves = examples.moves[batch.rows]
    hidden = moves @ network.moves + (examples.decisions[batch.chosen] @ network.decisions)[batch.owner]
    np.maximum(hidden, 0, out=hidden)
    return hidden @ network.out + moves @ network.direct, hidden


def error(network: Network, examples: Examples) -> float:
    """The mean squared error of gains within decisions."""
    batch = batch_of(examples, np.arange(len(examples.starts) - 1))
    said, _ = outputs(network, examples, batch)
    gains = examples.gains[batch.rows]
    return float(np.mean((said - batch.means(said) - gains + batch.means(gains)) ** 2))


def _slopes(network: Network, examples: Examples, batch: Batch) -> list[np.ndarray]:
    """The gradient of half the squared error, per decision."""
    moves, gains = examples.moves[batch.rows], examples.gains[batch.rows]
    said, hidden = outputs(network, examples, batch)
    wrong = said - batch.means(said) - gains + batch.means(gains)
    back = ((wrong - batch.means(wrong)) / len(batch.chosen)).astype(np.float32)
    inner = back[:, None] * network.out * (hidden > 0)
    by_decision = np.add.reduceat(inner, batch.begins, axis=0)
    return [examples.decisions[batch.chosen].T @ by_decision, moves.T @ inner, hidden.T @ back, moves.T @ back]
