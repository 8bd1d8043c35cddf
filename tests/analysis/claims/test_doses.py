"""How much of a habit: amounts side by side on the same deals."""

from dataclasses import replace

import numpy as np
import pytest

from knotlab.analysis.claims import Doses, Duel
from knotlab.analysis.claims.kinds.gains import Halves
from knotlab.analysis.claims.model.chart import Sample
from knotlab.analysis.claims.rulebooks.library import tip_named, tips
from knotlab.analysis.claims.rulebooks.twisted_knot.players import LITERAL
from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.analysis.runs.play import make_job
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_games

DEALS = 60
SHOWN = Doses(
    "queens kept",
    {"one": "save-queens:queens=1,hand=1", "none": "save-queens:hand=20,queens=1"},
    "save-queens:tip=0",
    "one",
    "queens",
    ("shed",),
)
WITH_AN_AMOUNT = ("TK-C5", "TK-C9", "TK-C10", "TK-C15", "TK-C20", "TK-C29")


def lost(strategy: str) -> np.ndarray:
    """The share of each deal's three games that the first player loses."""
    job = replace(make_job("twisted-knot", [strategy, *["shed"] * 2]), purpose="play")
    places = play_games(job, 0, 3 * DEALS)["place"]
    seats = [job.players_by_seat(game).index(0) for game in range(3 * DEALS)]
    return (places[np.arange(3 * DEALS), seats] == 3).reshape(DEALS, 3).mean(axis=1)


@pytest.mark.more
def test_the_gain_of_an_amount_is_what_it_loses_less_on_the_same_deals() -> None:
    chart = SHOWN.play(Sample("twisted-knot", DEALS, DEFAULT_SEED))
    gains = 100 * (lost("save-queens:tip=0") - lost("save-queens:queens=1,hand=1"))
    assert gains.any() and chart.rates[0].value == pytest.approx(gains.mean())
    assert chart.rates[0].error == pytest.approx(gains.std(ddof=1) / DEALS**0.5)
    assert chart.rates[0].low < gains.mean() < chart.rates[0].high and chart.rates[0].n == DEALS


@pytest.mark.more
def test_halves_are_told_apart_on_the_same_deals() -> None:
    """Hoarding aces and hoarding nines: the gains by deal, put together here as the definitions say."""
    first, second, both = "hoard-aces", "hoard-nines:others=2", "hoard-both"
    amounts = {"aces": first, "nines": second, "both": both}
    shown = Halves("aces and nines", amounts, "shed", "both", "", ("shed",), apart=("aces", "nines"))
    chart = shown.play(Sample("twisted-knot", DEALS, DEFAULT_SEED))
    without = lost("shed")
    a, b, ab = (100 * (without - lost(strategy)) for strategy in (first, second, both))
    wanted = [a, b, ab, (a + ab - b) / 2, (b + ab - a) / 2, ab - a - b]
    assert [rate.value for rate in chart.rates] == pytest.approx([gains.mean() for gains in wanted])
    assert [rate.error for rate in chart.rates] == pytest.approx([gains.std(ddof=1) / DEALS**0.5 for gains in wanted])
    assert chart.halves == {"aces": 3, "nines": 4} and chart.name(2) == "both (as the tip is read)"
    assert not SHOWN.chart({(0,): chart.rates[0]}).halves


@pytest.mark.more
def test_the_amount_of_the_tip_as_it_is_read_is_marked() -> None:
    chart = SHOWN.play(Sample("twisted-knot", DEALS, DEFAULT_SEED))
    assert [chart.name(i) for i in range(2)] == ["one (as the tip is read)", "none"]


def test_an_amount_to_be_marked_must_be_there() -> None:
    with pytest.raises(InputError, match="'two' is none of its amounts: one, none"):
        replace(SHOWN, literal="two").check("twisted-knot", ())


@pytest.mark.parametrize("name", WITH_AN_AMOUNT)
def test_a_tip_with_an_amount_shows_what_each_amount_gains_and_marks_its_own(name: str) -> None:
    tip = tip_named(name)
    curves = [shown for shown in tip.curves if isinstance(shown, Doses)]
    assert curves
    for shown in curves:
        shown.check(tip.game, ())
        assert shown.amounts[shown.literal] in {duel.a for duel in tip.experiments if isinstance(duel, Duel)}


def test_what_a_tip_is_read_to_mean_is_not_tuned() -> None:
    tried = {duel.a.partition(":")[0] for tip in tips() for duel in tip.experiments if isinstance(duel, Duel)}
    assert tried >= set(LITERAL)
