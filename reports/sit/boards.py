"""Positions as the viewer's table draws them (`start` in the viewer's script of each game): what the player to move
knows, and UNSEEN for every other card.
"""

from typing import Any

import numpy as np

from knotlab.analysis.decisions.written.knotweed import cards_in
from knotlab.sim.games.knotweed.cards import NAMES as WEEDS
from knotlab.sim.games.knotweed.state import PLAYING
from knotlab.sim.games.twisted_knot.cards import NAMES as RANKS
from knotlab.sim.protocol import HIDDEN as UNSEEN

Board = dict[str, Any]


def knot_board(view: np.record) -> Board:
    """A position of Twisted Knot."""
    n, me = int(view.players), int(view.seat)
    seats, nothing = range(n), dict[str, int]()
    known = [_counts(view.known[seat]) if seat != me else nothing for seat in seats]
    put_away = int(view.discarded - view.discards.sum())
    discards = [_ranks(view.discards) if seat == me else [] for seat in seats]
    discards[(me + 1) % n] = [UNSEEN] * put_away
    return {
        "deck": {name: int(view.deck[rank]) for rank, name in enumerate(RANKS)},
        "hands": [_ranks(view.hand) if seat == me else [UNSEEN] * int(view.hand_sizes[seat]) for seat in seats],
        "piles": [[UNSEEN] * int(view.pile_sizes[seat]) for seat in seats],
        "stack": [RANKS[rank] for rank in view.stack[: int(view.stack_size)]],
        "lastLay": int(view.top_count),
        "cleared": _ranks(view.cleared),
        "discards": discards,
        "known": [known if seat == me else [nothing] * n for seat in seats],
        "unsure": [False] * n,
        "places": view.places[:n].tolist(),
    }


def weed_board(view: np.record) -> Board:
    """A position of Knotweed."""
    n, me, n_piles = int(view.players), int(view.seat), int(view.piles)
    is_fresh = view.open[:n_piles] == 0 if view.decision == PLAYING else np.zeros(n_piles, bool)
    tops = zip(view.tops[:n_piles], is_fresh.tolist(), strict=True)
    return {
        "hands": [cards_in(view.hand) if seat == me else [UNSEEN] * int(view.hand_sizes[seat]) for seat in range(n)],
        "piles": [{"top": WEEDS[top], "fresh": fresh} for top, fresh in tops],
        "played": cards_in(view.played),
        "draw": [UNSEEN] * int(view.draw_size),
        "places": view.places[:n].tolist(),
        "turn": {"seat": None},
        "cards": len(WEEDS) * int(view.decks),
    }


BOARDS = {"twisted-knot": knot_board, "knotweed": weed_board}


def said_of(game: str, view: np.record) -> list[str]:
    """What a table does not show, in sentences: who comes next, and how far the turn is."""
    n, seat = int(view.players), int(view.seat)
    told = [f"{n} players. You are seat {seat}, and seat {view.next} comes after you."]
    if game == "knotweed":
        return told + ([f"This turn costs you {_cards_in_words(view.penalty)} so far."] if view.plays else [])
    told += [f"You have {view.goes} goes left in this turn."] if view.goes > 1 else []
    told += [f"{view.misses} of the next players will miss a turn."] if view.misses else []
    told += [f"You still owe the jokers {view.pairs} {'pair' if view.pairs == 1 else 'pairs'}."] if view.pairs else []
    to = f"to seat {view.receiver}" if view.receiver >= 0 else "out of the game"
    return told + ([f"You give {_cards_in_words(view.owed)} away, {to}."] if view.owed else [])


def _cards_in_words(n: int) -> str:
    return {0: "no card", 1: "one card"}.get(int(n), f"{n} cards")


def _counts(counts: np.ndarray) -> dict[str, int]:
    return {RANKS[rank]: int(count) for rank, count in enumerate(counts) if count}


def _ranks(counts: np.ndarray) -> list[str]:
    return [name for name, count in _counts(counts).items() for _ in range(count)]
