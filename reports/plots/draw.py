"""Which plots each kind of result has, by name; the first is drawn unless one is named."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from matplotlib.figure import Figure

from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.bidding.hand import HandBids
from knotlab.analysis.bidding.match_advice import MatchAdvice
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.reading_changes import ReadingChanges
from knotlab.analysis.claims.result import TipResult
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.runs.cost import Cost
from knotlab.analysis.runs.measured import MeasuredRate
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.whatif import WhatIfResult
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.result import Ablation
from knotlab.analysis.tuning.tune import Tuned
from knotlab.reports.answers.findings import TipFound
from knotlab.reports.answers.shipped_claims import ShippedClaims
from knotlab.reports.plots import (
    by_name,
    duel,
    guide,
    match,
    measuring,
    play,
    readings,
    replay,
    shipped,
    tournament,
    tuning,
)
from knotlab.reports.viewer.replay import Replay
from knotlab.reports.words.lookups import Catalogue, Rules, View
from knotlab.sim.errors import InputError
from knotlab.sim.settings import unknown

Plots = Mapping[str, Callable[[Any], Figure]]


def _of_claims(result: ClaimsResult) -> Plots:
    """The plots of each claim."""
    return _by_tip({each.tip.id: by_name.played(each) for each in result})


def _of_shipped(result: ShippedClaims) -> Plots:
    """The mean effects of several tips, and the plots of each."""
    kinds = _by_tip({tip.id: by_name.as_shipped(tip) for tip in result})
    has_means = len(result) > 1 and any(tip.headline and tip.headline.unit == "loss_rate" for tip in result)
    return {"means": shipped.means, **kinds} if has_means else kinds


def _of_tip(result: TipResult) -> Plots:
    return _by_tip({result.tip.id: by_name.played(result)})


def _of_shipped_tip(result: TipFound) -> Plots:
    return _by_tip({result.id: by_name.as_shipped(result)})


def _by_tip(pictures: Mapping[str, by_name.Pictures]) -> Plots:
    """The plots of some tips by name; a tip's id alone is the first of them."""
    firsts = {name: next(iter(plots.values())) for name, plots in pictures.items() if plots}
    named = {name: plot for plots in pictures.values() for name, plot in plots.items()}
    return {name: partial(_without_result, plot) for name, plot in (firsts | named).items()}


def _without_result(plot: Callable[[], Figure], _: Any) -> Figure:
    return plot()


DRAWINGS: dict[type, Plots | Callable[[Any], Plots]] = {
    PlayResult: {"rates": play.rates_of, "places": play.places},
    DuelResult: {"interval": duel.closing_in},
    TournamentResult: {
        "ratings": tournament.ratings,
        "rates": tournament.rates,
        "pairs": partial(tournament.matrix, name="pairs"),
        "invasions": partial(tournament.matrix, name="invasions"),
        "sources": tournament.sources,
    },
    Tuned: {"generations": tuning.generations},
    BestResponses: {"gains": tuning.rounds},
    Ablation: {"changes": tuning.changes},
    MatchAdvice: {"chances": match.chances},
    Guide: {kind: partial(guide.gains, kind=kind) for kind in ("ace", "court", "misere")},
    HandBids: {"bids": guide.bids},
    WhatIfResult: {"gains": measuring.gains},
    MeasuredRate: {"interval": measuring.interval},
    Cost: {"growth": measuring.growth},
    ClaimsResult: _of_claims,
    TipResult: _of_tip,
    ShippedClaims: _of_shipped,
    TipFound: _of_shipped_tip,
    Replay: {"moves": replay.moves},
    ReadingChanges: {"changes": readings.changes},
    **{kind: {} for kind in (Catalogue, Rules, View)},  # tables of words
}


def draw(result: Any, kind: str | None) -> Figure:
    """Draw a result; raises InputError with the names of its plots if there is none of that name."""
    listed = next(DRAWINGS[parent] for parent in type(result).__mro__ if parent in DRAWINGS)
    plots = listed(result) if callable(listed) else listed
    if not plots:
        raise InputError("there is nothing to plot in this result; it has no effects, no curves and no table of rules")
    if kind is not None and kind not in plots:
        raise unknown("plot", kind, plots, "of this result")
    return plots[kind or next(iter(plots))](result)
