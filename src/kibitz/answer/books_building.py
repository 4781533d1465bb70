"""Building an opening book: every position to this many plies, solved or searched, in pieces that are kept."""

from __future__ import annotations

import contextlib
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.answer.analyse import analyse_with
from kibitz.answer.books_levels import Levels
from kibitz.answer.options import Options
from kibitz.answer.solve import Solver
from kibitz.errors import BadInput, DoesNotFit
from kibitz.game import CHANCE, Game, State
from kibitz.game.repeating import counts_repetition
from kibitz.games import GameSource
from kibitz.lookup.book_file import EXACT, BookFile, Judged, book_key, write_values
from kibitz.lookup.same_rules import identity, refuse_other
from kibitz.lookup.shared_words import Lent, SharedWords
from kibitz.lookup.transposition import NO_MOVE, TO_THE_END, words_of
from kibitz.native.override import override
from kibitz.pieces import Estimate, Piece, Spread
from kibitz.search.engine.engine import Engine, table_size
from kibitz.search.retrograde.job import Job
from kibitz.search.soundness import payoff

LONGEST_EFFORT = 1 << 31  # nodes: what took this many is the last that a table forgets
MOST_PIECES = 2_000  # of a book: each is a file until it is done
HELD = struct.Struct("<QdI")  # of a position in a piece: key, value, depth


@dataclass(frozen=True)
class BookPlan:
    """What a book is to hold: every position to this many plies from one, and how each is judged.

    Without `depth` and `seconds`, limits for every position, they are solved.
    """

    plies: int
    depth: int | None = None
    seconds: float | None = None
    start: str = ""  # the position it begins with, in the game's notation; "": the initial one

    @property
    def is_solved(self) -> bool:
        """Is every value proven?"""
        return self.depth is None and self.seconds is None

    def json(self) -> dict[str, Any]:
        """What the file says of it."""
        limits = {"depth": self.depth, "seconds": self.seconds, "start": self.start}
        return {"plies": self.plies, **{name: limit for name, limit in limits.items() if limit}}


class SharedMemory(NamedTuple):
    """Memory for a hash table that all workers of this machine use."""

    memory: SharedWords | Lent
    megabytes: float

    @staticmethod
    @contextlib.contextmanager
    def for_workers(game: Game, spread: Spread, megabytes: float | None) -> Iterator[SharedMemory | None]:
        """As much as a table takes; None where there is one worker, or they do not share memory.

        Not more for more workers: a larger table is further from the processor, which costs more than it saves.
        """
        workers = getattr(spread, "shares_memory", 1)
        total = table_size(game, megabytes)
        try:
            memory = SharedWords(words_of(total)) if workers > 1 else None
        except OSError:
            memory = None
        try:
            yield None if memory is None else SharedMemory(memory, total)
        finally:
            if memory is not None:
                memory.close()


class Judging:
    """Judges positions one after the other: the work of a piece. What it has compiled and learned, it keeps."""

    def __init__(
        self,
        source: GameSource,
        plan: BookPlan,
        megabytes: float | None = None,
        interpreted: bool = False,
        known: str | None = None,
        shared: SharedMemory | None = None,
    ) -> None:
        """`known` is the file of a solved book of the game: a search need not go beyond its positions.

        `megabytes` is for a hash table of its own; `shared` is memory for one table of all who judge positions.
        """
        self._given = source, plan, megabytes, interpreted, known, shared
        self._book: BookFile | None = None
        self._engine: Engine | None = None
        self._solver: Solver | None = None
        self._game: Game | None = None

    @override
    def __reduce__(self) -> tuple[Any, ...]:
        return Judging, self._given

    @property
    def game(self) -> Game:
        """The game, made once."""
        if self._game is None:
            self._game = self._given[0].game()
        return self._game

    def warm_up(self, states: list[State]) -> None:
        """Have everything compiled."""
        if self._given[1].is_solved and states:
            self._proving(states[0])

    def __call__(self, states: list[State]) -> list[tuple[float, int]]:
        """The value of each for its player to move, and the depth it was searched to."""
        return [self._judged(s) for s in states]

    def _judged(self, s: State) -> tuple[float, int]:
        _, plan, megabytes, interpreted, _, _ = self._given
        if plan.is_solved:
            if (engine := self._proving(s)) is not None:
                return engine.prove_from(s, self._guess(s, engine)), EXACT
            if self._solver is None:
                limits = Options(megabytes=megabytes, interpreted=interpreted, openings=False)
                self._solver = Solver(self.game, limits)
            found = self._solver.value(s)
            assert isinstance(found, float), "games with a value for every player are refused"
            return found, EXACT
        limits = Options(
            seconds=plan.seconds, depth=plan.depth, megabytes=megabytes, interpreted=interpreted, openings=False
        )
        answer = analyse_with(self.game, limits, s, position="")
        assert isinstance(answer.value, float), "games with a value for every player are refused"
        return answer.value, EXACT if answer.exact else min(answer.search.depth, EXACT - 1)

    def _proving(self, s: State) -> Engine | None:
        """The engine that proves values straight away, with all that it has learned; None: the game is not for it.

        What the table holds of one position is true for the next.
        """
        if self._engine is None:
            _, _, megabytes, interpreted, known, shared = self._given
            words = None if shared is None else shared.memory.words()
            if shared is not None and words is not None:
                megabytes = shared.megabytes
            self._engine = Engine(self.game, megabytes=megabytes, interpreted=interpreted, shared=words)
            if self._engine.can_prove:
                self._engine.begin(s)
                if known is not None and not self.game.has_reversible:
                    self._book = BookFile(known)
                    remember_book(self._engine, self._book)
        return self._engine if self._engine.can_prove else None

    def _guess(self, s: State, engine: Engine) -> float:
        """About what a state is worth: the best of what is known of its moves; else even, as most openings are.

        That takes a sixth fewer nodes than beginning with large wins and losses.
        """
        game = self.game
        best = None if self._book is None else _best_known(game, s, self._book)
        return engine.centre(s) if best is None else best


