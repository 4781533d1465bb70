"""Running a search: as machine code where the game allows it, as plain Python where it does not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz.native.compiling.undoing import Undo
from kibitz.native.jit import Jit
from kibitz.native.numba_at_hand import can_compile, may_compile
from kibitz.native.refusing import refusals
from kibitz.native.tuples import shaped
from kibitz.native.values.cells import LeavesItsByte, handed, has_cells, is_wide, widen
from kibitz.native.workers import Call, all_of, first_of

_interpreted: set[tuple[type, str]] = set()  # games beyond the compiler
_has_run: set[type] = set()  # as machine code
_asked_for: set[tuple[Jit[..., Any], type]] = set()  # refusals of earlier processes, looked up once
_outgrown: set[tuple[type, str]] = set()  # games that turned out to be beyond the compiler in the middle of a search


class Search(NamedTuple):
    """The call `function(game, s, *arguments)`."""

    function: Jit[..., Any]
    game: Any
    s: Any
    arguments: tuple[Any, ...]

    def compile(self) -> None:
        """Compile the function for these arguments; raises `CannotCompile` or `OverflowError` where they forbid it."""
        self.function.compiled.prepare(self.game, _fitted(self.game, self.s), *self.arguments)

    def compiled(self) -> Call:
        """The call, as machine code."""
        return Call(self.function.compiled, self.game, _fitted(self.game, self.s), *self.arguments)

    def interpreted(self) -> Call:
        """The call, as plain Python."""
        return Call(self.function, self.game, self.s, *self.arguments)


def run(function: Jit[..., Any], game: Any, s: Any, *arguments: Any, interpreted: bool = False) -> Any:
    """`function(game, s, *arguments)`, as machine code unless `interpreted` or the game does not allow it.

    Runs in a thread of its own: Ctrl-C reaches the caller at once, and stops the search through its watch.
    """

    def stop() -> None:
        for argument in arguments:
            if hasattr(argument, "stop"):
                argument.stop()

    return _compiled_or_not([Search(function, game, s, arguments)], stop, None, interpreted, compile_first=False)


def run_alone(function: Jit[..., Any], *arguments: Any, stop: Callable[[], None], interpreted: bool = False) -> Any:
    """`function(*arguments)`, for a function whose arguments are no game. Ctrl-C calls `stop`."""
    return first_of([Call(function if interpreted else function.compiled, *arguments)], stop)


def prepare_alone(function: Jit[..., Any], *arguments: Any) -> None:
    """Compile a function whose arguments are no game."""
    function.compiled.prepare(*arguments)


def race(calls: list[Any], stop: Callable[[], None], go_on: Callable[[], None] | None, *, interpreted: bool) -> Any:
    """Run `function(game, s, *arguments)` for each (function, game, s, arguments), in a thread each, until one answers.

    `stop` ends the others, and is called on Ctrl-C too; `go_on` takes that back once they have ended.
    """
    return _compiled_or_not([Search(*call) for call in calls], stop, go_on, interpreted, compile_first=True)


def together(calls: list[Any], stop: Callable[[], None], *, interpreted: bool) -> list[Any]:
    """Run `function(game, s, *arguments)` for each (function, game, s, arguments), in a thread each; all answers.

    They come in the order of the calls. Ctrl-C calls `stop`. The calls are compiled first, or run one after the other
    as plain Python.
    """
    searches = [Search(*call) for call in calls]
    if interpreted or not can_compile():
        return [first_of([search.interpreted()], stop) for search in searches]
    answers: list[Any] = _with_wider_cells(searches, lambda calls: all_of(calls, stop), True)
    return answers


def _with_wider_cells(searches: list[Search], made: Callable[[list[Call]], Any], compile_first: bool) -> Any:
    """Make the calls; again, from the start, where a number turned out not to fit the cells of a board."""
    game = searches[0].game
    while True:
        was_wide = is_wide(game)
        calls = [search.compiled() for search in searches]
        is_packed = has_cells(game) and not was_wide
        undo = Undo(given for search in searches for given in search.arguments) if is_packed else None
        try:
            if compile_first:
                searches[0].compile()
            return made(calls)
        except _fall_back() as error:
            # Where another thread has widened the cells meanwhile, types changed under this one: hence any refusal.
            if undo is None or not (isinstance(error, LeavesItsByte) or is_wide(game)):
                raise
            widen(game)
            undo()


def _compiled_or_not(
    searches: list[Search],
    stop: Callable[[], None],
    go_on: Callable[[], None] | None,
    interpreted: bool,
    *,
    compile_first: bool,
) -> Any:
    """Run searches as machine code, or the first of them as plain Python where the game does not allow it.

    `compile_first`: in the caller's own thread, before any search begins. That costs a look at the types.
    """
    first = searches[0]
    if not interpreted and can_compile() and compiles(first.game) and not _was_refused(first):
        try:
            answer = _with_wider_cells(searches, lambda calls: first_of(calls, stop, go_on), compile_first)
            _has_run.add(type(first.game))
            return answer
        except Exception as error:
            if not isinstance(error, _fall_back()):
                raise
            _say_once(first, error)
    return first_of([first.interpreted()], stop)


def compiles(game: Any) -> bool:
    """False once the game has been found to be beyond the compiler, and where there is none."""
    return may_compile() and (not _interpreted or _key(game) not in _interpreted)  # repr of arrays takes long


def is_runnable(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> bool:
    """Compile a function for these arguments. False where the game does not allow it; standard error says so, once."""
    search = Search(function, game, s, arguments)
    if not can_compile() or not compiles(game) or _was_refused(search):
        return False
    error = _obstacle(search)
    if error is not None:
        _say_once(search, error)
    return error is None


def has_compiled(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> bool:
    """Compile a function that a game can do without. False where the game does not allow it; nothing is printed."""
    return can_compile() and _obstacle(Search(function, game, s, arguments)) is None


def both_ways(function: Jit[..., Any], game: Any, s: Any, *arguments: Any) -> tuple[Any, Any]:
    """What `function(game, s, *arguments)` answers in Python, and as machine code; an exception is an answer too."""

    def answer(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except Exception as error:
            return error

    return (
        answer(lambda: function(game, s, *arguments)),
        answer(
            lambda: _with_wider_cells([Search(function, game, s, arguments)], lambda calls: calls[0].answer(), False)
        ),
    )


def has_outgrown(game: Any) -> bool:
    """Did machine code stop being enough after it had begun, as where a number leaves 64 bits, since last asked?

    What was found on the way is then partly of its making.
    """
    found = bool(_outgrown) and _key(game) in _outgrown
    if found:
        _outgrown.discard(_key(game))
    return found


def distrust(game: Any, sentence: str) -> None:
    """Run this game as plain Python from now on, and say why."""
    _interpreted.add(_key(game))
    print(f"kibitz: {sentence}", file=sys.stderr, flush=True)


def _key(game: Any) -> tuple[type, str]:
    return type(game), repr(game)


def _fitted(game: Any, s: Any) -> Any:
    """A state in the shape of the game's initial one, its boards as bytes."""
    from kibitz.native.compiling.compiler import CannotCompile

    try:
        initial = game.initial()
        return handed(game, initial, shaped(initial, s))
    except (ValueError, TypeError) as error:
        raise CannotCompile(f"the states differ in type: {error}") from error


def _obstacle(search: Search) -> Exception | None:
    """What stands in the way of compiling a search; None where it is compiled."""
    try:
        search.compile()
    except _fall_back() as error:
        return error
    return None


def _fall_back() -> tuple[type[Exception], ...]:
    from kibitz.native.compiling.compiler import CannotCompile

    return CannotCompile, OverflowError, LeavesItsByte


def _was_refused(search: Search) -> bool:
    """Did an earlier process find that the game is beyond the compiler? If so, standard error says what it said."""
    asked = search.function, type(search.game)
    if asked in _asked_for:
        return False
    _asked_for.add(asked)
    sentence = refusals.remembered(search.function, search.game)
    if sentence is not None:
        distrust(search.game, sentence)
    return sentence is not None


def _say_once(search: Search, error: Exception) -> None:
    from kibitz.native.compiling.compiler import is_of_the_game
    from kibitz.native.refusing.faults import explain

    game = search.game
    sentence = explain(game, error)
    distrust(game, sentence)
    if type(game) in _has_run:
        _outgrown.add(_key(game))
    elif is_of_the_game(game, search.s, error):
        refusals.remember(search.function, game, sentence)
