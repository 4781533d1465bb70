"""What is known of an object is put in its place before types are worked out; what cannot be reached is never typed."""

import pytest

from kibitz.native import Native, jit
from kibitz.native.compiling.compiler import CannotCompile
from kibitz.native.splicing import spliced
from kibitz.search.engine.position import side_of
from test_questions import Nim


class Thing(Native):
    has_dice = False
    size = 3

    def beyond(self, n):
        """What no compiler understands."""
        return n + len(vars(self))

    def is_simple(self, n):
        return True

    def sides(self, n):
        return self.size

    def none(self, n):
        if self.has_dice:
            yield n

    def only_raises(self, n):
        if self.has_dice:
            return n
        raise ValueError("no dice")


class Dicey(Thing):
    has_dice = True


class Owner(Native):
    def __init__(self, thing):
        self.thing = thing


@jit
def if_asked(thing, n):
    return thing.beyond(n) if thing.has_dice else n + 1


@jit
def in_words(thing, n):
    if (thing.has_dice and n > 0) or not thing.is_simple(n) or thing.sides(n) == 4 or thing.size > 3:
        return thing.beyond(n)
    return n + thing.sides(n)


@jit
def inside(owner, n):
    return owner.thing.beyond(n) if owner.thing.has_dice else n


@spliced
def step(thing, n):
    return thing.beyond(n) if thing.has_dice else n * 2


@jit
def with_a_step(thing, n):
    return step(thing, n) + 1


@pytest.mark.parametrize("function", [if_asked, in_words, with_a_step])
def test_a_branch_that_is_never_taken_is_not_typed(function):
    assert function.compiled(Thing(), 5) == function(Thing(), 5)
    with pytest.raises(CannotCompile):
        function.compiled(Dicey(), 5)


def test_what_is_known_of_an_object_inside_another_counts():
    assert inside.compiled(Owner(Thing()), 5) == inside(Owner(Thing()), 5)
    with pytest.raises(CannotCompile):
        inside.compiled(Owner(Dicey()), 5)


@jit
def listed(thing, n):
    total = 0
    for each in thing.none(n):
        total += each
    return total


@jit
def raising(thing, n):
    return thing.only_raises(n)


def test_a_generator_keeps_its_last_yield_and_a_function_its_last_return():
    assert [listed.compiled(thing, 7) for thing in (Thing(), Dicey())] == [0, 7]
    assert raising.compiled(Dicey(), 7) == 7
    with pytest.raises(ValueError, match="no dice"):
        raising.compiled(Thing(), 7)


class Undiced(Nim):
    has_outcomes = False  # although it answers: what it says is never asked

    def outcomes(self, s):
        return vars(self).items()

    def player(self, s):
        return 1


class WithDice(Undiced):
    has_outcomes = True

    def player(self, s):
        return -1


def test_a_game_without_dice_is_compiled_without_what_dice_need():
    for game in (Undiced(), WithDice()):
        assert side_of.compiled(game, game.initial()) == side_of(game, game.initial())
