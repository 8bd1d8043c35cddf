"""The Python interface: `knotlab.play` and its result."""

from collections.abc import Iterator
from pathlib import Path

import joblib
import numpy as np
import pytest
from joblib.parallel import BACKENDS, SequentialBackend, ThreadingBackend
from scipy.stats import t as student_t

from knotlab import play
from knotlab.analysis.runs.play import make_job, play_job
from knotlab.analysis.runs.play_result import PlayResult
from knotlab.sim.errors import InputError
from tests.cli import GAME, TIMING, strategy_file, untimed
from tests.cli import play as play_command

METRICS = ("win_rate", "loss_rate", "mean_place")
PLAYERS = ["shed:tremble=0.05", "hoard-nines:tremble=0.05", "random"]


@pytest.fixture(scope="module")
def result() -> PlayResult:
    """A run of whole deals of three players."""
    return play(GAME, PLAYERS, games=1000, seed=8)


def numbers(outcome: PlayResult) -> dict[str, str]:
    """All that a result says, to the last digit, but for the times."""
    facts = {name: value for name, value in outcome.facts().items() if name not in TIMING}
    tables = {"table": outcome.to_pandas(), "places": outcome.places(), "seats": outcome.by_seat()}
    return {"facts": repr(facts)} | {name: repr(table.to_dict("list")) for name, table in tables.items()}


# --- its tables ---


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (3, 1), (4, 2), (1000, 334)])
def test_games_are_rounded_up_to_whole_deals(games: int, deals: int) -> None:
    result = play(GAME, PLAYERS, games=games, seed=8)
    assert (result.n_games, result.deals) == (3 * deals, deals)


def test_with_fixed_seats_a_deal_is_one_game() -> None:
    result = play(GAME, PLAYERS, games=10, fixed_seats=True)
    assert (result.n_games, result.deals) == (10, 10)


def test_a_strategy_that_is_named_twice_is_one_row() -> None:
    table = play(GAME, ["shed", "random", "shed"], games=60).to_pandas().set_index("strategy")
    assert table["seats"].to_dict() == {"shed": 2, "random": 1}
    assert 2 * table["win_rate"]["shed"] + table["win_rate"]["random"] == pytest.approx(1, abs=1e-12)


def test_places_are_shares_of_the_games(result: PlayResult) -> None:
    places = result.places().set_index("strategy")
    assert np.allclose(places.sum(axis=1), 1, atol=1e-12)
    assert np.allclose(
        places[["place_1", "place_2", "place_3"]].sum(axis=0) + places["unfinished"].sum() / 3, 1, atol=0.01
    )


def test_the_text_of_a_result_is_readable(result: PlayResult) -> None:
    text, page = repr(result), result._repr_html_()
    assert text.startswith("Twisted Knot, 3 players; 1,002 games, seed 8; 334 deals, ")
    for name, rate in zip(PLAYERS, result.to_pandas()["loss_rate"], strict=True):
        for shown in (text, page):
            assert name in shown and f"{rate:.4f}" in shown
    assert page.count("<table") == 1 and page.count("<tr") == 1 + len(PLAYERS)
    assert max(len(line) for line in text.splitlines()) < 160


# --- its intervals and bounds ---


@pytest.fixture(scope="module")
def capped(tmp_path_factory: pytest.TempPathFactory) -> PlayResult:
    """A run in which a good part of the games is cut off, kept game by game."""
    return play(GAME, PLAYERS, games=600, seed=8, set=["turn_limit=130"], out=tmp_path_factory.mktemp("capped") / "run")


def valued(places: np.ndarray, metric: str, best: bool | None = None) -> np.ndarray:
    """A metric of every game and player from the places, 0 for who still holds cards; unfinished games valued, or at
    the least or greatest.
    """
    holding, n = places == 0, places.shape[1]
    k = holding.sum(axis=1, keepdims=True)
    if metric == "mean_place":
        middle, least, greatest = (n - k + 1 + n) / 2, n - k + 1, n
        known = places
    else:
        nobody_out = k == n
        share = 1 / np.maximum(k, 1)
        middle, least, greatest = (share * nobody_out, 0, 1 * nobody_out) if metric == "win_rate" else (share, 0, 1)
        known = places == (1 if metric == "win_rate" else n)
    return np.where(holding, middle if best is None else greatest if best else least, known).astype(float)


