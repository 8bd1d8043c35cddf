"""Positions of Twyst written as text, and what happens from there told in words.

game = position('''
    bids: KS 3C 4D 5H   # by seat; the contract and the soloist follow from them
    hand 0: AS 2C       # all hands alike in size; all other cards have been played
    hand 1: 3S 3C
    hand 2: 4S 4C
    hand 3: 5S 5C
    tricks: 6 2 2 1     # by seat; all for seat 3 if not said
    clean: 1 0 0 1      # of these, in a Nemo; none if not said
    voids 1: H          # suits that seat 1 failed to follow
    lead: 2             # who leads; seat 0 if not said
''', lost="shortfall")
play(game, "4S 5S AS 3S")
"""

from typing import Any

from knotlab.sim import games
from knotlab.sim.games.twyst.cards import ALL, N_RANKS, SUITS, mask, spell
from knotlab.sim.games.twyst.state import NAME_LEADER, SEATS, Move
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import OVER, TURN
from knotlab.sim.settings import make_rules
from tests.sim.positions import lines_of

GAME = games.find("twyst")


def start(deal: list[list[str]], **settings: Any) -> Stepper:
    """The first bid of a deal; settings by name."""
    game = Stepper(GAME, make_rules(GAME, SEATS, [f"{name}={value}" for name, value in settings.items()]))
    GAME.events.set_deal(game.view, game.hidden, deal)
    game.begin()
    game.open_turn()
    return game


def fill(hands: list[set[str]], keep_out: str = "") -> list[list[str]]:
    """A deal in which each seat has some cards; the rest of the pack fills up in listed order, cards to keep out of
    early hands last.
    """
    given = set().union(*hands)
    rest = sorted(set(spell(ALL)) - given, key=lambda card: (card in keep_out.split(), spell(ALL).index(card)))
    deal = []
    for hand in hands:
        more, rest = rest[: N_RANKS - len(hand)], rest[N_RANKS - len(hand) :]
        deal.append([*hand, *more])
    return deal


def after_bids(bids: str, **settings: Any) -> Stepper:
    """The game once four cards, by seat, have been turned."""
    shown = bids.split()
    game = play(start(fill([{card} for card in shown]), **settings), bids)
    return game


def contracts(bids: str) -> list[str]:
    """The contracts that four cards make, told shortly: `court-solo S 0 target 7`."""
    game = after_bids(bids)
    return [_short(event) for event in game.events() if event["do"] == "contract"]


def _short(event: dict[str, Any]) -> str:
    parts = [event["name"], event["trump"], *event["contractors"]]
    parts += ["target", event["target"]] if event["target"] is not None else []
    parts += ["unwanted", event["suit"]] if "suit" in event else []
    return " ".join(str(part) for part in parts if part is not None)


def position(text: str, **settings: Any) -> Stepper:
    """The game at a position, its turn opened."""
    lines = lines_of(text, r"bids|(hand|voids) \d|tricks|clean|lead")
    hands = [set(lines[f"hand {seat}"].split()) for seat in range(SEATS)]
    bids = lines["bids"].split()
    still_held = set().union(*hands)
    dealt = [hand | ({bid} - still_held) for hand, bid in zip(hands, bids, strict=True)]
    game = play(start(fill(dealt), **settings), lines["bids"])
    if moves(game)[0].startswith("lead"):
        play(game, "lead0")
    _go_to(game, lines, hands)
    return game


def _go_to(game: Stepper, lines: dict[str, str], hands: list[set[str]]) -> None:
    """Let all other cards have been played."""
    view, hidden = game.view, game.hidden
    size = len(hands[0])
    view.trick = N_RANKS - size
    view.tricks[:] = [int(n) for n in lines.get("tricks", f"0 0 0 {N_RANKS - size}").split()]
    view.clean[:] = [int(n) for n in lines.get("clean", "0 0 0 0").split()]
    assert view.tricks.sum() == view.trick and all(len(hand) == size for hand in hands)
    for seat, hand in enumerate(hands):
        hidden.hands[seat] = mask(" ".join(hand))
        view.hand_sizes[seat] = size
        view.played_by[seat] = hidden.dealt[seat] & ~hidden.hands[seat]
        view.voids[seat] = sum(1 << SUITS.index(suit) for suit in lines.get(f"voids {seat}", "").split())
    view.played = ALL & ~sum(int(hand) for hand in hidden.hands)
    hidden.done = SEATS + SEATS * int(view.trick)
    view.leader = view.seat = int(lines.get("lead", "0"))
    game.events()
    game.open_turn()


# --- what can be done, and what happens ---


def spell_move(move: Move) -> str:
    """A legal move in words: a card, or `lead2`."""
    if move.kind == NAME_LEADER:
        return f"lead{move.seat}"
    return GAME.events.move_of(move)["card"]


def moves(game: Stepper) -> list[str]:
    """The legal moves in their listed order; none once the deal is over."""
    return [] if game.status == OVER else [spell_move(move) for move in game.moves()]


def play(game: Stepper, wanted: str) -> Stepper:
    """The game after some moves, each of which must be legal; opens the next turn."""
    for word in wanted.split():
        listed = moves(game)
        assert word in listed, f"{word} is not among {listed}"
        game.play(game.moves()[listed.index(word)])
        if game.status == TURN:
            game.open_turn()
    return game


def play_out(game: Stepper) -> None:
    """Play the first legal move until the deal is over."""
    while game.status != OVER:
        play(game, moves(game)[0])


def scores(game: Stepper) -> list[int]:
    """The scores by seat."""
    return [int(score) for score in game.result().score[:SEATS]]


def tricks(game: Stepper) -> list[int]:
    """Tricks won by seat."""
    return [int(n) for n in game.result().tricks[:SEATS]]


def last_trick(
    bids: str, won: str, winner: int, clean: str = "0 0 0 0", last: str = "2C 2D 2H", **settings: Any
) -> list[int]:
    """The scores when, after twelve tricks won as said, a seat wins the last one, which is without spades unless `last`
    has one.

    The winner leads the 9C (no trump in any of these positions) and the others throw `last`.
    """
    others = iter(last.split())
    hands = ["9C" if seat == winner else next(others) for seat in range(SEATS)]
    text = f"bids: {bids}\ntricks: {won}\nclean: {clean}\nlead: {winner}\n" + "\n".join(
        f"hand {seat}: {card}" for seat, card in enumerate(hands)
    )
    game = position(text, **settings)
    play_out(game)
    return scores(game)
