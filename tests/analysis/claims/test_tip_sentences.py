"""What a reader is told of each tip points the way in which the games come out.

The sentence is read, both sides of the tip's largest effect are played from a seed of their own on as many deals as
give four standard errors, and what happened is counted by a few lines that know nothing of effects and their signs.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import polars as pl
import pytest

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.judgement.habits import by_players, typical
from knotlab.analysis.claims.kinds import positions
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.kinds.what_if import LOT, WhatIf
from knotlab.analysis.claims.model.cells import Cell, cells_of
from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.model.inquiry import Inquiry
from knotlab.analysis.claims.model.meaning import FEWER, MORE, PLAYER
from knotlab.analysis.claims.rulebooks.library import tip_named
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.claims.rulebooks.twisted_knot import measures as seen
from knotlab.analysis.runs.play import make_job
from knotlab.reports.words.advice import advice
from knotlab.reports.words.directions import NUMERALS, in_words, with_unit
from knotlab.reports.words.strong_players import on_top
from knotlab.sim.games.twisted_knot.cards import JOKER, TWO
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.match import play_matches
from knotlab.sim.protocol import FINISHED, Match

pytestmark = pytest.mark.more
SEED, ERRORS, MOST_DEALS = 4321, 4.0, 34_000
PROVED = ("TK-C22", "TY-C2", "TY-C4")  # by counting in the rules
NO_DIRECTION = ("TK-C23", "TK-C26", "TK-C27", "TK-C28", "KW-C5", "KW-C8", "TY-C6")  # pairs, curves, a variant
TOO_SMALL = ("TK-C6", "TK-C8", "TK-C18", "TY-C3")  # four standard errors take more deals than that
UNSETTLED = ("TK-C14", "TK-C31", "TK-C32")  # too slow to be played again, or not tried
POINTS = ("TY-C1", "TY-C7")
SEVERAL = 100  # deals at least


def deals_for(cell: Evidence) -> int:
    """As many deals as give four standard errors, by what is published of their spread."""
    spread = cell.size.error * math.sqrt(cell.deals)
    return max(math.ceil((ERRORS * spread / cell.effect) ** 2), SEVERAL) if cell.effect else MOST_DEALS + 1


def largest(name: str) -> Evidence:
    """Of the tables that a tip's sentence tells, the one whose effect takes the fewest deals to be seen."""
    tip = shipped()[name]
    told = [typical(group) for label in tip.words.names for group in by_players(tip.cells_of(label)).values()]
    return min(told, key=deals_for)


def cell_of(evidence: Evidence) -> Cell:
    """The cell that published evidence is about."""
    return next(cell for cell in cells_of(tip_named(evidence.tip)) if cell.name == evidence.name)


def sentence_of(evidence: Evidence) -> str:
    """What a reader is told of the experiment."""
    tip = shipped()[evidence.tip]
    return advice(replace(tip, cells=tip.cells_of(evidence.label))).sentence


def what_if_and_cell(evidence: Evidence) -> tuple[WhatIf, Cell]:
    """The what-if that published evidence is about, and its cell."""
    cell = cell_of(evidence)
    assert isinstance(cell.experiment, WhatIf)
    return cell.experiment, cell


# --- counting what happens ---


@dataclass(frozen=True)
class Seen:
    """A mean and its standard error."""

    value: float
    error: float


def seen_in(numbers: np.ndarray) -> Seen:
    return Seen(float(numbers.mean()), float(numbers.std(ddof=1) / math.sqrt(len(numbers))))


