"""How many points a player of the cards loses against a better one in Twyst, contract by contract.

Command: python -m knotlab.studies.gap [PLAYER] [--yardstick NAME] [--each N]
Result: a table, printed
Page: docs/open-cards.md, docs/champions.md
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.reports.progress import progress
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import NOTHING
from knotlab.sim.games.twyst.state import CONTRACTS, NEMO, PLAIN_DUO, SEATS, TRUMP_DUO
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.branch import positions
from knotlab.sim.playing.job import Job, compile_ahead
from knotlab.studies.command import USUAL, add_bidder, as_dealt, parser_of_deals, run, table_of, tell
from knotlab.studies.mistakes import SEVERAL

CONTRACTOR, OPPONENT = "contractor", "opponent"
PARTS = 12  # a mean over one to four seats is a whole number of these parts of a point
TOGETHER = 50  # deals played at a time
SEARCHED, STEP = 2_000_000, 20_000  # deals bid at most to find those with a certain contract, and at a time


@dataclass(frozen=True)
class Gap:
    """What a player loses against the yardstick. losses: by contract and role, for each deal in twelfths of a point."""

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
    player: str, yardstick: str, count: int, *, each: bool = False, bidder: str = "threshold", table: Table = USUAL
) -> Gap:
    """Play the same deals with a yardstick in all four seats, and with the player in one of them; each seat in turn.

    A contractor's loss is what the seat scores less than the yardstick did there. A loss of an opponent, who has no
    contract, is what the contractors together score more. The bids, and so the contracts, are the same. each: play
    `count` deals of each contract, the first in which the bids make it; fewer of a rare one that does not come up so
    often in two million deals. Raises InputError if there is no deal to play, or no such player.
    """
    if count < 1:
        raise InputError(f"the number of deals is 1 or more, not {count}")
    resident, visitor = f"{bidder}+{yardstick}", f"{bidder}+{player}"
    seated = [[visitor if seat == own else resident for seat in range(SEATS)] for own in range(-1, SEATS)]
    jobs = [as_dealt(table, *players) for players in seated]
    for job in jobs:
        compile_ahead(job)
    numbers = some_of_each(jobs[0], count) if each else np.arange(count)
    losses: dict[tuple[str, str], list[int]] = defaultdict(list)
    with progress(f"{player} beside {yardstick}", len(numbers)) as advance:
        for start in range(0, len(numbers), TOGETHER):
            chosen = numbers[start : start + TOGETHER]
            contracts = _contracts(jobs[0], chosen)
            scores = np.array([play_numbers(job, chosen)["score"][:, :SEATS] for job in jobs], np.int64)
            for deal, seats in enumerate(contracts):
                for role, lost in _losses(seats != NOTHING, scores[0, deal], scores[1:, deal]):
                    losses[name_of(seats), role].append(lost)
            advance(len(chosen))
    return Gap(len(numbers), dict(losses))


def name_of(contracts: np.ndarray) -> str:
    """The name of a deal's contract, by the contracts of its four seats as in a view, or `several solos`."""
    held = contracts[contracts != NOTHING]
    if len(held) > 1 and held[0] not in (TRUMP_DUO, PLAIN_DUO, NEMO):
        return SEVERAL
    return CONTRACTS[held[0]]


def _contracts(job: Job, numbers: np.ndarray) -> np.ndarray:
    """What the bids of some deals make, by seat."""
    contracts: np.ndarray = positions(job, numbers, np.full(len(numbers), SEATS)).views["contracts"]
    return contracts


def some_of_each(job: Job, each: int, contracts: Sequence[str] = (*CONTRACTS, SEVERAL)) -> np.ndarray:
    """The first deals of some contracts, so many of each, in ascending order; of a rare one there may be fewer."""
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


def main(words: Sequence[str] | None = None) -> None:
    """Measure the gap, and print it."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("player", nargs="?", default="solid", help="a player of the cards")
    reader.add_argument("--yardstick", default="sampler", metavar="NAME", help="whom to compare it with")
    reader.add_argument("--deals", type=int, default=400, metavar="N", help="each is played five times")
    reader.add_argument("--each", type=int, metavar="N", help="in place of --deals: so many deals of each contract")
    add_bidder(reader)
    asked = reader.parse_args(words)
    measured = gap(
        asked.player,
        asked.yardstick,
        asked.deals if asked.each is None else asked.each,
        each=asked.each is not None,
        bidder=asked.bidder,
        table=table_of(asked),
    )
    how = (
        f"The same {measured.deals:,} deals, {asked.bidder} bidding for all: first {asked.yardstick} in all four "
        f"seats, then {asked.player} in one seat, each in turn, and {asked.yardstick} in the other three."
    )
    title = f"points per deal that {asked.player} loses to {asked.yardstick}, by contract"
    tell(title, measured.to_pandas(), asked.csv, [how])


if __name__ == "__main__":
    run(main)
