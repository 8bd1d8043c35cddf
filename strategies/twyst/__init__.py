"""Strategies of Twyst, one idea a file: bidders, and players of the cards."""

BENCHMARKS = {
    "random": ["random"] * 4,
    "cautious+high": ["cautious+high"] * 4,
    "threshold+solid": ["threshold+solid"] * 4,
}

# Who meets whom in the report: every bidder with every player, but for the slow one.
ENTRANTS = [f"{bidder}+{player}" for bidder in ("random", "cautious", "threshold") for player in ("random", "high", "solid")]
