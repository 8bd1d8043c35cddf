"""The draw protocol for the referees, as far as it is the same for every game: streams, shuffle, and how a move is
chosen from scores.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

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


def riffled(cards: Sequence[Card], stream: Stream) -> list[Card]:
    """The cards after a riffle: tossed coins say from which part the next one comes."""
    coins = [stream.below(2) for _ in cards]
    parts = [iter(cards[: coins.count(0)]), iter(cards[coins.count(0) :])]
    return [next(parts[coin]) for coin in coins]


@dataclass
class Player:
    """Who plays: a function that scores some moves of a view, how faithfully it is followed, and whether the strategy
    declares that it cheats.
    """

    name: str
    rate: Callable[[np.record, Sequence[NamedTuple]], Sequence[float]]
    tremble: float = 0.0
    temperature: float = 0.0
    reads: frozenset[str] = frozenset()
    cheats: bool = False


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


class Referee(ABC):
    """What the referees of all games do alike: streams, decisions and events.

    dealt: the cards as they were dealt, for the record.
    """

    dealt: Any

    def __init__(
        self, rules: dict, seated: Sequence[Player], seed: int, purpose: int, deal: int, on_decision: Callable | None
    ) -> None:
        self.rules, self.seated, self.on_decision = rules, seated, on_decision
        self.n = len(seated)
        self.streams = [Stream(seed, purpose, deal, number) for number in range(3 * self.n + 1)]
        self.events: list[dict] = []
        self.seat = 0
        self.places = [0] * self.n
        self.game_uniforms = [
            self.own(seat).uniform() if player.reads else math.nan for seat, player in enumerate(seated)
        ]
        self.turn_uniform = self.decision_uniform = math.nan

    @abstractmethod
    def run(self) -> str:
        """Play it all; returns how it ended."""

    @abstractmethod
    def view(self, kind: int, *asked: Any) -> np.record:
        """A fresh record of what the player to move knows."""

    @abstractmethod
    def result(self, end: str) -> dict:
        """What it came to, as the record has it."""

    def told_rules(self) -> dict:
        """The settings as the record has them."""
        return dict(self.rules)

    def own(self, seat: int) -> Stream:
        """The stream of the uniforms that the strategy on a seat reads."""
        return self.streams[3 * seat + OWN]

    def note(self, do: str, **fields: object) -> None:
        """Write an event of the player to move."""
        self.events.append({"do": do, "seat": self.seat, **fields})

    def decide(self, kind: int, moves: Sequence[Any], *asked: Any) -> Any:
        """One decision by the draw protocol; a single move is played unasked. asked: what else the view says of it."""
        chosen, scores = 0, None
        if len(moves) > 1:
            self.draw_uniforms()
        view = self.view(kind, *asked)
        if len(moves) > 1:
            ties, tremble = (self.streams[3 * self.seat + which] for which in (TIES, TREMBLE))
            chosen, scores = choose(self.seated[self.seat], ties, tremble, view, moves)
        if self.on_decision is not None:
            self.on_decision(view, moves, scores, chosen)
        return moves[chosen]

    def draw_uniforms(self) -> None:
        """Step 1 of a decision: the turn's uniform once in a turn, the decision's every time, if they are read."""
        reads = self.seated[self.seat].reads
        if "turn" in reads and math.isnan(self.turn_uniform):
            self.turn_uniform = self.own(self.seat).uniform()
        if "decision" in reads:
            self.decision_uniform = self.own(self.seat).uniform()

    def uniforms(self) -> dict[str, float]:
        """The numbers that the player to move reads, as the view has them."""
        uniforms = {"turn_uniform": self.turn_uniform, "decision_uniform": self.decision_uniform}
        return uniforms | {"game_uniform": self.game_uniforms[self.seat]}

    def final_places(self, end: str) -> list[int]:
        """Places by seat; the one player left in what is finished is the loser."""
        return [self.n if place == 0 and end == "finished" else place for place in self.places]


def filled(dtype: np.dtype, fields: Mapping[str, Any]) -> np.record:
    """A record with some fields; of an array the first entries are given."""
    record = np.zeros(1, dtype)
    for name, value in fields.items():
        if isinstance(value, list):
            for i, item in enumerate(value):
                record[name][0, i] = item
        else:
            record[name][0] = value
    return record[0]


def record_of(
    game: str,
    make: Callable[..., Referee],
    rules: dict,
    players: Sequence[Player],
    seed: int,
    index: int,
    *,
    fixed_seats: bool = False,
    purpose: int = 0,
    on_decision: Callable | None = None,
) -> dict:
    """Play game `index` of a run by a referee and return its record."""
    deal, seated = seats_of(players, index, fixed_seats)
    referee = make(rules, seated, seed, purpose, deal, on_decision)
    end = referee.run()
    return {
        "game": game,
        "rules": referee.told_rules(),
        "seed": seed,
        "index": index,
        "players": [player.name for player in seated],
        "deal": referee.dealt,
        "events": referee.events,
        "result": referee.result(end),
    }
