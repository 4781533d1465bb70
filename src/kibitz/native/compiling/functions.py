"""Plain Python functions as Numba sees them: which of them compiled code may call, and how they are compiled."""

from __future__ import annotations

import types as python_types
from typing import Any

from numba import types
from numba.core.dispatcher import Dispatcher
from numba.core.typeinfer import TypeInferer
from numba.extending import typeof_impl

from kibitz.native.compilable import Compilable
from kibitz.native.compiling.arithmetic import CHECKED, is_wrapping
from kibitz.native.compiling.pipeline import InnerPipeline
from kibitz.native.rewriting.rewritten import rewritten

# Functions that only compiled code calls need no way in from Python or C.
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "boundscheck": CHECKED, "pipeline_class": InnerPipeline}

_adopted: dict[python_types.FunctionType, Any] = {}  # with their compiled form, once it is made


def options(function: Any) -> dict[str, Any]:
    """How to compile a function: what users write raises `IndexError` beyond the end of an array, as Python does.

    Kibitz's own games and searches are tested with such checks (`KIBITZ_CHECKED`), and run without.
    """
    return INNER | {"boundscheck": CHECKED or not str(function.__module__).startswith("kibitz.")}


def adopt(function: python_types.FunctionType) -> None:
    """Let compiled code call this plain Python function."""
    _adopted.setdefault(function, None)


def disown(function: python_types.FunctionType) -> None:
    """Forget the compiled form of a function: something that it reads has changed."""
    _adopted.pop(function, None)


def inner(function: python_types.FunctionType) -> Any:
    """The compiled form of a function, for calls from other compiled code. Never cached on disk: only entries are."""
    from numba import njit

    if _adopted.get(function) is None:
        written = rewritten(function, adopt)
        _adopted[function] = _adopted[written] = njit(written, **options(function))
    return _adopted[function]


@typeof_impl.register(python_types.FunctionType)
def _typeof_function(function: python_types.FunctionType, _context: Any) -> types.Type | None:
    return types.Dispatcher(inner(function)) if function in _adopted else None


@typeof_impl.register(Dispatcher)
def _typeof_dispatcher(dispatcher: Any, _context: Any) -> types.Type:
    """A function that the user has decorated with Numba's njit is compiled again with the game: see `arithmetic`."""
    plain = dispatcher.py_func
    if not is_wrapping() or _adopted.get(plain) is dispatcher or plain.__module__.split(".")[0] == "numba":
        return types.Dispatcher(dispatcher)
    return types.Dispatcher(inner(plain))


@typeof_impl.register(Compilable)
def _typeof_compilable(function: Compilable[..., Any], _context: Any) -> types.Type:
    plain: Any = function.function
    return types.Dispatcher(inner(plain))


# A recursive function is typed before its own type is known: Numba then types it once more for every call of itself
# that it meets, which takes most of the compile time of a long function. Ours declare what they return.
_RETURNED = {"float": types.float64, "int": types.int64, "bool": types.boolean}
_numbas_own = TypeInferer.return_types_from_partial


def _return_type(inferer: Any) -> Any:
    function = inferer.func_id.func
    if function.__module__.startswith("kibitz.") and function in _adopted:
        declared = _RETURNED.get(function.__annotations__.get("return", ""))
        if declared is not None:
            return declared
    return _numbas_own(inferer)


TypeInferer.return_types_from_partial = _return_type
