"""Counting the rare cases of the rulings in a round, from its record and its decisions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from knotlab.sim.games.knotweed.state import PASS, PLAY, SNEAK, Move
from tests.referee.knotweed import NONE, cards_of, fits, is_legal, penalty_of, rank_of

Decision = tuple[np.record, Sequence[Move], Move]

MUST_OCCUR = (
    "a split in two",
    "a split in three or more",
    "free riders in a group",
    "a group of one rank with its top",
    "two copies of a card at once",
    "the very same card as its top",
    "a King beneath an Ace",
    "wrapping from K to A beyond the Ace",
    "a penalty cut to three",
    "plays of different penalties in a turn",
    "a pass by one who could play",
    "going out by several plays",
    "going out with piles still open",
    "going out free of a penalty",
    "pruning with 2 piles",
    "pruning with 3 piles",
    "pruning with 4 or more piles",
    "reset by the last penalty card",
    "reset with the rest forgiven",
    "reset by a penalty that finds no draw pile",
    "nothing to reset when the draw pile empties",
    "nothing to reset at an empty draw pile",
    "the last card drawn and no reset yet",
    "reset after being caught",
    "caught laying",
    "caught drawing",
    "caught laying the last cards",
    "caught after a split",
    "illegal plays that stand",
    "out with an illegal play",
    "fewer cards drawn than due",
    "none drawn of those due",
    "both cheats in a turn",
)


def cases(decisions: Sequence[Decision], record: dict) -> Counter[str]:
    """The rare cases of one round, each with its number."""
    counts: Counter[str] = Counter()
    for view, moves, move in decisions:
        if move.kind in (PLAY, SNEAK):
            counts.update(_play_cases(view, move))
        elif move.kind == PASS and any(other.kind == PLAY for other in moves):
            counts["a pass by one who could play"] += 1
    counts.update(_turn_cases(record))
    return counts


def _play_cases(view: np.record, move: Move) -> Iterator[str]:
    """What a play is by itself."""
    top = int(view.tops[move.pile])
    cards = cards_of(move.rank, move.cards)
    if len(cards) > 1:
        yield "a split in two" if len(cards) == 2 else "a split in three or more"
        if len(set(cards)) < len(cards):
            yield "two copies of a card at once"
        if move.rank == rank_of(top):
            yield "a group of one rank with its top"
    if is_legal(move.rank, move.cards, top) and not all(fits(card, top) for card in cards):
        yield "free riders in a group"
    if top in cards:
        yield "the very same card as its top"
    steps = (move.rank - rank_of(top)) % 13
    if move.rank < rank_of(top) and steps < 3:
        yield "a King beneath an Ace" if steps == 1 else "wrapping from K to A beyond the Ace"
    if steps > 3:
        yield "a penalty cut to three"


def _turn_cases(record: dict) -> Iterator[str]:
    """The turns of a round one by one, with the piles, the hands and the draw pile followed through the events."""
    table = _Table(record)
    owners: list[int] = []
    for event in record["events"]:
        owners.append(event.get("seat", owners[-1] if owners else NONE))
    for _, pairs in groupby(zip(owners, record["events"], strict=True), key=lambda pair: pair[0]):
        yield from table.follow([event for _, event in pairs])


class _Table:
    """As much of the table as the cases need."""

    def __init__(self, record: dict) -> None:
        self.codes = {code: card for card, code in enumerate(_codes())}
        self.hands = [len(hand) for hand in record["deal"]["hands"]]
        self.tops = [self.codes[record["deal"]["start"]]]
        self.draw = len(record["deal"]["draw"])
        self.late_reset = record["rules"]["reset"] == "missing"

    def follow(self, events: Sequence[dict]) -> Iterator[str]:
        """One turn: what happened in it; the table moves on."""
        kinds = [event["do"] for event in events]
        seat, before, standing = events[0]["seat"], list(self.tops), len(self.tops)
        held = self.hands[seat]
        plays = [event for event in events if event["do"] == "play"]
        penalties = [self.lay(event) for event in plays]
        sneaked = any(event.get("cheat") for event in plays)
        if len(set(penalties)) > 1:
            yield "plays of different penalties in a turn"
        if "caught" in kinds:
            yield "caught laying" if sneaked else "caught drawing"
            if self.hands[seat] == 0:
                yield "caught laying the last cards"
            if len(self.tops) > standing:
                yield "caught after a split"
            if "reset" in kinds:
                yield "reset after being caught"
            self.tops, self.hands[seat] = before, held
        elif sneaked:
            yield "out with an illegal play" if "out" in kinds else "illegal plays that stand"
        if "out" in kinds:
            yield from self.going_out(events, len(plays), standing, max(penalties))
        else:
            yield from self.drawing(
                events, 3 if "caught" in kinds or "pass" in kinds else max(penalties, default=0), sneaked
            )

    def lay(self, event: dict) -> int:
        """A play; returns its penalty."""
        cards = [self.codes[code] for code in event["cards"]]
        penalty = penalty_of(rank_of(cards[0]), self.tops[event["pile"]])
        self.tops[event["pile"]] = cards[0]
        self.tops += cards[1:]
        self.hands[event["seat"]] -= len(cards)
        return penalty

    def going_out(self, events: Sequence[dict], plays: int, standing: int, penalty: int) -> Iterator[str]:
        """Out, and perhaps a prune."""
        if plays > 1:
            yield "going out by several plays"
        if standing > plays:
            yield "going out with piles still open"
        if penalty > 0:
            yield "going out free of a penalty"
        for event in events:
            if event["do"] == "prune":
                yield f"pruning with {len(self.tops) if len(self.tops) < 4 else '4 or more'} piles"
                self.tops = [top for pile, top in enumerate(self.tops) if pile not in event["piles"]]

    def drawing(self, events: Sequence[dict], penalty: int, sneaked: bool) -> Iterator[str]:
        """The draw, if there is one, and perhaps a reset."""
        draw = next((event for event in events if event["do"] == "draw"), None)
        number = len(draw["cards"]) if draw else 0
        self.draw -= number
        self.hands[events[0]["seat"]] += number
        if draw and draw.get("cheat"):
            yield "fewer cards drawn than due" if number else "none drawn of those due"
            if sneaked:
                yield "both cheats in a turn"
        if events[-1]["do"] == "reset":
            if draw:
                yield "reset by the last penalty card" if number == penalty else "reset with the rest forgiven"
            else:
                yield "reset by a penalty that finds no draw pile"
            self.tops = [self.codes[events[-1]["start"]]]
            self.draw = len(events[-1]["draw"])
        elif self.draw == 0 and number == penalty > 0 and self.late_reset:
            yield "the last card drawn and no reset yet"
        elif self.draw == 0 and penalty > 0:
            yield f"nothing to reset {'when the draw pile empties' if draw else 'at an empty draw pile'}"


def _codes() -> list[str]:
    """The codes of all cards by number."""
    return [rank + suit for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "CDHS"]
