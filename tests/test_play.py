"""`kibitz play`, driven through standard input."""

import json
import re
from itertools import pairwise

import pytest

from command import kibitz

TIC_TAC_TOE = ("play", "tic-tac-toe", "--exact")


def play(*typed, asked=TIC_TAC_TOE, code=0):
    """What is printed while a person types these lines."""
    answer = kibitz(*asked, stdin="".join(f"{line}\n" for line in typed))
    assert answer.code == code
    assert answer.messages == []
    return answer.out


def together(*typed, more=()):
    """Two people at one terminal."""
    return play(*typed, asked=("play", "tic-tac-toe", "--you", "both", *more))


def boards(out):
    """Every board that was shown, as nine letters."""
    return [re.sub(r"\s", "", found) for found in re.findall(r"(?m)(?:^ [XO.] [XO.] [XO.]\n){3}", out)]


# ---------------------------------------------------------------- games


def test_two_people_play_a_whole_game():
    out = together("1", "4", "2", "5", "3", "quit")
    assert out.startswith("Tic-tac-toe. Type a move, or 'help'.\n")
    assert boards(out) == [".........", "X........", "X..O.....", "XX.O.....", "XX.OO....", "XXXOO...."]
    assert "The game is over: X won." in out


def test_a_draw_and_a_win_of_the_second_player():
    assert "The game is over: a draw." in together(*"123546879")
    assert "The game is over: O won." in together(*"142596")


def test_the_engine_never_loses():
    out = play(*"123456789" * 9)
    assert re.search(r"The game is over: (a draw|O won)\.", out)
    assert "O (engine) plays " in out
    assert "X (engine)" not in out


def test_the_engine_wins_when_it_can_and_says_what_it_expects():
    out = play("9", asked=(*TIC_TAC_TOE, "OO.XX...."))
    assert "O (engine) plays 3: wins in 1\n" in out
    assert "The game is over: O won." in out
    out = play("2", asked=(*TIC_TAC_TOE, "X........", "--you", "second"))
    assert re.search(r"X \(engine\) plays \d: wins in 5, expecting \d( \d)+\n", out)


def test_the_engine_begins_where_the_person_is_second():
    out = play("quit", asked=(*TIC_TAC_TOE, "--you", "second"))
    assert out.count("X (engine) plays ") == 1
    assert len(boards(out)) == 2


def test_the_engine_plays_itself():
    out = play(asked=(*TIC_TAC_TOE, "--you", "none"))
    assert len(re.findall(r"[XO] \(engine\) plays ", out)) == 9
    assert out.rstrip().endswith("The game is over: a draw.")


def test_a_game_goes_on_from_a_position_and_moves():
    out = together("3", more=("XX.OO....", "--moves", "9 8"))
    assert boards(out)[0] == "XX.OO..OX"
    assert "X won" in out


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize("seed", ["0", "7"])
def test_pig_rolls_the_dice_of_its_seed(seed):
    asked = ("play", "pig", "--set", "goal=20", "--you", "both", "--seed", seed)
    typed = ["roll", "hold"] * 40
    out = play(*typed, asked=asked)
    assert set(re.findall(r"chance: (\d)", out)) <= set("123456")
    assert len(re.findall(r"chance: (\d)", out)) >= 4
    assert re.search(r"The game is over: player [12] won\.", out)
    assert play(*typed, asked=asked) == out


def test_pig_keeps_the_score():
    """A roll adds to the turn, a one ends it for nothing, and hold brings it home."""
    out = play(*["roll", "hold"] * 8, asked=("play", "pig", "--you", "both", "--seed", "11"))
    scores, turn, mover = [0, 0], 0, 0
    told = [line for line in out.splitlines() if re.match(r"chance: |player \d has ", line)]
    for before, line in pairwise(told):
        if line.startswith("chance: "):
            continue
        if before.startswith("chance: "):
            face = int(before.split()[1])
            turn, mover = (0, 1 - mover) if face == 1 else (turn + face, mover)
        elif turn and line.startswith(f"player {2 - mover} "):  # held
            scores[mover] += turn
            turn, mover = 0, 1 - mover
        assert line.startswith(f"player {mover + 1} has {turn} in this turn")
    assert scores != [0, 0]
    *_, first, second = re.findall(r"player \d +(\d+) of 100", out)
    assert [int(first), int(second)] == scores


def test_other_seeds_roll_otherwise():
    rolls = set()
    for seed in ("1", "2", "3", "4"):
        out = play(*["roll"] * 12, asked=("play", "pig", "--you", "both", "--seed", seed))
        rolls.add("".join(re.findall(r"chance: (\d)", out)))
    assert len(rolls) > 1