def _best_known(game: Game, s: State, book: BookFile) -> float | None:
    """The most that a move of a state is worth to the player to move, of those that a book knows."""
    player = game.player(s)
    found = []
    for a in game.actions(s):
        t = game.result(s, a)
        known = None if game.is_terminal(t) else book.value(book_key(game, t))
        if known is not None and known.depth is None:
            first = for_first(game, t, known.value)
            found.append(first if player == 0 else game.at_stake(s) - first)
    return max(found, default=None)


def remember_book(engine: Engine, book: BookFile) -> None:
    """Put what a book has proven into the table of an engine, to be kept longest, for a game that it can prove.

    All of the table is in use from then on, because to let it grow with them would take longer than to put them there.
    """
    engine.table.use_all()
    middle = engine.game.utility_sum / 2
    for key, judged in book.entries():
        if judged.depth is None:
            value = judged.value - middle
            signed = key - (1 << 64) if key >> 63 else key
            engine.table.store(signed, value, value, TO_THE_END, NO_MOVE, LONGEST_EFFORT)


def build_book(
    source: GameSource,
    plan: BookPlan,
    job: Job,
    *,
    megabytes: float | None = None,
    within: float | None = None,
    known: str | None = None,
    tell: Callable[[str], None] | None = None,
) -> tuple[int, int]:
    """Build a book and write it to `job.out`; how many positions it has, and how many are still to be judged.

    Stopped by Ctrl-C or after `within` seconds, it writes what it has so far, and the same call goes on from there;
    killed in any other way, it goes on from the pieces in the job's folder. `KeyboardInterrupt` is raised again. `tell`
    is called with a sentence about how large it is, before the long part. `known` is the file of another book of the
    game that holds some of the values, or values further on.
    """
    began = time.monotonic()
    game = source.game()
    if plan.is_solved and counts_repetition(game):
        raise DoesNotFit(
            f"{game.facts.name!r} cannot be solved for a book: positions that come up again end it; "
            "limit the search with --depth"
        )
    levels = Levels.of(game, game.parse(plan.start) if plan.start else game.initial(), plan.plies, job.progress)
    wanted = levels.unresolved() if plan.is_solved else _all(levels)
    if tell is not None:
        doing = "solved" if plan.is_solved else "searched"
        tell(f"the book has {len(levels):,} positions; {len(wanted):,} of them are to be {doing}")
        if plan.is_solved and game.facts.chance:
            name = game.facts.name
            tell(f"{name!r} has dice: to solve a first position may take minutes; --depth N searches instead")
    job.claim({"book": plan.json(), **identity(game)})
    states = levels.states()
    judged = _found(job)
    if known is not None:
        judged |= _taken_over(game, known, wanted, plan)
    pieces = _cut(wanted, judged)
    estimate = Estimate(len(wanted))
    waiting = {piece.name: piece.argument for piece in pieces}
    is_interrupted = False
    arguments = (Piece(piece.name, [states[key] for key in piece.argument]) for piece in pieces)
    job.progress(f"{len(judged):,} of {len(wanted):,} positions")
    with SharedMemory.for_workers(game, job.spread, megabytes) as shared:
        work = Judging(source, plan, megabytes, job.interpreted, known, shared)
        try:
            for name, values in job.spread(work, _until(arguments, began, within)):
                held = {
                    key: Judged(value, None if depth == EXACT else depth)
                    for key, (value, depth) in zip(waiting[name], values, strict=True)
                }
                job.pieces.write(f"judged-{name}", [_packed(held)])
                judged |= held
                job.progress(f"{len(judged):,} of {len(wanted):,} positions{estimate.words(len(judged))}")
        except KeyboardInterrupt:
            is_interrupted = True
    left = len(wanted) - len(judged)
    held = backed_up(levels, judged)
    header = {**plan.json(), **identity(game), **({"unfinished": True} if left else {})}
    write_values(job.out, header, sorted(held.items()))
    if is_interrupted:
        raise KeyboardInterrupt
    if not left:
        job.clear()
    return len(held), left


