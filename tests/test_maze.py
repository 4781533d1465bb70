"""Mazes for several agents: three forms of one problem."""

import random
from collections import deque

import pytest

import kibitz as kz
from command import kibitz
from kibitz.answer.plan import choose
from kibitz.games.maze import MODES, Maze
from kibitz.games.maze.layout import names, read
from kibitz.games.maze.sizes import sizes
from kibitz.web.offered import Offered
from kibitz.web.refusals import Refused
from refused import refusal

PASSING = {"layout": "passing", "steps": 10}


def fewest_steps(rows):
    """A breadth-first search over everybody's cells, from the text alone; None where there is no way."""
    cells = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "#"}
    agents = sorted(sign for sign in cells.values() if sign.islower())
    where = {sign: cell for cell, sign in cells.items()}
    start, goal = tuple(where[a] for a in agents), tuple(where[a.upper()] for a in agents)
    seen, todo = {start}, deque([(start, 0)])
    while todo:
        here, steps = todo.popleft()
        if here == goal:
            return steps
        reached = [here]
        for agent in range(len(agents)):
            reached = [
                (*places[:agent], there, *places[agent + 1 :])
                for places in reached
                for dr, dc in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
                if (there := (places[agent][0] + dr, places[agent][1] + dc)) in cells
                and there not in places[:agent] + places[agent + 1 :]
            ]
        for after in set(reached) - seen:
            seen.add(after)
            todo.append((after, steps + 1))
    return None


@pytest.mark.parametrize("layout", names())
def test_all_three_forms_need_the_steps_that_a_plain_search_needs(layout):
    rows = Maze(layout)._layout.rows
    fewest = fewest_steps(rows)
    for mode in MODES:
        game = Maze(layout, mode, steps=15)
        if layout == "corridor" and mode == "joint":
            continue  # 56 joint actions: too many for plain Python
        value = kz.solve(game, interpreted=True)
        assert value == (-fewest if game.players == 1 else (-fewest,) * game.players)
        for algorithm in ("maxn",) if mode == "turns" else ():
            by_turns = kz.analyse(game, depth=fewest * game.agents, algorithm=algorithm, interpreted=True)
            assert all(len(set(move.value)) == 1 for move in by_turns.moves)  # everybody gets the same
            assert by_turns.value == value
        answer = kz.analyse(game, depth=fewest * game.agents, interpreted=True)
        assert len(answer.moves[0].line) == (fewest if mode == "joint" else fewest * game.agents)


def random_maze(dice):
    """A small maze, perhaps without a way out."""
    grid = [["#"] * 6 for _ in range(5)]
    inside = [(r, c) for r in range(1, 4) for c in range(1, 5)]
    for r, c in inside:
        grid[r][c] = "#" if dice.random() < 0.25 else " "
    for sign, (r, c) in zip("abAB", dice.sample(inside, 4), strict=True):
        grid[r][c] = sign
    return "\n".join("".join(row) for row in grid) + "\n"


def test_on_random_mazes_the_forms_agree_with_each_other_and_with_a_plain_search(tmp_path):
    dice = random.Random(2)
    outcomes = set()
    for number in range(25):
        path = tmp_path / f"{number}.txt"
        path.write_text(random_maze(dice), encoding="utf-8")
        fewest = fewest_steps(path.read_text(encoding="utf-8").splitlines())
        joint = kz.solve(Maze(str(path), "joint", steps=6), interpreted=True)
        turns = Maze(str(path), "turns", steps=6)
        assert kz.solve(Maze(str(path), "plan", steps=6), interpreted=True) == joint
        assert kz.solve(turns, interpreted=True) == (joint, joint)
        assert kz.solve(turns, algorithm="maxn", interpreted=True) == (joint, joint)
        if fewest is not None and fewest <= 6:
            assert joint == -fewest
        else:
            assert -8 <= joint <= -7
        outcomes.add(joint)
    assert len(outcomes) > 3


def test_the_bound_is_never_below_the_value_and_narrows_to_it():
    game = Maze(**PASSING)
    s = game.initial()
    dice = random.Random(4)
    for _ in range(12):
        value = kz.solve(game, s, interpreted=True)[0]
        assert game.bounds(s)[0] <= value <= game.bounds(s)[1] == game.evaluate(s, 0)
        if game.is_terminal(s):
            break
        s = game.result(s, dice.choice(list(game.actions(s))))


