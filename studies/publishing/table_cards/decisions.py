"""Decisions from which lines are learnt: what was seen, the legal moves, and how the champion scores each of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.runs.play import make_job
from knotlab.sim import games
from knotlab.sim.kernels.trace import DECISION, SCORED
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import Player, scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.sim.playing.traced import play_traced
from knotlab.strategies.resolve import player
from knotlab.studies.publishing.table_cards.likes import liked, prepared
from knotlab.studies.publishing.table_cards.trying import drafted

CHAMPION = "champion@v2"
MOST_MOVES = 40  # of a decision from which lines are learnt
FROM_GAME = 120  # decisions at most, as positions of one game are alike
CERTAIN = 900.0  # what the champion of Knotweed scores more for a move of a turn that goes out
GAMES_COUNTED = 12  # in which it is counted how often lines drop a move


class Decisions(NamedTuple):
    """Some decisions. views: shape (n,). moves: shape (n, 40, width of a move). n_moves: shape (n,). scores: the
    champion's, shape (n, 40).
    """

    views: np.ndarray
    moves: np.ndarray
    n_moves: np.ndarray
    scores: np.ndarray


def decisions(game: str, size: int, wanted: int, who: Player | None = None) -> Decisions:
    """Decisions at tables of champions, or of one player among champions, with more than one legal move."""
    champion, job = player(game, CHAMPION), make_job(game, [CHAMPION] * size)
    if who is not None:
        job = replace(job, players=(who, *job.players[1:]))
    found: list[tuple[Any, np.ndarray, int, np.ndarray]] = []
    index = 0
    while len(found) < wanted:
        for _, view in views_of(job, index, alone=who is not None):
            moves = legal_moves(games.find(game), view)
            if 1 < len(moves) <= MOST_MOVES:
                scores = np.zeros(MOST_MOVES)
                scores[: len(moves)] = scores_of(champion, view.copy(), moves)
                if scores.max() < CERTAIN:
                    listed = np.zeros((MOST_MOVES, len(moves[0])), np.int64)
                    listed[: len(moves)] = moves
                    found.append((view.copy(), listed, len(moves), scores))
        index += 1
    return Decisions(*map(np.array, zip(*found, strict=True)))


def views_of(job: Job, index: int, alone: bool) -> Iterator[tuple[int, Any]]:
    """What was seen at decisions of a game, with their numbers: some of them, of all players or of the first alone."""
    trace = play_traced(job, index).trace
    rows = trace.events[: int(trace.sizes[0])]
    numbers = np.flatnonzero(rows[rows[:, 0] == DECISION][:, 3] % 4 == SCORED)
    if len(numbers) > FROM_GAME:
        numbers = np.sort(np.random.default_rng(index).choice(numbers, FROM_GAME, replace=False))
    seen = branch.positions(job, np.full(len(numbers), index), numbers).views
    numbered = zip(map(int, numbers), seen, strict=True)
    return ((number, view) for number, view in numbered if not alone or job.seat_of(0, index) == view["seat"])


def drops(game: str, lines: tuple[int, ...], size: int) -> list[float]:
    """Of a card's choices among champions, the share at which each line drops a move that had been left until then."""
    job = make_job(game, [CHAMPION] * size)
    job = replace(job, players=(drafted(game, lines), *job.players[1:]))
    counts, choices = np.zeros(len(lines)), 0
    for index in range(GAMES_COUNTED):
        for _, view in views_of(job, index, alone=True):
            moves = legal_moves(games.find(game), view)
            if len(moves) > 1:
                choices += 1
                counts += _dropping(game, prepared(game, view), moves, lines)
    return [float(share) for share in counts / max(1, choices)]


def _dropping(game: str, view: Any, moves: list[Any], lines: tuple[int, ...]) -> np.ndarray:
    """Which lines drop a move; shape (lines,)."""
    dropping = np.zeros(len(lines))
    for number, line in enumerate(lines):
        kept = [move for move in moves if liked(game, view, move, line)]
        if kept and len(kept) < len(moves):
            dropping[number], moves = 1, kept
    return dropping
