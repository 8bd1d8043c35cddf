"""Deals of Twyst as records (`rulings.md`): traces to events, events to words, records back to positions."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from knotlab.sim.games.twyst import rules
from knotlab.sim.games.twyst.cards import ALL, CODE, N_RANKS, NAMES, NOTHING, SUITS, spell
from knotlab.sim.games.twyst.contracts import CONTRACTED
from knotlab.sim.games.twyst.settings import SCORES
from knotlab.sim.games.twyst.state import BID, CONTRACTS, NAME_LEADER, NEMO, SEATS, Move
from knotlab.sim.protocol import HIDDEN

FLAGS = ()
CLOSED = {"bid": "contract"}
FIELDS = ("lost", "partners", *SCORES)


def deal_of(view: np.record, hidden: np.record) -> list[list[str]]:
    """TY-1: each seat's thirteen cards."""
    return [spell(cards) for cards in hidden.dealt]


def event_of(hidden: np.record, view: np.record, row: Sequence[int]) -> dict[str, Any]:
    """One row of a trace as a record's event."""
    code, seat, a, b = (int(value) for value in row)
    if code == rules.BADE:
        return {"do": "bid", "seat": seat, "card": NAMES[a]}
    if code == CONTRACTED:
        return contract_event(view, seat, a, b)
    if code == rules.LED:
        return {"do": "lead", "seat": seat, "by": None if a == NOTHING else a}
    if code == rules.PLAYED:
        return {"do": "card", "seat": seat, "card": NAMES[a]}
    return {"do": "trick", "seat": seat}


def contract_event(view: np.record, seat: int, contract: int, group: int) -> dict[str, Any]:
    """TY-3: the contract of one group of contractors."""
    target = int(view.targets[seat])
    event = {
        "do": "contract",
        "name": CONTRACTS[contract],
        "trump": None if view.trump == NOTHING else SUITS[int(view.trump)],
        "contractors": [other for other in range(SEATS) if group >> other & 1],
        "target": None if target == NOTHING else target,
    }
    return event | ({"suit": SUITS[int(view.unwanted)]} if contract == NEMO else {})


def move_of(move: Sequence[int]) -> dict[str, Any]:
    """A legal move as a record spells it."""
    kind, card, seat = (int(value) for value in move[:3])
    if kind == NAME_LEADER:
        return {"do": "lead", "seat": seat}
    return {"do": "bid" if kind == BID else "card", "card": NAMES[card]}


def result_of(result: np.record, end: str, turns: int, n_players: int) -> dict[str, Any]:
    """A record's result."""
    return {name: [int(value) for value in result[name][:n_players]] for name in ("tricks", "score")}


# --- in words ---


def describe_deal(deal: Sequence[Sequence[str]]) -> list[str]:
    """A record's deal in words, line by line."""
    return [f"seat {seat} is dealt {' '.join(cards)}" for seat, cards in enumerate(deal)]


def describe(event: Mapping[str, Any]) -> str:
    """One event in words, without its player."""
    do = event["do"]
    if do == "bid":
        return f"bids {event['card']}"
    if do == "contract":
        return describe_contract(event)
    if do == "lead":
        return "leads as the eldest" if event["by"] is None else f"leads, named by seat {event['by']}"
    return f"plays {event['card']}" if do == "card" else "takes the trick"


def describe_contract(event: Mapping[str, Any]) -> str:
    """A contract in words: `court-solo by seat 2: trump S, target 7`."""
    seats = " and ".join(str(seat) for seat in event["contractors"])
    trump = f"trump {event['trump']}" if event["trump"] else "no trump"
    target = "" if event["target"] is None else f", target {event['target']}"
    unwanted = f", unwanted {event['suit']}" if "suit" in event else ""
    return f"{event['name']} by seat {seats}: {trump}{target}{unwanted}"


def describe_move(move: Mapping[str, Any]) -> str:
    """One legal move in words."""
    if move["do"] == "lead":
        return f"let seat {move['seat']} lead"
    return f"{'bid' if move['do'] == 'bid' else 'play'} {move['card']}"


def describe_view(view: np.record) -> list[str]:
    """What the player to move has and sees, line by line."""
    trick = [f"seat {seat} {NAMES[card]}" for seat, card in enumerate(view.table) if card != NOTHING]
    shown = [f"seat {seat} {NAMES[card]}" for seat, card in enumerate(view.shown) if card != NOTHING]
    won = ", ".join(f"seat {seat} {tricks}" for seat, tricks in enumerate(view.tricks))
    return [
        f"you are seat {view.seat} and hold {' '.join(spell(view.hand))}",
        *([f"bids: {', '.join(shown)}; tricks won: {won}"] if shown else []),
        *([f"the trick: {', '.join(trick)}"] if trick else []),
    ]


# --- what one seat sees ---


def as_seen(
    seat: int, deal: Sequence[Sequence[str]], events: Sequence[Mapping[str, Any]]
) -> tuple[list[list[str]], list[dict[str, Any]]]:
    """A record's deal and events with HIDDEN for every card that a seat does not see (TY-1, 2): once the bids have been
    turned, it knows where these cards are.
    """
    bids = {event["seat"]: event["card"] for event in events if event["do"] == "bid"}
    if not any(event["do"] == "contract" for event in events):
        bids = {seat: bids[seat]} if seat in bids else {}
        events = [e if e["do"] != "bid" or e["seat"] in bids else {**e, "card": HIDDEN} for e in events]
    known = [[bids[other]] if other in bids else [] for other in range(SEATS)]
    shown = [
        list(hand) if other == seat else known[other] + [HIDDEN] * (len(hand) - len(known[other]))
        for other, hand in enumerate(deal)
    ]
    return shown, [dict(event) for event in events]


# --- records back to positions ---


def set_deal(view: np.record, hidden: np.record, deal: Sequence[Sequence[str]]) -> None:
    """Put a record's deal on the table; raises ValueError if it is not thirteen cards for each of four seats (TY-1)."""
    if len(deal) != SEATS or any(len(hand) != N_RANKS for hand in deal):
        raise ValueError("the deal is not thirteen cards for each of four seats (TY-1)")
    for seat, hand in enumerate(deal):
        hidden.dealt[seat] = sum({1 << CODE[card] for card in hand})
    if int(np.bitwise_or.reduce(hidden.dealt)) != ALL:
        raise ValueError("the deal's cards are not those of one pack (TY-1)")


def set_chance(view: np.record, hidden: np.record, events: Sequence[Mapping[str, Any]]) -> None:
    """After the deal nothing is left to chance."""
    raise ValueError("chance decides nothing in Twyst after the deal (TY-1)")


def is_move(move: Move, event: Mapping[str, Any]) -> bool:
    """Whether a legal move is what the next event of a record shows."""
    if move.kind == NAME_LEADER:
        return bool(event["do"] == "lead" and event["seat"] == move.seat)
    return bool(
        event["do"] == ("bid" if move.kind == BID else "card") and CODE.get(event["card"], NOTHING) == move.card
    )


def position_of(view: np.record, hidden: np.record) -> tuple[Any, ...]:
    """What no other position of the deal has: the number of bids and cards played, and whether the leader is named."""
    return (int(hidden.done), int(view.decision))
