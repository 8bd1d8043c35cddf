"""Games of Twisted Knot as records (`rulings.md`): traces to events, events to words, records back to
positions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from knotlab.sim.games.twisted_knot.cards import MAX_CARDS, NAMES, NOTHING, RANK, composition
from knotlab.sim.games.twisted_knot.start import level, lowest_level
from knotlab.sim.games.twisted_knot.state import (
    CLEARED,
    DISCARD,
    DISCARDED,
    GO_ON,
    LAID,
    LAY,
    PASS,
    PASSED,
    PICK_UP,
    PICKED_UP,
    TOOK,
    TOP_UP,
    WENT_OUT,
    Move,
)
from knotlab.sim.protocol import HIDDEN

FIELDS = (
    "players",
    "packs",
    "jokers",
    "eight",
    "multiply",
    "pile_card",
    "pick_up_misses",
    "top_up",
    "magic_jacks",
    "kings",
    "eight_on_joker",
    "shuffle",
    "turn_limit",
)
FLAGS = ()
CLOSED: dict[str, str] = {}


def deal_of(view: np.record, hidden: np.record) -> list[list[str]]:
    """TK-2: each seat's pile, top first, with the card that TK-3 takes."""
    n = int(view.players)
    return [[NAMES[rank] for rank in hidden.deck[seat : int(hidden.n_cards) : n]] for seat in range(n)]


def event_of(hidden: np.record, view: np.record, row: Sequence[int]) -> dict[str, Any]:
    """One row of a trace as a record's event."""
    code, seat, a, b = (int(value) for value in row)
    if code == TOOK:
        n = int(view.players)
        cards = [NAMES[hidden.deck[seat + n * (a + i)]] for i in range(b)]
        return {"do": "take", "seat": seat, "cards": cards}
    if code == LAID:
        return {"do": "lay", "seat": seat, "card": NAMES[a], "count": b}
    if code == DISCARDED:
        return {"do": "discard", "seat": seat, "card": NAMES[a]}
    if code == PASSED:
        return {"do": "pass", "seat": seat, "to": a, "card": NAMES[b]}
    if code == WENT_OUT:
        return {"do": "out", "seat": seat, "place": a}
    return {"do": {CLEARED: "clear", PICKED_UP: "pick-up"}[code], "seat": seat}


def move_of(move: Sequence[int]) -> dict[str, Any]:
    """A legal move as a record spells it."""
    kind, rank, count = (int(value) for value in move[:3])
    if kind == LAY:
        return {"do": "lay", "card": NAMES[rank], "count": count}
    if kind in (DISCARD, PASS):
        return {"do": "discard" if kind == DISCARD else "pass", "card": NAMES[rank]}
    if kind == TOP_UP:
        return {"do": "top-up", "count": count}
    return {"do": {PICK_UP: "pick-up", GO_ON: "go-on"}[kind]}


def result_of(result: np.record, end: str, turns: int, n_players: int) -> dict[str, Any]:
    """A record's result."""
    return {"end": end, "places": [int(place) for place in result.place[:n_players]], "turns": turns}


# --- in words ---


def describe_deal(deal: Sequence[Sequence[str]]) -> list[str]:
    """A record's deal in words, line by line."""
    return [f"seat {seat} is dealt, top first: {' '.join(cards)}" for seat, cards in enumerate(deal)]


def cards(card: str, count: int) -> str:
    """Cards as they lie: `K K` for two kings."""
    return " ".join([card] * count)


def describe(event: Mapping[str, Any]) -> str:
    """One event in words, without its player."""
    do = event["do"]
    if do == "take":
        return f"takes {', '.join(event['cards'])} from the pile"
    if do == "lay":
        return f"lays {cards(event['card'], event['count'])}"
    if do == "discard":
        return f"discards {cards(event['card'], 1)}"
    if do == "pass":
        return f"passes {cards(event['card'], 1)} to seat {event['to']}"
    if do == "out":
        return f"is out: place {event['place']}"
    return {"clear": "clears the table", "pick-up": "picks up the stack"}[do]


def describe_move(move: Mapping[str, Any]) -> str:
    """One legal move in words."""
    if move["do"] in ("lay", "discard", "pass"):
        return f"{move['do']} {cards(move['card'], move.get('count', 1))}"
    return {"top-up": f"top up with {move.get('count')}", "go-on": "go on without topping up", "pick-up": "pick up"}[
        move["do"]
    ]


