"""What a player of Twyst who looks ahead expects of his cards, what comes of them, and what they are worth with all
hands open, by tricks left.

Command: python -m knotlab.studies.promised [PLAYER ...] [--each N] [--tricks N]
Result: a table, printed
Page: docs/open-cards.md
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from knotlab.analysis.bidding.open_play import Judge, refuse_own_tricks
from knotlab.analysis.decisions.move_values import Record
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.reports.progress import progress
from knotlab.sim.games.twyst.cards import CODE
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import USUAL, add_bidder, as_dealt, parser_of_deals, run, table_of, tell
from knotlab.studies.gap import CONTRACTOR, OPPONENT, some_of_each
from knotlab.studies.mistakes import refuse_bad_wishes

TWO_SIDED = ("ace-solo", "court-solo", "misere", "trump-duo", "plain-duo")
PARTS = 1000  # means are kept as whole thousandths of a point
COLUMNS = ("promised", "open", "scored")

Means = tuple[float, float, float]


@dataclass(frozen=True)
class Promised:
    """What was expected and what came of it, in points above the mean of the others'.

    means: by player, role and tricks left, for each deal: over the role's choices the mean of what the player expected
    of the card it chose, of what that card was worth with the four hands open, and of what the deal came to.
    """

    deals: int
    means: dict[tuple[str, str, int], list[Means]]

    def to_pandas(self) -> pd.DataFrame:
        """A row for each player, role and number of tricks left: `deals`, the means `promised`, `open` and `scored`, by
        how much the promise is above what came (`overrated`), and the ends `low` and `high` of its 95% interval.
        """
        rows = []
        for (player, role, tricks), deals in self.means.items():
            over = [round(PARTS * (promised - came)) for promised, _, came in deals]
            mean = mean_of_deals(sum(over), sum(each * each for each in over), len(over), PARTS)
            row = {"player": player, "role": role, "tricks": tricks, "deals": len(deals)}
            row |= {
                name: sum(column) / len(deals) for name, column in zip(COLUMNS, zip(*deals, strict=True), strict=True)
            }
            rows.append(row | {"overrated": mean.value, "low": mean.low, "high": mean.high})
        names = ["player", "role", "tricks", "deals", *COLUMNS, "overrated", "low", "high"]
        return pd.DataFrame(rows, columns=names).sort_values(
            ["player", "role", "tricks"], ascending=[True, True, False], ignore_index=True
        )


def promised(
    players: Sequence[str], each: int, tricks: int, *, bidder: str = "threshold", table: Table = USUAL
) -> Promised:
    """Let each player play the same deals in all four seats, and compare what it expects of each card it chooses with
    what the deal comes to in the end.

    A player says what it expects by its score of a move, which must be points above the mean of the others', as that of
    `sampler` is. Only contracts that two sides play for are asked about, this many deals of each. Raises InputError if
    a number is out of range, a player is named twice or unknown, or partners score their own tricks.
    """
    refuse_bad_wishes(players, each, tricks)
    means: dict[tuple[str, str, int], list[Means]] = defaultdict(list)
    solver, numbers = Solver(), None
    for player in players:
        job = as_dealt(table, f"{bidder}+{player}")
        refuse_own_tricks(job.rules)
        numbers = some_of_each(job, each, TWO_SIDED) if numbers is None else numbers
        with progress(f"deals of {player}", len(numbers)) as advance:
            for number in numbers:
                (record,) = records_of(job, int(number), why=True)
                for (role, left), mean in _of_deal(record, Judge(record, solver), tricks):
                    means[player, role, left].append(mean)
                advance(1)
    return Promised(0 if numbers is None else len(numbers), dict(means))


def _of_deal(record: Record, judge: Judge, tricks: int) -> Iterator[tuple[tuple[str, int], Means]]:
    """The means of one deal's choices, by role and tricks left."""
    scores, choices = record["result"]["score"], defaultdict(list)
    contractors = sum(group.seats for group in judge.groups)
    for number, table in judge.tables():
        event, left = record["events"][number], table.position.tricks
        if left <= tricks and len(event["moves"]) > 1:
            expected = next(score for move, score in event["moves"] if move["card"] == event["card"])
            worth = judge.value_after(table, CODE[event["card"]]) * share_of(judge, table.seat)
            own = scores[table.seat]
            role = CONTRACTOR if contractors >> table.seat & 1 else OPPONENT
            choices[role, left].append((expected, worth, own - (sum(scores) - own) / (SEATS - 1)))
    for key, each in choices.items():
        promised_, open_, came = (sum(column) / len(each) for column in zip(*each, strict=True))
        yield key, (promised_, open_, came)


def share_of(judge: Judge, seat: int) -> float:
    """What a contract's point is worth to a seat above the mean of the others', if partners' points count once."""
    if judge.groups[0].seats.bit_count() == 2:
        return 2 / 3  # two of four have it
    return 1.0 if judge.groups[0].seats >> seat & 1 else 1 / 3


def main(words: Sequence[str] | None = None) -> None:
    """Measure what is expected and what comes of it, and print it."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("players", nargs="*", default=["sampler", "sampler:solved=7"], metavar="PLAYER")
    reader.add_argument("--each", type=int, default=100, metavar="N", help="deals of each contract")
    reader.add_argument("--tricks", type=int, default=7, metavar="N", help="how many of the last tricks")
    add_bidder(reader)
    asked = reader.parse_args(words)
    table = table_of(asked)
    measured = promised(asked.players, asked.each, asked.tricks, bidder=asked.bidder, table=table)
    title = f"points above the mean of the others', expected and real, {asked.bidder} bids"
    means = (
        "What is promised is the player's own score of the card, which means something only if its scores are points "
        "above the mean of the others', as those of sampler are."
    )
    tell(title, measured.to_pandas(), asked.csv, [means])


if __name__ == "__main__":
    run(main)
