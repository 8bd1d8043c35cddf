"""Bidding cards among those who bid by them: who sits in which deal, what a bidder scores, and what is chosen."""

from pathlib import Path

import numpy as np
import pytest

from knotlab.analysis.bidding import field as field_module
from knotlab.analysis.bidding.card import STANDARD, read_card
from knotlab.analysis.bidding.card_search import scores_of, tried_from
from knotlab.analysis.bidding.field import CardTable, Drawers, chosen, gains, points, tried, tried_strong
from knotlab.analysis.bidding.hand import Hand, score_bids
from knotlab.analysis.runs.play import Table
from knotlab.studies.publishing import card_equilibrium
from knotlab.studies.publishing.card_equilibrium import FIRST_FRESH, OTHERS, install, shipped, singles

MIXED = Drawers(("carded@formula", "cautious"), (0.25, 0.75))


def room(seed: int) -> CardTable:
    """A table of champions on one core."""
    return CardTable(Table("twyst", seed=seed), workers=1)


def test_each_deal_is_played_once_by_three_who_are_drawn_by_their_chances() -> None:
    tasks = MIXED.jobs("random", 100, 3000, room(1))
    assert sorted(np.concatenate([deals for _, deals in tasks]).tolist()) == [*range(100, 3100)]
    assert {job.players[0].name for job, _ in tasks} == {"random+champion"}
    cautious = sum(
        len(deals) * sum(player.name == "cautious+champion" for player in job.players[1:]) for job, deals in tasks
    )
    assert cautious / 9000 == pytest.approx(0.75, abs=0.02)


@pytest.mark.long
def test_a_bidder_scores_what_its_bid_scored_among_all_that_were_tried() -> None:
    """By two ways: the strategy bids, or the card's own Python looks up the bid among all thirteen."""
    bids = tried(MIXED, 0, 300, room(5))
    by_lookup = scores_of(read_card(STANDARD.read_text("utf-8")), tried_from(bids))
    assert points("carded@second", MIXED, 0, 300, room(5)).tolist() == by_lookup.tolist()


@pytest.mark.long
def test_two_cards_are_chosen_that_leave_least_to_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rather than a bidder who shows high numbers, or one who shows anything."""
    monkeypatch.setattr(field_module, "POOL_HANDS", 300)
    field = chosen(["random", "high", "carded@first", "carded@second"], room(3))
    assert set(field.bidders) == {"carded@first", "carded@second"}
    found = gains(field, {"random": "random", "itself": field.bidders[0]}, 0, 2000, room(3))
    assert found["random"].high < 0 and abs(found["itself"].value) < 3


def test_the_study_goes_on_from_the_two_cards_that_it_has_just_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(card_equilibrium, "CARDS", tmp_path)
    rounds = [tmp_path / "round-6.toml", tmp_path / "round-7.toml"]
    for file in rounds:
        file.write_text(STANDARD.read_text("utf-8"), encoding="utf-8")
    install(Drawers(tuple(f"carded@{file}" for file in rounds), (0.1, 0.9)), {"hands": 300, "rules": []})
    assert shipped() == Drawers(("carded@first", "carded@second"), (0.1, 0.9))


@pytest.mark.long
def test_where_all_follow_one_card_others_are_tried_but_the_card_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(card_equilibrium, "SINGLE", ("formula",))
    table = singles(tmp_path, 300, 400, room(3)).set_index("bidder")
    assert table.index.tolist() == [
        "a card fitted to it", "the formula tuned to it", *(each for each in OTHERS if each != "carded@formula")
    ]  # fmt: skip
    assert (table["card"] == "formula").all() and table.loc["random", "high"] < 0
    own = points("carded@formula", Drawers(("carded@formula",), (1.0,)), FIRST_FRESH, 400, room(3))
    file = tmp_path / "answer-to-formula.toml"
    answer = points(f"carded@{file}", Drawers(("carded@formula",), (1.0,)), FIRST_FRESH, 400, room(3))
    assert table.loc["a card fitted to it", "gain"] == pytest.approx((answer - own).mean())


@pytest.mark.long
def test_strong_hands_are_tried_by_the_score_of_a_strategy_that_shows_the_same_card() -> None:
    """Each bid of a hand among players who show anything: the same deals, one card forced, by the bids of one hand."""
    alike = Drawers(("random",), (1.0,))
    strong = tried_strong(alike, 40, 200, room(5))
    assert len(strong.hands) == 4 and (strong.hands.sure_tricks.sum(axis=1) >= 5).any()
    job, hand = room(5).job(["random"] * 4), strong.hands.cards[1]
    cards = int((np.int64(1) << hand.astype(np.int64)).sum())
    scores, _ = score_bids(job, Hand(cards, 1), np.arange(40, 50))
    assert strong.scores[1].tolist() == scores[..., 1].mean(axis=0).tolist()
