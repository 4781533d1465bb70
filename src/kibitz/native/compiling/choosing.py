"""`if condition: flag = True` and `if condition: count += 1`, without a branch.

Rules that look at a board cell by cell are full of them. LLVM could do without the branches, but before it comes to
that it makes a switch of `if cell == 1: … elif cell == 2: …` and keeps it: 25 cells are 25 jumps for the processor to
guess. So the number is chosen before LLVM sees the branch: Breakthrough on 5×5 is searched a quarter faster. Variables
that may be anything but a number keep their branch.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.extending import intrinsic, overload

from kibitz.native.override import override

MOST = 2  # variables that one branch sets
STEPS = (operator.iadd, operator.isub)
COMPARISONS = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)
NUMBERS = (types.Integer, types.Boolean, types.Float)


def chosen(condition: bool, value: Any, otherwise: Any) -> Any:
    """The one or the other."""
    return value if condition else otherwise


def increased(condition: bool, value: Any, step: int) -> Any:
    """The value, and the step more where the condition holds."""
    if condition:
        value += step
    return value


@intrinsic
def _select(_typing: Any, _condition: Any, value: Any, _otherwise: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, given: Any) -> Any:
        return builder.select(*given)

    plain = types.unliteral(value)
    return plain(types.boolean, plain, plain), code


@overload(chosen, strict=False)
def _chosen(condition: Any, value: Any, otherwise: Any) -> Any:
    kinds = {types.unliteral(value), types.unliteral(otherwise)}
    if kinds in ({types.int64}, {types.boolean}) and condition == types.boolean:
        return lambda condition, value, otherwise: _select(condition, value, otherwise)
    return chosen


@overload(increased, strict=False)
def _increased(condition: Any, value: Any, step: Any) -> Any:
    if types.unliteral(value) == types.int64 and condition == types.boolean:
        return lambda condition, value, step: value + _select(condition, step, 0)
    return increased


def _compared(compare: Any) -> Any:
    """A comparison that is only made where a guard holds, unless it is one of numbers, which does no harm."""

    def compared(guard: bool, one: Any, other: Any) -> Any:
        return compare(one, other) if guard else False

    @overload(compared, strict=False)
    def _overload(guard: Any, one: Any, other: Any) -> Any:
        if isinstance(types.unliteral(one), NUMBERS) and isinstance(types.unliteral(other), NUMBERS):
            return lambda guard, one, other: compare(one, other)
        return lambda guard, one, other: (
            compare(one, other) if guard else False
        )  # None, which raises, and whatever else

    return compared


COMPARED = {compare: _compared(compare) for compare in COMPARISONS}
MOVED = (bool, chosen, increased, *COMPARED.values())  # calls that may be done before a branch


@register_pass(mutates_CFG=True, analysis_only=False)
class ChooseValues(FunctionPass):
    """Puts choices before a branch in the place of one or two plain assignments behind it."""

    _name = "kibitz_choose_values"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    @override
    def run_pass(self, state: Any) -> bool:
        """Change a function; True where there was something to change."""
        function = state.func_ir
        blocks = function.blocks
        if any(isinstance(statement, ir.Del) for block in blocks.values() for statement in block.body):
            return False
        changed = False
        counters = _counters(blocks)
        while _choose_once(blocks, counters):
            changed = True
        if changed:
            function._definitions = build_definitions(blocks)
        return changed


def _counters(blocks: dict[int, Any]) -> set[str]:
    """The variables that hold nothing but numbers written in the program, and their sums and differences."""
    assigned: dict[str, list[Any]] = {}
    for block in blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign):
                assigned.setdefault(statement.target.name, []).append(statement.value)

    counters = set(assigned)

    def is_counted(value: Any) -> bool:
        if isinstance(value, ir.Var):
            return value.name in counters
        return _is_number(value) or (_is_step(value) and counters.issuperset((value.lhs.name, value.rhs.name)))

    while others := {name for name in counters if not all(map(is_counted, assigned[name]))}:
        counters -= others
    return counters


def _choose_once(blocks: dict[int, Any], counters: set[str]) -> bool:
    """Do without one block that a branch leads to; False where none is left that can be done without."""
    graph = compute_cfg_from_blocks(blocks)
    for label, block in blocks.items():
        branch = block.body[-1]
        if not isinstance(branch, ir.Branch) or branch.truebr == branch.falsebr:
            continue
        above = [blocks[number] for number in graph.dominators()[label]]
        for way in (branch.truebr, branch.falsebr):
            *statements, end = blocks[way].body
            if not isinstance(end, ir.Jump) or [source for source, _ in graph.predecessors(way)] != [label]:
                continue
            other = branch.falsebr if way == branch.truebr else branch.truebr
            meets = _destination(blocks, end.target) == _destination(blocks, other)
            instead = _choices(block, branch, way, statements, above, is_only=meets)
            if not instead or not counters.issuperset(_named(statements)):
                continue
            block.body[-1:] = instead
            del blocks[way]
            if meets:
                block.append(ir.Jump(end.target, branch.loc))
            else:
                block.append(ir.Branch(branch.cond, end.target, branch.falsebr, branch.loc))
            for dead in compute_cfg_from_blocks(blocks).dead_nodes():
                del blocks[dead]
            return True
    return False


def _named(statements: list[Any]) -> set[str]:
    """The variables of the program that statements set."""
    return {name for each in statements if not (name := each.target.name).startswith("$")}


def _destination(blocks: dict[int, Any], label: int) -> int:
    """Where a jump to a block ends: blocks that do nothing but jump on are passed through."""
    passed = set()
    while label not in passed and len(blocks[label].body) == 1 and isinstance(blocks[label].body[0], ir.Jump):
        passed.add(label)
        label = blocks[label].body[0].target
    return label


def _choices(block: Any, branch: Any, way: int, statements: list[Any], above: list[Any], *, is_only: bool) -> list[Any]:
    """Statements for before a branch in the place of those behind it on one way; none where that cannot be.

    `is_only`: the other way leads straight to where this one ends, so the branch itself goes.
    """
    changes = _changes(statements)
    if changes and way == branch.truebr and all(_is_set(name, above) for name in changes):
        return [
            statement
            for name, change in changes.items()
            for statement in _choice(block, branch.cond, branch.loc, name, *change)
        ]
    return _nested(block, branch, way, statements, above) if is_only else []


def _nested(block: Any, branch: Any, way: int, statements: list[Any], above: list[Any]) -> list[Any]:
    """Comparisons and choices that are behind a branch, done before it; a choice holds only if that way is taken."""
    made: list[Any] = []
    functions: dict[str, Any] = {}
    known: set[str] = set()
    compared, chooses = 0, False
    for statement in statements:
        if not isinstance(statement, ir.Assign):
            return []
        name, value = statement.target.name, statement.value
        called = functions.get(value.func.name) if isinstance(value, ir.Expr) and value.op == "call" else None
        before: list[Any] = []
        if isinstance(value, ir.Global) and any(value.value is function for function in MOVED):
            functions[name] = value.value
        elif isinstance(value, ir.Expr) and value.op == "binop" and value.fn in COMPARED:
            compared += 1
            before, value = _guarded(block, branch, way, value)
        elif called is not None and called is not bool:
            compared += called in COMPARED.values()
            chooses |= called in (chosen, increased)
            before, guard = _both(block, branch, way, value.args[0])
            value = ir.Expr.call(value.func, [guard, *value.args[1:]], (), value.loc)
        elif not name.startswith("$") or not (_is_number(value) or called is bool):
            return []
        made += before
        known |= {each.target.name for each in before}
        read = value.list_vars() if isinstance(value, ir.Expr) else []
        if not all(each.name in known or _is_set(each.name, above) for each in read):
            return []
        known.add(name)
        made.append(ir.Assign(value, statement.target, statement.loc))
    return made if chooses and compared <= MOST else []


def _both(block: Any, branch: Any, way: int, condition: Any) -> tuple[list[Any], Any]:
    """Statements that find whether a way is taken and a condition holds behind it, and their variable."""
    scope, loc = block.scope, branch.loc
    asked, false, both = (scope.redefine(f"$chosen_{name}", loc) for name in ("function", "false", "both"))
    given = [branch.cond, condition, false] if way == branch.truebr else [branch.cond, false, condition]
    return [
        ir.Assign(ir.Global(chosen.__name__, chosen, loc), asked, loc),
        ir.Assign(ir.Const(False, loc), false, loc),
        ir.Assign(ir.Expr.call(asked, given, (), loc), both, loc),
    ], both


def _guarded(block: Any, branch: Any, way: int, comparison: Any) -> tuple[list[Any], Any]:
    """Statements that find whether a way is taken, and a comparison that raises nothing where it is not."""
    scope, loc = block.scope, branch.loc
    compare = COMPARED[comparison.fn]
    always, asked = (scope.redefine(f"$chosen_{name}", loc) for name in ("always", "function"))
    both, guard = _both(block, branch, way, always)
    made = [
        ir.Assign(ir.Const(True, loc), always, loc),
        *both,
        ir.Assign(ir.Global(compare.__name__, compare, loc), asked, loc),
    ]
    return made, ir.Expr.call(asked, [guard, comparison.lhs, comparison.rhs], (), comparison.loc)


def _changes(body: list[Any]) -> dict[str, tuple[Any, Any]]:
    """The variables that a block sets, each with the function that chooses and the number; empty where it does more."""
    numbers: dict[str, Any] = {}  # constants by the name of their variable
    steps: dict[str, tuple[str, Any]] = {}  # what is a variable and a number more
    changes: dict[str, tuple[Any, Any]] = {}
    for statement in body:
        if not isinstance(statement, ir.Assign):
            return {}
        name, value = statement.target.name, statement.value
        if _is_number(value):
            found: tuple[Any, Any] | None = (chosen, value.value)
            numbers[name] = value.value
        elif isinstance(value, ir.Var) and value.name in numbers:
            found = (chosen, numbers[value.name])
        elif isinstance(value, ir.Var) and steps.get(value.name, ("", 0))[0] == name:
            found = (increased, steps[value.name][1])
        elif _is_step(value) and value.lhs.name not in changes and type(numbers.get(value.rhs.name)) is int:
            sign = 1 if value.fn is operator.iadd else -1
            steps[name] = (value.lhs.name, sign * numbers[value.rhs.name])
            found = None
        else:
            return {}
        if found is not None and not name.startswith("$"):
            changes[name] = found
    return changes if len(changes) <= MOST else {}


def _is_number(value: Any) -> bool:
    return isinstance(value, (ir.Const, ir.Global, ir.FreeVar)) and type(value.value) in (bool, int)


def _is_step(value: Any) -> bool:
    return isinstance(value, ir.Expr) and value.op == "inplace_binop" and value.fn in STEPS


def _is_set(name: str, blocks: list[Any]) -> bool:
    """Has a variable surely a value, by one of the blocks through which every way leads?"""
    return any(
        isinstance(statement, ir.Assign) and statement.target.name == name
        for block in blocks
        for statement in block.body
    )


def _choice(block: Any, condition: Any, loc: Any, name: str, function: Any, number: Any) -> list[Any]:
    """The statements that choose a variable's value by a condition."""
    scope = block.scope
    variable = scope.get_exact(name)
    asked, value = scope.redefine("$chosen_function", loc), scope.redefine("$chosen_number", loc)
    given = [condition, value, variable] if function is chosen else [condition, variable, value]
    return [
        ir.Assign(ir.Global(function.__name__, function, loc), asked, loc),
        ir.Assign(ir.Const(number, loc), value, loc),
        ir.Assign(ir.Expr.call(asked, given, (), loc), variable, loc),
    ]
