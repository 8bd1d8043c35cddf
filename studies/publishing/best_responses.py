"""How far champions can be exploited: how many games more than even somebody wins who has learnt against one that does
not change, by the same learners with the same budget for every version.

Such a number is a lower bound: a better learner, or a longer one, may find more. All learners begin as the champion
itself, and all others at the table are that champion. One has lessons (`champions/learner.py`); one searches the
weights of the champion's units by CMA-ES with games as the judge; one is a thinker who knows whom he plays against.
What they found is then played on deals that none of them has learnt from. Rows that stand in the table already, of the
same weights and with the same budget, stay; so the same command goes on where it was stopped.

Command: python -m knotlab.studies.publishing.best_responses reports/findings/best-responses.csv
Result: reports/findings/best-responses.csv
Page: docs/champions.md
"""

import itertools
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from cmaes import CMA

from knotlab.analysis.claims.evidence.champions import BestResponse, as_table, published_best_responses
from knotlab.analysis.claims.model.meaning import FEWER, Meaning
from knotlab.analysis.runs.play import make_job, play_job
from knotlab.analysis.stats.estimate import Between, mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.reports.words.directions import with_interval
from knotlab.sim.machine import cores
from knotlab.sim.storage.result_files import publish
from knotlab.strategies.networks.weights import read_weights
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.champions.learner import GAMES as GAMES_OF_LESSON
from knotlab.studies.publishing.champions.learner import Learner
from knotlab.studies.publishing.champions.make import ENVIRONMENTS, VERSIONS, WEIGHTS
from knotlab.studies.publishing.champions.records import Course, Environment, Network

GAMES = ("twisted-knot", "knotweed")
PLAYERS = (2, 3, 4)
SEED = 20261129
LOST = Meaning("loss_rate", "the best response", FEWER)
DEALS = 40_000  # that the one that was found is judged on, a game each
COURSE = Course(
    2_000, 1_000_000, 1.0, rate=1e-3, variety=5e-3, shares=(0.4, 0.6, 0.0), watching=200, fading=0.98, hurry=4.0
)
GENERATIONS, CANDIDATES, EACH = 30, 8, 2_000  # of CMA-ES: so many games each
SPREAD = 0.1  # of first candidates, as a share of a unit's weight
THINKER = "thinker:base={0},opponents={0},rollouts={1},cut=1,after={2}"
AFTER = {"twisted-knot": 20, "knotweed": 6}  # turns: rollouts are cut
ROLLOUTS, THINKER_GAMES = 50, 300
WHOLE = 840  # shares of a game of at most eight players are whole numbers of its parts


@cache  # its lessons are compiled once
def frozen(game: str, version: str) -> Environment:
    """Where one learns who begins as a version of the champion and has no others for opponents."""
    return replace(
        ENVIRONMENTS[game, "v3"],
        courses=dict.fromkeys((2, 3, 4), COURSE),
        opponents=lambda table: [f"champion@{version}:tremble=0"],
        goes_on_from=WEIGHTS[game, version],
        labels={},
    )


def fewer(learner: Learner, network: Network | None = None) -> tuple[Between, int]:
    """How many games fewer than even somebody loses, as a share, and on how many deals that was found."""
    even = 1 / learner.table
    numbers = np.rint(WHOLE * (even - learner.exam(DEALS, network=network))).astype(np.int64)
    return mean_of(numbers, WHOLE, bounds=Range(even - 1, even)).between, DEALS


def by_lessons(game: str, players: int, version: str) -> tuple[Between, int]:
    """What lessons find."""
    learner = Learner(frozen(game, version), players, SEED)
    for _ in range(COURSE.lessons):
        learner.learn()
    return fewer(learner)


def by_search(game: str, players: int, version: str) -> tuple[Between, int]:
    """What a search of the units' weights finds: the mean of its last distribution."""
    learner = Learner(frozen(game, version), players, SEED)
    start = learner.shipped.last

    def network(point: np.ndarray) -> Network:
        return learner.shipped._replace(last=np.stack([start[0] * (1 + point), start[1]]).astype(np.float32))

    search = CMA(np.zeros(start.shape[1]), SPREAD, seed=SEED, population_size=CANDIDATES)
    for generation in range(GENERATIONS):
        points, first = [search.ask() for _ in range(CANDIDATES)], EACH * generation
        search.tell([(point, learner.exam(EACH, first, network(point)).mean()) for point in points])
    return fewer(learner, network(search.mean))


