"""A fourth game is files of its own and nothing else: Crazy Eights, laid over a copy of the project, is played, judged,
reported and watched there, and passes the tests that hold for every game.
"""

import json
import re
from importlib.util import find_spec

import pytest

from tests.fourth_game.project import TREE, Project, with_fourth_game

GAME = "crazy-eights"
TABLE = (GAME, "longest-suit:tremble=0.02", "keep-eights:tremble=0.02", "random", "--seed", 1)

# The report as the command writes it, but of this game alone, as the other games' kernels would have to be compiled.
# The words of tips are kept for the other tests, so they are those of all games.
REPORT_OF_ONE = f"""
from knotlab import report
from knotlab.analysis.claims.rulebooks.published import words_of_tips
from knotlab.sim import games
words_of_tips()
games.listed = lambda: ("{GAME}",)
report(deals=12, seed=7, budget=0, workers=1, out="report")
"""

# The tests that hold for every game, and this game's own.
TESTS = (
    "tests/sim/games/test_conformance.py",
    "tests/sim/games/test_conformance_runs.py",
    "tests/sim/games/test_view_ranges.py",
    "tests/sim/games/test_transcripts.py",
    "tests/sim/games/test_referees.py",
    "tests/sim/games/test_rulings.py",
    "tests/project/test_records_page.py",
    "tests/crazy_eights",
    "tests/strategies/crazy_eights",
)
VIEWER = "tests/browser/test_viewer.py"
ALL_LEVELS = ("-m", "long or not long")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The project with the fourth game's files."""
    return with_fourth_game(tmp_path_factory.mktemp("fourth") / "project")


@pytest.mark.long
def test_a_fourth_game_is_played_and_its_claim_tried(project: Project) -> None:
    played, rate, claims, cup = project.knotlab(
        ("play", *TABLE, "--games", 3000, "--workers", 1, "--log", "--out", "run", "--json"),
        ("rate", "run", "--of", "move_kind = 'PLAY'", "--among", "eights > 0", "--json"),
        ("claims", "CE-C1", "--quick", "--workers", 1, "--json"),
        ("tournament", GAME, "--players", 2, "--games", 400, "--workers", 1, "--json"),
    )
    scores = {row["strategy"]: row["mean_score_high"] for row in json.loads(played)["strategies"]}
    assert scores["random"] < min(score for name, score in scores.items() if name != "random")
    assert 0.5 < json.loads(rate)["value"] < 1  # whoever holds an eight can always play a card
    (claim,) = json.loads(claims)["claims"]
    assert (claim["id"], claim["verdict"], len(claim["cells"])) == ("CE-C1", "holds", 1)  # its headline's field
    assert {row["strategy"].partition(":")[0] for row in json.loads(cup)["ratings"]} == {
        "high-cards",
        "keep-eights",
        "longest-suit",
        "random",
    }


@pytest.mark.long
def test_a_fourth_game_s_rounds_are_recorded_verified_replayed_and_asked_about(project: Project) -> None:
    _, verified, story, _ = project.knotlab(
        ("records", *TABLE, "--games", 3, "--why", "--save", "games.jsonl"),
        ("verify", "games.jsonl"),
        ("replay", *TABLE, "--why"),
        ("replay", "--record", "games.jsonl", "--index", 2, "--html", "game.html"),
    )
    assert verified.startswith("3 of 3 ") and "the table shows" in story
    assert "EIGHTS_EVENTS" in (project.root / "game.html").read_text("utf-8")
    choice = re.findall(r"decision (\d+) could", story)[-1]  # late, when cards are known and hands are short
    advice, _, checked = project.knotlab(
        ("whatif", *TABLE, "--decision", choice, "--hidden", "resample", "--rollouts", 60, "--json"),
        ("new", "mine.py", "--game", GAME),
        ("check", "mine.py", "--games", 20),
    )
    assert len(json.loads(advice)["moves"]) > 1 and "NAME: possible in" in checked


@pytest.mark.long
def test_a_fourth_game_is_in_the_report(project: Project) -> None:
    project.python("-c", REPORT_OF_ONE)
    page = (project.root / "report" / "report.html").read_text("utf-8")
    for words in ("Crazy Eights", "points a round", "Longest suit", "longest-suit", "EIGHTS_EVENTS", "4 players"):
        assert words in page
    assert (project.root / "report" / f"{GAME}-3-players-points.csv").is_file()


@pytest.mark.long
def test_a_fourth_game_passes_the_tests_of_every_game_and_its_own(project: Project) -> None:
    shown = f"{VIEWER}::test_the_last_step_shows_the_recorded_end"
    said = project.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, shown, "-k", "crazy")
    assert int(re.findall(r"(\d+) passed", said)[-1]) > 80


@pytest.mark.long
def test_a_fourth_game_passes_all_tests_of_the_viewer(project: Project) -> None:
    said = project.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *ALL_LEVELS, VIEWER, "-k", "crazy")
    assert int(re.findall(r"(\d+) (?:passed|skipped)", said)[-1]) > 10


def test_the_readme_says_what_each_file_of_a_game_is_for() -> None:
    said = set(re.findall(r"`([\w./*-]+)`", (TREE.parent / "README.md").read_text("utf-8")))
    files = [file.relative_to(TREE) for file in TREE.rglob("*") if file.is_file() and file.suffix != ".pyc"]
    assert len(files) > 30
    for file in files:
        if file.parts[0] == "tests" and file.name == "__init__.py":
            continue  # it only makes a folder a package
        assert {str(file), f"{file.parent}/", f"{file.parent}/*.py", file.name} & said, file


@pytest.mark.long
def test_a_fourth_game_is_reported_beside_the_others_and_linted_with_them(project: Project) -> None:
    project.knotlab(("report", "--deals", 4, "--budget", 0, "--workers", 1, "--out", "whole"))
    page = (project.root / "whole" / "report.html").read_text("utf-8")
    titles = ["Twisted Knot", "Knotweed", "Twyst", "Crazy Eights"]
    assert re.findall(r"<h2[^>]*>([^<]*)", page)[-len(titles) - 2 : -2] == titles
    project.python("-m", "mypy")
    if find_spec("mkdocs"):  # only the documentation needs it
        project.python("-m", "mkdocs", "build", "--quiet", "--strict")
        site = (project.root / "out" / "site" / "rules" / f"{GAME}.html").read_text("utf-8")
        assert 'id="ce-15"' in site and "keep-eights" in site
    project.python("-m", "ruff", "check", ".")
    project.python("-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())")
