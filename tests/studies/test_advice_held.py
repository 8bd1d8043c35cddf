"""How many positions advice settles, in words."""

from typing import Any

from knotlab.analysis.decisions.advice import MoveAdvice
from knotlab.analysis.decisions.race import Valued
from knotlab.studies.advice_held import how_settled

NOWHERE: Any = None


def advice(low: float, high: float, is_decided: bool = False, is_close: bool = False) -> MoveAdvice:
    """Of two moves, the first with an interval of its own."""
    values = Valued(0.5, low, high, 100, False), Valued(0.6, 0.5, 0.7, 100, is_decided)
    return MoveAdvice(NOWHERE, "resample", "loss_rate", ("pass", "play"), values, (0.0, 0.0), is_close, is_close, 1.0)


def test_what_is_decided_what_is_close_and_how_wide_the_rest_is() -> None:
    settled = [advice(0.4, 0.6, is_decided=True), advice(0.4, 0.6, is_close=True)]
    assert how_settled(settled) == "1 decided and 1 more to within what matters, 100.0% in all"
    assert how_settled([*settled, advice(0.45, 0.55), advice(0.4, 0.6)]) == (
        "1 decided and 1 more to within what matters, 50.0% in all; otherwise the best move's interval is 15.0 of 100 "
        "games wide, 19.0 at most in nine of ten"
    )
