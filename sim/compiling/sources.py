"""Hashes of source files, taken of the code that is in them: comments, docstrings, annotations and layout do not
count.
"""

import ast
import contextlib
import hashlib
import threading
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from knotlab.sim.machine import base_folder
from knotlab.sim.storage.result_files import prune, write_whole

KEPT_HASHES = 500  # of files that were parsed
_PARSING = threading.Lock()
NO_CODE = frozenset({"annotation", "returns", "type_comment", "kind"})  # fields of syntax trees that change nothing
LAYERS = Path(__file__).parents[2]  # the folder that they are in
BODIES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def source_hash(paths: Iterable[Path], *more: str) -> str:
    """A hash of some files, in their order, and of further texts: of Python files the code, of others every byte.

    A Python file that cannot be parsed is hashed byte by byte.
    """
    digest = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        content = path.read_bytes()
        digest.update(b"\0" + path.name.encode() + b"\0" + (code_of(content) if path.suffix == ".py" else content))
    return digest.hexdigest()


def parsed_hash(paths: Sequence[Path]) -> str:
    """`source_hash` of many files, kept on disk under a hash of their bytes and with a checksum, since parsing them all
    would slow every start.
    """
    raw = hashlib.sha256(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in paths)).hexdigest()[:24]
    memo = base_folder() / f"parsed-{raw}"
    with contextlib.suppress(OSError, UnicodeDecodeError):
        known, _, checksum = memo.read_text("ascii").partition(" ")
        if checksum == text_hash(raw, known):
            return known
    parsed = source_hash(paths)
    with contextlib.suppress(OSError):
        memo.parent.mkdir(parents=True, exist_ok=True)
        write_whole(memo, f"{parsed} {text_hash(raw, parsed)}".encode())
        prune(memo.parent.glob("parsed-*"), KEPT_HASHES)
    return parsed


def result_sources(*kinds: str) -> list[Path]:
    """The files on which a result can depend, of some kinds, as `*.py`: simulator, strategies and analysis."""
    layers = [LAYERS / layer for layer in ("sim", "strategies", "analysis")]
    return [file for layer in layers for kind in kinds for file in sorted(layer.resolve().rglob(kind))]


def text_hash(*texts: str) -> str:
    """A hash of some texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def syntax_tree(source: bytes) -> ast.Module:
    """The syntax tree of a Python file, built by one thread at a time: two at once make Python 3.11 fail now and then
    (python/cpython#106905).
    """
    with _PARSING:
        return ast.parse(source)


@lru_cache(1024)
def code_of(source: bytes) -> bytes:
    """What a Python file does, in a form that is the same for all versions of Python.

    >>> code_of(b"def f(x: int) -> int:\\n    'Same.'\\n    return x") == code_of(b"def f(x): return x  # same")
    True
    """
    try:
        tree = syntax_tree(source)
    except (SyntaxError, ValueError):
        return source
    tokens: list[str] = []
    _write_tokens(tree, tokens)
    return "\n".join(tokens).encode()


def _write_tokens(node: Any, into: list[str]) -> None:
    """Append the node types and values of a syntax tree in order, what is empty left out."""
    if isinstance(node, ast.AST):
        into.append(f"({type(node).__name__}")
        for name in node._fields:
            value = getattr(node, name, None)
            if value is None or value == [] or name in NO_CODE:
                continue
            if name == "body" and isinstance(node, BODIES):
                value = _without_docstring(value)
            into.append(name)
            _write_tokens(value, into)
        into.append(")")
    elif isinstance(node, list):
        for item in node:
            _write_tokens(item, into)
    else:
        into.append(f"{type(node).__name__} {node!r}")


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a body without the text that it begins with, if it does."""
    first = body[0]
    is_text = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return body[1:] if is_text else body
