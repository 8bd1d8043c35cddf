"""The workflows in .github/workflows as tests see them: their steps, and what GitHub puts in place of expressions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml

from tests.project.packages import ROOT

FOLDER = ROOT / ".github" / "workflows"
WINDOWS = "runner.os == 'Windows'"
NOT_HERE = ("docker",)  # programs that need more than Linux


class Step(NamedTuple):
    """A step: what people call it, the job and workflow it belongs to, its lines of shell, and its environment."""

    workflow: str
    job: str
    name: str
    run: str
    environment: dict[str, str]
    runs_here: bool


def steps(workflow: Path) -> Iterator[Step]:
    """The steps of a workflow in their order; one that uses somebody else's action has no lines of shell."""
    for job, content in yaml.safe_load(workflow.read_text("utf-8"))["jobs"].items():
        for step in content["steps"]:
            run = step.get("run", "")
            runs_here = bool(run) and step.get("if") != WINDOWS and not run.startswith(NOT_HERE)
            name = step.get("name") or step["uses"]
            yield Step(workflow.name, job, name, run, step.get("env", {}), runs_here)


def put_in(text: str, known: dict[str, str]) -> str:
    """A text with values in place of its expressions; every one must be known."""
    return re.sub(r"\$\{\{ (.+?) \}\}", lambda match: known[match[1]], text)
