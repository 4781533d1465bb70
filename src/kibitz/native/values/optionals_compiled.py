"""`==` and `!=` of what may be None: None equals None and nothing else, where Numba's own raise `TypeError`."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core.typing import builtins
from numba.extending import intrinsic, overload

from kibitz.native.compiling.arithmetic import is_wrapping


def _left_to_us(one: Any, other: Any) -> bool:
    """May one of these be None, and is neither surely so?"""
    kinds = one, other
    return is_wrapping() and types.none not in kinds and any(isinstance(kind, types.Optional) for kind in kinds)


def _refusing(numbas_own: Any) -> Any:
    def apply(self: Any, args: Any, kws: Any) -> Any:
        return None if len(args) == 2 and _left_to_us(*args) else numbas_own(self, args, kws)

    return apply


for _template in (builtins.CmpOpEq, builtins.CmpOpNe):
    _template.apply = _refusing(_template.apply)


@intrinsic
def _present(_context: Any, value: types.Type) -> Any:
    """The value, which is not None."""
    kind = value.type if isinstance(value, types.Optional) else value

    def code(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], value, kind)

    return kind(value), code


def _equal(one: Any, other: Any) -> bool:
    if one is None:
        return other is None
    if other is None:
        return False
    return bool(_present(one) == _present(other))


@overload(operator.eq, strict=False)
def _overload_eq(one: Any, other: Any) -> Any:
    return _equal if _left_to_us(one, other) else None


@overload(operator.ne, strict=False)
def _overload_ne(one: Any, other: Any) -> Any:
    return (lambda one, other: not one == other) if _left_to_us(one, other) else None  # noqa: SIM201
