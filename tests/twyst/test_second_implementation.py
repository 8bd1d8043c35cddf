"""The kernel against the referee, a second implementation written from the rulings: the same deals, event for event,
over all settings.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.games.twyst.settings import SCORES
from knotlab.sim.games.twyst.state import VIEW_FIELDS
from knotlab.sim.playing.job import Job
from knotlab.sim.settings import make_rules
from tests.referee import twyst as referee
from tests.sim.conforming import played_by_both, player_named
from tests.twyst.rare_cases import MUST_OCCUR, cases

GAME = games.find("twyst")
COMPARED = [name for name, *_ in VIEW_FIELDS if name != "plan" and not name.endswith("_uniform")]
STRATEGIES = (
    "random scatter scatter:salt=3,spread=500 scatter:salt=7,spread=2 moody moody:salt=5 fickle "
    "scatter:temperature=5,tremble=0.1 random:tremble=0.5 high threshold cautious solid threshold+solid "
    "threshold+scatter:tremble=0.05 cautious+solid:temperature=20 moody+solid"
).split()
# Those of the quarter that `make test` plays: they look at everything, and other tests compile them, too.
SEEING = [name for name in STRATEGIES if name.startswith(("random", "scatter"))]


def some_job(rng: np.random.Generator, strategies: Sequence[str] = STRATEGIES) -> Job:
    """Any of some strategies."""
    return job_of(rng, [str(name) for name in rng.choice(strategies, 4)])


def wishing_job(rng: np.random.Generator) -> Job:
    """Players who want a contract of one kind, and who play for it or against it."""
    wanted = WISHES[int(rng.integers(len(WISHES)))](rng)
    will = rng.choice(4, p=[0.2, 0.4, 0.25, 0.15])
    return job_of(rng, [f"wishing:{wish},will={will}" for wish in wanted])


def colours(rng: np.random.Generator, shape: str) -> list[str]:
    """Numerals whose suits repeat as the letters of a shape do, on any seats; most are low."""
    suits = dict(zip("abcd", rng.permutation(4), strict=True))
    low = rng.choice([0, 1], 4, p=[0.4, 0.6])
    return [
        f"wish=4,colour={suits[letter]},low={height}"
        for letter, height in zip(rng.permutation(list(shape)), low, strict=True)
    ]


def honours(rng: np.random.Generator) -> list[str]:
    """Aces and deuces by one player or by several."""
    wishes = [f"wish={wish}" for wish in rng.choice([1, 2], int(rng.integers(1, 5)))]
    return [str(wish) for wish in rng.permutation(wishes + ["wish=3"] * (4 - len(wishes)))]


def courts(rng: np.random.Generator) -> list[str]:
    """Courts by one player or by several, high or low."""
    low = int(rng.integers(2))
    return [f"wish={wish},low={low}" for wish in rng.choice([3, 4], 4, p=[0.7, 0.3])]


WISHES: tuple[Callable[[np.random.Generator], list[str]], ...] = (
    honours,
    honours,
    courts,
    lambda rng: colours(rng, "abcd"),
    lambda rng: colours(rng, "aabc"),
    lambda rng: colours(rng, "aabc"),
    lambda rng: colours(rng, "aabb"),
    lambda rng: colours(rng, "aaab"),
    lambda rng: colours(rng, "aaaa"),
)


def job_of(rng: np.random.Generator, names: list[str]) -> Job:
    """A job of some strategies with any settings and seed, its seats now and then fixed."""
    seed = int(rng.integers(2**64, dtype=np.uint64))
    readings = [f"{each.name}={rng.choice([each.default, each.other_reading])}" for each in GAME.readings]
    own = np.random.default_rng(seed)
    scores = [f"{name}={own.integers(most + 1)}" for name, (_, most, _) in SCORES.items() if own.random() < 0.2]
    lost, partners = readings
    rules = make_rules(GAME, 4, ["lost=nothing" if own.random() < 0.2 else lost, partners, *scores])
    return Job(
        "twyst", rules, tuple(player_named("twyst", name) for name in names), seed, fixed_seats=bool(rng.random() < 0.2)
    )


def in_any_order(game: dict) -> dict:
    """A record with every hand sorted, since the order of a hand means nothing."""
    return game | {"deal": [sorted(hand) for hand in game["deal"]]}


def compare(n_games: int, seed: int, make: Callable[[np.random.Generator], Job]) -> Counter[str]:
    """Play deals by both: the cases met."""
    met: Counter[str] = Counter()
    for record, _ in played_by_both(referee, n_games, seed, make, in_any_order):
        met.update(cases(record))
    return met


def missing(met: Counter[str]) -> list[str]:
    """Cases that did not come up."""
    return [] if OFF else [case for case in MUST_OCCUR if met[case] == 0]


def test_both_implementations_play_the_same_100_deals() -> None:
    compare(35, seed=20261, make=partial(some_job, strategies=SEEING))
    compare(65, seed=20262, make=wishing_job)


@pytest.mark.long
def test_both_implementations_play_the_same_20000_deals_and_meet_every_case() -> None:
    met = compare(8000, seed=20263, make=some_job) + compare(12000, seed=20264, make=wishing_job)
    assert not missing(met), f"met {dict(met)}"


@pytest.mark.parametrize(("shape", "changed"), [("abcd", "twist_score"), ("aaab", "nemo_score"), ("aabb", "plain_duo")])
def test_a_rule_that_differs_is_noticed(shape: str, changed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: one rule of the referee says something else."""
    wrong = {"twist_score": lambda *_: 1, "nemo_score": lambda *_: 1, "plain_duo": lambda _: []}[changed]
    monkeypatch.setattr(referee, changed, wrong)
    with pytest.raises((AssertionError, RuntimeError)):  # the generator of games ends where no contract is found
        compare(20, seed=5, make=lambda rng: job_of(rng, [f"wishing:{wish}" for wish in colours(rng, shape)]))


@pytest.mark.parametrize("name", COMPARED)
def test_a_view_that_differs_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And so can that of views: one field of the referee's is less by one."""
    honest = referee.Deal.view

    def one_less(*of: Any) -> np.record:
        view = honest(*of)
        view[name] = view[name] - 1
        return view

    monkeypatch.setattr(referee.Deal, "view", one_less)
    with pytest.raises(AssertionError):
        compare(5, seed=5, make=lambda rng: job_of(rng, ["scatter:spread=1000"] * 4))
