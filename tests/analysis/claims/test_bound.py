"""What being bound costs a champion, and what a rule must cost beyond that to say something of a tip."""

import math
from dataclasses import replace

import pytest

from knotlab.analysis.claims.evidence.champions import RandomRule
from knotlab.analysis.claims.evidence.record import Evidence
from knotlab.analysis.claims.judgement import bound
from knotlab.analysis.claims.judgement.at_table import Against, TableChoice, at_table, of_champion
from knotlab.analysis.claims.judgement.bound import (
    at_random,
    drawn_by_lot,
    is_beyond,
    is_beyond_at,
    is_beyond_lot,
    lot_of,
)
from knotlab.analysis.claims.judgement.tips import for_the_strong
from knotlab.analysis.claims.kinds.on_top import OnTop
from knotlab.analysis.claims.model.meaning import Meaning
from knotlab.analysis.claims.rulebooks.published import shipped
from knotlab.analysis.stats.estimate import Between
from knotlab.analysis.stats.verdicts import Direction, ForTheStrong
from knotlab.reports.words.strong_players import habits_of, on_top
from tests.analysis.claims.test_on_top import FORBID, tried

GAME = "twisted-knot"
LOST = Meaning("loss_rate", "the champion under the rule", "more")


def drawn(changed: float, cost: float, players: int) -> RandomRule:
    """A rule drawn by lot whose cost is known to a game in 100."""
    return RandomRule(GAME, players, 1, changed, LOST, Between(cost, cost - 0.01, cost + 0.01))


