"""A new strategy is a file and its test: laid over a copy of the project, it leaves all else as it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from knotlab.sim.compiling.cache_folder import is_folder_shared
from knotlab.sim.compiling.jit import OFF
from tests.fourth_game.project import ROOT, Project, with_files

pytestmark = pytest.mark.tried

GAMES = ("twisted-knot", "twyst")
STRATEGY = '''"""Takes what comes first."""

from knotlab.strategies import strategy


@strategy("{}")
def at_ease(view, move):
    """Take the first move there is.

    Source: no tip.

    Assumed: that nobody minds.
    """
    return 0.0
'''
TEST = '"""It has nothing to get wrong."""\n\n\ndef test_it_is_at_ease() -> None:\n    assert True\n'

# What follows from the library: its names, the lists of players, hashes, published questions, and kernels to compile.
# With an argument, kernels are loaded from the cache or named as missing; without, those missing are compiled.
ASK = """
import contextlib, json, sys
from knotlab.analysis.claims.model.cells import cells_of
from knotlab.analysis.claims.rulebooks.library import tips
from knotlab.analysis.claims.model.registration import digits, question_of
from knotlab.analysis.claims.model.inquiry import USUAL
from knotlab.analysis.runs.fields import named_fields
from knotlab.analysis.tournaments.setup import usual_entrants
from knotlab.sim import games
from knotlab.sim.compiling.cache_folder import code_hash
from knotlab.sim.compiling.jit import NotCompiled, loading_only
from knotlab.sim.playing.players import compiled
from knotlab.strategies.catalogue import catalogue
from knotlab.strategies.resolve import player, strategy_hashes

strategies = {game: catalogue(game) for game in games.names()}
missing = []
with loading_only() if sys.argv[1:] else contextlib.nullcontext():
    for game, name in (("twisted-knot", "hoard-aces"), ("knotweed", "dump"), ("twyst", "cautious+high")):
        try:
            compiled(player(game, name).functions)
        except NotCompiled as kernel:
            missing.append(str(kernel))
prints = {
    f"{game} {name}": player(game, name if game != "twyst" else f"{name}+{name}").functions.fingerprint
    for game, known in strategies.items()
    for name in known
}
cells = {cell.name: digits(question_of(cell, USUAL)) for tip in tips() for cell in cells_of(tip)}
facts = {
    "fields": {game: named_fields(game) for game in strategies},
    "entrants": {game: usual_entrants(game) for game in strategies},
    "simulator": code_hash(),
    "missing": missing,
}
json.dump({"strategies": prints, "questions": cells, "facts": facts}, sys.stdout)
"""

# The tests that read the library.
TESTS = (
    "tests/strategies/test_reader_names.py",
    "tests/project/test_names.py",
    "tests/sim/games/test_conformance.py",
    "tests/sim/compiling/test_precompile.py",
    "tests/analysis/test_shipped_contests.py",
    "tests/analysis/claims/test_cells.py",
    "tests/analysis/claims/test_registration.py",
    "tests/strategies/test_combinations.py",
    "tests/strategies/test_fingerprints.py",
    "tests/strategies/test_short_names.py",
    "tests/strategies/test_tuned_settings.py",
    "tests/strategies/test_validation.py",
    "tests/strategies/test_weights.py",
    "tests/strategies/twisted_knot/test_at_ease.py",
    "tests/strategies/twyst/test_at_ease.py",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The project with a new strategy, and its test, in two games."""
    files = {}
    for game in GAMES:
        folder = f"strategies/{game.replace('-', '_')}"
        files[f"{folder}/at_ease.py"] = STRATEGY.format(game).encode()
        files[f"tests/{folder}/test_at_ease.py"] = TEST.encode()
    return with_files(tmp_path_factory.mktemp("new") / "project", files)


@pytest.mark.more
@pytest.mark.skipif(OFF, reason="nothing is compiled")
def test_a_new_strategy_changes_no_question_no_list_and_no_other_strategy(project: Project) -> None:
    """And none of them is compiled again: what this checkout has compiled is loaded in the copy."""
    assert is_folder_shared()
    before: dict[str, Any] = json.loads(Project(Path(ROOT)).python("-c", ASK))
    after: dict[str, Any] = json.loads(project.python("-c", ASK, "load"))
    assert after["facts"] == before["facts"] and after["facts"]["missing"] == []
    assert after["questions"] == before["questions"] and len(before["questions"]) >= 288
    assert after["strategies"].keys() - before["strategies"].keys() == {f"{game} at-ease" for game in GAMES}
    assert before["strategies"].items() <= after["strategies"].items()


@pytest.mark.long
def test_a_new_strategy_passes_all_tests_that_read_the_library(project: Project) -> None:
    told = project.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, timeout=3600)
    assert " passed" in told and "failed" not in told
