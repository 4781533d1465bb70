"""What in the source of a rule cannot be compiled, construct by construct, and how the same could be written.

Everything here is found by reading: nothing is compiled. Some of it never compiles; the compiler has ways with the rest
at times, and then only its own words tell whether that is what it stumbled over.
"""

from __future__ import annotations

import ast
import builtins
import copy
import enum
import inspect
import types
from typing import Any, NamedTuple

from kibitz.native.compiling.digest import is_users
from kibitz.native.override import override
from kibitz.native.refusing.rule_sources import Source, is_self
from kibitz.native.values.records import is_record

LARGE = 1 << 63
LONGEST_CURE = 90  # letters of a line that is shown rewritten
SHORT = 12  # items of a table that is shown rewritten
NESTED = "with a loop inside a loop"
# What to write instead of what these modules have.
OF_MODULES = {
    "itertools.product": NESTED,
    "itertools.combinations": "with two loops: for i in range(n): for j in range(i + 1, n)",
    "itertools.permutations": NESTED,
    "itertools.chain": "with one loop after the other",
    "copy.copy": "by making a new state from the fields",
    "copy.deepcopy": "by making a new state from the fields",
    "functools.reduce": "with a loop",
    "collections.Counter": "with a list of counts, [0] * n",
    "collections.deque": "with a list and the place of its first item",
    "collections.defaultdict": "with a list, [0] * n",
}
SAFE_MODULES = ("math", "numpy", "kibitz", "dataclasses", "cmath")
BUILTINS = {
    "dict": ("it makes a dict", "use a list or a tuple indexed by small numbers"),
    "set": ("it makes a set", "use a list of bools, or the bits of an int"),
    "frozenset": ("it makes a frozenset", "use a tuple, or the bits of an int"),
    "super": ("it calls super()", "give the base class's method another name and call that"),
    "getattr": ("it calls getattr()", "name the attribute"),
    "setattr": ("it calls setattr()", "make a new state"),
    "hasattr": ("it calls hasattr()", "compare a number of the state"),
    "vars": ("it calls vars()", "name the attributes"),
    "open": ("it opens a file", "read it in __init__ and keep the numbers in a tuple"),
    "repr": ("it calls repr()", "compare the values themselves"),
    "format": ("it calls format()", "leave texts to text() and picture()"),
    "input": ("it asks the user", "leave that to the program that plays"),
    "eval": ("it calls eval()", "write the rule out"),
    "map": ("it calls map()", "write a loop"),
    "filter": ("it calls filter()", "write a loop with an if"),
    "iter": ("it calls iter()", "write a loop"),
    "isinstance": ("it calls isinstance()", "compare a number of the state that tells the two apart"),
    "str": ("it makes a text", "use the number itself"),
}
NUMPY_NAMES = {"int": "np.int64", "float": "np.float64", "bool": "np.bool_"}
NEVER = ("super", "open", "input", "eval")
SOMETIMES = ("random", "operator", "string", "functools")  # modules of which the compiler knows a part


class Obstacle(NamedTuple):
    """A line that cannot be compiled: where it is, why that is, and what to write instead.

    One that is not `certain` can be compiled at times.
    """

    method: str
    number: int
    line: str
    why: str
    instead: str
    certain: bool = True


def found_in(game: Any, source: Source) -> list[Obstacle]:
    """What in a function cannot be compiled, or not always, from its first line to its last; one for each line."""
    reader = _Reader(game, source)
    reader.read()
    first: dict[int, Obstacle] = {}
    for obstacle in sorted(reader.found, key=lambda obstacle: not obstacle.certain):
        first.setdefault(obstacle.number, obstacle)
    return [first[number] for number in sorted(first)]


