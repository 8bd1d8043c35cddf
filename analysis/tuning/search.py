"""Searching the parameters of a player, each between bounds, with CMA-ES: many generations, each on fresh deals that
all its candidates share.

Hansen, "The CMA evolution strategy: a tutorial" (2016), with the package `cmaes`. Every other restart uses learning-
rate adaptation for noisy scores (Nomura, Akimoto and Ono, GECCO 2023), which is steadier but needs more games; which of
the two does better depends on how far apart the scores are. The result of a search is the mean of its distribution,
never its luckiest candidate.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from cmaes import CMA

from knotlab.analysis.tuning.arena import DealScores
from knotlab.sim.errors import InputError
from knotlab.sim.playing.fanout import fan_out
from knotlab.sim.playing.players import Player
from knotlab.sim.settings import unknown
from knotlab.strategies.resolve import bind, spelled
from knotlab.strategies.spelling import SpelledStrategy

GOLDEN = (5**0.5 - 1) / 2  # the fractions of its multiples lie as evenly as can be


@dataclass(frozen=True)
class Dial:
    """A parameter that is tuned.

    slot: its position among the player's values. whole: whether it is a whole number.
    """

    name: str
    slot: int
    low: float
    high: float
    whole: bool


@dataclass(frozen=True)
class Space:
    """A player and which of its parameters may move."""

    player: Player
    dials: tuple[Dial, ...]

    @property
    def slots(self) -> list[int]:
        """The numbers of the dials among the player's values."""
        return [dial.slot for dial in self.dials]

    def point(self, player: Player) -> np.ndarray:
        """The position of a player in the unit cube, shape (dials,)."""
        return np.array([(player.values[dial.slot] - dial.low) / (dial.high - dial.low) for dial in self.dials])

    def settings(self, point: np.ndarray) -> np.ndarray:
        """The parameter values at a point; whole numbers are not yet rounded."""
        low, high = (np.array([getattr(dial, end) for dial in self.dials]) for end in ("low", "high"))
        return np.asarray(np.clip(low + point * (high - low), low, high))

    def at(self, values: Sequence[float]) -> Player:
        """The player with other values of the dials; its name does not change."""
        changed = list(self.player.values)
        for slot, value in zip(self.slots, values, strict=True):
            changed[slot] = float(value)
        return replace(self.player, values=tuple(changed))

    def rounded(self, point: np.ndarray) -> Player:
        """The player at a point: whole parameters to the nearest integer, others to four digits."""
        pairs = zip(self.dials, self.settings(point), strict=True)
        return self.at(
            [
                float(np.floor(value + 0.5)) if dial.whole else min(max(float(f"{value:.4g}"), dial.low), dial.high)
                for dial, value in pairs
            ]
        )

    def by_deal(self, point: np.ndarray, deals: np.ndarray) -> list[tuple[Player, np.ndarray]]:
        """The players that a point stands for on some deals, each with the rows of its deals.

        A whole parameter is floor(x + u), where u in [0, 1) depends on the deal, so that its mean over deals changes
        smoothly with x. All parameters share the deal's u, so k of them make at most k + 1 players.
        """
        values, whole = self.settings(point), np.array([dial.whole for dial in self.dials])
        u = deals * GOLDEN % 1.0
        table = np.where(whole, np.floor(values + u[:, None]), values)
        settings, which = np.unique(table, axis=0, return_inverse=True)
        return [(self.at(row), np.flatnonzero(which.ravel() == i)) for i, row in enumerate(settings)]


