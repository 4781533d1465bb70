"""The transposition table against a model in a dict: it may forget, but what it says is what it was told."""

import math
import random
import threading

import numpy as np
import pytest

from connect_four_oracle import Board
from kibitz.errors import BadInput
from kibitz.games.connect_four import ConnectFour
from kibitz.lookup.transposition import BITS, MOST_BITS, NO_MOVE, OLDEST_AGE, TO_THE_END, Table
from kibitz.native import jit
from kibitz.native.bits import down, mix
from kibitz.search.engine.engine import Engine

BOTH_FORMATS = pytest.mark.parametrize("whole", [True, False])
INFINITY = math.inf


class Model:
    """What a table that never forgets would hold: of each key the last store, merged where the depth is the same."""

    def __init__(self):
        self.entries = {}

    def store(self, key, lower, upper, depth, move):
        """All that the table may hold of this key from now on: it may have lost what was there before, or not."""
        possible = {(lower, upper, depth, move)}
        for old_lower, old_upper, old_depth, old_move in self.entries.get(key, ()):
            kept = old_move if move == NO_MOVE else move
            if old_depth == depth:
                possible.add((max(lower, old_lower), min(upper, old_upper), depth, kept))
            else:
                possible.add((lower, upper, depth, kept))
        self.entries[key] = possible

    def allows(self, key, entry):
        if not entry.found:
            return (entry.lower, entry.upper, entry.move) == (-INFINITY, INFINITY, NO_MOVE)
        return (entry.lower, entry.upper, entry.depth, entry.move) in self.entries.get(key, ())


def drawn_store(dice, keys, whole):
    """A random store, as a search would do it."""
    value = dice.randint(-40, 40) if whole else dice.uniform(-40, 40)
    lower = dice.choice([-INFINITY, float(value)])
    upper = INFINITY if lower == -INFINITY and dice.random() < 0.3 else float(value) + dice.choice([0, 0, 3])
    depth = dice.choice([1, 2, 3, 7, 199, TO_THE_END])
    return dice.choice(keys), lower, upper, depth, dice.choice([0, 1, 6, 4000, NO_MOVE])


