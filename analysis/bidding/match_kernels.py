"""The compiled part of Twyst's matches: matches drawn from the scores of deals, and what each way to bid promises."""

import numpy as np

from knotlab.sim.compiling.jit import entry, jit, once
from knotlab.sim.compiling.later import types
from knotlab.sim.games.twyst.state import SEATS

LOWEST, STEP = -200, 50  # of the grid of totals; totals below the lowest count as the lowest
MOST_DEALS = 1000  # of a match, which then is shared (TY-7)
NO_TARGET, NO_LIMIT = 1 << 40, -1  # of a match that ends after a number of games, or at a target
NEAR_END = 2  # places at the grid's lower end, where a loss would seem to cost nothing: who stands there bids as usual
CLEARLY = 0.002  # a way to bid other than the usual one must promise so much more, as a share of matches


@jit
def share_match(totals, shares):
    """Add to `shares` what each seat won of a match that ended with some totals."""
    best, ties = max(max(totals[0], totals[1]), max(totals[2], totals[3])), 0
    for seat in range(SEATS):
        ties += totals[seat] == best
    for seat in range(SEATS):
        shares[seat] += (totals[seat] == best) / ties


@jit
def play_match(totals, scores, deals, target, games, shares):
    """Play a match on, from totals by seat whose seat 0 is the eldest, to a target or for a number of games (-1: no
    such number); add what each seat won to `shares`.

    scores: of so many deals; four times as many rows if the scores depend on who of the four is the eldest.
    """
    apart = deals if len(scores) > deals else 0
    seats = (0, 1, 2, 3)
    t0, t1, t2, t3 = totals
    for deal in range(MOST_DEALS):
        row = np.random.randint(deals)
        first = deal & 3  # who is the eldest
        row += first * apart
        t0 += scores[row, seats[0] - first & 3]
        t1 += scores[row, seats[1] - first & 3]
        t2 += scores[row, seats[2] - first & 3]
        t3 += scores[row, seats[3] - first & 3]
        if max(max(t0, t1), max(t2, t3)) >= target or deal + 1 == games:
            share_match((t0, t1, t2, t3), shares)
            return
    for seat in range(SEATS):
        shares[seat] += 1.0 / SEATS


def simulate(seed, scores, grid, target, games, matches, won) -> None:
    """Play matches from every order of totals on a grid.

    seed: of the lots by which deals are drawn. scores (int array of shape (deals, 4)): scores of deals by seat, seat 0
    being the eldest. grid (int array of shape (n,)): the totals. target, games: what ends a match, games being those
    that are left. matches: how many from each order of totals. won (float array of shape (n, n, n, n, 4)): where the
    shares of matches that each seat wins are added up.
    """
    np.random.seed(seed)
    n = len(grid)
    for a in range(n):
        for b in range(n):
            for c in range(n):
                for d in range(n):
                    totals = grid[a], grid[b], grid[c], grid[d]
                    for _ in range(matches):
                        play_match(totals, scores, len(scores), target, games, won[a, b, c, d])


@once
def simulator():
    """The compiled `simulate`."""
    number, vector, table = types.int64, types.int64[::1], types.int64[:, ::1]
    signature = types.void(number, table, vector, number, number, number, types.float64[:, :, :, :, ::1])
    return entry(simulate, signature, "twyst.matches")


def finish(seed, after, scores, deals, target, games, times, seat, won) -> None:
    """Play the rest of matches after some deals, with the same lots for all ways to play a deal.

    seed: of the first deal's lots; those of deal i have seed + i. after (int array of shape (deals, ways, 4)): totals
    by seat, seat 0 being the eldest of the next deal. scores, deals: as `play_match` takes them. target, games: what
    ends a match, games being those that are left (-1: no number of them). times: how often the rest is played. seat:
    whose matches count. won (float array of shape (deals, ways)): where the share that this seat wins is written.
    """
    shares = np.zeros(SEATS)
    for deal in range(len(after)):
        for way in range(after.shape[1]):
            totals = after[deal, way, 0], after[deal, way, 1], after[deal, way, 2], after[deal, way, 3]
            shares[:] = 0.0
            if games == 0 or max(max(totals[0], totals[1]), max(totals[2], totals[3])) >= target:
                share_match(totals, shares)
                won[deal, way] = shares[seat]
            else:
                np.random.seed(seed + deal)
                for _ in range(times):
                    play_match(totals, scores, deals, target, games, shares)
                won[deal, way] = shares[seat] / times


@once
def finisher():
    """The compiled `finish`."""
    number, table = types.int64, types.int64[:, ::1]
    after, won = types.int64[:, :, ::1], types.float64[:, ::1]
    signature = types.void(number, after, table, number, number, number, number, number, won)
    return entry(finish, signature, "twyst.rest_of_matches")


