"""Numbers that are set behind a condition: chosen without a branch, and the same as in Python."""

from itertools import product

import numba
import numpy as np

from kibitz.native.compiling import choosing
from kibitz.native.compiling import compiler as _  # noqa: F401  (teaches Numba our functions)
from kibitz.native.compiling.pipeline import EntryPipeline, InnerPipeline

EMPTY, WHITE, BLACK = 0, 1, 2


def compiled(function):
    return numba.njit(function, pipeline_class=EntryPipeline)


def flags_and_counts(board):
    white = black = False
    lead = late = most = 0
    for place, cell in enumerate(board):
        if cell == WHITE:
            white = True
        elif cell == BLACK:
            black = True
        if cell == WHITE:
            lead += 1
        elif cell == BLACK:
            lead -= 2
        else:
            most += 1
        if place > 1 and cell != EMPTY:
            late = 3
        if late > lead:
            most = 7
            white = False
    return white, black, lead, late, most


def not_numbers(board):
    total, part, mark = 0.5, np.zeros(2), 0
    for cell in board:
        if cell == WHITE:
            total = 2
        if cell == BLACK:
            total += 1
        if cell == BLACK:
            part += 1
        if cell == WHITE:
            first = 5
            mark = first
        if cell == EMPTY:
            mark = cell
    return total, part[0], part[1], mark


def yielded(board):
    seen = 0
    for cell in board:
        if cell == WHITE:
            seen += 1
        elif cell == BLACK:
            seen = 0
        yield seen


def listed(board):
    found = []
    for seen in yielded_compiled(board):
        found.append(seen)
    return found


yielded_compiled = numba.njit(yielded, pipeline_class=InnerPipeline)


def test_what_is_chosen_is_what_python_sets():
    chosen, left = compiled(flags_and_counts), compiled(not_numbers)
    for board in product((EMPTY, WHITE, BLACK), repeat=5):
        assert chosen(board) == flags_and_counts(board)
        assert left(board) == not_numbers(board)
    made = compiled(listed)
    for board in product((EMPTY, WHITE, BLACK), repeat=4):
        assert made(board) == list(yielded(board))


def place(board, wanted):
    for at in range(len(board)):
        if board[at] == wanted:
            return at
    return None


place_compiled = numba.njit(place, pipeline_class=InnerPipeline)


def what_may_not_be_compared(find, board, wanted, other):
    one, two = find(board, wanted), find(board, other)
    is_there = two is not None
    found = 0
    if one is None:
        found = 5
    elif one < 2:
        found = 7
    elif one > 2:
        found -= 3
    if is_there:
        if two > 1:
            found += 10
        elif one is not None and one < two:
            found += 20
    if wanted != other and (wanted, other) < (other, wanted):
        found += 100
    return found


def test_what_is_none_is_not_compared_before_it_is_asked_for():
    made = compiled(lambda board, wanted, other: whole(place_compiled, board, wanted, other))
    whole = numba.njit(what_may_not_be_compared, pipeline_class=InnerPipeline)
    for board in product((EMPTY, WHITE, BLACK), repeat=3):
        for wanted, other in product((EMPTY, WHITE, BLACK), repeat=2):
            assert made(board, wanted, other) == what_may_not_be_compared(place, board, wanted, other)


def test_a_scan_of_a_board_has_no_branch_but_its_loop():
    """Otherwise nothing is gained."""

    def scan(board):
        white = black = False
        for cell in board:
            if cell == WHITE:
                white = True
            elif cell == BLACK:
                black = True
        return white and black

    dispatcher = compiled(scan)
    dispatcher((0, 1, 2))
    (found,) = dispatcher.overloads.values()
    branches = [
        block.terminator
        for block in found.type_annotation.blocks.values()
        if isinstance(block.terminator, choosing.ir.Branch)
    ]
    assert len(branches) == 2  # the loop, and `and`
