"""Win soon, lose late: among moves worth the same, the quickest win and the longest resistance come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf, isfinite
from random import Random

from kibitz.answer.analysis import Analysis, MoveReport
from kibitz.answer.certainty import LOSS, WIN
from kibitz.errors import DoesNotFit, Unsolved
from kibitz.game import Action, Game, State
from kibitz.search.whole.size import few_positions
from kibitz.search.whole.value_iteration import WholeGame

PLAIN_WORDS = ("wins", "loses")  # words to which the plies are added
GAMES_AT_RANDOM, PLIES_AT_RANDOM = 16, 200

Plies = Mapping[str, int]  # to the end of the game, by the text of the move that is made first


def is_counted(game: Game, s: State, move: MoveReport) -> bool:
    """Is a move a proven win or loss of which the plies matter?

    They do not where there are larger and smaller wins: a player who could win by more does not hurry. A game that
    says nothing of the range of its utilities is taken to be one of wins and losses where a value is no more than 1
    from the middle.
    """
    if not move.exact or move.outcome not in (WIN, LOSS) or game.plies_left(s, move.value) >= 0:
        return False
    limits = game.utility_range
    return move.value in limits if all(map(isfinite, limits)) else abs(move.value - game.at_stake(s) / 2) <= 1.0


def may_win_by_more(game: Game, s: State, moves: Iterable[MoveReport]) -> bool:
    """Are there larger wins than these moves lead to? As far as a few games at random show, where no range is said.

    A search that only asks whether a value is reached would let the loser hold out by losing more.
    """
    if all(map(isfinite, game.utility_range)):
        return False
    middle = game.at_stake(s) / 2
    least = min(abs(move.value - middle) for move in moves)
    random = Random(0)
    for _ in range(GAMES_AT_RANDOM):
        here = s
        for _ in range(PLIES_AT_RANDOM):
            if game.is_terminal(here):
                if abs(game.utility(here, 0) - middle) > least:
                    return True
                break
            here = game.result(here, random.choice(list(game.actions(here))))
    return False


def measured(answer: Analysis, plies: Plies, lines: Mapping[str, tuple[str, ...]] | None = None) -> Analysis:
    """An answer with the plies of its moves as far as they are known, in the order that follows from them.

    Of moves that lose, those whose plies are not known resist longest: they were looked at as far as the others.
    `lines` is what best play looks like after a move, where that is known better than before.
    """
    if answer.best is None:
        return answer
    rows = [_with_plies(move, plies.get(move.move), (lines or {}).get(move.move)) for move in answer.moves]
    proven = {WIN: -1, LOSS: 1}  # a guess may be as high as a proven win, and comes behind it; before a proven loss
    ranked = sorted(rows, key=lambda move: (move.loss, proven.get(move.outcome or "", 0), _delay(move, plies)))
    best = ranked[0]
    return replace(
        answer,
        best=best.move,
        value=best.value,
        words=best.words,
        error=best.error,
        distance=best.distance,
        moves=tuple(ranked),
    )


def _with_plies(move: MoveReport, plies: int | None, line: tuple[str, ...] | None) -> MoveReport:
    move = move if line is None else replace(move, line=line)
    if plies is None:
        return move
    words = f"{move.words} in {plies}" if move.words in PLAIN_WORDS else move.words
    return replace(move, distance=plies, words=words)


def _delay(move: MoveReport, plies: Plies) -> float:
    """What a move is ordered by among those worth the same: the least comes first."""
    if move.outcome == WIN:
        return plies.get(move.move, inf)
    return -plies.get(move.move, inf) if move.outcome == LOSS else 0.0


def plies_in(whole: WholeGame, answer: Analysis) -> dict[str, int]:
    """The plies of every move of which they matter, from a whole game that is solved."""
    found = {}
    for move in answer.moves:
        if is_counted(answer.game, answer.state, move):
            plies = whole.distance(answer.game.result(answer.state, move.action), again=True)
            if plies is not None:
                found[move.move] = plies + 1
    return found


def plies_if_small(answer: Analysis, *, interpreted: bool = True) -> Iterator[Plies]:
    """The plies of the moves of a game of few positions, which is solved whole for them; nothing for a larger one."""
    game, s = answer.game, answer.state
    if any(is_counted(game, s, move) for move in answer.moves) and few_positions(game, s) is not None:
        try:
            whole = WholeGame(game, s, interpreted=interpreted)
            whole.solve()
        except (Unsolved, DoesNotFit):
            return
        yield plies_in(whole, answer)


def after(game: Game, s: State, action: Action, value: float) -> tuple[State, float]:
    """The state that an action leads to, and what it is worth to the player to move there."""
    following = game.result(s, action)
    if game.is_terminal(following) or game.player(following) == game.player(s):
        return following, value
    return following, float(game.at_stake(following)) - value
