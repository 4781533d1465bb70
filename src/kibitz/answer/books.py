"""Answers that an opening book gives at once: every move is looked up, and nothing is searched or compiled."""

from __future__ import annotations

import time
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from kibitz.answer.analysis import Analysis, MoveReport, SearchReport, mover, words_for
from kibitz.answer.certainty import outcome_of
from kibitz.answer.options import Options
from kibitz.errors import BadInput, Unusable
from kibitz.game import CHANCE, Action, Game, State
from kibitz.game.repeating import used_up
from kibitz.lookup.book_file import BookFile, Judged, book_key
from kibitz.lookup.naming import file_name, shipped_name, source_file
from kibitz.lookup.same_rules import refuse_other
from kibitz.saving import data_folder
from kibitz.search.soundness import payoff
from kibitz.search.ties import is_more

ENDING = "book"
# What asks for a search, whatever a book knows: limits that only a search has, and what goes with one algorithm.
ABOUT_SEARCHES = ("depth", "nodes", "techniques", "outcomes", "worlds", "iterations", "simulations", "strategy")

_Stamp = tuple[str, int, int]
_opened: dict[_Stamp, BookFile] = {}
_damaged: dict[_Stamp, str] = {}  # why nobody can use it
_said: set[_Stamp] = set()


@dataclass
class _Looked:
    """What was found out about the books of one game, once: it takes some tenths of a millisecond."""

    game: weakref.ref[Game]
    name: str  # of its file
    refused: dict[_Stamp, str] = field(default_factory=dict)  # why a file cannot be used for it; "": it can


_looked: dict[int, _Looked] = {}


def built_path(game: Game) -> Path:
    """Where the book of a game is that this user has built, or would be."""
    return data_folder() / "books" / _looked_at(game).name


def shipped_path(game: Game) -> Path | None:
    """Where the book is, if there is one, that comes with a game of Kibitz's own: beside its rules."""
    source = source_file(game) if shipped_name(game) else None
    return None if source is None else source.parent / _looked_at(game).name


def book_paths(game: Game, named: str | None = None) -> list[Path]:
    """The files in which a book of a game may be, the first to be asked first."""
    if named is not None:
        return [Path(named)]
    return [path for path in (built_path(game), shipped_path(game)) if path is not None]


def open_book(game: Game, path: Path) -> BookFile:
    """The book in a file; `Unusable` where it is damaged, or not of the rules of this game."""
    book = BookFile(path)
    refuse_other(game, book.header, path)
    return book


def books_for(game: Game, options: Options) -> Iterator[BookFile]:
    """The books that may be asked about a game; `BadInput` where one is named that is not there.

    A file that cannot be used is left out: `with_book_told` tells why. A named book of games is refused: what a move is
    worth it does not say.
    """
    if not options.openings or game._kibitz_within is not None or game.facts.hidden:
        return
    for path in book_paths(game, options.book):
        stamp = _stamp(path)
        if stamp is None:
            if options.book is not None:
                raise BadInput(f"there is no book {options.book!r}")
            continue
        if _refusal(game, path, stamp) == "":
            if options.book is not None and not _opened[stamp].holds_values:
                raise BadInput(f"{options.book!r} holds what was played: look into it with 'kibitz book show --book'")
            yield _opened[stamp]


def _refusal(game: Game, path: Path, stamp: _Stamp) -> str:
    """Why a file cannot be used for a game, in a sentence; empty where it can, and it is open then."""
    refused = _looked_at(game).refused
    if stamp not in refused:
        try:
            if stamp not in _opened:
                _opened[stamp] = BookFile(path)
            refuse_other(game, _opened[stamp].header, path)
            refused[stamp] = ""
        except Unusable as error:
            refused[stamp] = str(error)
    return _damaged.get(stamp, refused[stamp])


def _looked_at(game: Game) -> _Looked:
    known = _looked.get(id(game))
    if known is None or known.game() is not game:
        number = id(game)
        forget = weakref.ref(game, lambda _: _looked.pop(number, None))
        known = _looked[number] = _Looked(forget, file_name(game, ENDING))
    return known


def book_answer(game: Game, s: State, options: Options, position: str) -> Analysis | None:
    """Every legal move of a state that goes on, judged by an opening book; None where none knows them all.

    None, too, where the options ask for a search, or for an exact answer of a book that is not solved.
    """
    began = time.perf_counter()
    if not may_answer(options) or mover(game, s) == CHANCE:
        return None
    for book in books_for(game, options):
        try:
            if book.holds_values and (found := Looking(game, book, options).answer(s, position)) is not None:
                return replace(found, search=replace(found.search, seconds=time.perf_counter() - began))
        except Unusable as error:
            leave_out(book, error)
    return None


def value_in_book(game: Game, s: State, options: Options) -> float | None:
    """The proven value of a state for the player to move, where a book has it and no search is asked for."""
    if not may_answer(options) or game.is_terminal(s):
        return None
    for book in books_for(game, options):
        try:
            if (found := Looking(game, book, options).value(s)) is not None and found.depth is None:
                return found.value
        except Unusable as error:
            leave_out(book, error)
    return None


def is_in_book(game: Game, s: State, options: Options) -> bool:
    """Does a book know a state, and may it answer? Then nothing need be found out about the game before it is asked."""
    if not may_answer(options) or game.is_terminal(s) or game.player(s) == CHANCE:
        return False
    return any(Looking(game, book, options).knows(s) for book in books_for(game, options))


