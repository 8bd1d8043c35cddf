"""What habits are worth to players who look ahead: which are tried, how they are played on, and what ships."""

from pathlib import Path

import pandas as pd
import pytest

from knotlab.analysis.claims.evidence.champions import (
    LOST_WITHOUT,
    AmongThinkers,
    as_table,
    published_among_thinkers,
)
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.estimate import Between
from knotlab.reports.words.champion_habits import habit_lines
from knotlab.reports.words.strong_players import FORBIDDEN, thinker_sentences
from knotlab.sim.compiling.jit import OFF
from knotlab.sim.storage.result_files import publish
from knotlab.studies.publishing import thinkers
from knotlab.studies.publishing.champion_tables import thinkers_table
from knotlab.studies.publishing.thinkers import (
    CONTROL,
    among_thinkers,
    main,
    play_in_turns,
    play_more,
    question_of,
    read,
    tried,
    worth,
)

QUICK = {"knotweed": "finisher:tremble=0.02"}  # in the thinkers' place


def test_all_habits_of_champions_and_all_that_tips_forbid_are_tried_the_costliest_first() -> None:
    worded = {label for tip in shipped() for label in tip.words.strong}
    cells = pd.read_csv(FINDINGS / "cells.csv").query("players == 2 and label.str.startswith('champion:forbid=')")
    cells = cells[[label in worded for label in cells["label"]]]
    habits = pd.read_csv(FINDINGS / "habits.csv").query("players == 2")
    found = tried()
    assert found.pop(0) == ("twisted-knot", CONTROL)
    assert len(set(found)) == len(found) == len(habits) + cells["label"].nunique()
    costs = dict(zip(cells["label"].str.removeprefix(FORBIDDEN), cells["effect"], strict=True))
    assert costs.keys() <= {rule for _, rule in found}
    own = [costs[rule] for _, rule in found if rule in costs]
    assert own == sorted(own, reverse=True)


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_what_was_played_is_kept_and_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In two goes the same deals as in one; a plain player loses by laying on, as tip KW-C3 has it."""
    monkeypatch.setattr(thinkers, "THINKERS", QUICK)
    question = question_of("knotweed", "stops")
    (tmp_path / "once").mkdir()
    whole = play_more(question, 200, tmp_path / "once")
    play_more(question, 150, tmp_path)
    parts = play_more(question, 50, tmp_path)
    assert (whole.more == parts.more).all() and (read(question, tmp_path).more == whole.more).all()
    found = worth("knotweed", "stops", whole)
    assert (found.deals, found.games, found.players, found.unfinished) == (200, 800, 2, 0)
    assert 0.0 < found.effect.low < found.effect.value < found.effect.high


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_every_habit_has_its_round_before_any_has_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinkers, "THINKERS", QUICK)
    monkeypatch.setattr(thinkers, "tried", lambda: [("knotweed", "stops"), ("knotweed", "passes")])
    clock = iter(range(1000))  # seconds: it is read as the run begins, before each batch, and after it
    monkeypatch.setattr(thinkers.time, "process_time", lambda: float(next(clock)))
    play_in_turns(7 / 60, tmp_path)
    assert [len(read(question_of("knotweed", rule), tmp_path).more) for rule in ("stops", "passes")] == [40, 20]
    assert [(found.rule, found.deals) for found in among_thinkers(tmp_path)] == [("stops", 40)]


@pytest.mark.skipif(OFF, reason="takes too long without the compiler")
def test_rows_that_are_published_stay_until_as_much_is_played_of_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nothing kept, what is not published goes first, and nothing that is published is dropped."""
    monkeypatch.setattr(thinkers, "THINKERS", QUICK)
    monkeypatch.setattr(thinkers, "tried", lambda: [("knotweed", "stops"), ("knotweed", "passes")])
    row = AmongThinkers("knotweed", "stops", 2, LOST_WITHOUT, Between(0.5, 0.4, 0.6), 40, 160, 0)
    file = tmp_path / "thinkers.csv"
    publish(file, as_table([row]))
    clock = iter(range(1000))
    monkeypatch.setattr(thinkers.time, "process_time", lambda: float(next(clock)))
    main([str(file), "--minutes", f"{5 / 60}", "--out", str(tmp_path)])
    published_among_thinkers.cache_clear()
    known = published_among_thinkers(tmp_path)
    assert known[0] == row and [(each.rule, each.deals) for each in known] == [("stops", 40), ("passes", 40)]
    play_more(question_of("knotweed", "stops"), 20, tmp_path)
    assert next(among_thinkers(tmp_path, known)) == row
    play_more(question_of("knotweed", "stops"), 20, tmp_path)
    assert next(among_thinkers(tmp_path, known)).effect.value != row.effect.value


def test_what_ships_is_on_the_page_and_in_the_docs() -> None:
    found = published_among_thinkers()
    assert [(each.game, each.rule) for each in found] == [each for each in tried() if each in names(found)]
    for each in found:
        assert each.effect.low < each.effect.value < each.effect.high
        assert each.games == 4 * each.deals and each.players == 2
    assert len(thinkers_table().splitlines()) == 2 + len(found)
    said = " ".join(map(thinker_sentences, shipped()))
    said += " ".join(line.method for game in ("twisted-knot", "knotweed") for line in habit_lines(game))
    for each in (each for each in found if each.rule != CONTROL):
        assert f"{100 * abs(each.effect.value):.1f} {'more' if each.effect.value >= 0 else 'fewer'} [" in said


def names(found: tuple[thinkers.AmongThinkers, ...]) -> set[tuple[str, str]]:
    """The game and the rule of each."""
    return {(each.game, each.rule) for each in found}
