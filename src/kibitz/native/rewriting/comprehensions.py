"""Comprehensions, and calls that go through an iterable, as functions with plain loops.

`any(b[i] == me for i in line)` becomes `loop(b, line, me)`, with

    def loop(b, line, me):
        for i in line:
            if b[i] == me:
                return True
        return False

It is called where the expression stood, so nothing is evaluated earlier, later or more often. The names that the loop
reads are passed as they are at that moment, which is when Python would read them.
"""

from __future__ import annotations

import ast
import sys
from typing import Any

from kibitz.native.override import override
from kibitz.native.rewriting.scopes import LOOPS, SCOPES, Rewriter, assign, call, definition_of, loaded, name, stored


class Comprehensions(Rewriter):
    """Each loop in an expression becomes a function."""

    @override
    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """[x for …]"""
        return self._lifted(node, node.generators, node.elt, _listed) or self.generic_visit(node)

    @override
    def visit_Call(self, node: ast.Call) -> ast.AST:
        """any(x for …), max(moves, key=lambda m: …), and the like"""
        return self._call(node) or self.generic_visit(node)

    def _call(self, node: ast.Call) -> ast.AST | None:
        is_call = self.function.call_of
        keywords = {str(keyword.arg): keyword.value for keyword in node.keywords}
        if is_call(node, "min", "max", "sorted") and set(keywords) == {"key"} and len(node.args) == 1:
            return self._by_key(node, keywords["key"])
        if isinstance(node.func, ast.Attribute) and len(node.args) <= 1 and isinstance(node.func.value, ast.Name):
            return self._method(node, node.func, keywords)
        if not node.args or not isinstance(node.args[0], ast.GeneratorExp):
            return None
        loop, rest = node.args[0], node.args[1:]
        word = node.func.id if isinstance(node.func, ast.Name) else ""
        if is_call(node, "any", "all", "list", "tuple") and not rest and not keywords:
            return self._lifted(node, loop.generators, loop.elt, _WRITTEN[word])
        if is_call(node, "sorted") and not rest and set(keywords) <= {"reverse"}:
            listed = self._lifted(node, loop.generators, loop.elt, _listed)
            return None if listed is None else ast.copy_location(ast.Call(node.func, [listed], node.keywords), node)
        if is_call(node, "sum") and len(rest) <= 1 and not keywords and all(map(_is_plain, rest)):
            start = rest[0] if rest else ast.Constant(0)
            return self._lifted(node, loop.generators, loop.elt, _added, start=start)
        if is_call(node, "next") and len(rest) == 1 and not keywords and _is_plain(rest[0]):
            return self._lifted(node, loop.generators, loop.elt, _first, default=rest[0])
        is_default_plain = set(keywords) <= {"default"} and all(map(_is_plain, keywords.values()))
        if is_call(node, "min", "max") and not rest and is_default_plain:
            return self._lifted(node, loop.generators, loop.elt, _WRITTEN[word], **keywords)
        return None

    def _method(self, node: ast.Call, method: ast.Attribute, keywords: dict[str, ast.expr]) -> ast.AST | None:
        """x.extend(y for …) and x.sort(key=…), for a name x"""
        argument = node.args[0] if node.args else None
        if method.attr == "extend" and isinstance(argument, ast.GeneratorExp) and not keywords:
            if isinstance(method.value, ast.Name) and method.value.id in loaded(argument):
                return None
            listed = self._lifted(argument, argument.generators, argument.elt, _listed)
            return None if listed is None else ast.copy_location(call(method, listed), node)
        if method.attr == "sort" and argument is None and set(keywords) == {"key"}:
            return self._by_key(ast.copy_location(ast.Call(method, [method.value], []), node), keywords["key"])
        return None

    def _by_key(self, node: ast.Call, key: ast.expr) -> ast.AST | None:
        """max(xs, key=lambda x: …), and min and sorted, or with the name of a function for a key."""
        item = self.names.new("item")
        word = node.func.id if isinstance(node.func, ast.Name) else "sort"
        if isinstance(key, ast.Lambda):
            given = key.args
            if len(given.args) != 1 or given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
                return None
            if given.defaults or stored(key.body) or any(isinstance(n, (*SCOPES, *LOOPS)) for n in ast.walk(key.body)):
                return None
            keyed = _Renamed(given.args[0].arg, item).visit(key.body)
        elif isinstance(key, ast.Name):
            keyed = call(key, name(item))
        else:
            return None
        if isinstance(node.args[0], ast.GeneratorExp):
            generators, element = node.args[0].generators, node.args[0].elt
        else:
            each = self.names.new("each")
            generators = [ast.comprehension(ast.Name(each, ast.Store()), node.args[0], [], 0)]
            element = name(each)
        return self._lifted(node, generators, element, _WRITTEN[word + " by key"], keyed=keyed, item=name(item))

    def _lifted(
        self, node: ast.expr, generators: list[ast.comprehension], element: ast.expr, write: Any, **more: ast.expr
    ) -> ast.expr | None:
        """A call of a new function with this loop in it; None where that could mean something else."""
        inside = [element, *generators, *more.values()]
        if any(isinstance(n, (ast.NamedExpr, ast.Await)) for one in inside for n in ast.walk(one)):
            return None
        if any(generator.is_async for generator in generators):
            return None
        first, targets = generators[0].iter, stored(*(generator.target for generator in generators))
        if loaded(first) & targets & self.function.locals or loaded(*more.values()) & targets:
            return None  # a name that means one thing in the loop and another beside it
        given = sorted((loaded(*inside) - (targets - loaded(first))) & self.function.locals)
        word = self.names.new("loop")
        if write in (_listed, _sorted_by_key):
            self.names.listing.add(word)
        body = write(self, generators, element, more)
        part = definition_of(word, given, body)
        for one in ast.walk(part):
            if isinstance(one, (ast.expr, ast.stmt, ast.arg)) and not hasattr(one, "lineno"):
                ast.copy_location(one, node)
        self.parts.append(ast.fix_missing_locations(part))
        self.names.changed = True
        return ast.copy_location(call(name(word), *map(name, given)), node)


