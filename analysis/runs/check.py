"""Trying out a strategy file: compile it with bounds checked, play, and say what was seen."""

import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.analysis.runs.play import DEFAULT_SEED, new_tally
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.errors import InputError, StrategyError
from knotlab.sim.job import Job, batch_kernel, play_traced
from knotlab.sim.run import run
from knotlab.sim.settings import make_rules
from knotlab.sim.trace import DECISION, FORCED
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.declare import Strategy
from knotlab.strategies.resolve import bind, parts, player
from knotlab.strategies.validation import bounds_checked, fields_written

TRACED_GAMES = 100
OPPONENT = "random"


@dataclass(frozen=True)
class Checked:
    """What was seen of one strategy. kinds: name of a kind of move, choices in which it was possible, and taken.
    faults: what is wrong, in sentences.
    """

    name: str
    opponent: str
    games: int
    compile_seconds: float
    reads: frozenset[str]
    numbers: dict[str, float]
    kinds: tuple[tuple[str, int, int], ...]
    faults: tuple[str, ...]

    def facts(self) -> dict[str, Any]:
        """As plain data."""
        reads = (
            f"reads its own {' and '.join(sorted(self.reads))} uniform"
            if self.reads
            else "draws no random numbers of its own"
        )
        kinds = [{"kind": kind, "possible": offered, "taken": taken} for kind, offered, taken in self.kinds]
        facts = {
            "name": self.name,
            "games": self.games,
            "opponent": self.opponent,
            "reads": reads,
            "kinds": kinds,
            "faults": list(self.faults),
        }
        return facts | self.numbers


def check(file: Path, n_games: int) -> list[Checked]:
    """Try out every strategy of a file; raises InputError if it has none or one does not compile."""
    found = [one for game in games.names() for one in catalogue(game, [file]).values() if one.file == file.resolve()]
    if not found:
        raise InputError(f"{file} has no strategy for a game that there is; known games: {', '.join(games.names())}")
    return [check_one(one, file, n_games) for one in found]


def check_one(one: Strategy, file: Path, n_games: int) -> Checked:
    """Try out one strategy, in a chair of two."""
    batch_kernel(one.game)
    started = time.perf_counter()
    mine = bounds_checked(bind(parts(one.game, one.name, [file])))
    seconds = time.perf_counter() - started
    lowest = games.find(one.game).players[0]
    others = (player(one.game, f"{OPPONENT}:tremble=0.02"),) * (lowest - 1)
    job = Job(one.game, make_rules(games.find(one.game), lowest), (mine, *others), DEFAULT_SEED)
    n_games = job.games_on(job.deals_for(n_games))
    writes: list[str] = []
    try:
        with contextlib.suppress(IndexError):  # the games will say where
            writes = fields_written(mine)
        numbers, kinds = _play(job, n_games) if not writes else ({}, ())
    except StrategyError as error:
        fault = f"game {error.index}, decision {error.decision}: {error.cause}"
        return Checked(one.name, OPPONENT, n_games, seconds, one.reads, {}, (), (fault,))
    faults = tuple(f"it changes view.{name}; a strategy may write view.plan alone" for name in writes)
    return Checked(one.name, OPPONENT, n_games, seconds, one.reads, numbers, kinds, faults)


def _play(job: Job, n_games: int) -> tuple[dict[str, float], tuple[tuple[str, int, int], ...]]:
    """Results of the games, and what the strategy was offered and took in some of them."""
    tally = new_tally(job.game, [player.name for player in job.players], job.rotations)
    for frame in run(job, job.deals_for(n_games), workers=1):
        tally.add(frame)
    offered: Counter[int] = Counter()
    taken: Counter[int] = Counter()
    choices = moves_seen = ties = 0
    for index in range(min(TRACED_GAMES, n_games)):
        for moves, scores, chosen in choices_of(job, index):
            choices += 1
            moves_seen += len(moves)
            ties += int(np.sum(scores == scores.max()) > 1)
            offered.update({int(kind) for kind in moves[:, 0]})
            taken[int(moves[chosen, 0])] += 1
    numbers = {name: int(sums.total[0]) / (UNIT * n_games) for name, sums in tally.sums.items()} | {
        "unfinished": int(tally.ends[1:].sum()),
        "choices": choices,
        "moves_per_choice": moves_seen / max(choices, 1),
        "tie_share": ties / max(choices, 1),
    }
    names = games.find(job.game).move_kinds
    return numbers, tuple((names[kind][0], offered[kind], taken[kind]) for kind in sorted(offered))


def choices_of(job: Job, index: int) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """The first player's choices of one game: legal moves, scores and the number chosen."""
    played = play_traced(job, index)
    seats = job.players_by_seat(index)
    first = 0
    for code, seat, n, chosen in played.trace.events[: int(played.trace.sizes[0])]:
        if code == DECISION:
            if seats[seat] == 0 and chosen % 4 != FORCED:
                yield played.trace.moves[first : first + n], played.trace.scores[first : first + n], int(chosen) // 4
            first += int(n)
