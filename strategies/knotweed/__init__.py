"""Strategies of Knotweed, one idea per file."""

BENCHMARKS = {
    "random": ["random"] * 3,
    "dump": ["dump"] * 3,
    "hold-back": ["hold-back"] * 3,
    "finisher": ["finisher"] * 3,
}

WATCHED = ["cheapest:tremble=0.02", "hold-back:tremble=0.02", "finisher:tremble=0.02"]  # who plays the game to watch

TUNABLE = "all-round"  # whose parameters are tuned unless somebody says otherwise

# What an all-round player's weights stand for, tip by tip.
ABLATED = {
    "all-round": {
        "penalties are weighed": ("price",),
        "piles opened for the next player are weighed": ("fear",),
        "piles are kept to go out": ("piles",),
    }
}

# The other players of a duel, by a name for each kind and its version (see those of Twisted Knot). `mixed-1`
# is the whole library of its time. `strong-1` learnt the game by playing it, and `expert-1` looks ahead besides, which
# takes about a second for a game; `scripts-1` is the strongest player that somebody wrote.
FIELDS = {
    "simple-1": ["dump:tremble=0.02"],
    "strong-1": ["champion:tremble=0.02"],
    "expert-1": ["thinker:base=champion,opponents=champion,rollouts=48,tremble=0.02"],
    "scripts-1": ["all-round@v2:tremble=0.02"],
    "mixed-1": [
        "dump:tremble=0.02",
        "hold-back@tips-v1:tremble=0.02",
        "cheapest:tremble=0.02",
        "finisher:tremble=0.02",
        "split-to-go-out:tremble=0.02",
        "all-round@v2:tremble=0.02",
        "always-play:tremble=0.02",
        "random:tremble=0.02",
        "dump-after-three:tremble=0.02",
        "prune-against-next:tremble=0.02",
        "split-only-to-go-out@tips-v1:tremble=0.02",
    ],
}
