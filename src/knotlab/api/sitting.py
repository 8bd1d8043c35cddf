"""Sitting down at a table, and advice on what to play: `sit_at`, `advise`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option, PythonOption, public
from knotlab.api.single_games import Decision, Hidden, Rollouts, Within
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.decisions.advice import MoveAdvice
    from knotlab.analysis.decisions.sitting import Sitting

Others = Annotated[
    Sequence[options.StrategyGiven], PythonOption("a strategy for each of the other seats, in the order of these")
]
RecordFile = Annotated[
    str | Path | None,
    Option("take a decision from this file of recorded games, in place of a position", "FILE", reading.path),
]
Position = Annotated[
    str | None, Argument("the position, as text with semicolons between its lines, or a file that holds it", "POSITION")
]
You = Annotated[int, Option("your seat, from 0", "SEAT", reading.whole(0))]


@public
def sit_at(
    game: options.Game,
    *,
    players: Others,
    seed: options.Seed = DEFAULT_SEED,
    you: You = 0,
    set: options.Settings = (),
    target: options.Target = None,
    rounds: options.Rounds = None,
    strategies_from: options.From = (),
    move_seconds: options.MoveSeconds = None,
) -> "Sitting":
    """Play a game, or a match, yourself.

    Returns
    -------
    Sitting
        `moves()` are the legal moves of your next decision, `play(move)` plays one of them, and what happens until the
        decision after it. It prints as what you see.

    >>> from knotlab import sit_at
    >>> table = sit_at("twyst", players=["threshold+high"] * 3, seed=1)
    >>> len(table.play(table.moves()[0]).seen()["events"]) > 0
    True
    """
    from knotlab.analysis.decisions.sitting import Sitting
    from knotlab.api.given import job_of

    return Sitting(job_of(game, seated(players, you), seed, set, False, strategies_from, target, rounds), you)


def seated(players: Sequence[options.StrategyGiven], you: int) -> list[options.StrategyGiven]:
    """The strategies by seat, somebody who stays away on one's own; raises InputError if there is no such seat."""
    from knotlab.api.given import strategies_of

    others = strategies_of(players)
    if you > len(others):
        raise InputError(f"you sit on one of the seats 0 to {len(others)}, not on {you}")
    return [*others[:you], "random", *others[you:]]


PlayingOn = Annotated[
    Sequence[str],
    Option(
        "the strategies that play on, one for each seat",
        "STRATEGY",
        completes="strategy",
        repeats=True,
        default="the game's champion; with --record its players, and the champion in place of a person",
    ),
]
Trust = Annotated[
    float | None,
    Option(
        "Twyst: weight hidden hands by the bids shown; the share by which a deal counts less for each player who "
        "would have shown a different card",
        "P%",
        reading.probability,
        default="not at all",
    ),
]


@public
def advise(
    game: options.MaybeGame = None,
    position: Position = None,
    *,
    record: RecordFile = None,
    index: options.Index = None,
    decision: Decision = 0,
    player: PlayingOn = (),
    hidden: Hidden = "resample",
    trust: Trust = None,
    seconds: Within = 10.0,
    rollouts: Rollouts = None,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    strategies_from: options.From = (),
    move_seconds: options.MoveSeconds = None,
) -> "MoveAdvice":
    """Say what each legal move of a position is worth: the game is played on from each, with the hidden cards redealt
    each time, until the best move is known, or is too close to another for it to matter.

    Returns
    -------
    MoveAdvice
        Prints as a sentence and a table; all that it says holds together with 95% confidence.

    >>> from knotlab import advise
    >>> advice = advise("knotweed", "hand 0: 6C 9H; hand 1: ?x3; piles: 5C KD; draw: ?x45", seconds=0.1)
    >>> sorted(advice.moves)[:2]
    ['pass', 'play 6C onto pile 0']
    """
    from knotlab.analysis.decisions.advice import advise as advice_on
    from knotlab.analysis.decisions.advice import position_in
    from knotlab.analysis.decisions.written.position import position_written
    from knotlab.analysis.record_files import read_record

    if (record is None) == (game is None or position is None):
        raise InputError("give either a game and a position, or --record FILE with --index and --decision")
    files = reading.files(strategies_from)
    if record is not None:
        point = position_in(read_record(Path(record), index), decision, player, files, seed)
    elif hidden == "as-dealt":
        raise InputError("in a position nobody has dealt the hidden cards; leave out --hidden as-dealt")
    else:
        assert game is not None and position is not None
        point = position_written(game, _text(position), player, reading.settings(set), files, seed)
    return advice_on(point, hidden=hidden, seconds=seconds, trust=trust or 0.0, rollouts=rollouts)


def _text(position: str) -> str:
    """A position, or what stands in its file."""
    if ":" in position:
        return position
    file = Path(position)
    if not file.is_file():
        raise InputError(f"'{position}' is no position, which has lines as 'hand 0: ..', and no file that has them")
    return file.read_text("utf-8")
