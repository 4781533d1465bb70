"""The command, as interface.md promises it: what it prints, where, and with which exit code."""

import json
import resource
import signal
import subprocess
import sys

import pytest

from command import begun, kibitz, process, wait_until_busy
from test_textbook import DICE_TREES

FIGURE_5_2 = "((3 12 8) (2 4 6) (14 5 2))"
THE_NOTES = "A:max(B:min(C:max(2 3) D:max(5 9)) E:min(F:max(0 1) G:max(7 4)))"
SMALL_BOARD = ("--set", "width=4", "--set", "height=4", "--algorithm", "alphabeta")

# What the contract names; more may stand beside it.
BEST_FIELDS = ["game", "position", "player", "exact", "best", "value", "words", "moves", "search"]
MOVE_FIELDS = ["move", "value", "words", "loss", "line"]
SEARCH_FIELDS = [
    "algorithm",
    "depth",
    "nodes",
    "seconds",
    "nodes_per_second",
    "table_hits",
    "cutoffs",
    "stopped_by",
]
STEP_FIELDS = ["index", "node", "event", "alpha", "beta", "value", "line", "sentence"]

OWN_GAME = '''
from typing import NamedTuple
from kibitz import Game


class State(NamedTuple):
    left: int
    mover: int


class TakeAway(Game):
    """Take one, two or three; whoever takes the last one wins."""

    def __init__(self, stones: int = 21) -> None:
        self.stones = stones

    def initial(self):
        return State(self.stones, 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        for take in range(1, min(3, s.left) + 1):
            yield take

    def result(self, s, take):
        return State(s.left - take, 1 - s.mover)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, player):
        return -1 if player == s.mover else 1
'''


@pytest.fixture
def own_game(tmp_path):
    path = tmp_path / "take_away.py"
    path.write_text(OWN_GAME)
    return path


# ---------------------------------------------------------------- games


def test_games_lists_every_game():
    answer = kibitz("games")
    assert answer.code == 0 and answer.err == ""
    for name in ("connect-four", "nim", "pig", "tic-tac-toe", "tree"):
        assert f"\n{name} " in "\n" + answer.out


def test_games_as_json_has_the_facts_and_the_algorithms_that_fit():
    games = {game["name"]: game for game in kibitz("games", "--json").json}
    for game in games.values():
        assert {"name", "title", "players", "chance", "hidden", "notation", "algorithms"} <= set(game)
    assert {"minimax", "alphabeta", "maxn"} <= set(games["tic-tac-toe"]["algorithms"])
    assert {"expectiminimax", "maxn"} <= set(games["pig"]["algorithms"])
    assert not {"minimax", "alphabeta"} & set(games["pig"]["algorithms"])
    facts = {name: (game["players"], game["chance"], game["hidden"]) for name, game in games.items()}
    assert facts["pig"] == (2, True, False)
    assert facts["connect-four"] == facts["nim"] == facts["tic-tac-toe"] == (2, False, False)


# ---------------------------------------------------------------- best


def test_best_prints_the_move_and_a_row_for_every_legal_one():
    answer = kibitz("best", "tic-tac-toe", "XOX......")
    assert answer.code == 0 and answer.messages == []
    head, titles, *rows, did = answer.out.splitlines()
    assert head == "best: 5, draws"
    assert titles.split() == ["move", "value", "loss", "line"]
    assert [row.split()[0] for row in rows] == ["5", "4", "6", "7", "8", "9"]  # the longest resistance first
    assert rows[0].split()[:3] == ["5", "0", "draws"]
    assert all(row.split()[1:4] == ["-1", "loses", "in"] and row.split()[5] == "1" for row in rows[1:])
    assert "nodes" in did and did.endswith("exact")


