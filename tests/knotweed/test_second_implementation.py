"""The kernel against the referee, a second implementation written from the rulings: the same rounds, event for event,
over all settings.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_game
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import catalogue
from tests.knotweed.rare_cases import MUST_OCCUR, cases
from tests.referee import knotweed as referee
from tests.sim.conforming import asked, played_by_both, player_named

GAME = games.find("knotweed")
STRATEGIES = (
    *(name for name, strategy in catalogue("knotweed").items() if not strategy.is_slow),
    "scatter",
    "scatter",
    "scatter:salt=3,spread=500",
    "crooked",
    "crooked:salt=2,spread=200",
    "moody",
    "random:tremble=0.5",
    "dump",
    "dump:temperature=2",
    "scatter:temperature=5,tremble=0.1",
    "crooked:tremble=0.2",
    "eager:salt=900",
    "idle:salt=1",
)
# Those of the quarter that `make test` plays: they look at everything, and other tests compile them, too.
SEEING = [name for name in STRATEGIES if name.startswith(("random", "scatter", "crooked"))]
CAUGHT = ("none", "none", "none", "0", "0.1", "0.5", "0.9", "1")
RESETS = ("empty", "empty", "missing")


def some_job(rng: np.random.Generator, limits: tuple[int, ...], strategies: Sequence[str] = STRATEGIES) -> Job:
    """Any settings, any of some strategies, any seed."""
    n = int(rng.integers(2, 9))
    changes = [f"cheating={rng.choice(CAUGHT)}", f"reset={rng.choice(RESETS)}"]
    if rng.random() < 0.8:  # else the default number of decks
        changes.append(f"decks={rng.choice([1, 1, 1, 2, 2, 3, 4])}")
    return job_of(rng, changes, [str(name) for name in rng.choice(strategies, n)], limits)


def eager_job(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
    """Players who play all they can, some of them by all means."""
    names = [
        f"{rng.choice(['eager', 'eager', 'brazen'])}:salt={rng.choice([0, 1, 2, 3, 500, 901])}"
        for _ in range(int(rng.integers(2, 9)))
    ]
    changes = [f"cheating={rng.choice(CAUGHT)}", f"reset={rng.choice(RESETS)}", f"decks={rng.integers(1, 3)}"]
    return job_of(rng, changes, names, limits)


def idle_job(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
    """Eight players who draw the whole pile into their hands."""
    salts = rng.integers(3, size=8) * 2 + (rng.random() < 0.5)
    changes = ["decks=1", f"cheating={rng.choice(CAUGHT)}", f"reset={rng.choice(RESETS)}"]
    return job_of(rng, changes, [f"idle:salt={salt},tremble=0" for salt in salts], limits)


def job_of(rng: np.random.Generator, changes: list[str], names: list[str], limits: tuple[int, ...]) -> Job:
    """A job of some settings and strategies with any seed, its seats now and then fixed."""
    named = tuple(player_named("knotweed", name) for name in names)
    seed = int(rng.integers(2**64, dtype=np.uint64))
    rules = make_rules(GAME, len(names), [*changes, f"turn_limit={rng.choice(limits)}"])
    return Job("knotweed", rules, named, seed, fixed_seats=bool(rng.random() < 0.2))


def compare(n_games: int, seed: int, limits: tuple[int, ...], make: Callable[..., Job] = some_job) -> Counter[str]:
    """Play rounds by both: the rare cases met, and how rounds ended."""
    met: Counter[str] = Counter()
    for record, decisions in played_by_both(referee, n_games, seed, lambda rng: make(rng, limits)):
        met.update(cases(decisions, record))
        met[record["result"]["end"]] += 1
    return met


def missing(met: Counter[str]) -> list[str]:
    """Rare cases that did not come up; without the compiler too few games are played for them."""
    return [] if OFF else [case for case in (*MUST_OCCUR, "finished", "stalled", "capped") if met[case] == 0]


def test_both_implementations_play_the_same_50_rounds() -> None:
    assert compare(50, 20271, (3, 6, 12, 30), partial(some_job, strategies=SEEING))["capped"]


@pytest.mark.long
def test_both_implementations_play_the_same_300_rounds() -> None:
    met = (
        compare(200, 20271, (3, 6, 12, 30))
        + compare(80, 20272, (8, 20), eager_job)
        + compare(20, 20273, (20, 30, 40), idle_job)
    )
    assert len(missing(met)) < 5, f"met {dict(met)}"


@pytest.mark.long
def test_both_implementations_play_the_same_4200_rounds_and_meet_every_rare_case() -> None:
    met = (
        compare(1000, 20271, (3, 6, 12, 30))
        + compare(2000, 20274, (40, 150, 500))
        + compare(1000, 20275, (60, 300), eager_job)
        + compare(200, 20276, (60, 200), idle_job)
    )
    assert not missing(met), f"met {dict(met)}"


def test_a_rule_that_differs_is_noticed() -> None:
    """The comparison can fail: the referee is given one setting that differs from the kernel's."""
    named = (player_named("knotweed", "crooked"),) * 3
    job = Job("knotweed", make_rules(GAME, 3, ["turn_limit=60", "cheating=0.5"]), named, 5)
    other = dict(job.rules) | {"cheating": 0.4}
    differences = sum(
        referee.play(other, [asked(player) for player in named], 5, index)["events"]
        != record_game(job, index)["events"]
        for index in range(20)
    )
    assert differences == 20
