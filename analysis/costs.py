"""What each command that plays games would play, at any size, so that `knotlab cost` can tell what it takes.

Sizes count what the command itself counts: games, or deals or hands of which every bid is tried, or matches. What few
commands need is imported where they are answered, as the answer is to take seconds.
"""

import json
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from knotlab.analysis.bidding import card_group, card_make, field, match_wise
from knotlab.analysis.bidding.bids import force_bids
from knotlab.analysis.bidding.card_search import STANDARD_SCHEME, fit, tried_from
from knotlab.analysis.bidding.hand import PLANNED, Hand, before_the_bid, read_hand
from knotlab.analysis.bidding.in_match import in_match
from knotlab.analysis.bidding.match_chances import TO_500
from knotlab.analysis.decisions.advice import CAP, advising
from knotlab.analysis.defaults import ABLATION_DEALS, BIDDER, MATCH_DEALS, MATCHES, TUNED_AGAINST
from knotlab.analysis.duels.designs import play_deals
from knotlab.analysis.duels.duel import PlayedDuel
from knotlab.analysis.duels.pilot import pieces_of
from knotlab.analysis.duels.question import make_question
from knotlab.analysis.result import Conditions, conditions_of
from knotlab.analysis.runs.fields import tips_within
from knotlab.analysis.runs.measures import log_of, measured
from knotlab.analysis.runs.play import Table, play_job
from knotlab.analysis.speed.cost import Playable, playing_of
from knotlab.analysis.tournaments import tournament as cups
from knotlab.analysis.tournaments.setup import make_setup
from knotlab.sim.errors import InputError
from knotlab.sim.games.twyst.cards import N_RANKS
from knotlab.sim.games.twyst.state import SEATS
from knotlab.sim.machine import cores
from knotlab.sim.playing.fanout import THREADS, fan_out
from knotlab.sim.playing.job import compile_ahead
from knotlab.sim.playing.match import records_of
from knotlab.sim.settings import unknown

if TYPE_CHECKING:
    from knotlab.analysis.tuning.task import Task

FEW = 200  # deals or matches of the smallest run
FITTED = 2000  # hands of the smallest run to which a card is fitted
_COMPARED = 2 * card_make.COMPARED * card_make.COMPARED_DEALS  # deals that compare two cards
HAND = "S AKQ72 H 83 D K9 C AT54"  # one is as good as another


class AskedCommand(NamedTuple):
    """What a command is asked.

    names: the strategies, as they are spelled; of `claims`, the claims. keep, log: whether a folder keeps the results
    of the games, and an event log. sizes: of the tables, of a report at several.
    """

    table: Table
    names: Sequence[str]
    workers: int | None = None
    keep: bool = False
    log: bool = False
    fixed_seats: bool = False
    sizes: tuple[int, ...] = ()

    def one(self, what: str) -> str:
        """The only strategy; raises InputError if there are others, or none."""
        if len(self.names) != 1:
            raise InputError(f"{what} takes one strategy, not {len(self.names)}")
        return self.names[0]


def playing(command: str, asked: AskedCommand) -> Playable:
    """What a command plays; raises InputError if there is no such command, or it cannot be asked so."""
    if command not in COMMANDS:
        raise unknown("command", command, COMMANDS, "that plays games")
    if asked.fixed_seats and command not in FIXED:
        raise InputError(f"{command} has no fixed seats; leave out --fixed-seats")
    if asked.log and command != "play":
        raise InputError(f"{command} has no event log of its own; leave out --log")
    if asked.keep and command not in KEPT:
        raise InputError(f"--keep is about the games that {', '.join(KEPT)} keep")
    if len(asked.sizes) > 1 and command != "report":
        raise InputError(f"{command} is played at tables of one size; give --players once")
    if asked.table.match is not None and command in SINGLE_GAMES:
        raise InputError(f"{command} plays single games; leave out --target and --rounds")
    if asked.table.players is not None and command in ONE_TABLE:
        raise InputError("a run has as many players as strategies are named; leave out --players")
    return COMMANDS[command](asked)


def _run(asked: AskedCommand) -> Playable:
    job = asked.table.job(asked.names, fixed_seats=asked.fixed_seats)
    return playing_of(job, asked.workers, keep=asked.keep, log=asked.log)


def _records(asked: AskedCommand) -> Playable:
    """Games written move by move, one after another."""
    job = asked.table.job(asked.names, fixed_seats=asked.fixed_seats)

    def play(games: int, out: Path | None) -> int:
        assert out is not None  # as they are for a file
        with out.open("w", encoding="ascii") as file:
            for index in range(games):
                file.writelines(json.dumps(record, separators=(",", ":")) + "\n" for record in records_of(job, index))
        return games

    sizes = tuple(10**power for power in range(2, 7))
    conditions = conditions_of(job)
    return Playable(conditions, _ready, play, has_disk=True, unit=conditions.played, sizes=sizes, first=10, crew=1)


