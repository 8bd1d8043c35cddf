"""The player who looks ahead against the strongest others: whom it meets, and how often it finishes ahead."""

import io
import math

import pandas as pd
import pytest
from scipy.stats import norm

from knotlab import play
from knotlab.analysis.claims.evidence.champions import LookingAhead, published_looking_ahead
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.analysis.report.contests import published_contests
from knotlab.reports.page import contests
from knotlab.reports.page.tournament import entries
from knotlab.studies.publishing.best_responses import AFTER, ROLLOUTS, thinker
from knotlab.studies.publishing.looking_ahead import BEST, GAMES_PLAYED

DEALS = 150


def test_it_meets_those_who_lose_least_between_two() -> None:
    for game in AFTER:
        (rates,) = (
            each.contest.result.rates for each in published_contests(game) if each.contest.result.facts["players"] == 2
        )
        met = [each for each in published_looking_ahead() if each.game == game]
        lost = rates.set_index("strategy")["loss_rate"]
        assert [lost[each.other] for each in met] == sorted(lost.unique())[:BEST]
        assert all((each.games, each.rollouts, each.players) == (GAMES_PLAYED, ROLLOUTS, 2) for each in met)


@pytest.mark.long
@pytest.mark.parametrize("row", published_looking_ahead(), ids=lambda row: f"{row.game}-{row.other}")
def test_on_other_deals_it_finishes_ahead_as_often(row: LookingAhead) -> None:
    rates = play(row.game, [thinker(row.game, "champion"), row.other], games=2 * DEALS, seed=78).to_pandas()
    won, error = float(rates.iloc[0]["win_rate"]), math.sqrt(0.25 / DEALS)
    assert row.ahead.low - 3 * error < won < row.ahead.high + 3 * error


@pytest.mark.parametrize("game", AFTER)
def test_the_table_of_who_beats_whom_has_it_between_two_alone_and_below_those_with_a_column(game: str) -> None:
    played = {each.contest.result.facts["players"]: each.contest for each in published_contests(game)}
    lineup = entries(game, {n: each.result.rates for n, each in played.items()})
    published = pd.read_csv(FINDINGS / "looking-ahead.csv").query("game == @game")
    for n, contest in played.items():
        drawn = contests.heat_map(game, contest, lineup)
        shown = pd.read_csv(io.StringIO(drawn.csv), index_col=0)
        assert (" not of who looks ahead" in drawn.title) == (n == 2)
        assert [*shown.index[: len(shown.columns)]] == [*shown.columns]
        rows = shown.iloc[len(shown.columns) :]
        assert [*rows.index] == [f"Looks ahead, {ROLLOUTS} rollouts"] * (n == 2)
        for _, row in rows.iterrows():
            told = [float(cell.rstrip("*")) for cell in row.dropna()]
            assert told == [round(100 * ahead) for ahead in published["ahead"]]
            wider = norm.ppf(1 - 0.025 / BEST) / norm.ppf(0.975)  # for all of them together, as the page says of others
            halves = wider * (published["ahead_high"] - published["ahead_low"]) / 2
            certain = (published["ahead"] - 0.5).abs() > halves
            assert [cell.endswith("*") for cell in row.dropna()] == list(certain)
            (beats_champion,) = certain[published["other"] == "champion"]
            assert drawn.title.endswith(f", {'but' if beats_champion else 'perhaps'} not of who looks ahead")