class _Renamed(ast.NodeTransformer):
    """Gives a name another name."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    @override
    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self.new, node.ctx), node) if node.id == self.old else node


def _is_plain(node: ast.expr) -> bool:
    """Is this a number or a name, so that it does not matter when it is evaluated?"""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub) and isinstance(node.operand, (ast.Constant, ast.Name))
    return isinstance(node, (ast.Constant, ast.Name))


# ---------------------------------------------------------------- what each loop does


def _loop(generators: list[ast.comprehension], innermost: list[ast.stmt]) -> list[ast.stmt]:
    """for … in …: if …: for … : innermost"""
    body = innermost
    for generator in reversed(generators):
        for condition in reversed(generator.ifs):
            body = [ast.If(condition, body, [])]
        body = [ast.For(generator.target, generator.iter, body, [])]
    return body


def _listed(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """[x for …]"""
    out = rewriter.names.new("out")
    append = ast.Expr(call(ast.Attribute(name(out), "append", ast.Load()), element))
    return [assign(out, ast.List([], ast.Load())), *_loop(generators, [append]), ast.Return(name(out))]


def _tuple(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """tuple(x for …)"""
    *body, last = _listed(rewriter, generators, element, more)
    return [*body, ast.Return(call(rewriter.names.helper("tuple_of_all"), last.value))]  # type: ignore[attr-defined]


def _any(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """any(x for …)"""
    found = ast.If(element, [ast.Return(ast.Constant(True))], [])
    return [*_loop(generators, [found]), ast.Return(ast.Constant(False))]


def _all(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """all(x for …)"""
    found = ast.If(ast.UnaryOp(ast.Not(), element), [ast.Return(ast.Constant(False))], [])
    return [*_loop(generators, [found]), ast.Return(ast.Constant(True))]


def _added(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """sum(x for …). From Python 3.12 on, floats are added with more care than a loop takes: only ints are."""
    total = rewriter.names.new("total")
    if sys.version_info >= (3, 12):
        element = call(rewriter.names.helper("not_float"), element)
    more_of_it = assign(total, ast.BinOp(name(total), ast.Add(), element))
    return [assign(total, more["start"]), *_loop(generators, [more_of_it]), ast.Return(name(total))]


def _first(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """next((x for …), default)"""
    return [*_loop(generators, [ast.Return(element)]), ast.Return(more["default"])]


def _extreme(better: Any, word: str, by_key: bool) -> Any:
    def write(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
        """The first of the best items, compared as Python does: a later one only where it is strictly better."""
        new = rewriter.names.new
        is_found, best, best_key = new("is_found"), new("best"), new("best_key")
        item = more["item"].id if by_key else new("item")  # type: ignore[attr-defined]
        key = more["keyed"] if by_key else name(item)
        this_key = new("key")
        is_better = ast.Compare(name(this_key), [better()], [name(best_key)])
        take: list[ast.stmt] = [assign(best, name(item)), assign(best_key, name(this_key))]
        take_first = [assign(is_found, ast.Constant(True)), *take]  # stands first: Numba wants a value before its use
        is_first = ast.UnaryOp(ast.Not(), name(is_found))
        each = [
            assign(item, element),
            assign(this_key, key),
            ast.If(is_first, take_first, [ast.If(is_better, take, [])]),
        ]
        if "default" in more:
            missing: ast.stmt = ast.Return(more["default"])
        else:
            missing = ast.Raise(call(name("ValueError"), ast.Constant(_empty_message(word))), None)
        check = ast.If(ast.UnaryOp(ast.Not(), name(is_found)), [missing], [])
        return [
            assign(is_found, ast.Constant(False)), *_loop(generators, each), check, ast.Return(name(best)),
        ]  # fmt: skip

    return write


def _empty_message(word: str) -> str:
    try:
        (min if word == "min" else max)(())
    except ValueError as error:
        return str(error)
    raise AssertionError


def _sorted_by_key(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """sorted(xs, key=…)"""
    new = rewriter.names.new
    out, keys, item = new("out"), new("keys"), more["item"].id  # type: ignore[attr-defined]
    each: list[ast.stmt] = [
        ast.Expr(call(ast.Attribute(name(out), "append", ast.Load()), element)),
    ]
    keyed: list[ast.stmt] = [ast.Expr(call(ast.Attribute(name(keys), "append", ast.Load()), more["keyed"]))]
    return [
        assign(out, ast.List([], ast.Load())),
        assign(keys, ast.List([], ast.Load())),
        *_loop(generators, each),
        ast.For(ast.Name(item, ast.Store()), name(out), keyed, []),
        ast.Expr(call(rewriter.names.helper("sort_by"), name(keys), name(out))),
        ast.Return(name(out)),
    ]


def _sort_by_key(rewriter: Any, generators: Any, element: ast.expr, more: dict[str, ast.expr]) -> list[ast.stmt]:
    """xs.sort(key=…)"""
    keys, item = rewriter.names.new("keys"), more["item"].id  # type: ignore[attr-defined]
    keyed: list[ast.stmt] = [
        assign(item, element),
        ast.Expr(call(ast.Attribute(name(keys), "append", ast.Load()), more["keyed"])),
    ]
    return [
        assign(keys, ast.List([], ast.Load())),
        *_loop(generators, keyed),
        ast.Expr(call(rewriter.names.helper("sort_by"), name(keys), generators[0].iter)),
    ]


_WRITTEN = {
    "any": _any,
    "all": _all,
    "list": _listed,
    "tuple": _tuple,
    "min": _extreme(ast.Lt, "min", by_key=False),
    "max": _extreme(ast.Gt, "max", by_key=False),
    "min by key": _extreme(ast.Lt, "min", by_key=True),
    "max by key": _extreme(ast.Gt, "max", by_key=True),
    "sorted by key": _sorted_by_key,
    "sort by key": _sort_by_key,
}
