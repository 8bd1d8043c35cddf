"""The kernel against the referee, a second implementation written from the rulings: the same rounds, event for event,
over all settings.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.errors import InputError
from knotlab.sim.games.crazy_eights.state import VIEW_FIELDS
from knotlab.sim.playing.job import Job
from knotlab.sim.settings import make_rules
from knotlab.strategies.catalogue import catalogue
from tests.conforming import played_by_both, player_named
from tests.crazy_eights.oracle import Table
from tests.crazy_eights.rare_cases import MUST_OCCUR, cases
from tests.referee import crazy_eights as referee

GAME = games.find("crazy-eights")
COMPARED = [name for name, *_ in VIEW_FIELDS if name != "plan" and not name.endswith("_uniform")]
STRATEGIES = (
    *catalogue("crazy-eights"),
    "scatter",
    "scatter:salt=3,spread=500",
    "moody",
    "shedder:salt=5",
    "random:tremble=0.5",
    "high-cards:temperature=2",
    "scatter:temperature=5,tremble=0.1",
)


def some_job(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
    """Any settings, any strategies, any seed."""
    while True:
        n = int(rng.integers(2, 7))
        changes = [f"draws={rng.integers(1, 6)}", f"twos={rng.choice(['plain', 'draw'])}"]
        if rng.random() < 0.8:  # else the defaults
            changes += [f"packs={rng.integers(1, 3)}", f"cards={rng.integers(1, 11)}"]
        try:
            return job_of(rng, changes, [str(name) for name in rng.choice(STRATEGIES, n)], limits)
        except InputError:  # more cards dealt than there are (CE-2)
            continue


def crowded_job(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
    """Players who draw the whole stock into their hands, and some who play a card whenever one matches."""
    n = int(rng.integers(2, 5))
    salts = rng.choice([0, 0, 200, 500, 900], n)
    names = [f"{rng.choice(['collector', 'collector', 'shedder'])}:salt={salt}" for salt in salts]
    return job_of(rng, ["packs=1", "cards=10", f"draws={rng.integers(1, 6)}", "twos=draw"], names, limits)


def job_of(rng: np.random.Generator, changes: list[str], names: list[str], limits: tuple[int, ...]) -> Job:
    """A job of some settings and strategies with any seed, its seats now and then fixed."""
    rules = make_rules(GAME, len(names), [*changes, f"turn_limit={rng.choice(limits)}"])
    seed = int(rng.integers(2**64, dtype=np.uint64))
    named = tuple(player_named("crazy-eights", name) for name in names)
    return Job("crazy-eights", rules, named, seed, fixed_seats=bool(rng.random() < 0.2))


def compare(n_games: int, seed: int, limits: tuple[int, ...], make: Callable[..., Job] = some_job) -> Counter[str]:
    """Play rounds by both: the rare cases met, and how rounds ended."""
    met: Counter[str] = Counter()
    for record, _ in played_by_both(referee, n_games, seed, lambda rng: make(rng, limits)):
        met.update(cases(record, Table(record["deal"])))
        met[record["result"]["end"]] += 1
    return met


def test_both_implementations_play_the_same_500_rounds_and_meet_every_rare_case() -> None:
    met = compare(350, 20271, (5, 30, 80)) + compare(150, 20272, (60, 120), crowded_job)
    missing = [] if OFF else [case for case in (*MUST_OCCUR, "finished", "capped") if met[case] == 0]
    assert not missing, f"met {dict(met)}"


@pytest.mark.long
def test_both_implementations_play_the_same_3000_rounds() -> None:
    compare(2000, 20273, (5, 80, 300))
    compare(1000, 20274, (60, 200), crowded_job)


@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        ("scores", lambda of_round: [0] * of_round.n),
        ("turn_up", lambda of_round: None),
        ("draw_for_two", lambda of_round: False),
    ],
)
def test_a_rule_that_differs_is_noticed(method: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: one rule of the referee says something else."""
    monkeypatch.setattr(referee.Round, method, wrong)
    with pytest.raises((AssertionError, IndexError)):
        compare(20, 5, (60,), crowded_job)


@pytest.mark.parametrize("name", COMPARED)
def test_a_view_that_differs_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so can that of views: one field of the referee's is less by one."""
    honest = referee.Round.view

    def one_less(*of: Any) -> np.record:
        view = honest(*of)
        view[name] = view[name] - 1
        return view

    def watchers(rng: np.random.Generator, limits: tuple[int, ...]) -> Job:
        return job_of(rng, [], ["scatter:spread=1000"] * 3, limits)

    monkeypatch.setattr(referee.Round, "view", one_less)
    with pytest.raises(AssertionError):
        compare(5, 5, (60,), watchers)
