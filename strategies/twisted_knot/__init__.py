"""Strategies of Twisted Knot, one idea a file."""

BENCHMARKS = {
    "shed": ["shed"] * 3,
    "simple scripts": ["shed", "hoard-nines", "hoard-aces"],
    "simple scripts, tremble 2 %": ["shed:tremble=0.02", "hoard-nines:tremble=0.02", "hoard-aces:tremble=0.02"],
    "random": ["random"] * 3,
}

TUNABLE = "all-round"  # whose parameters are tuned unless somebody says otherwise

# What an all-round player's weights stand for, tip by tip.
ABLATED = {
    "all-round": {
        "aces are collected": ("ace",),
        "nines are collected": ("nine",),
        "cards that nines and aces carry off": ("carried",),
        "aces and nines are not given away": ("give_ace", "give_nine"),
        "high cards are given away": ("give_high",),
        "cards of a rank are laid together": ("together",),
        "the next player is troubled": ("stuck", "few", "stack"),
        "tens and goes that nothing can follow": ("lonely",),
        "kings that bring the turn back": ("kings",),
        "a four for a large stack": ("clears",),
        "fives and jacks between two": ("fives", "jacks"),
        "the last card of the hand": ("empties",),
        "picking up for aces and nines": ("pick_wanted",),
        "large stacks are left alone": ("pick_up", "pick_card"),
        "topping up": ("topping",),
    }
}

# The other players of a duel, by a name for each kind of company; a table takes as many as it needs, in turn.
# `strong` names settings of a version, by the number of players from which on they are taken.
FIELDS = {
    "simple": ["shed:tremble=0.02"],
    "strong": {
        2: ["all-round@v2-2-players:tremble=0.02"],
        3: ["all-round@v1-3-players:tremble=0.02"],
        4: ["all-round@v2-4-players:tremble=0.02"],
    },
    "mixed": [
        "shed:tremble=0.02",
        "hoard-aces:tremble=0.02",
        "joker-pressure:tremble=0.02",
        "hoard-nines:tremble=0.02",
        "ten-chain:tremble=0.02",
        "random:tremble=0.02",
    ],
}
