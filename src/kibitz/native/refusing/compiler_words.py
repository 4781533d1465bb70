"""What the compiler says, in plain words: which line it means, why, and what to write instead."""

from __future__ import annotations

import ast
import re

from kibitz.native.refusing.rule_sources import Source

# What the compiler says, in parts; why that is; what to write instead. The first that matches is taken.
REASONS: tuple[tuple[str, str, str], ...] = (
    (
        r"the states differ in type: field (.+?): initial gives int, result gives float",
        r"field \1 is an int in initial and a float here",
        r"write 0.0 for \1 in initial",
    ),
    (
        r"the states differ in type: field (.+?): initial gives a tuple of (\d+), result gives a tuple of (\d+)",
        r"field \1 has \2 items in initial and \3 here",
        "give it room for the most items from the start, and count those in use",
    ),
    (
        r"the states differ in type: field (.+?): initial gives a tuple of \d+, result gives a list",
        r"field \1 is a tuple in initial and a list here",
        r"write tuple(\1)",
    ),
    (
        r"the states differ in type: field (.+?): initial gives .+?, result gives .+? or None",
        r"field \1 is None at times",
        "use a number that stands for it, such as -1",
    ),
    (
        r"items of different types in one list: (.+?)(?: raised from| During|$)",
        r"the items of a list have different types (\1)",
        "keep one type in a list",
    ),
    (r"a list of (.+?) cannot be compiled", r"it makes a list of \1", "keep numbers, texts or tuples in lists"),
    (
        r"the states differ in type: (.+?)(?: raised from| During|$)",
        r"the states differ in type (\1)",
        "make every state of the same types",
    ),
    (r"a string of the state grows too long", "a text in the state grows too long for machine code", "use a tuple"),
    (r"characters beyond ASCII", "it counts letters beyond ASCII, which machine code cannot", "use plain letters"),
    (
        r"items of different types in one list|a list of \S+ is given a ",
        "a list holds items of different types",
        "make all of them ints, or all of them tuples of the same types",
    ),
    (
        r"length is known only at run time",
        "an action is a list, or a tuple that is not always as long",
        "use a number, or a tuple of fixed length",
    ),
    (r"'is' between", "it compares with 'is'", "compare with =="),
    (r"has a default_factory", "a field has a default_factory", "pass that field"),
    (r"self\.(\w+) is a (\w+); compiled", r"self.\1 is a \2", "keep numbers, tuples or NumPy arrays in attributes"),
    (
        r"Untyped global name '(\w+)'[^<]*<class 'builtin_function_or_method'>",
        r"the compiler does not know \1()",
        "write a plain loop",
    ),
    (r"Untyped global name '(\w+)'[^<]*<class '(\w+)'>", r"\1 is a \2", "use a tuple or a NumPy array"),
    (r"Untyped global name '(\w+)'|NameError: name '(\w+)'", r"the compiler does not know \1", "use plain functions"),
    (
        r"Cannot unify none and (.+?) for|Cannot unify (.+?) and none for",
        r"a value is sometimes None and sometimes \1",
        "use a number that stands for None, such as -1",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '\$",
        r"it computes sometimes \1 and sometimes \2",
        "make it one type throughout",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '(\w+?)(?:\.\d+)?'",
        r"\3 is sometimes \1 and sometimes \2",
        "give each name one type throughout",
    ),
    (
        r"Can't unify return type|return type .*? unify",
        "it returns values of different types",
        "return the same type on every path",
    ),
    (
        r"Type of variable '(\w+?)(?:\.\d+)?' cannot be determined",
        r"the type of \1 cannot be determined",
        "set it to a number or a tuple first",
    ),
    (r"use of yield in a closure", "it uses a generator expression", "write a plain loop"),
    (
        r"Cannot capture the non-constant value|make_function",
        "it uses a lambda or a nested function",
        "write a plain loop, or a function outside the class",
    ),
    (r"GET_YIELD_FROM_ITER", "it uses 'yield from'", "loop over the items and yield each"),
    (r"opcode \(?MATCH_", "it uses 'match'", "use if and else"),
    (
        r"Use of unsupported opcode \((\w+)\)|unsupported opcode.*?(\w+)",
        r"it uses \1",
        "use plain loops, numbers and tuples",
    ),
    (
        r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'",
        r"the compiler does not know \2.\1",
        "write it with plain loops and ints",
    ),
    (r"Unknown attribute '(\w+)' of type (?:unicode_type|Text)", r"it calls .\1() of a text", "use a number for it"),
    (
        r"Unknown attribute '(\w+)' of type (\w+)",
        r"\2 has no \1 that can be compiled",
        "use ints, tuples and the functions of kibitz.bits",
    ),
    (
        r"No implementation of function Function\(<(?:built-in function|class|ufunc) '?(\w+)'?>\)"
        r"(?:(?!There are).)*?(?:unicode_type|StringLiteral|Text\()",
        r"it uses a text with \1()",
        "use a number that stands for the text",
    ),
    (r"unicode_type|StringLiteral|Literal\[str\]", "it puts texts together", "use ints for pieces and squares"),
    (r"[Rr]eflected list|list\(", "it uses a list whose items have no one type", "use tuples or yield the items"),
    (
        r"No implementation of function Function\(<(?:built-in function|class|ufunc) '?(\w+)'?>\)",
        r"\1() cannot be compiled for what it is given here",
        "write it out with a plain loop",
    ),
    (r"[Ee]xception object|try.?block", "it catches an exception", "ask with an if beforehand"),
    (
        r"too many positional arguments|missing a required argument",
        "its parameters are not those of kibitz.Game",
        "define it as kibitz.Game does",
    ),
    (
        r"use of getiter with parameters \((.+?)\) During",
        r"it returns \1, which cannot be looped over",
        "yield the items",
    ),
    (
        r"(a list grew beyond the room that compiled rules have)",
        r"\1",
        "give it an end",
    ),
    (
        r"(a tuple that has \d+ items in the initial state has another number of them later"
        r"|a tuple of fixed length is made longer by slices)",
        r"\1",
        "make every state of the same types",
    ),
    (
        r"int too big to convert|OverflowError|Int value is too large",
        "a number does not fit in 64 bits",
        "use kibitz.bits.wrap, or several numbers",
    ),
)
WITHOUT_REASON = ("the compiler does not understand it", "use ints, tuples, plain loops and plain functions")


