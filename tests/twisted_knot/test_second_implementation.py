"""The kernel against the referee, a second implementation written from the rulings: the same games, event for event,
over all settings.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twisted_knot.settings import MULTIPLYING
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_game
from knotlab.sim.settings import make_rules
from tests.referee import twisted_knot as referee
from tests.sim.conforming import asked, played_by_both, player_named
from tests.twisted_knot.rare_cases import MUST_OCCUR, cases

GAME = games.find("twisted-knot")
STRATEGIES = (
    "random shed hoard-aces hoard-nines:others=2 ten-chain joker-pressure planned-finish exploiter:model=5 "
    "scripted:vary=1 scripted:vary=2 all-round scatter scatter:salt=3,spread=500 moody random:tremble=0.5 shed "
    "shed:tremble=0.05 shed:temperature=2 scatter:temperature=5,tremble=0.1"
).split()
# Those of the quarter that `make test` plays: they look at everything, and other tests compile them, too.
SEEING = [name for name in STRATEGIES if name.startswith(("random", "shed", "scatter"))]


def some_job(rng: np.random.Generator, limits: tuple[int, ...], strategies: Sequence[str] = STRATEGIES) -> Job:
    """Any settings, any of some strategies, any seed."""
    n = int(rng.integers(2, 9))
    multiply = [rank for rank in MULTIPLYING if rng.random() < 0.8]
    changes = [
        f"packs={rng.integers(1, 5) if rng.random() < 0.3 else 1}",
        f"jokers={rng.integers(0, 5)}",
        f"eight={rng.choice(['repeat', 'invisible'])}",
        f"multiply={','.join(multiply) or 'none'}",
        f"turn_limit={rng.choice(limits)}",
    ]
    if rng.random() < 0.2:
        changes = [f"preset={rng.choice(['southampton', 'twisted-knot'])}", changes[-1]]
    return job_of(rng, changes + other_readings(rng), [str(name) for name in rng.choice(strategies, n)])


def other_readings(rng: np.random.Generator) -> list[str]:
    """Some of the readings that are not the usual ones."""
    return [f"{setting.name}={setting.other_reading}" for setting in GAME.readings if rng.random() < 0.2]


def eager_job(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
    """Many jokers, eights that repeat, and players who seek what is rare."""
    changes = ["jokers=4", f"packs={rng.choice([1, 1, 4])}", "eight=repeat", f"turn_limit={rng.choice(limits)}"]
    return job_of(rng, changes, [f"eager:salt={rng.integers(20)}" for _ in range(int(rng.integers(2, 9)))])


def eager_job_of_other_readings(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
    """The same players under some of the readings that are not the usual ones."""
    job = eager_job(rng, limits)
    changed = {setting.name: setting.other_reading for setting in GAME.readings if rng.random() < 0.5}
    return replace(job, rules={**job.rules, **changed})


def job_of(rng: np.random.Generator, changes: list[str], names: list[str]) -> Job:
    """A job of some settings and strategies with any seed, its seats now and then fixed."""
    named = tuple(player_named("twisted-knot", name) for name in names)
    seed = int(rng.integers(2**64, dtype=np.uint64))
    return Job("twisted-knot", make_rules(GAME, len(names), changes), named, seed, fixed_seats=bool(rng.random() < 0.2))


def compare(n_games: int, seed: int, limits: tuple[int, ...], make: Callable[..., Job] = some_job) -> Counter[str]:
    """Play games by both: the rare cases met, and how games ended."""
    met: Counter[str] = Counter()
    for record, decisions in played_by_both(referee, n_games, seed, lambda rng: make(rng, limits)):
        met.update(cases([(view, move) for view, _, move in decisions], record))
        met[record["result"]["end"]] += 1
    return met


def missing(met: Counter[str]) -> list[str]:
    """Rare cases that did not come up; without the compiler too few games are played for them."""
    return [] if OFF else [case for case in (*MUST_OCCUR, "finished", "stalled", "capped") if met[case] == 0]


@pytest.mark.parametrize(
    ("of", "strategies"),
    [pytest.param(4, SEEING, id="a quarter"), pytest.param(1, STRATEGIES, id="all", marks=pytest.mark.long)],
)
def test_both_implementations_play_the_same_200_games(of: int, strategies: Sequence[str]) -> None:
    met = (
        compare(120 // of, seed=20261, limits=(30, 90, 200), make=partial(some_job, strategies=strategies))
        + compare(60 // of, seed=20263, limits=(40, 120, 600), make=eager_job)
        + compare(20 // of, seed=20265, limits=(40, 120, 600), make=eager_job_of_other_readings)
    )
    assert met["finished"] and met["capped"], f"met {dict(met)}"


@pytest.mark.long
def test_both_implementations_play_the_same_1350_games_and_meet_every_rare_case() -> None:
    met = (
        compare(800, seed=20261, limits=(30, 90, 200))
        + compare(400, seed=20263, limits=(40, 120, 600), make=eager_job)
        + compare(150, seed=20265, limits=(40, 120, 600), make=eager_job_of_other_readings)
    )
    assert not missing(met), f"met {dict(met)}"


@pytest.mark.long
def test_both_implementations_play_the_same_12300_longer_games() -> None:
    met = (
        compare(10000, seed=20262, limits=(60, 400, 1500, 5000))
        + compare(2000, seed=20264, limits=(60, 300, 1000), make=eager_job)
        + compare(300, seed=20266, limits=(40, 120, 600), make=eager_job_of_other_readings)
    )
    assert not missing(met), f"met {dict(met)}"


def test_a_rule_that_differs_is_noticed() -> None:
    """The comparison can fail: the referee is given one setting that differs from the kernel's."""
    named = (player_named("twisted-knot", "scatter"),) * 3
    rules = make_rules(GAME, 3, ["turn_limit=300"])
    job = Job("twisted-knot", rules, named, 5)
    other = dict(rules) | {"multiply": ()}
    differences = sum(
        referee.play(other, [asked(player) for player in named], 5, index)["events"]
        != record_game(job, index)["events"]
        for index in range(20)
    )
    assert differences == 20
