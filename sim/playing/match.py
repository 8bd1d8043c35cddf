"""Matches: games of one kind one after another, in which the result of one says who starts the next (TY-7, KW-2).

Match i of a run is match i div R of its deals in rotation i mod R. Its game number k is played on deal `i div R + k *
2^40`, and each of its games is a game of the run without matches, in all rotations, by its number there: on the same
deal with the same streams. It is the same game unless a player looks at the match's totals. In rollout r of a match its
first deal is the same, and the later ones are those of games k + 1000 r.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing.batches import play_numbers
from knotlab.sim.playing.job import Job, Tables, table_by_table
from knotlab.sim.playing.records import record_game
from knotlab.sim.protocol import CAPPED, FINISHED, Match

STRIDE = 1 << 40  # deals between two games of a match
MOST_GAMES = 1000  # a match to a target that nobody has reached by then is capped
COUNTS = ("turns", "decisions", "free", "scored")


def make_match(game: str, target: int | None, n_games: int | None) -> Match | None:
    """What a match is, from what a user asks for.

    target: the total that ends a match. n_games: the number of games that ends a match. Returns none if neither is
    given. Raises InputError if both are given, one is out of range, or the game has no matches.
    """
    if target is None and n_games is None:
        return None
    if games.find(game).match_rules is None:
        able = [name for name in games.names() if games.find(name).match_rules]
        raise InputError(f"{game} is not played in matches; only these games are: {', '.join(able)}")
    if target is not None and n_games is not None:
        raise InputError("a match ends at a target or after a number of rounds; give only one of the two")
    if target is not None and target < 1:
        raise InputError(f"the target of a match must be 1 or more, not {target}")
    if n_games is not None and not 1 <= n_games <= MOST_GAMES:
        raise InputError(f"the number of rounds in a match must be from 1 to {MOST_GAMES}, not {n_games}")
    return Match(target, n_games)


def single_games(job: Job) -> Job:
    """The run whose games the games of a run's matches are; without matches the run itself."""
    return job if job.match is None else replace(job, match=None, fixed_seats=False, rollout=0)


def play_matches(job: Job, first: int, count: int) -> pl.DataFrame:
    """Play some consecutive matches.

    job: what is played; it has a match. first, count: the number of the first match, and how many. Returns one row per
    match, as `frame_of` has one per game: `games` is how many it had, and for each player number p there are `place_p`
    (equal totals share the better place; 0 for all in a capped match) and `total_p`.
    """
    index = np.arange(first, first + count)
    played = play_numbered(job, index)
    columns: dict[str, Any] = {"game": index, "end": played.end} | played.sums
    for name, values in (("place", played.places), ("total", played.totals)):
        columns |= {f"{name}_{player}": np.ascontiguousarray(values[:, player]) for player in range(job.n_players)}
    return pl.DataFrame(columns)


class MatchResults(NamedTuple):
    """Some matches that were played.

    totals, places (arrays of shape (matches, players)): by player; places are 0 in a capped match. end (uint8 array of
    shape (matches,)): how each ended. sums: turns, decisions and the like over the games of each match, and how many
    `games` it had, by name.
    """

    totals: np.ndarray
    places: np.ndarray
    end: np.ndarray
    sums: dict[str, np.ndarray]


def play_numbered(job: Job, index: np.ndarray) -> MatchResults:
    """Play some matches by number."""
    totals, end = np.zeros((len(index), job.n_players), np.int64), np.full(len(index), CAPPED, np.uint8)
    sums = {name: np.zeros(len(index), np.int64) for name in (*COUNTS, "games")}
    for each in _games(job, index, totals):
        for name in COUNTS:
            sums[name][each.rows] += each.results[name]
        sums["games"][each.rows] += 1
        end[each.rows[each.over]] = FINISHED
    places = np.where(end[:, None] == CAPPED, 0, places_of(totals)).astype(np.uint8)
    return MatchResults(totals, places, end, sums)


