"""What each line of a card does at choices among champions: which habit it follows or goes against most clearly, of
those that tips are about and of the champions' own, and a moment in which it matters.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import binomtest

from knotlab.analysis.decisions.rollouts import RESAMPLE, DecisionPoint, decision_of, payoffs_of, play_moves
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.analysis.tuning.table_cards import SIZES
from knotlab.sim import games
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.strategies.cards.shipped import shipped_card
from knotlab.strategies.resolve import player
from knotlab.strategies.ruled import shipped_rules, shows
from knotlab.studies.publishing.table_cards.decisions import CERTAIN, CHAMPION, views_of
from knotlab.studies.publishing.table_cards.likes import liked, prepared
from knotlab.studies.publishing.table_cards.published import CardLine

GAMES = 60  # at tables of each size
TRIED, ROLLOUTS = 12, 2000  # moments of a line that are played on, and how often
LEVEL = 0.05  # shared by all habits and lines of a game


class Choice(NamedTuple):
    """A choice at which a line drops a move. kept: of the moves that were left before it, which it leaves, bool. gap:
    how much more the champion gives the best of these than the best of the others.
    """

    job: Job
    number: int
    decision: int
    view: np.record
    moves: list[Any]
    kept: np.ndarray
    gap: float


def told(game: str) -> Iterator[CardLine]:
    """What is published of the lines of the card that ships."""
    lines = shipped_card(game).lines
    found: list[list[Choice]] = [[] for _ in lines]
    for size in SIZES:
        job = make_job(game, ["card", *[CHAMPION] * (size - 1)])
        for index in range(GAMES):
            for decision, view in views_of(job, index, alone=True):
                for line, choice in _dropping(job, index, decision, view, lines):
                    found[line].append(choice)
    for line, choices in enumerate(found):
        followed = _followed(game, choices, len(lines)) if line else ("", 0, 0)  # the first is about going out
        moments = map(_moment, sorted(choices, key=lambda choice: -choice.gap)[:TRIED])
        yield CardLine(game, line + 1, *followed, *max(moments, key=_certainly))


def _certainly(moment: tuple[Any, ...]) -> float:
    """How many fewer games are lost at least; where every rollout ends alike, there is no interval."""
    low = float(moment[-1].low)
    return -math.inf if math.isnan(low) else low


def _dropping(job: Job, index: int, decision: int, view: np.record, lines: tuple[int, ...]) -> Iterator[Any]:
    """The lines that drop a move at a choice, each with what it leaves."""
    moves, planned = legal_moves(games.find(job.game), view), prepared(job.game, view)
    scores = scores_of(player(job.game, CHAMPION), view.copy(), moves)
    for line, meant in enumerate(lines):
        kept = np.array([liked(job.game, planned, move, meant) for move in moves])
        if kept.any() and not kept.all():
            gap = min(float(scores[kept].max() - scores[~kept].max()), CERTAIN)
            yield line, Choice(job, index, decision, view.copy(), moves, kept, gap)
            moves, scores = [move for move, stays in zip(moves, kept, strict=True) if stays], scores[kept]


def _followed(game: str, choices: list[Choice], n_lines: int) -> tuple[str, int, int]:
    """The habit that a line follows or goes against at most choices, among those of which that is certain, and at how
    many it does the one and the other; empty if there is none.
    """
    known = []
    for rule in shipped_rules(game):
        leans = [leans(shows(game, rule, each.view, each.moves), each.kept) for each in choices]
        followed, against = leans.count(1), leans.count(-1)
        n = followed + against
        if n and binomtest(followed, n).pvalue < LEVEL / n_lines / len(shipped_rules(game)):
            known.append((n, rule, followed, against))
    return max(known)[1:] if known else ("", 0, 0)


def leans(shown: np.ndarray, kept: np.ndarray) -> int:
    """1 where more of the moves that are kept show a habit than of all, -1 where fewer do, else 0."""
    return int(np.sign(shown[kept].mean() - shown.mean()))


def _moment(choice: Choice) -> tuple[Any, ...]:
    """A choice, with the move that the card makes, the one that the champion likes best of those that the line drops,
    and how many fewer games are lost with the former.
    """
    point: DecisionPoint = decision_of(choice.job, choice.number, choice.decision)
    made = point.moves[int(np.argmax(point.scores()))]
    dropped = [move for move, stays in zip(choice.moves, choice.kept, strict=True) if not stays]
    instead = dropped[int(np.argmax(scores_of(player(choice.job.game, CHAMPION), choice.view.copy(), dropped)))]
    lost = payoffs_of(point, play_moves(point, [made, instead], ROLLOUTS, RESAMPLE), "loss_rate")
    words = dict(zip(map(tuple, point.moves), point.words, strict=True))
    gain = mean_of(lost[1] - lost[0], UNIT).between
    return choice.job.n_players, choice.number, choice.decision, words[tuple(made)], words[tuple(instead)], gain
