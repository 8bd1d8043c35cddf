"""A tournament as its readers see it: one entry for all strategies that play alike, ties, and rungs of a ladder."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import pandas as pd

from knotlab.reports.words.names import reader_names

SHOWN = {"lost": "loss_rate", "won": "win_rate"}  # what is counted of a game, by the word for it


class Share(NamedTuple):
    """A share of games with its 95% interval, 0 to 1."""

    value: float
    low: float
    high: float


class Entry(NamedTuple):
    """Strategies that play alike: the first one's name, the others' names, their spellings, and a row of numbers for
    each number of players.
    """

    name: str
    also: tuple[str, ...]
    spellings: tuple[str, ...]
    rows: dict[int, dict[str, float]]

    def share(self, n_players: int, result: str) -> Share:
        """Games lost or won at a table of this many players."""
        field, row = SHOWN[result], self.rows[n_players]
        return Share(*(row[name] for name in (field, f"{field}_low", f"{field}_high")))


def entries(game: str, rates: dict[int, pd.DataFrame]) -> list[Entry]:
    """The entries of some tournaments of the same strategies, by number of players.

    Strategies are one entry if all their numbers are equal to the last digit at every table.
    """
    tables = {n: frame.set_index("strategy").to_dict("index") for n, frame in rates.items()}
    spellings = sorted(set.intersection(*(set(rows) for rows in tables.values())))
    names, alike = reader_names(game, spellings), dict[Hashable, list[str]]()
    for spelling in spellings:
        numbers = tuple(tuple(sorted(tables[n][spelling].items())) for n in tables)
        alike.setdefault(numbers, []).append(spelling)
    return [
        Entry(
            names[first],
            tuple(names[other] for other in others),
            (first, *others),
            {n: rows[first] for n, rows in tables.items()},
        )
        for first, *others in alike.values()
    ]


def ranked(lineup: Sequence[Entry], n_players: int, result: str) -> list[Entry]:
    """The entries at one number of players, the best first."""
    sign = 1 if result == "lost" else -1
    return sorted(lineup, key=lambda entry: (sign * entry.share(n_players, result).value, entry.name))


def ties(shares: Sequence[Share]) -> list[list[int]]:
    """Places, in the order of a ranking, bracketed while the interval of each overlaps that of the bracket's first.

    >>> ties([Share(0.2, 0.18, 0.22), Share(0.21, 0.19, 0.23), Share(0.3, 0.28, 0.32)])
    [[0, 1], [2]]
    """
    brackets: list[list[int]] = []
    for place, share in enumerate(shares):
        first = shares[brackets[-1][0]] if brackets else None
        if first and share.low <= first.high and first.low <= share.high:
            brackets[-1].append(place)
        else:
            brackets.append([place])
    return brackets


def rungs(lineup: Sequence[Entry], ratings: pd.DataFrame) -> list[list[Entry]]:
    """A ladder: nobody on a rung is certainly better than another on it, and each is certainly worse than somebody on
    the rung above.

    ratings: with intervals that hold for all strategies together.
    """
    spans = ratings.set_index("strategy")[["low", "high", "rating"]].to_dict("index")
    best_first = sorted(lineup, key=lambda entry: -spans[entry.spellings[0]]["rating"])
    rung: dict[str, int] = {}
    for entry in sorted(best_first, key=lambda entry: -spans[entry.spellings[0]]["high"]):
        high = spans[entry.spellings[0]]["high"]
        above = [rung[name] for name in rung if spans[name]["low"] > high]
        rung[entry.spellings[0]] = 1 + max(above, default=-1)
    ladder: list[list[Entry]] = [[] for _ in range(1 + max(rung.values()))]
    for entry in best_first:
        ladder[rung[entry.spellings[0]]].append(entry)
    return ladder
