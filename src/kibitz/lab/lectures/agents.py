"""Several agents with one goal: four ways to plan, what each finds, and how large each is; and kinds of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.answer.solve import solve
from kibitz.games import game, names
from kibitz.lab.lectures.topic import Asked, Showing, Topic

LAYOUTS = ("crossing", "passing", "swap")
STAY = 4  # the number of the direction that leads nowhere


@dataclass(frozen=True)
class Plan:
    """How a way of planning did: the steps until everybody is out, None if never, and what went wrong."""

    steps: int | None
    trouble: str = ""

    def text(self) -> str:
        """In a word or two."""
        return f"{self.steps} steps" if self.steps is not None else self.trouble


def toward(maze: Any, places: tuple[int, ...], agent: int) -> int:
    """The first direction that brings an agent nearer to its exit, as if it were alone; staying where it is there."""
    far = maze.distance[agent]
    for direction in range(STAY):
        there = maze.ways[places[agent], direction]
        if there >= 0 and far[there] < far[places[agent]]:
            return direction
    return STAY


def separate(maze: Any) -> Plan:
    """Idea 1: each agent takes its own shortest way, at once, and nobody looks at the others."""
    places = maze.initial().places
    for step in range(1, maze.steps + 1):
        if all(maze.distance[agent, place] == 0 for agent, place in enumerate(places)):
            return Plan(step - 1)
        after = tuple(int(maze.ways[place, toward(maze, places, agent)]) for agent, place in enumerate(places))
        swapped = any(
            after[a] == places[b] and after[b] == places[a] and a != b for a in range(len(after)) for b in range(a)
        )
        if len(set(after)) < len(after) or swapped:
            return Plan(None, f"collide in step {step}")
        places = after
    return Plan(None, "not out in time")


def confirmed(maze: Any) -> Plan:
    """Idea 3: each agent proposes its next step, and a computer confirms those that collide with nothing confirmed.

    Who is refused waits, and proposes again in the next step. Once all are refused, they will be for ever.
    """
    places = maze.initial().places
    for step in range(1, maze.steps + 1):
        if all(maze.distance[agent, place] == 0 for agent, place in enumerate(places)):
            return Plan(step - 1)
        before = places
        for agent in range(len(places)):
            direction = toward(maze, before, agent)
            if maze.is_free(places, agent, direction):
                there = int(maze.ways[places[agent], direction])
                places = (*places[:agent], there, *places[agent + 1 :])
        if places == before:
            return Plan(None, f"stuck from step {step}")
    return Plan(None, "not out in time")


def together(layout: str, mode: str) -> Plan:
    """Ideas 2 and 4: a search of all agents' moves, at once or one agent after the other."""
    value = solve(game("maze", layout=layout, mode=mode), interpreted=True)
    return Plan(round(-(value[0] if isinstance(value, tuple) else value)))


def reached(layout: str, mode: str) -> tuple[int, int]:
    """How many states can be reached in a maze, in any step, and the most actions in any of them."""
    maze: Any = game("maze", layout=layout, mode=mode)
    start = maze.initial()
    seen, todo, most = {start}, [start], 0
    while todo:
        s = todo.pop()
        actions = list(maze.actions(s))
        most = max(most, len(actions))
        for a in actions:
            after = maze.result(s, a)._replace(steps=0)  # the maze does not change with time
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return len(seen), most


def plans(asked: Asked) -> Showing:
    """The four ideas in three mazes, and the size of each."""
    showing = Showing()
    rows = []
    for layout in LAYOUTS:
        played = game("maze", layout=layout)
        found = [separate(played), together(layout, "joint"), confirmed(played), together(layout, "turns")]
        rows.append([layout, *(plan.text() for plan in found)])
        showing.numbers[layout] = dict(
            zip(("separate", "joint", "confirmed", "turns"), (p.text() for p in found), strict=True)
        )
        showing.run("solve", "maze", "--set", f"layout={layout}", "--set", "mode=joint")
    showing.say("Until everybody is at their own exit:")
    showing.table(("maze", "1 each alone", "2 joint", "3 propose, confirm", "4 one at a time"), rows)
    showing.say("Alone they collide. Confirming prevents that, but where nobody gives way they wait for ever.")
    showing.say("")
    maze: Any = game("maze", layout="crossing")
    steps, agents, cells = 5, maze.agents, len(maze.ways)
    joint, turns = reached("crossing", "joint"), reached("crossing", "turns")
    alone = max(len([1 for way in row if way >= 0]) for row in maze.ways)
    sizes = [
        ["1 each alone", f"{agents} · {cells}", alone, f"{agents} · {alone}^{steps} = {agents * alone**steps:,}"],
        ["2 joint", joint[0], joint[1], f"{joint[1]}^{steps} = {joint[1] ** steps:,}"],
        [
            "3 propose, confirm",
            f"{agents} · {cells}",
            alone,
            f"{steps} · {agents} · {alone} = {steps * agents * alone} looks",
        ],
        ["4 one at a time", turns[0], turns[1], f"{turns[1]}^{agents * steps} = {turns[1] ** (agents * steps):,}"],
    ]
    showing.say(f"How large, in the maze 'crossing' with {agents} agents, {cells} cells, {steps} steps ahead:")
    showing.table(("idea", "states", "actions", "tree"), sizes)
    showing.say("n agents with A directions have A^n joint actions, d deep; one at a time it is A actions, n·d deep.")
    left = f"Here {alone}^{agents} = {alone**agents}, of which walls leave {joint[1]}."
    showing.say(f"{left} One at a time the tree is no smaller,")
    showing.say("but a bound or a table can cut between two agents.")
    showing.numbers["sizes"] = {"joint": joint, "turns": turns, "cells": cells, "directions": alone}
    showing.run("best", "maze", "--set", "mode=joint")
    showing.run("best", "maze", "--set", "mode=turns")
    showing.board("maze", set_layout="crossing")
    return showing


def kinds(asked: Asked) -> Showing:
    """The games that come with Kibitz in the table of the notes: chance or none, all seen or not."""
    showing = Showing()
    cells: dict[tuple[bool, bool], list[str]] = {}
    for name in names():
        facts = game(name).facts
        players = "" if facts.players == 2 else f" ({facts.players})"
        cells.setdefault((facts.chance, facts.hidden), []).append(name + players)
    for hidden, seen in ((False, "everything is seen"), (True, "something is hidden")):
        for chance, drawn in ((False, "no chance"), (True, "chance")):
            showing.say(f"{seen}, {drawn}:")
            showing.say(f"  {', '.join(cells.get((chance, hidden), ['none']))}")
            showing.numbers[f"{seen}, {drawn}"] = cells.get((chance, hidden), [])
    showing.say(
        "In brackets the number of players, where it is not two. Dealt cards are hidden; dealing is chance only"
    )
    showing.say("where the game itself deals.")
    showing.run("games")
    return showing


TOPICS = (
    Topic("plans", "four ways to plan for several agents", (5,), plans),
    Topic("kinds", "kinds of games: chance, hidden, how many players", (1, 3, 4, 5), kinds),
)
