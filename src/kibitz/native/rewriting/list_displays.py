"""Lists in the arena in place of Numba's, and which of them need not be there.

A list that is only ever used where it was made, `stack` in a flood fill, keeps its head (how long it is, and where its
items are) in the frame of its function: LLVM then has it in registers. Such a name is only given new lists, and read
only where nothing can hold on to the list itself: `x.append(…)`, `x[i]`, `len(x)`, `while x`, `for y in x`, `tuple(x)`.
"""

from __future__ import annotations

import ast
from typing import Any

from kibitz.native.override import override
from kibitz.native.rewriting.scopes import LOOPS, Function, Rewriter, call, loaded, name, stored

METHODS = ("append", "pop", "insert", "extend", "clear", "index", "count", "remove", "reverse", "sort", "copy")
READERS = ("len", "tuple", "list", "sum", "min", "max", "any", "all", "sorted")
WALKERS = ("enumerate", "zip", "reversed")


class Lists(Rewriter):
    """[…], […] * n, list(…), tuple(…), sorted(…) and x += y."""

    def __init__(self, function: Function, parts: list[ast.FunctionDef]) -> None:
        super().__init__(function, parts)
        given = _Given(function)
        self._lists = given.lists
        self._local = set() if function.names.is_generator else given.lists - given.kept
        self._target: str | None = None  # the name that the value at hand is about to be given to

    @override
    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """x = […]: the one place where an empty list is still to be filled."""
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and _makes_list(self.function, node.value):
            self._target = node.targets[0].id
        return self.generic_visit(node)

    @override
    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """[… for …], where it was left as it is"""
        self._target = None
        return self.generic_visit(node)

    @override
    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """x += y for a list x: y is appended, item by item."""
        self.generic_visit(node)
        if isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add) and node.target.id in self._lists:
            self.names.changed = True
            extend = ast.Attribute(name(node.target.id), "extend", ast.Load())
            return _at(node, ast.Expr(call(extend, node.value)))
        return node

    @override
    def visit_List(self, node: ast.List) -> ast.AST:
        """[a, b, *c]"""
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        target, self._target = self._target, None
        self.generic_visit(node)
        if any(isinstance(item, ast.Starred) for item in node.elts):
            return self._starred(node)
        if node.elts:
            return _at(node, call(self._maker("list_of", target), ast.Tuple(node.elts, ast.Load())))
        return _at(node, call(self.names.helper("nothing") if target is None else self._maker("empty_list", target)))

    @override
    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """x in [1, 2]: as in (1, 2), which is what Python makes of it too."""
        for at, (operator, operand) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(operand, ast.List) and _is_whole(operand):
                node.comparators[at] = _at(operand, ast.Tuple(operand.elts, ast.Load()))
        return self.generic_visit(node)

    @override
    def visit_For(self, node: ast.For) -> ast.AST:
        """for x in [1, 2]: as in (1, 2), which is what Python makes of it too."""
        items = node.iter.elts if isinstance(node.iter, ast.List) else []
        if items and all(isinstance(item, ast.Constant) for item in items):
            node.iter = _at(node.iter, ast.Tuple(items, ast.Load()))
        return self.generic_visit(node)

    @override
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """[a, b] * n"""
        if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List) and _is_whole(node.left):
            target, self._target = self._target, None
            items = ast.Tuple([self.visit(item) for item in node.left.elts], ast.Load())
            return _at(node, call(self._maker("list_repeated", target), items, self.visit(node.right)))
        self._target = None
        return self._one_replaced(node) or self.generic_visit(node)

    def _one_replaced(self, node: ast.BinOp) -> ast.AST | None:
        """x[:i] + (y,) + x[i + 1:], with one item replaced, at a stroke"""
        match node:
            case ast.BinOp(
                ast.BinOp(ast.Subscript(whole, ast.Slice(None, at, None)), ast.Add(), ast.Tuple([item])),
                ast.Add(),
                ast.Subscript(again, ast.Slice(ast.BinOp(at_again, ast.Add(), ast.Constant(1)), None, None)),
            ) if at is not None and _is_same_name(whole, again) and _is_same_name(at, at_again):
                if isinstance(item, ast.Starred) or any(isinstance(part, ast.NamedExpr) for part in ast.walk(item)):
                    return None
                return _at(node, call(self.names.helper("one_replaced"), whole, at, self.visit(item)))
        return None

    @override
    def visit_Call(self, node: ast.Call) -> ast.AST:
        """list(x), tuple(x), sorted(x)"""
        target, self._target = self._target, None
        self.generic_visit(node)
        if self.function.call_of(node, "len") and len(node.args) == 1 and isinstance(node.args[0], ast.Name):
            return self._length(node, node.args[0])
        if not self.function.call_of(node, "list", "tuple", "sorted"):
            return node
        if self.function.is_builtin(node.func, "sorted"):
            if len(node.args) == 1 and {keyword.arg for keyword in node.keywords} <= {"reverse"}:
                node.func = self.names.helper("sorted_list")
            return node
        if node.keywords or len(node.args) > 1:
            return node
        if self.function.is_builtin(node.func, "tuple"):
            return _at(node, call(self.names.helper("tuple_of_all"), *node.args)) if node.args else node
        if not node.args:
            return _at(node, call(self._maker("empty_list", target)))
        return _at(node, call(self._maker("list_of_all", target), *node.args))

    def _length(self, node: ast.Call, of: ast.Name) -> ast.AST:
        """len(x) as a method of a list: x.append(len(x)) may be what says that x is a list of ints."""
        return _at(node, call(ast.Attribute(of, "kibitz_len", ast.Load()))) if of.id in self._lists else node

    def _starred(self, node: ast.List) -> ast.AST:
        """[a, *b] as [a] + list(b); the parts are evaluated in the same order."""
        parts: list[ast.expr] = []
        plain: list[ast.expr] = []
        for item in [*node.elts, None]:
            if item is not None and not isinstance(item, ast.Starred):
                plain.append(item)
                continue
            if plain:
                parts.append(call(self.names.helper("list_of"), ast.Tuple(plain, ast.Load())))
                plain = []
            if item is not None:
                parts.append(call(self.names.helper("list_of_all"), item.value))
        whole = parts[0]
        for part in parts[1:]:
            whole = call(self.names.helper("joined"), whole, part)
        return _at(node, whole)

    def _maker(self, word: str, target: str | None) -> ast.Name:
        return self.names.helper(f"local_{word}" if target in self._local else word)


