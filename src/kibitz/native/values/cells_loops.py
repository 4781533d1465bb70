"""Loops over boards stay loops.

LLVM writes out a loop of a few dozen rounds, round by round, before it looks for one that a vector instruction can do
at once. For bits in a register that is right. A loop over the cells of a board is a row of branches then, which the
processor guesses wrong: counting the pieces on a board of 25 takes twice as long. So such loops are marked.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir as llvm
from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.ir_utils import guard
from numba.core.lowering import BaseLower

from kibitz.native.compiling.arithmetic import is_wrapping
from kibitz.native.override import override
from kibitz.native.values.cells_types import Cells, CellsIterator

WRITTEN_OUT = 8  # rounds: loops as short as this may be

_operations = {operator.add, operator.sub, operator.mul, operator.floordiv}
_body_of_numba, _block_of_numba = BaseLower.lower_function_body, BaseLower.lower_block


class _Loop(llvm.values.MDValue):
    """What LLVM is told of a loop: a note that names itself, so that no two loops share one."""

    def __init__(self, module: Any) -> None:
        told = module.add_metadata([llvm.MetaDataString(module, "llvm.loop.unroll.disable")])
        super().__init__(module, [], str(len(module.metadata)))
        self.operands = (self, told)

    @override
    def descr(self, buf: list[str]) -> None:
        """Write it down."""
        buf.append("distinct ")
        super().descr(buf)

    @override
    def __eq__(self, other: object) -> bool:
        return self is other

    @override
    def __hash__(self) -> int:
        return id(self)


def _lower_block(self: Any, block: Any) -> None:
    _block_of_numba(self, block)
    if is_wrapping():
        vars(self).setdefault("ends_of_blocks", {})[id(block)] = self.builder.block


def _lower_function_body(self: Any) -> Any:
    entry = _body_of_numba(self)
    if is_wrapping() and any(isinstance(kind, (Cells, CellsIterator)) for kind in self.fndesc.typemap.values()):
        _mark_loops(self)
    return entry


def _mark_loops(lower: Any) -> None:
    graph = compute_cfg_from_blocks(lower.blocks)
    loops = list(graph.loops().values())
    for loop in loops:
        inner = {offset for other in loops if other.header in loop.body - {loop.header} for offset in other.body}
        own = [statement for offset in loop.body - inner for statement in lower.blocks[offset].body]
        if not _is_over_cells(lower, own):
            continue
        note = _Loop(lower.module)
        for source, _ in graph.predecessors(loop.header):
            if source in loop.body:
                lower.ends_of_blocks[id(lower.blocks[source])].terminator.set_metadata("llvm.loop", note)


def _is_over_cells(lower: Any, statements: list[Any]) -> bool:
    """Is this the body of a loop over a board, or of a long one that reads cells by their number?"""
    expressions = [one.value for one in statements if isinstance(one, ir.Assign) and isinstance(one.value, ir.Expr)]
    steps = [expression.value for expression in expressions if expression.op == "iternext"]
    if any(_iterates_cells(lower.typeof(step.name)) for step in steps):
        return True
    reads = any(one.op == "getitem" and isinstance(lower.typeof(one.value.name), Cells) for one in expressions)
    return reads and any((guard(_rounds, lower, step) or 0) > WRITTEN_OUT for step in steps)


def _iterates_cells(kind: Any) -> bool:
    inside = (kind.source_type,) if isinstance(kind, types.EnumerateType) else getattr(kind, "source_types", ())
    return isinstance(kind, CellsIterator) or any(map(_iterates_cells, inside))


def _rounds(lower: Any, iterator: Any) -> int | None:
    """How many numbers a range has; None where that is not a constant."""
    definition = lower.func_ir.get_definition
    call = definition(definition(iterator).value)
    if not isinstance(call, ir.Expr) or call.op != "call" or definition(call.func).value is not range:
        return None
    ends = [_constant(lower, argument) for argument in call.args]
    return None if None in ends else len(range(*ends))


def _constant(lower: Any, variable: Any) -> Any:
    """The int that a variable always is; None where that is not known."""
    found = lower.func_ir.get_definition(variable)
    if isinstance(found, (ir.Const, ir.Global, ir.FreeVar)):
        return found.value if type(found.value) is int else None
    if not isinstance(found, ir.Expr):
        return None
    if found.op == "getattr":
        read = getattr(lower.typeof(found.value.name), "constant", None)
        value = None if read is None else read(found.attr)
        return value if type(value) is int else None
    if found.op == "binop" and found.fn in _operations:
        ends = [_constant(lower, found.lhs), _constant(lower, found.rhs)]
        return None if None in ends or ends[1] == 0 else found.fn(*ends)
    return None


BaseLower.lower_function_body, BaseLower.lower_block = _lower_function_body, _lower_block
