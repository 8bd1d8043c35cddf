"""Under which licences everything stands that knotlab needs to run, whoever needs it: a new one is a decision."""

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution

import pytest

from tests.project.packages import ROOT

# All of them allow everybody to use, change and pass on a program; none asks for a program's own code in return.
ALLOWED = set(
    "0BSD Apache-2.0 BSD BSD-2-Clause BSD-3-Clause CC0-1.0 ISC LLVM-exception MIT MIT-CMU PSF-2.0 Zlib".split()
)
# What older packages say in their classifiers instead of an expression.
CLASSIFIERS = {"BSD License": "BSD", "ISC License (ISCL)": "ISC", "MIT License": "MIT"}
CLASSIFIERS |= {"Python Software Foundation License": "PSF-2.0", "Apache Software License": "Apache-2.0"}


def needed(names: list[str]) -> dict[str, Distribution]:
    """The installed packages of some requirements, with those that they need in turn; extras are nobody's need."""
    found: dict[str, Distribution] = {}
    while names:
        name = re.split(r"[^\w.-]", names.pop().strip())[0].lower().replace("_", "-")
        if name not in found:
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:  # for another system or Python
                continue
            names += [each for each in found[name].requires or [] if "extra ==" not in each]
    return found


def licences(package: Distribution) -> set[str]:
    """The names of a package's licences, as it gives them; empty if it gives none."""
    fields = package.metadata
    expression = fields.get("License-Expression") or ""
    if not expression:
        said = [each.rpartition(" :: ")[2] for each in fields.get_all("Classifier") or [] if "License ::" in each]
        expression = " AND ".join(CLASSIFIERS.get(each, each.replace(" ", "-")) for each in said)
    if not expression and len(fields.get("License") or "") < 20:
        expression = fields.get("License") or ""
    return set(re.findall(r"[\w.-]+", expression)) - {"AND", "OR", "WITH"}


def test_everything_that_is_needed_at_run_time_has_a_licence_that_is_known() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    packages = needed([*project["dependencies"], *project["optional-dependencies"]["arrow"]])
    assert len(packages) > 25 and project["license"] == "MIT"
    known = {name: licences(package) for name, package in packages.items()}
    assert {name: which for name, which in known.items() if not which or not which <= ALLOWED} == {}


class Told(Distribution):
    """A package that says no more of itself than its licence."""

    def __init__(self, line: str) -> None:
        self.line = line

    def read_text(self, filename: str) -> str | None:
        return f"Name: told\n{self.line}\n" if filename == "METADATA" else None

    def locate_file(self, path: object) -> None:  # type: ignore[override]
        return None


@pytest.mark.parametrize(
    "line",
    [
        "License-Expression: GPL-3.0-only",
        "License-Expression: MIT AND LGPL-2.1-or-later",
        "License: AGPL",
        "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
        "Summary: nothing about that",
    ],
)
def test_a_licence_that_is_not_known_or_not_told_is_noticed(line: str) -> None:
    which = licences(Told(line))
    assert not which or not which <= ALLOWED
