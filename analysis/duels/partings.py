"""Where two players part: the first decision of a game that they make differently, in the same chairs of the same deal;
and a game in which that decided.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.decisions.advice import MoveAdvice, advise
from knotlab.analysis.decisions.race import Valued
from knotlab.analysis.decisions.rollouts import decision_of
from knotlab.analysis.duels.designs import Design, Lineup, play_block
from knotlab.analysis.stats.intervals import certain_order
from knotlab.analysis.stats.metrics import Metric, direction
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.trace import DECISION
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.records import record_of
from knotlab.sim.playing.traced import TracedGame, play_traced
from knotlab.sim.storage.result_files import Real

TRACED_DEALS = 100
FEW, MORE_DEALS = 20, 25  # partings that say little, and how many deals more are told then
EXAMPLES = 2  # that are kept of each kind
SEARCHED, AT_ONCE = 5000, 100  # deals in which a game is looked for that went otherwise
CANDIDATES, MOST = 5, 40  # games that are compared at a time, and in all until one is clear
ROLLOUTS = (200, 1000)  # how often moves are played on in each, and in the clearest of those
HELPED, BACKFIRED = SHOWN = ("helped", "backfired")


@dataclass(frozen=True)
class PartedAt:
    """A decision at which the two part: number of the game and of the decision in it, who else plays, and what A and B
    do, in the game's words.
    """

    index: int
    decision: int
    others: tuple[str, ...]
    a: str
    b: str


@dataclass(frozen=True)
class Parting:
    """A kind of decision at which the two part: what tells the moves apart, in how many games, and as which share of
    those in which they part at all.
    """

    kind: str
    games: int
    share: Real
    examples: tuple[PartedAt, ...]


class Moves(NamedTuple):
    """A decision of a game that two players make differently: its number, and the move of each."""

    decision: int
    a: Any
    b: Any


def first_parting(with_a: Job, with_b: Job, index: int) -> tuple[int, Moves | None]:
    """A's choices in one game up to the first that B, in the same chairs, makes differently, and what they do there;
    None if all are the same.
    """
    chairs = [player for player in range(len(with_a.players)) if with_a.players[player] != with_b.players[player]]
    seats = [seat for seat, player in enumerate(with_a.players_by_seat(index)) if player in chairs]
    played = [play_traced(job, index) for job in (with_a, with_b)]
    rows = [_choices(each) for each in played]
    length = min(map(len, rows))
    different = np.flatnonzero((rows[0][:length] != rows[1][:length]).any(axis=1))
    seen = rows[0][: int(different[0]) + 1 if len(different) else length]
    mine = (seen[:, 0] == DECISION) & np.isin(seen[:, 1], seats) & (seen[:, 2] > 1)
    if not len(different):
        return int(mine.sum()), None
    before = seen[:-1][seen[:-1, 0] == DECISION]
    kind, first = games.find(with_a.game).move, int(before[:, 2].sum())
    moves = (
        kind(*each.trace.moves[first + row[len(seen) - 1, 3]].tolist()) for each, row in zip(played, rows, strict=True)
    )
    return int(mine.sum()), Moves(len(before), *moves)


def _choices(played: TracedGame) -> np.ndarray:
    """A trace's rows, with what was chosen but not how."""
    rows = played.trace.events[: int(played.trace.sizes[0])].copy()
    decisions = rows[:, 0] == DECISION
    rows[decisions, 3] //= 4
    return rows


