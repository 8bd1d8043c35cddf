"""Strategies of Twyst, one idea per file: bidders, and players of the cards."""

BENCHMARKS = {
    "random": ["random"] * 4,
    "cautious+high": ["cautious+high"] * 4,
    "threshold+solid": ["threshold+solid"] * 4,
}

WATCHED = ["threshold+solid", "cautious+solid", "threshold+solid", "random+high"]  # who plays the game to watch

TUNABLE = "threshold+solid"  # whose parameters are tuned unless somebody says otherwise

# The other players of a duel, by a name for each kind of company; a table takes as many as it needs, in turn.
# `mixed` is the whole library: every bidder with every player, but for the slow one, the champion, and the bidder for
# matches, who bids like `threshold` in a deal by itself. `strong` plays the cards as it learnt to from its own deals,
# and bids as was tuned among its like; `expert` plays each card on to the end of sampled deals, which takes far longer;
# `strong-v1` is who was strong before.
FIELDS = {
    "simple": ["cautious+high"],
    "strong": ["threshold@v3+champion"],
    "expert": ["threshold@v3+sampler:champions=1"],
    "strong-v1": ["threshold@v2+solid"],
    "mixed": [
        f"{bidder}+{player}" for bidder in ("random", "cautious", "threshold") for player in ("random", "high", "solid")
    ],
}
