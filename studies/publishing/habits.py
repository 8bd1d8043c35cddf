"""What the champion's habits are worth to it, by games with and without each of them.

Champions play among themselves. In one chair sits the champion, and in the same chair of the same deals the same player
to whom one of its habits is forbidden (`strategies/ruled.py`); what the second loses more often is what the habit is
worth. At plain tables a plain player, the one of the tips' trials, sits in that chair as it is, and with the rule that
it always shows the habit. The habits of a game are the rules in the module `_habits` next to its strategies.

Command: python -m knotlab.studies.publishing.habits reports/findings/habits.csv (a step of make champions)
Result: reports/findings/habits.csv
Page: docs/champions.md
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from knotlab.analysis.claims.evidence.champions import LOST_WITHOUT, ChampionHabit, HabitMoment, as_table
from knotlab.analysis.claims.model.experiment import PLAIN
from knotlab.analysis.decisions.rollouts import RESAMPLE, decision_of, payoffs_of, play_moves
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.duels.question import make_question
from knotlab.analysis.runs.fields import members
from knotlab.analysis.runs.play import Table, make_job
from knotlab.analysis.stats.estimate import Between, Estimate, mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.analysis.stats.payoffs import UNIT
from knotlab.sim import games
from knotlab.sim.errors import InputError
from knotlab.sim.kernels.trace import DECISION, SCORED
from knotlab.sim.playing import branch
from knotlab.sim.playing.batches import play_games
from knotlab.sim.playing.job import Job
from knotlab.sim.playing.players import scores_of
from knotlab.sim.playing.stepper import legal_moves
from knotlab.sim.playing.traced import play_traced
from knotlab.sim.storage.result_files import publish
from knotlab.strategies.resolve import player
from knotlab.strategies.ruled import shipped_habits
from knotlab.studies.command import parser, run
from knotlab.studies.publishing.followed import share_of

GAMES = ("twisted-knot", "knotweed")
CHAMPION = "champion"
PLAYERS = {"twisted-knot": "shed", "knotweed": "finisher"}  # the plain player, who is given a habit at plain tables
SIZES = (2, 3, 4)
DEALS = 10_000  # for each habit and size of table, all rotations of each
GAMES_ASKED = 60  # for each size of table, in which chances are counted
WATCHED_PLAYERS = 3  # of the tables of which a moment is shown
WATCHED_DEALS = 1000  # among which it is looked for
CANDIDATES, FINALISTS = 30, 5  # how many are compared, and of which once more
ROLLOUTS = (200, 1000)  # how often moves are played on then
SHARES = {"changes": ("champion", "choices"), "champion": ("champion", "chances"), "all_round": ("other", "chances")}


def habits_of(game: str) -> range:
    """The numbers of a game's habits."""
    return range(1, len(shipped_habits(game)) + 1)


def without(game: str, habit: int) -> str:
    """The champion who does without a habit."""
    return f"{CHAMPION}:forbid={shipped_habits(game)[habit - 1]}"


def worth(game: str, habit: int, size: int, deals: int) -> Estimate:
    """How many games more the champion loses among champions without a habit, as a share of all games, with a
    95% interval over deals, each in all rotations with and without the habit.
    """
    return _lost_more(game, size, (CHAMPION, without(game, habit)), [CHAMPION] * (size - 1), deals)


def always(game: str, habit: int, size: int, deals: int) -> Estimate:
    """How many games more a plain player loses at plain tables if it shows a habit wherever it can, likewise."""
    plain = PLAYERS[game]
    obliged = f"{plain}:oblige={shipped_habits(game)[habit - 1]}"
    return _lost_more(game, size, (plain, obliged), PLAIN, deals)


def _lost_more(game: str, size: int, pair: tuple[str, str], field: str | list[str], deals: int) -> Estimate:
    """How many games more the second of a pair loses than the first in the same chairs of the same deals."""
    question = make_question(Table(game, size), *pair, field=field)
    design, metric = question.lineups(), question.metric
    numbers = effects(play_deals(design, [metric], 0, deals), metric)
    return mean_of(numbers, effect_unit(design, metric), bounds=Range(-1.0, 1.0))


def chances(game: str, size: int, n_games: int) -> pl.DataFrame:
    """How often habits can show and do, on deals of the default seed with champions on all chairs. A row for each game
    and habit: the choices, those at which some moves show the habit and others do not (`chances`), and of these the
    ones at which the champion's move shows it, and at which that of an `all-round` player would (`other`).
    """
    kind, job = games.find(game), make_job(game, [CHAMPION] * size, fixed_seats=True)
    champion, other = player(game, CHAMPION), player(game, members(game, "scripts-1", size)[0])
    restrained = {habit: player(game, without(game, habit)) for habit in habits_of(game)}
    rows = []
    for index in range(n_games):
        views = _choices(job, index)
        counts = dict.fromkeys(restrained, np.zeros(3, np.int64))
        for view in views:
            moves = legal_moves(kind, view)
            scores, others = (np.array(scores_of(who, view.copy(), moves)) for who in (champion, other))
            for habit, who in restrained.items():
                shows = np.array(scores_of(who, view.copy(), moves)) < scores
                if shows.any() and not shows.all():
                    counts[habit] = counts[habit] + (1, shows[scores.argmax()], shows[others.argmax()])
        for habit, (n, shown, by_other) in counts.items():
            row = {"game": index, "habit": habit, "choices": len(views)}
            rows.append(row | {"chances": int(n), "champion": int(shown), "other": int(by_other)})
    return pl.DataFrame(rows)


