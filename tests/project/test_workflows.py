"""What GitHub runs: each step that Linux can run is run here, in a fresh clone; others are listed as never run."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.project.packages import ROOT

pytest.importorskip("yaml", reason="make test-all installs it")
from tests.project.workflows import FOLDER, Step, put_in, steps

WORKFLOWS = sorted(FOLDER.glob("*.yml"))
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
KNOWN = {"github.server_url": "https://example.org", "github.repository": "somebody/knotlab"}
BIN = Path(sys.executable).parent
CHECKS = {
    "check-jsonschema": [
        ("--builtin-schema", "vendor.github-workflows", *map(str, WORKFLOWS)),
        ("--builtin-schema", "vendor.github-issue-forms", *map(str, sorted(FOLDER.parent.glob("ISSUE*/[!c]*.yml")))),
        ("--builtin-schema", "vendor.citation-file-format", "CITATION.cff"),
    ],
    "hadolint": [("Dockerfile",)],
    "shellcheck": [(".ci/run", ".ci/pages")],
}


def said_by(*words: str, cwd: Path = ROOT, text: str | None = None, **more: str) -> str:
    """What a program says, which must end well, outside this checkout's environment."""
    free = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "VIRTUAL"))}
    done = subprocess.run(words, cwd=cwd, env=free | more, input=text, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout[-8000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of this checkout's last commit, which is the last version's too, and where it pushes to."""
    said_by("git", "clone", "--quiet", "--bare", str(ROOT), str(tmp_path / "origin.git"))
    said_by("git", "tag", f"v{VERSION}", cwd=tmp_path / "origin.git")
    said_by("git", "clone", "--quiet", str(tmp_path / "origin.git"), str(tmp_path / "clone"))
    return tmp_path / "clone"


def run_step(step: Step, clone: Path) -> str:
    """What a step says that runs as GitHub runs it."""
    known = {name: put_in(str(value), KNOWN) for name, value in step.environment.items()}
    known |= {"CI": "true", "GITHUB_REF_NAME": f"v{VERSION}"}
    return said_by("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run, cwd=clone, **known)


@pytest.mark.long
@pytest.mark.tried  # as the tests that a step runs expect
@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_the_steps_of_a_workflow_run_in_their_order_in_a_fresh_clone(workflow: Path, clone: Path) -> None:
    for step in steps(workflow):
        if step.runs_here:
            run_step(step, clone)


@pytest.mark.more
def test_pages_of_a_version_are_put_beside_those_of_others_and_replace_none(clone: Path) -> None:
    pages = clone / "out"
    for version, said in (("v0.1.0", "old"), ("v0.9.0", "newer"), ("v0.10.0", "first"), ("v0.10.0", "second")):
        shutil.rmtree(pages, ignore_errors=True)
        (pages / "site").mkdir(parents=True)
        (pages / "site" / "index.html").write_text(f"docs, {said}")
        (pages / "report").mkdir()
        (pages / "report" / "report.html").write_text(f"<html><body>report, {said}\n</body></html>\n")
        said_by(".ci/pages", version, cwd=clone)
        said_by("git", "push", "--quiet", "origin", "gh-pages", cwd=clone)
    shown = {name: said_by("git", "show", f"gh-pages:{name}/index.html", cwd=clone) for name in ("v0.1.0", "v0.10.0")}
    assert shown == {"v0.1.0": "docs, old", "v0.10.0": "docs, second"}
    front = said_by("git", "show", "gh-pages:index.html", cwd=clone)
    assert "report, second" in front and front.endswith("</body></html>\n")
    assert re.findall(r'href="(\S+?)/index.html"', front) == ["v0.10.0", "v0.9.0", "v0.1.0"]
    assert said_by("git", "status", "--porcelain", cwd=clone) == ""


def test_the_steps_that_never_ran_are_listed_with_the_others_missing() -> None:
    """Of the workflows' steps on the page about releases."""
    page = (ROOT / "docs" / "releasing.md").read_text("utf-8").partition("## Steps that have never run")[2]
    listed = {
        (row[0], step) for row in re.findall(r"^\| `(\S+)` \| (.+) \|$", page, re.M) for step in row[1].split("; ")
    }
    never = {(step.workflow, step.name.partition("@")[0]) for each in WORKFLOWS for step in steps(each)}
    ran = {(step.workflow, step.name) for each in WORKFLOWS for step in steps(each) if step.runs_here}
    assert len(ran) > 8 and listed == never - ran


def test_no_step_puts_an_expression_into_a_shell() -> None:
    """Somebody else chooses some of their values, such as a branch's name, and could have it carried out."""
    assert [step for each in WORKFLOWS for step in steps(each) if "${{" in step.run] == []


@pytest.mark.more
@pytest.mark.parametrize("tool", CHECKS)
def test_a_linter_has_nothing_to_say(tool: str) -> None:
    program = shutil.which(tool, path=f"{BIN}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        pytest.skip(f"{tool} is not installed")
    for words in CHECKS[tool]:
        said_by(program, *words)
    if tool == "shellcheck":
        for step in (step for each in WORKFLOWS for step in steps(each) if step.run):
            said_by(program, "--shell=bash", "-", text=f"set -eo pipefail\n{step.run}")