def test_json_of_best_has_the_fields_of_the_contract():
    answer = kibitz("best", "connect-four", "1213", *SMALL_BOARD, "--exact", "--json")
    assert answer.code == 0
    found = answer.json
    assert set(BEST_FIELDS) <= set(found)
    assert set(SEARCH_FIELDS) <= set(found["search"])
    assert all(set(MOVE_FIELDS) <= set(move) for move in found["moves"])
    assert (found["game"], found["position"], found["player"], found["exact"]) == ("connect-four", "1213", 0, True)
    best, *others = found["moves"]
    assert (best["move"], best["value"], best["words"]) == (found["best"], found["value"], found["words"])
    assert best["loss"] == 0
    assert best["line"][0] == best["move"]
    assert sorted([best["move"], *(move["move"] for move in others)]) == ["1", "2", "3", "4"]
    for worse in others:
        assert worse["loss"] == best["value"] - worse["value"] >= 0
    assert isinstance(found["search"]["nodes"], int) and found["search"]["nodes"] > 0
    assert found["search"]["stopped_by"] == "solved"


def test_positions_from_standard_input_are_answered_one_line_each():
    answer = kibitz("best", "tic-tac-toe", "-", stdin="XOX......\n\n  XXO.OOX..  \n")
    assert answer.code == 0
    assert answer.out.splitlines() == ["XOX...... 5", "XXO.OOX.. 4"]
    lines = kibitz("best", "tic-tac-toe", "-", "--json", stdin="XOX......\nXXO.OOX..\n").out.splitlines()
    assert [json.loads(line)["best"] for line in lines] == ["5", "4"]


def test_moves_are_played_from_the_position():
    assert kibitz("best", "tic-tac-toe", "--moves", "1 2 3", "--json").json["position"] == "XOX......"
    assert kibitz("best", "tic-tac-toe", "XO.......", "--moves", "3 5 8", "--json").json["position"] == "XOX.O..X."


def test_options_may_stand_before_and_after_the_position():
    wanted = kibitz("solve", "connect-four", "12", *SMALL_BOARD)
    assert wanted.code == 0
    assert kibitz("solve", "connect-four", *SMALL_BOARD, "12").out == wanted.out
    assert kibitz("solve", *SMALL_BOARD, "connect-four", "12").out == wanted.out
    assert kibitz("solve", "connect-four", *SMALL_BOARD, "-", stdin="12\n").out == f"12 {wanted.out}"


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectiminimax", "maxn", "auto"])
def test_interpreted_gives_the_same_answer_from_the_same_nodes(algorithm):
    asked = ("best", "tic-tac-toe", "XO..X...O", "--exact", "--json", "--algorithm", algorithm)
    compiled, interpreted = kibitz(*asked).json, kibitz(*asked, "--interpreted").json
    for answer in (compiled, interpreted):
        assert answer["search"].pop("seconds") >= 0
        assert answer["search"].pop("nodes_per_second") >= 0
        assert algorithm in (answer["search"]["algorithm"], "auto")
    assert compiled == interpreted


def test_limits_stop_the_search_and_say_so():
    spent = kibitz("best", "connect-four", "--nodes", "100", "--json")
    assert spent.code == 0
    assert spent.json["exact"] is False
    assert spent.json["search"]["stopped_by"] == "nodes"
    deep = kibitz("best", "connect-four", "--depth", "3", "--algorithm", "alphabeta", "--json")
    assert deep.code == 0
    assert (deep.json["search"]["depth"], deep.json["search"]["stopped_by"]) == (3, "depth")
    assert kibitz("best", "connect-four", "--exact", "--nodes", "100", "--json").code == 1


# ---------------------------------------------------------------- solve


def test_tic_tac_toe_by_minimax_is_a_draw_in_549946_nodes():
    answer = kibitz("solve", "tic-tac-toe", "--algorithm", "minimax", "--json")
    assert answer.code == 0
    found = answer.json
    assert set(BEST_FIELDS) <= set(found)
    assert (found["value"], found["words"], found["exact"]) == (0, "draws", True)
    assert (found["search"]["algorithm"], found["search"]["nodes"]) == ("minimax", 549946)
    assert all(move["value"] == 0 for move in found["moves"])


