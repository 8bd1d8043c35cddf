"""What every game offers to the simulator, and the words all games share.

A game is a folder of `sim/` whose package holds `GAME`, a `Game`. Its rules module has these functions, which the
engine compiles into one kernel (`status` is one of those below):

    deal(view, hidden, chance)              shuffle and deal
    begin(view, hidden, trace) -> status    the first position
    open_turn(view, hidden, trace) -> status
    legal(view, options) -> int             list the moves of the decision at hand
    apply(view, hidden, trace, *move) -> status
    draw_chance(view, hidden, chance)       after CHANCE: let chance decide, into `hidden`
    settle(view, hidden, trace) -> status   and go on from what it decided; both may be called several times in a turn
    progress(view, hidden) -> int           grows with whatever cannot be undone
    same_position(view, hidden, view2, hidden2) -> bool
    write_result(view, hidden, result)
    redeal(view, hidden, chance)            redeal, uniformly, what the player to move cannot see

and, if positions may come twice,

    fingerprint(view, hidden) -> int        stands for the position, among those with the same progress: the same for
                                            the same positions, and for different ones hardly ever
    keep_sketch(view, hidden)               optional: from now on `apply` keeps up to date what a fingerprint takes
    leave_sketch(view, hidden)              and from now on it does not

and, if strategies may look ahead in it (sim/kernels/lookahead.py):

    imagine(view, hidden, chance)           the same from the view alone, whatever `hidden` held before

Its events module turns traces into records and back: `FIELDS`, `deal_of`, `event_of`, `move_of`, `result_of`,
`describe`, `describe_move`, `describe_deal`, `describe_view`, `as_seen`, `set_deal`, `set_chance`, `is_move`,
`position_of`, `FLAGS`, the fields that an event has only when they are true, and `CLOSED`, the kinds of events that
nobody else sees before one of another kind: which, by kind.

A game in which one can cheat has a field `cheats` in its view; the engine writes there whether the player to move
declares that he does.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

MAX_SEATS = 8
HIDDEN = "?"  # a card that a seat does not see, in a record as that seat knows it
MAX_PARAMETERS = 32

# The values that a number takes: from, to (both included) and perhaps single values next to them; None for any number.
Range = tuple[float, ...] | None
UNIFORM: Range = (0.0, math.nextafter(1.0, 0.0))

# What a rules function leaves behind it: a decision to make, a new turn to open, something for chance to decide, or the
# end.
DECIDE, TURN, CHANCE, OVER = range(4)

# How games end (TK-27, KW-12).
FINISHED, STALLED, CAPPED = range(3)
ENDS = ("finished", "stalled", "capped")


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype:
    """A structured dtype whose records have their fields as attributes, compiled or not."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def differing(first: np.record, second: np.record) -> list[str]:
    """The fields in which two records of a dtype differ, bit for bit; what lies between fields is undefined and not
    compared.
    """
    if first.tobytes() == second.tobytes():
        return []
    return [name for name in first.dtype.names or () if first[name].tobytes() != second[name].tobytes()]


@dataclass(frozen=True)
class Setting:
    """One rule setting: its name, default, meaning and the rulings behind it.

    other_reading: where the setting is about how the rulebook is read, the value that stands for the other reading.
    is_added: whether records may lack it, as there are some from before it was added; these were played with its
    default.
    """

    name: str
    default: Any
    meaning: str
    rulings: str
    parse: Callable[[str], Any]
    by_players: Callable[[int], Any] | None = None  # the default by number of players, where it depends on it
    other_reading: str = ""
    is_added: bool = False

    def default_for(self, n_players: int) -> Any:
        """The default at a table of this many players."""
        return self.by_players(n_players) if self.by_players else self.default


@dataclass(frozen=True)
class MatchRules:
    """How games of one kind, one after another, make a match. Both functions take results (records of shape (games,))
    and the number of seats.

    unit: what one of the games is called. points: int64 (games, seats), what a game adds to each seat's total.
    next_first: int64 (games,), the seat that is seat 0 in the next game, the others following it in order.
    """

    unit: str
    points: Callable[[np.ndarray, int], np.ndarray]
    next_first: Callable[[np.ndarray, int], np.ndarray]


