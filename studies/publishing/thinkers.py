"""What habits are worth to players who look ahead, by games with and without each of them.

Two thinkers play, whose rollouts end early with the critic's word. In one chair sits the thinker, and in the same chair
of the same deals the same thinker to whom a habit is forbidden (`strategies/ruled.py`); what the second loses more
often is what the habit is worth. In the rollouts nobody is under the rule. The habits are those of the champion, and
those of the tips that are forbidden to a champion between two; the costliest to a champion comes first. All play the
same deals, in rounds, until the time is up: how many they are depends on the clock alone. What was played is kept, and
the same command plays more. Rows that are published stay until as much has been played of them again, and the others go
first. A control goes first: a tenth of the moves of Twisted Knot, drawn by lot and no habit of
anybody, is forbidden (`studies/random_rules.py`), so what it costs comes from being bound at all.

Command: python -m knotlab.studies.publishing.thinkers reports/findings/thinkers.csv --minutes 60
Result: reports/findings/thinkers.csv
Page: docs/champions.md, the report
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from knotlab.analysis.claims.evidence.champions import (
    FORBIDDEN,
    LOST_WITHOUT,
    AmongThinkers,
    as_table,
    published_among_thinkers,
    published_habits,
)
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.duels.designs import effect_unit, effects, play_deals
from knotlab.analysis.duels.question import Question, make_question
from knotlab.analysis.runs.play import Table
from knotlab.analysis.stats.estimate import mean_of
from knotlab.analysis.stats.intervals import Range
from knotlab.reports.words.directions import with_interval
from knotlab.sim.storage.result_files import publish, writing
from knotlab.strategies.ruled import name_rule, shipped_habits
from knotlab.studies.command import parser, run
from knotlab.studies.random_rules import a_tenth_by_lot

OVER_CHAMPIONS = "thinker:base=champion,opponents=champion,rollouts=50,cut=1"
THINKERS = {"twisted-knot": OVER_CHAMPIONS, "knotweed": f"{OVER_CHAMPIONS},after=6"}
PLAYERS = 2
BATCH, ROUND = 20, 40  # deals of a habit: at a time, and before the next habit is played
ENOUGH = 30  # deals, for an interval
KEPT = Path("out/thinkers")
CONTROLLED, CONTROL = "twisted-knot", name_rule(a_tenth_by_lot)


@dataclass(frozen=True, eq=False)
class Played:
    """What was played of a habit, by deal: how many games more are lost without it, in units, and how many games had no
    end.
    """

    more: np.ndarray
    unfinished: np.ndarray


def tried() -> list[tuple[str, str]]:
    """The game and the rule of the control, then of all habits that cards have words for, the costliest to a champion
    between two first.
    """
    of_champions = [
        (each.effect.value, each.game, shipped_habits(each.game)[each.habit - 1])
        for each in published_habits()
        if each.players == PLAYERS
    ]
    of_tips = [
        (cell.effect, tip.game, cell.label.removeprefix(FORBIDDEN))
        for tip in shipped()
        for label in tip.words.strong
        for cell in tip.cells_of(label)
        if cell.players == PLAYERS and label.startswith(FORBIDDEN)
    ]
    costliest = sorted(of_champions + of_tips, key=lambda each: -each[0])
    return [(CONTROLLED, CONTROL), *dict.fromkeys((game, rule) for _, game, rule in costliest)]


def question_of(game: str, rule: str) -> Question:
    """The thinker against itself without a habit, with the thinker in the other chair."""
    thinker = THINKERS[game]
    return make_question(Table(game, PLAYERS), thinker, f"{thinker},forbid={rule}", field=[thinker])


def read(question: Question, folder: Path) -> Played:
    """What was kept of a question; nothing if any of its players was another then."""
    file = folder / f"{question.hash}.npz"
    if not file.is_file():
        return Played(np.zeros(0, np.int64), np.zeros(0, np.int64))
    with np.load(file) as kept:
        return Played(kept["more"], kept["unfinished"])


def play_more(question: Question, deals: int, folder: Path) -> Played:
    """Play on with so many deals, and keep them."""
    played, design = read(question, folder), question.lineups()
    design.compile()
    frame = play_deals(design, [question.metric], len(played.more), deals)
    more = np.append(played.more, effects(frame, question.metric))
    unfinished = np.append(played.unfinished, frame["unfinished"].to_numpy())
    with writing(folder / f"{question.hash}.npz") as stream:
        np.savez(stream, more=more, unfinished=unfinished)
    return Played(more, unfinished)


def worth(game: str, rule: str, played: Played) -> AmongThinkers:
    """What a habit is worth by what was played of it."""
    question = question_of(game, rule)
    design, deals = question.lineups(), len(played.more)
    found = mean_of(played.more, effect_unit(design, question.metric), bounds=Range(-1.0, 1.0))
    games, unfinished = deals * design.games, int(played.unfinished.sum())
    return AmongThinkers(game, rule, PLAYERS, LOST_WITHOUT, found.between, deals, games, unfinished)


def play_in_turns(minutes: float, folder: Path, known: Sequence[AmongThinkers] = ()) -> None:
    """Play on with all habits, round by round, for so many minutes of a processor. known: what is published; the deals
    of these rows count, too, though they may not be kept.
    """
    folder.mkdir(parents=True, exist_ok=True)
    until = time.process_time() + 60 * minutes
    habits = tried()
    deals = {(each.game, each.rule): each.deals for each in known}
    rounds = [max(len(read(question_of(*each), folder).more), deals.get(each, 0)) // ROUND for each in habits]
    while time.process_time() < until:
        least = int(np.argmin(rounds))
        played = play_more(question_of(*habits[least]), BATCH, folder)
        rounds[least] = len(played.more) // ROUND
        found = worth(*habits[least], played)
        line = f"{found.rule}: {with_interval(found.meaning, *found.effect)} in {found.games} games"
        print(f"{time.process_time():.0f} s: {line}", file=sys.stderr, flush=True)


def among_thinkers(folder: Path, known: Sequence[AmongThinkers] = ()) -> Iterator[AmongThinkers]:
    """What all habits are worth of which enough was played. known: what is published, which stays where more deals are
    behind it than were kept.
    """
    rows = {(each.game, each.rule): each for each in known}
    for game, rule in tried():
        played, row = read(question_of(game, rule), folder), rows.get((game, rule))
        if row is not None and row.deals > len(played.more):
            yield row
        elif len(played.more) >= ENOUGH:
            yield worth(game, rule, played)


def main(words: Sequence[str] | None = None) -> None:
    """Play on, then publish the table of all habits."""
    reader = parser(__doc__)
    reader.add_argument("file", type=Path, help="the table to write")
    reader.add_argument("--minutes", type=float, default=0.0, help="of a processor, to play on; none: what there is")
    reader.add_argument("--out", type=Path, default=KEPT, help="where what was played is kept")
    asked = reader.parse_args(words)
    known = published_among_thinkers(asked.file.parent) if asked.file.exists() else ()
    play_in_turns(asked.minutes, asked.out, known)
    publish(asked.file, as_table(among_thinkers(asked.out, known)))


if __name__ == "__main__":
    run(main)
