"""Pac-Man, by the rules of Berkeley's course: dots, capsules, and ghosts that move in turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.draw.picture import Picture
from kibitz.errors import BadInput
from kibitz.game import CHANCE, MAX, MIN, Game
from kibitz.games.pacman import layout as layouts
from kibitz.games.pacman import notation
from kibitz.games.pacman import picture as pictures
from kibitz.games.pacman.ghost import (
    EAST,
    HALF,
    NORTH,
    SCARED_FOR,
    STOP,
    cell_of,
    facing_of,
    ghost,
    is_scared,
    is_underway,
    scared,
    timer_of,
)
from kibitz.native.bits import bit, has, lowest, lowest_bits, without_lowest
from kibitz.native.override import override
from kibitz.native.tuples import replaced

STEP, FOOD, GHOST_EATEN, CLEARED, LOST = -1, 10, 200, 500, -500
PLAYING, WON, CAUGHT = 0, 1, 2

MINIMISING, RANDOM, MIXED = "minimising", "random", "mixed"
GHOSTS = (MINIMISING, RANDOM, MIXED)
SCORE, BETTER = "score", "better"
EVALUATIONS = (SCORE, BETTER)
HUNGER = 0.5  # points lost per step to the nearest dot: less than the dot brings, however far away the next one is
CHASING = 0.8  # how often a mixed ghost does what is best for it


class State(NamedTuple):
    """Cells are numbers of the layout's open cells."""

    turn: int  # 0 for Pac-Man, then the ghosts from 1
    pacman: int
    ghosts: tuple[int, ...]  # each packed into a number: see ghost.py
    food: tuple[int, ...]  # one bit per cell, in words
    capsules: int  # one bit for each of the layout's capsules
    score: int
    over: int  # WON or CAUGHT once the game is over


