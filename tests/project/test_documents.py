"""What the documentation shows is so: its code runs, its commands are commands, its table is what its command gives."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from typer.main import get_command

from knotlab import play
from knotlab.analysis.claims.evidence.rows import FINDINGS
from knotlab.reports.cli.commands import app
from knotlab.reports.words.numbers import interval
from tests.cli import knotlab, program
from tests.project.documents import PAGES, ROOT, blocks, commands, mentions

COMMANDS = get_command(app).commands  # type: ignore[attr-defined]
QUICKER = {  # fewer games where only the command is tried
    "claims": "--budget 0.2",
    "play": "--games 300",
    "tune": "--budget 1",
}
MILLION = re.compile("1_?000_?000")  # games, for a reader; here they are
GAMES = "2000"
FIELD = re.compile(r"In a million games.*?the next strategy", re.DOTALL)
WITH_PYTHON = [page for page in PAGES if any(block.language == "python" for block in blocks(page))]
LEVEL = {
    "README.md": (),
    "any-python.md": pytest.mark.long,
    "python.md": pytest.mark.long,
    "gallery.md": pytest.mark.long,
    "house-rule.md": pytest.mark.long,
    "learning.md": pytest.mark.long,
    "own-field.md": pytest.mark.long,
}
WITH_COMMANDS = [page for page in PAGES if commands(page)]


def name_of(page: Path) -> str:
    """A page as it is called in the repository."""
    return str(page.relative_to(ROOT))


def write_files(page: Path, folder: Path) -> list[Path]:
    """Write the files that a page shows into a folder."""
    written = []
    for block in blocks(page):
        if block.file:
            (folder / block.file).write_text(block.text)
            written.append(folder / block.file)
    return written


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=LEVEL.get(page.name, pytest.mark.more)) for page in WITH_PYTHON],
    ids=name_of,
)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Strategies are checked, files of claims read with `--list`; everything else runs in the page's order."""
    monkeypatch.chdir(tmp_path)
    files = write_files(page, tmp_path)
    strategies = [file for file in files if "strategy(" in file.read_text()]
    for file in strategies:
        assert knotlab("check", file, "--games", 20).status == 0
    for file in files:
        if file not in strategies and file.suffix == ".py" and "TIPS" in file.read_text():
            sources = [word for each in strategies for word in ("--strategies-from", each)]
            assert knotlab("claims", "--list", "--claims-from", file, *sources).status == 0
    names: dict[str, object] = {"__name__": "__main__"}  # as in a notebook
    for block in blocks(page):
        if block.language == "python" and not block.file:
            exec(compile(MILLION.sub(GAMES, block.text), name_of(page), "exec"), names)