def match_results(job: Job, index: np.ndarray, tables: Tables | None = None) -> np.ndarray:
    """Some matches by number as `play_numbers` has games: a record array of shape (matches,), with `place` by seat in
    the match's first game, `end`, and the counts of all its games. tables: who plays each, if not the job's players.
    """
    if tables:
        return table_by_table(match_results, job, index, tables)
    played, n = play_numbered(job, index), job.n_players
    results = np.zeros(len(index), [("place", "u1", n), ("end", "u1"), *((name, "i8") for name in played.sums)])
    seated = job.player_on(np.arange(n), index[:, None])
    results["place"], results["end"] = np.take_along_axis(played.places, seated, axis=1), played.end
    for name, values in played.sums.items():
        results[name] = values
    return results


def match_results_again(job: Job, index: np.ndarray, tables: Tables | None = None) -> np.ndarray:
    """The same with other deals after the first of each match."""
    return match_results(replace(job, rollout=1), index, tables)


def games_of(job: Job, index: int) -> list[tuple[int, np.ndarray]]:
    """One match's games, by their numbers in the run of single games, each with the totals by seat before it, of shape
    (1, seats).
    """
    totals = np.zeros((1, job.n_players), np.int64)
    return [(int(each.numbers[0]), each.before) for each in _games(job, np.array([index]), totals)]


class MatchGames(NamedTuple):
    """The game that comes next in some matches.

    rows (int array of shape (games,)): which of the matches. numbers (int array of shape (games,)): of the games, in
    the run of single games. before (int array of shape (games, seats)): what each seat had won in the match before.
    results (record array of shape (games,)): fields by seat. over (bool array of shape (games,)): which of these
    matches are over.
    """

    rows: np.ndarray
    numbers: np.ndarray
    before: np.ndarray
    results: np.ndarray
    over: np.ndarray


def _games(job: Job, index: np.ndarray, totals: np.ndarray) -> Iterator[MatchGames]:
    """Play the first game of some matches, then the second of those not over, ..; adds to the totals, shape (matches,
    players).
    """
    match, rules, single, n = job.match, games.find(job.game).match_rules, single_games(job), job.n_players
    assert match is not None and rules is not None
    rows, rotation = np.arange(len(index)), job.rotation_of(index)
    for k in range(match.games or MOST_GAMES):
        later = MOST_GAMES * job.rollout if k else 0
        numbers = single.game_of(job.deal_of(index[rows]) + (k + later) * STRIDE, rotation[rows])
        players = single.player_on(np.arange(n), numbers[:, None])
        before = totals[rows[:, None], players]
        results = play_numbers(single, numbers, before)
        totals[rows[:, None], players] += rules.points(results, n)
        rotation[rows] = single.player_on(rules.next_first(results, n), numbers)
        over = np.full(len(rows), k + 1 == match.games)
        if match.target is not None:
            over = totals[rows].max(axis=1) >= match.target
        yield MatchGames(rows, numbers, before, results, over)
        rows = rows[~over]
        if not len(rows):
            return


def records_of(job: Job, index: int, why: bool = False) -> list[dict[str, Any]]:
    """The record of game `index` of a job, or those of all games of match `index`: with `match`, its number, and
    `number`, that of the game in it, and `totals`, by seat, before it.
    """
    if job.match is None:
        return [record_game(job, index, why)]
    alone = single_games(job)
    return [
        record_game(alone, number, why, before) | {"match": index, "number": k, "totals": before[0].tolist()}
        for k, (number, before) in enumerate(games_of(job, index))
    ]


def places_of(totals: np.ndarray) -> np.ndarray:
    """Places by highest total, shape (matches, players); equal totals share the better place.

    >>> places_of(np.array([[500, -20, 500]])).tolist()
    [[1, 3, 1]]
    """
    return np.asarray(1 + (totals[:, None, :] > totals[:, :, None]).sum(axis=2))
