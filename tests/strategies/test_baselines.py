"""A habit that is switched off leaves the plain player, game for game, so that nothing but the habit is tried."""

import numpy as np
import pytest

from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.runs.play import make_job
from knotlab.sim.playing.batches import play_games
from knotlab.strategies.resolve import spelled

PLAIN = {"twisted-knot": "shed", "knotweed": "finisher"}
INSTEAD = {"pick-up-for-aces-and-nines": "hoard-both:others=1"}  # for a habit that is tried on top of another one
# What is changed by a rule of Knotweed, on and off: one of the two is no habit of the plain player.
RULED = {
    "always-play": "finisher:forbid=passes",
    "always-play:tip=0": "finisher:oblige=passes_if_all_cost_three",
    "dump-after-three": "finisher:forbid=stops_after_three",
    "dump-after-three:tip=0": "finisher:oblige=stops_after_three",
}
# Habits that add to another one, which both sides have: tens to hoarded aces, one card to pressing. Without any habit
# the one who holds back plays all he can, as `dump` does, but sees the way out, so no other player is like him.
ADDED = {"ten-king-chain", "careful-pressure", "hold back rather than dump"}


def is_switched_off(game: str, duel: Duel) -> bool:
    """Whether both sides are one strategy, and the second has a parameter at zero that the first has not: its habit."""
    (a, *_), (b, *_) = spelled(game, duel.a), spelled(game, duel.b)
    is_one = a.strategy is b.strategy and not (a.rules or b.rules)
    return is_one and any(b.values[name] == 0 != value for name, value in a.values.items())


OFF = {
    (tip.game, duel.label, duel.b)
    for tip in tips()
    for duel in tip.experiments
    if isinstance(duel, Duel) and tip.game in PLAIN and not tip.is_variant and is_switched_off(tip.game, duel)
}
HABITS = sorted({(game, b) for game, label, b in OFF if label not in {*ADDED, *RULED}})


@pytest.mark.long
@pytest.mark.parametrize(("game", "off"), HABITS)
def test_a_habit_that_is_switched_off_leaves_the_plain_player(game: str, off: str) -> None:
    plain = INSTEAD.get(off.partition("@")[0], PLAIN[game])
    plain += f"{',' if ':' in plain else ':'}tremble=0"
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


def test_no_habit_that_a_claim_switches_off_is_missed() -> None:
    """Those that are switched off by another name than `tip` are among them."""
    labels = {label for _, label, _ in OFF}
    assert {"fear openings", "up to 3 cards", "hoard-aces", *ADDED} <= labels and len(HABITS) > 18
    assert ("knotweed", "hold-back@tips-v1:fear=0") in HABITS