def describe_view(view: np.record) -> list[str]:
    """What the player to move has and sees, line by line."""
    n = int(view.players)
    others = [seat for seat in range(n) if seat != view.seat]
    return [
        f"you hold {' '.join(_ranks(view.hand)) or 'nothing'}, with {view.pile_sizes[int(view.seat)]} in your pile",
        f"the stack: {' '.join(NAMES[rank] for rank in view.stack[: int(view.stack_size)]) or 'none'}",
        *(f"seat {seat}: {view.hand_sizes[seat]} in hand, {view.pile_sizes[seat]} in the pile" for seat in others),
    ]


def _ranks(counts: np.ndarray) -> list[str]:
    """Cards counted by rank, by name."""
    return [NAMES[rank] for rank, count in enumerate(counts) for _ in range(count)]


# --- what one seat sees ---


def as_seen(
    seat: int, deal: Sequence[Sequence[str]], events: Sequence[Mapping[str, Any]]
) -> tuple[list[list[str]], list[dict[str, Any]]]:
    """A record's deal and events with HIDDEN for every card that a seat does not see (TK-2, 7, 18, 21)."""
    return [[HIDDEN] * len(pile) for pile in deal], [_event_as_seen(seat, event) for event in events]


def _event_as_seen(seat: int, event: Mapping[str, Any]) -> dict[str, Any]:
    if seat in (event["seat"], event.get("to")) or event["do"] not in ("take", "discard", "pass"):
        return dict(event)
    return {**event, **({"cards": [HIDDEN] * len(event["cards"])} if event["do"] == "take" else {"card": HIDDEN})}


# --- records back to positions ---


def set_deal(view: np.record, hidden: np.record, deal: Sequence[Sequence[str]]) -> None:
    """Put a record's deal on the table; raises ValueError if it is not a deal of these rules (TK-1, TK-2)."""
    n = int(view.players)
    if len(deal) != n:
        raise ValueError(f"the deal has {len(deal)} piles for {n} players (TK-2)")
    dealt = np.zeros(MAX_CARDS, np.int32)
    total = sum(len(pile) for pile in deal)
    for seat, pile in enumerate(deal):
        if len(pile) != (total - seat + n - 1) // n:
            raise ValueError(f"seat {seat} was dealt {len(pile)} of {total} cards (TK-2)")
        for i, card in enumerate(pile):
            dealt[seat + n * i] = RANK[card]
    counts = np.bincount(dealt[:total], minlength=len(NAMES))
    if not np.array_equal(counts, composition(int(view.packs), int(view.jokers))):
        raise ValueError("the deal's cards are not those of the packs in the game (TK-1)")
    hidden.deck[:] = dealt
    hidden.n_cards = total


def set_chance(view: np.record, hidden: np.record, events: Sequence[Mapping[str, Any]]) -> None:
    """TK-3: let the first lay of a record's events say who starts; raises ValueError if he may not."""
    starter = next((int(event["seat"]) for event in events if event["do"] == "lay"), None)
    if starter is None or not may_start(view, hidden, starter):
        raise ValueError("the first lay is not by a holder of the lowest first card (TK-3)")
    hidden.lot = starter


def may_start(view: np.record, hidden: np.record, seat: int) -> bool:
    """TK-3: whether a seat holds a lowest first card."""
    return bool(level(hidden.deck[seat]) == lowest_level(view, hidden))


def is_move(move: Move, event: Mapping[str, Any]) -> bool:
    """Whether a legal move is what the next event of a record shows."""
    do = event["do"]
    if move.kind == TOP_UP:
        return bool(do == "take" and len(event["cards"]) == move.count)
    if move.kind == GO_ON:
        return bool(do != "take")
    if move.kind == PICK_UP:
        return bool(do == "pick-up")
    name = {LAY: "lay", DISCARD: "discard", PASS: "pass"}[move.kind]
    return bool(do == name and RANK.get(event["card"], NOTHING) == move.rank and event.get("count", 1) == move.count)


def position_of(view: np.record, hidden: np.record) -> tuple[Any, ...]:
    """TK-27: everything that makes two starts of turns the same position, the streams apart."""
    alive = [seat for seat in range(int(view.players)) if view.places[seat] == 0]
    direction = int(view.direction) if len(alive) > 2 else 0
    stack = tuple(view.stack[: int(view.stack_size)].tolist())
    lay = (int(view.top), int(view.top_count), int(view.demand_count))
    knowledge = tuple(hidden.known[seat].tobytes() for seat in alive)
    return (int(view.seat), int(hidden.spent), direction, stack, lay, hidden.hands.tobytes(), knowledge)
