"""What players of the cards give away in Twyst, by contract and kind of mistake, judged with all cards open.

Command: python -m knotlab.studies.mistakes [PLAYER ...] [--deals N] [--tricks N] [--save FILE]
Result: a table, and the most frequent mistakes, printed
Page: docs/open-cards.md
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from knotlab.analysis.bidding.open_play import Judge, refuse_own_tricks, with_open_values
from knotlab.analysis.decisions.move_values import Record
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of_deals
from knotlab.reports.output import write_file
from knotlab.reports.progress import progress
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import CODE, N_RANKS, NAMES
from knotlab.sim.games.twyst.open_cards import Position, Solver
from knotlab.sim.games.twyst.state import CONTRACTS, PLAIN_DUO
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import records_of
from knotlab.studies.command import USUAL, add_bidder, as_dealt, parser_of_deals, run, table_of, tell

ANY_KIND = "any"
LAST_TRICKS = 9
MOMENTS = 3
LEAD, FOLLOW, TRUMP, DISCARD = KINDS = ("lead", "follow", "trump", "discard")
SEVERAL = "several solos"


class PlayedCard(NamedTuple):
    """One card of a deal, and what it gave away.

    event: its number among the record's events. contract: the deal's. kind: `lead`, `follow`, `trump` (instead of
    following) or `discard`. given_away: points, 0 or more.
    """

    event: int
    seat: int
    card: int
    trick: int
    contract: str
    kind: str
    given_away: int


def played_cards(record: Record, solver: Solver, tricks: int = N_RANKS) -> Iterator[PlayedCard]:
    """The cards of a deal in the order in which they were played, as far as they belong to its last tricks."""
    judge, contract = Judge(record, solver), contract_of(record)
    for event, table in judge.tables():
        if table.position.tricks <= tricks:
            card = CODE[record["events"][event]["card"]]
            given_away = judge.value(table, table.seat) - judge.value_after(table, card)
            trick, kind = N_RANKS - table.position.tricks, kind_of(table.position, card)
            yield PlayedCard(event, table.seat, card, trick, contract, kind, given_away)


def contract_of(record: Record) -> str:
    """The contract of a recorded deal, or `several solos`."""
    names = [event["name"] for event in record["events"] if event["do"] == "contract"]
    return SEVERAL if len(names) > 1 and names[0] != CONTRACTS[PLAIN_DUO] else str(names[0])


def kind_of(position: Position, card: int) -> str:
    """What is done with a card: `lead`, `follow`, `trump` or `discard`."""
    if not position.table:
        return LEAD
    if card // N_RANKS == position.table[0] // N_RANKS:
        return FOLLOW
    return TRUMP if card // N_RANKS == position.trump else DISCARD


def refuse_bad_wishes(players: Sequence[str], deals: int, tricks: int) -> None:
    """Raise InputError where a number is out of range, or a player of the cards is named twice."""
    if deals < 1 or not 1 <= tricks <= N_RANKS:
        raise InputError(f"deals must be 1 or more, and tricks from 1 to 13, not {deals} and {tricks}")
    if len(set(players)) < len(players):
        raise InputError("each player of the cards can be named only once")


class FrequentMistake(NamedTuple):
    """The costliest of a frequent kind of mistake: how often the kind came, and where this one is to be seen."""

    mistakes: int
    game: int
    card: PlayedCard


@dataclass(frozen=True)
class Mistakes:
    """The judged cards of the last `tricks`: by player, for each deal; and by player what was played."""

    cards: dict[str, list[list[PlayedCard]]]
    jobs: dict[str, Job]
    tricks: int

    def to_pandas(self) -> pd.DataFrame:
        """A row for each player, contract and kind of play: `deals` with the contract, `cards` judged, `mistakes`
        (cards that gave something away), and the points that the four gave away in a deal: mean, `low` and `high`
        (95%).
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
    players: Sequence[str], count: int, tricks: int = LAST_TRICKS, *, bidder: str = "threshold", table: Table = USUAL
) -> Mistakes:
    """Let each player of the cards play the same deals in all four seats, and judge every card of the last tricks; the
    earlier ones take the solver much longer. Raises InputError if a number is out of range, a player is named twice
    or unknown, or partners score their own tricks.
    """
    refuse_bad_wishes(players, count, tricks)
    jobs = {player: as_dealt(table, f"{bidder}+{player}") for player in players}
    solver, judged = Solver(), defaultdict(list)
    for player, job in jobs.items():
        refuse_own_tricks(job.rules)
        with progress(f"deals of {player} judged with all cards open", count) as advance:
            for number in range(count):
                (record,) = records_of(job, number)
                judged[player].append(list(played_cards(record, solver, tricks)))
                advance(1)
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


def said(judged: Mistakes, player: str) -> Iterator[str]:
    """The most frequent mistakes of a player, each with the place where it is to be seen."""
    moments = judged.moments(player)
    yield f"The most frequent mistakes of {player}:" if moments else f"{player} gave nothing away."
    for each in moments:
        card = each.card
        yield (
            f"- {card.contract}, {card.kind}: {each.mistakes} times. In game {each.game}, trick {card.trick + 1}, "
            f"seat {card.seat} plays {NAMES[card.card]} and gives away {card.given_away} points."
        )


def main(words: Sequence[str] | None = None) -> None:
    """Judge cards, and print the table and the moments."""
    reader = parser_of_deals(__doc__)
    reader.add_argument("players", nargs="*", default=["solid", "sampler"], metavar="PLAYER")
    reader.add_argument("--deals", type=int, default=200, metavar="N", help="for each player")
    reader.add_argument("--tricks", type=int, default=LAST_TRICKS, metavar="N", help="how many of the last tricks")
    add_bidder(reader)
    reader.add_argument("--save", type=Path, metavar="FILE", help="write the games of the first player's most frequent")
    asked = reader.parse_args(words)
    judged = mistakes(asked.players, asked.deals, asked.tricks, bidder=asked.bidder, table=table_of(asked))
    title = f"points given away per deal in the last {asked.tricks} tricks, all four seats alike, {asked.bidder} bids"
    tell(title, judged.to_pandas(), asked.csv, list(said(judged, asked.players[0])))
    if asked.save:
        lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in judged.records(asked.players[0])]
        write_file(asked.save, "".join(lines).encode())
        print(f"To watch one: knotlab replay --record {asked.save} --index GAME --html game.html")


if __name__ == "__main__":
    run(main)