def with_book_told(answer: Analysis, options: Options) -> Analysis:
    """An answer whose note says, once, why a book was left out."""
    if not options.openings or answer.game._kibitz_within is not None:
        return answer
    sentences = [answer.note]
    refused = _looked_at(answer.game).refused
    for path in book_paths(answer.game, options.book) if refused else ():
        stamp = _stamp(path)
        why = "" if stamp is None else _damaged.get(stamp, refused.get(stamp, ""))
        if stamp is not None and why and stamp not in _said:
            _said.add(stamp)
            sentences.append(f"{why}; it is left out")
    return replace(answer, note="; ".join(sentence for sentence in sentences if sentence))


def may_answer(options: Options) -> bool:
    """Do the options leave it open whether anything is searched?"""
    given = options.given()
    return options.openings and options.algorithm == "auto" and not any(name in given for name in ABOUT_SEARCHES)


def leave_out(book: BookFile, why: Unusable) -> None:
    """Ask an open book no more: a part of it was found to be damaged."""
    stamp = _stamp(Path(book.path))
    if stamp is not None:
        _damaged[stamp] = str(why)


def name_of(book: BookFile) -> str:
    """The file of a book, as people know it: those that Kibitz looks for by their name alone."""
    path = Path(book.path)
    games = Path(__file__).parent.parent / "games"
    is_found = path.parent == data_folder() / "books" or games in (path.parent, path.parent.parent)
    return path.name if is_found else str(path)


@dataclass
class Looking:
    """Looks states of one game up in a book of values."""

    game: Game
    book: BookFile
    options: Options
    count: int = field(init=False, default=0)  # of the states that were looked at

    def value(self, s: State) -> Judged | None:
        """What a state is worth to the player to move (to player 0 where that is CHANCE); None where nobody knows."""
        self.count += 1
        if self.game.is_terminal(s):
            return Judged(payoff(self.game, s, 0), None)
        return self.book.value(book_key(self.game, s))

    def knows(self, s: State) -> bool:
        """Is the first of the moves known, so that all are likely to be?"""
        try:
            return self.book.holds_values and any(self.after(s, a) is not None for a in islice(self.game.actions(s), 1))
        except Unusable as error:
            leave_out(self.book, error)
            return False

    def first_share(self, s: State, value: float) -> float:
        """What a value of a state as `value` gives it is worth to player 0."""
        is_first = self.game.is_terminal(s) or self.game.player(s) in (0, CHANCE)
        return value if is_first else self.game.at_stake(s) - value

    def after(self, s: State, a: Action) -> Judged | None:
        """What an action is worth to the player who takes it; None where nobody knows."""
        t = self.game.result(s, a)
        found = self.value(t)
        if found is None:
            return None
        first = self.first_share(t, found.value)
        own = first if self.game.player(s) == 0 else self.game.at_stake(s) - first
        return Judged(own + 0.0, None if found.depth is None else found.depth + 1)

    def answer(self, s: State, position: str) -> Analysis | None:
        """Every legal move; None where the book does not know them all, or a proof is wanted that it does not have."""
        game, rows = self.game, list[tuple[Action, Judged]]()
        if self.book.value(book_key(game, s)) is None or used_up(game, self.options.history):
            return None
        for a in game.actions(s):
            found = self.after(s, a)
            if found is None or (found.depth is not None and not self.options.is_limited):
                return None
            rows.append((a, found))
        most = max(judged.value for _, judged in rows)
        moves = sorted((self._move(s, a, judged, most) for a, judged in rows), key=lambda move: move.loss)
        best = moves[0]
        if best.outcome != "draw" and self._comes_round(s):
            return None
        exact = all(judged.depth is None for _, judged in rows)
        depth = min((judged.depth for _, judged in rows if judged.depth is not None), default=self.book.plies)
        did = SearchReport("book", depth, self.count, 0.0, stopped_by="book")
        note = f"{'exact values, ' if exact else ''}looked up in the opening book {name_of(self.book)!r}"
        answer = Analysis(game, s, position, mover(game, s), exact, best.move, best.value, best.words, (), did, note)
        return replace(answer, moves=tuple(moves))

    def _move(self, s: State, a: Action, judged: Judged, most: float) -> MoveReport:
        game, exact = self.game, judged.depth is None
        text = game.action_text(s, a)
        words = words_for(game, s, judged.value, exact, judged.depth)
        loss = most - judged.value if is_more(most, judged.value) else 0.0
        outcome = outcome_of(game, s, judged.value, exact)
        line = (text, *(game.action_text(at, best) for at, best in self._play(game.result(s, a))))
        return MoveReport(text, a, judged.value, words, loss, line, exact=exact, outcome=outcome)

    def _play(self, s: State) -> Iterator[tuple[State, Action]]:
        """Best play from a state, as far as the book tells it, or to where it comes round again."""
        game, been = self.game, set[int]()
        while not game.is_terminal(s) and game.player(s) != CHANCE and (known := self.value(s)) is not None:
            best = next((a for a in game.actions(s) if self._keeps(s, a, known.value)), None)
            if best is None or int(game.key(s)) in been:
                return
            been.add(int(game.key(s)))
            yield s, best
            s = game.result(s, best)

    def _comes_round(self, s: State) -> bool:
        """Does best play by the book come back to where it was? A book has no distances: it would never win."""
        game, been = self.game, set[int]()
        for at, best in self._play(s):
            been.add(int(game.key(at)))
            if int(game.key(game.result(at, best))) in been:
                return True
        return False

    def _keeps(self, s: State, a: Action, value: float) -> bool:
        found = self.after(s, a)
        return found is not None and found.value == value


def _stamp(path: Path) -> _Stamp | None:
    """What tells one state of a file from the next; None where there is none."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return str(path.absolute()), found.st_mtime_ns, found.st_size
