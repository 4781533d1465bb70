"""Bits and tuples: the compiled form, the interpreted form and an independent oracle agree on all 64-bit integers."""

import ctypes
import random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.native import bits, jit
from kibitz.native.tuples import fingerprint, replaced

SMALLEST, LARGEST = -(1 << 63), (1 << 63) - 1
SINGLE_BITS = [ctypes.c_int64(1 << n).value for n in range(64)]
EDGES = [0, -1, 1, 2, -2, LARGEST, SMALLEST, LARGEST - 1, SMALLEST + 1, 0x5555555555555555, -0x5555555555555556]
EDGES += SINGLE_BITS + [~board for board in SINGLE_BITS]

words = st.one_of(st.sampled_from(EDGES), st.integers(SMALLEST, LARGEST))


def random_words(number, seed=0):
    """The edge cases, and random numbers with few, some and many bits set."""
    dice = random.Random(seed)
    found = list(EDGES)
    while len(found) < number:
        a, b, c = (dice.getrandbits(64) for _ in range(3))
        found += [ctypes.c_int64(n).value for n in (a, a & b, a | b, a & b & c)]
    return found


def array(numbers):
    return np.array(numbers, np.int64)


def signed(number):
    """The same low 64 bits as a signed integer, by C."""
    return ctypes.c_int64(number).value


def squares_of(board):
    return {n for n in range(64) if board & (1 << n)}


def board_of(squares):
    return signed(sum(1 << n for n in squares if n < 64))


# ---------------------------------------------------------------- one board in


@jit
def of_one(boards, out):
    for i in range(len(boards)):
        board = boards[i]
        out[i][0] = bits.wrap(board)
        out[i][1] = bits.count(board)
        out[i][2] = bits.lowest(board)
        out[i][3] = bits.highest(board)
        out[i][4] = bits.without_lowest(board)
        out[i][5] = bits.mix(board)
        out[i][6] = bits.wrap(board + board)
        out[i][7] = bits.wrap(board - 1)


def oracle_of_one(board):
    on = squares_of(board)
    lowest = min(on, default=64)
    return [
        board,
        bin(board & (2**64 - 1)).count("1"),
        lowest,
        max(on, default=-1),
        board_of(on - {lowest}),
        None,  # mix has no oracle; its laws are below
        signed(2 * board),
        signed(board - 1),
    ]


def compare_of_one(boards):
    compiled = np.zeros((len(boards), 8), np.int64)
    of_one.compiled(array(boards), compiled)
    interpreted = [[0] * 8 for _ in boards]
    of_one(boards, interpreted)
    for board, machine, python in zip(boards, compiled.tolist(), interpreted, strict=True):
        assert machine == python, board
        oracle = oracle_of_one(board)
        oracle[5] = python[5]
        assert python == oracle, board


def test_functions_of_one_board_agree_compiled_interpreted_and_by_hand_on_edges_and_random_numbers():
    compare_of_one(random_words(4000))


@given(st.lists(words, min_size=1, max_size=50))
def test_functions_of_one_board_agree_on_whatever_hypothesis_finds(boards):
    compare_of_one(boards)


@given(st.integers(-(1 << 200), 1 << 200))
def test_wrap_keeps_the_low_64_bits_of_any_integer(number):
    assert bits.wrap(number) == signed(number & (2**64 - 1))
    assert SMALLEST <= bits.wrap(number) <= LARGEST


# ---------------------------------------------------------------- two numbers in


@jit
def of_a_square(boards, out):
    for i in range(len(boards)):
        for square in range(64):
            out[i][square] = bits.has(boards[i], square)


@jit
def of_a_number(out):
    for square in range(64):
        out[0][square] = bits.bit(square)
    for number in range(65):
        out[1][number] = bits.lowest_bits(number)


@jit
def of_two(a, b, out):
    for i in range(len(a)):
        out[i][0] = bits.multiply(a[i], b[i])
        out[i][1] = bits.wrap(a[i] + b[i])
        out[i][2] = bits.wrap(a[i] - b[i])
        out[i][3] = bits.wrap(a[i] * b[i])


@jit
def moved(boards, up, down):
    for i in range(len(boards)):
        for steps in range(65):
            up[i][steps] = bits.up(boards[i], steps)
            down[i][steps] = bits.down(boards[i], steps)


def test_has_is_true_of_exactly_the_squares_that_are_set():
    boards = random_words(600, seed=1)
    compiled = np.zeros((len(boards), 64), np.bool_)
    of_a_square.compiled(array(boards), compiled)
    interpreted = [[None] * 64 for _ in boards]
    of_a_square(boards, interpreted)
    for board, machine, python in zip(boards, compiled.tolist(), interpreted, strict=True):
        wanted = [square in squares_of(board) for square in range(64)]
        assert machine == python == wanted, board


