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

# The other players of a duel, by a name for each kind of company; a table takes as many as it needs, in turn. `mixed`
# is the whole library. `strong` learnt the game by playing it; `strong-v1` is the script that was the strongest before.
FIELDS = {
    "simple": ["dump:tremble=0.02"],
    "strong": ["champion:tremble=0.02"],
    "strong-v1": ["all-round@v2:tremble=0.02"],
    "mixed": [
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
