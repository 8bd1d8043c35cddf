"""Records refereed: every decision of a record looked up among the legal moves, every consequence compared."""

from collections.abc import Mapping, Sequence
from typing import Any

from knotlab.sim import games
from knotlab.sim.playing.records import check_shape
from knotlab.sim.playing.stepper import Stepper
from knotlab.sim.protocol import CHANCE, DECIDE, OVER
from knotlab.sim.settings import plain_rules, stated_rules

EXPLAINING = ("moves", "before", "tremble", "whatif", "par")  # what an event may say of the decision behind it
NOTHING_OWN: Mapping[str, Any] = {"do": None}  # for a decision that no event of the player's own follows


class Fault(ValueError):
    """A record that does not hold; the message says where and why."""


def verify(record: Mapping[str, Any]) -> None:
    """Replay a record through the rules.

    record: a game as `record_game` writes it down. Raises Fault at the first thing that does not hold; the message says
    where and why.
    """
    try:
        check_shape(record)
        referee = Referee(record)
        referee.run()
    except (KeyError, TypeError, AttributeError, IndexError, StopIteration) as error:
        raise Fault(f"the record is malformed ({type(error).__name__}: {error})") from None
    except ValueError as error:
        raise Fault(str(error)) from None


class Referee:
    """Follows one record move by move."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record, self.game = record, games.find(record["game"])
        self.events: Sequence[Mapping[str, Any]] = record["events"]
        self.at = 0
        stated = dict(record["rules"])
        rules = stated_rules(self.game, int(stated.get("players", len(record["players"]))), stated)
        needed = set(self.game.events.FIELDS) - {setting.name for setting in self.game.lackable}
        complete = needed <= set(stated) <= set(self.game.events.FIELDS)
        if not complete or plain_rules({name: rules[name] for name in stated}) != stated:
            raise Fault(f"the rules must name every setting, which are {', '.join(self.game.events.FIELDS)}")
        inexact = [name for name in stated if isinstance(stated[name], float) and isinstance(rules[name], int)]
        if inexact:
            raise Fault(f"{inexact[0]} must be a whole number, not {stated[inexact[0]]}")
        self.limit = rules.get("turn_limit")
        self.step = Stepper(self.game, rules)
        self.listings = [entry for event in self.events for entry in (*event.get("before", ()), event)]
        self.listings = [entry["moves"] for entry in self.listings if "moves" in entry]
        self.decisions = 0

    def run(self) -> None:
        """The whole record, from the deal to the result."""
        kind, step = self.game.events, self.step
        kind.set_deal(step.view, step.hidden, self.record["deal"])
        step.begin()
        self.follow()
        turns, positions = 0, {kind.position_of(step.view, step.hidden)}
        repeats = False
        while self.at < len(self.events):
            if step.status == OVER:
                raise Fault(f"event {self.at}: the game is over before it")
            if turns == self.limit:
                raise Fault(f"event {self.at}: {turns} turns have been played, and that is the limit")
            self.turn()
            turns += 1
            if step.status != OVER:
                position = kind.position_of(step.view, step.hidden)
                repeats = position in positions
                positions.add(position)
        self.compare_result(turns, repeats)

    def follow(self) -> None:
        """Compare what happened, and take from the record what chance decided."""
        self.compare()
        while self.step.status == CHANCE:
            self.game.events.set_chance(self.step.view, self.step.hidden, self.events[self.at :])
            self.step.settle()
            self.compare()

    def turn(self) -> None:
        """One turn: each decision must be a legal move, what follows must be what the rules say."""
        step = self.step
        step.open_turn()
        self.follow()
        while step.status == DECIDE:
            seat = int(step.view.seat)
            own = self.at < len(self.events) and decider(self.events[self.at]) == seat
            shown = self.events[self.at] if own else NOTHING_OWN
            moves = [move for move in step.moves() if self.game.events.is_move(move, shown)]
            if not moves and self.at >= len(self.events):
                raise Fault(f"the events end in the middle of seat {seat}'s turn")
            if not moves:
                raise Fault(
                    f"event {self.at}: it is seat {seat}'s move, and {_bare(self.events[self.at])} is not legal"
                )
            self.compare_listing()
            step.play(moves[0])
            self.follow()

    def compare_listing(self) -> None:
        """The moves listed for a decision, in a record that lists them, must be the legal ones with their scores."""
        if not self.listings:
            return
        listed = self.listings[self.decisions] if self.decisions < len(self.listings) else None
        possible = self._possible_lists()
        if listed is None or [move for move, _ in listed] not in possible:
            if len(possible) > 1 and sum(map(self._is_allowed, possible[0])) == 1:
                return  # one who does not cheat has no choice here, so that nothing is listed
            if listed is not None:
                raise Fault(f"event {self.at}: the moves listed are not the legal ones")
            if self.at < len(self.events):
                raise Fault(f"event {self.at}: the legal moves are listed of earlier decisions, but not of this one")
            return
        scores = [score for _, score in listed if score is not None and score not in ("inf", "-inf")]
        if not all(type(score) in (int, float) for score in scores):
            raise Fault(f"event {self.at}: a listed move's score is not a number")
        self.decisions += 1

    def _possible_lists(self) -> list[list[dict[str, Any]]]:
        """The legal moves as a record lists them, for a player who cheats and, where that matters, one who does not."""
        view, lists = self.step.view, [self._listed()]
        if "cheats" in (view.dtype.names or ()):
            view.cheats = 0
            lists.append(self._listed())
            view.cheats = 1
        return lists

    def _is_allowed(self, move: dict[str, Any]) -> bool:
        """Whether a move does not break the rules of the table."""
        return not any(move.get(flag) for flag in self.game.events.FLAGS)

    def _listed(self) -> list[dict[str, Any]]:
        """The legal moves as a record lists them."""
        return [self.game.events.move_of(move) for move in self.step.moves()]

    def compare(self) -> None:
        """What just happened must be the record's next events."""
        for event in self.step.events():
            if self.at >= len(self.events):
                raise Fault(f"the events end too early: {event} should follow")
            shown = self.events[self.at]
            flags = {name: event.get(name, False) for name in self.game.events.FLAGS}
            if {name: shown.get(name) for name in event} != event or {
                name: shown.get(name, False) for name in flags
            } != flags:
                raise Fault(f"event {self.at} is {_bare(shown)}, but by the rules it should be {event}")
            unknown = [name for name in shown if name not in {**event, **flags} and name not in EXPLAINING]
            if unknown:
                raise Fault(f"event {self.at} has the field {unknown[0]!r}, which means nothing")
            self.at += 1

    def compare_result(self, turns: int, repeats: bool) -> None:
        """The end, its turns and what the game gives each seat."""
        stated = dict(self.record["result"])
        possible = {"finished"} if self.step.status == OVER else set()
        if not possible and repeats:  # the random streams, which belong to a position, are not in a record
            possible.add("stalled")
        if self.step.status != OVER and turns == self.limit:
            possible.add("capped")
        end = stated.get("end", "finished")
        if end not in possible:
            truth = " or ".join(sorted(possible)) or "not over"
            raise Fault(f"the result says {end}, but after the {turns} turns of the events the game is {truth}")
        n = int(self.step.view.players)
        expected = self.game.events.result_of(self.step.result(), end, turns, n)
        if {name: stated.get(name) for name in expected} != expected:
            raise Fault(f"the result should be {expected}, not {stated}")


def decider(event: Mapping[str, Any]) -> Any:
    """Who decided an event: `by` where that is another than the seat it concerns."""
    return event.get("by", event.get("seat"))


def _bare(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event without what explains it."""
    return {name: value for name, value in event.items() if name not in EXPLAINING}
