"""Strategies of Knotweed, one idea a file."""

BENCHMARKS = {
    "random": ["random"] * 3,
    "dump": ["dump"] * 3,
    "hold-back": ["hold-back"] * 3,
    "finisher": ["finisher"] * 3,
}