@pytest.fixture(autouse=True)
def _lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that change 2% and 4% of choices cost 6 and 10 games of 100."""
    known = tuple(drawn(changed, cost, players) for players in (2, 3) for changed, cost in ((0.02, 0.06), (0.04, 0.1)))
    monkeypatch.setattr(bound, "published_random_rules", lambda: known)


def cell(effect: float, changed: float, players: int = 2, in_play: float = 0.75) -> Evidence:
    """What a rule costs that changes a share of choices, known to a tenth of a game in 100."""
    one = tried(effect, None).cells[0]
    return replace(one, in_choices=changed, in_play=in_play, players=players)


@pytest.mark.parametrize(("changed", "cost"), [(0.0, 0.0), (0.01, 0.03), (0.03, 0.08), (0.05, 0.10)])
def test_between_rules_that_were_played_costs_lie_on_straight_lines(changed: float, cost: float) -> None:
    assert at_random(GAME, cell(0.1, changed)).value == pytest.approx(cost)


def test_the_interval_allows_for_shares_that_were_counted_in_a_sample() -> None:
    """Of two players whose deals differ in 75 of 100, at least 500 of 1,000 games do: 1.96 times the root of 2 in 500
    is 0.124. So 2% may be 1.752% and 2.248%, on lines from 0 to 5, and from 7 to 11, games in 100.
    """
    low, high = 0.05 * 1.752 / 2, 0.07 + 0.04 * 0.248 / 2
    assert at_random(GAME, cell(0.1, 0.02)) == pytest.approx((0.06, low, high), abs=1e-4)
    assert math.isinf(at_random(GAME, cell(0.1, 0.036)).high)  # 4.05%: more than any rule that was played


def test_as_many_games_are_told_as_the_interval_allows_for() -> None:
    assert OnTop.traced == bound.TRACED


def test_a_cost_counts_that_is_certainly_more_than_that_of_being_bound() -> None:
    assert is_beyond(GAME, [cell(0.20, 0.02)])
    assert not is_beyond(GAME, [cell(0.07, 0.02)])  # 1 more, known to 1.5
    assert is_beyond(GAME, [cell(0.07, 0.02), cell(0.075, 0.02, players=3, in_play=0.875)])  # 1.2 more, known to 1.1
    assert not is_beyond(GAME, [cell(0.5, 0.036)])  # what being bound may cost there has no upper end
    assert is_beyond(GAME, [cell(0.01, 0.02, players=4)])  # none was drawn by lot at such tables


def test_at_a_table_a_rule_counts_that_costs_more_both_there_and_as_the_mean_of_all_tables() -> None:
    """Being bound costs 6 games of 100 in each case: 1 more is not certain, 14 more is; 16 fewer outweighs that."""
    little, much, less = cell(0.07, 0.02), cell(0.20, 0.02, players=3), cell(-0.10, 0.02)
    assert is_beyond_at(GAME, much, [little, much]) and not is_beyond_at(GAME, little, [little, much])
    assert not is_beyond_at(GAME, much, [less, much])


def costs(forbid: float | None, oblige: float | None, changed: float = 0.02, is_usual: bool = False) -> ForTheStrong:
    """What is said to the strong where two rules cost so much."""
    tip = tried(forbid, oblige)
    cells = tuple(replace(each, in_choices=changed, in_play=0.75) for each in tip.cells)
    answer = for_the_strong(replace(tip, cells=cells, words=replace(tip.words, is_usual=is_usual)))
    assert answer is not None
    return answer


@pytest.mark.parametrize(
    ("forbid", "oblige", "answer"),
    [
        (0.20, 0.20, ForTheStrong.RIGHT_MOMENT),
        (0.06, 0.06, ForTheStrong.NOT_SHOWN),
        (0.06, None, ForTheStrong.NOT_SHOWN),
        (None, 0.06, ForTheStrong.NOT_SHOWN),
        (0.06, 0.00, ForTheStrong.NOT_SHOWN),
        (0.20, 0.06, ForTheStrong.RIGHT_MOMENT),  # nobody is told to keep always what costs games
        (0.20, 0.00, ForTheStrong.YES),
        (0.06, 0.20, ForTheStrong.NOT_ALWAYS),
        (0.00, 0.06, ForTheStrong.NO_GAIN),
        (0.06, -0.06, ForTheStrong.YES),
    ],
)
def test_what_a_rule_costs_by_binding_says_nothing_of_a_habit(
    forbid: float | None, oblige: float | None, answer: ForTheStrong
) -> None:
    assert costs(forbid, oblige) == answer


def test_what_is_usually_better_holds_if_it_costs_less_than_its_opposite() -> None:
    assert costs(0.04, 0.01, is_usual=True) == ForTheStrong.YES
    assert costs(0.01, 0.04, is_usual=True) == ForTheStrong.NOT_SHOWN
    assert costs(0.04, 0.038, is_usual=True) == ForTheStrong.NOT_SHOWN


def test_such_a_cost_is_no_advice_at_any_table_and_what_lots_cost_stands_beside_it() -> None:
    def found(forbid: float) -> list[Direction]:
        tip = tried(forbid, None)
        cells = tuple(replace(each, in_choices=0.02, in_play=0.75) for each in tip.cells)
        return [each.direction for each in at_table(replace(tip, cells=cells), TableChoice(2, Against.STRONG))]

    assert found(0.06) == [Direction.OPEN] and found(0.20) == [Direction.HELPS] and found(-0.20) == [Direction.HURTS]
    assert found(0.001) == found(-0.001) == [Direction.NOTHING]  # neither a cost that binding might explain nor a gain
    tip = tried(0.06, None)
    shares = {2: 0.02, 3: 0.03}
    cells = tuple(replace(each, in_choices=shares[each.players], in_play=0.75) for each in tip.cells)
    assert on_top(replace(tip, cells=cells)).endswith(
        " Rules made up at random that change as many choices cost 6.0 to 8.0."
    )
    assert {each.label for each in cells} == {FORBID}


@pytest.mark.usefixtures("_published")
def test_a_habit_of_the_published_tips_is_at_the_right_moment_only_beyond_being_bound() -> None:
    said = {tip.id: for_the_strong(tip) for tip in shipped()}
    assert said["TK-C15"] == ForTheStrong.NOT_SHOWN and said["TK-C5"] == ForTheStrong.NOT_ALWAYS
    assert said["KW-C1"] == ForTheStrong.YES
    assert said["TK-C1"] == said["TK-C2"] == ForTheStrong.RIGHT_MOMENT


@pytest.mark.usefixtures("_published")
def test_a_habit_of_a_champion_helps_only_if_it_is_worth_more_than_being_bound_costs() -> None:
    """At each size of table, and as their mean: keeping threes costs a champion 23 games between two, as many forbidden
    choices by lot 48; stopping with enough piles 15, and 2. Keeping eights back costs less than by lot between two, and
    picking up tens costs more with three players alone.
    """
    helps = {("twisted-knot", 1): "", ("twisted-knot", 3): "3", ("twisted-knot", 4): "", ("knotweed", 3): "234"}
    for (game, number), sizes in helps.items():
        habit = habits_of(game)[number]
        for each in habit:
            strong = of_champion(habit, TableChoice(each.players, Against.STRONG))
            assert is_beyond_lot(each, habit) == (str(each.players) in sizes)
            assert strong.direction == (Direction.HELPS if str(each.players) in sizes else Direction.OPEN)
            assert str(each.players) not in sizes or each.effect.value > lot_of(each).value


def test_a_lot_lies_on_the_same_lines_for_a_share_that_is_known_with_an_interval() -> None:
    """2% cost 5 to 7 games and 4% cost 9 to 11, so 1% costs 2.5 at least and 3% costs 9 at most."""
    assert drawn_by_lot(GAME, 2, Between(0.02, 0.01, 0.03)) == pytest.approx((0.06, 0.025, 0.09))
    assert math.isinf(drawn_by_lot(GAME, 2, Between(0.02, 0.01, 0.05)).high)
    assert math.isnan(drawn_by_lot(GAME, 4, Between(0.02, 0.01, 0.03)).value)


@pytest.fixture
def _published(monkeypatch: pytest.MonkeyPatch, _lots: None) -> None:
    """The rules that ship, again."""
    monkeypatch.undo()
