"""The search for a card's lines: what the champion gives up, by its own scores, where it plays by the card, at many
decisions; lines are added, changed, moved and dropped at random as long as that becomes less.

A move costs what it scores less than the champion's, at most `CAP`: for the champion, who learnt by gradients of the
logarithm of chances, such a difference grows with the advantage of the better move. Beside it each condition, trait and
rank has a price, so that lines stay short enough to be remembered.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from knotlab.analysis.tuning.card_lines import Proposals
from knotlab.analysis.tuning.table_cards import SIZES
from knotlab.sim.compiling.jit import jit
from knotlab.strategies.cards.lines import unpack
from knotlab.strategies.cards.text import EVERYBODY, Phrases
from knotlab.studies.publishing.table_cards.decisions import Decisions
from knotlab.studies.publishing.table_cards.likes import LIKES, prepared
from knotlab.studies.publishing.table_cards.trying import CARD_GAMES

CAP = 4.0
PRICES = {12: 0.0015, 30: 0.0005}  # of each part of a line, by the length of the cards that it is for
KEPT = 3000  # lines of which is remembered what they like


@jit
def given_up(likes: Any, n_lines: int, order: Any, n_moves: Any, costs: Any) -> float:
    """What is given up in all at some decisions.

    likes: the moves that each line likes, shape (lines, decisions). order: of each decision's moves, best first, where
    no line helps. costs: of each move, shape (decisions, moves).
    """
    total = 0.0
    for i in range(len(n_moves)):
        left = (np.int64(1) << n_moves[i]) - 1
        for k in range(n_lines):
            if likes[k, i] & left != 0:
                left &= likes[k, i]
        for r in range(n_moves[i]):
            if left >> order[i, r] & 1:
                total += costs[i, order[i, r]]
                break
    return total


class Search(Proposals):
    """A search on some decisions: `improve(lines, tries)` gives better lines."""

    def __init__(self, game: str, found: Decisions, most: int, seed: int, fixed: Sequence[int] = ()) -> None:
        super().__init__(CARD_GAMES[game].phrases, most, seed, fixed)
        self.game = game
        self.price = PRICES[min(length for length in PRICES if length >= min(most, max(PRICES)))]
        self.known: dict[int, np.ndarray] = {}
        self.views = np.array([prepared(game, view) for view in found.views])
        self.moves, self.n_moves = found.moves, found.n_moves
        shape = found.scores.shape
        legal = np.arange(shape[1]) < found.n_moves[:, None]
        best = np.where(legal, found.scores, -np.inf).max(axis=1)
        sizes = found.views["players"]
        weights = sum((sizes == size) / max(1, (sizes == size).sum()) for size in SIZES) / len(SIZES)
        self.costs = np.minimum(best[:, None] - found.scores, CAP) * np.asarray(weights)[:, None]
        kind, rest = LIKES[game], np.full(shape, -np.inf)
        for i, view in enumerate(self.views):
            for j in range(self.n_moves[i]):
                rest[i, j] = kind.rest(view, kind.move(*self.moves[i, j]))
        self.order = np.argsort(-rest, axis=1, kind="stable")

    def likes(self, line: int) -> np.ndarray:
        """The moves that a line likes at each decision, as sets."""
        if line not in self.known:
            if len(self.known) > KEPT:
                self.known.clear()
            self.known[line] = np.zeros(len(self.n_moves), np.int64)
            LIKES[self.game].like(self.views, self.moves, self.n_moves, line, self.known[line])
        return self.known[line]

    def cost(self, lines: Sequence[int]) -> float:
        """What a card gives up, with the price of its parts."""
        likes = np.array([self.likes(line) for line in lines] or np.zeros((1, len(self.n_moves)), np.int64))
        paid = self.price * sum(_parts(self.phrases, line) for line in lines)
        return float(given_up(likes, len(lines), self.order, self.n_moves, self.costs)) + paid

    def improve(self, lines: Sequence[int], tries: int) -> list[int]:
        """Lines that cost less, from some lines on; of more than there may be, the least useful are dropped first."""
        best = [line for line in lines if line not in self.fixed]
        while len(best) + len(self.fixed) > self.most:
            fewer = [best[:i] + best[i + 1 :] for i in range(len(best))]
            best = min(fewer, key=lambda each: self.cost([*self.fixed, *each]))
        least = self.cost([*self.fixed, *best])
        for _ in range(tries):
            tried = self.changed(best)
            cost = self.cost([*self.fixed, *tried])
            if cost < least:
                best, least = tried, cost
        return [*self.fixed, *best]


def _parts(phrases: Phrases, line: int) -> float:
    """How many things one has to remember of a line: its move, conditions, traits, tables, and an eighth a rank."""
    parts = unpack(phrases.parts, line)
    ranks = [bin(parts.get(name, 0)).count("1") for name in ("ranks", "among")]
    asked = sum(parts.get(name, 0) > 0 for name in ("size", "cards", "other", "trait", "second"))
    return 1 + asked + 0.5 * (parts["players"] != EVERYBODY) + sum(min(n, 14 - n) for n in ranks) / 8
