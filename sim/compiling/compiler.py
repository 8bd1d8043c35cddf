"""A compiler for functions that only other compiled functions call.

Numba gives every compiled function wrappers for Python and for C, a full optimisation and machine code of its own. A
kernel is made of about a hundred functions, of which Python calls one. Here the others are fragments: each is typed,
lowered and simplified by itself; all together are optimised and made into machine code once, in the library of the
function that `jit.entry` compiles. The machine code is as fast, and takes less than half the time to make.

All this rests on inner classes of Numba (`NEEDED`). With a version that has them no longer, `jit` uses Numba's own
decorators.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any

import numba
from numba import _dynfunc
from numba.core import codegen, compiler, config, types
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_intrinsic_template

# Loops are over a few players or ranks, for which gathering and scattering vectors costs more than it saves.
config.LOOP_VECTORIZE = 0
BOUNDS = config.BOUNDSCHECK  # as the user wants it; `checking_bounds` changes it for a while
ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of the globals begin that point to a function's environment
NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

# What must be there for this module to work: an owner and the name of something of it.
NEEDED: list[tuple[Any, str]] = [
    *((codegen.CPUCodeLibrary, name) for name in ("add_llvm_module", "finalize", "_get_module_for_linking")),
    *((codegen.CPUCodeLibrary, name) for name in ("_optimize_functions", "_finalize_dynamic_globals")),
    *((codegen.JITCodeLibrary, name) for name in ("get_pointer_to_function", "_finalize_specific")),
    *((codegen.JITCPUCodegen, name) for name in ("set_env", "create_library")),
    *((CPUDispatcher, name) for name in ("_compile_for_args", "add_overload")),
    (_dynfunc, "make_function"),
]


def is_supported() -> bool:
    """Whether the installed Numba has all that this module rests on."""
    return all(hasattr(owner, name) for owner, name in NEEDED)


class FragmentLibrary(codegen.JITCodeLibrary):
    """The code of a fragment, on its way into that of a function that Python calls."""

    def finalize(self) -> None:
        """Be ready for linking, without optimisation and machine code."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address, since there is no machine code."""
        self._ensure_finalized()
        return 0

    def own_module(self) -> Any:
        """The fragment's code alone, fit to be linked several times."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The code of the fragment and of all that it calls: what a library of Numba's own links."""
        whole = self.own_module().clone()
        for library in libraries_below([self])[1:]:
            whole.link_in(module_of(library), preserve=True)
        return whole


def libraries_below(libraries: Iterable[Any]) -> list[Any]:
    """Some libraries and all that the fragments among them call, each once and after those that call it.

    The order matters: of a function that may be defined several times the linker takes nothing until it is called for.
    """
    finished: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in finished:
            for called in library._linking_libraries if isinstance(library, FragmentLibrary) else ():
                visit(called)
            finished[library] = None

    for library in libraries:
        visit(library)
    return list(finished)[::-1]


def module_of(library: Any) -> Any:
    """A library's own code, for linking."""
    return library.own_module() if isinstance(library, FragmentLibrary) else library._get_module_for_linking()


class _Linked:
    """A library as `WholeLibrary` links it: by itself, since the whole links what it calls."""

    def __init__(self, library: Any) -> None:
        self._reload_init = library._reload_init
        self._module = module_of(library)

    def _get_module_for_linking(self) -> Any:
        return self._module


class WholeLibrary(codegen.JITCodeLibrary):
    """The code of a function that Python calls, with that of all its fragments."""

    def finalize(self) -> None:
        """Link all fragments, optimise, and make machine code."""
        called: list[Any] = libraries_below(self._linking_libraries)
        self._linking_libraries: list[Any] = [_Linked(library) for library in called]
        super().finalize()

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for variable in self._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT) and not variable.is_declaration:
                environment = lookup_environment(variable.name)
                if environment is not None:
                    self._codegen.set_env(variable.name, environment)


def _library(kind: type, codegen: Any, name: str) -> Any:
    library = kind(codegen, name)
    library.enable_object_caching()
    return library


class WholeCompiler(compiler.Compiler):
    """Compiles a function that Python calls."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, return_type: Any, flags: Any, locals: Any):
        library = library or _library(WholeLibrary, target.codegen(), "whole")
        super().__init__(typing, target, library, args, return_type, flags, locals)


class FragmentCompiler(compiler.Compiler):
    """Compiles a fragment."""

    def __init__(self, typing: Any, target: Any, library: Any, args: Any, return_type: Any, flags: Any, locals: Any):
        library = library or _library(FragmentLibrary, target.codegen(), "fragment")
        super().__init__(typing, target, library, args, return_type, flags, locals)
        self.state.targetctx.get_executable = _no_executable


def _no_executable(library: Any, fndesc: Any, env: Any) -> Any:
    """In place of a function for Python, which no fragment has."""
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname, "", 0, env, (library,))


class FragmentDispatcher(CPUDispatcher):
    """A fragment. Called from Python after all, as tests do, it is compiled once more as a function by itself."""

    def __init__(self, py_func: Callable[..., Any], locals: Any = None, targetoptions: Any = None, **_: Any) -> None:
        self._options = targetoptions or {}
        self._checked: dict[Any, Any] = {}
        self._unchecked: dict[Any, Any] = {}
        super().__init__(py_func, locals, dict(self._options, nopython=True) | NO_WRAPPERS, FragmentCompiler)

    @property
    def overloads(self) -> dict[Any, Any]:
        """What was compiled of it by types, with array bounds checked or without, as is being compiled now: code of one
        kind never calls that of the other.
        """
        return self._checked if config.BOUNDSCHECK else self._unchecked

    @overloads.setter
    def overloads(self, none: dict[Any, Any]) -> None: ...

    def add_overload(self, cres: Any) -> None:
        """Remember a compiled fragment for those that call it, out of reach of Python."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        return self._twin

    @cached_property
    def _twin(self) -> Any:
        return whole(**self._options)(self.py_func)


def fragment(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator for fragments, with options of `numba.njit`."""

    def decorate(function: Callable[..., Any]) -> Any:
        return FragmentDispatcher(function, targetoptions=options)

    return decorate


def whole(**options: Any) -> Callable[..., Any]:
    """A decorator as `numba.njit`, for functions that Python calls."""
    return numba.njit(pipeline_class=WholeCompiler, **options)  # type: ignore[no-any-return]


def intrinsic_type(intrinsic: Any, define: Callable[..., Any]) -> Any:
    """The compiler's type for a function that writes its callers' code itself."""
    return types.Function(make_intrinsic_template(intrinsic, define, define.__name__))


@contextlib.contextmanager
def checking_bounds(wanted: bool) -> Iterator[None]:
    """Have all that is compiled within the block check array bounds, if that is wanted, or else as the user has it."""
    before, config.BOUNDSCHECK = config.BOUNDSCHECK, 1 if wanted else config.BOUNDSCHECK
    try:
        yield
    finally:
        config.BOUNDSCHECK = before