def _tournament(asked: AskedCommand) -> Playable:
    table = asked.table
    setup = make_setup(
        table.game,
        list(asked.names),
        n_players=table.players,
        seed=table.seed,
        rules=table.rules,
        strategies_from=table.strategies_from,
        match=table.match,
    )
    return cups.playing_of(setup, asked.workers, keep=asked.keep)


def _report(asked: AskedCommand) -> Playable:
    """A report plays strategies that fill a table as a run, and others as a tournament, at each size of table; all is
    kept.
    """
    tables = [replace(asked.table, players=size) for size in asked.sizes or (None,)]
    parts = [_report_at(asked._replace(table=table, keep=True)) for table in tables]

    def ready() -> None:
        for part in parts:
            part.ready()

    def play(games: int, out: Path | None) -> int:
        return min(part.play(games, out and out / str(number)) for number, part in enumerate(parts))

    def in_all(games: int) -> int:
        return sum(part.in_all(games) for part in parts)

    return replace(parts[0], ready=ready, play=play, tables=asked.sizes if len(parts) > 1 else (), in_all=in_all)


def _report_at(asked: AskedCommand) -> Playable:
    """A report's games at tables of one size."""
    return (_run if len(asked.names) == (asked.table.players or len(asked.names)) else _tournament)(asked)


def _rate(asked: AskedCommand) -> Playable:
    """A run with its log, and a question about its decisions."""
    job = asked.table.job(asked.names)

    def play(games: int, out: Path | None) -> int:
        with tempfile.TemporaryDirectory() as folder:
            run = play_job(job, games, workers=asked.workers, backend=THREADS, out=Path(folder) / "run", log=True)
            measured(log_of(run.scan_log(), run.conditions, run.deals, run), "1", "true")
        return run.n_games

    return Playable(conditions_of(job), lambda: compile_ahead(job, log=True), play)