def _taken_over(game: Game, path: str, wanted: Iterable[int], plan: BookPlan) -> dict[int, Judged]:
    """What another book has of the positions that are wanted; `Unusable` or `BadInput` where it is of no use."""
    book = BookFile(path)
    refuse_other(game, book.header, path)
    if not plan.is_solved or not book.holds_values or not book.header["solved"]:
        raise BadInput(f"{path!r} can only help where both books are solved")
    found = ((key, book.value(key)) for key in wanted)
    return {key: judged for key, judged in found if judged is not None}


def _all(levels: Levels) -> list[int]:
    """Every position, ply by ply, the likeliest of each ply first."""
    return [key for level in levels.plies for key in sorted(level, key=lambda each: (levels.rank[each], each))]


def _cut(keys: list[int], done: Iterable[int]) -> list[Piece]:
    """What is left to judge, in pieces of neighbours, each named by its first key."""
    left = [key for key in keys if key not in done]
    size = max(1, -(-len(keys) // MOST_PIECES))
    return [Piece(f"{left[at]:016x}", left[at : at + size]) for at in range(0, len(left), size)]


def _until(pieces: Iterator[Piece], began: float, within: float | None) -> Iterator[Piece]:
    """The pieces, until the time is over."""
    for piece in pieces:
        if within is not None and time.monotonic() - began > within:
            return
        yield piece


def _packed(held: dict[int, Judged]) -> bytes:
    depths = ((key, each.value, EXACT if each.depth is None else each.depth) for key, each in held.items())
    return b"".join(HELD.pack(*each) for each in depths)


def _found(job: Job) -> dict[int, Judged]:
    """What an earlier run of the same build has judged."""
    held: dict[int, Judged] = {}
    for name in job.pieces.names("judged-"):
        for key, value, depth in HELD.iter_unpack(job.pieces.read(name)):
            held[key] = Judged(value, None if depth == EXACT else depth)
    return held


def backed_up(levels: Levels, judged: dict[int, Judged]) -> dict[int, Judged]:
    """What all positions are worth for which that is known: from those a ply later, where all of these are known."""
    held = dict(judged)
    game = levels.game
    for ply in range(len(levels.plies) - 2, -1, -1):
        for key, s in levels.plies[ply].items():
            found = from_children(game, s, held, levels.plies[ply + 1])
            if found is not None:
                held[key] = found
    return held


def from_children(game: Game, s: State, held: dict[int, Judged], deeper: dict[int, State]) -> Judged | None:
    """The value of a position by those that follow; None where one of them is not known, or is not a ply later."""
    player = game.player(s)
    best: float | None = None
    expected, depth = 0.0, EXACT
    weights = dict(game.outcomes(s)) if player == CHANCE else {}
    for a in game.choices(s):
        t = game.result(s, a)
        if game.is_terminal(t):
            first = payoff(game, t, 0)
        else:
            key = book_key(game, t)
            child = held.get(key) if key in deeper else None
            if child is None:
                return None
            first = for_first(game, t, child.value)
            depth = depth if child.depth is None else min(depth, child.depth + 1)
        if player == CHANCE:
            expected += weights[a] * first
        else:
            own = first if player == 0 else game.at_stake(s) - first
            best = own if best is None else max(best, own)
    value = expected if player == CHANCE else best
    return None if value is None else Judged(value + 0.0, None if depth == EXACT else depth)


def for_first(game: Game, s: State, value: float) -> float:
    """What a value for the player to move, or for player 0 where that is CHANCE, is worth to player 0."""
    return value if game.player(s) in (0, CHANCE) else game.at_stake(s) - value
