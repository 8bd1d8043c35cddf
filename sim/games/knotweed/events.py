"""Rounds of Knotweed as records (`rulings.md`): traces to events, events to words, records back to
positions.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from knotlab.sim.games.knotweed import endings
from knotlab.sim.games.knotweed.cards import HAND_SIZE, NAMES, NUMBER, cards_of
from knotlab.sim.games.knotweed.state import PASS, PLAY, PRUNE, RESETTING, SKIMP, SNEAK, STOP, TAKE, Move
from knotlab.sim.protocol import HIDDEN

FIELDS = ("players", "decks", "cheating", "reset", "turn_limit")
FLAGS = ("cheat",)
CLOSED: dict[str, str] = {}


def names(cards: Iterable[int]) -> list[str]:
    """Cards by name."""
    return [NAMES[card] for card in cards]


def deal_of(view: np.record, hidden: np.record) -> dict[str, Any]:
    """KW-1: the hands, the first pile's card and the draw pile, next card first."""
    n = int(view.players)
    dealt, total = HAND_SIZE * n, int(hidden.n_cards)
    hands = [names(hidden.deck[seat:dealt:n]) for seat in range(n)]
    return {"hands": hands, "start": NAMES[hidden.deck[dealt]], "draw": names(hidden.deck[dealt + 1 : total])}


def event_of(hidden: np.record, view: np.record, row: Sequence[int]) -> dict[str, Any]:
    """One row of a trace, with what goes on with it, as a record's event."""
    code, seat, a, b, *more = row
    if code == endings.PLAYED:
        group, cheat = b >> 1, bool(b & 1)
        return {"do": "play", "seat": seat, "pile": a, "cards": cards_of(group >> 12, group & 0o7777)} | flagged(cheat)
    if code == endings.DREW:
        return {"do": "draw", "seat": seat, "cards": names(more)} | flagged(bool(b))
    if code == endings.RESET:
        return {"do": "reset", "start": NAMES[more[0]], "draw": names(more[1:])}
    if code == endings.WENT_OUT:
        return {"do": "out", "seat": seat, "place": a}
    if code == endings.PRUNED:
        return {"do": "prune", "seat": seat, "piles": list(more)}
    return {"do": {endings.PASSED: "pass", endings.CAUGHT: "caught"}[code], "seat": seat}


def flagged(cheat: bool) -> dict[str, bool]:
    """KW-11: the mark of a cheat, if it is one."""
    return {"cheat": True} if cheat else {}


def move_of(move: Sequence[int]) -> dict[str, Any]:
    """A legal move as a record spells it."""
    kind, pile, rank, cards = (int(value) for value in move[:4])
    if kind in (PLAY, SNEAK):
        return {"do": "play", "pile": pile, "cards": cards_of(rank, cards)} | flagged(kind == SNEAK)
    if kind == PRUNE:
        return {"do": "prune", "pile": pile}
    if kind in (TAKE, SKIMP):
        return {"do": "draw", "count": cards} | flagged(kind == SKIMP)
    return {"do": {STOP: "stop", PASS: "pass"}[kind]}


def result_of(result: np.record, end: str, turns: int, n_players: int) -> dict[str, Any]:
    """A record's result."""
    return {"end": end, "places": [int(place) for place in result.place[:n_players]], "turns": turns}


# --- in words ---


def describe_deal(deal: Mapping[str, Any]) -> list[str]:
    """A record's deal in words, line by line."""
    hands = [f"seat {seat} is dealt {' '.join(cards)}" for seat, cards in enumerate(deal["hands"])]
    return [*hands, f"the first pile is {deal['start']}, the draw pile, next card first: {' '.join(deal['draw'])}"]


def describe(event: Mapping[str, Any]) -> str:
    """One event in words, without its player."""
    do, cards = event["do"], " ".join(event.get("cards", ()))
    cheating = " (cheating)" if event.get("cheat") else ""
    if do == "play":
        return f"plays {cards} onto pile {event['pile']}{cheating}"
    if do == "draw":
        return f"draws {cards or 'nothing'}{cheating}"
    if do == "reset":
        return f"is reset: the only pile is {event['start']}, {len(event['draw'])} cards in the draw pile"
    if do == "out":
        return f"is out: place {event['place']}"
    if do == "prune":
        return f"discards piles {', '.join(str(pile) for pile in event['piles'])}"
    return {"pass": "passes", "caught": "is caught cheating and takes the cards of this turn back"}[do]


def describe_move(move: Mapping[str, Any]) -> str:
    """One legal move in words."""
    cheating = " (cheating)" if move.get("cheat") else ""
    if move["do"] == "play":
        return f"play {' '.join(move['cards'])} onto pile {move['pile']}{cheating}"
    if move["do"] == "prune":
        return f"discard pile {move['pile']}"
    if move["do"] == "draw":
        return f"draw {move['count']}{cheating}"
    return str(move["do"])