def results_of(job: Job, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """The places of all games of some deals, and the seats of the first player."""
    places = play_games(job, 0, deals * job.rotations)["place"][:, : len(job.players)].astype(int)
    return places, np.array([job.players_by_seat(game).index(0) for game in range(len(places))])


def counted(job: Job, deals: int, unit: str) -> np.ndarray:
    """How many of a deal's games the first player lost, or won, as a share; the last place is shared by all in it."""
    places, seats = results_of(job, deals)
    wanted = places.max(axis=1) if unit == "loss_rate" else np.ones(len(places), int)
    there = places == wanted[:, None]
    mine = there[np.arange(len(places)), seats] / np.maximum(there.sum(axis=1), 1)
    return mine.reshape(deals, -1).mean(axis=1)


def line_ups(cell: Cell) -> list[list[str]]:
    """Who sits in the other chairs, of each line-up of the field."""
    if isinstance(cell.field, str):
        return [line_up[: cell.players - 1] for line_up in cell.line_ups()]
    return [cell.others()]


def duelled(duel: Duel, cell: Cell, deals: int) -> Seen:
    """How much more often A loses (or wins) than B, in the same chairs of the same deals."""
    groups = line_ups(cell)
    each, parts = -(-deals // len(groups)), []
    for number, others in enumerate(groups):
        jobs = [
            make_job(cell.tip.game, [side, *others], seed=SEED + number, rules=list(duel.rules))
            for side in (duel.a, duel.b)
        ]
        first, second = (counted(job, each, duel.unit_in(cell.tip.game)) for job in jobs)
        parts.append(first - second)
    return seen_in(np.concatenate(parts))


def tried(what_if: WhatIf, cell: Cell, deals: int) -> Seen:
    """How much more often the player whose games count comes last after the first branch than after the others, or how
    many points more that player has.
    """

    def came_last(job: Job, metric: str, results: np.ndarray, seats: np.ndarray) -> np.ndarray:
        if metric == "mean_score":
            return np.asarray(results["score"][np.arange(len(seats)), :, seats].astype(float))
        places = results["place"][..., : len(job.players)].astype(int)
        there = places == places.max(axis=-1, keepdims=True)
        return np.asarray((there / there.sum(axis=-1, keepdims=True))[np.arange(len(seats)), :, seats])

    numbers: list[np.ndarray] = []
    ((*jobs,),) = what_if.tables(cell, Inquiry(seed=SEED))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(positions, "_payoff", came_last)
        for job in jobs:
            for frame in logged(job, 0, -(-deals // len(jobs))):
                rows = frame.filter(what_if.where).sort("game", LOT).unique("game", keep="first", maintain_order=True)
                if rows.height:
                    played = positions.play_on(what_if, job, rows, [], what_if.rollouts)
                    others = np.ma.masked_array(played.payoffs[1:], ~played.possible[1:]).mean(axis=0)
                    numbers.append((played.payoffs[0] - others)[played.possible[0] & played.possible[1:].any(axis=0)])
    return seen_in(np.concatenate([np.asarray(part) for part in numbers]))


@cache
def played(evidence: Evidence) -> Seen:
    """What is seen of both sides of a cell, more being above zero."""
    cell, deals = cell_of(evidence), deals_for(evidence)
    experiment = cell.experiment
    if isinstance(experiment, Duel):
        return duelled(experiment, cell, deals)
    assert isinstance(experiment, WhatIf)
    return tried(experiment, cell, deals)


# --- habits, choices, and what is gained elsewhere ---

SIDES = [tip.id for tip in shipped() if tip.words.kind == "habit" and tip.id not in TOO_SMALL]


def said_of(sentence: str, players: int) -> str:
    """Which way a sentence says that it goes with so many players."""
    several = "|".join(NUMERALS.values())
    parts = re.findall(
        rf"(fewer|more|the same number) with ((?:(?:{several})(?:, | or )?)+)", sentence.partition(", however")[0]
    )
    return next(word for word, numbers in parts if NUMERALS[players] in re.findall(several, numbers))


def agrees(word: str, mean: Seen) -> bool:
    """Whether a word is that for what was seen."""
    return word == (MORE if mean.value > 0 else FEWER)


@pytest.mark.parametrize("name", SIDES)
def test_a_habits_sentence_table_and_mean_point_the_way_the_games_come_out(name: str) -> None:
    evidence = largest(name)
    mean, sentence = played(evidence), sentence_of(evidence)
    assert agrees(said_of(sentence, evidence.players), mean), (sentence, mean)
    assert ("the next player loses" in sentence) == (evidence.meaning.side != PLAYER) == (name == "KW-C7")
    assert agrees(in_words(evidence).split()[1], mean)
    headline = shipped()[name].headline
    if headline and headline.label == evidence.label and headline.headline.certain_sign:
        is_alike = headline.effect * headline.advice * evidence.effect > 0
        followed = Seen(headline.advice * (1 if is_alike else -1) * mean.value, mean.error)
        assert agrees(with_unit(headline).split()[1], followed), (with_unit(headline), mean)


def test_a_twin_that_says_fewer_of_the_next_player_is_caught() -> None:
    """As knotlab once said it: the one who discards with the next player in mind would have that player lose less."""
    evidence = largest("KW-C7")
    mean = played(evidence)
    twin = replace(evidence, meaning=replace(evidence.meaning, plus=FEWER))
    assert agrees(in_words(evidence).split()[1], mean) and not agrees(in_words(twin).split()[1], mean)


@pytest.mark.long
def test_what_an_eight_costs_among_a_pick_up_comes_out_again() -> None:
    """Too small to be seen by four errors, so it is held against the published size."""
    (evidence,) = shipped()["TK-C8"].cells_of("pick up 8 rather than any card")
    mean = tried(*what_if_and_cell(evidence), 20_000)
    assert abs(mean.value + evidence.effect) < 3 * math.hypot(mean.error, evidence.size.error)  # more lost, less gained
    is_told = mean.value > 2 * mean.error
    assert not is_told or said_of(sentence_of(evidence), evidence.players) in (MORE, "the same number")


# --- points ---


def points_of(job: Job, deals: int) -> np.ndarray:
    """The first player's mean score on each deal."""
    scores = play_games(job, 0, deals * job.rotations)["score"][:, : len(job.players)].astype(float)
    seats = [job.players_by_seat(game).index(0) for game in range(len(scores))]
    return np.asarray(scores[np.arange(len(scores)), seats].reshape(deals, -1).mean(axis=1))


def gained(cell: Cell, deals: int) -> Seen:
    """How many points more the first side of a duel, or the first branch of a what-if, has than the other."""
    experiment = cell.experiment
    if isinstance(experiment, WhatIf):
        return tried(experiment, cell, deals)
    assert isinstance(experiment, Duel)
    parts = []
    for number, others in enumerate(line_ups(cell)):
        jobs = [make_job(cell.game, [side, *others], seed=SEED + number) for side in (experiment.a, experiment.b)]
        first, second = (points_of(job, -(-deals // len(line_ups(cell)))) for job in jobs)
        parts.append(first - second)
    return seen_in(np.concatenate(parts))


@pytest.mark.parametrize(("name", "field"), [("TY-C1", "simple"), ("TY-C7", "mixed"), ("TY-C7", "strong")])
def test_points_are_told_the_way_they_come_out(name: str, field: str) -> None:
    tip = shipped()[name]
    evidence = next(cell for cell in tip.cells if cell.field == field and cell.is_certain)
    mean = gained(cell_of(evidence), min(deals_for(evidence), MOST_DEALS))
    words = re.escape(tip.words.rows[evidence.label])
    tables = {"mixed": "plain"}.get(field, field)
    told = re.search(
        rf"At {tables} tables, (?:however, )?you (lose|gain) about ([\d.]+) points a deal if you {words}",
        sentence_of(evidence),
    )
    if told is None:  # said of plain tables alone, where this one points the same way
        assert mean.value * next(cell for cell in tip.cells if cell.field == "mixed").effect > 0
        return
    assert told[1] == ("gain" if mean.value > 0 else "lose")
    assert abs(float(told[2]) - abs(mean.value)) < ERRORS * math.hypot(mean.error, evidence.size.error) + 0.5


# --- facts: what is told in numbers ---


def log_of(evidence: Evidence, deals: int) -> pl.DataFrame:
    """The event log of some games of a cell's first line-up."""
    cell = cell_of(evidence)
    job = make_job(cell.tip.game, cell.line_ups()[0], seed=SEED)
    return pl.concat(logged(job, 0, deals * job.rotations))


def share_in(log: pl.DataFrame, case: pl.Expr, event: pl.Expr) -> Seen:
    return seen_in(log.filter(case).select(event.cast(pl.Float64)).to_series().to_numpy())


def apart(first: Seen, second: Seen) -> Seen:
    return Seen(first.value - second.value, math.hypot(first.error, second.error))


def out_otherwise(evidence: Evidence) -> Seen:
    job = make_job("twisted-knot", cell_of(evidence).line_ups()[0], seed=SEED)
    log = pl.concat(logged(job, 0, 1200))
    plain = seen.lays & (pl.col("pile_size") == 0)
    return share_in(log, pl.col("placed") == 1, ~plain)


def after_two_cards(rank: int, count: int) -> Callable[[Evidence], Seen]:
    def pick_ups(evidence: Evidence) -> Seen:
        return share_in(log_of(evidence, 1500), seen.faces_cards(rank, count, 2), seen.picks_up)

    return pick_ups


def two_twos_less_a_joker(evidence: Evidence) -> Seen:
    return apart(after_two_cards(TWO, 2)(evidence), after_two_cards(JOKER, 1)(evidence))


def second_pack(evidence: Evidence) -> Seen:
    cell = cell_of(evidence)
    jobs = [make_job("twisted-knot", cell.line_ups()[0], seed=SEED, rules=[f"packs={n}"]) for n in (2, 1)]
    return apart(*(seen_in(play_games(job, 0, 600)["turns"].astype(float)) for job in jobs))


def never_ends(evidence: Evidence) -> Seen:
    job = make_job("twisted-knot", ["shed:tremble=0"] * 3, seed=SEED)
    return seen_in((play_games(job, 0, 600)["end"] != FINISHED).astype(float))


def one_deck(evidence: Evidence) -> Seen:
    cell = cell_of(evidence)
    by_decks = []
    for decks in (1, 2):
        job = make_job("knotweed", cell.line_ups()[0], seed=SEED, rules=[f"decks={decks}"])
        log = pl.concat(logged(job, 0, 400))
        by_decks.append(seen_in(log.group_by("game").agg(pl.col("reset").cast(pl.Float64).sum())["reset"].to_numpy()))
    return apart(*by_decks)


def below_zero(evidence: Evidence) -> Seen:
    cell = cell_of(evidence)
    job = make_job("twyst", cell.line_ups()[0], seed=SEED, match=Match(target=500))
    totals = play_matches(job, 0, 400)
    share = totals.select(pl.mean_horizontal((pl.col(f"total_{n}") < 0).cast(pl.Float64) for n in range(4)))
    return seen_in(share.to_series().to_numpy())


def starts_and_loses(evidence: Evidence) -> Seen:
    job = make_job("knotweed", cell_of(evidence).line_ups()[0], seed=SEED)
    places = play_games(job, 0, 4000)["place"][:, 0]  # whoever sits at seat 0 starts
    return seen_in((places == len(job.players)).astype(float))


# Which way a difference goes, as the sentence says it.
WAYS: dict[str, tuple[Callable[[Evidence], Seen], str]] = {
    "TK-C17": (two_twos_less_a_joker, r"\d+ to \d+ (fewer|more) pick up after two twos than after a joker"),
    "TK-C21": (second_pack, r"With a second pack, a game takes about \d+ to \d+ (fewer|more) turns"),
    "KW-C6": (one_deck, r"one deck is reshuffled about [\d.]+ to [\d.]+ (fewer|more) times in a game than two"),
}
# How often something happens, as the sentence says it: between the first and the last number.
SHARES: dict[str, tuple[Callable[[Evidence], Seen], str]] = {
    "TK-C11": (out_otherwise, r"(\d+) \(four players\)"),
    "TK-C16": (after_two_cards(JOKER, 1), r"In (\d+) to (\d+) of 100 cases, a player with two cards picks up"),
    "TK-C24": (never_ends, r"between fixed scripts, (\d+) never end"),
    "KW-C10": (starts_and_loses, r"whoever starts a round comes last in (\d+)(?: to (\d+))? with two players"),
    "TY-C5": (below_zero, r"In (\d+) to (\d+) of 100 cases, a player ends a match below zero"),
}


@pytest.mark.parametrize("name", WAYS)
def test_a_difference_is_told_the_way_it_goes(name: str) -> None:
    count, told = WAYS[name]
    mean = count(largest(name))
    assert abs(mean.value) > ERRORS * mean.error, mean
    (word,) = re.findall(told, advice(shipped()[name]).sentence)
    assert (word == MORE) == (mean.value > 0), (word, mean)


def test_how_seldom_many_cards_lie_under_a_two_is_told_as_it_is_seen() -> None:
    tip = shipped()["TK-C7"]
    log, many = log_of(tip.cells[0], 1000), (pl.col("stack_size") >= 6).cast(pl.Float64)
    on_two = pl.col("top") == TWO
    under_two, under_others = (share_in(log, seen.picks_up & case, many) for case in (on_two, ~on_two))
    told = r"Of 100 pick-ups, by the card on top, (\d+) to (\d+) are of .*; with a 2 there, one of about ([\d,]+) is"
    match = re.search(told, advice(tip).sentence)
    assert match
    least, most = (float(said) / 100 for said in match.groups()[:2])
    seldom = 1 / float(match[3].replace(",", ""))
    assert under_two.value <= seldom + ERRORS * (under_two.error + 1e-3)
    assert least < under_others.value - ERRORS * under_others.error
    assert under_others.value + ERRORS * under_others.error < most


@pytest.mark.parametrize("name", SHARES)
def test_a_share_is_told_as_it_is_seen(name: str) -> None:
    count, told = SHARES[name]
    evidence = next(cell for cell in shipped()[name].cells if cell.field == "simple" or name in ("TK-C11", "KW-C10"))
    if name == "TK-C11":
        evidence = largest(name)
    mean = count(evidence)
    match = re.search(told, advice(shipped()[name]).sentence)
    assert match
    numbers = [int(number) / 100 for number in match.groups() if number]
    room = ERRORS * mean.error + 0.005
    assert min(numbers) - room < mean.value < max(numbers) + room, (match[0], mean)


@pytest.mark.parametrize(
    "name",  # the small effect of KW-C4 takes as many deals as all others
    [pytest.param(tip.id, marks=[pytest.mark.long] * (tip.id == "KW-C4")) for tip in shipped() if tip.words.strong],
)
def test_what_a_rule_costs_the_champion_is_told_as_it_comes_out(name: str) -> None:
    tip = shipped()[name]
    evidence = min((cell for label in tip.words.strong for cell in tip.cells_of(label)), key=deals_for)
    words = re.escape(tip.words.strong[evidence.label])
    told = re.search(rf"(?:one|a champion) that is {words} loses (.+?)(?:; one|\.$)", on_top(tip))
    assert told
    cell = cell_of(evidence)
    assert isinstance(cell.experiment, Duel)
    saved = duelled(
        cell.experiment, cell, deals_for(evidence)
    )  # by the champion, of games that it loses under the rule
    number = re.escape(NUMERALS[evidence.players])
    ((value, way),) = re.findall(rf"([\d.]+) (more|fewer) [^\]]*\] with {number}\b", told[1])
    assert way == (MORE if saved.value < 0 else FEWER)
    assert abs(float(value) / 100 - abs(saved.value)) < ERRORS * math.hypot(saved.error, evidence.size.error) + 0.0005


def test_how_long_a_game_takes_is_told_by_the_number_of_players() -> None:
    sentence = advice(shipped()["TK-C30"]).sentence
    for evidence in shipped()["TK-C30"].cells_of("turns of a game with one pack"):
        turns = [
            play_games(make_job("twisted-knot", line_up, seed=SEED + number), 0, 40 * len(line_up))["turns"]
            for number, line_up in enumerate(cell_of(evidence).line_ups())
        ]
        mean = seen_in(np.concatenate(turns).astype(float))
        (told,) = re.findall(rf"(\d+)(?: turns)? with {NUMERALS[evidence.players]}", sentence.partition("two packs")[0])
        assert abs(int(told) - mean.value) < ERRORS * math.hypot(mean.error, evidence.size.error) + 0.5


def test_every_tip_is_tested_here_or_said_not_to_be() -> None:
    here = [*SIDES, *WAYS, *SHARES]
    others = (*PROVED, *NO_DIRECTION, *TOO_SMALL, *UNSETTLED, *POINTS, "TK-C7", "TK-C30")
    assert sorted([*here, *others]) == sorted(tip.id for tip in shipped())
    assert {tip.id for tip in shipped() if tip.is_proved} == set(PROVED)
    for name in TOO_SMALL:
        assert deals_for(largest(name)) > MOST_DEALS, name
    assert all(deals_for(largest(name)) <= MOST_DEALS for name in here)
