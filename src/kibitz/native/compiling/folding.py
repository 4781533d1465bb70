"""What is known of an object before any types are worked out, put in its place: code that cannot be reached goes first.

Most of the time that compiling takes is Numba's own analysis, so what counts is how much code it sees. A game's type
holds its numbers and switches. A condition on them, such as `game.has_outcomes`, is decided here, and the branch that
is never taken is never typed. A method that does nothing but return a constant needs no function: the constant is put
in the place of the call. Interpreted, the same source means the same.
"""

from __future__ import annotations

import dis
import functools
import inspect
import operator
import types as python_types
from typing import Any

from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import GuardException, build_definitions, get_definition

from kibitz.native.override import override

DULL = ("RESUME", "NOP", "CACHE", "COPY_FREE_VARS")
COMPARED = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


class KnownType(types.Type):
    """The type of one object, which knows the numbers and switches among the object's attributes."""

    cls: type
    arrays: dict[str, Any]
    objects: dict[str, Any]
    unread: tuple[str, ...]

    def constant(self, name: str) -> Any:
        """An attribute as it was when the type was made."""
        raise NotImplementedError


@register_pass(mutates_CFG=True, analysis_only=False)
class FoldConstants(FunctionPass):
    """Decides the conditions that are known, and removes what cannot be reached."""

    _name = "kibitz_fold_constants"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    @override
    def run_pass(self, state: Any) -> bool:
        """Fold until nothing more is known."""
        reader = _Reader(state.func_ir, state.args)
        folded = False
        while reader.fold():
            folded = True
        return folded


class _Reader:
    """One function, and what is known of its variables."""

    def __init__(self, function: Any, arguments: Any) -> None:
        self._function = function
        self._arguments = arguments

    def fold(self) -> bool:
        """Put what is known in its place. True where a branch went: then more may be known."""
        blocks = self._function.blocks
        for block in blocks.values():
            for statement in block.body:
                if isinstance(statement, ir.Assign) and getattr(statement.value, "op", "") == "call":
                    self._answer(statement)
        if self._function.is_generator:  # where its last `yield` goes, Numba does not know what it yields
            return False
        jumps = {label: jump for label, block in blocks.items() if (jump := self._decided(block.body[-1])) is not None}
        kept = {label: _ending_with(block, jumps.get(label)) for label, block in blocks.items()}
        for dead in compute_cfg_from_blocks(kept).dead_nodes():
            del kept[dead]
        if not jumps or not any(isinstance(block.body[-1], ir.Return) for block in kept.values()):
            return False  # a function that only ever raises has no type to return
        self._function.blocks = kept
        self._function._definitions = build_definitions(kept)
        return True

    def _answer(self, call: Any) -> None:
        """Put what a method is known to return in the place of its call."""
        try:
            owner, kind, found = self._known_answer(call.value)
        except GuardException:
            return
        if kind == "attribute":
            self._replace(call, ir.Expr.getattr(owner, found, call.loc))
        elif isinstance(found, (bool, float)):  # an int would be a literal, and those are compiled for one by one
            self._replace(call, ir.Const(found, call.loc))

    def _replace(self, assign: Any, value: Any) -> None:
        definitions = self._function._definitions[assign.target.name]
        definitions[definitions.index(assign.value)] = value
        assign.value = value

    def _decided(self, branch: Any) -> Any:
        """The jump that a branch is where its condition is known; None where it is not."""
        if not isinstance(branch, ir.Branch):
            return None
        try:
            is_taken = bool(self._value(branch.cond))
        except GuardException:
            return None
        return ir.Jump(branch.truebr if is_taken else branch.falsebr, branch.loc)

    def _value(self, variable: Any) -> Any:
        """What a variable is known to be: a constant, or the type of an object; raises `GuardException`."""
        definition = get_definition(self._function, variable)
        if isinstance(definition, ir.Arg):
            return _object(self._arguments[definition.index])
        if isinstance(definition, (ir.Const, ir.Global, ir.FreeVar)):
            return _scalar(definition.value)
        if not isinstance(definition, ir.Expr):
            raise GuardException
        if definition.op == "getattr":
            return _attribute(_object(self._value(definition.value)), definition.attr)
        if definition.op == "unary" and definition.fn in (operator.not_, "not"):
            return not _scalar(self._value(definition.value))
        if definition.op == "binop" and definition.fn in COMPARED:
            return definition.fn(_scalar(self._value(definition.lhs)), _scalar(self._value(definition.rhs)))
        if definition.op == "call":
            return self._returned(definition)
        raise GuardException

    def _returned(self, call: Any) -> Any:
        function = get_definition(self._function, call.func)
        if isinstance(function, ir.Global) and function.value is bool and len(call.args) == 1 and not call.kws:
            return bool(_scalar(self._value(call.args[0])))
        owner, kind, found = self._known_answer(call)
        return _attribute(_object(self._value(owner)), found) if kind == "attribute" else _scalar(found)

    def _known_answer(self, call: Any) -> tuple[Any, str, Any]:
        """The object whose method is called, and what that always returns: an attribute by its name, or a constant."""
        method = get_definition(self._function, call.func)
        if not isinstance(method, ir.Expr) or method.op != "getattr" or call.kws or call.vararg is not None:
            raise GuardException
        typ = _object(self._value(method.value))
        function = inspect.getattr_static(typ.cls, method.attr, None)
        if not isinstance(function, python_types.FunctionType) or function.__code__.co_argcount != len(call.args) + 1:
            raise GuardException
        kind, found = _always_returns(function)
        return method.value, kind, found


def _ending_with(block: Any, jump: Any) -> Any:
    """A block that ends with a jump instead of its branch; the block itself where there is none."""
    if jump is None:
        return block
    made = ir.Block(block.scope, block.loc)
    made.body = [*block.body[:-1], jump]
    return made


def _object(value: Any) -> KnownType:
    if not isinstance(value, KnownType):
        raise GuardException
    return value


def _scalar(value: Any) -> Any:
    if not isinstance(value, (bool, int, float, str)):
        raise GuardException
    return value


def _attribute(owner: KnownType, name: str) -> Any:
    if name in owner.objects:
        return owner.objects[name]
    if name in owner.arrays or name in owner.unread:
        raise GuardException
    return _scalar(owner.constant(name))


@functools.cache
def _always_returns(function: python_types.FunctionType) -> tuple[str, Any]:
    """What a method returns whatever it is asked: `return 1.0` or `return self.attribute`; raises `GuardException`."""
    code = function.__code__
    steps = [step for step in dis.get_instructions(code) if step.opname not in DULL]
    match [step.opname for step in steps]:
        case ["LOAD_CONST", "RETURN_VALUE"] | ["RETURN_CONST"]:
            return "constant", steps[0].argval
        case ["LOAD_FAST" | "LOAD_FAST_BORROW", "LOAD_ATTR", "RETURN_VALUE"] if steps[0].argval == code.co_varnames[0]:
            return "attribute", steps[1].argval
    raise GuardException