def make_space(game: str, spelling: str, dials: Sequence[str] = (), files: Sequence[Path | str] = ()) -> Space:
    """The space of a player's parameters.

    game, spelling: the game and the player. dials: the parameters to tune, as `NAME` or `NAME=LOW..HIGH`; none for all.
    Raises InputError if there is nothing to tune or no such parameter, or its bounds make no sense.
    """
    strategies = spelled(game, spelling, files)
    declared = _dials(strategies)
    if not declared:
        raise InputError(f"'{spelling}' has no parameters, so there is nothing to tune")
    chosen = [_dial(spelling, text, declared) for text in dials] or list(declared.values())
    for dial in chosen:
        if not (np.isfinite(dial.low) and np.isfinite(dial.high)):
            raise InputError(f"parameter '{dial.name}' has no bounds on both sides; give them as {dial.name}=LOW..HIGH")
    chosen = [dial for dial in chosen if dial.low < dial.high]
    if not chosen or len({dial.slot for dial in chosen}) < len(chosen):
        raise InputError(
            "no parameter has room between its bounds" if not chosen else "a parameter to tune is named twice"
        )
    player = bind(strategies)
    for dial in chosen:
        if not dial.low <= player.values[dial.slot] <= dial.high:
            raise InputError(
                f"'{dial.name}' starts at {player.values[dial.slot]:g}, which is outside {dial.low:g}..{dial.high:g}"
            )
    return Space(player, tuple(sorted(chosen, key=lambda dial: dial.slot)))


def _dials(strategies: Sequence[SpelledStrategy]) -> dict[str, Dial]:
    """All parameters of a player by name; a name in both its strategies is preceded by the strategy's and a point."""
    keys = [key for part in strategies for key in part.values]
    dials: dict[str, Dial] = {}
    for part in strategies:
        for key, parameter in part.strategy.parameters.items():
            name = key if keys.count(key) == 1 else f"{part.strategy.name}.{key}"
            dials[name] = Dial(name, len(dials), parameter.low, parameter.high, parameter.whole)
    return dials


def _dial(spelling: str, text: str, known: dict[str, Dial]) -> Dial:
    """One parameter to tune, with bounds of its own, if given, within the declared ones."""
    name, equals, bounds = (part.strip() for part in text.partition("="))
    if name not in known:
        raise unknown("parameter", name, known, f"of '{spelling}'")
    dial = known[name]
    if not equals:
        return dial
    low, _, high = bounds.partition("..")
    try:
        bounded = replace(dial, low=float(low), high=float(high))
    except ValueError:
        raise InputError(f"bounds are written {name}=LOW..HIGH, not '{text}'") from None
    if not bounded.low < bounded.high:
        raise InputError(f"the bounds of '{name}' are the wrong way round: {low} is not below {high}")
    if not dial.low <= bounded.low <= bounded.high <= dial.high:
        raise InputError(f"the bounds of '{name}' lie within {dial.low:g}..{dial.high:g}, unlike {bounds}")
    if dial.whole and not (bounded.low.is_integer() and bounded.high.is_integer()):
        raise InputError(f"'{name}' is a whole number, so its bounds are, too, unlike {bounds}")
    return bounded


NEAR, FAR = 0.05, 0.15  # initial spread of a search that starts at the incumbent, and of others; bounds are 0 and 1
N_NEAR = 2

Parts = list[tuple[Player, np.ndarray]]  # players, and the deals that each of them plays


class SearchSize(NamedTuple):
    """How large a search is.

    generations: the generations of each restart. deals: the deals that each candidate plays.
    """

    restarts: int
    generations: int
    deals: int


def candidates(n_dials: int) -> int:
    """The number of candidates in a generation: half as many again as is usual without noise."""
    return int(1.5 * (4 + 3 * np.log(n_dials)))


