"""The studies about bidding cards of Twyst: hands to practise on, and kinds of card."""

from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.bidding.card import Hands
from knotlab.analysis.bidding.card_make import Making
from knotlab.analysis.bidding.card_measure import STANDARD, BidScores, draw_strong, read_practice
from knotlab.analysis.bidding.hand import card_name
from knotlab.analysis.runs.play import Table
from knotlab.sim.compiling.jit import OFF
from knotlab.studies import card_schemes
from knotlab.studies.card_schemes import SCHEMES
from knotlab.studies.publishing import card_practice
from knotlab.studies.strong_hands import certain_of, losses, summary, worst

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


def test_the_best_bid_of_a_strong_hand_is_certain_on_one_half_of_the_deals_and_weighed_on_the_other() -> None:
    """Of three hands: one whose first card is best, one by chance, one whose best card is worth less elsewhere."""
    hands, chance = draw_strong(np.random.default_rng(1), 3), np.random.default_rng(2)
    scores = chance.normal(0, 5, (3, 400, 13))
    scores[0, :, 0] += 40
    scores[2, ::2, 7] += 40
    scores[2, 1::2, 7] += 12
    certain = certain_of(hands, BidScores(scores, scores > 0))
    assert certain.best.tolist() == [0, 7] and (certain.hands.cards == hands.cards[[0, 2]]).all()
    lost = losses(certain, np.array([3, 3]))
    assert lost["loss"].tolist() == pytest.approx([40, 12], abs=4 * 5 * (2 / 200) ** 0.5)  # z = 4
    row = summary("some card", lost)
    assert row["over 10"] == "100.0% [34.2%, 100.0%]" and str(row["over 25"]).startswith("50.0%")
    table = worst(certain, np.array([3, 3]), lost)
    assert table["the card shows"].tolist() == [card_name(int(cards[3])) for cards in certain.hands.cards]


def test_strong_hands_have_five_sure_tricks_or_twenty_points() -> None:
    hands = draw_strong(np.random.default_rng(3), 200)
    sure = hands.sure_tricks.sum(axis=1)
    assert len(hands) == 200 and ((sure >= 5) | (hands.points((4, 3, 2, 1)) >= 20)).all()
    assert (sure < 5).any() and (hands.points((4, 3, 2, 1)) < 20).any()
