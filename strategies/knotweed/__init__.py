"""Strategies of Knotweed, one idea per file."""

BENCHMARKS = {
    "random": ["random:tremble=0"] * 3,
    "dump": ["dump:tremble=0"] * 3,
    "hold-back": ["hold-back:tremble=0"] * 3,
    "finisher": ["finisher:tremble=0"] * 3,
}

WATCHED = ["cheapest", "hold-back", "finisher"]  # who plays the game to watch

TUNABLE = "all-round"  # whose parameters are tuned unless somebody says otherwise
BASELINE = "finisher"  # the player whom a hunch is laid over unless somebody says otherwise

# What an all-round player's weights stand for, tip by tip.
ABLATED = {
    "all-round": {
        "penalties are weighed": ("price",),
        "piles opened for the next player are weighed": ("fear",),
        "piles are kept to go out": ("piles",),
    }
}

# The other players of a duel, by a name for each kind and its version (see those of Twisted Knot). `mixed-1`
# is the whole library of its time; `mixed-2` is one player of each kind, the champion among them, without those who
# move at random or play like another. `strong-1` learnt the game by playing it, and `expert-1` looks ahead besides,
# which takes about a second for a game; `scripts-1` is the strongest player that somebody wrote.
FIELDS = {
    "simple-1": ["dump"],
    "strong-1": ["champion"],
    "expert-1": ["thinker:base=champion,opponents=champion,rollouts=48"],
    "scripts-1": ["all-round@v2"],
    "mixed-1": [
        "dump",
        "hold-back@tips-v1",
        "cheapest",
        "finisher",
        "split-to-go-out",
        "all-round@v2",
        "always-play",
        "random",
        "dump-after-three",
        "prune-against-next",
        "split-only-to-go-out@tips-v1",
    ],
    "mixed-2": [
        "dump",
        "cheapest",
        "finisher",
        "hold-back@tips-v1",
        "split-to-go-out",
        "split-only-to-go-out@tips-v1",
        "all-round@v2",
        "champion",
    ],
}
