"""Statements in other words: `yield from`, `match` on numbers, several empty lists at once; and giving back."""

from __future__ import annotations

import ast
from typing import Any

from kibitz.native.override import override
from kibitz.native.rewriting.scopes import Names, Rewriter, assign, call, loaded, name, stored


def _at(place: ast.AST, made: Any) -> Any:
    """What was made, where the other stood."""
    return ast.fix_missing_locations(ast.copy_location(made, place))


class YieldsFrom(Rewriter):
    """yield from xs → for x in xs: yield x"""

    @override
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        """yield from xs"""
        if not isinstance(node.value, ast.YieldFrom):
            return node
        self.names.changed = True
        each = self.names.new("each")
        body: list[ast.stmt] = [ast.Expr(ast.Yield(name(each)))]
        made: ast.AST = _at(node, ast.For(ast.Name(each, ast.Store()), node.value.value, body, []))
        return made


class Matches(Rewriter):
    """match x: case 1 | 2: …; case _: … → if x == 1 or x == 2: …; else: …

    For numbers, names that are set to the subject, and conditions; what looks into the subject is left alone.
    """

    @override
    def visit_Match(self, node: ast.Match) -> Any:
        """match x: …"""
        self.generic_visit(node)
        subject = self.names.new("subject")
        made: list[ast.stmt] = []
        for case in reversed(node.cases):
            test = self._test(case.pattern, subject)
            if test is None:
                return node
            body = case.body
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.name is not None:
                if case.guard is not None:
                    return node  # the name is set even where the condition then fails
                body = [assign(case.pattern.name, name(subject)), *body]
            if case.guard is not None:
                test = ast.BoolOp(ast.And(), [test, case.guard])
            is_last = isinstance(test, ast.Constant)
            made = body if is_last else [ast.If(test, body, made)]
        self.names.changed = True
        return [_at(node, statement) for statement in (assign(subject, node.subject), *made)]

    def _test(self, pattern: ast.pattern, subject: str) -> ast.expr | None:
        """Whether the subject is what the pattern says; None for a pattern that is left alone."""
        if isinstance(pattern, ast.MatchValue):
            return ast.Compare(name(subject), [ast.Eq()], [pattern.value])
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            return ast.Constant(True)
        if isinstance(pattern, ast.MatchOr):
            tests = [self._test(one, subject) for one in pattern.patterns]
            if all(isinstance(test, ast.Compare) for test in tests):
                return ast.BoolOp(ast.Or(), tests)  # type: ignore[arg-type]
        return None


class Splits(Rewriter):
    """a, b = [], [] → a = []; b = []: an empty list is filled only where it has a name of its own."""

    @override
    def visit_Assign(self, node: ast.Assign) -> Any:
        """a, b = [], []"""
        target, value = node.targets[0], node.value
        if len(node.targets) != 1 or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
            return node
        words = [one.id for one in target.elts if isinstance(one, ast.Name)]
        if len(words) != len(target.elts) or len(set(words)) != len(words) or len(words) != len(value.elts):
            return node
        is_any_empty = any(isinstance(one, ast.List) and not one.elts for one in value.elts)
        if not is_any_empty or loaded(value) & stored(target):
            return node
        self.names.changed = True
        pairs = zip(words, value.elts, strict=True)
        return [_at(node, assign(word, one)) for word, one in pairs]


# What searches loop over. Where a rule answers with a list, a search sees a generator that gives back what each of its
# steps took; other rules see the list itself, under another name.
LOOPED_OVER = ("actions", "candidates", "outcomes", "symmetric", "passed", "previous", "features", "deals")
RAW = "raw_"


class RawQuestions(Rewriter):
    """self.actions(s) → self.raw_actions(s)"""

    @override
    def visit_Call(self, node: ast.Call) -> ast.AST:
        """self.actions(s)"""
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in LOOPED_OVER:
            root = node.func.value
            while isinstance(root, ast.Attribute):
                root = root.value
            if isinstance(root, ast.Name) and root.id in self.function.locals:
                self.names.changed = True
                node.func.attr = RAW + node.func.attr
        return node


class GiveBack(ast.NodeTransformer):
    """A function gives back what it took from the arena, where what it returns is not in there."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._mark = names.new("mark")

    def put_in(self, definition: ast.FunctionDef) -> ast.FunctionDef:
        """The function, with a mark at its beginning and a release at each return."""
        if not any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(definition)):
            return definition
        is_calling = any(
            isinstance(node, (ast.Call, ast.List, ast.ListComp, ast.Slice)) for node in ast.walk(definition)
        )
        given = definition.args
        if not is_calling or given.vararg is not None or given.kwarg is not None:
            return definition
        words = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        arguments = ast.Tuple([name(word) for word in words], ast.Load())
        begin = assign(self._mark, call(self._names.helper("marked"), arguments))
        first = definition.body[0]
        is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        at = 1 if is_docstring and len(definition.body) > 1 else 0
        body = [self.visit(statement) for statement in definition.body]
        definition.body = [*body[:at], _at(body[at], begin), *body[at:]]
        return definition

    @override
    def visit_Return(self, node: ast.Return) -> ast.AST:
        """return x"""
        value = ast.Constant(None) if node.value is None else node.value
        made: ast.AST = _at(node, ast.Return(call(self._names.helper("released"), name(self._mark), value)))
        return made

    @override
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Another function: left alone."""
        return node

    @override
    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Another function: left alone."""
        return node
