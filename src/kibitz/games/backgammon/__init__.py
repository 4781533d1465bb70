"""Backgammon, without the doubling cube: a race home in which single checkers can be hit."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.evaluation.network import estimate
from kibitz.evaluation.weights import Weights, put_into
from kibitz.game import CHANCE, Game
from kibitz.game.shown import Underway
from kibitz.games.backgammon import features, notation, places, stepping
from kibitz.games.backgammon.bearoff import FAR, is_bearing_off, tables, winning
from kibitz.games.backgammon.checkers import (
    BAR,
    BOARD,
    FIELD,
    HOME,
    HOME_BOARD,
    OFF,
    POINTS,
    Side,
    is_done,
    made,
    moved,
    number,
    occupied,
    pips,
    reflected,
    sources,
    with_one,
    without_one,
)
from kibitz.games.backgammon.equity import equity
from kibitz.games.backgammon.picture import SIGNS, drawn, ways
from kibitz.native.bits import count, lowest, without_lowest
from kibitz.native.override import override

START = Side(low=1 << 6 | 1 << 8 | 1 << 13 | (1 << 8 | 1 << 24) << 32, high=1 << 6 | 1 << 13)
PASS = 0
BEHIND = ~((1 << POINTS - HOME + 1) - 1)  # the opponent's home board and the bar


WEIGHTS = Path(__file__).parent / "weights.npz"


@functools.cache
def shipped() -> Weights:
    """The weights that come with the game; docs/learning.md says how they were made."""
    return Weights.load(WEIGHTS)


class State(NamedTuple):
    """Each player's checkers as that player counts the points, from the one nearest to home."""

    mine: Side  # of the player to move
    theirs: Side
    dice: int  # 31 for a three and a one, the larger first; 0 until they are rolled
    mover: int