def test_pig_alone_and_against_the_engine():
    alone = play(*["roll", "hold"] * 60, asked=("play", "pig", "--set", "goal=5", "--set", "players=1", "--seed", "1"))
    assert "The game is over: won." in alone
    asked = ("play", "pig", "--set", "goal=12", "--seed", "3", "--depth", "2", "--interpreted")
    out = play(*["roll", "hold"] * 40, asked=asked)
    assert re.search(r"player 2 \(engine\) plays (roll|hold): wins \d", out)
    assert re.search(r"The game is over: player [12] won\.", out)


def test_undo_goes_back_over_the_dice_and_redo_rolls_the_same():
    out = play("roll", "undo", "redo", asked=("play", "pig", "--you", "both", "--seed", "5"))
    before, after = [line for line in out.splitlines() if " has " in line][-2:]
    assert "has 0 in this turn, to roll or hold" in before
    assert out.count("chance: ") == 1
    assert after == [line for line in out.splitlines() if " has " in line][2]


# ---------------------------------------------------------------- what may be typed besides moves


def test_undo_and_redo():
    out = together("1", "5", "undo", "undo", "redo", "redo", "9")
    assert boards(out) == [
        ".........",
        "X........",
        "X...O....",
        "X........",
        ".........",
        "X........",
        "X...O....",
        "X...O...X",
    ]


def test_against_the_engine_undo_takes_back_its_reply_too():
    out = play("5", "undo", "redo")
    shown = boards(out)
    assert shown[0] == shown[3] == "........."
    assert shown[2] == shown[4] and shown[2].count("O") == 1


def test_another_move_after_undo_forgets_what_was_taken_back():
    out = together("1", "5", "undo", "9", "redo")
    assert "there is nothing to redo" in out
    assert boards(out)[-1] == "X.......O"


def test_there_may_be_nothing_to_undo_or_redo():
    out = together("undo", "redo", "1")
    assert "there is nothing to undo; this is the start of the game" in out
    assert "there is nothing to redo" in out
    assert boards(out)[-1] == "X........"


def test_undo_after_the_end_goes_on_with_the_game():
    out = together("1", "4", "2", "5", "3", "undo", "9", "6")
    assert "X won" in out and "O won" in out
    assert boards(out)[-1] == "XX.OOO..X"


def test_a_hint_is_the_engines_table():
    out = play("hint", "quit", asked=(*TIC_TAC_TOE, "XX.OO...."))
    assert "best: 3, wins in 1\n" in out
    assert len(boards(out)) == 1


def test_moves_board_and_help():
    out = together("3", "moves", "board", "help")
    assert "\n1 2 4 5 6 7 8 9\n" in out
    assert boards(out) == [".........", "..X......", "..X......"]
    for word in ("moves", "hint", "undo", "redo", "board", "save FILE", "load FILE", "swap", "new", "help", "quit"):
        assert re.search(rf"(?m)^  .*{word}", out)


def test_swap_gives_the_engine_the_move():
    out = play("1", "swap", "quit")
    assert out.index("O (engine) plays ") < out.index("X (engine) plays ")
    assert len(boards(out)) == 4


def test_new_begins_again():
    out = together("1", "5", "new", "9")
    assert boards(out)[-2:] == [".........", "........X"]
    out = together("9", "new", "undo", more=("X........",))
    assert boards(out)[-1] == "X........"
    assert "there is nothing to undo" in out


def test_after_the_end_there_is_nothing_to_move_or_hint_at():
    out = together("1", "4", "2", "5", "3", "moves", "hint", "9")
    assert "none: the game is over" in out
    assert "there is no hint to give; the game is over" in out
    assert "the game is over at 'XXXOO....': '9' cannot be played" in out


# ---------------------------------------------------------------- saving and loading


def test_save_and_load(tmp_path):
    kept = tmp_path / "kept.json"
    out = together("1", "5", f"save {kept}", "9", f"load {kept}", "2")
    assert f"saved to {kept}" in out
    assert boards(out)[-2:] == ["X...O....", "XX..O...."]
    assert json.loads(kept.read_text()) == {
        "game": "tic-tac-toe",
        "set": {},
        "position": ".........",
        "moves": ["1", "5"],
    }
    out = play("undo", "undo", "undo", asked=("play", "tic-tac-toe", "--you", "both", "--load", str(kept)))
    assert boards(out) == ["X...O....", "X........", "........."]


def test_a_kept_game_keeps_its_parameters_its_beginning_and_its_dice(tmp_path):
    kept = tmp_path / "kept.json"
    asked = ("play", "pig", "6,0,0", "--set", "goal=30", "--you", "both", "--seed", "2")
    out = play("roll", f"save {kept}", asked=asked)
    face = re.search(r"chance: (\d)", out)[1]
    assert json.loads(kept.read_text()) == {
        "game": "pig",
        "set": {"goal": "30"},
        "position": "6,0,0",
        "moves": ["roll", face],
    }
    out = play("board", asked=("play", "pig", "--load", str(kept), "--you", "both"))
    assert re.search(r"player 1 +6 of 30", out)


