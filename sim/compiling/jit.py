"""The one place that compiles.

Rules are written as plain functions under `jit` or `inline`; the few functions that Python itself calls are made by
`entry`, which compiles one signature and keeps the machine code on disk. With `NUMBA_DISABLE_JIT=1` both hand back the
plain Python function.

The disk cache holds one file for each compiled function. Its folder is named by a hash of the simulator's code, the
versions, the processor and the compiler's settings, so an edit of the simulator starts a new folder; sources outside it
are told by a function's fingerprint. The `KEPT_FOLDERS` newest folders stay, each with at most `KEPT_FILES` files.
Files are written under another name and then renamed, so two cold starts at once cannot harm each other.
"""

import atexit
import contextlib
import gc
import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, update_wrapper, wraps
from pathlib import Path
from typing import Any

import numpy as np

from knotlab.sim.compiling.later import Later, numba, types
from knotlab.sim.compiling.sources import source_hash, text_hash
from knotlab.sim.machine import base_folder
from knotlab.sim.storage.result_files import prune, remove_stale, write_whole

KEPT_FOLDERS = 5
KEPT_FILES = 500
STALE_SECONDS = 3600.0  # after which a temporary file in the cache is nobody's any more
OF_NO_CODE = ("NUMBA_NUM_THREADS",)  # settings that change no machine code: joblib sets this one in its workers
OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
SIMULATOR = Path(__file__).parents[1]
PLAIN_ROOMS = ("playing", "storage")  # rooms of the simulator without compiled code
compiler: Any = Later("knotlab.sim.compiling.compiler")


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
    from knotlab.sim.compiling.disk_cache import DiskCache

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


@cache
def folder() -> Path:
    """This code's cache folder, made on first use; older ones beyond the newest few are removed."""
    base = base_folder()
    path = base / f"kernels-{code_hash()[:24]}"
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="knotlab-kernels-"))
        atexit.register(shutil.rmtree, path, ignore_errors=True)
        return path
    with contextlib.suppress(OSError):  # one that may only be read serves as well
        os.utime(path)
        prune(base.glob("kernels-*"), KEPT_FOLDERS)
        remove_stale(path.glob(".*.bin.*"), STALE_SECONDS)
    return path


def is_folder_shared() -> bool:
    """Whether other processes find the cache folder too: not if it had to be a temporary one."""
    return folder().parent == base_folder()


@cache
def code_hash() -> str:
    """A hash of all that compiled code depends on: the sources, versions, processor and compiler settings."""
    import llvmlite.binding

    settings = [sys.version, numba.__version__, llvmlite.__version__, np.__version__]
    settings += [llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()]
    settings += [
        f"{name}={os.environ[name]}"
        for name in sorted(os.environ)
        if name.startswith("NUMBA_") and name not in OF_NO_CODE
    ]
    settings += [f"boundscheck={compiler.BOUNDS}"]
    return text_hash(parsed_hash(compilable_sources()), *settings)


@cache
def compilable_sources() -> list[Path]:
    """Every Python file of the simulator's rooms that compiled code comes from."""
    plain = [SIMULATOR / room for room in PLAIN_ROOMS]
    return sorted(file for file in SIMULATOR.rglob("*.py") if not any(file.is_relative_to(room) for room in plain))


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
        prune(memo.parent.glob("parsed-*"), KEPT_FILES)
    return parsed


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
