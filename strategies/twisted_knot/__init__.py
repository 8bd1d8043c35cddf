"""Strategies of Twisted Knot, one idea per file."""

BENCHMARKS = {
    "shed": ["shed:tremble=0"] * 3,
    "simple scripts": ["shed:tremble=0", "hoard-nines:tremble=0", "hoard-aces:tremble=0"],
    "simple scripts, tremble 2%": ["shed", "hoard-nines", "hoard-aces"],
    "random": ["random:tremble=0"] * 3,
}

WATCHED = ["hoard-aces", "shed", "ten-chain"]  # who plays the game to watch

TUNABLE = "all-round"  # whose parameters are tuned unless somebody says otherwise
BASELINE = "shed"  # the player whom a hunch is laid over unless somebody says otherwise

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
# `mixed-1` is the whole library of its time. `mixed-2` is one player of each kind that one may meet: one who just
# sheds, those who follow a tip of the rulebook as far as it suits them, the strongest script and the champion. Players
# who move at random are not among them, nor those whose habit hardly ever comes up. `strong-1` learnt the game by
# playing it, and `expert-1` looks ahead besides, which takes about a second for a game; `scripts-1` are the strongest
# players that somebody wrote, with settings of a version, by the number of players from which on they are taken.
# `able-1` are good players of different kinds, for tuning: the best answer to one of them alone is often bad against
# another.
FIELDS = {
    "simple-1": ["shed"],
    "strong-1": ["champion"],
    "expert-1": ["thinker:base=champion,opponents=champion,rollouts=48"],
    "scripts-1": {
        2: ["all-round@v1-2-players"],
        3: ["all-round@v2-3-players"],
        4: ["all-round@v2-4-players"],
    },
    "able-1": [
        HAND_MADE,
        "all-round@v2-3-players",
        "hoard-nines@tips-v1",
        "hoard-aces",
        "shed",
    ],
    "mixed-1": [
        "shed",
        "hoard-aces@tips-v1",
        "joker-pressure@tips-v1",
        "ten-chain",
        "save-queens@tips-v1",
        "all-round@v2-3-players",
        "hoard-nines@tips-v1",
        "random",
        "ten-king-chain@tips-v1",
        "count-fives@tips-v1",
        "planned-finish@tips-v1",
        "two-pressure@tips-v1",
        "hoard-both",
        "jack-bomb@tips-v1",
        "ten-three-nine@tips-v1",
        "exploiter@tips-v1",
        "save-fives@tips-v1",
        "pick-up-for-aces-and-nines@tips-v1",
        "scripted",
        "careful-pressure@tips-v1",
    ],
    "mixed-2": [
        "shed",
        "hoard-aces@tips-v1",
        "hoard-nines@tips-v1",
        "ten-chain",
        "ten-king-chain@tips-v1",
        "joker-pressure@tips-v1",
        "planned-finish@tips-v1",
        "pick-up-for-aces-and-nines@tips-v1",
        "all-round@v2-3-players",
        "champion",
    ],
}
