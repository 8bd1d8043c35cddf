"""What the bid trainer of a table of Twyst is told: a hand with all its bids, and the card that says what to show."""

import random
from typing import Any

from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.bidding.trainer import hand_of, table
from knotlab.reports.words.card import numbers_of, words_of


def training_hand() -> dict[str, Any]:
    """A hand of the table at random."""
    made = standard_card()
    hand = hand_of(random.choice(table()))
    return {"hand": hand._asdict(), "card": numbers_of(made.card), "columns": words_of(made).columns}
