"""The compiler's private interfaces that the simulator is built on: if an upgrade takes one away, this says which."""

import importlib
import inspect
from typing import Any

import llvmlite
import numba
import pytest
from numba.core import types

from knotlab.sim.compiling.compiler import NEEDED
from knotlab.sim.compiling.jit import OFF, entry
from knotlab.sim.lowlevel import address_of

pytestmark = pytest.mark.skipif(OFF, reason="nothing is compiled")

# What must be there, as `module:path`, and its parameters if the simulator passes them by place or overrides it.
INTERFACES: dict[str, dict[str, list[str] | None]] = {
    "jit": {
        "numba.core.config:DISABLE_JIT": None,
        "numba.core.dispatcher:Dispatcher.compile": ["self", "sig"],
        "numba.core.dispatcher:Dispatcher.disable_compile": None,
        "numba.core.types:Dispatcher": None,
    },
    "disk_cache": {
        "numba.core.caching:_Cache.load_overload": ["self", "sig", "target_context"],
        "numba.core.caching:_Cache.save_overload": ["self", "sig", "data"],
        "numba.core.compiler:CompileResult._rebuild": None,
        "numba.core.compiler:CompileResult._reduce": ["self"],
        "numba.core.serialize:dumps": ["obj"],
    },
    "lowlevel": {
        "numba.core.base:BaseContext.get_dummy_value": ["self"],
        "numba.core.base:BaseContext.make_array": ["self", "typ"],
        "numba.core.callconv:CPUCallConv.call_function": ["self", "builder", "callee", "resty", "argtys", "args"],
        "numba.core.callconv:CPUCallConv.get_function_type": ["self", "restype", "argtypes"],
        "numba.core.callconv:CPUCallConv.return_status_propagate": ["self", "builder", "status"],
        "numba.core.codegen:JITCodeLibrary.get_pointer_to_function": ["self", "name"],
        "numba.core.funcdesc:FunctionDescriptor.llvm_func_name": None,
        "llvmlite.ir:IRBuilder.cttz": None,
        "llvmlite.ir:IRBuilder.ctlz": None,
        "llvmlite.ir:IRBuilder.ctpop": None,
        "llvmlite.ir:IRBuilder.if_then": None,
        "llvmlite.ir:VectorType": None,
    },
    "chance": {
        "llvmlite.ir:IRBuilder.lshr": None,
        "llvmlite.ir:IRBuilder.trunc": None,
        "llvmlite.ir:IRBuilder.zext": None,
    },
    "choice": {"numba.core.types:NamedUniTuple": None, "numba.core.types:Record": None},
    "compiler": {
        "numba.core.config:BOUNDSCHECK": None,
        "numba.core.config:LOOP_VECTORIZE": None,
        "numba.core.typing.templates:make_intrinsic_template": ["handle", "defn", "name"],
    }
    | {f"{owner.__module__}:{owner.__name__}.{name}": None for owner, name in NEEDED if inspect.isclass(owner)},
}


def there(interface: str) -> Any:
    """What is at `module:path`, None if nothing is."""
    module, path = interface.split(":")
    try:
        value: Any = importlib.import_module(module)
        for name in path.split("."):
            value = getattr(value, name)
    except (ImportError, AttributeError):
        return None
    return Ellipsis if value is None else value


@pytest.mark.parametrize(
    ("interface", "parameters", "module"),
    [(path, parameters, module) for module, paths in INTERFACES.items() for path, parameters in paths.items()],
)
def test_the_installed_compiler_has_what_the_simulator_needs(
    interface: str, parameters: list[str] | None, module: str
) -> None:
    installed = f"Numba {numba.__version__} with llvmlite {llvmlite.__version__}"
    value = there(interface)
    assert value is not None, f"{installed} has no {interface}, which sim/{module}.py needs"
    if parameters is not None:
        present = list(inspect.signature(value).parameters)
        assert present[: len(parameters)] == parameters, f"{installed}: {interface}, as sim/{module}.py calls it"


def test_a_compiled_function_has_one_overload_whose_machine_code_has_an_address() -> None:
    function = entry(lambda x: x + 1, types.int64(types.int64), "test.canary")
    assert len(function.overloads) == 1, "sim/lowlevel.py takes the only overload of a compiled function"  # type: ignore[attr-defined]
    assert address_of(function) > 0
