"""Positions of Knotweed: the start of a turn.

hand 0: 6C 6D 9H       # yours, in any order
hand 1: ?x4            # another's: cards that nobody has seen
piles: 5C KD           # the tops, pile 0 first
buried: AS 2H 2C       # the cards beneath them: all that were played since the last reset, but for the tops
draw: ?x21             # the draw pile
out: 3 2               # in the order of going out
turn: 0                # whose turn it is: yours; 0 unless said
"""

from knotlab.analysis.runs.written.lines import Cards, PositionLines, accounted_for, seated
from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.cards import NAMES, NUMBER
from knotlab.sim.playing.stepper import Stepper

KEYS = ("hand N", "piles", "buried", "draw", "out", "turn")
HELD = ("hand",)


def place(step: Stepper, lines: PositionLines) -> int:
    """Put a position on the table; the number of the decision, which is not known. Raises InputError if it cannot
    be.
    """
    view, hidden, (n, turn, out) = step.view, step.hidden, seated(lines, HELD, 2)
    hands = [lines.cards(f"hand {seat}", may_be_unseen=seat != turn) for seat in range(n)]
    tops, buried, draw = lines.cards("piles"), lines.cards("buried"), lines.cards("draw", may_be_unseen=True)
    _check(hands, tops, draw, turn)
    everything = [*hands, tops, buried, draw]
    accounted_for(
        dict.fromkeys(NAMES, int(view.decks)),
        (name for cards in everything for name in cards.names),
        sum(cards.unseen for cards in everything),
        "name those beneath the tops of the piles ('buried: AS 2H') and those of the draw pile ('draw: ?x21')",
    )
    step.deal(0)
    step.begin()  # all that is not said in the lines is as at the beginning
    hidden.hands[turn], hidden.suits[turn] = 0, 0
    for name in hands[turn].names:
        rank, suit = divmod(NUMBER[name], 4)
        hidden.hands[turn, rank] += 1 << 3 * suit
        hidden.suits[turn, suit] |= 1 << rank
    view.played = 0
    for name in (*tops.names, *buried.names):
        view.played[NUMBER[name] // 4] += 1 << 3 * (NUMBER[name] % 4)
    view.tops[: len(tops)] = [NUMBER[name] for name in tops.names]
    view.piles, view.n_played, view.draw_size = len(tops), len(tops) + len(buried), len(draw)
    for seat in range(n):
        view.hand_sizes[seat] = len(hands[seat])
        view.places[seat] = out.index(seat) + 1 if seat in out else 0
    view.holding, hidden.out, view.seat = n - len(out), len(out), turn
    step.open_turn()
    return 0


def _check(hands: list[Cards], tops: Cards, draw: Cards, turn: int) -> None:
    """Refuse what no player can have seen, and a table without piles."""
    for seat, hand in enumerate(hands):
        if hand.names and seat != turn:
            raise InputError(f"you have not seen the hand of seat {seat}; write 'hand {seat}: ?x{len(hand)}'")
    if draw.names:
        raise InputError(f"nobody has seen the draw pile; write 'draw: ?x{len(draw)}'")
    if not tops.names:
        raise InputError("there is always a pile; name the tops of all, as in 'piles: 5C KD'")
