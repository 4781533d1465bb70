"""Why a game cannot be compiled, in one sentence: which method, which line, why, and what to write instead."""

from __future__ import annotations

import inspect
import linecache
import re
from collections.abc import Iterator
from typing import Any

from kibitz.native.jit import Jit, jit

# What the compiler says, in parts; why that is; what to write instead. The first that matches is taken.
REASONS: tuple[tuple[str, str, str], ...] = (
    (r"\bsuper\b", "it calls super()", "give the base class's method another name and call that"),
    (
        r"the states differ in type: (.+?)(?: raised from| During|$)",
        r"the states differ in type (\1)",
        "make every state of the same types",
    ),
    (
        r"Untyped global name '(\w+)'[^<]*<class 'builtin_function_or_method'>",
        r"the compiler does not know \1()",
        "write a plain loop",
    ),
    (
        r"Untyped global name '(\w+)'[^<]*<class '_lru_cache_wrapper'>",
        r"\1 is decorated",
        "write it as a plain function",
    ),
    (
        r"Untyped global name '(\w+)'[^<]*<class '(\w+)'>",
        r"\1 is a \2",
        "use a tuple or a NumPy array",
    ),
    (
        r"Untyped global name '(\w+)'|NameError: name '(\w+)'",
        r"the compiler does not know \1",
        "use plain functions, tuples and arrays",
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
    (r"opcode \(?IMPORT_", "it contains an import", "import at the top of the file"),
    (r"Unsupported.*?dict|build_map|BUILD_MAP|'?dict'? ", "it uses a dict", "use tuples or arrays"),
    (
        r"Use of unsupported opcode \((\w+)\)|unsupported opcode.*?(\w+)",
        r"it uses \1",
        "use plain loops, numbers and tuples",
    ),
    (r"unicode_type|StringLiteral|Literal\[str\]", "it works with strings", "use ints for pieces and squares"),
    (r"[Rr]eflected list|list\(", "it uses a list that has no fixed type", "use tuples or yield the items"),
    (
        r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'",
        r"the compiler does not know \2.\1",
        "write it with plain loops and ints",
    ),
    (
        r"Unknown attribute '(\w+)' of type (\w+)",
        r"\2 has no \1 that can be compiled",
        "use ints, tuples and the functions of kibitz.bits",
    ),
    (
        r"No implementation of function Function\(<(?:built-in function|class|ufunc) '?(\w+)'?>\)",
        r"\1() does not take these arguments",
        "use numbers and tuples",
    ),
    (r"[Ee]xception object|try.?block", "it catches an exception", "check for that case first"),
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
        r"int too big to convert|OverflowError|Int value is too large",
        "a number does not fit in 64 bits",
        "use kibitz.bits.wrap, or several numbers",
    ),
)
WITHOUT_REASON = ("the compiler does not understand it", "use ints, tuples, plain loops and plain functions")


def explain(game: Any, error: Exception) -> str:
    """The sentence about a game that the compiler refused with this error."""
    slow = f"{game.facts.name!r} runs as plain Python, which is slow"
    if fault := _state_fault(game):
        return f"{slow}: {_place('initial', _definition(game, 'initial'))} cannot be compiled: {fault}"
    method, said = _failing_method(game) or ("", str(error))
    line = _line(game, said)
    why, instead = _container(game, line) or _attribute(game, said) or _reason(said)
    if line:
        method = _method_at(game, line[0]) or method
    where = _place(method, line or _definition(game, method)) if method else "its rules"
    return f"{slow}: {where} cannot be compiled: {why}; {instead}"


def _place(method: str, line: tuple[int, str] | None) -> str:
    return f"{method}, line {line[0]} ({line[1]})" if line else method