class Restart:
    """One of the restarts: a distribution over the unit cube and its history.

    The first restart begins at the incumbent, the second at the defaults, the others at points spread over the bounds:
    a uniformly drawn one and its mirror image by turns, so that each parameter starts in both halves of its room.

    restart: the number of this restart, from 0. gains: for each generation, the mean gain of its candidates over the
    incumbent on the same deals. best: the largest gain of any candidate so far.
    """

    def __init__(self, space: Space, defaults: Player, restart: int, size: SearchSize, seed: int) -> None:
        words = np.random.SeedSequence([seed, restart])
        start = np.clip(space.point(defaults if restart == 1 else space.player), 0.0, 1.0)
        if restart >= N_NEAR:
            pair, is_mirrored = divmod(restart - N_NEAR, 2)
            drawn = np.random.default_rng([seed, N_NEAR + pair]).random(len(start))
            start = 1 - drawn if is_mirrored else drawn
        bounds = np.tile([0.0, 1.0], (len(start), 1))
        spread, adapts = NEAR if restart < N_NEAR else FAR, restart % 2 == 1
        self.cma = CMA(
            start,
            spread,
            bounds=bounds,
            seed=int(words.generate_state(1)[0]),
            population_size=candidates(len(start)),
            lr_adapt=adapts,
        )
        self.space, self.restart, self.size = space, restart, size
        self.gains: list[float] = []
        self.best = -np.inf

    def deals(self) -> np.ndarray:
        """The deals of the next generation, which no other generation of any restart uses."""
        number = len(self.gains) * self.size.restarts + self.restart
        return np.arange(number * self.size.deals, (number + 1) * self.size.deals)

    def replay(self, gains: np.ndarray) -> None:
        """Repeat generations whose gains are known."""
        for row in gains:
            self.ask()
            self.tell(row)

    def ask(self) -> list[np.ndarray]:
        """The generation's candidates."""
        self.points = [self.cma.ask() for _ in range(candidates(len(self.space.dials)))]
        return self.points

    def tell(self, gains: np.ndarray) -> np.ndarray:
        """Learn from the gains of the candidates."""
        self.cma.tell([(point, -gain) for point, gain in zip(self.points, gains, strict=True)])
        self.gains.append(float(np.mean(gains)))
        self.best = max(self.best, float(np.max(gains)))
        return gains

    def tasks(self, scoring: DealScores) -> list[tuple[DealScores, Parts]]:
        """What the next generation plays: the incumbent and each of its candidates on the same deals."""
        deals = self.deals()
        candidates_parts = [
            [(player, deals[rows]) for player, rows in self.space.by_deal(point, deals)] for point in self.ask()
        ]
        return [(scoring, parts) for parts in ([(self.space.player, deals)], *candidates_parts)]

    def learn(self, scoring: DealScores, totals: np.ndarray) -> np.ndarray:
        """Learn from the total scores of the incumbent and the candidates; the candidates' mean gains per deal."""
        return self.tell((totals[1:] - totals[0]) / (self.size.deals * scoring.unit))

    @property
    def result(self) -> Player:
        """The player at the mean of the distribution."""
        return self.space.rounded(np.clip(self.cma.mean, 0.0, 1.0))


def play_generations(searches: Sequence[Restart], scoring: DealScores, generations: int, workers: int) -> np.ndarray:
    """Play further generations of several searches.

    Games may be played on other machines; what they teach is learnt in this process. A search must not travel: `cmaes`
    leaves its random generator out of a pickle or a copy.

    searches: all of the same size. Returns the gains of all candidates, of shape (searches, generations, candidates).
    """
    return np.stack([_generation(searches, scoring, workers) for _ in range(generations)], axis=1)


def _generation(searches: Sequence[Restart], scoring: DealScores, workers: int) -> np.ndarray:
    """The gains of one generation of several searches, shape (searches, candidates)."""
    tasks = [task for search in searches for task in search.tasks(scoring)]
    totals = np.array(list(fan_out(_total, tasks, workers))).reshape(len(searches), -1)
    return np.array([search.learn(scoring, row) for search, row in zip(searches, totals, strict=True)])


def _total(scoring: DealScores, parts: Parts) -> int:
    """The total score of a candidate, a player for each part of the deals."""
    return sum(scoring.scores(player, "tune", deals).sum() for player, deals in parts)
