"""What Python offers on Linux and not on Windows, as the type checker's descriptions of the standard library have it;
where a source file uses it; and a folder that, on Python's path, takes it away from every program.
"""

import ast
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import mypy

STUBS = Path(mypy.__file__).parent / "typeshed" / "stdlib"
OLDEST = (3, 11)
# Windows takes any descriptor for the one that is woken; Linux only one that does not block.
TAKE_AWAY = """
import os, signal, sys, time
from fcntl import F_GETFL, F_SETFL, fcntl

def set_wakeup_fd(number, *, warn_on_full_buffer=True, original=signal.set_wakeup_fd):
    fcntl(number, F_SETFL, fcntl(number, F_GETFL) | os.O_NONBLOCK)
    return original(number, warn_on_full_buffer=warn_on_full_buffer)

for name in {names!r}:
    module, _, what = name.partition(".")
    if module in ("os", "signal", "time"):
        delattr(globals()[module], what)
    else:
        sys.modules[module] = None
signal.set_wakeup_fd = set_wakeup_fd
"""


@cache
def missing(module: str) -> frozenset[str]:
    """The names in a module of the standard library that Windows lacks."""
    places = (STUBS / f"{module.replace('.', '/')}.pyi", STUBS / module.replace(".", "/") / "__init__.pyi")
    for stub in filter(Path.exists, places):
        body = ast.parse(stub.read_text("utf-8")).body
        return frozenset({*_names(body, "linux")} - {*_names(body, "win32")})
    return frozenset()


def _names(body: list[ast.stmt], platform: str) -> Iterator[str]:
    """What a description defines on a system."""
    known = {"sys": SimpleNamespace(platform=platform, version_info=OLDEST), "TYPE_CHECKING": True}
    for each in body:
        match each:
            case ast.If():
                holds = eval(compile(ast.Expression(each.test), "", "eval"), known)
                yield from _names(each.body if holds else each.orelse, platform)
            case ast.FunctionDef() | ast.ClassDef():
                yield each.name
            case ast.AnnAssign(target=ast.Name(name)):
                yield name
            case ast.Assign():
                yield from (target.id for target in each.targets if isinstance(target, ast.Name))


def uses(file: Path) -> set[str]:
    """What a source file uses that Windows lacks, as `os.nice`."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    modules = {
        each.asname or each.name: each.name for node in nodes if isinstance(node, ast.Import) for each in node.names
    }
    found = set()
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(module), attr=name) if name in missing(modules.get(module, "")):
                found.add(f"{modules[module]}.{name}")
            case ast.ImportFrom(module=str(module)):
                found |= {f"{module}.{each.name}" for each in node.names if each.name in missing(module)}
    return found


def without(names: set[str], folder: Path) -> dict[str, str]:
    """The environment in which programs do without some names."""
    (folder / "sitecustomize.py").write_text(TAKE_AWAY.format(names=sorted(names)))
    return {"PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}