class _Given:
    """Which names of a function are only ever given new lists, and which of those are kept beyond their use."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.kept: set[str] = set()
        self._made: set[str] = set()
        self._otherwise: set[str] = set()
        given = function.definition.args
        for one in ast.walk(given):
            if isinstance(one, ast.arg):
                self._otherwise.add(one.arg)
        for statement in function.definition.body:
            self._walk(statement)

    @property
    def lists(self) -> set[str]:
        """The names that are only ever given new lists."""
        return self._made - self._otherwise

    def _walk(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign):
            self._assign(node)
        elif isinstance(node, ast.For):
            again = stored(*node.body, *node.orelse)
            self.kept |= loaded(node.iter) & again  # looped over while the name is given another list
            self._walk(node.target)
            self._looped(node.iter)
            for statement in (*node.body, *node.orelse):
                self._walk(statement)
        elif isinstance(node, ast.AugAssign):
            if not isinstance(node.target, ast.Name) or not isinstance(node.op, ast.Add):
                self._walk(node.target)
            self._read(node.value)
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            self._tested(node.test)
            for child in ast.iter_child_nodes(node):
                if child is not node.test:
                    self._walk(child)
        elif isinstance(node, ast.Name):
            (self.kept if isinstance(node.ctx, ast.Load) else self._otherwise).add(node.id)
        elif isinstance(node, ast.comprehension):
            self._looped(node.iter)
            self._walk(node.target)
            for condition in node.ifs:
                self._tested(condition)
        else:
            self._expression(node)

    def _assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and _makes_list(self.function, node.value):
            self._made.add(node.targets[0].id)
            self.kept |= loaded(node.value) & {node.targets[0].id}  # made from itself
            self._expression(node.value)
            return
        for child in ast.iter_child_nodes(node):
            self._walk(child)

    def _expression(self, node: ast.AST) -> None:
        """Go through an expression or a statement whose names are kept unless it is one that only reads them."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            self._read(node.func.value)
            for argument in (*node.args, *node.keywords):
                (self._read if node.func.attr == "extend" else self._walk)(argument)
        elif self.function.call_of(node, *READERS):
            for argument in node.args:  # type: ignore[attr-defined]
                self._read(argument)
            for keyword in node.keywords:  # type: ignore[attr-defined]
                self._walk(keyword)
        elif isinstance(node, ast.Subscript):
            self._read(node.value)
            self._walk(node.slice)
        elif isinstance(node, ast.Compare):
            for operand in (node.left, *node.comparators):
                self._read(operand)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            self._read(node.left)
            self._read(node.right)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self._tested(node.operand)
        elif isinstance(node, LOOPS):
            for child in ast.iter_child_nodes(node):
                self._walk(child)
        else:
            for child in ast.iter_child_nodes(node):
                self._walk(child)

    def _read(self, node: ast.AST) -> None:
        """A place that reads a list and keeps nothing of it."""
        if not isinstance(node, ast.Name):
            self._walk(node)

    def _tested(self, node: ast.AST) -> None:
        """A place that asks only whether a list is empty."""
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                self._tested(value)
        else:
            self._read(node)

    def _looped(self, node: ast.AST) -> None:
        if self.function.call_of(node, *WALKERS):
            for argument in node.args:  # type: ignore[attr-defined]
                self._read(argument)
        else:
            self._read(node)


def _makes_list(function: Function, node: ast.expr) -> bool:
    """Is this an expression that makes a new list?"""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return isinstance(node.left, ast.List) and _is_whole(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):  # a list is added to lists only
        return _makes_list(function, node.left) or _makes_list(function, node.right)
    if isinstance(node, ast.List):
        return isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in function.names.listing:
        return True
    return isinstance(node, ast.ListComp) or function.call_of(node, "list", "sorted")


def _is_same_name(one: ast.expr, other: ast.expr) -> bool:
    """Are these the same name, or the same attribute of one, so that they mean the same?"""
    if isinstance(one, ast.Attribute) and isinstance(other, ast.Attribute):
        return one.attr == other.attr and _is_same_name(one.value, other.value)
    return isinstance(one, ast.Name) and isinstance(other, ast.Name) and one.id == other.id


def _is_whole(node: ast.List) -> bool:
    """Are these items, at least one, and none with a star?"""
    return bool(node.elts) and not any(isinstance(item, ast.Starred) for item in node.elts)


def _at(place: ast.AST, made: Any) -> Any:
    """What was made, where the other stood."""
    return ast.fix_missing_locations(ast.copy_location(made, place))
