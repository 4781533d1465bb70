"""Functions that are compiled into their callers, and numbers that are no literals."""

from kibitz.native import jit
from kibitz.native.splicing import spliced, widened


@spliced
def count_down(search, number, step):
    """Calls whoever calls it: as two compiled functions that would be a ring, which no cache can keep."""
    total = 0
    for _ in range(2):
        if number - step < 0:
            break
        total += search(number - step, step)
    return total


@jit
def tree(number: int, step: int) -> int:
    if number <= 0:
        return 1
    return count_down(tree, number, step) + 1


@jit
def minus_one(number):
    return widened(-1, number)


def test_a_spliced_function_answers_alike_in_python_and_in_machine_code():
    for number in range(8):
        assert tree(number, 1) == tree.compiled(number, 1)
        assert tree(number, 2) == tree.compiled(number, 2)
    assert tree(3, 1) == 15


def test_a_ring_through_a_spliced_function_is_kept_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    tree.__dict__.pop("compiled", None)
    assert tree.compiled(2, 1) == 7
    assert [path.name for path in tmp_path.glob("tree-*.machinecode")]


def test_a_widened_number_is_the_number():
    for number in (0, 5, -(1 << 63), (1 << 63) - 1):
        assert minus_one(number) == minus_one.compiled(number) == -1