class PacMan(Game):
    """Eat every dot before a ghost gets you.

    Pac-Man is MAX. The ghosts are MIN, one after the other, or chance. A search's depth counts rounds: one move of
    Pac-Man's and one of every ghost.
    """

    title = "Pac-Man"
    name = "pacman"
    notation = "the rows with strokes between them, whose turn, the score, each ghost: column,line, way, *scared for"

    bare = ("ways", "capsule_at", "capsule_cells", "distances", "homes")

    def __init__(self, layout: str = "small", ghosts: str = MINIMISING, evaluation: str = SCORE) -> None:
        """`layout`: the name of a layout that comes with the game, or a file.

        `ghosts`: how they are assumed to move. `evaluation`: the plain score, or one that looks at distances too.
        """
        import numpy as np

        if ghosts not in GHOSTS:
            raise BadInput(f"ghosts={ghosts!r} is not understood: expected {', '.join(GHOSTS)}")
        if evaluation not in EVALUATIONS:
            raise BadInput(f"evaluation={evaluation!r} is not understood: expected {', '.join(EVALUATIONS)}")
        # Only these are part of the machine code: layouts with as many ghosts and about as many cells share it.
        self._layout = layouts.load(layout)
        self._given = layout, ghosts, evaluation
        self.agents = 1 + len(self._layout.ghosts)
        self.players = 2 if ghosts == MINIMISING and self.agents > 1 else 1
        self.chance = ghosts != MINIMISING and self.agents > 1
        self.has_outcomes = self.chance
        self.is_mixed = ghosts == MIXED
        self.is_better = evaluation == BETTER
        self.ways = self._layout.ways
        self.capsule_at = self._layout.capsule_at
        self.capsule_cells = self._layout.capsule_cells
        self.distances = self._layout.distances
        self.homes = np.array([ghost(self._layout.numbers[cell]) for cell in self._layout.ghosts] or [0], np.int64)

    @classmethod
    @override
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return {"layout": layouts.names(), "ghosts": GHOSTS, "evaluation": EVALUATIONS}[parameter]

    @override
    def __repr__(self) -> str:
        layout, ghosts, evaluation = self._given
        return f"PacMan(layout={layout!r}, ghosts={ghosts!r}, evaluation={evaluation!r})"

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        found = self._layout
        homes = tuple(self.homes.tolist())
        return State(0, found.pacman, homes, found.food, lowest_bits(len(found.capsules)), 0, PLAYING)

    @override
    def player(self, s: State) -> int:
        if s.turn == 0:
            return MAX
        return CHANCE if self.has_outcomes else MIN

    @override
    def depth_spent(self, s: State) -> int:
        """Depth counts rounds: the last to move in one ends it."""
        return 1 if s.turn == self.agents - 1 else 0

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Pac-Man may go anywhere there is no wall, or stop."""
        if s.over == PLAYING:
            for direction in range(4):
                if self.may_go(s, direction):
                    yield direction
            if s.turn == 0:
                yield STOP

    def may_go(self, s: State, direction: int) -> bool:
        """Is the way free? A ghost goes on if it is half-way, and does not turn back while there is another way."""
        if s.turn == 0:
            return bool(self.ways[4 * s.pacman + direction] >= 0)
        moving = s.ghosts[s.turn - 1]
        if is_underway(moving):
            return direction == facing_of(moving)
        at = 4 * cell_of(moving)
        if self.ways[at + direction] < 0:
            return False
        exits = 0
        for other in range(4):
            if self.ways[at + other] >= 0:
                exits += 1
        return exits == 1 or direction != facing_of(moving) ^ 1

    @override
    def result(self, s: State, a: int) -> State:
        return self.after_pacman(s, a) if s.turn == 0 else self.after_ghost(s, a)

    def after_pacman(self, s: State, a: int) -> State:
        """Pac-Man moves, eats, and then meets whoever is there: the last dot wins even beside a ghost."""
        cell = s.pacman if a == STOP else int(self.ways[4 * s.pacman + a])
        score, over, food, capsules, ghosts = s.score + STEP, PLAYING, s.food, s.capsules, s.ghosts
        if has(food[cell >> 6], cell & 63):
            food = replaced(food, cell >> 6, food[cell >> 6] ^ bit(cell & 63))
            score += FOOD
            if is_empty(food):
                score += CLEARED
                over = WON
        capsule = int(self.capsule_at[cell])
        if capsule >= 0 and has(capsules, capsule):
            capsules ^= bit(capsule)
            for index in range(self.agents - 1):
                ghosts = replaced(ghosts, index, scared(ghosts[index], SCARED_FOR))
        for index in range(self.agents - 1):
            if self.touches(cell, ghosts[index]):
                if is_scared(ghosts[index]):
                    score += GHOST_EATEN
                    ghosts = replaced(ghosts, index, int(self.homes[index]))
                elif over != WON:
                    score += LOST
                    over = CAUGHT
        return State(0 if self.agents == 1 else 1, cell, ghosts, food, capsules, score, over)

    def after_ghost(self, s: State, a: int) -> State:
        """A ghost moves, at half speed while it is scared, and may meet Pac-Man."""
        index = s.turn - 1
        moved = self.moved(s.ghosts[index], a)
        score, over = s.score, PLAYING
        if self.touches(s.pacman, moved):
            if is_scared(moved):
                score += GHOST_EATEN
                moved = int(self.homes[index])
            else:
                score += LOST
                over = CAUGHT
        turn = 0 if s.turn == self.agents - 1 else s.turn + 1
        return State(turn, s.pacman, replaced(s.ghosts, index, moved), s.food, s.capsules, score, over)

    def moved(self, moving: int, a: int) -> int:
        """A ghost after its move. One that stops being scared half-way is put on the cell to the north or the east."""
        cell, timer = cell_of(moving), timer_of(moving)
        ahead = int(self.ways[4 * cell + a])
        if timer == 0 or is_underway(moving):
            return ghost(ahead, a, 0, max(0, timer - 1))
        if timer == 1:
            return ghost(ahead if a in (NORTH, EAST) else cell, a)
        return ghost(cell, a, HALF, timer - 1)

    def touches(self, cell: int, other: int) -> bool:
        """Is a ghost on this cell, or half-way from it or to it?"""
        at = cell_of(other)
        return at == cell or (is_underway(other) and int(self.ways[4 * at + facing_of(other)]) == cell)

    @override
    def is_terminal(self, s: State) -> bool:
        return s.over != PLAYING

    @override
    def utility(self, s: State, player: int) -> float:
        return float(s.score) if player == MAX else -float(s.score)

    # ------------------------------------------------------------ ghosts as chance

    @override
    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        """A random ghost takes any way with equal probability. A mixed one chases most of the time, as `chase` says."""
        ways, most, best = self.chase(s)
        for direction in range(4):
            if self.may_go(s, direction):
                if not self.is_mixed:
                    yield direction, 1.0 / ways
                elif self.liking(s, direction) == most:
                    yield direction, (1.0 - CHASING) / ways + CHASING / best
                else:
                    yield direction, (1.0 - CHASING) / ways

    def chase(self, s: State) -> tuple[int, int, int]:
        """How many ways the ghost to move has, how well it likes the best of them, and how many are equally good."""
        ways = best = 0
        most = -2 * layouts.FAR
        for direction in range(4):
            if self.may_go(s, direction):
                ways += 1
                liking = self.liking(s, direction)
                if liking > most:
                    most, best = liking, 0
                if liking == most:
                    best += 1
        return ways, most, best

    def liking(self, s: State, direction: int) -> int:
        """How well a ghost likes a way: it wants to be near Pac-Man, and far from it while it is scared."""
        moving = s.ghosts[s.turn - 1]
        ahead = int(self.ways[4 * cell_of(moving) + direction])
        away = self.steps(s.pacman, ahead)
        return away if timer_of(moving) > 1 else -away

    def steps(self, one: int, other: int) -> int:
        """How many steps from one cell to another."""
        return int(self.distances[one * len(self.capsule_at) + other])

    # ------------------------------------------------------------ what a position looks like to be worth

    @override
    def evaluate(self, s: State, player: int) -> float:
        value = self.outlook(s) if self.is_better else float(s.score)
        return value if player == MAX else -value

    def outlook(self, s: State) -> float:
        """The score, and what is near: a dot or a capsule to eat, a ghost to run from, a scared one to catch."""
        value = s.score - HUNGER * min(self.nearest_dot(s), 20)
        for index in range(self.agents - 1):
            other = s.ghosts[index]
            away = self.steps(s.pacman, cell_of(other))
            if timer_of(other) > away:
                value += 100.0 / (1.0 + away)
            else:
                value -= 40.0 / ((1.0 + away) * (1.0 + away))
        nearest = layouts.FAR
        left = s.capsules
        while left:
            nearest = min(nearest, self.steps(s.pacman, int(self.capsule_cells[lowest(left)])))
            left = without_lowest(left)
        return value + 4.0 / (1.0 + nearest) if nearest < layouts.FAR else value

    def nearest_dot(self, s: State) -> int:
        """Steps to the nearest dot."""
        nearest = layouts.FAR
        for word in range(len(s.food)):
            dots = s.food[word]
            while dots:
                nearest = min(nearest, self.steps(s.pacman, 64 * word + lowest(dots)))
                dots = without_lowest(dots)
        return nearest

    # ------------------------------------------------------------ for people

    @override
    def text(self, s: State) -> str:
        return notation.text(self._layout, s)

    @override
    def parse(self, text: str) -> State:
        return State(*notation.parsed(self._layout, text))

    @override
    def action_text(self, s: State, a: int) -> str:
        return notation.MOVES[a]

    @override
    def parse_action(self, s: State, text: str) -> int:
        """A move may be abbreviated: n for north."""
        typed = text.strip().lower()
        meant = [move for move in notation.MOVES if typed and move.startswith(typed)]
        chosen: int = super().parse_action(s, meant[0] if len(meant) == 1 else text)
        return chosen

    @override
    def player_name(self, player: int) -> str:
        return "the ghosts" if player == MIN else "Pac-Man"

    @override
    def score_text(self, s: State, player: int) -> str:
        return f"{s.score} points".replace("-", "−") if player == MAX else ""

    @override
    def picture(self, s: State) -> Picture:
        return pictures.picture(self._layout, s, [] if s.over else list(self.choices(s)), self.nearest_way(s))

    def nearest_way(self, s: State) -> int:
        """The direction of the nearest dot, where Pac-Man looks; STOP if no dot is left."""
        nearest = self.nearest_dot(s)
        for direction in range(4):
            ahead = int(self.ways[4 * s.pacman + direction])
            if ahead >= 0 and nearest < layouts.FAR and self.nearest_dot(s._replace(pacman=ahead)) < nearest:
                return direction
        return STOP

    @override
    def won_by(self, s: State) -> tuple[int, ...]:
        if s.over == WON:
            return (MAX,)
        return (MIN,) if self.players == 2 else ()

    @override
    def ending(self, s: State) -> str:
        return f"Pac-Man {'has eaten every dot' if s.over == WON else 'is caught'}: {s.score} points."


def is_empty(food: tuple[int, ...]) -> bool:
    """Are there no dots?"""
    for word in food:
        if word != 0:
            return False
    return True