def _definition(game: Any, method: str) -> tuple[int, str] | None:
    """The number and text of the line on which a method is defined; None where the source is not available."""
    try:
        lines, number = inspect.getsourcelines(getattr(type(game), method))
    except (OSError, TypeError):
        return None
    at = next((at for at, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)  # behind its decorators
    return number + at, lines[at].strip()


def _state_fault(game: Any) -> str | None:
    """What is wrong with the type of the game's states; None where machine code can hold it."""
    from numba import typeof

    from kibitz.native.records import entering
    from kibitz.native.state_types import is_value_type

    s = game.initial()
    for field, value in _parts(s):
        try:
            holds = is_value_type(typeof(entering(value)))
        except (ValueError, OverflowError):
            holds = False
        if not holds:
            what = f"field {field!r} of its state" if field else "its state"
            if isinstance(value, int):
                return f"{what} does not fit in 64 bits; use several numbers"
            return f"{what} is a {type(value).__name__}; use ints, floats, tuples or small NumPy arrays"
    return None


def _parts(s: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(s, tuple) and hasattr(s, "_fields"):
        yield from zip(s._fields, s, strict=True)
    yield "", s


@jit
def _probe_initial(game: Any) -> Any:
    return game.initial()


@jit
def _probe_is_terminal(game: Any, s: Any) -> Any:
    return game.is_terminal(s)


@jit
def _probe_player(game: Any, s: Any) -> Any:
    return game.player(s)


@jit
def _probe_actions(game: Any, s: Any) -> Any:
    number = 0
    for _ in game.actions(s):
        number += 1
    return number


@jit
def _probe_outcomes(game: Any, s: Any) -> Any:
    total = 0.0
    for _, probability in game.outcomes(s):
        total += probability
    return total


@jit
def _probe_result(game: Any, s: Any, a: Any) -> Any:
    return game.result(s, a)


@jit
def _probe_utility(game: Any, s: Any) -> Any:
    return float(game.utility(s, 0))


@jit
def _probe_evaluate(game: Any, s: Any) -> Any:
    return float(game.evaluate(s, 0))


def _failing_method(game: Any) -> tuple[str, str] | None:
    """The first of the game's methods that cannot be compiled, and what the compiler says."""
    from kibitz.native.compiler import obstacle

    s = game.initial()
    state_probes: tuple[Jit[..., Any], ...] = (
        _probe_is_terminal,
        _probe_player,
        _probe_actions,
        _probe_utility,
        _probe_evaluate,
    )
    if said := obstacle(_probe_initial, game):
        return "initial", said
    for probe in state_probes:
        if said := obstacle(probe, game, s):
            return probe.function.__name__.removeprefix("_probe_"), said
    if game.facts.chance and (said := obstacle(_probe_outcomes, game, s)):
        return "outcomes", said
    if not game.is_terminal(s):
        for a in game.choices(s):
            if said := obstacle(_probe_result, game, s, a):
                return "result", said
            break
    return None


def _method_at(game: Any, number: int) -> str | None:
    """The method of the game that this line is in, which may be one that the failing method calls."""
    starts = {}
    for name in dir(type(game)):
        function = inspect.getattr_static(type(game), name)
        code = getattr(function, "__code__", None)
        if code is not None and not _is_base(function.__module__) and code.co_firstlineno <= number <= _last_line(code):
            starts[code.co_firstlineno] = name
    return starts[max(starts)] if starts else None


def _is_base(module: str) -> bool:
    """Is this a module of what every game is made of, and not of the game at hand?"""
    return module in ("builtins", "kibitz.native.compilable") or f"{module}.".startswith("kibitz.game.")


def _last_line(code: Any) -> int:
    return max(line for *_, line in code.co_lines() if line is not None)


def _line(game: Any, said: str) -> tuple[int, str] | None:
    """The number and text of the first, innermost line in the user's own files that the compiler names."""
    files = {inspect.getsourcefile(cls) for cls in type(game).__mro__ if not _is_base(cls.__module__)}
    ends = {str(file).rsplit("/", 1)[-1] for file in files if file}
    found = None
    for path, number in re.findall(r'File "([^"]+)", line (\d+)', said) + re.findall(
        r"(?:at|from) (\S+?\.py) \((\d+)\)", said
    ):
        if path.rsplit("/", 1)[-1] in ends:
            found = (path, int(number))
            break
    if found is None:
        return None
    source = next(str(file) for file in files if file and str(file).endswith(found[0].rsplit("/", 1)[-1]))
    return found[1], linecache.getline(source, found[1]).strip()


def _container(game: Any, line: tuple[int, str] | None) -> tuple[str, str] | None:
    """Why, and what instead, where the line uses a list, dict or set of the game's module."""
    module = inspect.getmodule(type(game))
    for word in re.findall(r"\w+", line[1]) if line else ():
        value = getattr(module, word, None)
        if isinstance(value, (list, dict, set, frozenset)):
            return f"{word} is a {type(value).__name__}", "use a tuple or a NumPy array"
    return None


def _attribute(game: Any, said: str) -> tuple[str, str] | None:
    """Why, and what instead, where an attribute of the game is one that machine code cannot read."""
    match = re.search(r"self\.(\w+) is a \w+; compiled", said)
    if not match:
        return None
    value = getattr(game, match[1], None)
    if callable(value):
        return f"self.{match[1]} is decorated", "write it as a plain method"
    return f"self.{match[1]} is a {type(value).__name__}", "keep numbers, tuples or NumPy arrays in attributes"


def _reason(said: str) -> tuple[str, str]:
    flat = re.sub(r"\s+", " ", said)
    for pattern, why, instead in REASONS:
        if match := re.search(pattern, flat):
            groups = [group for group in match.groups() if group]
            for number, group in enumerate(groups, 1):
                why = why.replace(f"\\{number}", _short(group))
            return why, instead
    return WITHOUT_REASON


def _short(words: str) -> str:
    """The compiler's name of a type in fewer letters."""
    words = re.sub(r"Literal\[(\w+)\]\([^)]*\)", r"\1", words)
    words = words.replace("int64", "int").replace("float64", "float").replace("unicode_type", "str")
    return words if len(words) <= 60 else f"{words[:57]}…"
