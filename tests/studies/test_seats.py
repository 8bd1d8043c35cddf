"""Thresholds for one seat alone: what they gain is found on the seat where there is something to gain."""

import numpy as np
import pytest

from knotlab.analysis.bidding.bids import Bids, Thresholds
from knotlab.analysis.bidding.card_measure import draw
from knotlab.studies import seats
from knotlab.studies.seats import EVERY, seat_gains
from knotlab.studies.thresholds import NEVER

pytestmark = pytest.mark.long

NOW = Thresholds(NEVER, NEVER, -NEVER, 7.0, 0.5)  # nobody ever plays alone


def courts_pay_on_seat_2(n_hands: int) -> Bids:
    """Courts score 50 on seat 2 with 4 tricks rather than 2, and -50 elsewhere; other cards nothing."""
    cards = draw(np.random.default_rng(4), n_hands).cards
    tricks = np.where(np.arange(n_hands) // 8 % 2, 2.0, 4.0)
    is_court, pays = (cards % 13 > 8) & (cards % 13 < 12), (np.arange(n_hands) % 4 == 2) & (tricks == 4)
    worth = np.where(is_court, np.where(pays[:, None], 50.0, -50.0), 0.0)
    return Bids(cards, worth, np.ones(n_hands), np.ones(n_hands), np.repeat(tricks[:, None], 4, axis=1))


def test_own_thresholds_gain_on_the_seat_where_courts_pay_and_nowhere_else() -> None:
    bids = courts_pay_on_seat_2(800)
    table = seat_gains(bids, NOW).set_index("seat")
    has_court = ((bids.cards % 13 > 8) & (bids.cards % 13 < 12)).any(axis=1)
    pays = (has_court & (bids.tricks[:, 0] == 4))[2::4].mean()
    assert table.loc["2", "gain"] == pytest.approx(50 * pays)
    assert table.loc["2", "low"] > 0 and table.loc["2", "court"] == 3.0
    for seat in ("0", "1", "3", EVERY):
        assert table.loc[seat, "gain"] == 0
    assert table["hands"].tolist() == [200] * 4 + [800]


def test_the_command_prints_a_row_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    seats.main(["--deals", "400"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| 0", "| 1", "| 2", "| 3", "| every seat", "| now"]