def thinker(game: str, champion: str) -> str:
    """The player of a game who looks ahead and takes all for a champion."""
    return THINKER.format(champion, ROLLOUTS, AFTER[game])


def by_thinking(game: str, players: int, version: str) -> tuple[Between, int]:
    """What looking ahead finds."""
    names = [thinker(game, f"champion@{version}"), *[f"champion@{version}"] * (players - 1)]
    table = play_job(make_job(game, names, seed=SEED), THINKER_GAMES, workers=1).to_pandas()
    (own,) = (row for row in table.to_dict("records") if row["strategy"].startswith("thinker"))
    value, low, high = Between.of(own, "loss_rate")
    return Between(1 / players - value, 1 / players - high, 1 / players - low), THINKER_GAMES


LEARNERS: dict[str, tuple[str, Callable[[str, int, str], tuple[Between, int]]]] = {
    "thinker": (f"{ROLLOUTS} cut rollouts of a move", by_thinking),
    "lessons": (f"{COURSE.lessons:,} lessons of {GAMES_OF_LESSON} games", by_lessons),
    "search": (f"{GENERATIONS} generations of {CANDIDATES} x {EACH:,} games", by_search),
}


def respond(learner: str, game: str, players: int, version: str) -> BestResponse:
    """What one learner finds against a version of the champion."""
    budget, find = LEARNERS[learner]
    (effect, games), weights = find(game, players, version), mark(game, players, version)
    return BestResponse(game, players, version, weights, learner, budget, LOST, effect, games, SEED)


def mark(game: str, players: int, version: str) -> str:
    """What tells one champion's weights for a size of table from another's."""
    which = sorted(ENVIRONMENTS[game, version].tables).index(players)
    parts = read_weights(WEIGHTS[game, version]).values()
    return sha256(b"".join(part[which].tobytes() for part in parts)).hexdigest()[:12]


def key(row: BestResponse) -> tuple[int, int, str, str]:
    """Where a row stands in the table."""
    return GAMES.index(row.game), row.players, row.learner, row.version


def main(words: Sequence[str] | None = None) -> None:
    """Let all learners learn whose rows are not there yet, each published as it ends."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="best-responses.csv of a folder of findings")
    reader.add_argument("--game", action="append", choices=GAMES, help="both unless given")
    reader.add_argument("--players", type=int, action="append", choices=PLAYERS, help="each size unless given")
    reader.add_argument("--learner", action="append", choices=LEARNERS, help="all unless given")
    reader.add_argument("--workers", type=int, default=cores(), metavar="N", help="one for each core unless given")
    asked = reader.parse_args(words)
    known = published_best_responses(asked.file.parent) if asked.file.exists() else ()
    rows = [row for row in known if is_current(row)]
    wanted = itertools.product(asked.learner or LEARNERS, asked.game or GAMES, asked.players or PLAYERS, VERSIONS)
    there = {(row.learner, row.game, row.players, row.version) for row in rows}
    with ThreadPoolExecutor(asked.workers) as pool:
        for done in as_completed([pool.submit(respond, *each) for each in wanted if each not in there]):
            row = done.result()
            rows = sorted([*rows, row], key=key)
            publish(asked.file, as_table(rows))
            where = f"{row.game} {row.version}, {row.players} players, {row.learner}"
            print(f"{where}: {with_interval(row.meaning, *row.effect)}", file=sys.stderr, flush=True)


def is_current(row: BestResponse) -> bool:
    """Whether a row is about the weights that ship, with the budget that learners have."""
    budget = LEARNERS[row.learner][0] if row.learner in LEARNERS else None
    return (row.weights, row.budget) == (mark(row.game, row.players, row.version), budget)


if __name__ == "__main__":
    run(main)