def test_what_a_first_card_causes_is_on_the_gallerys_page_as_it_is_published() -> None:
    """What the page's code prints, to a tenth."""
    (shown,) = (block.text for block in blocks(ROOT / "docs" / "gallery.md") if block.language == "text")
    told = [line.split()[1:] for line in shown.splitlines()[1:]]
    rows = pd.read_csv(FINDINGS / "curves.csv").query("tip == 'TK-C8' and curve == 1")
    assert [group for group, *_ in told] == rows["group"].tolist() and len(told) == 14
    for column, place in (("value", 1), ("low", 2), ("high", 3)):
        assert [float(each[place]) for each in told] == pytest.approx(rows[column].tolist(), abs=0.0501)


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_the_commands_of_a_page_are_commands(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parsed as the command line parses them, without being carried out."""
    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    for command in commands(page):
        name, *words = shlex.split(command, comments=True)
        if not name.startswith("--"):
            COMMANDS[name].make_context(name, words)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_command_and_option_that_a_page_names_exists(page: Path) -> None:
    for mention in [*mentions(page), *commands(page)]:
        name = mention.split()[0]
        if not name.startswith("--"):
            assert name in COMMANDS, mention
            known = {spelling for parameter in COMMANDS[name].params for spelling in parameter.opts}
            assert set(re.findall(r"--[a-z][a-z-]*", mention)) <= known | {"--help"}, mention


@pytest.mark.long
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=name_of)
def test_the_commands_of_a_page_can_be_carried_out(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, from which files of the repository are found all the same."""
    monkeypatch.chdir(tmp_path)
    for command in commands(page):
        write_files(page, tmp_path)
        words = shlex.split(MILLION.sub(GAMES, command), comments=True)
        words = [str(ROOT / word) if "/" in word and (ROOT / word).is_file() else word for word in words]
        option, *quicker = QUICKER.get(words[0], "").split() or [""]
        is_quicker = option and option not in words and "--findings" not in words  # what is kept is played again
        run = program if "--debug" in words else knotlab  # which is for a session that has not compiled anything
        answer = run(*words, *([option, *quicker] if is_quicker else []))
        assert answer.status == 0, (command, answer)


PEAK = r"""
import re
import sys
from pathlib import Path
from knotlab.reports.cli.app import main
try:
    main(sys.argv[1:])
finally:
    print(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
def test_a_million_games_of_one_s_own_field_are_as_its_page_tells_in_the_memory_of_a_tenth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / "own-field.md"
    write_files(page, tmp_path)
    *_, words = (shlex.split(command) for command in commands(page) if MILLION.search(command))
    peaks = []
    for games in ("100000", "1000000"):  # the second goes on from the first
        line = [sys.executable, "-c", PEAK, *(games if MILLION.fullmatch(word) else word for word in words)]
        done = subprocess.run(line, capture_output=True, text=True, check=True)
        peaks.append(int(done.stdout.split()[-1]))
    assert peaks[1] < 1.1 * peaks[0], peaks
    slices = ("rate", words[words.index("--out") + 1], "--players", 5, "--of", "won", "--json", "--by")
    won = {(row["seat"], row["player"]): row["value"] for row in knotlab(*slices, "seat,player").json["slices"]}
    last, low, high, ahead = map(
        float, re.findall(r"[\d.]+(?=%| percentage)", FIELD.search(page.read_text("utf-8"))[0])
    )
    shares = [round(100 * won[seat, "hoard-aces"], 1) for seat in range(5)]
    assert shares[4] == last and (min(shares[:4]), max(shares[:4])) == (low, high), shares
    _, second, best = sorted((row["value"], row["player"]) for row in knotlab(*slices, "player").json["slices"])[-3:]
    assert best[1] == "hoard-aces" and round(100 * (best[0] - second[0]), 1) == ahead, (best, second)


@pytest.mark.long
def test_the_first_table_is_what_its_command_gives() -> None:
    page = ROOT / "docs" / "start.md"
    command = next(command for command in commands(page) if command.startswith("play"))
    match = re.fullmatch(r"play twisted-knot (.*?) --games (\d+)", command)
    assert match is not None
    result = play("twisted-knot", match[1].split(), games=int(match[2]))
    for i, name in enumerate(result.names):
        cells = [interval(metric, result.estimate(metric, i)) for metric in ("win_rate", "loss_rate", "mean_place")]
        assert f"| {name.partition(':')[0]} | {' | '.join(cells)} |" in page.read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    """In the repository itself, where pages are read, too; `make docs` checks the links of the site."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in link and not link.startswith("#"):
            assert (page.parent / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "docs" / "pictures").glob("*.svg"))], ids=name_of)
def test_every_file_of_the_repository_that_a_page_names_is_there(page: Path) -> None:
    """With GAME for any game's folder."""
    rooms = "analysis|docs|reports|sim|src|strategies|tests"
    for path in re.findall(rf"\b((?:{rooms})/[\w./*-]*\w)", page.read_text("utf-8")):
        assert any(ROOT.glob(path.replace("GAME", "twyst"))), path


def test_the_citation_names_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = dict(re.findall(r"^([a-z-]+): (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_lists_stand_apart_from_the_text_before_them(page: Path) -> None:
    """Without an empty line the site would show them as part of the paragraph."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert re.findall(r"^(?![-*#| ]|\d+\. )\S.*\n(?:[-*]|\d+\.) .*", text, re.MULTILINE) == []


def columns_named(text: str) -> set[str]:
    """The names in the first column of a table."""
    return set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.+?) \|", text, re.MULTILINE))))


def test_every_column_of_the_findings_has_its_line_on_their_page_and_no_other_has() -> None:
    general, *parts = (ROOT / "docs" / "findings.md").read_text("utf-8").split("\n## ")[1:]
    shared = columns_named(general)
    files = {part.split("`")[1]: columns_named(part) for part in parts}
    tables = {file.name: set(file.read_text("utf-8").partition("\n")[0].split(",")) for file in FINDINGS.glob("*.csv")}
    assert files.keys() == tables.keys()
    for name, columns in tables.items():
        assert files[name] <= columns <= files[name] | shared, name
    assert shared <= set.union(*tables.values())
