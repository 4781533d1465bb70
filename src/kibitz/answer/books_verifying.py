"""Is an opening book right? Every byte, every position against those that follow, and some against the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from kibitz.answer.books_building import BookPlan, Judging, from_children
from kibitz.answer.books_levels import Levels
from kibitz.game import Game, State
from kibitz.games import GameSource
from kibitz.lookup.book_file import BookFile, Judged

Tell = Callable[[str], None]


def faults(game: Game, book: BookFile, progress: Tell) -> Iterator[str]:
    """What is wrong with a book of values, a sentence each: entries that do not follow from those a ply later.

    `Unusable` is raised where it is damaged.
    """
    book.check()
    if not book.holds_values:
        return
    held: dict[int, Judged] = dict(book.entries())
    levels = levels_of(game, book, progress)
    strangers = held.keys() - levels.states().keys()
    if strangers:
        yield f"{len(strangers):,} positions cannot be reached within {book.plies} plies"
    if not book.header.get("unfinished") and len(held) < len(levels):
        yield f"{len(levels) - len(held):,} positions are missing"
    for ply, level in enumerate(levels.plies[:-1]):
        progress(f"ply {ply}")
        for key, s in level.items():
            wanted = from_children(game, s, held, levels.plies[ply + 1])
            if wanted is not None and held.get(key) != wanted:
                yield f"{game.text(s)!r} is {_said(held.get(key))}, but by its moves {_said(wanted)}"


def levels_of(game: Game, book: BookFile, progress: Tell) -> Levels:
    """The positions that a book of values is about."""
    start = book.header.get("start", "")
    return Levels.of(game, game.parse(start) if start else game.initial(), book.plies, progress)


def sampled_faults(
    source: GameSource, book: BookFile, number: int, seed: int, interpreted: bool, progress: Tell
) -> Iterator[str]:
    """Which of this many positions, drawn by chance, are worth something else than a solved book says, in sentences."""
    game = source.game()
    states = levels_of(game, book, progress).states()
    held = [(key, judged) for key, judged in book.entries() if judged.depth is None]
    judging = Judging(source, BookPlan(book.plies), None, interpreted)
    drawn = random.Random(seed).sample(held, min(number, len(held)))
    for done, (key, judged) in enumerate(drawn, 1):
        s: State = states[key]
        value = judging([s])[0][0]
        progress(f"{done:,} of {len(drawn):,} positions solved")
        if value != judged.value:
            yield f"{game.text(s)!r} is {_said(judged)}, but the engine finds {value:g}"


def _said(judged: Judged | None) -> str:
    if judged is None:
        return "not in the book"
    return f"{judged.value:g}" + ("" if judged.depth is None else f" (depth {judged.depth})")