def test_bit_and_lowest_bits_are_the_boards_of_their_squares():
    compiled = np.zeros((2, 65), np.int64)
    of_a_number.compiled(compiled)
    interpreted = [[0] * 65, [0] * 65]
    of_a_number(interpreted)
    assert compiled.tolist() == interpreted
    assert interpreted[0][:64] == [board_of({square}) for square in range(64)]
    assert interpreted[1] == [board_of(range(number)) for number in range(65)]


def compare_of_two(a, b):
    compiled = np.zeros((len(a), 4), np.int64)
    of_two.compiled(array(a), array(b), compiled)
    interpreted = [[0] * 4 for _ in a]
    of_two(a, b, interpreted)
    assert compiled.tolist() == interpreted
    for x, y, found in zip(a, b, interpreted, strict=True):
        assert found == [signed(x * y), signed(x + y), signed(x - y), signed(x * y)], (x, y)


def test_products_sums_and_differences_wrap_as_in_c_on_edges_and_random_numbers():
    numbers = random_words(3000, seed=2)
    others = random.Random(3).sample(numbers, len(numbers))
    compare_of_two(numbers, others)
    compare_of_two([a for a in EDGES for _ in EDGES], EDGES * len(EDGES))


@given(st.lists(st.tuples(words, words), min_size=1, max_size=50))
def test_products_sums_and_differences_wrap_as_in_c_on_whatever_hypothesis_finds(pairs):
    compare_of_two([a for a, _ in pairs], [b for _, b in pairs])


def test_up_and_down_move_every_stone_and_lose_those_that_leave_for_0_to_64_steps():
    boards = random_words(300, seed=4)
    up, down = np.zeros((2, len(boards), 65), np.int64)
    moved.compiled(array(boards), up, down)
    python_up, python_down = ([[0] * 65 for _ in boards] for _ in range(2))
    moved(boards, python_up, python_down)
    assert up.tolist() == python_up
    assert down.tolist() == python_down
    for i, board in enumerate(boards):
        on = squares_of(board)
        assert python_up[i] == [board_of({n + steps for n in on}) for steps in range(65)]
        assert python_down[i] == [board_of({n - steps for n in on if n >= steps}) for steps in range(65)]


# ---------------------------------------------------------------- squares


@jit
def listed(boards, out):
    for i in range(len(boards)):
        number = 0
        for square in bits.squares(boards[i]):
            out[i][number] = square
            number += 1
        out[i][64] = number


def test_squares_come_once_each_from_the_lowest_up():
    boards = random_words(1500, seed=5)
    compiled = np.full((len(boards), 65), -1)
    listed.compiled(array(boards), compiled)
    for board, machine in zip(boards, compiled.tolist(), strict=True):
        wanted = sorted(squares_of(board))
        assert list(bits.squares(board)) == wanted
        assert machine == wanted + [-1] * (64 - len(wanted)) + [len(wanted)]


# ---------------------------------------------------------------- shifts on a board


@jit
def shifted(boards, columns, rows, widths, heights, out):
    for i in range(len(boards)):
        out[i] = bits.shift(boards[i], columns[i], rows[i], widths[i], heights[i])


@jit
def rows_kept(columns, widths, out):
    for i in range(len(columns)):
        out[i] = bits.columns_kept(columns[i], widths[i])


def oracle_shift(board, columns, rows, width, height):
    """Stone by stone, by its coordinates."""
    after = set()
    for square in squares_of(board):
        row, column = divmod(square, width)
        if 0 <= row + rows < height and 0 <= column + columns < width:
            after.add((row + rows) * width + column + columns)
    return board_of(after)


def compare_shift(cases):
    compiled = np.zeros(len(cases), np.int64)
    shifted.compiled(*(array(column) for column in zip(*cases, strict=True)), compiled)
    for case, machine in zip(cases, compiled.tolist(), strict=True):
        assert machine == bits.shift(*case) == oracle_shift(*case), case


