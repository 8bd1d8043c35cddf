"""Twyst: hidden hands dealt by what the bids say of them."""

import numpy as np

from knotlab.analysis.decisions.rollouts import DecisionPoint
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import NOTHING
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.playing import branch
from knotlab.sim.playing.stepper import Stepper

BATCH, MOST = 250, 50_000  # deals looked at together, and for one part of the rollouts at most


def check_trust(point: DecisionPoint, trust: float) -> None:
    """Raise InputError where no bids are shown that could be trusted, or not so far."""
    if not 0 <= trust <= 1:
        raise InputError(f"trust is a share from 0 to 1, not {trust:g}")
    if trust and point.job.game != "twyst":
        raise InputError(f"nobody bids in {point.job.game}, so leave out --trust")
    if trust and point.view.shown[0] == NOTHING:
        raise InputError("the bids have not been turned, so leave out --trust")


def believed(point: DecisionPoint, n: int, part: int, trust: float) -> tuple[branch.Positions, int]:
    """A position with the hidden hands dealt anew, n times or as often as MOST deals give, and how many were looked at.

    trust: a deal is kept with probability 1 - trust for each of the others who, with the hand that he would have been
    dealt, would bid another card than he has. part: another one has other deals. Raises InputError if no deal is kept.
    """
    job, view, rng = point.job, point.view, np.random.default_rng([point.job.seed, part])
    step = Stepper(games.find(job.game), job.rules)
    step.place(view, point.start.hiddens[0])
    others = [seat for seat in range(SEATS) if seat != view.seat]
    kept: list[np.ndarray] = []
    looked = 0
    while len(kept) < n and looked < MOST:
        hands = np.zeros((BATCH, SEATS), np.int64)
        for i in range(BATCH):
            step.redeal(job.seed, part * MOST + looked + i + 1)
            hands[i] = step.hidden.hands
        astray = (_bids(point, hands | view.played_by)[:, others] != view.shown[others]).sum(axis=1)
        kept += [*hands[rng.random(BATCH) < (1 - trust) ** astray]]
        looked += BATCH
    if not kept:
        raise InputError(f"none of {looked:,} deals agrees with the bids shown; trust them less, as in --trust=50%")
    start = branch.Positions(*(np.repeat(each, min(n, len(kept)), axis=0) for each in point.start))
    start.hiddens["hands"] = kept[:n]
    start.hiddens["dealt"] = start.hiddens["hands"] | view.played_by
    start.chances["deal"] = np.arange(len(start.runs)) + part * MOST
    return start, looked


def _bids(point: DecisionPoint, dealt: np.ndarray) -> np.ndarray:
    """What each player bids with the hands that he is dealt, shape (deals, seats)."""
    start = branch.positions(point.job, np.arange(len(dealt)) * point.job.rotations, np.zeros(len(dealt), np.int64))
    start.hiddens["hands"] = start.hiddens["dealt"] = dealt
    start.views["hand"], start.views["totals"] = dealt[:, 0], point.view.totals
    return np.asarray(branch.advance(point.job, start, SEATS).views["shown"])
