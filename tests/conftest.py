"""What holds for all tests."""

from pathlib import Path

import pytest

from tests.cli import knotlab

# Strategies for tests are loaded from their files, as a user's are; imported in search of doctests they would count as installed ones.
collect_ignore_glob = ["*/scatter.py"]


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a report with few deals, as the command writes it into a new folder."""
    out = tmp_path_factory.mktemp("report") / "deep" / "report"
    words = ("report", "--deals", 30, "--seed", 7, "--budget", 0, "--bids", 0, "--workers", 1, "--out", out, "--json")
    return Path(knotlab(*words).json["page"])
