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
import pickle
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numpy as np
from numba.core import config, types
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from platformdirs import user_cache_path

from knotlab.sim.compiling import compiler
from knotlab.sim.compiling.sources import source_hash, text_hash
from knotlab.sim.storage.result_files import prune, remove_stale, write_whole

KEPT_FOLDERS = 5
KEPT_FILES = 500
STALE_SECONDS = 3600.0  # after which a temporary file in the cache is nobody's any more
OF_NO_CODE = ("NUMBA_NUM_THREADS",)  # settings that change no machine code: joblib sets this one in its workers
OFF = bool(config.DISABLE_JIT)
BOUNDS = config.BOUNDSCHECK  # as the user wants it; `entry` changes it for a while
SIMULATOR = Path(__file__).parents[1]
PLAIN_ROOMS = ("playing", "storage")  # rooms of the simulator without compiled code
# Loops are over a few players or ranks, for which gathering and scattering vectors costs more than it saves.
config.LOOP_VECTORIZE = 0


def _part(**options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator for functions that compiled code calls, with options of `numba.njit`."""
    return compiler.part(**options) if compiler.is_supported() and not OFF else numba.njit(**options)


def whole(**options: Any) -> Callable[..., Any]:
    """A decorator for functions that Python calls, with options of `numba.njit`."""
    return compiler.whole(**options) if compiler.is_supported() and not OFF else numba.njit(**options)


jit = _part(error_model="numpy")  # a function of its own: for what is called from several places
inline = _part(error_model="numpy", forceinline=True)  # a part of its caller: for the small steps of hot loops
strict = _part(forceinline=True)  # a part of its caller, with Python's errors (division by zero): for strategies


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


class NotCompiled(Exception):
    """Raised by `entry` within `loading_only` for a function that is not in the disk cache."""


_loading = threading.local()


@contextlib.contextmanager
def loading_only() -> Iterator[None]:
    """Within the block this thread compiles nothing: `entry` loads from the disk cache or raises NotCompiled."""
    _loading.only = True
    try:
        yield
    finally:
        _loading.only = False


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
    parts = (name, _own_file_hash(function), fingerprint, "bounds" if bounds else "")
    function.__qualname__ = "_".join(filter(None, parts))
    dispatcher: Any = whole(nogil=True)(function)
    dispatcher._cache = DiskCache(function.__qualname__)
    if getattr(_loading, "only", False) and not dispatcher._cache.has(signature):
        raise NotCompiled(function.__qualname__)
    before, config.BOUNDSCHECK = config.BOUNDSCHECK, 1 if bounds else config.BOUNDSCHECK
    try:
        with without_collection():
            dispatcher.compile(signature)
    finally:
        config.BOUNDSCHECK = before
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


class DiskCache(_Cache):
    """Machine code of one function on disk, a checksummed file for each signature. No index, so nothing that two
    processes could tear.
    """

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def cache_path(self) -> str:
        return str(folder())

    def _path(self, sig: Any) -> Path:
        return folder() / f"{hashlib.sha256(f'{self.name} {sig}'.encode()).hexdigest()[:32]}.bin"

    def has(self, sig: Any) -> bool:
        """Whether there is a file for a signature; only loading it shows whether it is sound."""
        return self._path(sig).exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            path = self._path(sig)
            content = path.read_bytes()
            with contextlib.suppress(OSError):  # of those used longest ago room is made first
                os.utime(path)
            if _checksum(path, content[32:]) != content[:32]:
                return None
            symbols, payload = pickle.loads(content[32:])
            make_known(symbols, target_context)
            return CompileResult._rebuild(target_context, *payload)
        except Exception:  # absent or damaged in whatever way: compile again and write it anew
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            path, content = self._path(sig), dumps((symbols_of(data), data._reduce()))
            write_whole(path, _checksum(path, content) + content)
            prune(folder().glob("*.bin"), KEPT_FILES)
        except OSError:
            pass  # a cache that cannot be written costs time, not the answer

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...


def symbols_of(result: Any) -> list[str]:
    """The names of what a compiled function calls or reads that is not in its own machine code."""
    module = result.library._final_module
    named = (*module.functions, *module.global_variables)
    return [each.name for each in named if each.is_declaration and not each.name.startswith("llvm.")]


def make_known(symbols: Sequence[str], target_context: Any) -> None:
    """Let the linker find all that a function's machine code needs: to end the process is all that it could do without.

    Numba's memory management serves for nearly every function. Where it does not, all of Numba's implementations are
    imported, as they are for compiling; that takes a quarter of a second.
    """
    rtsys.initialize(target_context)
    if any(llvmlite.binding.address_of_symbol(name) is None for name in symbols):
        target_context.refresh()


def _checksum(path: Path, content: bytes) -> bytes:
    """A hash of a file's content and of its name, so that a file in the place of another is not taken for it."""
    return hashlib.sha256(path.name.encode() + b"\0" + content).digest()


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


def base_folder() -> Path:
    """The folder for what can be made again: KNOTLAB_CACHE_DIR, or else the user's cache on this system."""
    chosen = os.environ.get("KNOTLAB_CACHE_DIR")
    return Path(chosen) if chosen else user_cache_path("knotlab", appauthor=False)


def is_folder_shared() -> bool:
    """Whether other processes find the cache folder too: not if it had to be a temporary one."""
    return folder().parent == base_folder()


@cache
def code_hash() -> str:
    """A hash of all that compiled code depends on: the sources, versions, processor and compiler settings."""
    settings = [sys.version, numba.__version__, llvmlite.__version__, np.__version__]
    settings += [llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()]
    settings += [
        f"{name}={os.environ[name]}"
        for name in sorted(os.environ)
        if name.startswith("NUMBA_") and name not in OF_NO_CODE
    ]
    settings += [f"boundscheck={BOUNDS}"]
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
    """Whether a function is Numba's (its plain Python twin is then `function.py_func`)."""
    return isinstance(function, Dispatcher)
