"""Positions of Crazy Eights written as text, and what happens from there told in words.

    game = position('''
        hand 0: 5C 8D KH    # in any order
        hand 1: 2S
        pile: 9S 5H         # the top last
        suit: C             # asked for; that of the top if not said
        stock: 3S 4S        # next card first
        turn: 0             # 0 if not said
    ''', draws=1)
    assert moves(game) == ["5C", "8D", "draw"]
    play(game, "8D", "name H")

Cards of the packs that are named nowhere are out of the game, so that a stock can be short. `play` opens the next turn
by itself, so the position is always one at which somebody decides, until the round is over. How the pile is shuffled
is said beforehand: `play(game, "draw", reshuffle="9S 2C")`.
"""

from collections.abc import Mapping
from typing import Any

from knotlab.sim import games
from knotlab.sim.games.crazy_eights.cards import NAMES, NUMBER, SUITS, listed
from knotlab.sim.games.crazy_eights.state import DRAW, NAME, PLAY, Move
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, OVER, TURN
from knotlab.sim.settings import make_rules
from tests.sim.positions import lines_of

GAME = games.find("crazy-eights")


# --- building a position ---


def position(text: str, **settings: Any) -> Stepper:
    """The game at a position, its turn opened; settings by name, as the command line spells them."""
    lines = lines_of(text, r"hand \d|pile|suit|stock|turn")
    hands = {int(key.split()[1]): value.split() for key, value in lines.items() if key.startswith("hand")}
    n = 1 + max(hands)
    game = Stepper(GAME, make_rules(GAME, n, [f"{name}={value}" for name, value in settings.items()]))
    for seat, cards in hands.items():
        for card in cards:
            game.hidden.hands[seat, NUMBER[card]] += 1
        game.view.hand_sizes[seat] = len(cards)
    _place_cards(game, lines)
    game.view.seat = int(lines.get("turn", "0"))
    game.hidden.out = -1
    game.open_turn()
    return game


def _place_cards(game: Stepper, lines: Mapping[str, str]) -> None:
    """Pile and stock."""
    view, hidden = game.view, game.hidden
    pile, stock = lines["pile"].split(), lines.get("stock", "").split()
    for card in pile:
        view.pile[NUMBER[card]] += 1
    view.pile_size, view.top = len(pile), NUMBER[pile[-1]]
    view.suit = SUITS.index(lines.get("suit", pile[-1][-1]))
    view.stock = len(stock)
    hidden.draw[: len(stock)] = [NUMBER[card] for card in stock]


def facing(top: str, held: str, stock: str = "AS 2S 3S 4S", players: int = 3, **settings: Any) -> Stepper:
    """Seat 0 to move with a hand against a top card; the others hold a K of spades, hearts, diamonds .. and a 4."""
    kings = ["KS", "KH", "KD", "KC", "QS"]
    others = "".join(f"hand {seat}: {kings[seat - 1]} 4{'CDHCD'[seat - 1]}\n" for seat in range(1, players))
    return position(f"hand 0: {held}\n{others}pile: {top}\nstock: {stock}", **settings)


# --- what can be done, what happened, how things stand ---


def spell_move(move: Move) -> str:
    """A legal move in words."""
    if move.kind == PLAY:
        return NAMES[move.value]
    return f"name {SUITS[move.value]}" if move.kind == NAME else "draw" if move.kind == DRAW else "pass"


def moves(game: Stepper) -> list[str]:
    """The legal moves in words, in their listed order; none once the round is over."""
    return [] if game.status == OVER else [spell_move(move) for move in game.moves()]


def play(game: Stepper, *wanted: str, reshuffle: str = "") -> Stepper:
    """The game after some moves given in words, each of which must be legal; the pile is shuffled into a given order,
    or an ascending one.
    """
    for words in wanted:
        options = moves(game)
        assert words in options, f"'{words}' is not among {options}"
        game.play(game.moves()[options.index(words)])
        go_on(game, reshuffle)
    return game


def go_on(game: Stepper, reshuffle: str = "") -> None:
    """Up to the next decision or the end."""
    while game.status in (TURN, CHANCE):
        if game.status == TURN:
            game.open_turn()
            continue
        beneath = game.view.pile.tolist()
        beneath[int(game.view.top)] -= 1
        cards = reshuffle.split() or listed(beneath)
        assert sorted(cards, key=NAMES.index) == listed(beneath)
        game.hidden.draw[: len(cards)] = [NUMBER[card] for card in cards]
        game.settle()


def happened(game: Stepper) -> list[str]:
    """The events in words since this was last asked: `0 play 6C`."""
    return [_tell(event) for event in game.events()]


def _tell(event: Mapping[str, Any]) -> str:
    words = [str(event["seat"])] if "seat" in event else []
    cards = event.get("cards") or event.get("stock") or [event[key] for key in ("card", "suit") if key in event]
    return " ".join([*words, event["do"], *cards])


def turn(game: Stepper) -> int | None:
    """The seat to move; None once the round is over."""
    return None if game.status == OVER else int(game.view.seat)


def hand(game: Stepper, seat: int) -> str:
    """A hand in ascending order, as it was when its holder's turn began or ended."""
    return " ".join(listed(game.hidden.hands[seat].tolist()))


def scores(game: Stepper) -> list[int]:
    """The scores by seat, as the round stands."""
    return game.result().score[: int(game.view.players)].tolist()
