"""The draw protocol for the referees, as far as it is the same for every game: streams, shuffle, and how a move is
chosen from scores.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np

Card = TypeVar("Card")

# Numbers of the random streams; the three of seat s come after the deal's.
DEAL_STREAM = 0
TIES, TREMBLE, OWN = 1, 2, 3


class Stream:
    """One random stream of the draw protocol; every word is used once."""

    def __init__(self, seed: int, purpose: int, deal: int, number: int) -> None:
        key = np.array([seed, purpose], dtype=np.uint64)
        counter = np.array([0, deal, 0, number], dtype=np.uint64)
        self.source = np.random.Philox(key=key, counter=counter)
        self.drawn = 0

    def word(self) -> int:
        """The next word."""
        self.drawn += 1
        return int(self.source.random_raw())

    def below(self, n: int) -> int:
        """An integer 0..n-1."""
        return (self.word() * n) >> 64

    def uniform(self) -> float:
        """A float in [0, 1)."""
        return (self.word() >> 11) / 2**53


def shuffled(listed: Sequence[Card], stream: Stream) -> list[Card]:
    """The protocol's shuffle of cards given in the game's listed order."""
    cards = list(listed)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@dataclass
class Player:
    """Who plays: a function that scores some moves of a view, and how faithfully it is followed."""

    name: str
    rate: Callable[[np.record, Sequence[NamedTuple]], Sequence[float]]
    tremble: float = 0.0
    temperature: float = 0.0
    reads: frozenset[str] = frozenset()


def seats_of(players: Sequence[Player], index: int, fixed_seats: bool) -> tuple[int, list[Player]]:
    """The deal of a game and who plays on which seat."""
    n = len(players)
    deal, rotation = divmod(index, 1 if fixed_seats else n)
    return deal, [players[(seat + rotation) % n] for seat in range(n)]


def choose(
    player: Player, ties: Stream, tremble: Stream, view: np.record, moves: Sequence[NamedTuple]
) -> tuple[int, list[float] | None]:
    """Steps 2 to 4 of a decision: tremble, temperature, or the best score. The number of the move, and the scores if
    they were asked for.
    """
    if player.tremble > 0 and tremble.uniform() < player.tremble:
        return tremble.below(len(moves)), None
    scores = checked_scores(player, view, moves)
    if player.temperature > 0:
        return pick_by_weight(weights_of(scores, player.temperature), tremble.uniform()), scores
    return pick_best(scores, ties), scores


def checked_scores(player: Player, view: np.record, moves: Sequence[NamedTuple]) -> list[float]:
    """The score of every move in listed order."""
    scores = [float(score) for score in player.rate(view, moves)]
    if any(math.isnan(score) for score in scores):
        raise ValueError(f"{player.name}: a score is not a number")
    return scores


def weights_of(scores: Sequence[float], temperature: float) -> list[float]:
    """Step 3 of a decision: the weight of every move."""
    best = max(scores)
    if best == math.inf:
        return [1.0 if score == math.inf else 0.0 for score in scores]
    if best == -math.inf:
        return [1.0] * len(scores)
    return [math.exp((score - best) / temperature) for score in scores]


def pick_by_weight(weights: Sequence[float], uniform: float) -> int:
    """The first move whose running sum exceeds the uniform's share of the total."""
    sums = []
    running = 0.0
    for weight in weights:
        running += weight
        sums.append(running)
    return next(number for number, reached in enumerate(sums) if reached > uniform * running)


def pick_best(scores: Sequence[float], ties: Stream) -> int:
    """Step 4 of a decision: the best move, by lot among equals."""
    best = max(scores)
    equals = [number for number, score in enumerate(scores) if score == best]
    return equals[ties.below(len(equals))] if len(equals) > 1 else equals[0]


def anything(view: object, moves: Sequence[object]) -> list[float]:
    """Scores that leave the choice to chance."""
    return [0.0] * len(moves)
