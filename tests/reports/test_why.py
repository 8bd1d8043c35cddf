"""Why a move is better: the habits and tips that it follows and another does not, by name."""

import pytest

from knotlab.analysis.claims.rulebooks.reasons import known_reasons
from knotlab.analysis.decisions.sitting import Looked
from knotlab.analysis.decisions.written.position import position_written
from knotlab.reports.sit.why import why
from knotlab.sim import games
from knotlab.sim.games.knotweed.state import PLAY, STOP
from knotlab.sim.games.knotweed.state import Move as WeedMove
from knotlab.sim.games.twisted_knot.cards import ACE, SEVEN, THREE
from knotlab.sim.games.twisted_knot.state import LAY, Move
from knotlab.sim.games.twyst.cards import CODE
from knotlab.sim.games.twyst.state import BID
from knotlab.sim.games.twyst.state import Move as TwystMove

pytestmark = pytest.mark.more

KNOT = "hand 0: 3 7 Ax2; hand 1: ?x3; pile 1: ?x2; stack: 7; cleared: 2x3 5x4 Qx4 9x4 10x4 6x4 Jx4 Kx4 3x3 4x4 8x4"


def test_a_three_that_is_kept_is_named() -> None:
    view = position_written("twisted-knot", KNOT, rules=["jokers=0"]).view
    seven, three = Move(LAY, SEVEN, 1), Move(LAY, THREE, 1)
    said = why("twisted-knot", Looked({}, view, seven, three))
    assert "Keep your threes: among champions, one who does without it loses 16.1 more games of 100." in said
    assert not any("threes" in each for each in why("twisted-knot", Looked({}, view, three, seven)))
    assert why("twisted-knot", Looked({}, view, three, three)) == []


def test_aces_that_are_laid_together_are_named_by_the_tip() -> None:
    view = position_written("twisted-knot", KNOT, rules=["jokers=0"]).view
    said = why("twisted-knot", Looked({}, view, Move(LAY, ACE, 2), Move(LAY, ACE, 1)))
    assert said == [
        "On 'Hoard aces, lay them together' (TK-C1): among champions, one that is forbidden to lay several aces at "
        "once loses 17.7 more games of 100."
    ]


def test_a_stop_of_knotweed_is_named() -> None:
    text = "hand 0: 6C 9H; hand 1: ?x3; hand 2: ?x3; piles: 5C KD; draw: ?x42"
    view = position_written("knotweed", text).view.copy()
    said = why("knotweed", Looked({}, view, WeedMove(STOP, -1, -1, 0), WeedMove(PLAY, 0, 5, 1)))
    assert said[0].startswith("On 'Hold back instead of laying all you can' (KW-C3): among champions, one that is ")
    assert any(each.startswith("Stop with enough piles") for each in said)


def test_a_bid_that_the_card_shows_is_named() -> None:
    view = position_written("twyst", "hand 2: AS KS QS 7S 2S 8H 3H KD 9D AC 10C 5C 4C").view
    bids = {name: TwystMove(BID, CODE[name], -1) for name in view_cards(int(view.hand))}
    said = {
        name: why("twyst", Looked({}, view, bid, bids["2S" if name != "2S" else "AS"])) for name, bid in bids.items()
    }
    row = ", by its row 'numeral from 12'."  # as the box of the report's page says, too
    other = {"4C": "it", "2S": "the 4\N{BLACK CLUB SUIT}"}
    assert {name: said[name] for name in other} == {
        name: [f"The bidding card shows {shown}{row}"] for name, shown in other.items()
    }
    assert sum("shows it" in each for each, *_ in said.values()) == 1


def view_cards(hand: int) -> list[str]:
    """The names of a hand's cards."""
    return [name for name, card in CODE.items() if hand >> card & 1]


def test_each_game_knows_its_reasons_the_dearest_first() -> None:
    for game in games.names():
        costs = [reason.cost for reason in known_reasons(game)]
        assert costs == sorted(costs, reverse=True) and all(cost > 0 for cost in costs)
        assert bool(costs) == (game != "twyst")
