"""What the API pages show: functions that take much say what each parameter is, and what comes back."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knotlab.sim.compiling.jit import OFF

PAGES = Path(__file__).parent.parent / "docs" / "api"
MANY = 4  # parameters from which on a sentence is not enough
pytestmark = pytest.mark.skipif(OFF, reason="compiled functions, which the pages show by a sentence, are plain then")


def shown() -> Iterator[tuple[str, Any]]:
    """The functions of all modules that the pages show, and the methods of their classes that override none."""
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text("utf-8")
        (package,) = re.findall(r"^::: (\S+)$", text, re.MULTILINE)
        hidden = re.compile("|".join(re.findall(r'"!([^"]+)"', text)) or "^_")
        deeper = "show_submodules: false" not in text
        for module in modules(package, hidden) if deeper else (importlib.import_module(package),):
            for name, member in vars(module).items():
                own = getattr(member, "__module__", None) == module.__name__
                if own and not hidden.search(name) and inspect.isfunction(member):
                    yield f"{module.__name__}.{name}", member
                if own and not hidden.search(name) and inspect.isclass(member):
                    for method, function in vars(member).items():
                        above = any(method in vars(parent) for parent in member.__mro__[1:])
                        if inspect.isfunction(function) and not hidden.search(method) and not above:
                            yield f"{module.__name__}.{name}.{method}", function


def modules(package: str, hidden: re.Pattern[str]) -> Iterator[Any]:
    """A package and all modules below it but for those that a page leaves out."""
    yield importlib.import_module(package)
    for entry in pkgutil.iter_modules(importlib.import_module(package).__path__):
        if not hidden.search(entry.name):
            name = f"{package}.{entry.name}"
            if entry.ispkg:
                yield from modules(name, hidden)
            else:
                yield importlib.import_module(name)


def test_functions_with_many_parameters_have_sections_for_them_and_for_what_they_return() -> None:
    checked, without = 0, []
    for name, function in shown():
        signature = inspect.signature(function)
        parameters = [parameter for parameter in signature.parameters if parameter not in ("self", "cls")]
        if len(parameters) >= MANY:
            checked += 1
            sections = re.split(r"\n(?=[A-Z][a-z]+\n-+\n)", inspect.getdoc(function) or "")
            headed = {section.partition("\n")[0]: section for section in sections[1:]}
            named = re.findall(r"^\*{0,2}(\w[\w, ]*)(?: :.*)?$", headed.get("Parameters", ""), re.MULTILINE)
            described = {each.strip() for line in named for each in line.split(",")}
            returns = signature.return_annotation in (None, "None") or {"Returns", "Yields"} & set(headed)
            if not set(parameters) <= described or not returns:
                without.append(f"{name}: {sorted(set(parameters) - described)}{'' if returns else ', returns'}")
    assert checked > 90 and not without, "\n".join(without)
