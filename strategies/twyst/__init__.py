"""Strategies of Twyst, one idea a file: bidders, and players of the cards."""

BENCHMARKS = {
    "random": ["random"] * 4,
    "cautious+high": ["cautious+high"] * 4,
    "threshold+solid": ["threshold+solid"] * 4,
}
