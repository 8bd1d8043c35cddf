"""The page that stands knotlab beside other simulators says what was measured."""

import re
import sys
from pathlib import Path

import pytest

from knotlab.sim.machine import base_folder
from knotlab.studies.peers import __main__ as peers
from knotlab.studies.peers.__main__ import GameSpeed, in_words, run_at_once, seconds_of_children, write_page
from tests.project.documents import ROOT

pytestmark = pytest.mark.long


def test_a_row_is_computed_from_what_was_counted() -> None:
    row = GameSpeed("OpenSpiel", "hearts", 2.0, 20_000, 1_000_000, 0.25, 19_000.0)
    assert row.speed == 10_000
    assert row.cells() == ["OpenSpiel", "hearts", "2,000", "10,000", "50", "1.90", "0.2"]


def test_the_page_has_a_row_for_each_game_and_the_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "PAGE", tmp_path / "peers.md")
    monkeypatch.setattr(peers, "PICTURE", tmp_path / "peers.svg")
    monkeypatch.setattr(peers, "README", tmp_path / "README.md")
    (tmp_path / "README.md").write_text("Before.\n<!-- speed -->\nOld.\n<!-- end of speed -->\nAfter.\n")
    rows = [
        GameSpeed("knotlab", "twyst", 1.0, 10, 20_000_000, 3.0, 19.0),
        GameSpeed("knotlab", "knotweed", 1.0, 10, 25_000_000, 3.0, 19.0),
        GameSpeed("knotlab", "crazy-eights", 1.0, 10, 10_000_000, 3.0, 19.0),
        GameSpeed("OpenSpiel", "crazy_eights", 1.0, 10, 1_250_000, 3.0, 19.0),
        GameSpeed("RLCard", "uno", 1.0, 5, 100, 3.0, 9.0),
    ]
    plain = [GameSpeed("OpenSpiel, bots in Python", "crazy_eights", 1.0, 10, 100_000, 0.1, 19.0)]
    write_page(rows, plain, "Versions: a 1, b 2.")
    text = (tmp_path / "peers.md").read_text()
    assert "| RLCard | uno | 10,000,000 | 5 | 20 | 1.80 | 3.0 |" in text and "Versions: a 1, b 2." in text
    assert text.count("\n| ") == 10 and "bots in Python | crazy_eights | 10,000 | 10 | 10000 | 1.90 | 0.1 |" in text
    assert (tmp_path / "peers.svg").read_text().count("twyst") >= 1
    assert (tmp_path / "README.md").read_text().splitlines() == [
        "Before.",
        "<!-- speed -->",
        "",
        "- One random decision takes knotlab 40 (Knotweed) to 50 (Twyst) nanoseconds on one core.",
        "- In card games of theirs, it takes OpenSpiel 800 to 800 nanoseconds and RLCard 10,000,000 to 10,000,000.",
        "- In the one game that is the same in both, knotlab makes decisions 8.0 times as fast as OpenSpiel.",
        "  [More](docs/peers.md); `make peers` measures it again.",
        "",
        "<!-- end of speed -->",
        "After.",
    ]


def test_a_game_of_knotlab_s_is_played_from_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "SECONDS", 0.001)
    monkeypatch.setattr(peers, "FEW", 50)
    row = peers.ours(ROOT, base_folder(), "twyst", 4)
    assert (row.simulator, row.game) == ("knotlab", "twyst")
    assert 52 <= row.decisions / row.games <= 57 and row.first > 0 < row.together


def test_the_readme_says_what_the_page_says() -> None:
    said = (ROOT / "README.md").read_text("utf-8").split("<!-- speed -->")[1].split("<!-- end of speed -->")[0]
    page = (ROOT / "docs" / "peers.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| (\S+) \| ([\d,]+) \|", page, re.MULTILINE)
    shown = re.findall(r"([\d,]+) \(([\w ]+)\)", said)
    assert len(shown) == 2 and set(shown) <= {(number, in_words(game)) for _, game, number in rows}
    spans = re.findall(r"(OpenSpiel|RLCard) ([\d,]+) to ([\d,]+)", said)
    assert len(spans) == 2
    for name, least, most in spans:
        speeds = sorted(
            (number for simulator, _, number in rows if simulator == name), key=lambda n: int(n.replace(",", ""))
        )
        assert (least, most) == (speeds[0], speeds[-1])


def test_the_readme_s_lines_name_no_game_that_it_does_not_have() -> None:
    said = (ROOT / "README.md").read_text("utf-8").split("<!-- speed -->")[1].split("<!-- end of speed -->")[0]
    others = {in_words(game) for _, game, _ in peers.PEERS}
    assert not [game for game in others if game in said]


def test_a_first_start_counts_the_processors_time_and_not_the_waiting() -> None:
    used = []
    for work in ("time.sleep(1)", "while time.process_time() < 1: pass"):
        before = seconds_of_children()
        run_at_once([[sys.executable, "-S", "-c", f"import time\n{work}\nprint(0)"]], {})
        used.append(seconds_of_children() - before)
    assert used[0] < 0.9 and 0.9 < used[1] < 1.5
