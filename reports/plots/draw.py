"""Which plots each kind of result has, by name; the first is drawn unless one is named."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from matplotlib.figure import Figure

from knotlab.analysis.bidding.guide import Guide
from knotlab.analysis.bidding.hand import HandBids
from knotlab.analysis.claims.all_results import ClaimsResult
from knotlab.analysis.claims.reading_changes import ReadingChanges
from knotlab.analysis.duels.result import DuelResult
from knotlab.analysis.runs.cost import Cost
from knotlab.analysis.runs.measured import MeasuredRate
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.analysis.runs.whatif import WhatIf
from knotlab.analysis.tournaments.result import TournamentResult
from knotlab.analysis.tuning.best_response import BestResponses
from knotlab.analysis.tuning.tune import Tuned
from knotlab.reports.answers.shipped_claims import ShippedClaims
from knotlab.reports.plots import claims, duel, guide, measuring, play, readings, shipped, tournament, tuning
from knotlab.sim.settings import unknown

Plots = Mapping[str, Callable[[Any], Figure]]


def _of_claims(result: ClaimsResult) -> Plots:
    """The effects of each claim that has cells, by its id."""
    return {each.tip.id: partial(_effects, each.tip.id) for each in result if each.findings or claims.measured(each)}


def _of_shipped(result: ShippedClaims) -> Plots:
    """The mean effects of several tips, and the effects of each that has cells, by its id."""
    kinds = {tip.id: partial(shipped.effects, tip.id) for tip in result if tip.cells}
    has_means = len(result) > 1 and any(tip.headline and tip.headline.unit == "loss_rate" for tip in result)
    return {"means": shipped.means, **kinds} if has_means else kinds


def _effects(name: str, result: ClaimsResult) -> Figure:
    if result[name].findings:
        return claims.effects(result[name], result[name].findings[0].unit)
    return claims.sizes(result[name], claims.measured(result[name])[0].unit)


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
    Guide: {kind: partial(guide.gains, kind=kind) for kind in ("ace", "court", "misere")},
    HandBids: {"bids": guide.bids},
    WhatIf: {"gains": measuring.gains},
    MeasuredRate: {"interval": measuring.interval},
    Cost: {"growth": measuring.growth},
    ClaimsResult: _of_claims,
    ShippedClaims: _of_shipped,
    ReadingChanges: {"changes": readings.changes},
}


def draw(result: Any, kind: str | None) -> Figure:
    """Draw a result; raises InputError with the names of its plots if there is none of that name."""
    listed = next(DRAWINGS[parent] for parent in type(result).__mro__ if parent in DRAWINGS)
    plots = listed(result) if callable(listed) else listed
    if not plots or (kind is not None and kind not in plots):
        raise unknown("plot", kind or "", plots, "of this result")
    return plots[kind or next(iter(plots))](result)
