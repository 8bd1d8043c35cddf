"""What all strategies of Knotweed but those that declare it have in common: they never cheat (KW-11)."""

import pytest

from tests.knotweed.positions import facing, play
from tests.strategies.knotweed.choices import best


@pytest.mark.parametrize(
    "strategy",
    (
        "all-round always-play:tip=0 cheapest dump dump-after-three:tip=0 finisher hold-back prune-against-next "
        "split-only-to-go-out split-to-go-out"
    ).split(),
)
def test_it_passes_rather_than_cheat_and_takes_all_cards_due(strategy: str) -> None:
    game = facing("5C", "9D 9H", cheating=0.5)
    assert best(game, strategy) == "pass"
    play(game, "pass")
    assert best(game, strategy) == "take 3"
