"""Strategies of Twisted Knot, one idea per file."""

BENCHMARKS = {
    "shed": ["shed"] * 3,
    "simple scripts": ["shed", "hoard-nines", "hoard-aces"],
    "simple scripts, tremble 2%": ["shed:tremble=0.02", "hoard-nines:tremble=0.02", "hoard-aces:tremble=0.02"],
    "random": ["random"] * 3,
}

WATCHED = ["hoard-aces:tremble=0.02", "shed:tremble=0.02", "ten-chain:tremble=0.02"]  # who plays the game to watch

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

# The weights that the all-round player had before they were tuned.
HAND_MADE = (
    "all-round:two=14,five=9,queen=6,seven=12,nine=9,ten=8.8,joker=8,six=7,jack=9,king=5,ace=-4.5,three=3,four=1,eight=4,empties=6.5,carried=1.2,stuck=0.5,"
    "few=2,stack=0,lonely=-7.5,pick_up=-21,pick_card=-2,pick_wanted=10.5,give_ace=7,give_nine=19,give_high=1.9,fives=-0.7,jacks=0,kings=0,clears=-0.25,"
    "together=0.01,topping=1"
)

# The other players of a duel, by a name for each kind and its version; a table takes as many as it needs, in
# turn. The name alone (`mixed`) stands for the newest version. A version that something published names is never
# edited: what is asked in it would be another question. So a new strategy is in none, until somebody writes a new one.
# `mixed-1` is the whole library of its time. `strong-1` learnt the game by playing it, and `expert-1` looks ahead
# besides, which takes about a second for a game; `scripts-1` are the strongest players that somebody wrote, with
# settings of a version, by the number of players from which on they are taken. `able-1` are good players of different
# kinds, for tuning: the best answer to one of them alone is often bad against another.
FIELDS = {
    "simple-1": ["shed:tremble=0.02"],
    "strong-1": ["champion:tremble=0.02"],
    "expert-1": ["thinker:base=champion,opponents=champion,rollouts=48,tremble=0.02"],
    "scripts-1": {
        2: ["all-round@v1-2-players:tremble=0.02"],
        3: ["all-round@v2-3-players:tremble=0.02"],
        4: ["all-round@v2-4-players:tremble=0.02"],
    },
    "able-1": [
        f"{HAND_MADE},tremble=0.02",
        "all-round@v2-3-players:tremble=0.02",
        "hoard-nines@tips-v1:tremble=0.02",
        "hoard-aces:tremble=0.02",
        "shed:tremble=0.02",
    ],
    "mixed-1": [
        "shed:tremble=0.02",
        "hoard-aces@tips-v1:tremble=0.02",
        "joker-pressure@tips-v1:tremble=0.02",
        "ten-chain:tremble=0.02",
        "save-queens@tips-v1:tremble=0.02",
        "all-round@v2-3-players:tremble=0.02",
        "hoard-nines@tips-v1:tremble=0.02",
        "random:tremble=0.02",
        "ten-king-chain@tips-v1:tremble=0.02",
        "count-fives@tips-v1:tremble=0.02",
        "planned-finish@tips-v1:tremble=0.02",
        "two-pressure@tips-v1:tremble=0.02",
        "hoard-both:tremble=0.02",
        "jack-bomb@tips-v1:tremble=0.02",
        "ten-three-nine@tips-v1:tremble=0.02",
        "exploiter@tips-v1:tremble=0.02",
        "save-fives@tips-v1:tremble=0.02",
        "pick-up-for-aces-and-nines@tips-v1:tremble=0.02",
        "scripted:tremble=0.02",
        "careful-pressure@tips-v1:tremble=0.02",
    ],
}
