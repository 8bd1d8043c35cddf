"""How a strategy is written: a function that scores one legal move, under `@strategy`.

    @strategy("twisted-knot", hold=param(3, 0, 8))
    def hoard(view, move, hold):
        '''What it does, in players' words.'''
        return ...

The function stays callable from other strategies. What is known about it goes into a catalogue (`catalogue.py`).
"""

import inspect
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import Any, ClassVar

from knotlab.sim.compiling.jit import is_compiled, strict
from knotlab.sim.compiling.sources import text_hash
from knotlab.sim.errors import InputError
from knotlab.sim.held import held
from knotlab.sim.protocol import MAX_PARAMETERS
from knotlab.strategies.fingerprints import hash_of_file, hash_of_functions, values_kept
from knotlab.strategies.home import home_of, is_library, is_shipped, package_of
from knotlab.strategies.inspection import python_function, uniforms_read

USER_MODULE = "knotlab_user_"  # the name of a user's module begins so and goes on with a hash of its file


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy, with its bounds. Whole if its default is written as a whole number."""

    default: float
    low: float
    high: float
    whole: bool

    @property
    def is_switch(self) -> bool:
        """Whether it is 0 or 1."""
        return self.whole and (self.low, self.high) == (0.0, 1.0)


def param(default: float, low: float, high: float) -> Parameter:
    """Declare a parameter of a strategy.

    Parameters
    ----------
    default : int or float
        Its value unless the spelling of a player sets another. If all three are whole numbers, so is the parameter.
    low, high : int or float
        The least and the greatest value that make sense.

    Returns
    -------
    Parameter
        To be given to `strategy` under the parameter's name.

    Raises
    ------
    InputError
        If the default is outside its bounds.

    Examples
    --------
    >>> param(3, 0, 8).whole
    True
    """
    if not low <= default <= high:
        raise InputError(f"a parameter's default must lie within its bounds, not {default} outside {low}..{high}")
    return Parameter(
        float(default), float(low), float(high), all(isinstance(value, int) for value in (default, low, high))
    )


# The parameters of every strategy that looks ahead, in the order of sim/kernels/lookahead.py.
LOOK_AHEAD = {
    "rollouts": param(200, 8, 1_000_000),
    "level": param(0.05, 0.0, 1.0),
    "noise": param(0.02, 0.0, 1.0),
    "cut": param(0.0, 0.0, 1.0),
    "after": param(20, 1, 300),
}


@dataclass(frozen=True, eq=False, kw_only=True)
class Strategy:
    """A strategy as declared.

    game, name: the game's name, and the function's name with hyphens. title: what it is called where people read about
    it. score, plan: its functions, compiled; `plan` is None if it has none, and the critic of one that looks ahead.
    cheats: whether it is offered moves that break the rules. file: where it is written, with links resolved; of one
    that was typed in, what Python calls that place. inline: whether it was declared in the running program, at a prompt
    or in a notebook, not in a module. assumed: of a strategy that looks ahead: the spellings of `base` and `opponents`,
    unless a player's own says otherwise. asks: its player is an object in Python, which `score` makes; or, if it is
    `interpreted`, scores moves as it does. repeats: whether it plays the same games whenever the seed is the same.
    """

    game: str
    name: str
    title: str
    score: Callable[..., Any]
    plan: Callable[..., Any] | None = None
    parameters: dict[str, Parameter] = field(default_factory=dict)
    cheats: bool = False
    file: Path
    inline: bool
    assumed: dict[str, str] = field(default_factory=dict)
    asks: bool = False
    interpreted: bool = False
    repeats: bool = True
    noun: ClassVar[str] = "strategy"

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        """Its score and, if it has one, its plan; of objects, what makes them, or the methods of their class."""
        if isinstance(self.score, type):
            return tuple(each for each in vars(self.score).values() if isinstance(each, FunctionType))
        return (self.score,) if self.plan is None else (self.score, self.plan)

    @property
    def is_told(self) -> bool:
        """Whether its objects are told of events; where a function makes them, they may be."""
        return self.asks and not self.interpreted and (not isinstance(self.score, type) or hasattr(self.score, "saw"))

    @property
    def is_slow(self) -> bool:
        """Whether it looks ahead, which takes thousands of times as long as a score: it plays where it is named."""
        return bool(self.assumed)

    @property
    def is_shipped(self) -> bool:
        """Whether it ships with knotlab."""
        return is_shipped(self.file)

    @property
    def is_users(self) -> bool:
        """Whether it comes from a file that somebody named, not from an installed package or the running program."""
        module = sys.modules.get(self.score.__module__)
        return not self.inline and (module is None or module.__name__.startswith(USER_MODULE))

    @property
    def is_sent(self) -> bool:
        """Whether its file goes to other processes with it, as they cannot import it."""
        is_imported = self.is_shipped or is_library(self.file) or package_of(self.file) is not None
        return not self.inline and (self.is_users or not is_imported)

    @property
    def idea(self) -> str:
        """The first sentence of its docstring."""
        text = " ".join((inspect.getdoc(python_function(self.score)) or "").split())
        return text.split(". ")[0].rstrip(".") + "." if text else ""

    @property
    def fingerprint(self) -> str:
        """A hash of all that makes it play as it does: its sources, and unless it ships the values that compiled code
        takes from outside its functions and its parameters.

        Sources in files are those of the time when it was first asked for, as an edited file is loaded as another
        strategy; all else is as it is now.
        """
        sources = hash_of_functions(self.functions) if self.inline else self._hash_of_file
        values = [] if self.is_shipped else [*values_kept(self.functions), repr(self.parameters), str(self.cheats)]
        return text_hash(sources, *values)[:16]

    @cached_property
    def _hash_of_file(self) -> str:
        return hash_of_file(self.file)

    @cached_property
    def reads(self) -> frozenset[str]:
        """Which of its own uniform numbers it reads, found in its code and that of the functions it calls."""
        if self.assumed:
            return frozenset(["decision"])
        if self.interpreted:
            return uniforms_read(self.score) | {"decision"}
        if self.asks:
            return frozenset(["game", "turn", "decision"])
        return frozenset[str]().union(*map(uniforms_read, self.functions))


_interpreting: ContextVar[bool] = ContextVar("interpreting", default=False)


def interpreting(whether: bool) -> AbstractContextManager[None]:
    """Have strategies that do not ship played in plain Python within the block, or not."""
    return held((_interpreting, whether))


def as_played(strategy: Strategy) -> Strategy:
    """A strategy as it is played here; raises InputError if it cannot be played in plain Python where it should be."""
    if not _interpreting.get() or strategy.is_shipped or strategy.asks:
        return strategy
    if strategy.plan is not None or strategy.assumed:
        what = "has a plan" if strategy.plan is not None else "looks ahead"
        raise InputError(f"strategy '{strategy.name}' {what}, which takes the compiler; play it without --interpreted")
    return replace(strategy, score=python_function(strategy.score), asks=True, interpreted=True)


declared: list[Strategy] = []  # in the order of declaration; `catalogue.py` looks up


def strategy(
    game: str,
    *,
    title: str = "",
    plan: Callable[..., Any] | None = None,
    cheats: bool = False,
    compiled: bool = True,
    **parameters: Parameter,
) -> Callable[..., Any]:
    """Declare the function below as a strategy of a game.

    The function takes a view, a move and the declared parameters, in their order (the last of them together, if it
    likes, as `*values`), and returns a score; the legal move with the highest score is played. Its name, with hyphens,
    becomes the strategy's.

    Parameters
    ----------
    game : str
        The game's name, such as `twisted-knot`.
    title : str, optional
        What it is called where people read about it; its name in words unless given.
    plan : Callable, optional
        Called once before the moves of a decision are scored, as `plan(view, *parameters)`. It may write
        `view.plan[0]` to `view.plan[31]`, all zero before, which the scores then read.
    cheats : bool
        Whether the strategy is offered moves that break the rules, where the game's settings allow them.
    compiled : bool
        Whether the function is compiled. If not, it is called in plain Python, which is far slower, and may use
        anything that Python has; what it remembers of a game belongs into `view.memory`, a dictionary.
    **parameters : Parameter
        Numbers that tune the strategy, each made by `param`.

    Returns
    -------
    Callable
        A decorator; the function stays callable from other strategies.

    Raises
    ------
    InputError
        If the function does not take what is declared, or has a plan and is not compiled.

    Examples
    --------
    >>> @strategy("twisted-knot", weight=param(1.0, 0.0, 10.0))
    ... def high_cards(view, move, weight):
    ...     return weight * move.rank
    >>> declared.pop().name
    'high-cards'
    """

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        name = name_of(function)
        _check_parameters(name, parameters)
        _check(function, name, parameters)
        if plan is not None:
            _check_plan(plan, name, parameters)
        if compiled:
            return _note_compiled(function, title, plan, game=game, parameters=parameters, cheats=cheats)
        if plan is not None:
            raise InputError(f"strategy '{function.__name__}' needs no plan in plain Python; keep it in view.memory")
        _note(function, name, title, game=game, parameters=parameters, cheats=cheats, asks=True, interpreted=True)
        return function

    return declare


def looks_ahead(
    game: str, *, title: str = "", base: str, opponents: str, critic: Callable[..., Any]
) -> Callable[..., Any]:
    """Declare a strategy that tries each legal move out by playing on from it (sim/kernels/lookahead.py).

    The function below is `worth(view, seat)`: what the position at the end of a rollout is worth to the player on a
    seat.

    Parameters
    ----------
    game : str
    title : str
        As for `strategy`.
    base, opponents : str
        The strategies with which the player, and all the others, are assumed to play on.
    critic : Callable
        `critic(view)`: the chance to lose, from what a player sees as his turn begins; it may fill the plan.

    Returns
    -------
    Callable
        A decorator.
    """

    def declare(function: Callable[..., Any]) -> Callable[..., Any]:
        assumed = {"base": base, "opponents": opponents}
        return _note_compiled(function, title, critic, game=game, parameters=LOOK_AHEAD, assumed=assumed)

    return declare


def player(
    game: str, *, title: str = "", cheats: bool = False, repeats: bool = True, **parameters: Parameter
) -> Callable[..., Any]:
    """Declare the class below, or the function that makes an object, as a player of a game, in plain Python.

    Each seat has an object of its own in each game, made with the parameters' values. At a decision with a choice,
    `choose(view, moves)` is called and returns one of the moves. The view, with the fields that `knotlab view` lists,
    and the moves are copies. `view.random` draws the player's own random numbers (a `random.Random`), the same whenever
    that game is played. If there are such methods, `start(view)` is called before the first choice, `saw(event)` before
    a choice with each event since the one before, and `over(outcome)` when the game has ended, with each seat's place
    (in Twyst: points). Events are those of game records, with `"?"` for each card that the player does not see.

    Parameters
    ----------
    game : str
        The game's name, such as `twisted-knot`.
    title : str, optional
        What it is called where people read about it; its name in words unless given.
    cheats : bool
        Whether the player is offered moves that break the rules, where the game's settings allow them.
    repeats : bool
        Whether it decides alike whenever a game is played again. A person, or one who asks a program that does not,
        need not: then a folder keeps each choice, and nothing that must be played again takes the player.
    **parameters : Parameter
        Numbers that tune the player, each made by `param`, and given to the class or function in their order.

    Returns
    -------
    Callable
        A decorator that leaves the class or function as it is.

    Raises
    ------
    InputError
        If a class has no method `choose`.

    Examples
    --------
    >>> @player("twisted-knot")
    ... class FirstMove:
    ...     def choose(self, view, moves):
    ...         return moves[0]
    >>> declared.pop().name
    'first-move'
    """

    def declare(maker: Callable[..., Any]) -> Callable[..., Any]:
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name_of(maker)).lower()
        if isinstance(maker, type) and not callable(getattr(maker, "choose", None)):
            raise InputError(f"the player '{name}' needs a method choose(self, view, moves) that returns a move")
        if not callable(maker):
            raise InputError("@player stands above a class, or above a function that makes an object")
        _check_parameters(name, parameters)
        _note(maker, name, title, game=game, parameters=parameters, cheats=cheats, asks=True, repeats=repeats)
        return maker

    return declare


def _note_compiled(function: Callable[..., Any], title: str, plan: Any, **fields: Any) -> Callable[..., Any]:
    """Note a strategy whose functions are compiled; its score, compiled."""
    score, ready = (each if each is None or is_compiled(each) else strict(each) for each in (function, plan))
    _note(score, name_of(function), title, plan=ready, **fields)
    return score


def _note(made_by: Callable[..., Any], name: str, title: str, **fields: Any) -> None:
    """Note a strategy. made_by: its score, or what makes its objects. fields: what else is not told by that."""
    file, inline = home_of(made_by, is_compiled=not fields.get("asks"))
    title = title or in_words(name)
    declared.append(Strategy(name=name, title=title, score=made_by, file=file, inline=inline, **fields))


def name_of(made_by: Callable[..., Any]) -> str:
    """A strategy's name, by that of its function."""
    return made_by.__name__.replace("_", "-")


