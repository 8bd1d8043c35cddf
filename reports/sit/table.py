"""What a page that shows a table is told, and what it asks for.

Each message of the page is an object with `do`, and with the `version` of the table that it stands before, where it
changes something: one that comes late, of another tab or after a reload, changes nothing. Each answer is the whole
table, so nothing is lost where one does not arrive. Until the game is over it holds no card that its player has not
seen.
"""

import threading
from collections.abc import Callable
from typing import Any

from knotlab.analysis.decisions.advice import MoveAdvice
from knotlab.analysis.decisions.sitting import Sitting
from knotlab.reports.sit.why import why
from knotlab.sim import games
from knotlab.sim.errors import InputError, RunError
from knotlab.sim.storage.result_files import json_ready

Message = dict[str, Any]
HINT_SECONDS, REVIEW_SECONDS = 10.0, 15.0  # a hint at most; a review after the first look at each choice


class LaidTable:
    """One table. begin: deals a game of some seed, which may take as long as compiling takes. seed: of the first."""

    def __init__(self, begin: Callable[[int], Sitting], seed: int) -> None:
        self._begin, self._seed = begin, seed
        self._lock = threading.RLock()
        self.version = 0  # grows with whatever happens at the table
        self._sitting: Sitting | None = None
        self._problem = ""
        self._hint: MoveAdvice | None = None
        self._review: dict[str, Any] | None = None
        self._is_cleared = False
        self._beside(self._deal)

    def answer(self, message: Message) -> Message:
        """Do what a message asks for, and tell how the table stands."""
        with self._lock:
            act = {"play": self._play, "back": self._back, "next": self._next, "again": self._again}.get(
                message.get("do", "")
            )
            if act and self._sitting and message.get("version") == self.version:
                try:
                    act(message)
                    self._problem = ""
                    self._changed()
                except (InputError, RunError) as error:
                    self._problem = str(error)
            elif message.get("do") == "hint" and self._sitting and not self._sitting.is_over:
                self._beside(self._advise, self.version)
            return self._state()

    def clear(self) -> None:
        """Have nothing more worked out; what is being worked out ends within a second or so."""
        self._is_cleared = True

    # --- what is done ---

    def _play(self, message: Message) -> None:
        assert self._sitting
        self._sitting.play(int(message["move"]))

    def _back(self, message: Message) -> None:
        assert self._sitting
        self._sitting.take_back()

    def _next(self, message: Message) -> None:
        assert self._sitting
        self._sitting.next_game()

    def _again(self, message: Message) -> None:
        self._seed += 1
        self._sitting = None
        self._beside(self._deal)

    def _changed(self) -> None:
        self.version += 1
        self._hint = self._review = None
        if self._sitting and self._sitting.is_over:
            self._beside(self._look_back, self.version)

    # --- what takes a while ---

    def _beside(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do some work in a thread of its own; what goes wrong is told, unless the table has gone on since."""
        version = self.version

        def run() -> None:
            try:
                work(*arguments)
            except (InputError, RunError) as error:
                with self._lock:
                    if version == self.version:
                        self._problem = str(error)

        threading.Thread(target=run, daemon=True).start()

    def _deal(self) -> None:
        sitting = self._begin(self._seed)
        with self._lock:
            self._sitting = sitting
            self._changed()
            looks = sitting.advising(HINT_SECONDS)
        next(looks)  # what a hint needs is compiled while one reads

    def _advise(self, version: int) -> None:
        with self._lock:
            if self._hint or version != self.version or not self._sitting:
                return
            looks = self._sitting.advising(HINT_SECONDS)
        for advice in looks:
            with self._lock:
                if version != self.version or self._is_cleared:
                    return
                self._hint = advice

    def _look_back(self, version: int) -> None:
        assert self._sitting
        review = {"record": self._sitting.record()}
        for left, record, looked in self._sitting.review(REVIEW_SECONDS):
            looked.choice["whatif"]["reasons"] = why(self._sitting.game, looked)
            with self._lock:
                if version != self.version or self._is_cleared:
                    return
                review["record"] = record
                self._review = review | {"left": max(left, 1)}
        with self._lock:
            if version == self.version:
                self._review = review | {"left": 0}

    # --- what is told ---

    def _state(self) -> Message:
        state: Message = {"version": self.version, "problem": self._problem, "is_ready": self._sitting is not None}
        if self._sitting is None:
            return state
        sitting = self._sitting
        events = games.find(sitting.game).events
        state |= {
            "seat": sitting.seat,
            "seen": sitting.seen(),
            "since": sitting.news,
            "moves": [events.move_of(move) for move in sitting.moves()],
            "can_take_back": sitting.can_take_back,
            "is_over": sitting.is_over,
            "is_match": sitting.is_match,
            "is_all_over": sitting.is_all_over,
            "totals": sitting.totals_by_seat,
        }
        if self._hint:
            state["hint"] = hint_of(self._hint, HINT_SECONDS)
        if sitting.is_over:
            state |= {"record": sitting.record(), "review": self._review}
        return state


def hint_of(advice: MoveAdvice, seconds: float) -> Message:
    """Advice as the page shows it: the moves by number, the best first."""
    is_done = advice.is_decided or advice.is_close or advice.seconds >= seconds
    moves = json_ready([{"number": i, **advice.values[i]._asdict()} for i in advice.order])
    return {"sentence": advice.sentence(), "metric": advice.metric, "is_done": is_done, "moves": moves}
