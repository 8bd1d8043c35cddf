"""Studies are found by their docstrings, and the pages show commands that there are."""

import importlib
import re
import shlex
from pathlib import Path

import pytest

from knotlab.sim.errors import InputError
from knotlab.studies import command
from knotlab.studies.__main__ import HERE, studies, table
from tests.project.documents import PAGES, ROOT, blocks

STUDIES = list(studies())
HELPERS = {"__init__", "__main__", "command", "publishing", "thresholds"}
HELPERS |= {f"publishing.{name}" for name in ("__init__", "asking", "champion_tables")}


def typed(page: Path) -> list[list[str]]:
    """The studies' commands that a page shows, in words."""
    text = "\n".join(block.text for block in blocks(page) if block.language == "console")
    return [shlex.split(line) for line in re.findall(r"^\$ python -m knotlab\.studies\.(.+)$", text, re.M)]


def test_every_file_is_a_study_with_a_command_and_a_page_that_there_is() -> None:
    rooms = (HERE, HERE / "publishing")
    files = {f"{room.name}.{file.stem}".removeprefix("studies.") for room in rooms for file in room.iterdir()}
    assert {study.name for study in STUDIES} | HELPERS == files - {"__pycache__", "publishing.__pycache__"}
    for study in STUDIES:
        assert study.command.startswith(f"python -m knotlab.studies.{study.name}")
        pages = re.findall(r"[\w/-]+\.md", study.page)
        assert (pages or "the report" in study.page) and all((ROOT / page).is_file() for page in pages), study
    assert table().count("\n") == len(STUDIES) + 2


@pytest.mark.parametrize("page", [page for page in PAGES if typed(page)], ids=lambda page: page.name)
def test_the_studies_that_a_page_shows_take_these_options(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsed as the study parses them, without being carried out."""

    class Parsed(Exception):
        pass

    def stop(self: object, words: list[str]) -> None:
        if parse(self, words):
            raise Parsed

    parse = command.ArgumentParser.parse_args
    monkeypatch.setattr(command.ArgumentParser, "parse_args", stop)
    for name, *words in typed(page):
        with pytest.raises(Parsed):
            importlib.import_module(f"knotlab.studies.{name}").main(words)


def test_what_a_study_refuses_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def refusing() -> None:
        raise InputError("there is\nno such player")

    with pytest.raises(SystemExit) as ended:
        command.run(refusing)
    assert ended.value.code == 2 and capsys.readouterr().err == "there is no such player\n"
