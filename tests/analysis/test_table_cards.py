"""Table cards for a group's own rules: the search for lines, what it keeps, and how such a card takes part in games."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import knotlab as lab
from knotlab.analysis.runs.play import Table
from knotlab.analysis.tuning import table_cards
from knotlab.analysis.tuning.table_cards import ByPlay, places
from knotlab.strategies.cards.shipped import GAMES, phrases_of, shipped_card
from knotlab.strategies.cards.text import parameters_of, read_line
from knotlab.strategies.resolve import player
from tests.cli import knotlab, refused

WEED = Table("knotweed", 2, ["decks=2"])
OUT = "Go out if your whole hand can be played in this turn."
HARMFUL = "Pass."  # whoever does so loses nearly always


@pytest.fixture
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that take seconds."""
    for name, value in {"LOOKS": (0, 20, 60), "LEAST": (0.0, 3.0), "ROUNDS": 4, "COMPARED": 200}.items():
        monkeypatch.setattr(table_cards, name, value)


def lines(*texts: str) -> list[int]:
    return [read_line(text, phrases_of("knotweed")) for text in texts]


@pytest.mark.more
@pytest.mark.usefixtures("few_deals")
def test_a_search_mends_a_card_that_loses_games() -> None:
    """It is found by play alone; what the card then loses to the one that had it is seen in games of `play`."""
    search = ByPlay(WEED, 1, None, lines(OUT, HARMFUL))
    for _ in range(4):
        search.play_round()
    found = search.found().card
    assert found.texts[0] == OUT
    spelled = [
        "card:" + ",".join(f"{name}={line}" for name, line in parameters_of(each).items())
        for each in (found.lines, lines(OUT, HARMFUL))
    ]
    played = lab.play("knotweed", spelled, games=400, set=["decks=2"], seed=9, progress=False).to_pandas()
    assert played["loss_rate"].iloc[0] < 0.3


@pytest.mark.more
@pytest.mark.usefixtures("few_deals")
def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    """Whatever the number of workers; the folder of another search is refused."""
    whole = ByPlay(WEED, 1, None, lines(OUT, HARMFUL))
    for _ in range(3):
        whole.play_round()
    for workers in (2, 1, 1):
        part = ByPlay(WEED, workers, tmp_path, lines(OUT, HARMFUL))
        part.play_round()
    assert (part.best, part.first, part.rounds) == (whole.best, whole.first, 3)
    for arguments in (["--players", "3"], ["--set", "decks=1", "--players", "2"], ["--set", "decks=2"]):
        assert "is a search under other rules, of other players or seed" in refused(
            "card", "knotweed", *arguments, "--out", tmp_path
        )
    file = tmp_path / "card-search.json"
    file.write_text(file.read_text("utf-8").replace("Go out if", "Go home if"), "utf-8")
    asked = ("card", "knotweed", "--set", "decks=2", "--players", "2", "--out", tmp_path)
    assert "is damaged" in refused(*asked)


@pytest.mark.more
@pytest.mark.usefixtures("few_deals")
def test_what_a_card_is_worth_is_what_its_player_loses() -> None:
    """At each table, with the deals of the comparison played one by one."""
    search = ByPlay(Table("knotweed"), 1, None, lines(OUT))
    found = search.found()
    frame = found.to_pandas()
    assert [*zip(frame["players"], frame["field"], strict=True)] == [
        (n, f) for n in (2, 3, 4) for f in ("strong", "mixed")
    ]
    for place, row in zip(places(Table("knotweed")), found.tables, strict=True):
        lost = -place.arena.scores(player("knotweed", "card"), "confirm", np.arange(200)) / place.arena.unit
        assert row.usual.value == pytest.approx(lost.mean())
        assert row.fewer.value == pytest.approx(row.usual.value - row.lost.value)
        assert row.fewer.low < row.fewer.value < row.fewer.high
    assert (frame["fewer"] < 0).all() and frame["fewer_high"].iloc[0] < 0  # one line alone is worse


@pytest.mark.parametrize("game", GAMES)
def test_a_card_of_ones_own_is_played_from_its_file(game: str, tmp_path: Path) -> None:
    """The lines that ship, from a file, play the games of `card`; fewer lines play others."""
    file = tmp_path / "ours.toml"
    lab.table_card(game, save=file)
    same = lab.play(game, [f"card@{file}", "random", "random"], games=60, seed=3, progress=False).to_pandas()
    card = lab.play(game, ["card", "random", "random"], games=60, seed=3, progress=False).to_pandas()
    numbers = [name for name in card if name != "strategy"]
    pd.testing.assert_frame_equal(same[numbers], card[numbers])
    who = player(game, f"card@{file}")
    assert [*map(int, who.values)][: len(shipped_card(game).lines)] == [*shipped_card(game).lines]
    line = {"knotweed": "Pass.", "twisted-knot": "Pick up."}[game]
    file.write_text(f'game = "{game}"\nlines = ["{line}"]\n', "utf-8")
    other = lab.play(game, [f"card@{file}", "random", "random"], games=60, seed=3, progress=False).to_pandas()
    assert not other[numbers].equals(card[numbers])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('lines = ["Lay eggs."]', "'Lay eggs' is no move"),
        ("lines = []", "a list of one to 12 texts"),
        ("lines = 3", "a list of one to 12 texts"),
        (f"lines = {json.dumps(['Top up.'] * 13)}", "a list of one to 12 texts"),
        ("", "has no table [parameters.NAME]"),
    ],
)
def test_a_file_that_is_no_card_is_refused(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f'game = "twisted-knot"\n{content}\n', "utf-8")
    assert said in refused("play", "twisted-knot", f"card@{file}", "random", "--games", "10")


def test_a_search_says_what_it_did_in_words_and_as_json(tmp_path: Path, few_deals: Any) -> None:
    file = tmp_path / "ours.toml"
    asked = ("card", "knotweed", "--set", "decks=2", "--players", "2", "--out", tmp_path / "search", "--save", file)
    words = " ".join(knotlab(*asked).out.split())
    content = json.loads(knotlab(*asked, "--json").out)
    assert f"Searched for 2 players, decks=2: {content['rounds']} of 4 rounds." in words and content["rounds"] == 4
    assert content["lines"] == [row.partition(". ")[2] for row in knotlab(*asked).out.splitlines() if row[:1].isdigit()]
    assert "Made for 2 players, decks=2." in words and 'made_for = "2 players, decks=2"' in file.read_text("utf-8")
    assert ("is the card that ships" in words) == (content["lines"] == [*shipped_card("knotweed").texts])
    assert "table cards are for twisted-knot and knotweed" in refused("card", "twyst", "--players", "4")
