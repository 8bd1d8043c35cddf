"""Bidding cards that a group finds for its own rules: rounds that a folder keeps, the chances, and what is said."""

from pathlib import Path

import pytest

from knotlab.analysis import costs
from knotlab.analysis.bidding import card_group, card_make, field
from knotlab.analysis.bidding.card import STANDARD, BiddingCard, read_card
from knotlab.analysis.bidding.card_group import bidder_of, group_cards
from knotlab.analysis.bidding.card_make import Difference, Making
from knotlab.analysis.bidding.card_text import standard_card
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import Estimate
from knotlab.reports.words.card import found_in
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.playing.match import make_match
from knotlab.strategies.resolve import player
from tests.cli import refused

SHORTFALL = Table("twyst", rules=["lost=shortfall"], seed=7)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Small searches; the fields to which a card was fitted."""
    for module, name, value in (
        (field, "POOL_HANDS", 40), (card_make, "ROW_HANDS", 4), (card_make, "ROW_DEALS", 2),
        (card_make, "OTHERS_DEALS", 40), (card_make, "COMPARED", 80), (card_make, "COMPARED_DEALS", 2),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    asked: list[tuple[str, ...]] = []

    def fitted(field: field.Drawers, first: int, *_: object) -> tuple[BiddingCard, None]:
        asked.append(field.bidders)
        card = read_card(STANDARD.read_text("utf-8"))
        return card.__class__(**{**vars(card), "ace": card.ace._replace(tricks=6 + len(asked) % 3)}), None

    monkeypatch.setattr(card_group, "fitted", fitted)
    return asked


def test_a_card_is_followed_by_its_numbers_as_by_its_file() -> None:
    card = standard_card().card
    assert player("twyst", f"{bidder_of(card)}+high").values == player("twyst", "carded@second+high").values


@pytest.mark.long
def test_a_search_is_cut_short_by_its_budget_and_goes_on_from_its_folder(
    quick: list[tuple[str, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_group, "ROUNDS", 2)
    making = Making(SHORTFALL, "", 300, 1, tmp_path)
    short = group_cards(making, minutes=0)
    assert (short.rounds, len(short.cards), quick) == (1, 1, [(field.FIRST,)])
    assert short.cards[0].made["chance"] == 1 and short.cards[0].made["rules"] == ["lost=shortfall"]
    whole = group_cards(making)
    assert (whole.rounds, len(whole.cards), len(quick)) == (2, 2, 2)
    assert quick[1] == (field.FIRST, bidder_of(short.cards[0].card))  # the first round is not played again
    assert sum(card.made["chance"] for card in whole.cards) == pytest.approx(1)
    assert whole.cards[0].made["chance"] >= whole.cards[1].made["chance"]
    assert whole.difference.won is not None and whole.difference.matches == "matches to 500"
    with pytest.raises(InputError, match="holds cards of other rules, hands or another seed"):
        group_cards(Making(Table("twyst", seed=7, match=make_match("twyst", 300, None)), "", 300, 1, tmp_path))


def test_a_folder_of_something_else_is_refused_before_anything_is_played(
    quick: list[tuple[str, ...]], tmp_path: Path
) -> None:
    file, closed = tmp_path / "notes.txt", tmp_path / "notes.txt" / "cards"
    file.write_text("mine", encoding="utf-8")
    for folder, said in ((file, "is a file"), (tmp_path, "this command wrote nothing that is in it")):
        with pytest.raises(InputError, match=said):
            group_cards(Making(SHORTFALL, "", 300, 1, folder))
    with pytest.raises(RunError, match=r"cannot write to .*: Not a directory"):
        group_cards(Making(SHORTFALL, "", 300, 1, closed))
    assert not quick


def test_the_cost_of_a_search_is_that_of_what_it_plays() -> None:
    """By hand: 2,000 strong hands on ten deals go with 100,000 hands, six rows of 400 hands are measured on 50 deals
    each, two cards are compared on 50 deals with each of 1,000 hands; of four cards six pairs at nine chances are
    compared, by all four on 10,000 deals; thirteen deals are as many games as all bids of a hand.
    """
    one, eight = costs.playing("card", costs.AskedCommand(SHORTFALL, ["carded+champion"])).sizes
    assert one == 120_000 + (120_000 + 100_000) // 13
    assert eight == 8 * 120_000 + (6 * 9 * 4 * 10_000 + 2 * 120_000 + 100_000) // 13
    (of_field,) = costs.playing("card", costs.AskedCommand(SHORTFALL, ["cautious+solid"])).sizes
    assert of_field == 480_000 + (120_000 + 100_000) // 13


def test_a_gain_that_is_not_certain_is_said_to_be_so() -> None:
    made = standard_card()
    made = made.__class__(made.card, made.rows, made.others, {**made.made, "chance": 0.7})
    won = Estimate(2.0, 0.5, 0.5, 3.5, 100)
    head, gain = found_in(5, made, Difference(0.4, -0.1, 0.9, [], won, "matches to 300"))
    assert "Found in 5 rounds" in head and "a chance of 70%, and else the other one below" in head
    assert gain.endswith(
        "+0.40 [\u22120.10, +0.90] points a deal (not certain) and +2.0 [+0.5, +3.5] of 100 matches to 300."
    )


def test_a_search_refuses_what_belongs_to_another_way_to_make_a_card() -> None:
    assert "--budget is for a search without --field" in refused("card", "--field", "cautious+solid", "--budget", "1")
    assert "--card prints a card that is there" in refused("card", "--card", "first", "--target", "300")
