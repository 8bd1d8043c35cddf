"""Each player's games as rows: names, seats, first cards and results, against records of the games and the tables."""

import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from knotlab import play, rate, show, to_pandas, tournament
from knotlab.analysis.runs.player_games import ranks_of
from knotlab.sim.errors import InputError
from knotlab.sim.playing.records import record_game
from tests.cli import knotlab, refused

KNOT, TRIO = "twisted-knot", ("shed", "hoard-aces", "random")
CARD = {"nines": "9", "jokers": "Jk", "aces": "A"}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a short run without a log; tests only read it."""
    folder = tmp_path_factory.mktemp("games") / "run"
    play(KNOT, TRIO, games=30, seed=1, out=folder, progress=False)
    return folder


def test_rows_of_a_run_are_its_games_as_records_have_them(tmp_path: Path) -> None:
    run = play(KNOT, TRIO, games=30, seed=3, set={"preset": "southampton"}, out=tmp_path, progress=False)
    assert run.job
    rows = run.games().collect()
    assert rows.height == 3 * run.n_games and set(rows["player"]) == set(TRIO)
    for row in rows.sample(12, seed=1).to_dicts():
        record = record_game(run.job, row["game"])
        mine = Counter(record["deal"][row["seat"]])
        assert {name: row[f"{name}_at_start"] for name in CARD} == {name: mine[card] for name, card in CARD.items()}
        first = next(event for event in record["events"] if event["do"] in ("lay", "pick_up"))
        assert row["began"] == (first["seat"] == row["seat"])
        assert row["place"] == record["result"]["places"][row["seat"]]


def test_means_of_rows_are_those_of_the_tables_in_runs_and_tournaments(tmp_path: Path) -> None:
    results = [
        play(KNOT, TRIO, games=300, seed=1, out=tmp_path / "run", progress=False),
        tournament(KNOT, [*TRIO, "ten-chain"], games=600, players=3, seed=1, out=tmp_path / "cup", progress=False),
    ]
    for result, name in zip(results, ("run", "cup"), strict=True):
        table = result.by_seat() if name == "run" else result.seats
        for source in (result, show(tmp_path / name)):
            rows = source.games().group_by("player", "seat").agg(pl.col("lost", "won").mean()).collect()
            found = {(row["player"], row["seat"]): (row["lost"], row["won"]) for row in rows.to_dicts()}
            for row in table.itertuples():
                assert found[row.strategy, row.seat] == pytest.approx((row.loss_rate, row.win_rate))


def test_the_others_of_a_tournament_are_named(tmp_path: Path) -> None:
    """Against those who are drawn the same for every strategy and seat of a deal."""
    cup = tournament(KNOT, TRIO, games=90, players=4, seed=1, out=tmp_path, progress=False)
    rows = cup.games().collect()
    assert (rows.group_by("deal").agg(pl.struct("other_1", "other_2", "other_3").n_unique().alias("n"))["n"] == 1).all()
    assert rows.group_by("deal").len()["len"].to_list() == [12] * cup.facts["deals"]
    assert set(rows["other_1"]) | set(rows["other_2"]) == set(TRIO)
    who = ["players", "game", "deal", "player", "seat", "began", "other_1", "other_2", "other_3"]
    assert rows.columns[:12] == [*who, "end", "turns", "place"]
    first = [name for name in rows.columns if name.endswith("_at_start")]
    assert rows.columns[-14:] == first and first[:3] == ["twos_at_start", "threes_at_start", "fours_at_start"]
    assert first[-3:] == ["kings_at_start", "aces_at_start", "jokers_at_start"]


def test_the_games_of_a_run_are_their_number_too(kept: Path) -> None:
    """As they were before there were rows; a copy of the number does not bring the run along."""
    run = show(kept)
    assert run.games == run.n_games == 30 and f"{run.games:,}" == "30" and run.games / 2 == 15
    assert type(pickle.loads(pickle.dumps(run.games))) is int
    assert to_pandas(run.games().select("player", "lost"))["player"].value_counts().to_dict() == dict.fromkeys(TRIO, 30)


def test_only_what_is_wanted_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = play(KNOT, TRIO, games=30, seed=1, out=tmp_path, progress=False)
    monkeypatch.setattr("knotlab.analysis.runs.player_games.deal_again", None)
    assert run.games().select("player", "lost").head(2).collect().height == 2


@pytest.mark.parametrize(("game", "cards"), [("twyst", 13), ("knotweed", 5)])
def test_every_player_of_other_games_has_his_first_cards(game: str, cards: int, tmp_path: Path) -> None:
    names = ["threshold+solid", "random+random"] if game == "twyst" else ["all-round", "random"]
    cup = tournament(game, names, games=16, seed=1, out=tmp_path, progress=False)
    rows = cup.games().collect()
    counts = rows.select(f"{rank}_at_start" for rank in ranks_of(game)).to_numpy()
    assert (counts.sum(axis=1) == cards).all() and counts.max() <= 4
    assert rows.group_by("game").len()["len"].max() == 1 and np.isclose(rows["began"].mean(), 1 / rows["players"][0])


def test_rates_of_rows_are_those_of_the_tables_with_their_intervals(tmp_path: Path) -> None:
    """In a run without a log and in a tournament; a slice has the deals with a case alone."""
    run = play(KNOT, TRIO, games=300, seed=1, out=tmp_path / "run", progress=False)
    cup = tournament(KNOT, [*TRIO, "ten-chain"], games=600, players=3, seed=1, out=tmp_path / "cup", progress=False)
    for folder, table in (("run", run.by_seat()), ("cup", cup.seats)):
        answer = knotlab("rate", tmp_path / folder, "--of", "lost", "--by", "seat,player", "--json").json
        found = {(row["player"], row["seat"]): (row["value"], row["low"], row["high"]) for row in answer["slices"]}
        for row in table.itertuples():
            lost = (row.loss_rate, row.loss_rate_low, row.loss_rate_high)
            assert found[row.strategy, row.seat] == pytest.approx(lost)
    rows = cup.games().filter(pl.col("nines_at_start") >= 2, pl.col("player") == "shed").collect()
    sliced = rate(cup, "lost", among="nines_at_start >= 2 and player = 'shed'")
    assert (sliced.cases, sliced.value) == (rows.height, pytest.approx(rows["lost"].mean()))
    assert sliced.covered == pytest.approx(rows["deal"].n_unique() / cup.facts["deals"])
    by = "player, nines_at_start >= 2, least(turns, (began + 1))"
    answer = knotlab("rate", tmp_path / "cup", "--of", "lost", "--by", by, "--json").json
    assert answer["by"] == ["player", "nines_at_start >= 2", "least(turns, (began + 1))"]
    cases = sum(row["cases"] for row in answer["slices"] if row["player"] == "shed" and row["nines_at_start >= 2"])
    assert cases == rows.height and {row[answer["by"][2]] for row in answer["slices"]} == {1, 2}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--of", "lost", "--by", "seat,hat"), "no column 'hat'"),
        (("--of", "lost", "--by", "seat,hat > 2"), "no column 'hat'"),
        (("--of", "lost", "--by", "seat >"), "'seat >' cannot be read as a measure"),
        (("--of", "lost", "--among", "player = 'shde'"), "no strategy 'shde'"),
        (("--of", "lost", "--among", "turns < 0"), "no game in these games"),
        (("--of", "move_kind = 'PICK_UP'"), "no complete event log"),
    ],
)
def test_what_games_cannot_answer_is_said_in_a_sentence(words: tuple[str, ...], said: str, kept: Path) -> None:
    assert said in refused("rate", kept, *words)


def test_games_that_were_not_kept_are_refused() -> None:
    with pytest.raises(InputError, match="were not kept"):
        play(KNOT, TRIO, games=3, seed=1, progress=False).games()
    with pytest.raises(InputError, match="were not kept"):
        tournament(KNOT, TRIO, games=9, seed=1, progress=False).games()