def test_solve_prints_the_value_and_with_several_positions_the_position_too():
    assert kibitz("solve", "tic-tac-toe").out == "0\n"
    assert kibitz("solve", "tic-tac-toe", "XO.......").out == "1\n"
    assert kibitz("solve", "tic-tac-toe", "XO.......", "XOX......").out == "XO....... 1\nXOX...... 0\n"
    assert kibitz("solve", "tic-tac-toe", "XXXOO....").out == "-1\n"


def test_solve_reads_positions_with_and_without_a_known_answer():
    answer = kibitz("solve", "tic-tac-toe", "-", stdin="XO.......\nXOX...... 0\n\n......... 0.0\n")
    assert answer.code == 0 and answer.messages == []
    assert answer.out == "XO....... 1\nXOX...... 0\n......... 0\n"


def test_a_wrong_answer_behind_a_position_is_told_and_the_exit_code_is_1():
    answer = kibitz("solve", "tic-tac-toe", "-", stdin="XO....... 0\nXOX......\n")
    assert answer.code == 1
    assert answer.out == "XO....... 1\nXOX...... 0\n"
    assert answer.messages == ["kibitz: 'XO.......' is worth 1, but its line says 0"]
    assert kibitz("solve", "tic-tac-toe", "XO....... 0").code == 1
    assert kibitz("solve", "tic-tac-toe", "XO....... 1").code == 0


@pytest.mark.parametrize(
    ("game", "positions"),
    [
        (("tree", "--set", "tree=(A:chance(1/3: 1 2/3: 2) 0)", "--interpreted"), ["A"]),
        (("nim", "--set", "piles=1,2", "--interpreted"), ["1,2", "1,1 p2", "0,2 p2", "0,0"]),
        (("connect-four", *SMALL_BOARD, "--interpreted"), ["11223311", "112233114"]),
    ],
)
def test_what_solve_prints_it_reads_again(game, positions):
    first = kibitz("solve", *game, "-", stdin="\n".join(positions))
    assert first.code == 0
    assert len(first.out.splitlines()) == len(positions)
    second = kibitz("solve", *game, "-", stdin=first.out)
    assert second.code == 0
    assert second.out == first.out


def test_a_bad_line_is_told_and_the_others_are_answered_all_the_same():
    answer = kibitz("solve", "tic-tac-toe", "-", stdin="XO.......\nXO..\nXOX......\n")
    assert answer.code == 2
    assert answer.out == "XO....... 1\nXOX...... 0\n"
    assert len(answer.messages) == 1
    assert answer.messages[0].startswith("kibitz: line 2: 'XO..' is not a position of tic-tac-toe")


def test_a_limit_reached_before_an_exact_answer_is_exit_code_1():
    answer = kibitz("solve", "connect-four", "--nodes", "1000")
    assert (answer.code, answer.out) == (1, "")
    assert answer.messages == ["kibitz: '' is not solved within 1000 nodes"]
    answer = kibitz("solve", "connect-four", "--nodes", "1000", "--json")
    assert answer.code == 1
    assert answer.json["exact"] is False
    answer = kibitz("solve", "connect-four", "-", "--nodes", "1000", stdin="1\n")
    assert answer.code == 1
    assert answer.messages == ["kibitz: line 1: '1' is not solved within 1000 nodes"]


def test_set_gives_a_game_its_parameters():
    lone_piles = ("solve", "nim", "--set", "piles=1,1", "--interpreted")
    assert kibitz(*lone_piles).out == "-1\n"
    assert kibitz(*lone_piles, "--set", "misere=yes").out == "1\n"
    assert kibitz("solve", "nim", "0,1", *lone_piles[2:], "--set", "misere=true").out == "-1\n"


# ---------------------------------------------------------------- a user's own game


