"""Table cards: their text is read as it is written, and a player who has nothing but the printed card plays the same
games as the strategy.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE, OVER, TURN
from knotlab.sim.settings import make_rules
from knotlab.strategies.cards.shipped import GAMES, shipped_card
from knotlab.strategies.cards.text import Phrases, read_line, write_line
from knotlab.strategies.knotweed import _card as weed
from knotlab.strategies.knotweed import _card_words as weed_words
from knotlab.strategies.knotweed import finisher
from knotlab.strategies.resolve import player
from knotlab.strategies.twisted_knot import _card as knot
from knotlab.strategies.twisted_knot import _card_words as knot_words
from knotlab.strategies.twisted_knot import _habits
from tests.cli import knotlab
from tests.strategies.cards import players


class Kind(NamedTuple):
    """What it takes to try the cards of a game: its phrases, the code that follows lines, a plan of the way out and
    which moves are on it, and the player of the printed text.
    """

    phrases: Phrases
    module: ModuleType
    plan: Callable[..., Any]
    goes_out: Callable[..., Any]
    holds: players.Words
    meant: Callable[..., players.Meant]
    rest: Callable[..., list[Any]]


KINDS = {
    "twisted-knot": Kind(
        knot_words.PHRASES,
        knot,
        _habits.plan_going_out,
        _habits.goes_out,
        players.knot_holds,
        players.knot_meant,
        lambda view, moves: players.knot_rest(moves),
    ),
    "knotweed": Kind(
        weed_words.PHRASES,
        weed,
        finisher.find_finish,
        finisher.finishes,
        players.weed_holds,
        players.weed_meant,
        players.weed_rest,
    ),
}


def printed_lines(game: str) -> list[str]:
    """The lines of a card as they are printed."""
    rows = knotlab("card", game).out.splitlines()
    return [row.partition(". ")[2] for row in rows if row.partition(". ")[0].isdigit()]


def best_of_text(kind: Kind, texts: list[str], view: Any, moves: list[Any]) -> list[Any]:
    """The moves that a player likes who has only the text."""
    planned = view.copy()
    planned.plan[:] = 0
    kind.plan(planned)
    meant = kind.meant(lambda _, move: bool(kind.goes_out(planned, move)))
    for text in texts:
        moves = players.liked(text, view, moves, kind.holds, meant)
    return kind.rest(view, moves)


@pytest.mark.parametrize(("game", "size"), [(game, size) for game in GAMES for size in (2, 4)])
def test_whoever_has_only_the_printed_card_plays_the_same_games(game: str, size: int) -> None:
    kind, who, texts = KINDS[game], player(game, "card"), printed_lines(game)
    assert texts == list(shipped_card(game).texts) and len(texts) <= 12
    step, rng = Stepper(games.find(game), make_rules(games.find(game), size)), np.random.default_rng(5)
    decided = 0
    for deal in range(6):
        step.deal(7, deal)
        step.begin()
        while step.status != OVER and decided < 60 * (deal + 1):
            if step.status == CHANCE:
                step.draw_chance()
            elif step.status == TURN:
                step.open_turn()
            else:
                assert step.status == DECIDE
                moves = step.moves()
                scores = scores_of(who, step.view.copy(), moves)
                best = [move for move, score in zip(moves, scores, strict=True) if score == scores.max()]
                assert best_of_text(kind, texts, step.view, moves) == best
                step.play(best[int(rng.integers(len(best)))])
                decided += 1
    assert decided > 100


@pytest.mark.more
@pytest.mark.parametrize("game", GAMES)
def test_lines_mean_what_they_say(game: str) -> None:
    """Of random lines, at positions of a random game: those in force, and the moves that they are about."""
    kind, rng, agreed = KINDS[game], np.random.default_rng(3), 0
    step = Stepper(games.find(game), make_rules(games.find(game), 3))
    for number, _ in enumerate(step.random_game(11)):
        if number % 2 or number > 200:
            continue
        view, moves = step.view.copy(), step.moves()
        for _ in range(15):
            text = write_line(random_line(kind.phrases, rng), kind.phrases)
            line = read_line(text, kind.phrases)
            view.plan[:] = 0
            kind.plan(view)
            liked = [bool(kind.module.is_meant(view, move, line)) != bool(line >> 3 & 1) for move in moves]
            left = [move for move, is_liked in zip(moves, liked, strict=True) if is_liked]
            told = kind.meant(lambda _, move, view=view: bool(kind.goes_out(view, move)))
            expected = left if left and kind.module.is_so(view, line) else moves
            assert players.liked(text, view, moves, kind.holds, told) == expected, text
            agreed += expected != moves
    assert agreed > 40


def random_line(phrases: Phrases, rng: np.random.Generator) -> int:
    """A line of random parts, most of which a card can say; what it cannot say is not written."""
    line = 0
    for name, (at, mask) in phrases.parts.items():
        value = int(rng.integers(mask + 1))
        if name.endswith("bound") and mask > 3:
            value = int(rng.integers(1, 5)) if rng.random() < 0.7 else int(rng.integers(5, 12))
        line |= value << at
    return sayable(line, phrases, rng)


def sayable(line: int, phrases: Phrases, rng: np.random.Generator) -> int:
    """The line, or another one if it has a kind of condition, move or trait that there is not."""
    try:
        return read_line(write_line(line, phrases), phrases)
    except InputError:
        return random_line(phrases, rng)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("If you hold 3, lay 5.", ""),
        ("If you wish, lay 5.", "'you wish' is no condition"),
        ("If you hold 3 and you hold 4, lay 5.", "'you hold 4' is no condition of a card's line, or a second one"),
        ("Lay 11.", "'Lay 11' is no move"),
        ("Three or more of you: lay 5.", "begins with its players"),
        ("Win.", "a card's line is 'if .., lay ..'"),
    ],
)
def test_a_line_that_says_nothing_is_refused(text: str, message: str) -> None:
    if not message:
        assert write_line(read_line(text, knot_words.PHRASES), knot_words.PHRASES) == text
        return
    with pytest.raises(InputError, match=message):
        read_line(text, knot_words.PHRASES)


def test_lines_are_written_as_people_say_them() -> None:
    for text in (
        "Two players: if the next player holds no cards and you hold at least two cards that are A, lay all your A.",
        "Do not lay only some of your 9 or A.",
        "Three or more players: if the stack has 3, 8 or 10, pick up.",
        "If somebody else, pile included, has at most 2 cards, give away any card but 2 or 5.",
    ):
        assert write_line(read_line(text, knot_words.PHRASES), knot_words.PHRASES) == text
    for text in (
        "If you need no more piles than there are, stop.",
        "If the next player holds at most 2 cards and the turn has cost you no cards, do not play what has at least 2 "
        "cards and keeps back at least 1 card of its rank.",
    ):
        assert write_line(read_line(text, weed_words.PHRASES), weed_words.PHRASES) == text