def some_keys(dice, number):
    """Keys of all kinds: any 64 bits, small numbers, the ends of the range."""
    edges = [0, 1, -1, (1 << 63) - 1, -(1 << 63)]
    return edges + [dice.randrange(-(1 << 63), 1 << 63) for _ in range(number)] + list(range(2, 2 + number // 10))


@BOTH_FORMATS
@pytest.mark.parametrize("number", [20, 300, 8000])  # of keys: few that come again and again, more than fit
def test_what_is_found_is_what_was_stored(whole, number):
    dice = random.Random(number)
    keys = some_keys(dice, number)
    table, model = Table(0.1, whole=whole), Model()
    found = 0
    for _ in range(12_000):
        if dice.random() < 0.5:
            given = drawn_store(dice, keys, whole)
            table.store(*given)
            model.store(*given)
            key = given[0]
            assert table.probe(key).found  # what was just written is there
        else:
            key = dice.choice(keys)
        entry = table.probe(key)
        assert model.allows(key, entry), (key, entry)
        found += entry.found
    assert found > 6000


@BOTH_FORMATS
def test_a_key_that_was_never_stored_is_not_found(whole):
    dice = random.Random(5)
    table = Table(0.1, whole=whole)
    for key in (0, 1, -1, 12345):
        assert not table.probe(key).found
    stored = set(some_keys(dice, 3000))
    for key in stored:
        table.store(key, 0.0, 0.0, 1, 0)
    others = {dice.randrange(-(1 << 63), 1 << 63) for _ in range(3000)} - stored
    assert not any(table.probe(key).found for key in others)


@BOTH_FORMATS
def test_it_grows_as_it_fills_and_says_nothing_wrong_on_the_way(whole):
    dice = random.Random(7)
    table = Table(0.25, whole=whole)
    sizes = [int(table.state[BITS])]
    room = (1 << 18) // (8 * table.width)
    keys = some_keys(dice, 4 * room)
    for number, key in enumerate(keys):
        table.store(key, float(number % 100), INFINITY, 3, number % 7)
        if table.state[BITS] != sizes[-1]:
            sizes.append(int(table.state[BITS]))
    assert sizes == list(range(sizes[0], int(table.state[MOST_BITS]) + 1))  # it did grow, step by step
    assert len(sizes) > 2
    entries = [table.probe(key) for key in keys]
    assert all(e.lower == n % 100 and e.move == n % 7 for n, e in enumerate(entries) if e.found)
    assert sum(e.found for e in entries) > 0.9 * room  # full
    assert sum(e.found for e in entries[-50:]) >= 40


@BOTH_FORMATS
def test_growing_keeps_every_entry_at_that_moment(whole):
    dice = random.Random(8)
    table = Table(1, whole=whole)
    keys = some_keys(dice, 600)
    for key in keys:
        table.store(key, 1.0, 2.0, 3, 4)
    held = {key for key in keys if table.probe(key).found}
    assert len(held) > 500
    bits = int(table.state[BITS])
    while table.state[BITS] < table.state[MOST_BITS]:
        table.double()
        assert {key for key in keys if table.probe(key).found} == held
    assert table.state[BITS] > bits
    assert all(table.probe(key)[1:] == (1.0, 2.0, 3, 4) for key in held)


@BOTH_FORMATS
@pytest.mark.parametrize("megabytes", [0.03, 0.1, 1, 3.7, 16])
def test_its_memory_is_fixed_and_no_more_than_was_given(whole, megabytes):
    table = Table(megabytes, whole=whole)
    size = table.entries.nbytes
    assert megabytes * (1 << 20) / 2 < size <= megabytes * (1 << 20)
    dice = random.Random(1)
    for _ in range(6000):
        table.store(dice.randrange(-(1 << 63), 1 << 63), 0.0, 1.0, 1, 1)
    table.use_all()
    assert table.entries.nbytes == size
    assert table.state[BITS] == table.state[MOST_BITS]


@pytest.mark.parametrize("megabytes", [0, 0.02, -3, 2 << 20, math.nan])
def test_a_size_that_makes_no_table_is_refused(megabytes):
    with pytest.raises(BadInput, match="MB is out of range"):
        Table(megabytes)


@BOTH_FORMATS
def test_clear_forgets_everything(whole):
    dice = random.Random(3)
    table = Table(0.1, whole=whole)
    keys = some_keys(dice, 2000)
    for round_ in range(4):
        for key in keys:
            table.store(key, float(round_), INFINITY, 2, 1)
        assert sum(table.probe(key).found for key in keys) > 1000
        table.clear()
        assert not any(table.probe(key).found for key in keys)


@BOTH_FORMATS
def test_after_clear_old_bounds_do_not_come_back_with_a_new_store(whole):
    table = Table(0.1, whole=whole)
    table.store(99, 5.0, 6.0, 4, 3)
    table.clear()
    table.store(99, -INFINITY, 9.0, 4, NO_MOVE)
    assert table.probe(99) == (True, -INFINITY, 9.0, 4, NO_MOVE)


@BOTH_FORMATS
def test_ages_wrap_and_nothing_rises_from_the_dead(whole):
    """More clears than there are ages: an entry of long ago must not look young again."""
    table = Table(0.03, whole=whole)
    keys = [mix(n) for n in range(700)]
    ages = set()
    for round_ in range(2 * OLDEST_AGE + 300):
        key = keys[round_ % len(keys)]
        if round_ % 450 == 0:  # a longer search now and then: it grows, and writes where short ones do not
            for other in keys:
                table.store(other, 7.0, 7.0, 9, 2)
            table.clear()
        assert not table.probe(key).found
        table.store(key, float(round_ % 50), INFINITY, 1, 0)
        assert table.probe(key).lower == round_ % 50
        table.clear()
        ages.add(int(table.state[2]))
    assert max(ages) <= 2047  # eleven bits
    assert len(ages) < 2 * OLDEST_AGE
    assert not any(table.probe(key).found for key in keys)


@BOTH_FORMATS
def test_growing_old_keeps_what_is_there_but_lets_it_give_way_first(whole):
    table = Table(0.03, whole=whole)
    table.use_all()
    old = [mix(n) for n in range(20_000)]
    for key in old:
        table.store(key, 1.0, 1.0, 200, 0)
    held = [key for key in old if table.probe(key).found]
    table.grow_old()
    assert all(table.probe(key).found for key in held)
    new = [mix(n + 50_000) for n in range(200)]
    for key in new:
        table.store(key, 2.0, 2.0, 1, 0)  # less deep, but of today
    assert sum(table.probe(key).found for key in new) > 150
    for _ in range(OLDEST_AGE + 5):
        table.grow_old()
    assert table.state[2] <= OLDEST_AGE
    table.store(1, 3.0, 3.0, 1, 0)
    assert table.probe(1).lower == 3.0


@BOTH_FORMATS
def test_in_a_full_bucket_the_least_deep_gives_way(whole):
    table = Table(0.03, whole=whole)
    bucket = table.bucket(mix(1))
    rivals = [key for key in map(mix, range(1, 60_000)) if table.bucket(key) == bucket][: table.slots + 1]
    for depth, key in enumerate(rivals[:-1], 5):
        table.store(key, 1.0, 1.0, depth, 0)
    table.store(rivals[-1], 2.0, 2.0, 1, 0)
    assert not table.probe(rivals[0]).found  # depth 5, the least
    assert all(table.probe(key).found for key in rivals[1:])


@BOTH_FORMATS
def test_a_table_for_threads_does_not_grow_and_is_ready(whole):
    table = Table(64, whole=whole)
    table.use_all()
    assert table.state[BITS] == table.state[MOST_BITS]
    table.store(5, 1.0, 2.0, 3, 4)
    table.clear()
    assert table.state[BITS] == table.state[MOST_BITS]  # not even then: the next search has threads too
    assert not table.probe(5).found


@BOTH_FORMATS
def test_using_all_the_memory_keeps_what_is_there(whole):
    table = Table(0.25, whole=whole)
    keys = [mix(n) for n in range(300)]
    for key in keys:
        table.store(key, 1.0, 2.0, 3, 4)
    held = {key for key in keys if table.probe(key).found}
    table.use_all()
    assert {key for key in keys if table.probe(key).found} == held
    assert len(held) > 250


# ---------------------------------------------------------------- compiled, and from two threads


@jit
def hammer(table, seed, number, checked):
    """Stores whose every part follows from the key, and probes: how often a part was not what the key says."""
    wrong = 0
    for n in range(number):
        key = mix(down(mix(seed + n), 49))  # one of 32,768
        part = down(key, 1) % 100
        if n & 1 == 0:
            table.store(key, float(part), float(part + 3), part + 1, part + 2)
        entry = table.probe(key)
        if entry.found:
            checked[0] += 1
            if entry.lower != part or entry.upper != part + 3 or entry.depth != part + 1 or entry.move != part + 2:
                wrong += 1
    return wrong


@BOTH_FORMATS
def test_compiled_and_interpreted_write_the_same_words(whole):
    tables, seen = [], []
    for function in (hammer, hammer.compiled):
        table = Table(0.1, whole=whole)
        checked = np.zeros(1, np.int64)
        assert function(table, 11, 6000, checked) == 0
        tables.append(table)
        seen.append(int(checked[0]))
    assert seen[0] == seen[1] > 3000
    assert np.array_equal(tables[0].entries, tables[1].entries)
    assert np.array_equal(tables[0].state, tables[1].state)


@BOTH_FORMATS
def test_two_threads_never_see_half_an_entry(whole):
    table = Table(0.1, whole=whole)
    table.use_all()
    hammer.compiled(table, 0, 1, np.zeros(1, np.int64))
    wrong, seen = [], []

    def work(seed):
        checked = np.zeros(1, np.int64)
        wrong.append(hammer.compiled(table, seed, 20_000_000, checked))
        seen.append(int(checked[0]))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0, 0]
    assert min(seen) > 100_000


def test_half_an_entry_is_a_miss():
    """What a thread sees that reads between two writes of another: the words of two different entries."""
    for whole in (True, False):
        for word in range(2 if whole else 4):
            table, other = Table(0.03, whole=whole), Table(0.03, whole=whole)
            table.store(77, 1.0, 2.0, 3, 4)
            other.store(77, 5.0, 6.0, 7, 8)
            place = table.bucket(77)
            table.entries[place + word] = other.entries[place + word]
            assert not table.probe(77).found


@pytest.mark.parametrize("words", [(1, 2), (0, 3), (0, 1, 2), (1, 3), (2, 3)])
def test_the_bounds_of_two_entries_do_not_cancel(words):
    """Exact values: both bounds of an entry are the same word, so a plain exclusive or of them says nothing."""
    for key in (77, 78):
        table, other = Table(0.03), Table(0.03)
        table.store(77, 3.0, 3.0, 3, 4)
        other.store(key, 5.0, 5.0, 7, 8)
        place, from_place = table.bucket(77), other.bucket(key)
        for word in words:
            table.entries[place + word] = other.entries[from_place + word]
        assert not table.probe(77).found


# ---------------------------------------------------------------- what it is for


@pytest.mark.parametrize("megabytes", [0.03, 0.1, 16])
def test_a_small_table_and_a_large_one_solve_alike(megabytes):
    game = ConnectFour(4, 4)
    engine = Engine(game, megabytes=megabytes, interpreted=True)
    assert engine.solve(game.initial()) == 0
    s = game.parse("121")
    board = Board(4, 4)
    assert engine.solve(s) == board.value(*board.play([0, 1, 0]))
    assert engine.counts().table_hits > 100