def test_a_users_own_game_is_named_by_its_file_and_class(own_game):
    answer = kibitz("best", f"{own_game}:TakeAway", "--exact", "--json")
    assert answer.code == 0 and answer.messages == []
    found = answer.json
    assert (found["game"], found["best"], found["value"], found["words"]) == ("take-away", "1", 1, "wins in 11")
    assert kibitz("solve", f"{own_game}:TakeAway", "(20,0)").out == "-1\n"
    assert kibitz("solve", own_game, "--moves", "1 3").out == "1\n"
    answer = kibitz("solve", f"{own_game}:TakeAway", "--set", "stones=8", "--interpreted")
    assert (answer.code, answer.out) == (0, "-1\n")
    assert kibitz("check", f"{own_game}:TakeAway", "--interpreted").code == 0


# ---------------------------------------------------------------- tree


def test_figure_5_2_as_json_is_what_the_contract_shows():
    answer = kibitz("tree", FIGURE_5_2, "--json")
    assert answer.code == 0 and answer.err == ""
    found = answer.json
    assert {name: found[name] for name in ("algorithm", "value", "best", "leaves_visited", "pruned")} == {
        "algorithm": "alphabeta",
        "value": 3,
        "best": "B",
        "leaves_visited": ["3", "12", "8", "2", "14", "5", "2"],
        "pruned": [["C", "2"], ["C", "3"]],
    }
    assert all(set(STEP_FIELDS) <= set(step) for step in found["steps"])
    assert [step["index"] for step in found["steps"]] == list(range(len(found["steps"])))
    assert {step["event"] for step in found["steps"]} == {"enter", "leaf", "update", "prune", "leave"}
    first = found["steps"][0]
    assert (first["node"], first["event"]) == ("A", "enter")
    assert first["alpha"] is first["beta"] is first["value"] is None
    assert all(1 <= step["line"] <= len(found["pseudocode"]) and step["sentence"] for step in found["steps"])


def test_the_steps_of_figure_5_2_say_what_a_person_works_out():
    steps = kibitz("tree", FIGURE_5_2, "--json").json["steps"]
    of_c = [(step["event"], step["alpha"], step["beta"], step["value"]) for step in steps if step["node"] == "C"]
    assert of_c == [("enter", 3, None, None), ("update", 3, None, 2), ("prune", 3, None, 2), ("leave", 3, None, 2)]
    assert steps[-1]["value"] == 3
    sentences = [step["sentence"] for step in steps]
    assert "B is a MIN node: v = min(+∞, 3) = 3. v ≤ α? 3 ≤ −∞: no, go on. β = 3." in sentences
    assert any("children 2 and 3 of C are cut" in sentence for sentence in sentences)


def test_tree_in_words():
    answer = kibitz("tree", FIGURE_5_2)
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "value: 3",
        "best: B",
        "visited leaves: 3 12 8 2 14 5 2",
        "pruned: child 2 of C, child 3 of C",
    ]


def test_tree_with_steps_shows_the_pseudocode_and_a_sentence_for_each_step():
    short = kibitz("tree", THE_NOTES).out
    answer = kibitz("tree", THE_NOTES, "--steps")
    assert answer.out.startswith(short)
    assert "function ALPHA-BETA" in answer.out
    steps = kibitz("tree", THE_NOTES, "--json").json["steps"]
    for step in steps:
        assert f"{step['index']}. [line {step['line']}] {step['sentence']}" in answer.out


def test_the_tree_of_the_notes():
    found = kibitz("tree", THE_NOTES, "--json").json
    assert (found["value"], found["best"]) == (3, "B")
    assert found["leaves_visited"] == ["2", "3", "5", "0", "1"]
    assert found["pruned"] == [["D", "2"], ["E", "2"]]