def board_sizes():
    return [(width, height) for width in range(1, 65) for height in range(1, 64 // width + 1)]


def test_shift_moves_stones_within_every_size_of_board_and_none_comes_back_on_the_other_side():
    dice = random.Random(6)
    cases = []
    for width, height in board_sizes():
        on_board = (1 << width * height) - 1
        for _ in range(12):
            columns, rows = dice.randint(-width - 1, width + 1), dice.randint(-height - 1, height + 1)
            if dice.random() < 0.5:
                columns, rows = dice.randint(-1, 1), dice.randint(-1, 1)
            board = signed(on_board if dice.random() < 0.3 else dice.getrandbits(64) & on_board)
            cases.append((board, columns, rows, width, height))
    compare_shift(cases)


@st.composite
def shifts(draw):
    width, height = draw(st.sampled_from(board_sizes()))
    board = signed(draw(words) & (1 << width * height) - 1)
    columns = draw(st.integers(-width - 2, width + 2))
    return board, columns, draw(st.integers(-height - 2, height + 2)), width, height


@given(st.lists(shifts(), min_size=1, max_size=20))
def test_shift_agrees_on_whatever_hypothesis_finds(cases):
    compare_shift(cases)


def test_columns_kept_are_those_that_land_on_the_row():
    cases = [(columns, width) for width in range(1, 65) for columns in range(-width, width + 1)]
    compiled = np.zeros(len(cases), np.int64)
    rows_kept.compiled(array([c for c, _ in cases]), array([w for _, w in cases]), compiled)
    for (columns, width), machine in zip(cases, compiled.tolist(), strict=True):
        wanted = board_of({n for n in range(width) if 0 <= n + columns < width})
        assert machine == bits.columns_kept(columns, width) == wanted, (columns, width)


# ---------------------------------------------------------------- mix


@jit
def mixed(numbers, out):
    for i in range(len(numbers)):
        out[i] = bits.mix(numbers[i])


def test_mix_takes_no_two_of_200_000_numbers_to_one():
    numbers = np.unique(np.concatenate([array(random_words(100_000, seed=7)), np.arange(-50_000, 50_000)]))
    assert len(numbers) > 190_000
    out = np.zeros_like(numbers)
    mixed.compiled(numbers, out)
    assert len(np.unique(out)) == len(numbers)


def test_mix_of_neighbours_differs_in_about_half_of_the_bits():
    numbers = np.arange(1000, 5000)
    here, there = np.zeros_like(numbers), np.zeros_like(numbers)
    mixed.compiled(numbers, here)
    mixed.compiled(numbers + 1, there)
    changed = [bin(int(a ^ b) & (2**64 - 1)).count("1") for a, b in zip(here, there, strict=True)]
    assert 30 < sum(changed) / len(changed) < 34


# ---------------------------------------------------------------- NumPy integers, as read from arrays

BY_NAME = {
    "wrap": (bits.wrap, ()),
    "count": (bits.count, ()),
    "lowest": (bits.lowest, ()),
    "highest": (bits.highest, ()),
    "without_lowest": (bits.without_lowest, ()),
    "has": (bits.has, (5,)),
    "squares": (lambda board: list(bits.squares(board)), ()),
    "up": (bits.up, (3,)),
    "down": (bits.down, (3,)),
    "shift": (bits.shift, (1, -1, 8, 8)),
    "multiply": (bits.multiply, (-4710160504952957587,)),
    "mix": (bits.mix, ()),
}


@pytest.mark.parametrize("name", BY_NAME)
def test_interpreted_functions_take_the_integers_that_a_numpy_array_holds(name):
    function, others = BY_NAME[name]
    for board in EDGES:
        assert function(np.int64(board), *others) == function(board, *others), board


# ---------------------------------------------------------------- tuples


class Part(NamedTuple):
    weight: float
    flags: tuple[bool, bool]


class Whole(NamedTuple):
    number: int
    part: Part
    row: tuple[int, int, int, int, int, int]
    sign: bool


class Board(NamedTuple):
    turn: int
    cells: np.ndarray
    grid: np.ndarray


@jit
def whole(a, x, b):
    return Whole(a, Part(x, (b > 0, b > a)), (a, b, a ^ b, a | b, 0, -1), a > 0)


@jit
def fingerprints(a, x, b, out):
    for i in range(len(a)):
        out[i] = fingerprint(whole(a[i], x[i], b[i]))


@jit
def array_fingerprints(turns, cells, grids, out):
    for i in range(len(turns)):
        out[i] = fingerprint(Board(turns[i], cells[i], grids[i]))


FLOATS = [0.0, 1.0, -1.0, 0.5, 1e300, -1e-300, 3.141592653589793, float("inf"), float("-inf"), 2.0**63, 1e19]


def test_fingerprints_of_nested_tuples_agree_compiled_and_interpreted():
    dice = random.Random(8)
    a = random_words(1200, seed=9)
    b = random.Random(10).sample(a, len(a))
    x = [dice.choice(FLOATS) if dice.random() < 0.3 else dice.uniform(-1e6, 1e6) for _ in a]
    compiled = np.zeros(len(a), np.int64)
    fingerprints.compiled(array(a), np.array(x), array(b), compiled)
    interpreted = [0] * len(a)
    fingerprints(a, x, b, interpreted)
    assert compiled.tolist() == interpreted
    assert len(set(interpreted)) == len({whole(*parts) for parts in zip(a, x, b, strict=True)})


def test_fingerprints_of_states_with_arrays_agree_compiled_and_interpreted():
    dice = np.random.default_rng(11)
    turns = array(range(200))
    cells = dice.integers(-3, 3, (200, 7)).astype(np.int8)
    grids = dice.normal(size=(200, 2, 3))
    compiled = np.zeros(200, np.int64)
    array_fingerprints.compiled(turns, cells, grids, compiled)
    interpreted = [0] * 200
    array_fingerprints(turns.tolist(), cells, grids, interpreted)
    assert compiled.tolist() == interpreted
    assert len(set(interpreted)) == 200


SHIFTED = [
    (((1,), (2,)), (), (2, 1)),
    (((1,), ()), (2,), (2, 1)),
    (((1, 2), ()), (), (2, 1)),
    (((), (1, 2)), (), (2, 1)),
    (((), (1, 2), ()), (2, 1)),
    (("abcdefgh", "ijklmnopq"), (), (2, 1)),
    (("abcdefghijklmnop", "q"), (), (2, 1)),
]


def test_where_the_parts_of_a_state_begin_and_end_changes_its_fingerprint():
    # A card that goes from a hand to the table once left the key as it was, and "exact" values were wrong.
    found = [fingerprint(state) for state in SHIFTED]
    assert len({*found}) == len(SHIFTED)
    assert len({fingerprint((np.array([1, 2]), np.array([3]))), fingerprint((np.array([1]), np.array([2, 3])))}) == 2


def test_a_change_anywhere_in_a_state_changes_its_fingerprint():
    base = (3, (0.5, (True, False)), (1, 2, 3, 4, 5, 6), True)
    changed = [
        (4, (0.5, (True, False)), (1, 2, 3, 4, 5, 6), True),
        (3, (0.25, (True, False)), (1, 2, 3, 4, 5, 6), True),
        (3, (0.5, (False, False)), (1, 2, 3, 4, 5, 6), True),
        (3, (0.5, (True, True)), (1, 2, 3, 4, 5, 6), True),
        (3, (0.5, (True, False)), (2, 1, 3, 4, 5, 6), True),
        (3, (0.5, (True, False)), (1, 2, 3, 4, 6, 5), True),
        (3, (0.5, (True, False)), (1, 2, 3, 4, 5, 6), False),
    ]
    assert len({fingerprint(state) for state in [base, *changed]}) == 8


@pytest.mark.parametrize(
    ("one", "other"),
    [((True, 3), (1, 3)), ((np.int64(7), 3), (7, 3)), ((0.0, 3), (-0.0, 3)), ((2.0, 3), (2, 3))],
    ids=["True is 1", "a NumPy int is an int", "0.0 is -0.0", "2.0 is 2"],
)
def test_equal_states_have_equal_fingerprints(one, other):
    assert one == other
    assert fingerprint(one) == fingerprint(other)


@jit
def fingerprint_of_zero(x, out):
    out[0] = fingerprint((x, 1))


def test_both_zeros_have_one_fingerprint_when_compiled():
    found = np.zeros((2, 1), np.int64)
    fingerprint_of_zero.compiled(0.0, found[0])
    fingerprint_of_zero.compiled(-0.0, found[1])
    assert found[0] == found[1] == fingerprint((0.0, 1))


@jit
def replaced_everywhere(items, item, out):
    for index in range(len(items)):
        after = replaced(items, index, item)
        for place in range(len(items)):
            out[index][place] = after[place]


@jit
def replaced_at(items, index, item):
    return replaced(items, index, item)


@pytest.mark.parametrize(
    ("items", "item", "kind"),
    [
        ((5, -3, 2**62, 0), -(2**63), np.int64),
        ((0.5, -1.0, 2.0), 1e300, np.float64),
        ((True, False, True, True, False), False, np.bool_),
        ((7,), 8, np.int64),
    ],
    ids=["ints", "floats", "bools", "one item"],
)
def test_replaced_changes_one_item_and_no_other(items, item, kind):
    compiled = np.zeros((len(items), len(items)), kind)
    replaced_everywhere.compiled(items, item, compiled)
    wanted = [[item if place == index else items[place] for place in range(len(items))] for index in range(len(items))]
    assert compiled.tolist() == wanted
    assert [list(replaced(items, index, item)) for index in range(len(items))] == wanted


@pytest.mark.parametrize("index", [-1, 3, 1000])
def test_replaced_refuses_an_index_out_of_range_in_both_worlds(index):
    for function in (replaced, replaced_at.compiled):
        with pytest.raises(IndexError):
            function((1, 2, 3), index, 4)
    assert replaced_at.compiled((1, 2, 3), 2, 4) == (1, 2, 4)
