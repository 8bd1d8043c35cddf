"""Positions of Knotweed written as text, and what happens from there told in words.

    game = position('''
        hand 0: 6C 6D 9H    # in any order
        hand 1: 2S
        piles: 5C KD        # the tops, pile 0 first
        draw: 3S 4S         # next card first
        turn: 0             # 0 if not said
        out: 3 2            # in the order of going out
    ''', decks=1)
    assert moves(game)[:2] == ["0: 6C", "0: 6C 6D"]
    play(game, "0: 6C 6D", "stop")
    assert turn(game) == 1

Cards of the decks that are named nowhere lie buried in the piles. `play` opens the next turn by itself, so the position
is always one at which somebody decides, until the round is over. What chance decides is said beforehand: `play(game,
"stop", reset="9H 2C ...")`, `play(game, "0!: 9H", caught=True)`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from knotlab.sim import games
from knotlab.sim.games.knotweed.cards import NAMES, NUMBER, cards_of
from knotlab.sim.games.knotweed.state import PASS, PLAY, PRUNE, RESETTING, SKIMP, SNEAK, STOP, TAKE, Move
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE, OVER, TURN
from knotlab.sim.settings import make_rules
from tests.sim.positions import lines_of

GAME = games.find("knotweed")


# --- building a position ---


def position(text: str, **settings: Any) -> Stepper:
    """The game at a position, its turn opened; settings by name, as the command line spells them."""
    lines = lines_of(text, r"hand \d|piles|draw|turn|out")
    out = [int(seat) for seat in lines.get("out", "").split()]
    hands = {int(key.split()[1]): value.split() for key, value in lines.items() if key.startswith("hand")}
    n = 1 + max([*hands, *out])
    game = Stepper(GAME, make_rules(GAME, n, [f"{name}={value}" for name, value in ({"decks": 1} | settings).items()]))
    for seat in range(n):
        _give(game, seat, hands.get(seat, []))
    _place_cards(game, lines)
    _place_players(game, n, out)
    game.view.seat = int(lines.get("turn", "0"))
    game.open_turn()
    return game


def _give(game: Stepper, seat: int, cards: list[str]) -> None:
    """A hand."""
    for card in cards:
        rank, suit = divmod(NUMBER[card], 4)
        game.hidden.hands[seat, rank] += 1 << 3 * suit
        game.hidden.suits[seat, suit] |= 1 << rank
    game.view.hand_sizes[seat] = len(cards)


def _place_cards(game: Stepper, lines: Mapping[str, str]) -> None:
    """Piles and draw pile; the other cards not in hands are buried."""
    view, hidden = game.view, game.hidden
    tops, draw = lines.get("piles", "").split(), lines.get("draw", "").split()
    view.piles, view.draw_size, hidden.drawn = len(tops), len(draw), 0
    view.tops[: len(tops)] = [NUMBER[card] for card in tops]
    hidden.draw[: len(draw)] = [NUMBER[card] for card in draw]
    played = Counter(NAMES * int(view.decks))
    played.subtract(draw)
    for seat in range(int(view.players)):
        played.subtract(hand(game, seat).split())
    if min(played.values()) < 0 or any(played[card] < count for card, count in Counter(tops).items()):
        raise ValueError("the decks do not hold so many cards")
    for card, count in played.items():
        rank, suit = divmod(NUMBER[card], 4)
        view.played[rank] += count << 3 * suit
    view.n_played = played.total()


def _place_players(game: Stepper, n: int, out: list[int]) -> None:
    """Who is out."""
    for place, seat in enumerate(out, 1):
        game.view.places[seat] = place
    game.view.holding, game.hidden.out = n - len(out), len(out)


def facing(tops: str, held: str, draw: str = "AS 2S 3S 4S AH 2H", players: int = 3, **settings: Any) -> Stepper:
    """Seat 0 to move with a hand against some piles; the others hold a K of spades, hearts, diamonds .. each."""
    kings = ["KS", "KH", "KD", "KC", "QS", "QH", "QD"]
    others = "".join(f"hand {seat}: {kings[seat - 1]}\n" for seat in range(1, players))
    return position(f"hand 0: {held}\n{others}piles: {tops}\ndraw: {draw}", **settings)


def replay(shown: Mapping[str, Any]) -> Iterator[Stepper]:
    """A record played again: the game at the start of every turn and at the end of the record."""
    events = shown["events"]
    spelt = [
        f"{name}={'none' if value is None else value}" for name, value in shown["rules"].items() if name != "players"
    ]
    game = Stepper(GAME, make_rules(GAME, shown["rules"]["players"], spelt))
    GAME.events.set_deal(game.view, game.hidden, shown["deal"])
    game.begin()
    at = 0
    yield game
    while at < len(events):
        game.open_turn()
        while game.status != TURN and game.status != OVER:
            following = events[at] if at < len(events) and events[at].get("seat") == game.view.seat else {"do": None}
            if game.status == CHANCE:
                GAME.events.set_chance(game.view, game.hidden, events[at:])
                game.settle()
            else:
                game.play(next(move for move in game.moves() if GAME.events.is_move(move, following)))
            at += len(game.events())
        yield game


# --- what can be done, what happened, how things stand ---


def spell_move(move: Move) -> str:
    """A legal move in words."""
    if move.kind in (PLAY, SNEAK):
        return f"{move.pile}{'!' if move.kind == SNEAK else ''}: {' '.join(cards_of(move.rank, move.cards))}"
    if move.kind == PRUNE:
        return f"prune {move.pile}"
    if move.kind in (TAKE, SKIMP):
        return f"{'take' if move.kind == TAKE else 'skimp'} {move.cards}"
    return {STOP: "stop", PASS: "pass"}[move.kind]


def moves(game: Stepper) -> list[str]:
    """The legal moves in words, in their listed order; none once the round is over."""
    return [] if game.status == OVER else [spell_move(move) for move in game.moves()]


def plays(game: Stepper) -> list[str]:
    """The legal plays alone."""
    return [words for words in moves(game) if ":" in words and "!" not in words]


def play(game: Stepper, *wanted: str, caught: bool = False, reset: str = "") -> Stepper:
    """The game after some moves given in words, each of which must be legal."""
    for words in wanted:
        listed = moves(game)
        assert words in listed, f"'{words}' is not among {listed}"
        game.play(game.moves()[listed.index(words)])
        while game.status == CHANCE:
            _decide(game, caught, reset.split())
        if game.status == TURN:
            game.open_turn()
    return game


def _decide(game: Stepper, caught: bool, order: list[str]) -> None:
    """What chance decides, as the test has it; a reset without an order leaves the cards in ascending order."""
    if game.hidden.pending == RESETTING:
        cards = order or GAME.events.out_of_hands(game.view)
        assert Counter(cards) == Counter(GAME.events.out_of_hands(game.view)), (
            f"out of hands are {GAME.events.out_of_hands(game.view)}"
        )
        game.hidden.draw[: len(cards)] = [NUMBER[card] for card in cards]
    else:
        game.hidden.caught = caught
    game.settle()


def happened(game: Stepper) -> list[str]:
    """The events in words since this was last asked: `0 plays 6C 6D on 0`."""
    return [_tell(event) for event in game.events()]


def _tell(event: dict[str, Any]) -> str:
    do, cards = event["do"], " ".join(event.get("cards", ()))
    cheat = " cheating" if event.get("cheat") else ""
    if do == "reset":
        return f"reset {event['start']}: {' '.join(event['draw'])}"
    stated = {
        "play": f"plays {cards} on {event.get('pile')}",
        "draw": f"draws {cards}".strip(),
        "pass": "passes",
        "out": f"out {event.get('place')}",
        "prune": f"prunes {' '.join(map(str, event.get('piles', ())))}",
        "caught": "caught",
    }
    return f"{event['seat']} {stated[do]}{cheat}"


def turn(game: Stepper) -> int | None:
    """The seat to move; None once the round is over."""
    return None if game.status == OVER else int(game.view.seat)


def hand(game: Stepper, seat: int) -> str:
    """A hand in ascending order, as it was when its holder's turn began or ended."""
    return " ".join(
        card for rank, group in enumerate(game.hidden.hands[seat].tolist()) for card in cards_of(rank, group)
    )


def piles(game: Stepper) -> str:
    """The piles' tops, pile 0 first."""
    return " ".join(NAMES[card] for card in game.view.tops[: int(game.view.piles)])


def draw_pile(game: Stepper) -> str:
    """The draw pile, next card first."""
    first = int(game.hidden.drawn)
    return " ".join(NAMES[card] for card in game.hidden.draw[first : first + int(game.view.draw_size)])


def places(game: Stepper) -> list[int]:
    """The places by seat, 0 for those still holding cards."""
    return game.view.places[: int(game.view.players)].tolist()


def decides(game: Stepper) -> bool:
    """Whether somebody is to decide."""
    return game.status == DECIDE
