"""Strategies of Twyst, one idea per file: bidders, and players of the cards."""

BENCHMARKS = {
    "random": ["random"] * 4,
    "cautious+high": ["cautious+high"] * 4,
    "threshold+solid": ["threshold+solid"] * 4,
}

WATCHED = ["threshold+solid", "cautious+solid", "threshold+solid", "random+high"]  # who plays the game to watch

TUNABLE = "threshold+solid"  # whose parameters are tuned unless somebody says otherwise
BASELINE = "champion"  # the player whom a hunch is laid over unless somebody says otherwise

# The other players of a duel, by a name for each kind and its version (see those of Twisted Knot). `mixed-1` is every
# bidder of its time with every player, but for the slow one, the champion, and the bidder for matches, who bids like
# `threshold` in a deal by itself; `mixed-2` has nobody who bids or plays at random, but the champion. `strong-1` plays
# the cards as it learnt to from its own deals, and bids as was tuned among its like; `strong-2` bids by the cards that
# hold where everybody has them. `expert-1` and `expert-2` play each card on to the end of sampled deals, which takes
# far longer; `scripts-1` is the strongest player that somebody wrote.
FIELDS = {
    "simple-1": ["cautious+high"],
    "strong-1": ["threshold@v3+champion"],
    "strong-2": ["carded+champion"],
    "expert-1": ["threshold@v3+sampler:champions=1"],
    "expert-2": ["carded+sampler:champions=1"],
    "scripts-1": ["threshold@v2+solid"],
    "mixed-1": [
        f"{bidder}+{player}" for bidder in ("random", "cautious", "threshold") for player in ("random", "high", "solid")
    ],
    "mixed-2": [
        "cautious+high",
        "cautious+solid",
        "threshold+high",
        "threshold+solid",
        "threshold@v3+champion",
    ],
}
