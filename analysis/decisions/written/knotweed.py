"""Positions of Knotweed: as a turn began, and what has been done in it.

hand 0: 6C 6D 9H       # yours, in any order
hand 1: ?x4            # another's: cards that nobody has seen
piles: 5C KD           # the tops, pile 0 first
buried: AS 2H 2C       # the cards beneath them: all that were played since the last reset, but for the tops
draw: ?x21             # the draw pile
out: 3 2               # in the order of going out
turn: 0                # whose turn it is: yours; 0 unless said
plays: 6C 6D on 0, stop   # done in this turn: plays, 'stop' or 'pass', then 'discard 3' of who is out
"""

from typing import Any

import numpy as np

from knotlab.analysis.decisions.written.lines import (
    Cards,
    PositionLines,
    accounted_for,
    places_line,
    seated,
    with_count,
)
from knotlab.sim.errors import InputError
from knotlab.sim.games.knotweed.cards import NAMES, NUMBER, cards_of
from knotlab.sim.games.knotweed.state import PRUNING, TAKING
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE

KEYS = ("hand N", "piles", "buried", "draw", "out", "turn", "plays")
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
    for words in filter(None, map(str.strip, lines.text("plays").split(","))):
        _play(step, words)
    return 0


def _play(step: Stepper, words: str) -> None:
    """Do one thing that was done in the turn; where chance was asked, a cheat was not noticed."""
    describe, moves = step.game.events.move_of, step.moves() if step.status == DECIDE else []
    found = [move for move in moves if _is_meant(describe(move), words)]
    if not found:
        raise InputError(
            f"'{words}' is nothing that you can do here; write '6C 6D on 0', 'stop', 'pass' or 'discard 3'"
        )
    step.play(found[0])
    if step.status == CHANCE:
        step.hidden.caught = 0
        step.settle()
    if step.status != DECIDE:
        raise InputError(f"the turn is over with '{words}', so there is nothing to decide")


def _is_meant(move: dict[str, Any], words: str) -> bool:
    """Whether a legal move is what some words say."""
    do, *rest = words.upper().split()
    if move["do"] == "play":
        return sorted(move["cards"]) == sorted([do, *rest[:-2]]) and rest[-2:] == ["ON", str(move["pile"])]
    named = [str(move["pile"])] if move["do"] == "prune" else []
    return do == {"prune": "DISCARD"}.get(move["do"], move["do"].upper()) and rest == named


def lines_of(view: np.record, hidden: np.record) -> list[str]:
    """A position as lines: as its turn began, and what has been done in it."""
    me, n_piles = int(view.seat), int(view.standing)
    tops = view.tops[:n_piles].copy()
    laid = [(int(pile), cards_of(int(rank), int(cards))) for pile, rank, cards in view.laid[: int(view.plays)]]
    for pile, _ in laid:
        tops[pile] = hidden.beneath[pile]
    buried = cards_in(hidden.played)
    for card in tops:
        buried.remove(NAMES[card])
    done = [f"{' '.join(cards)} on {pile}" for pile, cards in laid]
    if view.decision == TAKING:
        done.append("stop" if laid else "pass")
    if view.decision == PRUNING:
        done += [f"discard {pile}" for pile in hidden.chosen[: int(hidden.n_chosen)]]
    places = view.places[: int(view.players)].copy()
    places[me] = 0
    sizes = [int(size) for size in view.hand_sizes[: int(view.players)]]
    return [
        f"hand {me}: {' '.join(cards_in(hidden.hands[me]))}",
        *(f"hand {seat}: ?x{size}" for seat, size in enumerate(sizes) if seat != me and size),
        f"piles: {' '.join(NAMES[card] for card in tops)}",
        *([f"buried: {with_count(buried)}"] if buried else []),
        *([f"draw: ?x{view.draw_size}"] if view.draw_size else []),
        *places_line(places),
        *([f"turn: {me}"] if me else []),
        *([f"plays: {', '.join(done)}"] if done else []),
    ]


def cards_in(groups: np.ndarray) -> list[str]:
    """Groups by rank as cards."""
    return [card for rank, group in enumerate(groups.tolist()) for card in cards_of(rank, group)]


def _check(hands: list[Cards], tops: Cards, draw: Cards, turn: int) -> None:
    """Refuse what no player can have seen, and a table without piles."""
    for seat, hand in enumerate(hands):
        if hand.names and seat != turn:
            raise InputError(f"you have not seen the hand of seat {seat}; write 'hand {seat}: ?x{len(hand)}'")
    if draw.names:
        raise InputError(f"nobody has seen the draw pile; write 'draw: ?x{len(draw)}'")
    if not tops.names:
        raise InputError("there is always a pile; name the tops of all, as in 'piles: 5C KD'")