class Backgammon(Game):
    """Race fifteen checkers home and off the board, hitting single ones on the way.

    An action is a whole play: the places moved from, five bits each, the first by the larger die, the second by the
    smaller one. With a double there are up to four, from the rear to the front.
    """

    title = "Backgammon"
    notation = "GNU Backgammon position ID, ':' and the dice if they are rolled: 4HPwATDgc/ABMA:31; p2 for the second"
    utility_range = (-3.0, 3.0)
    guesses_within = True
    utility_levels = (-3.0, -2.0, -1.0, 1.0, 2.0, 3.0)
    feature_count = features.FEATURES

    bare = ("learned_weights", "learned_rolls", "learned_pairs")

    def __init__(self, network: bool = True, bearoff: bool = False) -> None:
        """`network`: evaluate by the network that comes with the game, not by the rules of thumb in `equity`.

        `bearoff`: evaluate by a table where both sides bear off; computing it takes a moment.
        """
        import numpy as np

        self.network = bool(network)
        self.bearoff = bool(bearoff)
        known = tables(Backgammon) if bearoff else None
        self.learned_rolls = np.zeros(1) if known is None else known.rolls
        self.learned_pairs = np.zeros(1) if known is None else known.pairs
        put_into(self, shipped())

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(START, START, 0, 0)

    @override
    def player(self, s: State) -> int:
        return s.mover if s.dice else CHANCE

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        for larger in range(1, 7):
            for smaller in range(1, larger):
                yield 10 * larger + smaller, 1 / 18
            yield 11 * larger, 1 / 36

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Every legal play; of those that lead to the same position, one.

        With two different dice both are played if possible, else the larger, else the smaller, else none. The larger
        goes first wherever it can. Playing the smaller first adds only plays in which it makes way for the larger: it
        enters from the bar, brings the last checker home, or moves the same checker.

        With a double there are four moves, or as many as can be made, from the rear to the front. Every set of moves
        can be made in that order, and no two sets lead to the same position. All sets that cannot be extended are of
        one size, so it is enough to see whether anything is left to move.
        """
        if s.dice == 0 or is_done(s.theirs):
            return
        larger, smaller = s.dice // 10, s.dice % 10
        blocked = reflected(made(s.theirs) & BOARD)
        by_larger = sources(occupied(s.mine), blocked, larger)
        by_smaller = sources(occupied(s.mine), blocked, smaller)
        left = by_larger
        if by_larger | by_smaller == 0:
            yield PASS
        elif larger == smaller:
            while left:
                a = lowest(left)
                left = without_lowest(left)
                after_one = moved(s.mine, a, larger)
                seconds = sources(occupied(after_one), blocked, larger)
                if not seconds:
                    yield a
                seconds &= (2 << a) - 1
                while seconds:
                    b = lowest(seconds)
                    seconds = without_lowest(seconds)
                    after_two = moved(after_one, b, larger)
                    thirds = sources(occupied(after_two), blocked, larger)
                    if not thirds:
                        yield a | b << FIELD
                    thirds &= (2 << b) - 1
                    while thirds:
                        c = lowest(thirds)
                        thirds = without_lowest(thirds)
                        fourths = sources(occupied(moved(after_two, c, larger)), blocked, larger)
                        if not fourths:
                            yield a | b << FIELD | c << 2 * FIELD
                        fourths &= (2 << c) - 1
                        while fourths:
                            yield a | b << FIELD | c << 2 * FIELD | lowest(fourths) << 3 * FIELD
                            fourths = without_lowest(fourths)
        else:
            both = 0
            while left:
                a = lowest(left)
                left = without_lowest(left)
                seconds = self.after_larger(s, blocked, by_larger, a)
                both |= seconds
                while seconds:
                    yield a | lowest(seconds) << FIELD
                    seconds = without_lowest(seconds)
            left = by_smaller
            while left:
                b = lowest(left)
                left = without_lowest(left)
                seconds = self.after_smaller(s, blocked, by_larger, b)
                both |= seconds
                while seconds:
                    yield lowest(seconds) | b << FIELD
                    seconds = without_lowest(seconds)
            left = 0 if both else by_larger if by_larger else by_smaller
            while left:
                yield lowest(left) if by_larger else lowest(left) << FIELD
                left = without_lowest(left)

    def after_larger(self, s: State, blocked: int, by_larger: int, source: int) -> int:
        """Where the smaller die can be played from once the larger has been, without repeating a play.

        One checker may move by both dice in either order: one order is enough, unless it matters what lies half-way.
        """
        larger, smaller = s.dice // 10, s.dice % 10
        found = sources(occupied(moved(s.mine, source, larger)), blocked, smaller)
        behind = source + smaller
        if found & by_larger & 1 << behind and self.repeated(s, blocked, behind) >> source & 1:
            found ^= 1 << behind
        return found

    def after_smaller(self, s: State, blocked: int, by_larger: int, source: int) -> int:
        """Where the larger die can be played from after the smaller: only plays that cannot begin with the larger."""
        larger, smaller = s.dice // 10, s.dice % 10
        found = sources(occupied(moved(s.mine, source, smaller)), blocked, larger) & ~by_larger
        if found and by_larger >> source & 1:
            found &= ~self.repeated(s, blocked, source)
        return found

    def repeated(self, s: State, blocked: int, source: int) -> int:
        """Where the larger die, after the smaller one from here, only leads to where it leads if played from here.

        That is where one checker moves by both dice and hits nothing half-way, or where both dice bear off.
        """
        larger, smaller = s.dice // 10, s.dice % 10
        then = sources(occupied(moved(s.mine, source, larger)), blocked, smaller)
        if source <= smaller:
            return then & (2 << smaller) - 1
        halfway = 1 << source - smaller
        if source > larger and then >> source - larger & 1:
            blots = reflected(occupied(s.theirs) & ~made(s.theirs) & BOARD)
            if not blots & (halfway | 1 << source - larger):
                return halfway
        return 0

    @override
    def result(self, s: State, a: int) -> State:
        if s.dice == 0:
            return State(s.mine, s.theirs, a, s.mover)
        mine, theirs = s.mine, s.theirs
        blots = occupied(theirs) & ~made(theirs) & BOARD
        die, following = s.dice // 10, s.dice % 10
        while a:
            source = a & (1 << FIELD) - 1
            if source:
                mine = moved(mine, source, die)
                target = source - die
                if target > OFF and blots >> BAR - target & 1:
                    theirs = with_one(without_one(theirs, BAR - target), BAR)
                    blots ^= 1 << BAR - target
            die = following
            a >>= FIELD
        return State(theirs, mine, 0, 1 - s.mover)

    @override
    def is_terminal(self, s: State) -> bool:
        return is_done(s.theirs)

    @override
    def utility(self, s: State, player: int) -> float:
        """1 for a game, 2 for a gammon (the loser has borne off nothing), 3 for a backgammon (and is far behind)."""
        lost = 1.0
        if number(s.mine, OFF) == 0:
            lost = 3.0 if occupied(s.mine) & BEHIND else 2.0
        return -lost if player == s.mover else lost

    # ------------------------------------------------------------ what helps the search

    @override
    def evaluate(self, s: State, player: int) -> float:
        if self.bearoff and is_bearing_off(s.mine, s.theirs) and not is_done(s.theirs):
            guess = 2.0 * winning(self.learned_rolls, self.learned_pairs, s.mine, s.theirs) - 1.0
        elif self.network:
            guess = estimate(self, s, s.mover)
        else:
            guess = equity(s.mine, s.theirs)
        return guess if player == s.mover else -guess

    @override
    def order(self, s: State, a: int) -> float:
        after = self.result(s, a)
        return -equity(after.mine, after.theirs)

    @override
    def promise(self, s: State, a: int, after: State, survey: int) -> float:
        return -equity(after.mine, after.theirs)

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        """A side that has borne off a checker can no longer lose a gammon."""
        if is_done(s.theirs):
            low = high = self.utility(s, s.mover)
        else:
            low = -1.0 if number(s.mine, OFF) else -3.0
            high = 1.0 if number(s.theirs, OFF) else 3.0
        return (low, high) if s.mover == 0 else (-high, -low)

    def alone(self, side: Side) -> State:
        """A side about to roll that nobody is in the way of."""
        return State(side, FAR, 0, 0)

    # ------------------------------------------------------------ endgame tables

    @override
    def section(self, s: State) -> int:
        return places.section_of(s.mine, s.theirs, s.dice)

    @override
    def place(self, s: State) -> int:
        return places.index_of(s.mine, s.theirs)

    @override
    def is_swapped(self, s: State) -> bool:
        return s.mover == 1

    @override
    def section_size(self, section: int) -> int:
        return places.size_of(section)

    @override
    def is_placed(self, section: int, place: int) -> bool:
        return True

    @override
    def placed(self, section: int, place: int) -> State:
        mine, theirs = places.sides_at(section, place)
        return State(mine, theirs, 0, 0)

    @override
    def sections(self, men: int) -> Iterable[int]:
        return places.sections(men)

    @override
    def section_exits(self, section: int) -> Iterable[int]:
        return places.exits(section)

    @override
    def section_name(self, section: int) -> str:
        return places.name_of(section)

    @override
    def section_named(self, text: str) -> int:
        return places.section_named(text)

    # ------------------------------------------------------------ features, from which an evaluation is learned

    @override
    def viewer(self, s: State) -> int:
        return s.mover

    @override
    def features(self, s: State) -> Iterator[tuple[int, float]]:
        race = features.is_race(s.mine, s.theirs)
        first = 0
        if race:
            first = features.RACE
            yield features.IS_RACE, 1.0
        for turn in range(2):
            side, other = (s.theirs, s.mine) if turn else (s.mine, s.theirs)
            places = occupied(side) & BOARD
            while places:
                point = lowest(places)
                places = without_lowest(places)
                checkers = number(side, point)
                at = first + 4 * point - 4
                yield at + min(checkers, 3) - 1, 1.0
                if checkers > 3:
                    yield at + 3, (checkers - 3) / 2
            off = number(side, OFF)
            yield first + (features.OFF_BOARD if off else features.NONE_OFF), off / 15 if off else 1.0
            yield first + features.PIPS, pips(side) / 100
            if not race:
                if number(side, BAR):
                    yield first + features.ON_BAR, number(side, BAR) / 2
                yield first + features.SHOTS, features.shots(side, other) / 36
                yield first + features.FREEDOM, features.freedom(side, other) / 36
                yield first + features.HOME_POINTS, count(made(side) & HOME_BOARD) / 6
            first += features.BY_SIDE

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        return notation.position_text(s.mine, s.theirs, s.dice, s.mover)

    @override
    def parse(self, text: str) -> State:
        return State(*notation.read_position(text))

    @override
    def action_text(self, s: State, a: int) -> str:
        return notation.play_text(s.theirs, s.dice, a) if s.dice else str(a)

    @override
    def parse_action(self, s: State, text: str) -> int:
        """A play with its moves in any order, hits marked or not; or two dice."""
        if self.is_terminal(s):
            raise BadInput(f"the game is over at {self.text(s)!r}: {text!r} cannot be played")
        if s.dice == 0:
            return notation.read_dice(text, text)
        legal = {a: self.action_text(s, a) for a in self.actions(s)}
        return notation.read_play(text, legal, s.theirs, s.dice, self.text(s))

    @override
    def picture(self, s: State) -> Picture:
        if s.dice == 0 or self.is_terminal(s):
            return drawn(s.mine, s.theirs, s.mover, self.news(s))
        dice = stepping.dice_shown(s.dice, stepping.begun(s.mine, s.theirs, s.dice).left)
        steps = {self.action_text(s, a): ways(notation.hops(s.dice, a), s.mover) for a in self.actions(s)}
        return drawn(s.mine, s.theirs, s.mover, self.news(s), dice, steps=steps)

    @override
    def underway(self, s: State, done: Sequence[str]) -> Underway | None:
        """A play checker by checker."""
        if s.dice == 0 or self.is_terminal(s):
            return None
        at = stepping.after(stepping.begun(s.mine, s.theirs, s.dice), done)
        plays = {self.result(s, a)[:2]: self.action_text(s, a) for a in self.actions(s)}
        steps = stepping.offered(at)
        ends = {step.text: [plays[end.theirs, end.mine] for end in stepping.ends(step.after)] for step in steps}
        over = {step.text: ends[step.text][0] for step in steps if not stepping.offered(step.after)}
        clicks = {step.text: ways([(step.source, step.target)], s.mover)[0] for step in steps}
        board = drawn(at.mine, at.theirs, s.mover, self.news(s), stepping.dice_shown(s.dice, at.left), clicks)
        return Underway(board, {text: tuple(sorted(whole)) for text, whole in ends.items()}, over)

    @override
    def player_name(self, player: int) -> str:
        return ("Black", "White")[player]

    def news(self, s: State) -> str:
        """What has just happened, or is about to."""
        if self.is_terminal(s):
            won = ("", "the game", "a gammon", "a backgammon")[int(self.utility(s, 1 - s.mover))]
            return f"{self.player_name(1 - s.mover)} ({SIGNS[1 - s.mover]}) has won {won}"
        done = f"has rolled {s.dice // 10} and {s.dice % 10}" if s.dice else "is to roll"
        return f"{self.player_name(s.mover)} ({SIGNS[s.mover]}) {done}"