def _choices(job: Job, index: int) -> np.ndarray:
    """The views of a game's decisions with more than one move, but for trembles."""
    trace = play_traced(job, index).trace
    rows = trace.events[: int(trace.sizes[0])]
    made = rows[rows[:, 0] == DECISION][:, 3] % 4
    numbers = np.flatnonzero(made == SCORED)
    return branch.positions(job, np.full(len(numbers), index), numbers).views


def moment(game: str, habit: int) -> HabitMoment:
    """A decision at which a habit shows, and pays: of a game of three champions of the default seed.

    Each move is played on from there with the hidden cards redealt. Of the games first found that the champion loses
    only without the habit, it is the one in which the moves are most clearly apart.
    """
    tried = [(found, each) for each in islice(_partings(game, habit), CANDIDATES) if (found := _compare(game, each, 0))]
    nearest = sorted(tried, key=lambda pair: pair[0].gain.value)[:FINALISTS]
    finals = [(found, each) for _, each in nearest if (found := _compare(game, each, 1))]
    found, (index, decision, _) = min(finals, key=lambda pair: pair[0].gain.high)
    gain = found.gain
    return HabitMoment(index, decision, *found.moves, Between(-gain.value, -gain.high, -gain.low))


def _partings(game: str, habit: int) -> Iterator[tuple[int, int, int]]:
    """Games that the champion loses only without a habit: the number of each, of the decision at which the two part,
    and of the move that is made without the habit.
    """
    others = [CHAMPION] * (WATCHED_PLAYERS - 1)
    with_it, without_it = (make_job(game, [who, *others]) for who in (CHAMPION, without(game, habit)))
    for deal in range(WATCHED_DEALS):
        index = with_it.game_of(deal)
        first, second = (
            int(play_games(job, index, 1)["place"][0, job.seat_of(0, index)]) for job in (with_it, without_it)
        )
        if 0 < first < WATCHED_PLAYERS == second:
            rows = [_made(job, index) for job in (with_it, without_it)]
            length = min(map(len, rows))
            decision = int(np.flatnonzero(rows[0][:length] != rows[1][:length])[0])
            yield index, decision, int(rows[1][decision])


def _made(job: Job, index: int) -> np.ndarray:
    """The number of the move made at each decision of a game."""
    trace = play_traced(job, index).trace
    rows = trace.events[: int(trace.sizes[0])]
    return np.asarray(rows[rows[:, 0] == DECISION][:, 3] // 4)


class _Compared(NamedTuple):
    """The champion's move at a decision and the one without the habit, in words, and what the second gains."""

    moves: tuple[str, str]
    gain: Estimate


def _compare(game: str, parting: tuple[int, int, int], stage: int) -> _Compared | None:
    """What the move without the habit gains; None where hidden cards cannot be redealt."""
    index, decision, instead = parting
    point = decision_of(make_job(game, [CHAMPION] * WATCHED_PLAYERS), index, decision)
    both = int(np.argmax(point.scores())), instead
    try:
        results = play_moves(point, [point.moves[i] for i in both], ROLLOUTS[stage], RESAMPLE)
    except InputError:
        return None
    own, other = payoffs_of(point, results, "loss_rate")
    return _Compared((point.words[both[0]], point.words[instead]), mean_of(own - other, UNIT, bounds=Range(-1, 1)))


def champion_habits(game: str) -> Iterator[ChampionHabit]:
    """The habits of a game's champion, by size of table."""
    counted = {size: chances(game, size, GAMES_ASKED) for size in SIZES}
    for habit in habits_of(game):
        for size in SIZES:
            effect, plain = (each(game, habit, size, DEALS).between for each in (worth, always))
            mine = counted[size].filter(pl.col("habit") == habit).lazy()
            shares = {name: share_of(mine, of, among, GAMES_ASKED) for name, (of, among) in SHARES.items()}
            seen = moment(game, habit) if size == WATCHED_PLAYERS else None
            yield ChampionHabit(game, habit, size, DEALS, LOST_WITHOUT, effect, plain, **shares, moment=seen)


def main(words: Sequence[str] | None = None) -> None:
    """Publish the table of all habits."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    file = reader.parse_args(words).file
    publish(file, as_table(each for game in GAMES for each in champion_habits(game)))


if __name__ == "__main__":
    run(main)