@pytest.mark.parametrize("algorithm", ["minimax", "expectiminimax", "maxn", "alphabeta"])
def test_every_algorithm_that_fits_finds_the_same_value_and_move(algorithm):
    found = kibitz("tree", FIGURE_5_2, "--algorithm", algorithm, "--json").json
    assert (found["algorithm"], found["best"]) == (algorithm, "B")
    assert found["value"] == ([3, -3] if algorithm == "maxn" else 3)
    assert len(found["leaves_visited"]) == (7 if algorithm == "alphabeta" else 9)


@pytest.mark.parametrize(
    ("variant", "tree", "pruned"),
    [
        ("fail-soft", "((3 4) (3 9))", [["C", "2"]]),
        ("fail-hard", "((3 4) (3 9))", [["C", "2"]]),
        ("strict", "((3 4) (3 9))", []),
        ("strict", "((3 4) (2 9))", [["C", "2"]]),
    ],
)
def test_the_forms_of_alphabeta_differ_in_what_they_do_with_a_tie(variant, tree, pruned):
    found = kibitz("tree", tree, "--variant", variant, "--json").json
    assert (found["value"], found["pruned"]) == (3, pruned)


@pytest.mark.parametrize(
    ("tree", "value"),
    [
        *DICE_TREES,
        ("((<1,2,6> <4,2,3>) (<6,1,2> <7,4,-1>))", [7, 4, -1]),
        ("7", 7),
    ],
)
def test_the_values_of_trees_with_chance_and_vectors(tree, value):
    assert kibitz("tree", tree, "--json").json["value"] == pytest.approx(value)


def test_a_lone_leaf_has_no_best_move():
    assert kibitz("tree", "7", "--json").json["best"] is None
    assert "best: none" in kibitz("tree", "7").out


def test_a_depth_limit_ends_the_tree_early():
    found = kibitz("tree", FIGURE_5_2, "--depth", "1", "--json").json
    assert (found["value"], found["leaves_visited"]) == (0, [])


def test_a_tree_is_read_from_standard_input():
    assert kibitz("tree", "-", "--json", stdin=FIGURE_5_2 + "\n").out == kibitz("tree", FIGURE_5_2, "--json").out


def test_a_tree_is_drawn_into_a_file(tmp_path):
    whole, early = tmp_path / "whole.svg", tmp_path / "early.svg"
    assert kibitz("tree", FIGURE_5_2, "--svg", whole).code == 0
    assert kibitz("tree", FIGURE_5_2, "--svg", early, "--step", "0").code == 0
    for drawing in (whole, early):
        text = drawing.read_text(encoding="utf-8")
        assert text.startswith("<svg") and text.rstrip().endswith("</svg>")
    assert whole.read_text(encoding="utf-8") != early.read_text(encoding="utf-8")


# ---------------------------------------------------------------- perft and check


def test_perft_of_tic_tac_toe():
    answer = kibitz("perft", "tic-tac-toe", "--depth", "9")
    assert answer.code == 0 and answer.messages == []
    leaves, rest = answer.out.splitlines()
    assert leaves == "127872"
    assert rest.startswith("549,946 nodes, 255,168 finished games, ")
    assert rest.endswith(" nodes a second")


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 7), (4, 2401), (7, 823536), (8, 5673234)])
def test_perft_of_connect_four(depth, leaves):
    found = kibitz("perft", "connect-four", "--depth", depth, "--json").json
    assert (found["game"], found["position"], found["depth"], found["leaves"]) == ("connect-four", "", depth, leaves)
    assert found["nodes"] >= leaves
    assert {"seconds", "nodes_per_second"} <= set(found)


def test_perft_interpreted_counts_the_same_from_a_position_on():
    asked = ("perft", "tic-tac-toe", "XO..X....", "--depth", "6", "--json")
    compiled, interpreted = kibitz(*asked).json, kibitz(*asked, "--interpreted").json
    for name in ("leaves", "nodes", "finished", "position"):
        assert compiled[name] == interpreted[name]
    assert compiled["position"] == "XO..X...."


