"""What the trainer of a table is told: in Twyst a hand with all its bids, and the card that says what to show; in the
other games a position with all its moves, what the table card plays and by which line, and what speaks for the best
move.
"""

import random
from typing import Any

from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.bidding.trainer import hand_of, table
from knotlab.analysis.claims.rulebooks.reasons import reasons_for
from knotlab.analysis.decisions import move_trainer
from knotlab.reports.sit.boards import BOARDS, said_of
from knotlab.reports.words.card import numbers_of, words_of
from knotlab.reports.words.strong_players import reason_words
from knotlab.sim import games
from knotlab.strategies.cards.shipped import shipped_card


def practice(game: str) -> dict[str, Any]:
    """A hand, or a position, of a game's table at random."""
    return training_hand() if game == "twyst" else training_position(game)


def training_hand() -> dict[str, Any]:
    """A hand of the table at random."""
    made = standard_card()
    hand = hand_of(random.choice(table()))
    return {"hand": hand._asdict(), "card": numbers_of(made.card), "columns": words_of(made).columns}


def training_position(game: str) -> dict[str, Any]:
    """A position of a game's table at random."""
    asked = move_trainer.question_of(game, random.choice(move_trainer.table(game)))
    view, moves, best, texts = asked.view, asked.moves, asked.best, shipped_card(game).texts
    others = [moves[asked.next] if i == best else move for i, move in enumerate(moves)]
    reasons = [reasons_for(game, view, moves[best], move) for move in others]
    event_of = games.find(game).events.move_of
    return {
        "seat": int(view.seat),
        "players": int(view.players),
        "said": " ".join(said_of(game, view)),
        "board": BOARDS[game](view),
        "moves": [event_of(move) for move in moves],
        "values": asked.values,
        "card": asked.by_card,
        "lines": [f"line {line}: {texts[line - 1]}" if line else "" for line in asked.lines],
        "reasons": [[reason_words(game, reason) for reason in each] for each in reasons],
    }
