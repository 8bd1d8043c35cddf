"""The one place that compiles.

Rules are written as plain functions under `jit` or `inline`; the few functions that Python itself calls are made by
`entry`, which compiles one signature and keeps the machine code on disk. With `NUMBA_DISABLE_JIT=1` both hand back the
plain Python function.

The machine code is kept in `disk_cache.py`'s files, in the folder of `cache_folder.py`; sources that this folder's name
does not cover are told by a function's fingerprint.
"""

import contextlib
import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache, cached_property, update_wrapper, wraps
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim.compiling.cache_folder import compilable_sources
from knotlab.sim.compiling.later import compiler, numba, types
from knotlab.sim.compiling.sources import parsed_hash

OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


class _Known:
    """A function that compiled code calls, of which the compiler learns when it first meets it."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)  # type: ignore[arg-type]
        self.py_func, self.targetoptions = function, options

    def __reduce__(self) -> Any:
        """By its name where another process finds it, else with its code."""
        home = sys.modules.get(self.py_func.__module__)
        is_there = home is not None and getattr(home, self.py_func.__qualname__, None) is self
        if is_there and self.py_func.__module__ != "__main__":
            return self.py_func.__qualname__
        return type(self), (self.py_func, self.targetoptions)


class Callee(_Known):
    """A function to be compiled into those that call it, with options of `numba.njit`."""

    @cached_property
    def dispatcher(self) -> Any:
        """The compiler's own object for it."""
        make = compiler.fragment if compiler.is_supported() else numba.njit
        return make(**self.targetoptions)(self.py_func)

    @cached_property
    def _numba_type_(self) -> Any:
        return types.Dispatcher(self.dispatcher)

    def __call__(self, *arguments: Any) -> Any:
        is_plain = any(getattr(each, "in_plain_python", False) for each in arguments)
        return self.py_func(*arguments) if is_plain else self.dispatcher(*arguments)


class Intrinsic(_Known):
    """A function that writes its callers' code itself, as `numba.extending.intrinsic`."""

    @cached_property
    def _numba_type_(self) -> Any:
        return compiler.intrinsic_type(self, self.py_func)


def _fragment(**options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator for functions that compiled code calls, with options of `numba.njit`."""
    return lambda function: function if OFF else Callee(function, options)


def whole(**options: Any) -> Callable[..., Any]:
    """A decorator for functions that Python calls, with options of `numba.njit`."""
    decorator: Callable[..., Any] = (
        compiler.whole(**options) if not OFF and compiler.is_supported() else numba.njit(**options)
    )
    return decorator


def intrinsic(function: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator for functions `name(typing_context, *types)` that give a signature and what writes the code."""
    return Intrinsic(function, {})  # type: ignore[return-value]


jit = _fragment(error_model="numpy")  # a function of its own: for what is called from several places
inline = _fragment(error_model="numpy", forceinline=True)  # a part of its caller: for the small steps of hot loops
strict = _fragment(forceinline=True)  # a part of its caller, with Python's errors (division by zero): for strategies


def wrapping(function: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator, below the others, for functions whose integers are meant to wrap around: without the compiler NumPy
    would warn of that.
    """
    return np.errstate(over="ignore")(function) if OFF else function


def from_source(source: str, file: str = "<string>", **names: Any) -> Callable[..., Any]:
    """The function of a source, compiled into its callers as by `strict`.

    file: what Python is to call the place where it is written. names: what it knows.
    """
    known: dict[str, Any] = {
        name: value.py_func if OFF and is_compiled(value) else value for name, value in names.items()
    }
    known |= {"int64": np.int64, "__name__": __name__}
    exec(compile(source, file, "exec"), known)
    return strict(known[source.split("(")[0].removeprefix("def ")])


_compiling = threading.RLock()


def once(function: Callable[..., Any]) -> Callable[..., Any]:
    """Remember what a function that compiles returned for the same arguments; threads that need it at the same time
    wait for the first one's.
    """
    remembered = cache(function)

    @wraps(function)
    def waiting(*arguments: Any) -> Any:
        with _compiling:
            return remembered(*arguments)

    return waiting


class NotLoaded(Exception):
    """Raised by `entry` within `looking_only` for a function that is in the disk cache."""


class NotCompiled(NotLoaded):
    """Raised by `entry` within `loading_only` and `looking_only` for a function that is not in the disk cache."""


_only = threading.local()  # `may`: what else than compiling `entry` may do in this thread


@contextlib.contextmanager
def loading_only() -> Iterator[None]:
    """Within the block this thread compiles nothing: `entry` loads from the disk cache or raises NotCompiled."""
    _only.may = "load"
    try:
        yield
    finally:
        _only.may = ""


@contextlib.contextmanager
def looking_only() -> Iterator[None]:
    """Within the block this thread neither compiles nor loads: `entry` raises NotCompiled or NotLoaded."""
    _only.may = "look"
    try:
        yield
    finally:
        _only.may = ""


def entry(
    function: Callable[..., Any], signature: Any, name: str, fingerprint: str = "", bounds: bool = False
) -> Callable[..., Any]:
    """Compile `function` for one signature, without the GIL, from the disk cache where it is there.

    `name` must be unique among all compiled functions: machine code of two functions of one name and signature cannot
    live in one process. `fingerprint` stands for sources that neither the cache folder's name nor the function's own
    file covers (a strategy's).
    bounds: check array bounds, in all that it calls too.
    """
    if OFF:
        return function
    words = (name, _own_file_hash(function), fingerprint, "bounds" if bounds else "")
    function.__qualname__ = "_".join(filter(None, words))
    from knotlab.sim.compiling.disk_cache import DiskCache  # which loads Numba

    dispatcher: Any = whole(nogil=True)(function)
    dispatcher._cache = DiskCache(function.__qualname__)
    only = getattr(_only, "may", "")
    if only and not dispatcher._cache.has(signature):
        raise NotCompiled(function.__qualname__)
    if only == "look":
        raise NotLoaded(function.__qualname__)
    with compiler.checking_bounds(bounds), without_collection():
        dispatcher.compile(signature)
    dispatcher.disable_compile()
    compiled: Callable[..., Any] = dispatcher
    return compiled


def _own_file_hash(function: Callable[..., Any]) -> str:
    """A hash of the file that a function stands in; nothing for those that name the cache folder."""
    file = Path(function.__code__.co_filename)
    return "" if file in compilable_sources() or not file.is_file() else parsed_hash([file])[:16]


@contextlib.contextmanager
def without_collection() -> Iterator[None]:
    """Within the block no cycles of garbage are looked for: compiling leaves few behind, and looking takes a tenth of
    its time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def record_type(dtype: np.dtype) -> Any:
    """The compiler's type for one record of a structured dtype (passed as a pointer)."""
    return numba.from_dtype(dtype)


def vector_type(dtype: Any) -> Any:
    """The compiler's type for a contiguous one-dimensional array of a dtype."""
    return types.Array(numba.from_dtype(np.dtype(dtype)), 1, "C")


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether a function is one for the compiler (its plain Python twin is then `function.py_func`)."""
    numbas = sys.modules.get("numba.core.dispatcher")
    return isinstance(function, Callee) or (numbas is not None and isinstance(function, numbas.Dispatcher))
