"""Positions of Twisted Knot written as text, and what happens from there told in words.

    game = position('''
        hand 0: 10 Ax3      # in any order; "Ax3" is three Aces
        pile 0: 5 6         # top first
        hand 1: 7
        stack: 9 6x2        # lay by lay, bottom first
        turn: 0
        direction: down     # up if not said
        out: 3 2            # in the order of going out
        discards 0: 5       # put out of the game by 9s
        known 1 0: K        # what seat 1 has seen seat 0 get and not seen him lose
    ''', eight="repeat")
    assert moves(game) == ["lay 10", "pick up"]
    play(game, "lay 10", "pick up")
    assert turn(game) == 1

A hand or pile that is not named is empty. Cards of the packs that are named nowhere have left the game in clearings.
`play` opens the next turn by itself, so the position is always one at which somebody decides, until the game is over.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, groupby
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.games.twisted_knot import rules, start
from knotlab.sim.games.twisted_knot.cards import N_RANKS, NAMES, RANK
from knotlab.sim.games.twisted_knot.state import DISCARD, GO_ON, LAY, PASS, PICK_UP, TOP_UP, Move
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE, OVER, TURN
from knotlab.sim.settings import make_rules
from tests.sim.positions import lines_of

GAME = games.find("twisted-knot")
KEYS = r"(hand|pile|discards) \d|known \d \d|stack|turn|direction|out"
Lines = dict[str, str]


# --- cards as text ---


def lays(text: str) -> list[tuple[int, int]]:
    """Ranks and numbers of a text such as `9 6x2`."""
    results = []
    for word in text.split():
        name, _, count = word.partition("x")
        results.append((RANK[name], int(count or 1)))
    return results


def ranks(text: str) -> list[int]:
    """Every card of a text by its rank: `6x2` gives two sixes."""
    return [rank for rank, count in lays(text) for _ in range(count)]


def row(cards: Iterable[int]) -> np.ndarray:
    """How many cards of each rank, as wide as the rows of a position."""
    return np.bincount(np.array(list(cards), int), minlength=N_RANKS + 2).astype(np.int32)


def spell(cards: Iterable[int]) -> str:
    """Cards in their order, equal neighbours together: `9 6x2`."""
    runs = [(NAMES[rank], len(list(run))) for rank, run in groupby(cards)]
    return " ".join(name if count == 1 else f"{name}x{count}" for name, count in runs)


def spell_row(counts: Iterable[int]) -> str:
    """Cards given by the number of each rank, in card order."""
    return spell(rank for rank, count in enumerate(counts) for _ in range(count))


# --- building a position ---


def plain(function: Callable) -> Callable:
    """A rule as the Python function it was before it was compiled."""
    return getattr(function, "py_func", function)


def position(text: str, **settings: Any) -> Stepper:
    """The game at a position, its turn opened; settings by name, as the command line spells them
    (`multiply="9,10"`).
    """
    lines = lines_of(text, KEYS)
    n = 1 + max(int(key.split()[1]) for key in lines if key.startswith(("hand", "pile")))
    out = [int(seat) for seat in lines.get("out", "").split()]
    n = max([n, *(seat + 1 for seat in out)])
    game = Stepper(GAME, make_rules(GAME, n, [f"{name}={value}" for name, value in settings.items()]))
    _deal(game, lines)
    _place_cards(game, lines)
    _place_players(game, lines, out)
    game.open_turn()
    return game


def _cards(lines: Lines, *key: Any) -> list[int]:
    """The cards of one line, none if it is not there."""
    return ranks(lines.get(" ".join(map(str, key)), ""))


def _deal(game: Stepper, lines: Lines) -> None:
    """A deal of the whole pack whose piles come down to those of the text; then all that comes before the first
    turn.
    """
    view, hidden = game.view, game.hidden
    n, total = int(view.players), int(view.deck.sum())
    piles = [_cards(lines, "pile", seat) for seat in range(n)]
    others = list(np.repeat(np.arange(len(view.deck)), np.maximum(0, view.deck - row(chain(*piles)))))
    hidden.n_cards = total
    for seat, pile in enumerate(piles):
        slots = range(seat, total, n)
        if len(pile) >= len(slots):
            raise ValueError(f"seat {seat} was not dealt so many cards")
        hidden.deck[slots[len(slots) - len(pile) :]] = pile
        for slot in slots[: len(slots) - len(pile)]:
            hidden.deck[slot] = others.pop() if others else 0
    game.begin()
    game.events()
    for seat, pile in enumerate(piles):
        hidden.taken[seat] = len(range(seat, total, n)) - len(pile)
        view.pile_sizes[seat] = len(pile)


def _place_cards(game: Stepper, lines: Lines) -> None:
    """Hands, stack, discards, what is known of them; the other cards left in clearings."""
    view, hidden = game.view, game.hidden
    seats = range(int(view.players))
    for seat in seats:
        hidden.hands[seat] = row(_cards(lines, "hand", seat))
        hidden.held[seat] = sum(1 << int(rank) for rank in np.flatnonzero(hidden.hands[seat]))
        view.hand_sizes[seat] = hidden.hands[seat].sum()
        hidden.discards[seat] = row(_cards(lines, "discards", seat))
        for other in seats:
            hidden.known[seat, other] = row(_cards(lines, "known", seat, other))
    for rank, count in lays(lines.get("stack", "")):
        plain(rules.push)(view, rank, count)
    view.discarded = hidden.discards.sum()
    piles = [card for seat in seats for card in _cards(lines, "pile", seat)]
    view.cleared[:] = (
        view.deck - hidden.hands.sum(axis=0) - hidden.discards.sum(axis=0) - view.stack_counts - row(piles)
    )
    if view.cleared.min() < 0:
        raise ValueError(f"the packs do not hold so many {NAMES[int(view.cleared.argmin())]}s")


def _place_players(game: Stepper, lines: Lines, out: list[int]) -> None:
    """Who is out, who is to move and in which direction, who once started."""
    view, hidden = game.view, game.hidden
    for place, seat in enumerate(out, 1):
        view.places[seat] = place
    view.holding, hidden.out = view.players - len(out), len(out)
    hidden.spent = hidden.taken.sum() + view.cleared.sum() + view.discarded + len(out)
    plain(rules.join_neighbours)(view, hidden)
    view.starter = min(range(int(view.players)), key=lambda seat: plain(start.level)(hidden.deck[seat]))
    view.first_card = hidden.deck[view.starter]
    view.direction = -1 if lines.get("direction", "up") == "down" else 1
    view.seat = int(lines["turn"])


def facing(on_table: str, held: str, pile: str = "", players: int = 3, **settings: Any) -> Stepper:
    """Seat 0 to move with a hand and a pile against a stack; the others hold a 7 each. Two packs of four jokers, unless
    said otherwise.
    """
    others = "".join(f"hand {seat}: 7\n" for seat in range(1, players))
    return position(
        f"hand 0: {held}\npile 0: {pile}\n{others}stack: {on_table}\nturn: 0", **({"packs": 2, "jokers": 4} | settings)
    )


def replay(shown: Mapping[str, Any]) -> Iterator[Stepper]:
    """A record played again: the game at the start of every turn, before anything is taken, and at the end of the
    record.
    """
    events, settings = shown["events"], {name: value for name, value in shown["rules"].items() if name != "players"}
    spelt = [
        f"{name}={','.join(value) or 'none' if isinstance(value, list) else value}" for name, value in settings.items()
    ]
    game = Stepper(GAME, make_rules(GAME, shown["rules"]["players"], spelt))
    GAME.events.set_deal(game.view, game.hidden, shown["deal"])
    game.begin()
    if game.status == CHANCE:
        GAME.events.set_chance(game.view, game.hidden, events)
        game.settle()
    at = len(game.events())
    yield game
    while at < len(events):
        game.open_turn()
        at += len(game.events())
        while game.status == DECIDE:
            game.play(next(move for move in game.moves() if GAME.events.is_move(move, events[at])))
            at += len(game.events())
        yield game


# --- what can be done, what happened, how things stand ---


def spell_move(move: Move) -> str:
    """A legal move in words."""
    if move.kind in (LAY, DISCARD, PASS):
        verb = {LAY: "lay", DISCARD: "discard", PASS: "pass"}[move.kind]
        return f"{verb} {spell([move.rank] * move.count)}"
    return {PICK_UP: "pick up", TOP_UP: f"top up {move.count}", GO_ON: "go on"}[move.kind]


def moves(game: Stepper) -> list[str]:
    """The legal moves in words, in their listed order; none once the game is over."""
    return [] if game.status == OVER else [spell_move(move) for move in game.moves()]


def play(game: Stepper, *wanted: str) -> Stepper:
    """The game after some moves given in words, each of which must be legal."""
    for words in wanted:
        listed = moves(game)
        assert words in listed, f"'{words}' is not among {listed}"
        game.play(game.moves()[listed.index(words)])
        if game.status == TURN:
            game.open_turn()
    return game


def answers(game: Stepper) -> set[str]:
    """The lays among the legal moves: `{"6", "6x2"}`."""
    return {words.removeprefix("lay ") for words in moves(game) if words.startswith("lay ")}


def happened(game: Stepper) -> list[str]:
    """The events in words since this was last asked: `0 lays 6x2`."""
    return [f"{event['seat']} {_tell(event)}" for event in game.events()]


def _tell(event: dict[str, Any]) -> str:
    do = event["do"]
    if do == "take":
        return f"takes {spell(RANK[card] for card in event['cards'])}"
    if do == "lay":
        return f"lays {spell([RANK[event['card']]] * event['count'])}"
    if do == "discard":
        return f"discards {event['card']}"
    if do == "pass":
        return f"passes {event['card']} to {event['to']}"
    return {"clear": "clears", "pick-up": "picks up", "out": f"is out, place {event.get('place')}"}[do]


def turn(game: Stepper) -> int | None:
    """The seat to move; None once the game is over."""
    return None if game.status == OVER else int(game.view.seat)


def hand(game: Stepper, seat: int) -> str:
    """A hand, in card order."""
    return spell_row(game.hidden.hands[seat])


def pile(game: Stepper, seat: int) -> str:
    """A pile, top first."""
    n, size = int(game.view.players), int(game.view.pile_sizes[seat])
    first = seat + n * int(game.hidden.taken[seat])
    return spell(game.hidden.deck[first : first + n * size : n])


def stack(game: Stepper) -> str:
    """The table stack, bottom first, equal neighbours together."""
    return spell(game.view.stack[: int(game.view.stack_size)])


def places(game: Stepper) -> list[int]:
    """The places by seat, 0 for those still holding cards."""
    return game.view.places[: int(game.view.players)].tolist()


def known(game: Stepper, viewer: int, seat: int) -> str:
    """What one player knows of another's hand."""
    return spell_row(game.hidden.known[viewer, seat])


def discards(game: Stepper, seat: int) -> str:
    """What a player has put out of the game by 9s."""
    return spell_row(game.hidden.discards[seat])
