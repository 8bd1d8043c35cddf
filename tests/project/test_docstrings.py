"""Public functions, and those of the statistics, that take much say what each parameter is, and what comes back."""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

import knotlab
from knotlab.analysis import stats
from knotlab.sim.compiling.jit import OFF

MANY = 4  # parameters from which on a sentence is not enough
pytestmark = pytest.mark.skipif(OFF, reason="compiled functions, which the pages show by a sentence, are plain then")


def public() -> Iterator[tuple[str, Any]]:
    """What `knotlab` offers, and the functions of the statistics with the methods of their classes."""
    for name in knotlab.__all__:
        yield name, getattr(knotlab, name)
    for entry in pkgutil.iter_modules(stats.__path__):
        module = import_module(f"{stats.__name__}.{entry.name}")
        here = [member for member in vars(module).values() if getattr(member, "__module__", None) == module.__name__]
        for member in here:
            if inspect.isclass(member):
                yield from ((f"{member.__name__}.{name}", each) for name, each in vars(member).items())
            else:
                yield getattr(member, "__name__", entry.name), member


def test_functions_with_many_parameters_have_sections_for_them_and_for_what_they_return() -> None:
    checked, without = 0, []
    for name, function in public():
        if not inspect.isfunction(function) or name.rpartition(".")[2].startswith("_"):
            continue
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
    assert checked > 25 and not without, "\n".join(without)
