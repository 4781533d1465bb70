"""A maze for several agents with one goal: to get all of them to their exits in as few steps as possible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import NamedTuple

from kibitz.draw.picture import EMPTY, Picture
from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.game.notation import split_mover, with_mover
from kibitz.games.maze.layout import STEPS, load, names
from kibitz.native.override import override
from kibitz.native.tuples import replaced

DIRECTIONS = ("north", "east", "south", "west", "stay")
LETTERS = "NESW-"
MODES = ("turns", "joint", "plan")
MOST_STEPS = 10_000


class State(NamedTuple):
    """Where everybody is, whose turn it is in this step, and how many steps are done."""

    places: tuple[int, ...]  # the number of each agent's cell
    turn: int
    steps: int


class Maze(Game):
    """Agents in a maze, each with an exit of its own, who share one payoff.

    In a step every agent moves once, in order, to a free cell beside it, or stays. With `mode=turns` each agent is a
    player; with `joint` one player moves all of them in one action; with `plan` one player moves them one by one.
    """

    title = "Maze for several agents"
    notation = "row,column of each agent, / and the steps done; p2 if the second agent is next: 1,1 3,1 /0"
    zero_sum = False
    whole = True
    guesses_within = True

    def __init__(self, layout: str = "crossing", mode: str = "turns", steps: int = 40) -> None:
        if mode not in MODES:
            raise BadInput(f"unknown mode {mode!r}: expected {', '.join(MODES)}")
        if not 1 <= steps <= MOST_STEPS:
            raise BadInput(f"{steps} steps are out of range: expected 1 to {MOST_STEPS}")
        self._layout = load(layout)
        self.layout = layout
        self.mode = mode
        self.steps = steps
        self.agents = len(self._layout.agents)
        self.players = self.agents if mode == "turns" else 1
        if self.players > 1:
            self.teams = (0,) * self.players
        self.is_joint = mode == "joint"
        self.ways = self._layout.ways()
        self.distance = self._layout.distances()
        self.utility_range = (-float(steps + self.agents), 0.0)

    @classmethod
    @override
    def values_of(cls, parameter: str) -> tuple[str, ...]:
        return {"layout": names(), "mode": MODES}.get(parameter, ())

    # ------------------------------------------------------------ rules

    @override
    def initial(self) -> State:
        return State(tuple(self._layout.agents), 0, 0)

    @override
    def player(self, s: State) -> int:
        return s.turn if self.players > 1 else 0

    @override
    def actions(self, s: State) -> Iterator[int]:
        """Directions; in the joint form, all agents' as digits of a number in base five, the first agent's lowest."""
        if not self.is_terminal(s):
            if self.is_joint:
                for together in range(5**self.agents):
                    if self.is_open(s.places, together):
                        yield together
            else:
                for direction in range(5):
                    if self.is_free(s.places, s.turn, direction):
                        yield direction

    def is_free(self, places: tuple[int, ...], agent: int, direction: int) -> bool:
        """May an agent go there? Not into a wall or another agent; it may stay where it is."""
        there = self.ways[places[agent], direction]
        if there < 0:
            return False
        for other in range(self.agents):
            if other != agent and places[other] == there:
                return False
        return True

    def is_open(self, places: tuple[int, ...], together: int) -> bool:
        """May all agents go there, one after the other?"""
        for agent in range(self.agents):
            direction = together % 5
            together //= 5
            if not self.is_free(places, agent, direction):
                return False
            places = replaced(places, agent, int(self.ways[places[agent], direction]))
        return True

    @override
    def result(self, s: State, a: int) -> State:
        places = s.places
        if self.is_joint:
            for agent in range(self.agents):
                places = replaced(places, agent, int(self.ways[places[agent], a % 5]))
                a //= 5
            return State(places, 0, s.steps + 1)
        places = replaced(places, s.turn, int(self.ways[places[s.turn], a]))
        if s.turn + 1 == self.agents:
            return State(places, 0, s.steps + 1)
        return State(places, s.turn + 1, s.steps)

    def outside(self, s: State) -> int:
        """How many agents are not at their exits."""
        count = 0
        for agent in range(self.agents):
            if self.distance[agent, s.places[agent]] > 0:
                count += 1
        return count

    @override
    def is_terminal(self, s: State) -> bool:
        return s.turn == 0 and (s.steps >= self.steps or self.outside(s) == 0)

    @override
    def utility(self, s: State, player: int) -> float:
        """A point lost for every step; when the time is up, one more for every agent that is not at its exit."""
        return -float(s.steps + self.outside(s))

    # ------------------------------------------------------------ what makes the search fast

    def hope(self, s: State) -> float:
        """The most that is possible: every agent takes its shortest way, as if it were alone."""
        done = s.steps + 1 if s.turn > 0 else s.steps
        late = 0
        for agent in range(self.agents):
            left = self.distance[agent, s.places[agent]]
            arrival = s.steps + left + (1 if agent < s.turn and left > 0 else 0)
            done = max(done, arrival)
            if arrival > self.steps:
                late += 1
        return -float(min(done, self.steps) + late)

    @override
    def bounds(self, s: State) -> tuple[float, float]:
        return self.utility_range[0], self.hope(s)

    @override
    def stakes(self, s: State, player: int) -> tuple[float, float]:
        return self.utility_range[0], self.hope(s)

    @override
    def evaluate(self, s: State, player: int) -> float:
        return self.hope(s)

    @override
    def promise(self, s: State, a: int, after: State, survey: int) -> float:
        """Nearer to the exits."""
        left = 0
        for agent in range(self.agents):
            left += self.distance[agent, after.places[agent]]
        return -float(left)

    # ------------------------------------------------------------ notation and picture

    @override
    def text(self, s: State) -> str:
        cells = [self._layout.cells[place] for place in s.places]
        return with_mover(" ".join(f"{row},{column}" for row, column in cells) + f" /{s.steps}", s.turn)

    @override
    def parse(self, text: str) -> State:
        given, turn = split_mover(text, self.agents)
        match = re.fullmatch(r"((?:\d{1,4},\d{1,4}\s+)+)/(\d{1,6})", given)
        if match is None:
            raise BadInput(f"{text!r} is not a position of maze: expected one such as {self.text(self.initial())}")
        pairs = [pair.split(",") for pair in match[1].split()]
        cells = [(int(row), int(column)) for row, column in pairs]
        if len(cells) != self.agents:
            raise BadInput(f"{text!r} has {len(cells)} agents: expected {self.agents}")
        for cell in cells:
            if cell not in self._layout.numbers:
                raise BadInput(f"{text!r} has an agent at {cell[0]},{cell[1]}: expected an open cell of the maze")
        if len(set(cells)) < len(cells):
            raise BadInput(f"{text!r} has two agents in the same cell")
        steps = int(match[2])
        if steps > self.steps or (turn and (steps == self.steps or self.is_joint)):
            raise BadInput(
                f"{text!r} is beyond the end: expected at most {self.steps} steps, and whole ones at the end"
            )
        return State(tuple(self._layout.numbers[cell] for cell in cells), turn, steps)

    @override
    def action_text(self, s: State, a: int) -> str:
        if not self.is_joint:
            return DIRECTIONS[a]
        return "".join(LETTERS[a // 5**agent % 5] for agent in range(self.agents))

    @override
    def words(self, s: State, value: float) -> str:
        if value < -self.steps:
            return f"{round(-value) - self.steps} not out in {self.steps} steps"
        return f"all out after {round(-value)} steps"

    @override
    def player_name(self, player: int) -> str:
        return f"agent {ascii_lowercase[player]}" if self.players > 1 else super().player_name(player)

    @override
    def ending(self, s: State) -> str:
        return f"The game is over: {self.words(s, self.utility(s, 0))}."

    @override
    def picture(self, s: State) -> Picture:
        at = {self._layout.cells[place]: agent for agent, place in enumerate(s.places)}
        rows = [
            tuple(self._symbol((row, column), at) for column in range(len(line)))
            for row, line in enumerate(self._layout.rows)
        ]
        home = {self._layout.cells[p] for agent, p in enumerate(s.places) if self.distance[agent, p] == 0}
        over = self.is_terminal(s)
        clicks = {}
        if not over and not self.is_joint:
            row, column = self._layout.cells[s.places[s.turn]]
            for a in self.actions(s):
                down, right = STEPS[a]
                clicks[DIRECTIONS[a]] = (row + down, column + right)
        told = f"{s.steps} of {self.steps} steps" + ("" if over else f", {self._next(s)} next")
        return Picture(
            cells=tuple(rows),
            owners={ascii_lowercase[agent]: agent for agent in range(self.agents)},
            marked=frozenset(home),
            clicks=clicks,
            caption=told,
            walls=frozenset(
                (row, column)
                for row, line in enumerate(self._layout.rows)
                for column, sign in enumerate(line)
                if sign == "#"
            ),
        )

    def _next(self, s: State) -> str:
        return "all are" if self.is_joint else f"{ascii_lowercase[s.turn]} is"

    def _symbol(self, cell: tuple[int, int], at: dict[tuple[int, int], int]) -> str:
        if cell in at:
            return ascii_lowercase[at[cell]]
        sign = self._layout.sign(cell)
        return "" if sign == "#" else sign if sign.isupper() else EMPTY
