"""How many points a player of the cards loses against a better one in Twyst, contract by contract."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from knotlab.analysis.bidding.open_play import contract_of
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.match import records_of

CONTRACTOR, OPPONENT = "contractor", "opponent"
PARTS = 12  # a mean over one to four seats is a whole number of these parts of a point


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
    bidder
        Who bids for all.
    seed
        Seed of the deals.
    rules
        Changed settings, as `KEY=VALUE`.
    strategies_from
        Files with strategies.
    on_progress
        Called with 1 after each deal.

    Returns
    -------
    Gap
        The losses.

    Raises
    ------
    InputError
        If the number of deals is not 1 or more, or a player is unknown.
    """
    if deals < 1:
        raise InputError(f"the number of deals is 1 or more, not {deals}")
    resident, visitor = f"{bidder}+{yardstick}", f"{bidder}+{player}"
    tables = [[visitor if seat == own else resident for seat in range(SEATS)] for own in range(-1, SEATS)]
    jobs = [
        make_job("twyst", table, seed=seed, rules=rules, fixed_seats=True, strategies_from=strategies_from)
        for table in tables
    ]
    losses: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number in range(deals):
        (among_its_like,), *with_visitor = (records_of(job, number) for job in jobs)
        for role, lost in _losses(among_its_like, [record for (record,) in with_visitor]):
            losses[contract_of(among_its_like), role].append(lost)
        if on_progress is not None:
            on_progress(1)
    return Gap(player, yardstick, bidder, deals, dict(losses))


def _losses(before: Mapping[str, Any], after: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """The mean loss of the seats in each role, in parts of a point; `after` by the seat that the player takes."""
    contractors = {seat for event in before["events"] if event["do"] == "contract" for seat in event["contractors"]}
    scores, by_role = before["result"]["score"], defaultdict(list)
    for seat, record in enumerate(after):
        played = record["result"]["score"]
        if seat in contractors:
            by_role[CONTRACTOR].append(scores[seat] - played[seat])
        else:
            by_role[OPPONENT].append(sum(played[other] - scores[other] for other in contractors))
    for role, lost in by_role.items():
        yield role, sum(lost) * PARTS // len(lost)
