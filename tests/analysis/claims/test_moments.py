"""The games in which tips are seen at work: they ship as they are played today, and a habit helped in its game."""

import itertools
import json
from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from knotlab.analysis.claims.evidence.champions import published_habits
from knotlab.analysis.claims.kinds.duel import Duel
from knotlab.analysis.claims.model.events import logged
from knotlab.analysis.claims.model.tip import Tip
from knotlab.analysis.claims.rulebooks.library import tip_named, tips
from knotlab.analysis.claims.rulebooks.published import ShippedMoment, shipped_habit_moments, shipped_moments
from knotlab.analysis.report.contests import published_games
from knotlab.analysis.runs.play import make_job
from knotlab.reports.page.tips import moment_links
from knotlab.reports.words.moments import beside_others
from knotlab.reports.words.strong_players import WORDS
from knotlab.reports.words.telling import without_reasons
from knotlab.sim import games
from knotlab.sim.games.twisted_knot.cards import NAMES
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.records import decisions_of
from knotlab.sim.playing.verify import verify
from knotlab.studies.publishing import games_to_watch

MOMENTS = {moment.tip: moment for moment in shipped_moments()}
DOES_NOTHING = ("KW-C3",)  # cards held back
# Somebody plays at random, a contract is shown, or a game has no places.
NO_HABIT = ("TK-C13", "TY-C1", "TY-C2", "TY-C3")


@pytest.mark.more
def test_what_ships_is_what_is_written_today() -> None:
    shipped = [{**vars(moment), "record": without_reasons(moment.record)} for moment in shipped_moments()]
    for moment in shipped:
        assert moment["record"].pop("whatif")["rollouts"] == games_to_watch.ROLLOUTS
    assert json.loads(json.dumps([*games_to_watch.moments(0)])) == shipped


def test_a_link_names_the_viewers_step_where_choices_without_an_event_are_steps_too() -> None:
    silent = {"moves": [[{"do": "stop"}, 0], [{"do": "play"}, 1]]}
    forced = {"moves": [[{"do": "stop"}, 0]]}
    events = [{"do": "deal"}, {"do": "play", **silent}, {"do": "draw", "before": [silent, forced], **silent}]
    steps = [ShippedMoment("TK-C1", "", 0, number, {"events": events}).step for number in range(4)]
    assert steps == [1, 2, 3, 3]


def test_every_tip_that_can_be_seen_at_work_has_its_game_and_its_link() -> None:
    seen = [tip.id for tip in tips() if tip.transcripts]
    habits = [f"habit-{game}-{number}" for game in WORDS for number in WORDS[game]]
    assert [*MOMENTS] == seen and [*moment_links()] == [*seen, *habits]


def test_every_choice_of_the_games_to_watch_has_its_worth() -> None:
    records = [*published_games(), *(moment.record for moment in shipped_moments())]
    for record in records:
        choices = [each for each in decisions_of(record) if len(each["moves"]) > 1]
        assert choices and all(len(each["whatif"]["values"]) == len(each["moves"]) for each in choices)


def test_a_champions_game_has_the_moves_and_their_worth_where_the_habit_shows() -> None:
    told = [habit.moment for habit in published_habits() if habit.moment]
    for found, moment in zip(told, shipped_habit_moments(), strict=True):
        record = moment.record
        verify(without_reasons(record))
        describe = games.find(record["game"]).events.describe_move
        (choice,) = (
            part for event in record["events"] for part in (*event.get("before", ()), event) if "whatif" in part
        )
        named = [describe(move) for move, _ in choice["moves"]]
        values = choice["whatif"]["values"]
        gain = values[named.index(found.instead)] - values[named.index(found.move)]
        assert record["index"] == found.index and record["whatif"]["rollouts"] == games_to_watch.ROLLOUTS
        assert gain == pytest.approx(found.gain.value)


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(moment, marks=[pytest.mark.long] * (moment.record["game"] != "twisted-knot"))
        for moment in shipped_moments()
    ],
    ids=lambda moment: moment.tip,
)
def test_the_event_that_is_linked_is_the_move_that_shows_it(moment: ShippedMoment) -> None:
    """By the event log, which knows nothing of records."""
    (transcript, *_) = tip_named(moment.tip).transcripts
    log = pl.concat(logged(make_job(moment.record["game"], transcript.strategies), transcript.index, 1))
    row = log.filter(transcript.shows).row(transcript.which, named=True)
    event = moment.record["events"][moment.at]
    if moment.tip in DOES_NOTHING:  # the decision has no event of its own; the next one is linked
        return
    assert event["seat"] == row["seat"]
    if event["do"] == "lay" and moment.record["game"] == "twisted-knot":
        assert (event["card"], event["count"]) == (NAMES[row["move_rank"]], row["move_count"])


def bare(strategy: str) -> str:
    """A strategy without its settings."""
    return strategy.partition("@")[0].partition(":")[0]


def places(tip: Tip, follower: str) -> Any:
    """What the one who follows a tip gets in the game in which it is seen, or another in the same chair."""
    (transcript, *_) = tip.transcripts
    job = make_job(tip.game, [follower, *transcript.strategies[1:]])
    results = play_games(job, transcript.index, 1)
    return int(results["place"][0, job.seat_of(0, transcript.index)])


# Strategies that hardly another test compiles; every third one is among the tests of `make test`.
FOLLOWED = [tip for tip in MOMENTS if tip not in NO_HABIT]


@pytest.mark.parametrize(
    "name", [pytest.param(tip, marks=[pytest.mark.long] * (at % 3 > 0)) for at, tip in enumerate(FOLLOWED)]
)
def test_who_follows_a_habit_comes_in_before_the_last_where_the_other_one_loses(name: str) -> None:
    tip = tip_named(name)
    (transcript, *_) = tip.transcripts
    others = [
        experiment.b
        for experiment in tip.experiments
        if isinstance(experiment, Duel) and bare(experiment.a) == bare(transcript.strategies[0])
    ]
    last = len(transcript.strategies)
    assert 0 < places(tip, transcript.strategies[0]) < last
    # Of a tip with two duels, a whole and a part, one of them is seen.
    assert last in [places(tip, other) for other in others or transcript.strategies[1:2]]
    assert games.find(tip.game).has_places


@pytest.mark.more
def test_a_moment_is_the_first_of_its_game_that_shows_its_tip_by_a_move_no_worse_than_others() -> None:
    """The games that are kept have what every move is worth."""
    worse = 0
    for tip in (tip for tip in tips() if tip.transcripts):
        moment, transcript = MOMENTS[tip.id], tip.transcripts[0]
        job = make_job(tip.game, transcript.strategies)
        steps = pl.concat(logged(job, transcript.index, 1)).filter(transcript.shows)["step"].to_list()
        shown = [at_decision(moment, step) for step in steps]
        is_worse = ["exception" in beside_others(place) for place in shown]
        assert moment.decision == steps[is_worse.index(False)], tip.id
        worse += is_worse[0]
    assert worse > 0


def at_decision(moment: ShippedMoment, step: int) -> ShippedMoment:
    """A moment's game at another decision."""
    counts = itertools.accumulate(
        sum("moves" in part for part in (*event.get("before", ()), event)) for event in moment.record["events"]
    )
    return replace(moment, at=next(number for number, done in enumerate(counts) if done > step), decision=step)
