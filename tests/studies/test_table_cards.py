"""The study of table cards: decisions that it learns from, the search for lines, and what they are worth."""

import numpy as np
import pytest

from knotlab.analysis.decisions.rollouts import decision_of
from knotlab.analysis.runs.play import make_job
from knotlab.analysis.stats.estimate import Between
from knotlab.strategies.cards.shipped import GAMES, shipped_card
from knotlab.strategies.cards.text import read_line
from knotlab.strategies.resolve import player
from knotlab.studies.publishing.table_cards import choices, worth
from knotlab.studies.publishing.table_cards.decisions import decisions, drops
from knotlab.studies.publishing.table_cards.published import (
    CardLine,
    followed_words,
    published_card_lines,
    published_card_worths,
)
from knotlab.studies.publishing.table_cards.search import Search
from knotlab.studies.publishing.table_cards.trying import CARD_GAMES, SIZES, drafted, lost, table

FIRST = {"twisted-knot": "Go out if you are certain to in this turn.", "knotweed": "Do not pass."}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_search_gives_up_less_and_keeps_to_its_length(game: str) -> None:
    """Of what the champion would not give up; the same search twice finds the same lines."""
    found = decisions(game, 2, 300)
    line = read_line(FIRST[game], CARD_GAMES[game].phrases)
    search = Search(game, found, 4, 1, [line])
    better = search.improve([line], 300)
    assert better[0] == line and 1 < len(better) <= 4
    assert search.cost(better) < search.cost([line]) - 0.02
    assert Search(game, found, 4, 1, [line]).improve([line], 300) == better
    assert len(search.improve([*better, *better], 0)) == 4


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_card_that_is_tried_plays_as_the_one_that_ships(game: str) -> None:
    at, deals = table(game, 3, "mixed-2"), np.arange(40)
    lines = shipped_card(game).lines
    assert np.array_equal(lost(at, drafted(game, lines), deals), lost(at, player(game, "card"), deals))
    assert not np.array_equal(lost(at, drafted(game, lines[:1]), deals), lost(at, player(game, "card"), deals))


@pytest.mark.long
def test_a_line_that_says_nothing_drops_no_move() -> None:
    phrases = CARD_GAMES["knotweed"].phrases
    lines = [read_line(text, phrases) for text in ("If you hold no cards, pass.", "Do not pass.", "Do not pass.")]
    first, second, third = drops("knotweed", tuple(lines), 2)
    assert first == third == 0 < second < 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_published_is_of_the_cards_that_ship(game: str) -> None:
    """Every line of the shipped card, at every table; and it certainly loses fewer games than the best script among
    champions, and than whoever plays by one tip at plain tables.
    """
    rows = [row for row in published_card_worths() if row.game == game]
    lines = {(row.line, row.players, row.field) for row in rows if row.line}
    assert len(lines) == 6 * len(shipped_card(game).texts)
    for size in SIZES:
        for field, others in (("strong-1", (CARD_GAMES[game].scripts[size],)), ("mixed-2", CARD_GAMES[game].tips)):
            whole = {row.card: row for row in rows if row.line == 0 and (row.players, row.field) == (size, field)}
            assert all(whole[other].more.low > 0 == whole["card"].more.value for other in others)


@pytest.mark.parametrize("game", GAMES)
def test_longer_and_shorter_cards_have_as_many_lines_as_their_names_say_at_most(game: str) -> None:
    found = worth.cards(game)
    assert len(found["card-6"]) == 6 and len(found["card"]) <= 12
    assert all(len(lines) <= int(name.rpartition("-")[2]) for name, lines in found.items() if name != "card")


@pytest.mark.parametrize("game", GAMES)
def test_every_line_has_a_moment_at_which_the_card_plays_as_published(game: str) -> None:
    rows = [row for row in published_card_lines() if row.game == game]
    assert [row.line for row in rows] == list(range(1, len(shipped_card(game).texts) + 1))
    for row in rows:
        job = make_job(game, ["card", *["champion@v2"] * (row.players - 1)])
        point = decision_of(job, row.index, row.decision)
        assert point.player.name == "card" and row.instead in point.words
        assert point.words[int(np.argmax(point.scores()))] == row.move != row.instead


def test_what_a_line_says_of_a_tip_follows_from_its_counts_and_from_what_the_tip_advises() -> None:
    """KW-C1 advises against passing, TK-C20 to pick up what one wants, TK-C5 against saving queens."""
    at, gain = (3, 0, 0, "stop", "pass"), Between(0.1, 0.0, 0.2)
    said = {
        ("knotweed", "passes", 0, 9): "does as KW-C1 says, at 9 of 9 choices",
        ("knotweed", "passes", 8, 1): "goes against what KW-C1 says, at 8 of 9 choices",
        ("twisted-knot", "picks_up_wanted", 9, 0): "does as TK-C20 says, at 9 of 9 choices",
        ("twisted-knot", "saves_queens", 1, 8): "does as TK-C5 says, at 8 of 9 choices",
        ("twisted-knot", "keeps_threes", 9, 0): "follows the champions' “Keep your threes”, at 9 of 9 choices",
        ("twisted-knot", "", 0, 0): "",
    }
    for (game, rule, followed, against), words in said.items():
        assert followed_words(CardLine(game, 1, rule, followed, against, *at, gain)) == words


@pytest.mark.parametrize(("shown", "kept", "leans"), [("110", "100", 1), ("010", "100", -1), ("111", "110", 0)])
def test_a_line_leans_to_what_more_of_the_moves_show_that_it_keeps(shown: str, kept: str, leans: int) -> None:
    as_bools = [np.array([sign == "1" for sign in each]) for each in (shown, kept)]
    assert choices.leans(*as_bools) == leans
