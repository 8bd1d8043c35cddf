"""The folder of the machine code on disk, a file for each compiled function.

It is named by a hash of the simulator's code, the versions, the processor and the compiler's settings, so an edit of
the simulator starts a new folder. The `KEPT_FOLDERS` newest folders stay, each with at most `KEPT_FILES` files. Files
are written under another name and then renamed, so two cold starts at once cannot harm each other.
"""

import atexit
import contextlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import numpy as np

from knotlab.sim.compiling.later import compiler, numba
from knotlab.sim.compiling.sources import parsed_hash, text_hash
from knotlab.sim.machine import base_folder
from knotlab.sim.storage.result_files import prune, remove_stale

KEPT_FOLDERS = 5
KEPT_FILES = 500
STALE_SECONDS = 3600.0  # after which a temporary file in the cache is nobody's any more
OF_NO_CODE = ("NUMBA_NUM_THREADS",)  # settings that change no machine code: joblib sets this one in its workers
SIMULATOR = Path(__file__).parents[1]
PLAIN_ROOMS = ("playing", "storage")  # rooms of the simulator without compiled code


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
