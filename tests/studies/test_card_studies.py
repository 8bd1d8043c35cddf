"""The studies about bidding cards of Twyst: hands to practise on, and kinds of card."""

from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.bidding.card import Hands
from knotlab.analysis.bidding.card_make import Making
from knotlab.analysis.bidding.card_measure import STANDARD, BidScores, read_practice
from knotlab.analysis.runs.play import Table
from knotlab.sim.compiling.jit import OFF
from knotlab.studies import card_schemes
from knotlab.studies.card_schemes import SCHEMES
from knotlab.studies.publishing import card_practice

pytestmark = [pytest.mark.long, pytest.mark.skipif(OFF, reason="takes too long without the compiler")]


def test_hands_to_practise_on_are_written_with_all_thirteen_bids(tmp_path: Path) -> None:
    card_practice.main([str(tmp_path / "hands.md"), "--hands", "3", "--deals", "20", "--workers", "1"])
    text = (tmp_path / "hands.md").read_text("utf-8")
    assert text.count("## Hand ") == 3 and text.count(" All bids: ") == 3
    assert all(line.count("[") == 13 for line in text.splitlines() if " All bids: " in line)


def test_hands_to_practise_on_are_read_as_they_are_written() -> None:
    text = STANDARD.read_text("utf-8")
    assert card_practice.practice_text(read_practice(text)) == text


def test_a_row_says_what_bids_lose_and_how_often_they_are_near() -> None:
    scores = np.zeros((50, 20, 13))
    scores[:, :, 3] = 10
    scores[:20, :, 0] = 8
    row = card_schemes.front_row("some card", 7, BidScores(scores, scores > 0), np.zeros(50, int))
    assert (row["card"], row["numbers"], row["near"]) == ("some card", 7, 0.4)
    assert row["loss"] == pytest.approx((20 * 2 + 30 * 10) / 50)


def test_the_best_bid_beside_the_cards_is_chosen_on_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Card 3 is worth 10 on the deals that are compared, card 5 on the others."""

    def invented_scores(_job: object, hands: Hands, n_deals: int, *_: object) -> BidScores:
        scores = np.zeros((len(hands), n_deals, 13))
        scores[:, :40, 3], scores[:, 40:, 5] = 10, 10
        return BidScores(scores, scores > 0)

    for name, value in {
        "CHECKED": (20, 40),
        "DEALS": 100,
        "SCHEMES": SCHEMES[:2],
        "bid_scores": invented_scores,
    }.items():
        monkeypatch.setattr(card_schemes, name, value)
    table = card_schemes.scheme_table(Making(Table("twyst"), hands=400, workers=1)).set_index("card")
    assert table.index.tolist() == [*(scheme.name for scheme in SCHEMES[:2]), card_schemes.FORMULA, card_schemes.BEST]
    best = table.loc[card_schemes.BEST]
    assert (best["loss"], best["near"]) == (10, 0)