@pytest.mark.parametrize("metric", METRICS)
def test_the_interval_of_a_metric_is_over_deals(metric: str, capped: PlayResult) -> None:
    frame = capped.scan().collect()
    places = frame.select(f"place_{player}" for player in range(3)).to_numpy()
    by_deal = valued(places, metric).reshape(capped.deals, 3, 3).mean(axis=1)
    error = by_deal.std(axis=0, ddof=1) / np.sqrt(capped.deals)
    table = capped.to_pandas()
    assert np.allclose(table[metric], by_deal.mean(axis=0), rtol=0, atol=1e-12)
    least, size = (1.0, 2.0) if metric == "mean_place" else (0.0, 1.0)
    ends = [wilson_ends((m - least) / size, e / size, capped.deals) for m, e in zip(table[metric], error, strict=True)]
    assert np.allclose(table[[f"{metric}_low", f"{metric}_high"]], least + size * np.array(ends), rtol=0, atol=1e-9)


def wilson_ends(share: float, error: float, deals: int) -> list[float]:
    """The true shares from which an estimate is just so many standard errors away: the roots of (share - t)^2 =
    q^2 t (1 - t) / n, with n = share (1 - share) / error^2.
    """
    squared = student_t.ppf(0.975, deals - 1) ** 2 * error**2 / (share * (1 - share))
    return sorted(np.roots([1 + squared, -2 * share - squared, share**2]).real)


@pytest.mark.parametrize("metric", METRICS)
def test_the_bounds_are_what_unfinished_games_could_make_of_a_metric(metric: str, capped: PlayResult) -> None:
    assert 0.05 < capped.unfinished / capped.n_games < 0.95
    places = capped.scan().collect().select(f"place_{player}" for player in range(3)).to_numpy()
    table = capped.to_pandas()
    assert np.allclose(table[f"{metric}_least"], valued(places, metric, False).mean(axis=0), rtol=0, atol=1e-12)
    assert np.allclose(table[f"{metric}_greatest"], valued(places, metric, True).mean(axis=0), rtol=0, atol=1e-12)


def test_one_deal_has_no_interval() -> None:
    table = play(GAME, PLAYERS, games=3).to_pandas()
    assert table[[f"{metric}_{end}" for metric in METRICS for end in ("low", "high")]].isna().all(axis=None)
    assert play_command(*PLAYERS, "--games", 3)["strategies"][0]["win_rate_low"] is None


# --- how it is called ---


def test_a_users_strategies_file_is_used(tmp_path: Path) -> None:
    file = strategy_file(tmp_path, "own", "return 1.0 * move.rank * keep", parameters="keep=param(2, 0, 8)")
    for given in (file, str(file)):
        assert play(GAME, ["own:keep=3", "random"], games=20, strategies_from=[given]).names == ["own:keep=3", "random"]
    with pytest.raises(InputError, match="'own'"):
        play(GAME, ["own", "random"], games=20)


def test_progress_is_told_part_by_part_up_to_all_games() -> None:
    messages: list[int] = []
    play_job(make_job(GAME, ["shed", "random"], fixed_seats=True), 10_000, on_progress=messages.append, workers=1)
    assert messages == [4096, 4096, 1808]


def test_games_that_were_not_kept_cannot_be_scanned(result: PlayResult) -> None:
    with pytest.raises(InputError, match="out=FOLDER"):
        result.scan()


# --- where it is played ---


class WindowsBackend(ThreadingBackend):
    """A backend that, like many, can give all its results at once only."""

    supports_return_generator = False


class OneByOneBackend(SequentialBackend):
    """A backend without any parallelism."""

    supports_return_generator = False


@pytest.fixture(params=[WindowsBackend, OneByOneBackend])
def registered(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of a backend that somebody has registered with joblib."""
    joblib.register_parallel_backend("windows-test", request.param)
    yield "windows-test"
    del BACKENDS["windows-test"]


LONG = {
    "game": GAME,
    "strategies": ["shed:tremble=0.05", "random"],
    "games": 4096 * 17 + 100,
    "seed": 3,
    "fixed_seats": True,
}


@pytest.mark.long
def test_any_registered_backend_gives_the_result_of_threads(registered: str) -> None:
    messages: list[int] = []
    job = make_job(GAME, LONG["strategies"], seed=3, fixed_seats=True)  # type: ignore[arg-type]
    outcome = play_job(job, 4096 * 17 + 100, workers=2, backend=registered, on_progress=messages.append)
    assert numbers(outcome) == numbers(play(**LONG, workers=1))  # type: ignore[arg-type]
    assert messages == [4096] * 17 + [100]


def test_a_registered_backend_is_known_to_the_command_line(registered: str) -> None:
    words = ("shed", "random", "--games", 20, "--workers", 2, "--backend")
    assert untimed(play_command(*words, registered)) == untimed(play_command(*words, "threads"))