def test_agents_do_not_meet_or_pass_through_each_other_and_may_follow_in_order():
    game = Maze("passing", "joint")
    s = game.parse("2,2 2,3 /0")
    moves = [game.action_text(s, a) for a in game.actions(s)]
    assert "E-" not in moves  # b is there
    assert "EE" not in moves  # a moves first
    assert "NE" in moves
    assert "EW" not in moves  # nor do they change places
    after = game.result(s, game.parse_action(s, "NW"))  # b follows into the cell that a has left
    assert game.text(after) == "1,2 2,2 /1"


def test_time_runs_out_and_costs_a_point_for_everybody_who_is_not_out():
    game = Maze("crossing", "turns", steps=2)
    assert kz.solve(game, interpreted=True) == (-4, -4)
    game = Maze("crossing", "plan", steps=4)
    assert kz.solve(game, interpreted=True) == -5
    assert kibitz("best", "maze", "--set", "mode=plan", "--set", "steps=4", "--interpreted", "--exact").out.startswith(
        "best: south, 1 not out in 4 steps"
    )


def test_everybody_is_on_one_side():
    game = Maze()
    assert choose("auto", game).algorithm.name == "paranoid"
    assert choose("auto", Maze(mode="joint")).algorithm.name == "deepening"
    assert game.teams == (0, 0)


def test_sizes_are_those_of_the_notes():
    turns, joint, plan = sizes("crossing", 5)
    assert (turns.states, turns.actions, turns.decisions) == (144, 5, 10)
    assert (joint.states, joint.actions, joint.decisions, joint.players) == (72, 11, 5, 1)
    assert (plan.states, plan.actions, plan.decisions, plan.players) == (144, 5, 10, 1)
    assert turns.tree == 5**10
    assert joint.states * 2 == turns.states  # whose turn it is belongs to the state


@pytest.mark.parametrize("mode", MODES)
def test_it_is_well_defined(mode):
    assert bool(kz.check(Maze(**PASSING, mode=mode), compiled=False))


def test_compiled_and_interpreted_answers_agree():
    game = Maze("crossing", "joint", steps=10)
    report = kz.check(game)
    assert report.compiled
    assert bool(report)


def test_the_picture_shows_walls_exits_and_who_is_next():
    game = Maze("passing")
    picture = game.picture(game.initial())
    assert picture.caption == "0 of 40 steps, a is next"
    assert picture.clicks == {"east": (2, 2), "stay": (2, 1)}
    assert (0, 0) in picture.walls
    home = game.picture(game.parse("2,5 2,2 /3"))
    assert home.marked == {(2, 5), (2, 2)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("###\n#a#\n###\n", "has the exits none: expected A"),
        ("####\n#bB#\n####\n", "has the agents b: expected a, b, … up to e, each once"),
        ("####\n#a?#\n####\n", "line 2, column 3 of 'x' is '?'"),
        ("####\n#a A\n####\n", "line 2, column 4 of 'x' is open"),
        ("", "has the agents none"),
    ],
)
def test_a_maze_that_is_none_is_refused_with_its_line(text, said):
    assert said in refusal(read, text, "x")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("here", "expected one such as 1,3 3,1 /0"),
        ("1,3 /0", "has 1 agents: expected 2"),
        ("0,0 3,1 /0", "has an agent at 0,0: expected an open cell"),
        ("3,1 3,1 /0", "two agents in the same cell"),
        ("1,3 3,1 /41", "is beyond the end"),
        ("1,3 3,1 /0 p3", "expected p1 to p2"),
    ],
)
def test_a_position_that_is_none_is_refused(position, said):
    assert said in refusal(Maze().parse, position)


def test_a_file_is_read_by_the_command_but_not_by_a_server(tmp_path):
    path = tmp_path / "own.txt"
    path.write_text("#####\n#a A#\n#####\n", encoding="utf-8")
    assert kibitz("solve", "maze", "--set", f"layout={path}", "--interpreted").out == "-2\n"
    offered = Offered()
    assert offered.game("maze", {"layout": "swap"}).facts.name == "maze"
    with pytest.raises(Refused, match="is not offered here: expected one of corridor"):
        offered.game("maze", {"layout": str(path)})
    said = kibitz("best", "maze", "--set", "layout=nowhere")
    assert said.code == 2
    assert "unknown maze 'nowhere'" in said.messages[0]
    assert kibitz("best", "maze", "--set", "mode=some").messages == [
        "kibitz: unknown mode 'some': expected turns, joint, plan"
    ]