def test_check_says_yes_or_no(own_game):
    answer = kibitz("check", "tic-tac-toe", "--interpreted")
    assert answer.code == 0 and answer.err == ""
    said = answer.out.splitlines()
    assert said[0] == "well defined: all 5,478 positions, 958 of them final"
    found = kibitz("check", "tic-tac-toe", "--interpreted", "--json").json
    assert (
        said[1:] == [f"fact: {fact}" for fact in found["facts"]] and "with best play player 0 gets 0" in found["facts"]
    )
    assert (found["game"], found["ok"], found["faults"], found["positions"]) == ("tic-tac-toe", True, [], 5478)

    own_game.write_text(OWN_GAME.replace("return -1 if player == s.mover else 1", "return 1"))
    answer = kibitz("check", f"{own_game}:TakeAway", "--interpreted")
    assert answer.code == 1 and answer.err == ""
    assert "sum to 2" in answer.out and "'(0," in answer.out and "1 fault" in answer.out
    found = kibitz("check", f"{own_game}:TakeAway", "--interpreted", "--json")
    assert (found.code, found.json["ok"], len(found.json["faults"])) == (1, False, 1)


# ---------------------------------------------------------------- in a process of its own


def test_the_module_is_the_command():
    answer = process("solve", "tic-tac-toe", "XO.......")
    assert (answer.code, answer.out) == (0, "1\n")
    assert process("--version").out.startswith("kibitz ")


@pytest.mark.parametrize("arguments", [("--help",), ("best", "--help")])
def test_help_imports_neither_numba_nor_numpy(arguments):
    answer = process(*arguments, python=("-X", "importtime"))
    assert answer.code == 0
    assert answer.out.startswith("usage: kibitz")
    imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in answer.err.splitlines()}
    assert "kibitz" in imported
    assert not imported & {"numba", "numpy", "llvmlite"}


def test_every_command_is_in_the_help():
    answer = process("--help")
    for command in ("games", "best", "solve", "play", "tree", "perft", "new", "check"):
        assert f"\n    {command} " in answer.out


def test_data_goes_to_standard_output_and_messages_to_standard_error():
    answer = process("solve", "tic-tac-toe", "-", stdin="XO....... 5\nnonsense\n", NO_COLOR="1")
    assert answer.code == 2
    assert answer.out == "XO....... 1\n"
    assert len(answer.messages) == 2


def test_a_reader_that_goes_away_early_is_no_error():
    command = f"{sys.executable} -m kibitz perft tic-tac-toe --depth 1 | true; exit ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, timeout=120)
    assert b"Traceback" not in ran.stderr and b"BrokenPipe" not in ran.stderr
    assert ran.returncode == 0


def test_an_output_that_knows_no_greek_is_no_error():
    answer = process("tree", FIGURE_5_2, "--steps", PYTHONIOENCODING="ascii")
    assert answer.code == 0
    assert "v = min(+?, 3) = 3" in answer.out


def processor_seconds(done):
    """How much of a processor the processes started by this need."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def interrupted(*asked):
    """What a command that would take for ever prints when Ctrl-C comes while it is busy."""
    process(*asked, "--nodes", "10")  # has it compiled
    started = begun(*asked)
    try:
        wait_until_busy(started, processor_seconds(lambda: process(*asked, "--nodes", "10")) + 1)
        assert started.poll() is None
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=120)
    finally:
        started.kill()
    assert started.returncode == 130
    assert b"Traceback" not in err
    return out, err


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["plain", "json"])
def test_ctrl_c_ends_a_running_solve_with_exit_code_130(more):
    asked = ("solve", "connect-four", "--algorithm", "minimax", *more)  # which takes for ever
    out, err = interrupted(*asked)
    if more:
        assert json.loads(out)["search"]["stopped_by"] == "interrupted"
    else:
        assert (out, err.decode()) == (b"", "kibitz: interrupted\n")


def test_ctrl_c_ends_the_engine_too():
    _, err = interrupted("solve", "connect-four", "--no-book")
    assert err.decode().splitlines()[-1] == "kibitz: interrupted"