def describe_view(view: np.record) -> list[str]:
    """What the player to move has and sees, line by line."""
    hand = [card for rank, group in enumerate(view.hand.tolist()) for card in cards_of(rank, group)]
    tops = [f"pile {pile}: {NAMES[card]}" for pile, card in enumerate(view.tops[: int(view.piles)])]
    others = [seat for seat in range(int(view.players)) if seat != view.seat]
    return [
        f"you hold {' '.join(hand) or 'nothing'}",
        f"{', '.join(tops)}; {view.draw_size} in the draw pile",
        *(f"seat {seat}: {view.hand_sizes[seat]} in hand" for seat in others),
    ]


# --- what one seat sees ---


def as_seen(
    seat: int, deal: Mapping[str, Any], events: Sequence[Mapping[str, Any]]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A record's deal and events with HIDDEN for every card that a seat does not see (KW-1, 10, 13), and without what
    others did against the rules (KW-11).
    """
    hands = [hand if other == seat else [HIDDEN] * len(hand) for other, hand in enumerate(deal["hands"])]
    shown = {"hands": hands, "start": deal["start"], "draw": [HIDDEN] * len(deal["draw"])}
    return shown, [_event_as_seen(seat, event) for event in events]


def _event_as_seen(seat: int, event: Mapping[str, Any]) -> dict[str, Any]:
    if event.get("seat") == seat:
        return dict(event)
    shown = {name: value for name, value in event.items() if name not in FLAGS}
    closed = {"draw": "cards", "reset": "draw"}.get(event["do"])
    return shown | ({closed: [HIDDEN] * len(event[closed])} if closed else {})


# --- records back to positions ---


def set_deal(view: np.record, hidden: np.record, deal: Mapping[str, Any]) -> None:
    """Put a record's deal on the table; raises ValueError if it is not a deal of these rules (KW-1)."""
    n, decks = int(view.players), int(view.decks)
    hands = deal["hands"]
    if len(hands) != n or any(len(hand) != HAND_SIZE for hand in hands):
        raise ValueError(f"the deal must have {HAND_SIZE} cards for each of {n} players (KW-1)")
    cards = [NUMBER[hands[t % n][t // n]] for t in range(HAND_SIZE * n)]
    cards += [NUMBER[card] for card in (deal["start"], *deal["draw"])]
    if sorted(cards) != sorted(list(range(len(NAMES))) * decks):
        raise ValueError("the deal's cards are not those of the decks in the game (KW-1)")
    hidden.deck[: len(cards)] = cards
    hidden.n_cards = len(cards)


def set_chance(view: np.record, hidden: np.record, events: Sequence[Mapping[str, Any]]) -> None:
    """KW-10, 11: let a record's next event say what chance decided; raises ValueError if it could not."""
    following: Mapping[str, Any] = events[0] if events else {"do": None}
    if hidden.pending != RESETTING:
        hidden.caught = following["do"] == "caught"
        return
    if following["do"] != "reset":
        raise ValueError(f"the draw pile is used up, and there is no reset but {following} (KW-10)")
    cards = [following["start"], *following["draw"]]
    if sorted(NUMBER[card] for card in cards) != sorted(NUMBER[card] for card in out_of_hands(view)):
        raise ValueError("the cards of a reset are not those out of hands (KW-10)")
    hidden.draw[: len(cards)] = [NUMBER[card] for card in cards]


def out_of_hands(view: np.record) -> list[str]:
    """All cards played since the last reset, by name."""
    return [card for rank, group in enumerate(view.played.tolist()) for card in cards_of(rank, group)]


def is_move(move: Move, event: Mapping[str, Any]) -> bool:
    """Whether a legal move is what the next event of a record shows; `do` is None where that is not the player's
    own.
    """
    do, cheat = event["do"], event.get("cheat", False)
    if move.kind in (PLAY, SNEAK):
        same = do == "play" and event["pile"] == move.pile and event["cards"] == cards_of(move.rank, move.cards)
        return bool(same and cheat == (move.kind == SNEAK))
    if move.kind == PRUNE:
        return bool(do == "prune" and event["piles"][move.cards] == move.pile)
    if move.kind == TAKE:
        return bool(do == "draw" and not cheat)
    if move.kind == SKIMP:  # whatever one caught meant to draw
        return bool(do == "caught" or (do == "draw" and cheat and len(event["cards"]) == move.cards))
    return bool(do == "pass" if move.kind == PASS else do != "play")


def position_of(view: np.record, hidden: np.record) -> tuple[Any, ...]:
    """KW-12: everything that makes two starts of turns the same position, the streams apart."""
    tops, draw = view.tops[: int(view.piles)].tolist(), hidden.draw[int(hidden.drawn) :][: int(view.draw_size)].tolist()
    return (int(view.seat), tuple(tops), tuple(draw), view.played.tobytes(), hidden.hands.tobytes())
