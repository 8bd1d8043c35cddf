"""A habit that is switched off leaves the plain player, game for game, so that nothing but the habit is tried."""

import numpy as np
import pytest

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.batches import play_games

PLAIN = {"twisted-knot": "shed", "knotweed": "finisher"}
# What is changed by a rule of Knotweed, on and off: one of the two is no habit of the plain player.
RULED = {
    "always-play": "finisher:forbid=passes",
    "always-play:tip=0": "finisher:oblige=passes_if_all_cost_three",
    "dump-after-three": "finisher:forbid=stops_after_three",
    "dump-after-three:tip=0": "finisher:oblige=stops_after_three",
}
# Habits that add to another one, which both sides have: tens to hoarded aces, one card to pressing.
ADDED = {"ten-king-chain", "careful-pressure"}
HABITS = sorted(
    {
        (tip.game, duel.b)
        for tip in tips()
        for duel in tip.experiments
        if isinstance(duel, Duel) and "tip=0" in duel.b and duel.label not in {*ADDED, *RULED} and not tip.is_variant
    }
)


@pytest.mark.long
@pytest.mark.parametrize(("game", "off"), HABITS)
def test_a_habit_that_is_switched_off_leaves_the_plain_player(game: str, off: str) -> None:
    plain = f"{PLAIN[game]}:tremble=0"
    tables = ([f"{off},tremble=0", plain, plain], [plain] * 3)
    without, usual = (play_games(make_job(game, table, seed=5), 0, 600) for table in tables)
    assert np.array_equal(without, usual)


@pytest.mark.long
@pytest.mark.parametrize("habit", RULED)
def test_what_a_tip_of_knotweed_changes_is_one_rule_over_the_plain_player(habit: str) -> None:
    """The same games by another way: the rule laid over `finisher`, and the strategy written for the tip."""
    others = ["finisher:tremble=0", "dump:tremble=0"]
    spellings = (f"{habit}{',' if ':' in habit else ':'}tremble=0", f"{RULED[habit]},tremble=0")
    one, other = (play_games(make_job("knotweed", [mine, *others], seed=6), 0, 600) for mine in spellings)
    assert np.array_equal(one, other)


def test_there_are_such_habits_in_both_games() -> None:
    assert {game for game, _ in HABITS} == set(PLAIN) and len(HABITS) >= 9