def place(said: str, sources: list[Source]) -> tuple[Source, int] | None:
    """The function and the number of the first, innermost line in the user's own functions that the compiler names."""
    named = re.findall(r'File "([^"]+)", line (\d+)', said) + re.findall(r"(?:at|from) (\S+?\.py) \((\d+)\)", said)
    for path, number in named:
        inside = [source for source in sources if _is_inside(source, path, int(number))]
        if inside:
            return max(inside, key=lambda source: source.definition.lineno), int(number)
    return None


def _is_inside(source: Source, path: str, number: int) -> bool:
    code = source.function.__code__
    first, last = code.co_firstlineno, source.definition.end_lineno or code.co_firstlineno
    return path.rsplit("/", 1)[-1] == code.co_filename.rsplit("/", 1)[-1] and first <= number <= last


def reason(said: str, where: tuple[Source, int] | None) -> tuple[str, str]:
    """Why, and what to write instead: a line that changes one item of a tuple is shown as it could be written."""
    flat = re.sub(r"\s+", " ", said)
    for pattern, why, instead in REASONS:
        if match := re.search(pattern, flat):
            groups = [group for group in match.groups() if group]
            for number, group in enumerate(groups, 1):
                why, instead = (text.replace(f"\\{number}", _short(group)) for text in (why, instead))
            return why, _replaced(where) or instead
    return WITHOUT_REASON[0], _replaced(where) or WITHOUT_REASON[1]


def _short(words: str) -> str:
    """The compiler's name of a type in fewer letters."""
    words = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", words)
    words = re.sub(r"UniTuple\(\w+ x (\d+)\)", r"a tuple of \1", words)
    words = re.sub(r"Text\(\d+\)", "str", words)
    words = words.replace("int64", "int").replace("float64", "float").replace("unicode_type", "str")
    return words if len(words) <= 60 else f"{words[:57]}…"


# ---------------------------------------------------------------- a tuple with one item changed


def _replaced(where: tuple[Source, int] | None) -> str | None:
    """How a change of one item is written with `kz.replaced`, where the line, or a list made for it, is that."""
    if where is None:
        return None
    source, number = where
    statement = source.statement(number)
    if statement is None or not isinstance(statement, (ast.Assign, ast.Return, ast.Expr)):
        return None
    for node in ast.walk(statement):
        if isinstance(node, ast.BinOp) and (written := _of_slices(node)):
            return f"write {written}"
        is_tuple = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "tuple"
        if is_tuple and node.args and (written := _of_list(source, node.args[0])):  # type: ignore[attr-defined]
            return f"write {written}"
    return None


def _of_slices(node: ast.BinOp) -> str | None:
    """t[:i] + (x,) + t[i + 1:]"""
    left = node.left
    if not isinstance(left, ast.BinOp) or not isinstance(left.right, ast.Tuple) or len(left.right.elts) != 1:
        return None
    first, last = left.left, node.right
    if not isinstance(first, ast.Subscript) or not isinstance(last, ast.Subscript):
        return None
    if not isinstance(first.slice, ast.Slice) or first.slice.upper is None:
        return None
    return (
        f"kz.replaced({ast.unparse(first.value)}, {ast.unparse(first.slice.upper)}, {ast.unparse(left.right.elts[0])})"
    )


def _of_list(source: Source, listed: ast.expr) -> str | None:
    """b = list(t); b[i] = x; tuple(b)"""
    if not isinstance(listed, ast.Name):
        return None
    made, changed = "", []
    for node in ast.walk(source.definition):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Name) and target.id == listed.id and isinstance(value, ast.Call) and value.args:
            made = ast.unparse(value.args[0])
        if isinstance(target, ast.Subscript) and ast.unparse(target.value) == listed.id:
            changed.append((ast.unparse(target.slice), ast.unparse(value)))
    return f"kz.replaced({made}, {changed[0][0]}, {changed[0][1]})" if made and len(changed) == 1 else None
