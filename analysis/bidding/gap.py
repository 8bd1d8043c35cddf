"""How many points a player of the cards loses against a better one in Twyst, contract by contract."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from knotlab.analysis.bidding.open_play import SEVERAL
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import NOTHING
from knotlab.sim.games.twyst.state import CONTRACTS, NEMO, PLAIN_DUO, SEATS, TRUMP_DUO
from knotlab.sim.playing.branch import positions
from knotlab.sim.playing.job import Job, compile_ahead, play_numbers

CONTRACTOR, OPPONENT = "contractor", "opponent"
PARTS = 12  # a mean over one to four seats is a whole number of these parts of a point
TOGETHER = 50  # deals played at a time
SEARCHED, STEP = 2_000_000, 20_000  # deals bid at most to find those with a certain contract, and at a time


@dataclass(frozen=True)
class Gap:
    """What a player loses against the yardstick.

    Attributes
    ----------
    player, yardstick, bidder : str
        Who sits where: the yardstick in all four seats, then the player in one of them; the bidder bids for all.
    deals : int
        Deals played.
    losses : mapping
        By contract and role, for each deal the player's loss in twelfths of a point.
    """

    player: str
    yardstick: str
    bidder: str
    deals: int
    losses: dict[tuple[str, str], list[int]]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each contract and role: `deals`, the points lost per deal (`gap`), and the ends `low` and `high`
        of their 95% interval.
        """
        rows = []
        for (contract, role), losses in sorted(self.losses.items()):
            mean = mean_of_deals(sum(losses), sum(loss * loss for loss in losses), len(losses), PARTS)
            rows.append(
                {
                    "contract": contract,
                    "role": role,
                    "deals": len(losses),
                    "gap": mean.value,
                    "low": mean.low,
                    "high": mean.high,
                }
            )
        return pd.DataFrame(rows, columns=["contract", "role", "deals", "gap", "low", "high"])


def gap(
    player: str = "solid",
    *,
    yardstick: str = "sampler",
    deals: int = 400,
    each: int | None = None,
    bidder: str = "threshold",
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
    on_progress: Callable[[int], None] | None = None,
) -> Gap:
    """Play the same deals with a yardstick in all four seats, and with the player in one of them; each seat in turn.

    A contractor's loss is what the seat scores less than the yardstick did there. A loss of an opponent, who has no
    contract, is what the contractors together score more. The bids, and so the contracts, are the same.

    Parameters
    ----------
    player
        The player of the cards in question.
    yardstick
        The one to compare it with.
    deals
        How many deals to play, each five times.
    each
        In place of `deals`: so many deals of each contract, the first in which the bids make it. Of a rare contract
        there are fewer if it does not come up so often in two million deals.
    bidder
        Who bids for all.
    seed
        Seed of the deals.
    rules
        Changed settings, as `KEY=VALUE`.
    strategies_from
        Files with strategies.
    on_progress
        Called with how many deals were played since the last call.

    Returns
    -------
    Gap
        The losses.

    Raises
    ------
    InputError
        If the number of deals is not 1 or more, or a player is unknown.
    """
    if (deals if each is None else each) < 1:
        raise InputError(f"the number of deals is 1 or more, not {deals if each is None else each}")
    resident, visitor = f"{bidder}+{yardstick}", f"{bidder}+{player}"
    tables = [[visitor if seat == own else resident for seat in range(SEATS)] for own in range(-1, SEATS)]
    jobs = [
        make_job("twyst", table, seed=seed, rules=rules, fixed_seats=True, strategies_from=strategies_from)
        for table in tables
    ]
    for job in jobs:
        compile_ahead(job)
    numbers = np.arange(deals) if each is None else some_of_each(jobs[0], each)
    losses: dict[tuple[str, str], list[int]] = defaultdict(list)
    for start in range(0, len(numbers), TOGETHER):
        chosen = numbers[start : start + TOGETHER]
        contracts = _contracts(jobs[0], chosen)
        scores = np.array([play_numbers(job, chosen)["score"][:, :SEATS] for job in jobs], np.int64)
        for deal, seats in enumerate(contracts):
            for role, lost in _losses(seats != NOTHING, scores[0, deal], scores[1:, deal]):
                losses[name_of(seats), role].append(lost)
        if on_progress is not None:
            on_progress(len(chosen))
    return Gap(player, yardstick, bidder, len(numbers), dict(losses))


def name_of(contracts: np.ndarray) -> str:
    """The name of a deal's contract, by the contracts of its seats, or `several solos`.

    Parameters
    ----------
    contracts : int array of shape (4,)
        As in a view.
    """
    held = contracts[contracts != NOTHING]
    if len(held) > 1 and held[0] not in (TRUMP_DUO, PLAIN_DUO, NEMO):
        return SEVERAL
    return CONTRACTS[held[0]]


def _contracts(job: Job, numbers: np.ndarray) -> np.ndarray:
    """What the bids of some deals make, by seat."""
    contracts: np.ndarray = positions(job, numbers, np.full(len(numbers), SEATS)).views["contracts"]
    return contracts


def some_of_each(job: Job, each: int, contracts: Sequence[str] = (*CONTRACTS, SEVERAL)) -> np.ndarray:
    """The first deals of some contracts, so many of each, in ascending order.

    Parameters
    ----------
    job : Job
        Who bids; seats are fixed.
    each : int
        How many; of a rare contract there may be fewer.
    contracts
        The names of the contracts.
    """
    found: dict[str, list[int]] = {name: [] for name in contracts}
    for start in range(0, SEARCHED, STEP):
        numbers = np.arange(start, start + STEP)
        for number, seats in zip(numbers, _contracts(job, numbers), strict=True):
            same = found.get(name_of(seats))
            if same is not None and len(same) < each:
                same.append(int(number))
        if all(len(same) == each for same in found.values()):
            break
    return np.sort(np.concatenate(list(found.values())))


def _losses(contracted: np.ndarray, before: np.ndarray, after: np.ndarray) -> Iterator[tuple[str, int]]:
    """The mean loss of the seats in each role, in parts of a point; `contracted`: which seats have a contract; `before`
    and `after`: scores by seat, `after` a row for each seat that the player takes.
    """
    own = np.diagonal(before - after)[contracted]
    yield CONTRACTOR, int(own.sum()) * PARTS // len(own)
    others = (after - before)[~contracted][:, contracted].sum(axis=1)
    if len(others):
        yield OPPONENT, int(others.sum()) * PARTS // len(others)
