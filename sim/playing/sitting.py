"""A game in which somebody outside the program plays: up to his next choice, from the deal on each time, with the
choices that he has made so far.

So the state of such a game is nothing but its number and his choices, it is the game that a run would have, and to take
a choice back is to leave it out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.trace import DECISION, rows_of
from knotlab.sim.playing.job import NO_MATCH, Job
from knotlab.sim.playing.object_view import ObjectView
from knotlab.sim.playing.players import Functions, Player
from knotlab.sim.playing.records import decisions_of, record_of
from knotlab.sim.playing.traced import TracedGame, play_traced

YOU = "you"


class _Waits(Exception):
    """It is his move."""


class _Person:
    """Makes the choices that were made, and then waits."""

    def __init__(self, chair: "Chair") -> None:
        self.chair, self.left = chair, iter(tuple(chair.choices))

    def choose(self, view: ObjectView, moves: tuple[Any, ...]) -> Any:
        number = next(self.left, None)
        if number is None:
            self.chair.view, self.chair.moves = view, moves
            raise _Waits
        return moves[number]


class Chair:
    """A seat at a game whose player is outside the program.

    job: the game is one of it; whoever is named for the seat stays away. index: the number of the game. totals: shape
    (1, seats), what each seat has won in the match before it. choices: what he chose so far, as numbers of legal moves,
    wherever there were at least two. view, moves: of the decision that he stands before, or none. traced: the game so
    far.
    """

    def __init__(self, job: Job, index: int, seat: int, totals: np.ndarray = NO_MATCH) -> None:
        self.job, self.index, self.seat, self.totals = job, index, seat, totals
        self.choices: list[int] = []
        self.view: ObjectView | None = None
        self.moves: tuple[Any, ...] = ()
        self._functions = Functions(job.game, YOU, lambda number: _Person(self), None, "i", asks=True)
        self._looks = 0
        self.traced = self._play()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.view is None

    def choose(self, number: int) -> None:
        """Make the next choice: the number of a legal move."""
        self._go_to([*self.choices, number])

    def take_back(self) -> None:
        """Leave out the last choice; raises InputError if there is none."""
        if not self.choices:
            raise InputError("nothing has been played yet, so nothing can be taken back")
        self._go_to(self.choices[:-1])

    def _go_to(self, choices: Sequence[int]) -> None:
        before = self.choices
        self.choices = list(choices)
        try:
            self.traced = self._play()
        except BaseException:  # another player failed: the game stays where it was
            self.choices = before
            raise

    def _play(self) -> TracedGame:
        """Play from the deal up to his next choice, or the end."""
        self._looks += 1  # a player of his own each time, or it would count as the same game played again
        reads = frozenset(("game", "turn", "decision"))
        may_cheat = self.job.rules.get("cheating") is not None
        person = Player(YOU, self._functions, (float(self._looks),), reads=reads, cheats=may_cheat)
        number = self.job.players_by_seat(self.index)[self.seat]
        players = tuple(person if i == number else player for i, player in enumerate(self.job.players))
        was, self.view, self.moves = (self.view, self.moves), None, ()
        traced = play_traced(replace(self.job, players=players), self.index, self.totals)
        if traced.failure and self.view is None:
            self.view, self.moves = was
            raise traced.failure
        return traced

    def decisions(self) -> list[int]:
        """The numbers of the decisions in which he had a choice, those of the others and forced ones counted."""
        rows = [row for row in rows_of(self.traced.trace) if row[0] == DECISION]
        return [number for number, (_, seat, n, *_) in enumerate(rows) if seat == self.seat and n > 1]

    def record(self, why: bool = False) -> dict[str, Any]:
        """The record of the game so far; with `why`, the moves of each decision, and the scores of those who score."""
        record = record_of(self.traced, why)
        choices = decisions_of(record) if why else []
        for number in self.decisions() if why else ():
            choices[number]["moves"] = [[move, None] for move, _ in choices[number]["moves"]]
        return record

    def seen(self) -> dict[str, Any]:
        """The same as the seat knows it, as long as the game lasts: HIDDEN in place of each card that its player has
        not seen, and without the seed, from which all could be told.
        """
        record = self.record()
        deal, events = games.find(self.job.game).events.as_seen(self.seat, record["deal"], record["events"])
        return {name: record[name] for name in ("game", "rules", "players")} | {"deal": deal, "events": events}
