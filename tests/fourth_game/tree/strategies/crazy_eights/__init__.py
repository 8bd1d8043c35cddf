"""Strategies of Crazy Eights, one idea a file."""

BENCHMARKS = {"random": ["random"] * 3, "high-cards": ["high-cards"] * 3, "longest-suit": ["longest-suit"] * 3}

WATCHED = [
    "high-cards:tremble=0.02",
    "keep-eights:tremble=0.02",
    "longest-suit:tremble=0.02",
]  # who plays the game to watch

TUNABLE = "longest-suit"  # whose parameters are tuned unless somebody says otherwise

# The other players of a duel, by a name for each kind and its version; a table takes as many as it needs, in
# turn. `mixed-1` is the whole library; `mixed-2`, which verdicts of claims speak of, has nobody who moves at random.
FIELDS = {
    "simple-1": ["high-cards:tremble=0.02"],
    "strong-1": ["longest-suit:tremble=0.02"],
    "mixed-1": [
        "high-cards:tremble=0.02",
        "keep-eights:tremble=0.02",
        "longest-suit:tremble=0.02",
        "random:tremble=0.02",
    ],
    "mixed-2": ["high-cards:tremble=0.02", "keep-eights:tremble=0.02", "longest-suit:tremble=0.02"],
}