class _Reader(ast.NodeVisitor):
    """Reads a function; `found` is what it cannot be compiled for."""

    def __init__(self, game: Any, source: Source) -> None:
        self.game = game
        self.source = source
        self.found: list[Obstacle] = []
        arguments = source.definition.args
        self.own = {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
        stored = (node for node in ast.walk(source.definition) if isinstance(node, ast.Name))
        self.own |= {node.id for node in stored if isinstance(node.ctx, ast.Store)}

    def read(self) -> None:
        """Read all of it."""
        definition = self.source.definition
        for decorator in definition.decorator_list:
            if ast.unparse(decorator).split(".")[-1] not in ("staticmethod", "override", "property", "njit", "jit"):
                text = ast.unparse(decorator)
                self._note(decorator, f"{definition.name} is decorated with @{text}", "write it as a plain function")
        if definition.args.vararg or definition.args.kwarg:
            self._note(definition, "it takes any number of arguments", "name each of them")
        for statement in definition.body:
            self.visit(statement)

    def _note(self, node: ast.AST, why: str, instead: str, *, certain: bool = True) -> None:
        number = getattr(node, "lineno", self.source.definition.lineno)
        self.found.append(Obstacle(self.source.name, number, self.source.line(number), why, instead, certain))

    def _suspect(self, node: ast.AST, why: str, instead: str) -> None:
        self._note(node, why, instead, certain=False)

    def _written(self, node: ast.AST, new: ast.expr) -> str:
        """The statement around a node, with another in its place; empty where that would be long."""
        statement = self.source.statement(getattr(node, "lineno", 0))
        same = [other for other in ast.walk(statement) if type(other) is type(node)] if statement else []
        if statement is None or (len(same) > 1 and isinstance(node, (ast.Dict, ast.Set))):
            return ""
        made = ast.unparse(_Swap(node, new).visit(copy.deepcopy(_marked(statement, node))))
        return first if len(first := made.splitlines()[0]) <= LONGEST_CURE else ""

    # ------------------------------------------------------------ displays

    @override
    def visit_Dict(self, node: ast.Dict) -> None:
        values = _in_order(node)
        if values is not None:
            text = self._written(node, ast.Tuple(values, ast.Load()))
            self._suspect(node, "it makes a dict", f"write {text}" if text else "use a tuple")
        else:
            self._suspect(node, "it makes a dict", "use a tuple or a list indexed by small numbers")
        self.generic_visit(node)

    @override
    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._suspect(node, "it makes a dict", "use a list indexed by small numbers: [0] * n, filled in a loop")

    @override
    def visit_Set(self, node: ast.Set) -> None:
        text = self._written(node, ast.Tuple(node.elts, ast.Load()))
        self._suspect(node, "it makes a set", f"write {text}" if text else "use a tuple")
        self.generic_visit(node)

    @override
    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._suspect(node, "it makes a set", "use a list of bools, [False] * n, or the bits of an int")

    @override
    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._suspect(node, "it makes a function", "write that function beside the class, with a name")

    @override
    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._suspect(node, "it puts a text together", "use a plain text, or a number that stands for it")

    # ------------------------------------------------------------ statements

    @override
    def visit_Try(self, node: ast.Try) -> None:
        for handler in node.handlers:
            kind = ast.unparse(handler.type) if handler.type is not None else "Exception"
            if kind != "Exception" or handler.name:
                self._note(handler, f"it catches {kind}", "ask with an if beforehand whether that would happen")
        self.generic_visit(node)

    @override
    def visit_With(self, node: ast.With) -> None:
        self._note(node, "it uses 'with'", "do that in __init__")
        self.generic_visit(node)

    @override
    def visit_Global(self, node: ast.Global) -> None:
        self._note(node, f"it changes the global {node.names[0]}", "keep it in the state")

    @override
    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self._note(node, f"it changes {node.names[0]} of the function around it", "pass it and return it")

    @override
    def visit_Import(self, node: ast.Import) -> None:
        self._note(node, "it contains an import", "import at the top of the file")

    @override
    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._note(node, "it contains an import", "import at the top of the file")

    @override
    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            self._store(target)
        self.generic_visit(node)

    @override
    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._store(node.target)
        self.generic_visit(node)

    def _store(self, target: ast.expr) -> None:
        if isinstance(target, ast.Attribute) and is_self(self.source, target.value):
            self._note(target, f"it changes self.{target.attr}", "keep it in the state, or work it out anew")
        elif isinstance(target, ast.Tuple) and any(isinstance(item, ast.Starred) for item in target.elts):
            self._suspect(target, "it unpacks a rest with *", "take the items by index")

    # ------------------------------------------------------------ names and calls

    @override
    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, int) and not -LARGE <= node.value < 2 * LARGE:
            self._note(node, "a number does not fit in 64 bits", "use kz.bits.wrap, or several numbers")
        elif isinstance(node.value, bytes):
            self._suspect(node, "it uses bytes", "use a tuple of numbers")

    @override
    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            self._suspect(node, "it puts a text together", "use a number that stands for it")
        self.generic_visit(node)

    @override
    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._store(node.target)
        if node.value is not None:
            self.visit(node.value)

    @override
    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.visit(node.value)

    @override
    def visit_keyword(self, node: ast.keyword) -> None:
        if not (node.arg == "key" and isinstance(node.value, ast.Lambda)):  # of sorted, min and max
            self.visit(node.value)

    @override
    def visit_Call(self, node: ast.Call) -> None:
        word = node.func.id if isinstance(node.func, ast.Name) else ""
        if word in BUILTINS and word not in self.own and self._global(word) is getattr(builtins, word):
            self._note(node, *BUILTINS[word], certain=word in NEVER)
        if word == self.source.definition.name or ast.unparse(node.func) == f"self.{self.source.definition.name}":
            self._suspect(node, "it calls itself", "use a loop, with a list of what is still to be done")
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            self._suspect(node, "it spreads items with *", "write them out, or go through them by index")
        self._numpy_types(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            self._suspect(node, "it puts a text together", "use a plain text, or a number that stands for it")
        self.generic_visit(node)

    def _numpy_types(self, node: ast.Call) -> None:
        """np.zeros(6, int): Numba wants to be told how many bits."""
        of_numpy = isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in ("np", "numpy")
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if of_numpy and isinstance(argument, ast.Name) and argument.id in NUMPY_NAMES:
                name = NUMPY_NAMES[argument.id]
                text = self._written(argument, ast.Name(name, ast.Load()))
                self._suspect(node, f"{argument.id} does not say how many bits", f"write {text or name}")

    @override
    def visit_Return(self, node: ast.Return) -> None:
        if isinstance(node.value, ast.GeneratorExp):
            text = self._written(node.value, ast.ListComp(node.value.elt, node.value.generators))
            self._suspect(node, "it returns a generator expression", f"write {text}" if text else "return a list")
        self.generic_visit(node)

    @override
    def visit_List(self, node: ast.List) -> None:
        for item in node.elts:
            if isinstance(item, ast.Constant) and item.value is None:
                text = self._written(item, ast.Constant(-1))
                self._suspect(node, "it makes a list with None in it", f"write {text}" if text else "use -1 for None")
        self.generic_visit(node)

    @override
    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id not in self.own:
            self._value(node, node.id, self._global(node.id))

    @override
    def visit_Attribute(self, node: ast.Attribute) -> None:
        if is_self(self.source, node.value):
            if isinstance(node.ctx, ast.Load):
                self._value(node, f"self.{node.attr}", inspect.getattr_static(self.game, node.attr, 0))
            return
        owner = self._global(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(owner, types.ModuleType) and node.value.id not in self.own:  # type: ignore[attr-defined]
            self._of_module(node, owner)
            return
        self.generic_visit(node)

    def _of_module(self, node: ast.Attribute, module: types.ModuleType) -> None:
        value = getattr(module, node.attr, None)
        if module.__name__.split(".")[0] in SAFE_MODULES:
            return
        full = f"{module.__name__}.{node.attr}"
        if is_users(module.__name__):
            self._value(node, full, value)
        elif module.__name__ == "random":
            self._suspect(node, f"it draws with {full}", "leave chance to outcomes(s)")
        else:
            instead = f"do it {OF_MODULES.get(full, 'with plain loops')}"
            self._note(node, f"the compiler does not know {full}", instead, certain=module.__name__ not in SOMETIMES)

    def _global(self, name: str) -> Any:
        return self.source.function.__globals__.get(name, getattr(builtins, name, None))

    def _value(self, node: ast.AST, name: str, value: Any) -> None:
        """Note a value that compiled code cannot read."""
        kind = type(value).__name__
        if isinstance(value, (dict, list, set, frozenset)):
            shown = _as_tuple(value)
            where = " in __init__" if name.startswith("self.") else ""
            self._note(node, f"{name} is a {kind}", f"write {name} = {shown}{where}" if shown else "use a tuple")
        elif value is None and name.startswith("self."):
            self._note(node, f"{name} is None", "use a number that stands for it, such as -1")
        elif isinstance(value, type):
            self._class(node, name, value)
        elif inspect.isfunction(getattr(value, "__wrapped__", None)) and not inspect.isfunction(value):
            self._note(node, f"{name} is decorated", "write it as a plain function")
        elif callable(value) and (full := f"{value.__module__}.{getattr(value, '__name__', '')}") in OF_MODULES:
            certain = value.__module__ not in SOMETIMES
            self._note(node, f"the compiler does not know {full}", f"do it {OF_MODULES[full]}", certain=certain)

    def _class(self, node: ast.AST, name: str, cls: type) -> None:
        full = f"{cls.__module__}.{cls.__qualname__}"
        if full in OF_MODULES:
            self._note(node, f"the compiler does not know {full}", f"do it {OF_MODULES[full]}")
        elif cls.__module__ in ("builtins", "numpy", "kibitz") or issubclass(cls, (BaseException, enum.Enum)):
            return
        elif not (issubclass(cls, tuple) and hasattr(cls, "_fields")) and not is_record(cls):
            self._note(node, f"{name} is a class of its own", "make it a NamedTuple or a @dataclass(frozen=True)")


def _in_order(node: ast.Dict) -> list[ast.expr] | None:
    """The values of a dict whose keys are 0, 1, 2 and so on."""
    keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
    return list(node.values) if keys and keys == list(range(len(keys))) else None


def _as_tuple(value: Any) -> str:
    """How a tuple would be written that does for a list, dict or set; empty where none does, or it is long."""
    if isinstance(value, dict):
        keys = list(value)
        if not all(type(key) is int for key in keys) or sorted(keys) != list(range(len(keys))):
            return ""
        value = [value[key] for key in sorted(keys)]
    items = sorted(value) if isinstance(value, (set, frozenset)) and all(type(i) is int for i in value) else list(value)
    if not items or len(items) > SHORT or not all(isinstance(item, (int, float, tuple)) for item in items):
        return ""
    return shown if len(shown := repr(tuple(items))) <= LONGEST_CURE else ""


class _Swap(ast.NodeTransformer):
    """Puts one expression in the place of another, which has been marked."""

    def __init__(self, node: ast.AST, new: ast.expr) -> None:
        self.new = new

    @override
    def visit(self, node: ast.AST) -> Any:
        """The node, or what takes its place."""
        return self.new if getattr(node, "is_replaced", False) else self.generic_visit(node)


def _marked(statement: ast.stmt, node: ast.AST) -> ast.stmt:
    for other in ast.walk(statement):
        other.is_replaced = other is node  # type: ignore[attr-defined]
    return statement
