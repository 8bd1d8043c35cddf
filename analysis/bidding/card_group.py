"""Twyst: bidding cards for a group's own rules, such that little is left to gain where everybody bids by them: found in
rounds (`field`), which a folder keeps.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from knotlab.analysis.bidding.card import BiddingCard, read_card
from knotlab.analysis.bidding.card_make import Difference, Making, compare, matches_of, measured, origin
from knotlab.analysis.bidding.card_text import MadeCard, card_named, card_text
from knotlab.analysis.bidding.field import FIRST, CardTable, Drawers, before, chosen, fitted
from knotlab.analysis.bidding.match_chances import TO_500
from knotlab.analysis.bidding.match_wise import DRAWN_MOST
from knotlab.analysis.defaults import BIDDER, Progress, untold
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.storage.result_files import check_own, parsed_toml, read_text, write_whole
from knotlab.strategies.twyst._carded import numbers_of

ROUNDS, HANDS = 8, 100_000
ROUND = "round-{}.toml"  # of a folder


@dataclass(frozen=True)
class GroupCards:
    """Cards for everybody at a table.

    cards: one or two, the likelier first, each with its chance in `made`. rounds: how many found them, of `ROUNDS`.
    difference: what one player gains who follows the first card in place of today's, among three who bid by the cards
    of today.
    """

    cards: tuple[MadeCard, ...]
    rounds: int
    difference: Difference


def bidder_of(card: BiddingCard) -> str:
    """The bidder who follows a card, by its numbers."""
    numbers = numbers_of(parsed_toml(card_text(MadeCard(card, [], [], {}))))
    return "carded:" + ",".join(f"{name}={number}" for name, number in numbers.items())


def group_cards(making: Making, minutes: float | None = None, on_progress: Progress = untold) -> GroupCards:
    """Find cards for a group's own rules, and measure them.

    making: the rules, the hands to which each card is fitted, and the folder that keeps the rounds; its field is not
    looked at. minutes: no other round begins after so many; none: all are played. on_progress: called with 1 after each
    round. Raises InputError if the folder holds rounds of something else.
    """
    room = CardTable(making.table, workers=making.workers)
    if making.out is not None:
        _make_ready(making.out)
    of_round = origin(making, room.job([FIRST] * SEATS), "the cards before it")
    cards = _rounds(room, making.hands, _Kept(making.out, of_round), minutes, on_progress)
    field = chosen([*cards], room) if len(cards) > 1 else Drawers((*cards,), (1.0,))
    drawn = sorted(zip(field.chances, field.bidders, strict=True), reverse=True)
    meant = matches_of(making.table)
    made = [
        measured(
            cards[bidder], room.job([bidder] * SEATS), of_round | {"chance": round(chance, 2)} | meant, making.workers
        )
        for chance, bidder in drawn
    ]
    matches = replace(making.table, match=making.table.match or TO_500)
    today = card_named(DRAWN_MOST).card
    difference = compare(made[0].card, today, replace(making, table=matches, field=BIDDER))
    return GroupCards(tuple(made), len(cards), difference)


def _rounds(
    room: CardTable, hands: int, kept: "_Kept", minutes: float | None, on_progress: Progress
) -> dict[str, BiddingCard]:
    """The cards of all rounds until the time is over, at least one, each by its bidder."""
    cards: dict[str, BiddingCard] = {}
    start = time.monotonic()
    for number in range(1, ROUNDS + 1):
        card = kept.card(number)
        if card is None:
            if cards and minutes is not None and time.monotonic() - start > 60 * minutes:
                break
            card, _ = fitted(before([FIRST, *cards]), number * hands, hands, room)
            kept.keep(number, card)
        cards[bidder_of(card)] = card
        on_progress(1)
    return cards


def _make_ready(folder: Path) -> None:
    """Make the folder that is to keep the rounds, before any is played; raises InputError if it is something else, and
    RunError if it cannot be written.
    """
    check_own(folder, [ROUND.format("*")])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot write to {folder}: {error.strerror}") from None


@dataclass(frozen=True)
class _Kept:
    """The rounds that a folder keeps, if there is one."""

    folder: Path | None
    made: Mapping[str, Any]

    def _file(self, folder: Path, number: int) -> Path:
        return folder / ROUND.format(number)

    def card(self, number: int) -> BiddingCard | None:
        """The card of a round, none if it is not there; raises InputError if it was made from something else."""
        if self.folder is None or not self._file(self.folder, number).is_file():
            return None
        text = read_text(self._file(self.folder, number))
        if parsed_toml(text).get("made") != self.made:
            raise InputError(f"{self.folder} holds cards of other rules, hands or another seed; give another folder")
        return read_card(text)

    def keep(self, number: int, card: BiddingCard) -> None:
        """Write the card of a round."""
        if self.folder is not None:
            write_whole(self._file(self.folder, number), card_text(MadeCard(card, [], [], self.made)).encode())
