"""Rounds of Crazy Eights as records (see the rulings): traces to events, events to words, records back to positions."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from knotlab.sim.games.crazy_eights import rules
from knotlab.sim.games.crazy_eights.cards import NAMES, NUMBER, SUITS, listed, names
from knotlab.sim.games.crazy_eights.state import DRAW, NAME, PASS, PLAY, Move
from knotlab.sim.protocol import HIDDEN

FIELDS = ("players", "packs", "cards", "draws", "twos", "turn_limit")
FLAGS = ()
CLOSED: dict[str, str] = {}
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def deal_of(view: np.record, hidden: np.record) -> dict[str, Any]:
    """CE-2: the hands, and the stock before a card is turned up, next card first."""
    n, dealt = int(view.players), int(view.players * view.cards)
    hands = [names(hidden.deck[seat:dealt:n]) for seat in range(n)]
    return {"hands": hands, "stock": names(hidden.deck[dealt : int(hidden.n_cards)])}


def event_of(hidden: np.record, view: np.record, row: Sequence[int]) -> dict[str, Any]:
    """One row of a trace, with what goes on with it, as a record's event."""
    code, seat, value, _, *more = row
    if code == rules.TURNED_UP:
        return {"do": "turn-up", "cards": names(more)}
    if code == rules.RESHUFFLED:
        return {"do": "reshuffle", "seat": seat, "stock": names(more)}
    if code == rules.NAMED:
        return {"do": "name", "seat": seat, "suit": SUITS[value]}
    if code == rules.PASSED:
        return {"do": "pass", "seat": seat}
    return {"do": {rules.PLAYED: "play", rules.DREW: "draw"}[code], "seat": seat, "card": NAMES[value]}


def move_of(move: Sequence[int]) -> dict[str, Any]:
    """A legal move as a record spells it."""
    kind, value = (int(number) for number in move[:2])
    if kind == PLAY:
        return {"do": "play", "card": NAMES[value]}
    if kind == NAME:
        return {"do": "name", "suit": SUITS[value]}
    return {"do": {DRAW: "draw", PASS: "pass"}[kind]}


def result_of(result: np.record, end: str, turns: int, n_players: int) -> dict[str, Any]:
    """A record's result."""
    return {"end": end, "score": [int(score) for score in result.score[:n_players]], "turns": turns}


# --- in words ---


def describe_deal(deal: Mapping[str, Any]) -> list[str]:
    """A record's deal in words, line by line."""
    hands = [f"seat {seat} is dealt {' '.join(cards)}" for seat, cards in enumerate(deal["hands"])]
    return [*hands, f"the stock, next card first: {' '.join(deal['stock'])}"]


def describe(event: Mapping[str, Any]) -> str:
    """One event in words, without its player."""
    do = event["do"]
    if do == "turn-up":
        *eights, start = event["cards"]
        return f"shows {start}{', turned up after ' if eights else ''}{' '.join(eights)}"
    if do == "reshuffle":
        return f"shuffles {len(event['stock'])} cards of the pile, which become the stock"
    if do == "name":
        return f"names {SUIT_WORDS[event['suit']]}"
    return {"play": "plays {card}", "draw": "draws {card}", "pass": "passes"}[do].format(**event)


def describe_move(move: Mapping[str, Any]) -> str:
    """One legal move in words."""
    if move["do"] == "name":
        return f"name {SUIT_WORDS[move['suit']]}"
    return f"{move['do']} {move['card']}" if "card" in move else str(move["do"])


def describe_view(view: np.record) -> list[str]:
    """What the player to move has and sees, line by line."""
    others = [seat for seat in range(int(view.players)) if seat != view.seat]
    suit = "a suit is to be named" if view.suit < 0 else f"{SUIT_WORDS[SUITS[int(view.suit)]]} are asked for"
    return [
        f"you hold {' '.join(listed(view.hand)) or 'nothing'}",
        f"{NAMES[int(view.top)]} is on top, {suit}",
        *(f"seat {seat}: {view.hand_sizes[seat]} in hand" for seat in others),
    ]


# --- what one seat sees ---


def as_seen(
    seat: int, deal: Mapping[str, Any], events: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A record's deal and events with HIDDEN for every card that a seat does not see (CE-2, CE-10)."""
    hands = [hand if other == seat else [HIDDEN] * len(hand) for other, hand in enumerate(deal["hands"])]
    return {"hands": hands, "stock": [HIDDEN] * len(deal["stock"])}, [_event_as_seen(seat, event) for event in events]


def _event_as_seen(seat: int, event: Mapping[str, Any]) -> dict[str, Any]:
    if event["do"] == "reshuffle":
        return {**event, "stock": [HIDDEN] * len(event["stock"])}
    return {**event, "card": HIDDEN} if event["do"] == "draw" and event["seat"] != seat else dict(event)


# --- records back to positions ---


def set_deal(view: np.record, hidden: np.record, deal: Mapping[str, Any]) -> None:
    """Put a record's deal on the table; raises ValueError if it is not a deal of these rules (CE-1, CE-2)."""
    n, packs, dealt = int(view.players), int(view.packs), int(view.cards)
    hands = deal["hands"]
    if len(hands) != n or any(len(hand) != dealt for hand in hands):
        raise ValueError(f"the deal must have {dealt} cards for each of {n} players (CE-2)")
    cards = [NUMBER[hands[t % n][t // n]] for t in range(dealt * n)] + [NUMBER[card] for card in deal["stock"]]
    if sorted(cards) != sorted(list(range(len(NAMES))) * packs):
        raise ValueError("the deal's cards are not those of the packs in the game (CE-1)")
    hidden.deck[: len(cards)] = cards
    hidden.n_cards = len(cards)


def set_chance(view: np.record, hidden: np.record, events: Sequence[Mapping[str, Any]]) -> None:
    """CE-10: let a record's next event say how the pile was shuffled; raises ValueError if it could not be so."""
    following: Mapping[str, Any] = events[0] if events else {"do": None}
    if following["do"] != "reshuffle":
        raise ValueError(f"the stock is empty, and there is no reshuffle but {dict(following)} (CE-10)")
    beneath = [int(count) for count in view.pile]
    beneath[int(view.top)] -= 1
    if sorted(following["stock"], key=NAMES.index) != listed(beneath):
        raise ValueError("the cards of a reshuffle are not those beneath the top of the pile (CE-10)")
    hidden.draw[: len(following["stock"])] = [NUMBER[card] for card in following["stock"]]


def is_move(move: Move, event: Mapping[str, Any]) -> bool:
    """Whether a legal move is what the next event of a record shows; whoever reshuffles is about to draw."""
    if event["do"] == "reshuffle":
        return move.kind == DRAW
    shown = move_of(move)
    return all(event.get(name) == value for name, value in shown.items())


def position_of(view: np.record, hidden: np.record) -> tuple[Any, ...]:
    """Everything that makes two starts of turns the same position, the streams apart."""
    stock = hidden.draw[int(hidden.at) :][: int(view.stock)].tolist()
    table = (int(view.top), int(view.suit), int(view.idle), int(hidden.owed))
    return (int(view.seat), table, tuple(stock), view.pile.tobytes(), hidden.hands.tobytes())
