"""From games to knowledge: play by name, statistics by deal, duels and tournaments, results as pandas and Polars frames."""

from analysis.claim import make_claim
from analysis.duel import duel
from analysis.duel_result import DuelResult
from analysis.play import PlayResult, make_job, play
from analysis.rates import rate
from analysis.tournament import make_setup, tournament
from analysis.tournament_result import TournamentResult
from analysis.whatif import what_if

__all__ = [
    "DuelResult", "PlayResult", "TournamentResult", "duel", "make_claim", "make_job", "make_setup", "play", "rate", "tournament", "what_if",
]  # fmt: skip