def _duel(asked: AskedCommand) -> Playable:
    """A duel in its usual field: as many games as its pilot plans, and as its cap allows."""
    if len(asked.names) != 2:
        raise InputError(f"a duel is between two strategies, not {len(asked.names)}")
    question = make_question(asked.table, *asked.names)
    workers = asked.workers or cores()
    _, rule, design, _ = PlayedDuel(question, None, workers, THREADS).prepared()

    def play(games: int, out: Path | None) -> int:
        deals = -(-games // design.games)
        for _ in fan_out(partial(play_deals, design, (question.metric,)), pieces_of(0, deals, workers), workers):
            pass
        return deals * design.games

    sizes = tuple(deals * design.games for deals in (rule.watch.tuned, rule.cap))
    base, note = question.base, "planned by the pilot, and at most"
    conditions = Conditions(base.game, design.n_players, base.rules, base.seed, match=base.match)
    return Playable(conditions, _ready, play, unit=conditions.played, sizes=sizes, note=note)


def _ready() -> None:
    """Nothing is left to be made ready."""


def _in_its_field(task: "Task", workers: int | None, **told: Any) -> Playable:
    """A player's games among others."""
    from knotlab.analysis.tuning.arena import all_scores

    arena = task.arena

    def play(games: int, out: Path | None) -> int:
        deals = -(-games // arena.games)
        all_scores(arena, [task.space.player], "confirm", 0, deals, workers)
        return deals * arena.games

    conditions = conditions_of(arena.base)
    return Playable(conditions, _ready, play, unit=conditions.played, **told)


def _tune(asked: AskedCommand) -> Playable:
    from knotlab.analysis.tuning.task import make_task

    task = make_task(asked.table, asked.one("tune"), field=TUNED_AGAINST)
    return _in_its_field(task, asked.workers, note="tune plays as many as its --budget has time for")


def _ablate(asked: AskedCommand) -> Playable:
    from knotlab.analysis.tuning.task import make_task

    name = asked.one("ablate")
    task = make_task(asked.table, name, field=TUNED_AGAINST)
    variants = len(tips_within(asked.table.game, name) or task.space.dials) + 1
    note = f"{ABLATION_DEALS:,} deals with each of {variants} variants"
    return _in_its_field(task, asked.workers, sizes=(ABLATION_DEALS * variants * task.arena.games,), note=note)


def _claims(asked: AskedCommand) -> Playable:
    """Claims of the rulebooks: as many games as their pilots plan for the headlines, and the sizes at their tables."""
    from knotlab.analysis.claims.model.inquiry import USUAL
    from knotlab.analysis.claims.rulebooks.selection import select
    from knotlab.analysis.claims.stages.claims_run import ClaimsRun
    from knotlab.analysis.claims.stages.tip_run import TipRun

    if not asked.names:
        raise InputError("name the claims, as in knotlab cost twisted-knot TK-C1 --command claims")
    inquiry, workers = replace(USUAL, seed=asked.table.seed), asked.workers or cores()
    with tempfile.TemporaryDirectory() as folder:
        run = ClaimsRun(inquiry, Path(folder), workers, None, lambda name: None)
        runs = [TipRun(tip, run) for tip in select(asked.names).tips if tip.experiments]
        for each in runs:
            each.prepare()
    samplers = [sampler for each in runs for sampler in each.samplers.values()]
    if not samplers:
        raise InputError("the rules settle these claims; nothing is played")
    on_each = sum(sampler.games for sampler in samplers)

    def play(games: int, out: Path | None) -> int:
        deals = -(-games // on_each)
        tasks = [(sampler, *piece) for sampler in samplers for piece in pieces_of(0, deals, workers)]
        for _ in fan_out(_draw, tasks, workers):
            pass
        return deals * on_each

    planned = sum(each.planned_games() + each.planned_games_of_sizes() for each in runs)
    cell = next(iter(runs[0].samplers))
    conditions = Conditions(asked.table.game, cell.players, {}, inquiry.seed)
    note = f"planned by the pilots: headlines of {len(runs)} claims, and the sizes at their tables"
    return Playable(conditions, _ready, play, sizes=(planned,), first=on_each, note=note)


def _draw(sampler: Any, first: int, count: int) -> None:
    sampler.draw(first, count)


def _card(asked: AskedCommand) -> Playable:
    """A card for a field; of those who bid by the cards, a search for two."""
    name = asked.one("card")
    job = replace(asked.table.job([name] * SEATS), match=None)

    def play(hands: int, out: Path | None) -> int:
        fit(STANDARD_SCHEME, tried_from(force_bids(job, 0, hands, asked.workers)))
        return hands

    if name == BIDDER:
        sizes = tuple(_of_search(rounds) for rounds in (1, card_group.ROUNDS))
        note = f"hands with every bid tried, in one round of a search and in all {card_group.ROUNDS}"
    else:
        sizes = (card_make.fitted_to(card_make.HANDS) + (card_make.OF_ROWS + _COMPARED) // N_RANKS,)
        note = f"hands with every bid tried, with --field {name}"
    ready = partial(force_bids, job, 0, 1)
    return Playable(conditions_of(job), ready, play, sizes=sizes, unit="hands", first=FITTED, note=note)


def _of_search(rounds: int) -> int:
    """How many hands a search for cards tries every bid of; thirteen deals on which one is tried count as a hand."""
    pool = min(rounds, field.POOL)
    deals = comb(pool, 2) * len(field.SHARES) * pool * field.POOL_HANDS
    deals += min(rounds, 2) * card_make.OF_ROWS + _COMPARED
    return rounds * card_make.fitted_to(card_group.HANDS) + deals // N_RANKS


def _bid(asked: AskedCommand) -> Playable:
    table = asked.table
    asked_job = table.job([asked.one("bid")] * SEATS)
    job = replace(asked_job, match=None)
    hand, note = Hand(read_hand(HAND), 0), "deals of the other hands, planned and at most"
    compile_ahead(job)
    started = time.perf_counter()
    rest = in_match(job, table.match, (0,) * SEATS) if table.match else None
    before = time.perf_counter() - started

    def play(deals: int, out: Path | None) -> int:
        next(advising(before_the_bid(job, hand), rollouts=deals, workers=asked.workers))
        if rest:
            rest.won(np.zeros((deals, N_RANKS, SEATS), np.int64), 0, table.seed, 0)
        return deals

    ready = partial(play, 1, None)
    return Playable(
        conditions_of(asked_job), ready, play, sizes=(PLANNED, CAP), unit="deals", first=FEW, note=note, before=before
    )


def _match(asked: AskedCommand) -> Playable:
    name = asked.one("match")
    bidder, _, player = name.partition("+")
    end, table = asked.table.match or TO_500, replace(asked.table, match=None)
    if end.target is None:
        raise InputError("the cost of match is told for matches to a target; leave out --rounds")
    job, usual = table.job([name] * SEATS), match_wise.as_usual(bidder, end)

    def play(matches: int, out: Path | None) -> int:
        match_wise.gain([usual], bidder, player, matches=matches, table=table)
        return matches

    before = match_wise.seconds_of_tables(bidder, player, MATCH_DEALS, table)
    note = f"the chances and the ways to bid take {before:.0f} s of it"
    ready = partial(play, SEATS, None)
    return Playable(
        conditions_of(job), ready, play, sizes=(MATCHES,), unit="matches", first=FEW, note=note, before=before
    )


COMMANDS: dict[str, Callable[[AskedCommand], Playable]] = {
    "play": _run,
    "records": _records,
    "tournament": _tournament,
    "report": _report,
    "rate": _rate,
    "duel": _duel,
    "tune": _tune,
    "ablate": _ablate,
    "claims": _claims,
    "bid": _bid,
    "card": _card,
    "match": _match,
}
KEPT = ("play", "tournament", "report")
FIXED = ("play", "records")
ONE_TABLE = ("play", "records", "rate")
SINGLE_GAMES = ("rate", "report", "claims")