@dataclass(frozen=True)
class Measure:
    """How reports show a number that a game gives each seat, such as a score.

    field: the result field. words: what it counts. even: what each seat gets where all share alike, None if that is not
    fixed. digits: decimals that are shown. most: how far it can lie from 0 under some rules, None if they do not say.
    """

    field: str
    words: str
    even: float | None = None
    digits: int = 2
    most: Callable[[Mapping[str, Any]], float] | None = None


@dataclass(frozen=True)
class Match:
    """When a match is over: once somebody's total has reached a target at the end of a game, or after a number of
    games. One of the two is set.
    """

    target: int | None = None
    games: int | None = None


@dataclass(frozen=True, eq=False)
class Game:
    """A game as the simulator, the strategies and the reports see it."""

    name: str
    title: str
    rules: ModuleType
    view: np.dtype
    hidden: np.dtype
    move: Any  # a named tuple class
    max_moves: int
    # Name, type, shape, range (of the whole field, or of each of its columns), meaning, ruling.
    view_fields: tuple[tuple[Any, ...], ...]
    # Kind, ranges of its numbers, what they mean, ruling.
    move_kinds: tuple[tuple[str, tuple[Range, ...], str, str], ...]
    settings: tuple[Setting, ...]
    presets: dict[str, dict[str, Any]]
    players: tuple[int, int]
    result_fields: tuple[tuple[str, str], ...]  # what a game gives each seat: name and dtype
    prepare: Callable[..., None]  # (view record, rules): write the settings into a fresh view
    check: Callable[[dict[str, Any]], None]  # (rules): raise InputError on settings that do not go together
    events: ModuleType  # traces to record events and words
    log: ModuleType  # what the event log holds of a decision (sim/kernels/eventlog.py)
    match_rules: MatchRules | None = None  # none: no matches
    # (view): whether `redeal` can be asked for before this decision.
    can_redeal: Callable[[np.record], bool] = lambda view: True
    # (views, hiddens, view, seed, deals): where it cannot, deal to fresh games what the player of a view cannot see.
    deal_others: Callable[..., None] = lambda *_: None
    # Decisions (`view.decision`) of the first strategy in a combination `first+second`; none: no combinations.
    first_part: tuple[int, ...] = ()
    part_names: tuple[str, str] = ("first", "second")  # what the two strategies of a combination are called
    tremble: float = 0.0  # in which share of decisions a player moves at random whose spelling does not say
    measures: tuple[Measure, ...] = ()  # how the result fields are shown where there are no places, the deciding first
    order: int = 100  # games are listed by this number, those that share one by name
    credit: str = ""  # who made the game

    @cached_property
    def options(self) -> np.dtype:
        """The list of legal moves of one decision, with their scores, the highest of these and how many moves share
        it.
        """
        width = len(self.move._fields)
        return record_dtype(
            [("move", "i8", (self.max_moves, width)), ("score", "f8", self.max_moves), ("best", "f8"), ("equals", "i8")]
        )

    @property
    def readings(self) -> tuple[Setting, ...]:
        """The settings that are about how the rulebook is read; a record that lacks one was played with its default."""
        return tuple(setting for setting in self.settings if setting.other_reading)

    @property
    def lackable(self) -> tuple[Setting, ...]:
        """The settings that a record or a folder may lack, as it was then played with their defaults."""
        return tuple(setting for setting in self.settings if setting.other_reading or setting.is_added)

    @property
    def has_places(self) -> bool:
        """Whether a game gives each seat a place; else it gives a score."""
        return any(name == "place" for name, _ in self.result_fields)

    @property
    def unit(self) -> str:
        """What one of its games is called."""
        return self.match_rules.unit if self.match_rules else "game"

    @cached_property
    def result(self) -> np.dtype:
        """One game's result: how it ended, and each result field by seat."""
        counts = [("end", "u1"), ("turns", "i4"), ("decisions", "i4"), ("free", "i4"), ("scored", "i4")]
        return record_dtype(counts + [(name, kind, MAX_SEATS) for name, kind in self.result_fields])