def compare_bidders(seed, scores, target, games, won) -> None:
    """Play whole matches of one player who bids in one way, and in another one with the same lots.

    scores (int array of shape (2, 4, deals, 4)): by way, by the player's seat, seat 0 being the eldest, by deal: the
    scores of all seats. target, games: what ends a match (-1: no number of games). won (float array of shape (2,
    matches)): where the share of each match that the player wins is written.
    """
    totals, shares = np.zeros(SEATS, np.int64), np.zeros(SEATS)
    for match in range(won.shape[1]):
        for way in range(2):
            np.random.seed(seed + match)
            seat = match & 3
            totals[:] = 0
            shares[:] = 1.0 / SEATS
            for deal in range(MOST_DEALS):
                row = np.random.randint(scores.shape[2])
                for each in range(SEATS):
                    totals[each - seat & 3] += scores[way, seat, row, each]  # totals[0] are the player's
                if totals.max() >= target or deal + 1 == games:
                    shares[:] = 0.0
                    share_match((totals[0], totals[1], totals[2], totals[3]), shares)
                    break
                seat = seat - 1 & 3  # the next seat is the eldest of the next deal
            won[way, match] = shares[0]


@once
def bidders_comparer():
    """The compiled `compare_bidders`."""
    number, scores, won = types.int64, types.int64[:, :, :, ::1], types.float64[:, ::1]
    return entry(compare_bidders, types.void(number, scores, number, number, won), "twyst.bidders_in_matches")


@jit
def chance_after(totals, seat, scores, share, target, games):
    """The chance of a seat to win after a deal with some scores: between the points of the grid on a straight line.

    games: those that are left after the deal; who leads then stands at the grid's upper end, as only differences count.
    """
    t0, t1, t2, t3 = totals[0] + scores[0], totals[1] + scores[1], totals[2] + scores[2], totals[3] + scores[3]
    best = max(max(t0, t1), max(t2, t3))
    own = t0 if seat == 0 else t1 if seat == 1 else t2 if seat == 2 else t3
    if best >= target or games == 0:
        ties = (t0 == best) + (t1 == best) + (t2 == best) + (t3 == best)
        return (own == best) / ties
    n, left = len(share), seat + 3 & 3  # the next seat is the eldest of the next deal
    up = 0 if games == NO_LIMIT else LOWEST + (n - 1) * STEP - best
    i0, f0 = place_of(t1 + up, n)
    i1, f1 = place_of(t2 + up, n)
    i2, f2 = place_of(t3 + up, n)
    i3, f3 = place_of(t0 + up, n)
    total = 0.0
    for corner in range(16):
        a, b, c, d = corner & 1, corner >> 1 & 1, corner >> 2 & 1, corner >> 3
        weight = (f0 if a else 1.0 - f0) * (f1 if b else 1.0 - f1) * (f2 if c else 1.0 - f2) * (f3 if d else 1.0 - f3)
        if weight > 0.0:
            total += weight * share[i0 + a, i1 + b, i2 + c, i3 + d, left]
    return total


@jit
def place_of(total, n):
    """The place on the grid at or below a total, and how far it is to the next."""
    at = min(max((total - LOWEST) / STEP, 0.0), n - 1.0)
    place = min(int(at), n - 2)
    return place, at - place


def weigh_ways(scores, grid, share, target, games, way, promise) -> None:
    """Find the best way to bid for each state of a match in which the others' totals ascend.

    scores (int array of shape (ways, 4, deals, 4)): by way, by the seat that bids in this way, by deal: the scores of
    all seats. grid (int array of shape (n,)): the totals. share (float array of shape (n, n, n, n, 4)): the chance of
    each seat to win after the deal, by the totals of seats 0 to 3. target, games: what ends a match, games being those
    that are left after the deal; then only states are weighed in which somebody stands at the grid's upper end. way
    (int array of shape (n, n, n, n, 4)): where the numbers of the best ways are written. promise (float array of the
    same shape): where it is written how much more these promise than the first way, as a share of matches.
    """
    n, totals = len(grid), np.zeros(4, np.int64)
    for a in range(NEAR_END, n):
        for b in range(n):
            for c in range(b, n):
                for d in range(c, n):
                    if games != NO_LIMIT and max(a, d) < n - 1:
                        continue
                    for seat in range(4):
                        totals[seat], totals[seat + 1 & 3] = grid[a], grid[b]
                        totals[seat + 2 & 3], totals[seat + 3 & 3] = grid[c], grid[d]
                        usual = best = 0.0
                        for k in range(len(scores)):
                            mean = 0.0
                            for deal in range(scores.shape[2]):
                                mean += chance_after(totals, seat, scores[k, seat, deal], share, target, games)
                            mean /= scores.shape[2]
                            if k == 0:
                                usual = best = mean
                            elif mean > max(best, usual + CLEARLY):
                                best = mean
                                way[a, b, c, d, seat] = k
                        promise[a, b, c, d, seat] = best - usual


@once
def weigher():
    """The compiled `weigh_ways`."""
    signature = types.void(
        types.int64[:, :, :, ::1],
        types.int64[::1],
        types.float64[:, :, :, :, ::1],
        types.int64,
        types.int64,
        types.int64[:, :, :, :, ::1],
        types.float64[:, :, :, :, ::1],
    )
    return entry(weigh_ways, signature, "twyst.match_wise")
