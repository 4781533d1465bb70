"""Why a game cannot be compiled, in a sentence: which method, which line, why, and what to write instead.

Where several lines stand in the way, each has a line of its own below the sentence. A rule that compiles is never
blamed: each is compiled by itself first.
"""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import enum
import inspect
import sys
import time
from collections.abc import Iterator
from typing import Any

from kibitz.native.jit import jit
from kibitz.native.refusing import compiler_words
from kibitz.native.refusing.obstacles import Obstacle, found_in
from kibitz.native.refusing.rule_sources import Source, reached
from kibitz.native.values.records import is_record, items_of, record_fields

# What searches ask as machine code, and what they pass; `initial` last, since it can be refused for what others do.
ASKED = {
    "result": ("s", "a"),
    "actions": ("s",),
    "is_terminal": ("s",),
    "player": ("s",),
    "utility": ("s", "0"),
    "evaluate": ("s", "0"),
    "outcomes": ("s",),
    "candidates": ("s",),
    "order": ("s", "a"),
    "key": ("s",),
    "bounds": ("s",),
    "proof": ("s",),
    "symmetric": ("s",),
    "is_memorable": ("s",),
    "is_quiet": ("s",),
    "is_noisy": ("s", "a"),
    "is_reducible": ("s", "a"),
    "passed": ("s",),
    "previous": ("s",),
    "stakes": ("s", "0"),
    "at_stake": ("s",),
    "depth_spent": ("s",),
    "initial": (),
}
NEEDED = ("result", "actions", "is_terminal", "player", "utility", "initial")
LOOPED_OVER = ("actions", "outcomes", "candidates", "symmetric", "passed", "previous")
ENOUGH = 6  # obstacles that are named
MOST_SECONDS = 4.0  # for finding more of them, once there is one


def explain(game: Any, error: Exception) -> str:
    """The sentence about a game that the compiler refused with this error, and a line for each further obstacle."""
    slow = f"{game.facts.name!r} runs as plain Python, which is slow"
    found = _obstacles(game) or [_from_error(game, error)]
    first, *others = (_told(obstacle) for obstacle in found[:ENOUGH])
    return "\n".join([f"{slow}: {first}", *(f"  also {other}" for other in others)])


def _told(obstacle: Obstacle) -> str:
    place = f", line {obstacle.number} ({obstacle.line})" if obstacle.line else ""
    return f"{obstacle.method}{place} cannot be compiled: {obstacle.why}; {obstacle.instead}"


def _obstacles(game: Any) -> list[Obstacle]:
    """What stands in the way, rule by rule."""
    s = game.initial()
    if fault := _state_fault(game, s):
        return [fault]
    rules = [rule for rule in ASKED if _is_asked(game, rule)]
    return _by_reading(game, s, rules) or _by_compiling(game, s, rules)


def _by_reading(game: Any, s: Any, rules: list[str]) -> list[Obstacle]:
    """What never compiles in the source of rules that do not: only rules in which there is such a thing are tried."""
    found: dict[Obstacle, None] = {}
    for rule in rules:
        seen = [obstacle for source in reached(game, s, rule) for obstacle in found_in(game, source)]
        certain = [obstacle for obstacle in seen if obstacle.certain]
        if not found.keys() >= set(certain) and refusal(game, s, rule) is not None:
            found |= dict.fromkeys(certain)
    return list(found)


def _by_compiling(game: Any, s: Any, rules: list[str]) -> list[Obstacle]:
    """What the compiler itself says, rule by rule: an innocent `initial` is tried only where all others compile."""
    found: dict[tuple[str, int], Obstacle] = {}
    begun = time.monotonic()
    for rule in rules:
        if found and (rule == "initial" or time.monotonic() - begun > MOST_SECONDS):
            break
        if (said := refusal(game, s, rule)) is not None:
            obstacle = _from_words(game, rule, reached(game, s, rule), said)
            found.setdefault((obstacle.line, obstacle.number), obstacle)
            if "the states differ in type" in said:  # then what else is said of them may follow from that
                break
    return list(found.values())


def _is_asked(game: Any, rule: str) -> bool:
    """Does a search ask this of the game, and is the answer the game's own?"""
    function = inspect.getattr_static(type(game), rule, None)
    if not inspect.isfunction(function) or (rule == "outcomes" and not game.facts.chance):
        return False
    return rule in NEEDED or not str(function.__module__).startswith("kibitz.game")


def refusal(game: Any, s: Any, rule: str) -> str | None:
    """What the compiler says against a rule; None where it compiles, or cannot be tried."""
    from kibitz.native.compiling.compiler import obstacle
    from kibitz.native.values.cells import handed

    names = ASKED[rule]
    given = [game]
    with contextlib.suppress(Exception):
        given += [handed(game, s, s)] if "s" in names else []
        if "a" in names:
            given.append(next(iter(game.choices(s))))
    if len(given) < 1 + ("s" in names) + ("a" in names):
        return None
    return obstacle(_probe(rule, names), *given)


