"""Machine code on disk: what a compiled function's file holds, and how it is loaded."""

import contextlib
import hashlib
import os
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from knotlab.sim.compiling.cache_folder import KEPT_FILES, folder
from knotlab.sim.storage.result_files import prune, write_whole


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
        except Exception:  # absent or damaged in whatever way: compile again and write it again
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
