"""What players of the cards give away in Twyst, by contract and kind of mistake, judged with all cards open."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.bidding.open_play import (
    KINDS,
    Judge,
    PlayedCard,
    refuse_bad_wishes,
    refuse_own_tricks,
    with_open_values,
)
from knotlab.analysis.runs.move_values import Record
from knotlab.analysis.runs.play import DEFAULT_SEED, make_job
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.sim.games.twyst.open_cards import Solver
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import records_of

ANY_KIND = "any"
LAST_TRICKS = 9
MOMENTS = 3


class FrequentMistake(NamedTuple):
    """The costliest of a frequent kind of mistake: how often the kind came, and where this one is to be seen."""

    mistakes: int
    game: int
    card: PlayedCard


@dataclass(frozen=True)
class Mistakes:
    """The cards that some players played, judged.

    Attributes
    ----------
    cards : mapping
        By player, for each deal the cards of its last tricks.
    jobs : mapping
        By player, what was played.
    tricks : int
        How many of the last tricks were judged.
    """

    cards: dict[str, list[list[PlayedCard]]]
    jobs: dict[str, Job]
    tricks: int

    def to_pandas(self) -> pd.DataFrame:
        """A row for each player, contract and kind of play.

        Returns
        -------
        DataFrame
            `deals` with the contract, `cards` judged, `mistakes` (cards that gave something away), and the points that
            the four players gave away in a deal: their mean, and the ends `low` and `high` of its 95% interval.
        """
        return pd.DataFrame(row for player, deals in self.cards.items() for row in _rows(player, deals))

    def moments(self, player: str) -> list[FrequentMistake]:
        """The most frequent kinds of mistake of one player, by contract, each with the first of its costliest."""
        made: dict[tuple[str, str], list[tuple[int, PlayedCard]]] = defaultdict(list)
        for game, deal in enumerate(self.cards[player]):
            for card in deal:
                if card.given_away:
                    made[card.contract, card.kind].append((game, card))
        frequent = sorted(made.values(), key=len, reverse=True)[:MOMENTS]
        return [FrequentMistake(len(kind), *max(kind, key=lambda each: each[1].given_away)) for kind in frequent]

    def records(self, player: str) -> Iterator[Record]:
        """The games of these moments as records, with what each card was worth, for the viewer."""
        solver = Solver()
        for game in sorted({moment.game for moment in self.moments(player)}):
            (record,) = records_of(self.jobs[player], game, True)
            yield with_open_values(record, solver, self.tricks)


def mistakes(
    players: Sequence[str] = ("solid", "sampler"),
    *,
    deals: int = 200,
    bidder: str = "threshold",
    tricks: int = LAST_TRICKS,
    seed: int = DEFAULT_SEED,
    rules: Sequence[str] = (),
    strategies_from: Sequence[Path | str] = (),
    on_progress: Callable[[int], None] | None = None,
) -> Mistakes:
    """Let each player of the cards play the same deals in all four seats, and judge every card of the last tricks.

    Parameters
    ----------
    players
        Players of the cards.
    deals
        How many deals each of them plays.
    bidder
        Who bids for all of them, so that the contracts are the same.
    tricks
        How many of the last tricks are judged, 1 to 13; the earlier ones take the solver much longer.
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
    Mistakes
        The judged cards.

    Raises
    ------
    InputError
        If a number is out of range, a player is named twice or unknown, or partners score their own tricks.
    """
    refuse_bad_wishes(players, deals, tricks)
    jobs = {
        player: make_job(
            "twyst",
            [f"{bidder}+{player}"] * 4,
            seed=seed,
            rules=rules,
            fixed_seats=True,
            strategies_from=strategies_from,
        )
        for player in players
    }
    solver, judged = Solver(), defaultdict(list)
    for player, job in jobs.items():
        refuse_own_tricks(job.rules)
        for number in range(deals):
            (record,) = records_of(job, number)
            judged[player].append(list(Judge(record, solver).played_cards(tricks)))
            if on_progress is not None:
                on_progress(1)
    return Mistakes(dict(judged), jobs, tricks)


def _rows(player: str, deals: Sequence[Sequence[PlayedCard]]) -> Iterator[dict[str, str | int | float]]:
    """The table's rows for one player; kinds that never came up have none."""
    by_contract: dict[str, list[Sequence[PlayedCard]]] = defaultdict(list)
    for deal in deals:
        by_contract[deal[0].contract].append(deal)
    for contract, played in sorted(by_contract.items()):
        for kind in (*KINDS, ANY_KIND):
            cards = [[card for card in deal if kind in (card.kind, ANY_KIND)] for deal in played]
            if any(cards):
                given = [sum(card.given_away for card in deal) for deal in cards]
                mean = mean_of_deals(sum(given), sum(points * points for points in given), len(given), 1.0)
                yield {
                    "player": player,
                    "contract": contract,
                    "kind": kind,
                    "deals": len(played),
                    "cards": sum(map(len, cards)),
                    "mistakes": sum(card.given_away > 0 for deal in cards for card in deal),
                    "points given away": mean.value,
                    "low": max(mean.low, 0.0),  # nothing gives less than nothing away
                    "high": mean.high,
                }
