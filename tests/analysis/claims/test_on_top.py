"""What a rule costs the champion, and what that says of a tip."""

from dataclasses import replace

import pytest

from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.evidence.results import TipResult
from knotlab.analysis.claims.judgement.tips import about_difference, about_half, difference
from knotlab.analysis.claims.kinds.on_top import OnTop, costs, costs_nothing
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.claims.model.tip import TipWords
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.sizes import Size
from knotlab.analysis.stats.verdicts import Verdict
from knotlab.reports.words.strong_players import on_top

FORBID, OBLIGE = "champion:forbid=habit", "champion:oblige=habit"
NOT_THE_BOOKS = {  # shown only, as they are wider than the book's advice
    "champion:forbid=plays_several",
    "champion:oblige=saves_aces_and_nines",
    *(f"champion:{law}=plays_on_before_few" for law in ("forbid", "oblige")),
    *(f"champion:oblige=picks_up_{how_many}" for how_many in ("few", "some", "many")),
}
LOST = Meaning("loss_rate", "the champion under the rule", "more")


def tried(forbid: float | None, oblige: float | None, error: float = 0.001) -> TipResult:
    """A tip whose two rules cost so much: forbidden its habit, and obliged to it."""
    cells, words = [], {}
    for label, effect, advice in ((FORBID, forbid, 1), (OBLIGE, oblige, -1)):
        if effect is None:
            continue
        words[label] = "forbidden it" if label == FORBID else "obliged to it"
        size = Size(effect, error, effect - 2 * error, effect + 2 * error, effect - 4 * error, effect + 4 * error, 9000)
        for players in (2, 3):
            cells.append(Evidence("T", label, LOST, size, advice, 0.005, players=players, field="champion"))
    return TipResult("T", "twisted-knot", "", Verdict.HOLDS, tuple(cells), words=TipWords(strong=words))


@pytest.mark.parametrize(
    ("forbid", "oblige", "answer"),
    [
        (0.1, 0.1, "At the right moment, not always."),
        (0.1, 0.0, "Yes."),
        (0.1, -0.1, "Yes."),
        (0.1, None, "Yes."),
        (0.0, 0.0, "No gain."),
        (0.0, 0.1, "No."),
        (-0.1, None, "No."),
        (None, 0.1, "Not always."),
        (None, -0.1, "Yes."),
        (None, 0.0, "No gain."),
    ],
)
def test_the_answer_follows_from_what_the_rules_cost(forbid: float | None, oblige: float | None, answer: str) -> None:
    assert on_top(tried(forbid, oblige)).startswith(f"{answer} ")


def test_what_is_not_known_is_open() -> None:
    assert on_top(tried(0.008, None, error=0.01)).startswith("Open. ")
    # Certain by itself, at two errors, but not among all that is published, at four: 0.6 with an error of 0.21.
    assert on_top(tried(0.006, None, error=0.003)).startswith("Open. ")
    assert on_top(tried(0.009, None, error=0.003)).startswith("Yes. ")
    assert on_top(replace(tried(0.1, 0.1), cells=())) == ""


def test_every_rule_and_table_is_told_with_its_direction() -> None:
    assert on_top(tried(0.15, -0.02)) == (
        "Yes. Of 100 games among champions, a champion that is forbidden it loses 15.0 more [14.8, 15.2] with two "
        "players and 15.0 more [14.8, 15.2] with three; one that is obliged to it loses 2.0 fewer [1.8, 2.2] with two "
        "players and 2.0 fewer [1.8, 2.2] with three. It never learnt to play so."
    )


def test_answers_that_differ_by_the_size_of_table_are_told() -> None:
    tip, (costly, _) = tried(0.1, 0.0), tried(None, 0.1).cells_of(OBLIGE)
    cells = tuple(costly if (each.label, each.players) == (OBLIGE, 2) else each for each in tip.cells)
    said = on_top(replace(tip, cells=cells))
    assert " With two players: at the right moment, not always; with three players: holds. Of 100 games " in said
    assert "With two players: " not in on_top(tried(0.1, 0.0)).partition("Of 100")[0]


def test_a_rule_is_a_duel_of_the_champion_against_itself_under_it_among_champions() -> None:
    (forbidden,), (obliged,) = costs("forbid=saves_aces"), costs_nothing("oblige=saves_aces", players=(2,))
    assert (forbidden.a, forbidden.b) == ("champion", "champion:forbid=saves_aces")
    assert (forbidden.advice, obliged.advice, obliged.players) == (1, -1, (2,))
    assert forbidden.half_width("twisted-knot") == 0.005 and forbidden.fields == (("champion",),)


def test_words_and_experiments_on_top_of_the_champion_are_the_same_and_ship() -> None:
    for tip in tips():
        rules = [each.label for each in tip.experiments if isinstance(each, OnTop)]
        assert list(tip.words.strong) == [rule for rule in rules if rule not in NOT_THE_BOOKS]
        assert bool(on_top(shipped()[tip.id])) == bool(rules)


@pytest.mark.parametrize(("other", "says"), [(0.02, "holds"), (0.031, "open"), (0.04, "wrong")])
def test_a_tip_that_says_where_there_is_more_to_gain_follows_from_the_difference(other: float, says: str) -> None:
    """Means of two tables each, each table to within 0.004 among all that is published: so is their difference."""
    known = tried(0.03, other)
    both = known.cells_of(FORBID), known.cells_of(OBLIGE)
    assert about_difference(*both) == says
    apart = difference(*both)
    assert (apart.value, apart.high - apart.value, apart.value - apart.low) == pytest.approx(
        (0.03 - other, 0.004, 0.004)
    )
    assert about_difference(both[0], []) == "open"


@pytest.mark.parametrize(
    ("effect", "says"),
    [(0.02, "holds"), (-0.02, "wrong"), (-0.012, "wrong"), (0.011, "holds"), (0.006, "makes no difference")],
)
def test_a_half_is_held_against_the_margin_by_what_is_certain_among_all(effect: float, says: str) -> None:
    """The mean of two tables, known to within 0.0028: what lies within the margin of 0.01 makes no difference."""
    cells = tried(effect, None).cells_of(FORBID)
    assert about_half(cells, 0.01) == says
    assert about_half(tried(0.002, None, 0.004).cells_of(FORBID), 0.01) == about_half([], 0.01) == "open"