def partings(
    design: Design, deals: int = TRACED_DEALS, differing: Sequence[int] = ()
) -> tuple[float, tuple[Parting, ...]]:
    """The share of choices in which A and B differ, up to the first that does in each game, and at what kinds of
    decisions that is, the most frequent first: one rotation of each of some deals, told move by move.

    differing: deals in which they are known to differ, of which all rotations are told, too, where few were found.
    """
    choices, kinds = 0, dict[str, list[PartedAt]]()
    for deal in range(deals):
        lineups = design.pairs[deal % len(design.pairs)]
        rotations = lineups[0].rotations
        choices += _note(lineups, deal, rotations[deal // len(design.pairs) % len(rotations)], kinds)
    parted = sum(map(len, kinds.values()))
    for deal in [deal for deal in differing if deal >= deals][: MORE_DEALS if parted < FEW else 0]:
        lineups = design.pairs[deal % len(design.pairs)]
        for rotation in lineups[0].rotations:
            _note(lineups, deal, rotation, kinds)
    n = sum(map(len, kinds.values()))
    found = [Parting(kind, len(those), len(those) / n, tuple(those[:EXAMPLES])) for kind, those in kinds.items()]
    return parted / max(choices, 1), tuple(sorted(found, key=lambda each: -each.games))


def _note(lineups: tuple[Lineup, Lineup], deal: int, rotation: int, kinds: dict[str, list[PartedAt]]) -> int:
    """A's choices in one game up to the first that B makes differently; that goes to its kind."""
    with_a, with_b = (lineup.job for lineup in lineups)
    index = with_a.game_of(deal, rotation)
    made, moves = first_parting(with_a, with_b, index)
    if moves:
        kinds.setdefault(kind_of(with_a.game, moves), []).append(_example(with_a, index, moves))
    return made


def kind_of(game: str, moves: Moves) -> str:
    """What tells the moves of a decision apart: their kinds, or the numbers in which moves of a kind differ."""
    kinds = [games.find(game).move_kinds[each[0]][0].lower().replace("_", " ") for each in moves[1:]]
    if kinds[0] != kinds[1]:
        return f"{kinds[0]} in place of {kinds[1]}"
    names = [name for name, a, b in zip(moves.a._fields, moves.a, moves.b, strict=True) if a != b]
    return f"{kinds[0]}, another {' and '.join(names)}"


def _example(with_a: Job, index: int, moves: Moves) -> PartedAt:
    others = tuple(player.name for player in with_a.players[1:])
    return PartedAt(index, moves.decision, others, *(_in_words(with_a.game, move) for move in moves[1:]))


def _in_words(game: str, move: Any) -> str:
    events = games.find(game).events
    return str(events.describe_move(events.move_of(move)))


# --- a game that went otherwise ---


@dataclass(frozen=True)
class PartedGame:
    """A game in which the first different choice helped A, or backfired: the clearest of the first few.

    moment: the decision. records: of the game as A and as B play it. worth: what each move of the decision comes to if
    A plays on. sign: 1 if it is to have helped, else -1. tried: games that were compared until one was clear.
    """

    moment: PartedAt
    records: tuple[dict[str, Any], dict[str, Any]]
    worth: MoveAdvice
    sign: int
    tried: int = 0

    @property
    def gain(self) -> float:
        """What A's move gains over B's, + if it is better for the player."""
        a, b = self._values
        return float(direction(self.worth.metric)) * (a.mean - b.mean)

    @property
    def is_clear(self) -> bool:
        """Whether the intervals of the two moves, too, say that it helped, or backfired."""
        a, b = self._values
        return certain_order(a, b) == self.sign * direction(self.worth.metric)

    @property
    def _values(self) -> tuple[Valued, Valued]:
        values = dict(zip(self.worth.moves, self.worth.values, strict=True))
        return values[self.moment.a], values[self.moment.b]

    def facts(self) -> dict[str, Any]:
        """All of it as plain data."""
        moves = self.worth.to_pandas().to_dict("records")
        worth = {"hidden": self.worth.hidden, "moves": moves, "gain": self.gain, "clear": self.is_clear}
        return asdict(self.moment) | {"worth": worth, "tried": self.tried, "games": list(self.records)}


def show_game(design: Design, metric: Metric, shown: str) -> PartedGame:
    """A game of a duel that came out better for A than for B in the same chair (`helped`), or worse (`backfired`), by
    what they did where they first parted. Raises InputError if there is none among the first deals.
    """
    sign = 1 if shown == HELPED else -1
    candidates, best, tried = _otherwise(design, metric, sign), list[PartedGame](), 0
    while tried < MOST and (some := list(islice(candidates, CANDIDATES))):
        clearest = max(some, key=lambda each: sign * _with_worth(each, sign, ROLLOUTS[0]).gain)
        best, tried = [*best, _with_worth(clearest, sign, ROLLOUTS[1])], tried + len(some)
        if best[-1].is_clear:
            return replace(best[-1], tried=tried)
    if not best:
        raise InputError(f"among the first {SEARCHED:,} deals there is no game in which it {shown}")
    return replace(max(best, key=lambda each: sign * each.gain), tried=tried)


def _otherwise(design: Design, metric: Metric, sign: int) -> Iterator[tuple[Job, Job, PartedAt]]:
    """Games that came out better (sign 1) or worse (-1) for A, with the moment at which the two part."""
    for begin in range(0, SEARCHED, AT_ONCE):
        for k, pair in enumerate(design.pairs):
            deals = np.arange(begin, begin + AT_ONCE)
            deals = deals[deals % len(design.pairs) == k]
            rotations = np.array(pair[0].rotations)[deals // len(design.pairs) % len(pair[0].rotations)]
            payoffs = [_payoffs(lineup, deals, rotations, metric) for lineup in pair]
            with_a, with_b = (lineup.job for lineup in pair)
            for i in np.flatnonzero(sign * metric.factor * (payoffs[0] - payoffs[1]) > 0):
                index = with_a.game_of(int(deals[i]), int(rotations[i]))
                moves = first_parting(with_a, with_b, index)[1]
                if moves:
                    yield with_a, with_b, _example(with_a, index, moves)


def _payoffs(lineup: Lineup, deals: np.ndarray, rotations: np.ndarray, metric: Metric) -> np.ndarray:
    """What player 0 gets in one rotation of each of some deals."""
    values = play_block(lineup, deals, rotations[:, None]).payoffs(metric).value[:, 0]
    return np.asarray(values[np.arange(len(deals)), lineup.job.seat_of(0, lineup.job.game_of(deals, rotations))])


def _with_worth(parted: tuple[Job, Job, PartedAt], sign: int, rollouts: int) -> PartedGame:
    """A game with what its moment was worth."""
    with_a, with_b, moment = parted
    worth = advise(decision_of(with_a, moment.index, moment.decision), rollouts=rollouts)
    one, other = (record_of(play_traced(job, moment.index), why=True) for job in (with_a, with_b))
    return PartedGame(moment, (one, other), worth, sign)
