"""What each card of a played deal of Twyst gives away, judged with all four hands open.

Each group of contractors (a soloist, two partners, or one player of a Nemo) has a *value*: the points its contract
comes to from here on if the group plays as well as it can and all other seats play together against it.

- Ace solo, Court solo, Trump duo, Plain duo: the score (TY-6) for the tricks won so far and those that can be forced.
  Partners count once, by their joint tricks.
- Misere: the points for it if it can still be made, otherwise what it costs.
- Twist solo: the points for each trick that the soloist wins or can force. Whether that is more than any one opponent
  takes has no exact answer, and does not count.
- Nemo: the points for each clean trick that a player has or can force against the three others. What clean tricks alone
  are worth beyond that does not count.

The value for a seat is that of its own group; in a Plain duo less the other pair's; for a seat without a contract, the
contractors' values with a minus sign. A card gives away what this value falls by: never less than 0, and for a soloist,
a duo, or one who plays against one of these, 0 for the best card.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.decisions.move_values import Record
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import CODE, N_RANKS, NOTHING, SUITS
from knotlab.sim.games.twyst.contracts import score_of
from knotlab.sim.games.twyst.open_cards import Position, Solver, best_so_far
from knotlab.sim.games.twyst.settings import prepare
from knotlab.sim.games.twyst.state import (
    BY_LOST_MISERE,
    BY_MISERE,
    BY_NEMO,
    BY_NUMERALS,
    CONTRACTS,
    MISERE,
    NEMO,
    PLAIN_DUO,
    SEATS,
    TWIST_SOLO,
    VIEW,
)


class Contractors(NamedTuple):
    """Contractors who score together: contract and target as in a view, seats as a bit mask."""

    contract: int
    seats: int
    target: int


@dataclass(frozen=True)
class OpenDeal:
    """A deal during its play: the position, and by seat the tricks and the clean tricks won so far."""

    position: Position
    tricks: tuple[int, ...] = (0,) * SEATS
    clean: tuple[int, ...] = (0,) * SEATS

    @property
    def seat(self) -> int:
        """The seat that plays next."""
        return self.position.leader + len(self.position.table) & SEATS - 1

    def after(self, card: int, unwanted: int) -> "OpenDeal":
        """The deal after one more card, and after the trick if that card is its last."""
        position, seat = self.position, self.seat
        hands = tuple(hand & ~(1 << card) if other == seat else hand for other, hand in enumerate(position.hands))
        table = (*position.table, card)
        if len(table) < SEATS:
            return replace(self, position=replace(position, hands=hands, table=table))
        winner = position.leader + best_so_far(table, position.trump)[-1] & SEATS - 1
        clean = unwanted != NOTHING and all(laid // N_RANKS != unwanted for laid in table)
        return OpenDeal(
            Position(hands, winner, position.trump),
            tuple(tricks + (other == winner) for other, tricks in enumerate(self.tricks)),
            tuple(tricks + (other == winner and clean) for other, tricks in enumerate(self.clean)),
        )


class Judge:
    """Judges the cards of one deal after another, under the settings of a record.

    record: a deal of Twyst as a record. solver: solves the positions; one solver for many deals saves time.
    """

    def __init__(self, record: Mapping[str, Any], solver: Solver) -> None:
        self._solver, self._record = solver, record
        self._view = np.zeros(1, VIEW)[0]
        prepare(self._view, {"players": SEATS} | dict(record["rules"]))
        self._view.own_tricks = 0
        self.groups = list(_groups(record))
        self._unwanted = _suit(next((each["suit"] for each in _contracts(record) if "suit" in each), None))
        self._values: dict[tuple[Position, Contractors], int] = {}

    def tables(self) -> Iterator[tuple[int, OpenDeal]]:
        """The number of each event that is a card, with the deal before it."""
        events = self._record["events"]
        leader = next(event["seat"] for event in events if event["do"] == "lead")
        hands = tuple(sum(1 << CODE[card] for card in hand) for hand in self._record["deal"])
        trump = _suit(next(_contracts(self._record))["trump"])
        table = OpenDeal(Position(hands, leader, trump))
        for number, event in enumerate(events):
            if event["do"] == "card":
                yield number, table
                table = table.after(CODE[event["card"]], self._unwanted)

    def value_after(self, table: OpenDeal, card: int) -> int:
        """What a card is worth in points to the seat that plays it."""
        return self.value(table.after(card, self._unwanted), table.seat)

    def value(self, table: OpenDeal, seat: int) -> int:
        """What a deal comes to for a seat from here on, in points."""
        own = [group for group in self.groups if group.seats >> seat & 1]
        if own and own[0].contract != PLAIN_DUO:
            return self._value_of(table, own[0])
        return sum(self._value_of(table, group) * (1 if group in own else -1) for group in self.groups)

    def _value_of(self, table: OpenDeal, group: Contractors) -> int:
        """The value of a contract, computed once."""
        key = table.position, group
        if key not in self._values:
            self._values[key] = self._points(table, group)
        return self._values[key]

    def _points(self, table: OpenDeal, group: Contractors) -> int:
        """The points of a contract by the tricks won so far and those that can be forced."""
        position, seat, points = table.position, group.seats.bit_length() - 1, self._view.points.tolist()
        won = sum(tricks for other, tricks in enumerate(table.tricks) if group.seats >> other & 1)
        if group.contract == MISERE:
            is_made = won == 0 and self._solver.can_lose_all(position, seat)
            return int(points[BY_MISERE] if is_made else -points[BY_LOST_MISERE])
        if group.contract == NEMO:
            return int(points[BY_NEMO]) * (
                table.clean[seat] + self._solver.clean_tricks(position, seat, self._unwanted)
            )
        won += self._solver.most_tricks(position, group.seats)
        if group.contract == TWIST_SOLO:
            return int(points[BY_NUMERALS]) * won
        view = self._view
        view.contracts[seat], view.targets[seat], view.tricks[seat] = group.contract, group.target, won
        view.partners[seat] = NOTHING
        return int(score_of(view, seat))


def refuse_own_tricks(rules: Mapping[str, Any]) -> None:
    """Raise InputError where each partner scores his or her own tricks (TY-6): here partners count once."""
    if rules["partners"] == "own":
        raise InputError("with all cards open, partners are valued by their joint tricks; leave out partners=own")


def with_open_values(record: Record, solver: Solver, tricks: int) -> Record:
    """A record with reasons, with the value of every legal card of its last tricks for the viewer.

    A choice gets the field `par`: `values`, in the order of `moves`, the points that each card is worth with all cards
    open; `worse`, the numbers of those that give something away; and `given_away`, the points that the card played
    gave away. The record's field `par` says for how many of the last tricks.
    """
    judge = Judge(record, solver)
    for number, table in judge.tables():
        choice = record["events"][number]
        if len(choice["moves"]) > 1 and table.position.tricks <= tricks:
            values = [judge.value_after(table, CODE[move["card"]]) for move, _ in choice["moves"]]
            best = judge.value(table, table.seat)
            chosen = [move["card"] for move, _ in choice["moves"]].index(choice["card"])
            worse = [place for place, value in enumerate(values) if value < best]
            choice["par"] = {"values": values, "worse": worse, "given_away": best - values[chosen]}
    return record | {"par": {"tricks": tricks, "metric": "mean_score"}}


def _contracts(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of a record that announce contracts."""
    return (event for event in record["events"] if event["do"] == "contract")


def _groups(record: Mapping[str, Any]) -> Iterator[Contractors]:
    """The groups of contractors; in a Nemo each player is one."""
    for event in _contracts(record):
        contract = CONTRACTS.index(event["name"])
        target = NOTHING if event["target"] is None else event["target"]
        seats = sum(1 << seat for seat in event["contractors"])
        for each in [1 << seat for seat in range(SEATS)] if contract == NEMO else [seats]:
            yield Contractors(contract, each, target)


def _suit(name: str | None) -> int:
    """A suit's number by its letter, NOTHING for none."""
    return NOTHING if name is None else SUITS.index(name)
