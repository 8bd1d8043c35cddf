"""Strategies of Twisted Knot, one idea a file."""

BENCHMARKS = {
    "shed": ["shed"] * 3,
    "simple scripts": ["shed", "hoard-nines", "hoard-aces"],
    "simple scripts, tremble 2 %": ["shed:tremble=0.02", "hoard-nines:tremble=0.02", "hoard-aces:tremble=0.02"],
    "random": ["random"] * 3,
}
