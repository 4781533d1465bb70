"""The last squares of a game of Othello, searched by code of their own.

Nine positions in ten of an exact search have but a few squares left. There, what a search does everywhere else (tables,
records of children, bounds) costs more than it saves: here is plain alpha-beta with as little around it as possible.
Every function answers the value for `me`, who is to move, by the contract of the engine's search: what is α or less is
an upper bound, what is β or more a lower bound; and the number of positions that were looked at.

The order: first squares in quarters of the board with an odd number of empty squares, where whoever moves first moves
last (parity); with more squares left, first the moves that leave the fewest replies (fastest first).
"""

from __future__ import annotations

from kibitz.games.othello.board import Board
from kibitz.native import jit
from kibitz.native.bits import bit, count, highest, lowest, without_lowest, wrap

QUARTER = 0x0F0F0F0F  # the upper left quarter of the board
NONE = -1000  # less than any value


@jit
def odd_squares(empty: int) -> int:
    """The squares of those that are empty which lie in a quarter of the board with an odd number of them."""
    found = 0
    for shift in (0, 4, 32, 36):
        part = empty & wrap(QUARTER << shift)
        if count(part) & 1:
            found |= part
    return found


@jit
def last_one(game: Board, me: int, other: int, a: int) -> int:
    """The value with one empty square left."""
    turned = game.flips(me, other, a)
    if turned:
        return 2 * (count(me) + count(turned) + 1) - game.cells
    turned = game.flips(other, me, a)
    if turned:
        return 2 * (count(me) - count(turned)) - game.cells
    return game.score(me, other)


@jit
def last_two(game: Board, me: int, other: int, beta: int, a: int, b: int) -> tuple[int, int]:
    """The value with two empty squares left."""
    best = NONE
    turned = game.flips(me, other, a)
    if turned:
        best = -last_one(game, other ^ turned, me ^ turned ^ bit(a), b)
        if best >= beta:
            return best, 2
    turned = game.flips(me, other, b)
    if turned:
        return max(best, -last_one(game, other ^ turned, me ^ turned ^ bit(b), a)), 3
    if best > NONE:
        return best, 2
    turned = game.flips(other, me, a)
    if turned:
        best = -last_one(game, me ^ turned, other ^ turned ^ bit(a), b)
    turned = game.flips(other, me, b)
    if turned:
        best = max(best, -last_one(game, me ^ turned, other ^ turned ^ bit(b), a))
    if best > NONE:
        return -best, 4
    return game.score(me, other), 1


@jit
def last_three(
    game: Board, me: int, other: int, alpha: int, beta: int, a: int, b: int, c: int, passed: bool
) -> tuple[int, int]:
    """The value with three empty squares left; `passed`: could the other not move?"""
    best, nodes = NONE, 1
    for _ in range(3):
        turned = game.flips(me, other, a)
        if turned:
            value, looked = last_two(game, other ^ turned, me ^ turned ^ bit(a), -max(alpha, best), b, c)
            best, nodes = max(best, -value), nodes + looked
            if best >= beta:
                break
        a, b, c = b, c, a
    if best > NONE:
        return best, nodes
    if passed:
        return game.score(me, other), nodes
    value, looked = last_three(game, other, me, -beta, -alpha, a, b, c, True)
    return -value, nodes + looked


@jit
def last_four(game: Board, me: int, other: int, alpha: int, beta: int, passed: bool) -> tuple[int, int]:
    """The value with four empty squares left; `passed`: could the other not move?"""
    best, nodes = NONE, 1
    empty = game.board & ~(me | other)
    left = odd_squares(empty)
    later = empty & ~left
    while left | later:
        if left == 0:
            left, later = later, 0
        square = lowest(left)
        left = without_lowest(left)
        turned = game.flips(me, other, square)
        if turned:
            three = empty ^ bit(square)
            first = lowest(odd_squares(three))
            two = three ^ bit(first)
            value, looked = last_three(
                game,
                other ^ turned,
                me ^ turned ^ bit(square),
                -beta,
                -max(alpha, best),
                first,
                lowest(two),
                highest(two),
                False,
            )
            best, nodes = max(best, -value), nodes + looked
            if best >= beta:
                break
    if best > NONE:
        return best, nodes
    if passed:
        return game.score(me, other), nodes
    value, looked = last_four(game, other, me, -beta, -alpha, True)
    return -value, nodes + looked


@jit
def last_few(game: Board, me: int, other: int, alpha: int, beta: int, squares: int) -> tuple[int, int]:
    """The value with five or more empty squares left."""
    moves = game.legal(me, other)
    if moves == 0:
        if game.legal(other, me) == 0:
            return game.score(me, other), 1
        value, looked = last_few(game, other, me, -beta, -alpha, squares)
        return -value, looked + 1
    best, nodes = NONE, 1
    odd = odd_squares(game.board & ~(me | other))
    if squares <= game.by_parity:
        left, later = moves & odd, moves & ~odd
        while left | later:
            if left == 0:
                left, later = later, 0
            square = lowest(left)
            left = without_lowest(left)
            turned = game.flips(me, other, square)
            value, looked = after_few(
                game, other ^ turned, me ^ turned ^ bit(square), -beta, -max(alpha, best), squares - 1
            )
            best, nodes = max(best, -value), nodes + looked
            if best >= beta:
                break
        return best, nodes
    ranks = [0] * 0
    while moves:
        square = lowest(moves)
        moves = without_lowest(moves)
        turned = game.flips(me, other, square)
        replies = game.legal(other ^ turned, me ^ turned ^ bit(square))
        rank = (count(replies) + count(replies & game.corners)) * 4 - (2 if odd & bit(square) else 0)
        rank -= 1 if game.corners & bit(square) else 0
        ranks.append(rank * 64 + square)
    while len(ranks):
        least = 0
        for index in range(1, len(ranks)):
            if ranks[index] < ranks[least]:
                least = index
        square = ranks[least] & 63
        ranks[least] = ranks[len(ranks) - 1]
        ranks.pop()
        turned = game.flips(me, other, square)
        value, looked = after_few(
            game, other ^ turned, me ^ turned ^ bit(square), -beta, -max(alpha, best), squares - 1
        )
        best, nodes = max(best, -value), nodes + looked
        if best >= beta:
            break
    return best, nodes


@jit
def after_few(game: Board, me: int, other: int, alpha: int, beta: int, squares: int) -> tuple[int, int]:
    """The value with four or more empty squares left."""
    if squares == 4:
        return last_four(game, me, other, alpha, beta, False)
    return last_few(game, me, other, alpha, beta, squares)