def _probe(rule: str, names: tuple[str, ...]) -> Any:
    """A function that asks one question of a game."""
    passed = ", ".join(names)
    taken = ", ".join(["game", *(name for name in names if name.isalpha())])
    body = f"return game.{rule}({passed})"
    if rule in LOOPED_OVER:
        body = f"n = 0\n    for _ in game.{rule}({passed}): n += 1\n    return n"
    scope: dict[str, Any] = {"__name__": __name__}
    exec(f"def probe({taken}):\n    {body}", scope)
    return jit(scope["probe"])


def _from_words(game: Any, rule: str, sources: list[Source], said: str) -> Obstacle:
    """The obstacle that the compiler's own words tell of, or what can be seen on the line that they name."""
    place = compiler_words.place(said, sources)
    why, instead = compiler_words.reason(said, place)
    if place is None and not sources:
        return Obstacle(rule, 0, "", why, instead)
    source, number = place or (sources[0], _returned(sources[0]))
    suspects = found_in(game, source)
    seen = [obstacle for obstacle in suspects if obstacle.number == number]
    if not seen and why == compiler_words.WITHOUT_REASON[0]:
        seen = [obstacle for obstacle in suspects if source.gives_name(obstacle.number, used_on=number)]
    return seen[0] if seen and place else Obstacle(source.name, number, source.line(number), why, instead)


def _from_error(game: Any, error: Exception) -> Obstacle:
    """The obstacle where every rule compiles by itself: what came up in the middle of a search."""
    sources = [source for rule in NEEDED for source in reached(game, game.initial(), rule)]
    place = compiler_words.place(str(error), sources)
    why, instead = compiler_words.reason(str(error), place)
    if place is None:
        return Obstacle("its rules", 0, "", why, instead)
    return Obstacle(place[0].name, place[1], place[0].line(place[1]), why, instead)


# ---------------------------------------------------------------- states


def _state_fault(game: Any, s: Any) -> Obstacle | None:
    """What is wrong with the type of the game's states; None where machine code can hold it."""
    for name, value in _parts(s):
        if not _is_held(value):
            what = f"field {name!r} of its state" if name else "its state"
            source = next(iter(reached(game, s, "initial")), None)
            number = _returned(source) if source else 0
            return Obstacle("initial", number, source.line(number) if source else "", *_state_cure(what, name, value))
    return None


def _is_held(value: Any) -> bool:
    """Can machine code hold this value as part of a state?"""
    from numba import typeof

    from kibitz.native.objects.state_types import is_value_type
    from kibitz.native.values.records import entering

    try:
        is_array = getattr(getattr(value, "dtype", None), "kind", "i") in "biuf"
        return is_array and is_value_type(typeof(entering(value)))
    except (ValueError, OverflowError):
        return False


def _parts(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every part of a state with its name, the innermost first."""
    names: tuple[str, ...] = ()
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None) or tuple(f"[{index}]" for index in range(len(value)))
    elif is_record(type(value)):
        cls: Any = type(value)
        names, value = record_fields(cls), items_of(value)
    for inside, item in zip(names, value if names else (), strict=True):
        joint = "." if name and not inside.startswith("[") else ""
        yield from _parts(item, f"{name}{joint}{inside}")
    yield name, value


def _state_cure(what: str, name: str, value: Any) -> tuple[str, str]:
    """Why a part of a state cannot be held, and what to write instead."""
    last = name.split(".")[-1] or "state"
    kind = type(value).__name__
    if isinstance(value, enum.Enum):
        return f"{what} is a {kind}, which is more than a plain Enum", "make it an Enum or an IntEnum"
    if isinstance(value, int):
        return f"{what} does not fit in 64 bits", "use several numbers"
    if value is None:
        return f"{what} is None", "use a number that stands for it, such as -1"
    if isinstance(value, str):
        return f"{what} is a text of {len(value)} letters", "use a tuple of small numbers, or a text of up to 64 bytes"
    if isinstance(value, dict):
        return f"{what} is a dict", "make it a NamedTuple or a @dataclass(frozen=True), with a field for each key"
    if isinstance(value, list):
        return f"{what} is a list", f"make it a tuple: tuple({last})"
    if isinstance(value, (set, frozenset)):
        return f"{what} is a {kind}", "use a tuple of bools, or the bits of an int"
    if hasattr(value, "dtype"):
        return f"{what} is an array of {value.dtype}", "make it an array of np.int64"
    if dataclasses.is_dataclass(value):
        return f"{what} is a {kind}, a dataclass that is not plain and frozen", "write @dataclass(frozen=True) above it"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{what} is a {kind}, which has operators of its own", "give them names: def plus(self, other)"
    if type(value).__module__ not in sys.stdlib_module_names:
        return f"{what} is a {kind}, a class of its own", "make it a NamedTuple or a @dataclass(frozen=True)"
    return f"{what} is a {kind}", "use ints, floats, short texts, tuples or small NumPy arrays"


def _returned(source: Source) -> int:
    """The line on which a function returns; where it begins, if there is none or several."""
    lines = [node.lineno for node in ast.walk(source.definition) if isinstance(node, ast.Return)]
    return lines[0] if len(lines) == 1 else source.definition.lineno
