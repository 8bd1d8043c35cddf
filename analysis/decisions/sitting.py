"""A game, or a match, that a person plays from Python: what `sit_at` returns, and what the page stands on."""

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from knotlab.analysis.decisions.advice import MoveAdvice, advise, advising, position_for, who_plays_on
from knotlab.analysis.decisions.rollouts import DecisionPoint
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.playing import branch
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import MOST_GAMES, STRIDE, single_games
from knotlab.sim.playing.object_view import ObjectView
from knotlab.sim.playing.records import decisions_of
from knotlab.sim.playing.sitting import Chair
from knotlab.sim.playing.verify import decider


class Looked(NamedTuple):
    """A choice that was looked at, as the record has it: what its player saw, the best move, and the one he made."""

    choice: dict[str, Any]
    view: np.record
    best: Any
    taken: Any


class Sitting:
    """A seat at a table, whose player steps the game: `view` and `moves()` are of the decision that is his,
    `play(move)` makes it, and all others move at once, up to his next one.

    job: the game, or the match; the player named for the seat stays away. you: the seat in the first game.
    """

    def __init__(self, job: Job, you: int) -> None:
        self._job, self._single, self._you = job, single_games(job), you
        self._totals = np.zeros(job.n_players, np.int64)  # by player
        self._games: list[Chair] = []
        self._begin(0)

    @property
    def _chair(self) -> Chair:
        return self._games[-1]

    def _begin(self, rotation: int) -> None:
        """Deal the next game in a rotation of the players."""
        index = int(self._single.game_of(len(self._games) * STRIDE, rotation))
        players = self._single.players_by_seat(index)
        totals = self._totals[None, list(players)]
        self._games.append(Chair(self._single, index, players.index(self._you), totals))

    # --- the decision ---

    @property
    def seat(self) -> int:
        """The seat in this game; in a match it changes from game to game."""
        return self._chair.seat

    @property
    def view(self) -> ObjectView | None:
        """What the player sees: the fields that `knotlab view` lists; None once the game is over."""
        return self._chair.view

    def moves(self) -> tuple[Any, ...]:
        """The legal moves, of which there are at least two (a single one is played by itself); none once the game is
        over.
        """
        return self._chair.moves

    def play(self, move: Any) -> "Sitting":
        """Play one of `moves()`, or the one of that number; the others play on up to the next decision. Raises
        InputError if it is not legal.
        """
        moves = self.moves()
        if not moves:
            raise InputError("the game is over; begin another with sit_at")
        if isinstance(move, int) and not 0 <= move < len(moves):
            raise InputError(f"there is no move {move}; the legal moves are 0 to {len(moves) - 1}")
        if not isinstance(move, int) and move not in moves:
            raise InputError(f"{move!r} is not legal; legal are {', '.join(map(repr, moves))}")
        self._chair.choose(move if isinstance(move, int) else moves.index(move))
        return self

    def take_back(self) -> "Sitting":
        """Take back the last move of the game, and all that followed from it. Raises InputError if there is none."""
        self._chair.take_back()
        return self

    def position(self) -> DecisionPoint:
        """The decision, and who would play on from it: the others, and the game's strong player in the person's place.
        Raises InputError if the game is over.
        """
        if self.is_over:
            raise InputError("the game is over, so there is nothing to advise")
        traced = self._chair.traced
        states, number = traced.states, traced.failure.decision if traced.failure else 0
        job = who_plays_on(self._by_seat())
        return DecisionPoint(job, branch.standing(job, states.views[0], states.hiddens[0]), number)

    def _by_seat(self) -> Job:
        """The game's players in the order of its seats."""
        players = self._chair.traced.job.players
        return replace(self._single, players=tuple(players[number] for number in self._players))

    def advise(self, *, seconds: float = 10.0) -> MoveAdvice:
        """What each legal move is worth, from what the player knows: `advise` at this decision."""
        return advise(self.position(), seconds=seconds)

    def advising(self, seconds: float) -> Iterator[MoveAdvice]:
        """The same, look by look; what is done at the table meanwhile does not change it."""
        return advising(self.position(), seconds=seconds)

    @property
    def game(self) -> str:
        """The game's name."""
        return self._job.game

    @property
    def can_take_back(self) -> bool:
        """Whether a move of this game can be taken back."""
        return bool(self._chair.choices)

    @property
    def is_match(self) -> bool:
        """Whether a match is played."""
        return self._job.match is not None

    # --- the end ---

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and with it, where no match is played, all."""
        return self._chair.is_over

    @property
    def totals(self) -> tuple[int, ...]:
        """What each player has won in the match's games that are over, in the order of the first game's seats."""
        totals, rules = self._totals.copy(), games.find(self._job.game).match_rules
        if rules and self.is_over:
            totals[list(self._players)] += rules.points(self._result, self._job.n_players)[0]
        return tuple(map(int, totals))

    @property
    def totals_by_seat(self) -> list[int]:
        """The same by the seats of this game."""
        return [self.totals[player] for player in self._players]

    @property
    def _players(self) -> tuple[int, ...]:
        return tuple(self._single.players_by_seat(self._chair.index))

    @property
    def _result(self) -> np.ndarray:
        return np.array([self._chair.traced.result])

    @property
    def is_all_over(self) -> bool:
        """Whether the game has ended and no other follows it in the match."""
        match, n_games = self._job.match, len(self._games)
        if match is None or not self.is_over:
            return self.is_over
        return n_games >= (match.games or MOST_GAMES) or bool(match.target and max(self.totals) >= match.target)

    def next_game(self) -> "Sitting":
        """Deal the next game of the match. Raises InputError if this one is not over, or was the last."""
        rules = games.find(self._job.game).match_rules
        if rules is None or self.is_all_over or not self.is_over:
            raise InputError("the match is over" if self.is_all_over else "the game is not over yet")
        first = int(rules.next_first(self._result, self._job.n_players)[0])
        self._totals[:] = self.totals
        self._begin(int(self._single.player_on(first, self._chair.index)))
        return self

    def record(self, why: bool = False) -> dict[str, Any]:
        """The record of the game, as `knotlab records` writes them and `knotlab verify` checks them.

        why: whether it has all legal moves of every decision, with the scores of the others. Raises InputError if the
        game is not over.
        """
        if not self.is_over:
            raise InputError("the game is not over yet; a record is of a whole one")
        return self._chair.record(why)

    def review(self, seconds: float = 15.0) -> Iterator[tuple[int, dict[str, Any], "Looked"]]:
        """What the choices of the person were worth, look by look: how many are open, the record, with the values of
        all that were looked at (`whatif` in `sim/games/records.md`), and what was looked at last. Each is looked at
        once, and then again and again the one that may have cost most, until the best moves of all are known.

        seconds: after the first looks, for all further ones. Raises InputError if the game is not over.
        """
        record, numbers, ends = self.record(why=True), self._chair.decisions(), math.inf
        choices, players, taken = decisions_of(record), self._by_seat(), tuple(self._chair.choices)
        known: list[MoveAdvice] = []
        looks: list[Iterator[MoveAdvice]] = []
        open_ones = set(range(len(numbers)))
        while open_ones and (len(known) < len(numbers) or time.perf_counter() < ends):
            if len(known) < len(numbers):
                i = len(known)
                ends = time.perf_counter() + seconds
                looks.append(advising(position_for(players, record, numbers[i]), seconds=math.inf))
            else:
                i = max(open_ones, key=lambda k: known[k].may_have_cost(taken[k]))
            known[i : i + 1] = [advice := next(looks[i])]
            open_ones -= {i} if advice.is_final else set()
            values = [round(value.mean, 4) for value in advice.values]
            worse = [k for k, value in enumerate(advice.values) if value.is_worse]
            choices[numbers[i]]["whatif"] = {"values": values, "worse": worse}
            rollouts = min(max(value.n for value in each.values) for each in known)
            record["whatif"] = {"rollouts": rollouts, "metric": advice.metric}
            point = advice.position
            looked = Looked(choices[numbers[i]], point.view, point.moves[advice.order[0]], point.moves[taken[i]])
            yield len(open_ones), record, looked

    @property
    def news(self) -> int:
        """The number of the first event that has happened since the player's last move, that one counted."""
        own = [n for n, event in enumerate(self.seen()["events"]) if decider(event) == self.seat]
        return own[-1] if own else 0

    def seen(self) -> dict[str, Any]:
        """The game so far as the player knows it, in the form of a record: '?' is a card that he has not seen."""
        return self._chair.seen()

    # --- in words ---

    def __str__(self) -> str:
        return "\n".join([*self._news(), *(self._end() if self.is_over else self._choice())])

    __repr__ = __str__

    def _news(self) -> list[str]:
        """What has happened since the player's last move."""
        events, describe = self.seen()["events"], games.find(self._job.game).events.describe
        return [f"{self._called(event.get('seat'))} {describe(event)}" for event in events[self.news :]]

    def _called(self, seat: int | None) -> str:
        if seat is None:
            return "the table"
        return "you:" if seat == self.seat else f"seat {seat} ({self._job.players[self._players[seat]].name})"

    def _choice(self) -> list[str]:
        """The position, and the moves to choose from."""
        events = games.find(self._job.game).events
        moves = [f"  {n}: {events.describe_move(events.move_of(move))}" for n, move in enumerate(self.moves())]
        return [*events.describe_view(self._chair.traced.states.views[0]), *moves]

    def _end(self) -> list[str]:
        result = self.record()["result"]
        what = next(name for name in ("score", "places") if name in result)
        return [f"the game is over; {what} by seat: {', '.join(map(str, result[what]))}"]