def test_a_users_own_game_is_kept_and_loaded(tmp_path):
    source, kept = tmp_path / "own.py", tmp_path / "own.json"
    source.write_text(
        "from kibitz import Game\n"
        "class Count(Game):\n"
        "    '''Count to ten by ones and twos.'''\n"
        "    def initial(self): return (0, 0)\n"
        "    def player(self, s): return s[1]\n"
        "    def actions(self, s): return [a for a in (1, 2) if s[0] + a <= 10]\n"
        "    def result(self, s, a): return (s[0] + a, 1 - s[1])\n"
        "    def is_terminal(self, s): return s[0] == 10\n"
        "    def utility(self, s, player): return -1 if player == s[1] else 1\n"
    )
    asked = ("play", f"{source}:Count", "--you", "both")
    out = play("1", "2", f"save {kept}", "quit", asked=asked)
    assert out.startswith("Count to ten by ones and twos. Type a move")
    assert "(3,0)" in out
    moved = tmp_path / "moved.py"
    source.rename(moved)
    out = play("2", asked=("play", f"{moved}:Count", "--you", "both", "--load", str(kept)))
    assert "(3,0)" in out and "(5,1)" in out


def test_a_kept_game_is_not_played_as_another_one(tmp_path):
    kept, before = tmp_path / "kept.json", tmp_path / "before.json"
    together("1", f"save {kept}", "quit")
    before.write_text(json.dumps({"game": "tic-tac-toe", "set": {}, "position": ".........", "moves": ["1"]}))
    for file in (kept, before):  # as it is written now, and as it was before it had the name
        answer = kibitz("play", "nim", "--load", file)
        assert (answer.code, answer.out) == (2, "")
        assert f"{str(file)!r} is a game of 'tic-tac-toe', not of 'nim'" in answer.err
        out = play("quit", asked=("play", "tic-tac-toe", "--you", "both", "--load", str(file)))
        assert boards(out) == ["X........"]


def test_what_cannot_be_saved_or_loaded_is_told_and_the_game_goes_on(tmp_path):
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text('{"game": 5, "set": [], "position": 1, "moves": 2}')
    out = together(
        "1", "save", f"save {tmp_path}/no/where.json", "load", f"load {tmp_path}/none.json", f"load {nonsense}", "5"
    )
    assert "where to? expected 'save FILE'" in out
    assert "where.json' cannot be written: there is no such folder" in out
    assert "from where? expected 'load FILE'" in out
    assert "none.json' cannot be read: No such file or directory" in out
    assert "nonsense.json' is not a saved game; expected the JSON that 'save' writes" in out
    assert boards(out)[-1] == "X...O...."


# ---------------------------------------------------------------- nonsense, and the end of the input


def test_nonsense_is_told_and_the_game_goes_on():
    out = together("", "   ", "zebra", "1 2", "0", "10", "🂡", "1", "1", "5")
    for typed in ("zebra", "1 2", "0", "10", "🂡"):
        assert f"'{typed}' is not a legal move at '.........': expected one of 1, 2, 3" in out
    assert "'1' is not a legal move at 'X........'" in out
    assert boards(out)[-1] == "X...O...."


@pytest.mark.parametrize("last", ["quit", "exit", "q"])
def test_leaving_and_the_end_of_the_input_are_no_errors(last):
    assert boards(together("1", last, "5")) == [".........", "X........"]
    assert boards(together()) == ["........."]
    assert boards(together("1", "4", "2", "5", "3", last)) == boards(together("1", "4", "2", "5", "3"))


def test_input_that_ends_in_the_middle_of_a_line():
    answer = kibitz("play", "tic-tac-toe", "--you", "both", stdin="1\n5")
    assert answer.code == 0
    assert boards(answer.out)[-1] == "X...O...."


def test_input_that_is_no_text_is_refused():
    answer = kibitz("play", "tic-tac-toe", "--you", "both", stdin=b"1\n\xff\xfe\n")
    assert answer.code == 2
    assert len(answer.messages) == 1 and "UTF-8" in answer.err


def test_dead_stones_of_go_are_settled_once_both_have_passed():
    asked = ("play", "go", "--set", "size=5", "--you", "both", "--interpreted", "--moves", "c3 a1 d3 pass b3")
    out = play("pass", "pass", "quit", asked=asked)
    assert "White wins by 5.5 (3 to 1, komi 7.5)." in out
    assert "With the dead stones taken away (a1) it is B+17.5." in out
