"""Whether one strategy is better than another: `duel`."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from knotlab.analysis.defaults import DEFAULT_SEED
from knotlab.api import options, reading
from knotlab.api.declare import Argument, Option, public
from knotlab.sim.errors import InputError

if TYPE_CHECKING:
    from knotlab.analysis.duels.duel import StoppingRule
    from knotlab.analysis.duels.question import Question
    from knotlab.analysis.duels.result import DuelResult
    from knotlab.analysis.stats.watching import Look
    from knotlab.reports.stopped import Known

First = Annotated[
    options.StrategyGiven,
    Argument(
        "the strategy claimed to be better",
        "A",
        completes="strategy",
        python="A function below `@strategy` stands for its name.",
    ),
]
Second = Annotated[
    options.StrategyGiven | None,
    Argument(
        "the strategy to compare it with",
        "B",
        default="A itself, with its switch (a parameter that is 0 or 1) off, or without the rule laid over it",
        completes="strategy",
    ),
]
Rule = str | Callable[..., Any]  # spelled, or its function
Forbid = Annotated[
    Rule | None,
    Option(
        "lay a rule over A, a function rule(view, move): a move for which the rule is true is played only if there is "
        "no other; A plays against itself without the rule",
        "FILE.py:RULE",
        python="Or the function itself.",
    ),
]
Oblige = Annotated[
    Rule | None,
    Option(
        "the same, but wherever the rule is true for some move, the best such move is played",
        "FILE.py:RULE",
        python="Or the function itself.",
    ),
]
Design = Annotated[str, Option("who sits where: field, invader, resident, points or partners", "NAME")]
Others = Annotated[
    options.FieldGiven | None,
    Option(
        "the other players: simple, mixed, strong, expert (slow), or strategies separated by spaces",
        "NAME",
        default="simple; with --forbid or --oblige, players like A without the rule",
        completes="field",
        python="Or a list with a strategy for each.",
    ),
]
Margin = Annotated[
    float | None,
    Option(
        "the smallest difference that matters: 0.5% of games, or a number for places and points",
        "SIZE",
        reading.size,
        default="0.5% of games, 0.01 for places, 0.02 standard deviations of points",
        python="A share is a number between 0 and 1: 0.005 is half a percentage point.",
    ),
]
Level = Annotated[
    float, Option("the probability of a wrong verdict that you accept", "P%", reading.probability, default="5%")
]
Cap = Annotated[
    int | None, Option("maximum number of deals", "N", reading.whole(1), default="10 times as many as planned")
]
Precision = Annotated[
    float | None,
    Option(
        "play until the difference is known to within ±SIZE, whatever the verdict; units as for --margin",
        "SIZE",
        reading.size,
    ),
]
AtLeast = Annotated[
    int, Option("play at least this many games, even if the verdict is clear earlier", "N", reading.whole())
]

Show = Annotated[
    str | None,
    Option(
        "also show a game that came out better for A than for B (helped) or worse (backfired): the decision at which "
        "they first act differently, what each move was worth there, and how the game goes on either way",
        "WHICH",
    ),
]
Plan = Annotated[
    bool,
    Option("say what the answer will cost, for several possible true differences; only the pilot is played"),
]


@public
def duel(
    game: options.Game,
    a: First,
    b: Second = None,
    *,
    forbid: Forbid = None,
    oblige: Oblige = None,
    design: Design = "field",
    players: options.Players = None,
    field: Others = None,
    metric: options.Metric = None,
    margin: Margin = None,
    level: Level = 0.05,
    cap: Cap = None,
    precision: Precision = None,
    games: AtLeast = 0,
    target: options.Target = None,
    rounds: options.Rounds = None,
    show: Show = None,
    plan: Plan = False,
    seed: options.Seed = DEFAULT_SEED,
    set: options.Settings = (),
    strategies_from: options.From = (),
    interpreted: options.Interpreted = False,
    move_seconds: options.MoveSeconds = None,
    workers: options.Workers = None,
    backend: options.Backend = "threads",
    out: options.Out = None,
    mixed_versions: options.MixedVersions = False,
    progress: options.Progress = True,
) -> "DuelResult":
    """Settle whether one strategy is better than another: play until the answer is clear.

    Returns
    -------
    DuelResult
        With `out`, its table and plot are kept in the folder, too. With `show`, `game` is the game. With `plan`, its
        table is what an answer costs; nothing is kept.

    >>> from knotlab import duel
    >>> str(duel("twisted-knot", "hoard-aces", "random", players=2, margin=0.1, seed=1).verdict)
    'holds'
    """
    from knotlab.analysis.duels.partings import SHOWN, show_game
    from knotlab.analysis.duels.plan import plan_duel
    from knotlab.analysis.duels.question import Decision, make_question
    from knotlab.analysis.duels.result import with_game
    from knotlab.analysis.runs.fields import usual_players
    from knotlab.analysis.runs.play import Table
    from knotlab.analysis.stats.metrics import metric_named
    from knotlab.api.given import field_of
    from knotlab.sim import games as game_list
    from knotlab.sim.playing.fanout import backend_named
    from knotlab.sim.playing.match import make_match
    from knotlab.sim.playing.parts import WHOLE, PartPlayed, chosen_part
    from knotlab.sim.settings import unknown

    if show is not None and show not in SHOWN:
        raise unknown("kind of game", show, SHOWN, "to show")
    if plan and (show is not None or games):
        raise InputError("--plan is about a verdict or --precision, and plays no games; leave out --show and --games")
    paths, match = reading.files(strategies_from), make_match(game, target, rounds)
    if match and show is not None:
        raise InputError("--show is about moves of single games; leave out --target and --rounds")
    smallest = reading.effect("--margin", margin, metric_named(game_list.find(game), metric, match is not None))
    others = None if field is None else field_of(game, field, paths)
    first, second, alike = _opponents(game, a, b, _rule(game, forbid, oblige), paths)
    if alike and field is None and design == "field":
        others = (second,) * ((players or usual_players(game)) - 1)
    question = make_question(
        Table(game, players, reading.settings(set), seed, paths, match),
        first,
        second,
        design=design,
        field=others,
        decision=Decision(metric, smallest, level, cap=cap),
    )
    if show is not None and question.unrepeatable:
        raise InputError(f"'{question.unrepeatable[0]}' need not repeat its games, so leave out --show")
    half = reading.effect("--precision", precision, question.metric)
    folder = None if out is None else Path(out)
    how: dict[str, Any] = {"workers": workers, "backend": backend_named(backend)}
    if plan:
        return plan_duel(question, precision=half, **how)
    if chosen_part() != WHOLE and folder is not None:
        if precision is not None:
            raise InputError("a duel in parts ends with its number of games; leave out --precision")
        _play_part(question, games, folder, how, progress)
        raise PartPlayed
    result = replace(_play(question, half, games, folder, how, progress), typed=(first, second))
    if folder:
        _keep_tables(result, folder)
    return result if show is None else with_game(result, show, show_game(question.lineups(), question.metric, show))


def _rule(game: str, forbid: Rule | None, oblige: Rule | None) -> tuple[str, str] | None:
    """The rule that is laid over A, if one is: how, and its spelling."""
    from knotlab.strategies.ruled import name_rule

    if forbid is not None and oblige is not None:
        raise InputError("one rule is laid over a player: give either --forbid or --oblige")
    given = {"forbid": forbid, "oblige": oblige}
    return next(((how, name_rule(rule)) for how, rule in given.items() if rule is not None), None)


def _opponents(
    game: str,
    a: options.StrategyGiven,
    b: options.StrategyGiven | None,
    rule: tuple[str, str] | None,
    paths: Sequence[str | Path],
) -> tuple[str, str, bool]:
    """Who plays whom, spelled; whether it is a player with a rule against the same without."""
    from knotlab.analysis.duels.question import with_and_without
    from knotlab.api.given import spelled

    if b is None:
        return *with_and_without(game, spelled(game, a), rule, paths), rule is not None
    if rule:
        raise InputError(f"with --{rule[0]} A plays against itself without the rule; leave out B")
    return spelled(game, a), spelled(game, b), False


def _play_part(question: "Question", games: int, folder: Path, how: dict[str, Any], progress: bool) -> None:
    from knotlab.analysis.duels.duel import play_part
    from knotlab.reports.progress import progress as showing
    from knotlab.sim.playing.parts import chosen_part

    part = chosen_part()
    with showing(f"duel, part {part}", -(-games // part.of), progress) as advance:
        play_part(question, games, part, folder, on_progress=advance, **how)


def _play(
    question: "Question", precision: float | None, games: int, folder: Path | None, how: dict[str, Any], progress: bool
) -> "DuelResult":
    """Play, showing how the interval closes in."""
    from knotlab.analysis.duels.duel import duel as play_duel
    from knotlab.reports.progress import watching
    from knotlab.reports.words import duel as words

    with watching(wanted=progress) as bar:

        def show(look: "Look", rule: "StoppingRule") -> None:
            bar.known = _known(question, look, rule.watch.margin)
            bar.show(words.look(look, rule.watch.margin, question.metric.name), look.deals, rule.watch.tuned)

        return play_duel(question, precision=precision, games_wanted=games, out=folder, on_look=show, **how)


def _known(question: "Question", look: "Look", margin: float) -> "Known":
    """What is known of a duel before its verdict."""
    from knotlab.analysis.stats.verdicts import Verdict
    from knotlab.reports.stopped import Known
    from knotlab.reports.words import duel as words

    known = {"effect": look.mean, "low": look.low, "high": look.high, "deals": look.deals}
    facts = {"verdict": Verdict.OPEN, "interrupted": True, "margin": margin} | known
    return Known(words.so_far(question, look, margin), facts)


def _keep_tables(result: "DuelResult", folder: Path) -> None:
    """Write the table and the plot of a duel next to its deals."""
    from knotlab.reports.output import write_csv, write_file
    from knotlab.reports.plots.comparisons import closing_in
    from knotlab.reports.plots.style import save
    from knotlab.reports.words import duel as words

    write_csv(result.to_pandas(), folder / "table.csv", result.conditions)
    write_csv(result.path_to_pandas(), folder / "path.csv", result.conditions)
    untimed = replace(result, seconds=math.nan)  # so that the files of the same duel are the same
    facts = "\n".join(f"- {line}" for line in words.duel_facts(untimed))
    text = f"{words.sentence(result)}\n\n{words.duel_table(result).as_markdown()}\n{facts}\n"
    write_file(folder / "table.md", text.encode())
    if result.path:
        save(closing_in(result), folder / "interval")