def in_words(name: str) -> str:
    """A strategy's name as people read it.

    >>> in_words("hoard-aces")
    'Hoard aces'
    """
    return name.replace("-", " ").replace("_", " ").capitalize()


def _check_parameters(name: str, parameters: dict[str, Parameter]) -> None:
    """Raise InputError unless all parameters are declared as such, and are not too many."""
    wrong = [key for key, value in parameters.items() if not isinstance(value, Parameter)]
    if wrong:
        raise InputError(f"strategy '{name}': declare {wrong[0]} with param(default, low, high)")
    if len(parameters) > MAX_PARAMETERS:
        raise InputError(f"strategy '{name}' has {len(parameters)} parameters; {MAX_PARAMETERS} is the most")


def _check(function: Callable[..., Any], name: str, parameters: dict[str, Parameter]) -> None:
    """Raise InputError unless the function takes a view, a move and just the declared parameters, in order."""
    takes, rest = _taken(function)
    named = [each.name for each in takes[2:]][: -1 if rest else None]
    if len(takes) < 2 or named != list(parameters)[: len(named) if rest else None]:
        raise _must_take(f"strategy '{name}'", ["view", "move", *parameters], takes)


def _check_plan(plan: Callable[..., Any], name: str, parameters: dict[str, Parameter]) -> None:
    """Raise InputError unless a plan takes a view and as many numbers as there are parameters; as strategies may share
    it, it may call them what it likes.
    """
    takes, rest = _taken(plan)
    if not (rest or len(takes) == 1 + len(parameters)):
        raise _must_take(f"the plan of strategy '{name}'", ["view", *parameters], takes)


def _taken(function: Callable[..., Any]) -> tuple[list[inspect.Parameter], bool]:
    """What a function takes, and whether it takes all that is left."""
    takes = list(inspect.signature(python_function(function)).parameters.values())
    return takes, bool(takes) and takes[-1].kind is inspect.Parameter.VAR_POSITIONAL


def _must_take(what: str, names: Sequence[str], takes: Sequence[inspect.Parameter]) -> InputError:
    return InputError(f"{what} must take ({', '.join(names)}), not ({', '.join(map(str, takes))})")
