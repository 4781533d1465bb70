"""Bad input of every kind: exit code 2, one sentence on standard error that quotes it, and never a traceback."""

import json
import os
import string
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz as kz
from command import kibitz, process
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe
from kibitz.games.tree import Tree, read, written

# ---------------------------------------------------------------- game files with errors

# Each breaks a game that is otherwise well defined.
GAMES = (
    (Path(__file__).parent / "fine_game.py").read_text()
    + """

class NoGame:
    pass


class OnlyInitial(kz.Game):
    def initial(self):
        return 0


class NoUtility(Fine):
    utility = kz.Game.utility


class RaisesInResult(Fine):
    def result(self, s, a):
        if s.ply == 2:
            raise ValueError("no such square")
        return State(s.ply + 1, s.taken)


class RaisesWithoutWords(Fine):
    def result(self, s, a):
        raise ValueError


class RaisesManyLines(Fine):
    def is_terminal(self, s):
        raise ValueError("first line\\nsecond line\\nthird line")


class RaisesInInitial(Fine):
    def initial(self):
        raise RuntimeError("no board")


class RaisesInText(Fine):
    def text(self, s):
        raise KeyError("piece")


class DividesByNothing(Fine):
    def utility(self, s, player):
        return 1 // (s.taken - 5)


class TakesTooFew(Fine):
    def result(self, s):
        return s


class TakesTooMany(Fine):
    def initial(self, board):
        return State(0, 0)


class PlayerSeven(Fine):
    def player(self, s):
        return 7


class PlayerNobody(Fine):
    def player(self, s):
        return None


class ChanceWithoutOutcomes(Fine):
    def player(self, s):
        return kz.CHANCE


class OutcomesWithoutChances(Fine):
    def player(self, s):
        return kz.CHANCE if s.ply % 2 else 0

    def outcomes(self, s):
        yield 0
        yield 1


class ActionsNothing(Fine):
    def actions(self, s):
        return None


class ActionsNumber(Fine):
    def actions(self, s):
        return 3


class NoWayOut(Fine):
    def actions(self, s):
        if s.ply != 2:
            yield 0


class UtilityNothing(Fine):
    def utility(self, s, player):
        pass


class UtilityWord(Fine):
    def utility(self, s, player):
        return "won"


class UtilityInfinite(Fine):
    def utility(self, s, player):
        return float("inf") if player == 0 else float("-inf")


class InfiniteForThree(UtilityInfinite):
    players = 3


class EvaluateInfinite(Fine):
    def evaluate(self, s, player):
        return float("inf") if player == 0 else float("-inf")


class ResultNothing(Fine):
    def result(self, s, a):
        pass


class InitialNothing(Fine):
    def initial(self):
        pass


class Endless(Fine):
    def is_terminal(self, s):
        return False

    def actions(self, s):
        yield 0


class AsksItself(Fine):
    def is_terminal(self, s):
        return self.is_terminal(s)


class Leaves(Fine):
    def result(self, s, a):
        raise SystemExit("bye")


class NeedsSize(Fine):
    def __init__(self, size):
        self.size = size


class RefusesSize(Fine):
    def __init__(self, size: int = 3):
        if size > 3:
            raise ValueError("too large")


class ThreePlayers(Fine):
    players = 3


class SharedPayoff(Fine):
    zero_sum = False


class Unfair(Fine):
    def player(self, s):
        return kz.CHANCE if s.ply % 2 else 0

    def outcomes(self, s):
        yield 0, 0.5
        yield 1, 0.6


class OverButGoingOn(Fine):
    def actions(self, s):
        yield 0


class Generous(Fine):
    def utility(self, s, player):
        return 1


class SecretIsKept(Fine):
    def text(self, s):
        return str(s.ply)

    def parse(self, text):
        return State(int(text), 0)
"""
)

FILES = {
    "games.py": GAMES,
    "two.py": GAMES,
    "syntax.py": "class Game:\n    def initial(self)\n        return 0\n",
    "indent.py": "def f():\nreturn 1\n",
    "no_such_module.py": "import a_module_that_is_nowhere\n",
    "raises.py": "x = 1\ny = 2\nraise RuntimeError('not today')\n",
    "leaves.py": "import sys\nsys.exit(3)\n",
    "undefined.py": "class A(Gmae):\n    pass\n",
    "empty.py": "",
    "null.py": "x = 1\x00\n",
    "latin.py": b"# \xe9\xff\nx = 1\n",
    "not_python.py": "1,2,3\n4,5 6\n",
    "saved.json": json.dumps({"game": "tic-tac-toe", "set": {}, "position": ".........", "moves": ["1", "1"]}),
    "no_json.json": "{'game': 'tic-tac-toe'}",
    "half.json": '{"game": "tic-tac-toe"}',
    "numbers.json": '{"game": 5, "set": {}, "position": "", "moves": []}',
    "no_list.json": '{"game": "nim", "set": {"misere": true}, "position": "3,4,5", "moves": []}',
    "binary.json": b"\xff\xfe\x00\x01",
    "other_game.json": json.dumps({"game": "chequers", "set": {}, "position": "", "moves": []}),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("bad")
    for name, contents in FILES.items():
        if isinstance(contents, bytes):
            (made / name).write_bytes(contents)
        else:
            (made / name).write_text(contents)
    (made / "a_folder.py").mkdir()
    return made


class Bad(NamedTuple):
    """A kind of bad input: what is asked, what must be quoted, and the exit code."""

    asked: tuple[str, ...]
    quoted: tuple[str, ...]
    stdin: str | bytes = ""


def bad(*asked, quoted, stdin=""):
    return Bad(asked, (quoted,) if isinstance(quoted, str) else quoted, stdin)


def own(name, quoted, command="best", *more):
    """A class of games.py, played interpreted: what goes wrong is the game's own."""
    return bad(command, "FOLDER/games.py:" + name, *more, "--interpreted", quoted=quoted)


KINDS = {
    # ------------------------------------------------------------ the command itself
    "no command": bad(quoted="COMMAND"),
    "unknown command": bad("bset", "tic-tac-toe", quoted="'bset'"),
    "no game": bad("best", quoted="GAME"),
    "unknown option": bad("best", "tic-tac-toe", "--fast", quoted="--fast"),
    "one position too many": bad("best", "tic-tac-toe", ".........", "XO.......", quoted="XO......."),
    "option without its value": bad("best", "tic-tac-toe", "--depth", quoted="--depth"),
    "depth of nothing": bad("best", "tic-tac-toe", "--depth", "0", quoted="'0'"),
    "depth below nothing": bad("best", "tic-tac-toe", "--depth=-3", quoted="'-3'"),
    "depth in words": bad("best", "tic-tac-toe", "--depth", "deep", quoted="'deep'"),
    "depth with a fraction": bad("best", "tic-tac-toe", "--depth", "2.5", quoted="'2.5'"),
    "depth beyond all bounds": bad("best", "tic-tac-toe", "--depth", "9" * 5000, quoted="'999"),
    "depth for an exact value": bad("solve", "tic-tac-toe", "--depth", "3", quoted="--depth 3"),
    "time of nothing": bad("best", "tic-tac-toe", "--time", "0", quoted="'0'"),
    "time below nothing": bad("best", "tic-tac-toe", "--time=-1", quoted="'-1'"),
    "time in words": bad("best", "tic-tac-toe", "--time", "soon", quoted="'soon'"),
    "time that is no number": bad("best", "tic-tac-toe", "--time", "nan", quoted="'nan'"),
    "time without end": bad("best", "tic-tac-toe", "--time", "inf", quoted="'inf'"),
    "nodes below nothing": bad("best", "tic-tac-toe", "--nodes=-5", quoted="'-5'"),
    "nodes in words": bad("solve", "tic-tac-toe", "--nodes", "1e3", quoted="'1e3'"),
    "threads of nothing": bad("best", "tic-tac-toe", "--threads", "0", quoted="'0'"),
    "seed in words": bad("best", "tic-tac-toe", "--seed", "lucky", quoted="'lucky'"),
    "unknown algorithm": bad("best", "tic-tac-toe", "--algorithm", "magic", quoted=("'magic'", "minimax")),
    "perft without a depth": bad("perft", "tic-tac-toe", quoted="--depth"),
    "perft below nothing": bad("perft", "tic-tac-toe", "--depth=-1", quoted="'-1'"),
    "play by nobody known": bad("play", "tic-tac-toe", "--you", "third", quoted="'third'"),
    "unknown form of alphabeta": bad("tree", "(1 2)", "--variant", "soft", quoted="'soft'"),
    # ------------------------------------------------------------ algorithms that do not fit
    "alphabeta with dice": bad("best", "pig", "--algorithm", "alphabeta", quoted=("alphabeta", "'pig'", "chance")),
    "expectimax for two": bad("best", "pig", "--algorithm", "expectimax", quoted=("expectimax", "'pig'", "2 players")),
    "minimax for three": own("ThreePlayers", ("minimax", "'three-players'"), "best", "--algorithm", "minimax"),
    "minimax with a shared payoff": own("SharedPayoff", ("'shared-payoff'", "sum"), "best", "--algorithm", "minimax"),
    "a form of alphabeta for minimax": bad(
        "tree", "(1 2)", "--algorithm", "minimax", "--variant", "strict", quoted="strict"
    ),
    # ------------------------------------------------------------ games that are not there
    "unknown game": bad("best", "ludo", quoted=("'ludo'", "tic-tac-toe")),
    "misspelt game": bad("best", "connect-for", quoted=("'connect-for'", "did you mean 'connect-four'")),
    "empty game": bad("best", "", quoted="''"),
    "missing file": bad("best", "FOLDER/nowhere.py:Game", quoted="nowhere.py"),
    "folder for a file": bad("best", "FOLDER/a_folder.py:Game", quoted="a_folder.py"),
    "folder alone": bad("best", "FOLDER/", quoted="FOLDER"),
    "file that is no Python by name": bad("best", "FOLDER/saved.json:Game", quoted="saved.json"),
    # ------------------------------------------------------------ files that do not load
    "syntax error": bad("best", "FOLDER/syntax.py:Game", quoted=("syntax.py", "line 2")),
    "indentation error": bad("best", "FOLDER/indent.py:Game", quoted=("indent.py", "line 2")),
    "import error": bad("check", "FOLDER/no_such_module.py:Game", quoted=("no_such_module.py", "'a_module_that_is")),
    "exception at import": bad("solve", "FOLDER/raises.py:Game", quoted=("raises.py", "not today", "line 3")),
    "sys.exit at import": bad("best", "FOLDER/leaves.py:Game", quoted=("leaves.py", "SystemExit: 3")),
    "undefined base": bad("best", "FOLDER/undefined.py:A", quoted=("undefined.py", "Gmae")),
    "empty file": bad("best", "FOLDER/empty.py:Game", quoted=("'Game'", "empty.py")),
    "null byte": bad("best", "FOLDER/null.py:Game", quoted="null.py"),
    "file not in UTF-8": bad("best", "FOLDER/latin.py:Game", quoted="latin.py"),
    "file that is no Python": bad("best", "FOLDER/not_python.py:Game", quoted=("not_python.py", "line 2")),
    # ------------------------------------------------------------ classes that are no games
    "unknown class": bad("best", "FOLDER/games.py:Fien", quoted=("'Fien'", "games.py", "Fine")),
    "class that is no game": bad("best", "FOLDER/games.py:NoGame", quoted=("'NoGame'", "games.py")),
    "name that is no class": bad("best", "FOLDER/games.py:kz", quoted=("'kz'", "games.py")),
    "which of many": bad("best", "FOLDER/two.py", quoted=("two.py", "games: expected one")),
    "questions left open": own("OnlyInitial", ("OnlyInitial", "'player'")),
    "one question left open": own("NoUtility", ("NoUtility", "'utility'")),
    "questions left open, in play": own("OnlyInitial", ("OnlyInitial", "'player'"), "play"),
    "questions left open, in a check": own("NoUtility", ("NoUtility", "'utility'"), "check"),
    "parameter without a default": own("NeedsSize", ("NeedsSize needs size", "--set size=…")),
    "parameter refused": own("RefusesSize", ("size=9", "too large"), "best", "--set", "size=9"),
    # ------------------------------------------------------------ games that go wrong while they are played
    "result raises": own("RaisesInResult", ("games.py:RaisesInResult'", "no such square", "games.py, line")),
    "result raises, compiled": bad(
        "best",
        "FOLDER/games.py:RaisesInResult",
        "--algorithm",
        "alphabeta",
        quoted=("games.py:RaisesInResult'", "no such square"),
    ),
    "utility divides by nothing, compiled": bad(
        "solve",
        "FOLDER/games.py:DividesByNothing",
        "--algorithm",
        "alphabeta",
        quoted=("games.py:DividesByNothing'", "division by zero"),
    ),
    "exception without words": own("RaisesWithoutWords", "raised ValueError (games.py"),
    "exception of many lines": own("RaisesManyLines", "first line second line third line"),
    "initial raises": own("RaisesInInitial", ("games.py:RaisesInInitial'", "no board")),
    "text raises": own("RaisesInText", ("games.py:RaisesInText'", "'piece'")),
    "result takes too few": own("TakesTooFew", ("games.py:TakesTooFew'", "result()")),
    "initial takes too many": own("TakesTooMany", ("games.py:TakesTooMany'", "initial()")),
    "player out of range": own("PlayerSeven", ("'(0,0)'", "got 7")),
    "player is nobody": own("PlayerNobody", ("'(0,0)'", "got None")),
    "chance without outcomes": own("ChanceWithoutOutcomes", ("'(0,0)'", "got -1")),
    "outcomes without chances": own("OutcomesWithoutChances", "games.py:OutcomesWithoutChances'"),
    "actions give nothing": own("ActionsNothing", ("games.py:ActionsNothing'", "'NoneType' object is not iterable")),
    "actions give a number": own("ActionsNumber", ("games.py:ActionsNumber'", "'int' object is not iterable")),
    "no actions and not the end": own("NoWayOut", ("'no-way-out'", "has no actions at '(2,")),
    "no actions and not the end, solved": own("NoWayOut", ("'no-way-out'", "has no actions"), "solve"),
    "utility gives nothing": own("UtilityNothing", ("games.py:UtilityNothing'", "'NoneType'")),
    "utility gives a word": own("UtilityWord", ("games.py:UtilityWord'", "'won'")),
    "utility is infinite": own("UtilityInfinite", ("utility of player 0 at '(4,", "is inf")),
    "utility is infinite, solved": own("UtilityInfinite", ("utility of player 0 at '(4,", "is inf"), "solve"),
    "utility is infinite, by minimax": own(
        "UtilityInfinite", ("utility of player 0 at '(4,", "is inf"), "solve", "--algorithm", "minimax"
    ),
    "utility is infinite, for three": own("InfiniteForThree", ("utility of player 0 at '(4,", "is inf")),
    "evaluation is infinite": own(
        "EvaluateInfinite", ("evaluate of player 0 at '(", "is inf"), "best", "--depth", "2", "--algorithm", "minimax"
    ),
    "result gives nothing": own("ResultNothing", ("games.py:ResultNothing'", "'NoneType'")),
    "initial gives nothing": own("InitialNothing", ("games.py:InitialNothing'", "'NoneType'")),
    "line of play without end": own(
        "Endless", ("'endless'", "can go on for ever"), "solve", "--algorithm", "alphabeta"
    ),
    "question that asks itself": own("AsksItself", "games.py:AsksItself'"),
    "game that leaves": own("Leaves", ("games.py:Leaves'", "sys.exit('bye')")),
    # ------------------------------------------------------------ games that cannot be served
    "served game whose initial raises": bad(
        "serve", "--port", "0", "--game", "FOLDER/games.py:RaisesInInitial", quoted=("RaisesInInitial'", "no board")
    ),
    "served game whose initial gives nothing": bad(
        "serve", "--port", "0", "--game", "FOLDER/games.py:InitialNothing", quoted=("InitialNothing'", "None")
    ),
    # ------------------------------------------------------------ parameters
    "set without a value": bad("best", "nim", "--set", "piles", quoted="'piles'"),
    "set without a name": bad("best", "nim", "--set", "=3", quoted="'=3'"),
    "unknown parameter": bad("best", "nim", "--set", "heaps=3", quoted=("'heaps'", "piles")),
    "game without parameters": bad("best", "kuhn-poker", "--set", "size=4", quoted=("'size'", "no parameters")),
    "width in words": bad("best", "connect-four", "--set", "width=wide", quoted=("width='wide'", "whole number")),
    "width with a fraction": bad("best", "connect-four", "--set", "width=5.5", quoted="width='5.5'"),
    "width of nothing": bad("best", "connect-four", "--set", "width=0", quoted="0×6"),
    "width left empty": bad("best", "connect-four", "--set", "width=", quoted="width=''"),
    "board too large": bad("best", "connect-four", "--set", "width=10", quoted="10×6"),
    "board too wide for names": bad("best", "connect-four", "--set", "width=60", "--set", "height=0", quoted="60×0"),
    "line too short": bad("best", "connect-four", "--set", "line=1", quoted="got 1"),
    "piles in words": bad("best", "nim", "--set", "piles=a,b", quoted="piles='a,b'"),
    "pile below nothing": bad("best", "nim", "--set", "piles=3,-1", quoted="'3,-1'"),
    "misère in neither word": bad("best", "nim", "--set", "misere=perhaps", quoted=("misere='perhaps'", "yes or no")),
    "goal too near": bad("best", "pig", "--set", "goal=1", quoted="goal of 1"),
    "too many players": bad("best", "pig", "--set", "players=10", quoted="10 players"),
    "tree as a parameter": bad("best", "tree", "--set", "tree=((1 2)", quoted=("column 7", "'((1 2)'")),
    # ------------------------------------------------------------ impossible positions
    "tic-tac-toe: too short": bad("best", "tic-tac-toe", "XO.", quoted="'XO.'"),
    "tic-tac-toe: strange pieces": bad("best", "tic-tac-toe", "XOZ......", quoted="'XOZ......'"),
    "tic-tac-toe: too many X": bad("best", "tic-tac-toe", "XXX......", quoted=("'XXX......'", "3 X and 0 O")),
    "tic-tac-toe: O moved first": bad("solve", "tic-tac-toe", "O........", quoted="'O........'"),
    "tic-tac-toe: two winners": bad("solve", "tic-tac-toe", "XXXOOO...", quoted="'XXXOOO...'"),
    "tic-tac-toe: nothing": bad("solve", "tic-tac-toe", "", quoted="''"),
    "connect-four: no such column": bad("best", "connect-four", "4458", quoted=("'4458'", "'8' (move 4", "1 to 7")),
    "connect-four: full column": bad("best", "connect-four", "1111111", quoted=("'1111111'", "move 7", "full")),
    "connect-four: after the end": bad("best", "connect-four", "12121213", quoted=("'12121213'", "move 8", "end")),
    "connect-four: letters": bad("best", "connect-four", "4x", quoted=("'4x'", "'x' (move 2")),
    "connect-four: column 0": bad("solve", "connect-four", "0", quoted="'0' (move 1"),
    "nim: too few piles": bad("best", "nim", "3,4", quoted=("'3,4'", "2 piles")),
    "nim: no numbers": bad("best", "nim", "3,four,5", quoted="'3,four,5'"),
    "nim: pile too large": bad("best", "nim", "3,4,5000", quoted=("'3,4,5000'", "5000")),
    "nim: pile beyond all bounds": bad("best", "nim", "3,4," + "9" * 5000, quoted="3,4,999"),
    "nim: third player": bad("best", "nim", "3,4,5 p3", quoted=("'3,4,5 p3'", "player 3")),
    "pig: too few numbers": bad("best", "pig", "3,4", quoted="'3,4'"),
    "pig: no numbers": bad("best", "pig", "3,4,x", quoted="'3,4,x'"),
    "pig: strange die": bad("best", "pig", "3,4,5:7", quoted=("'3,4,5:7'", "'7'")),
    "pig: won and going on": bad("best", "pig", "3,100,5", quoted=("'3,100,5'", "goal is 100")),
    "pig: a turn of 1": bad("best", "pig", "3,4,1", quoted=("'3,4,1'", "turn total of 1")),
    "tree: no such node": bad("best", "tree", "Z", quoted=("'Z'", "A, B, C")),
    "own game: no position": own("Fine", ("'(1,)'", "(0,0)"), "best", "(1,)"),
    "own game: code for a position": own("Fine", "__import__(", "best", "__import__('os').getcwd()"),
    # ------------------------------------------------------------ impossible moves
    "move that is none": bad("best", "tic-tac-toe", "--moves", "1 z", quoted=("'z'", "'X........'", "2, 3, 4")),
    "move onto a stone": bad("best", "tic-tac-toe", "--moves", "1 1", quoted=("'1'", "'X........'")),
    "move after the end": bad(
        "best", "tic-tac-toe", "XXXOO....", "--moves", "9", quoted=("'9'", "'XXXOO....'", "over")
    ),
    "move into a full column": bad("best", "connect-four", "111111", "--moves", "1", quoted=("'1'", "'111111'")),
    "take too many": bad("best", "nim", "--moves", "1:4", quoted=("'1:4'", "'3,4,5'", "1:1")),
    "hold at once": bad("best", "pig", "--moves", "hold", quoted=("'hold'", "'0,0,0'", "roll")),
    # ------------------------------------------------------------ malformed trees
    "tree: empty": bad("tree", "", quoted="empty"),
    "tree: only spaces": bad("tree", "   ", quoted="empty"),
    "tree: open bracket": bad("tree", "((3 12 8) (2 4", quoted=("column 15", "opened at column 11")),
    "tree: bracket too many": bad("tree", "((1 2) (3 4)))", quoted=("column 14", "')'", "end of the tree")),
    "tree: closed before it is open": bad("tree", ")", quoted=("column 1", "')'")),
    "tree: no child": bad("tree", "((1 2) ())", quoted=("column 9", "at least one child")),
    "tree: two trees": bad("tree", "(1 2) (3 4)", quoted=("column 7", "end of the tree")),
    "tree: strange sign": bad("tree", "((1 2) [3 4])", quoted=("column 8", "'['")),
    "tree: unknown word": bad("tree", "mox(1 2)", quoted=("column 1", "'mox'")),
    "tree: name without a node": bad("tree", "(A: )", quoted=("column 5", "')'")),
    "tree: name twice": bad("tree", "(A:1 A:2)", quoted=("'A'", "only once")),
    "tree: chance without chances": bad("tree", "chance(1 2)", quoted=("column 8", "'1'", "probability")),
    "tree: chances that sum to too much": bad("tree", "chance(1/2: 1 2/3: 2)", quoted=("column 1", "1.16667")),
    "tree: chance above 1": bad("tree", "chance(3/2: 1)", quoted=("column 8", "'3/2'")),
    "tree: chance below 0": bad("tree", "chance(-1/2: 1 3/2: 1)", quoted=("column 8", "'-1/2'")),
    "tree: division by nothing": bad("tree", "(1/0 2)", quoted=("column 2", "'1/0'")),
    "tree: number beyond all bounds": bad("tree", "(1e999 2)", quoted=("column 2", "'1e999'")),
    "tree: exponent beyond all bounds": bad("tree", "(1e999999999 2)", quoted=("column 2", "'1e999999999'")),
    "tree: vectors of two lengths": bad("tree", "(<1,2> <1,2,3>)", quoted=("column 8", "a vector of 2")),
    "tree: numbers and vectors": bad("tree", "(5 <1,2>)", quoted=("column 4", "one number")),
    "tree: vector of one": bad("tree", "(<1> <2>)", quoted=("column 2", "'<1>'")),
    "tree: vector of words": bad("tree", "(<a,b>)", quoted=("column 2", "'a'")),
    "tree: vector of nan": bad("tree", "(<nan,1>)", quoted=("column 2", "'nan'")),
    "tree: vector left open": bad("tree", "(<1,2)", quoted=("column 2", "'<'")),
    "tree: player without a value": bad("tree", "p4(1 2)", quoted=("column 1", "'p4'")),
    "tree: too deep": bad("tree", "(" * 600 + "1" + ")" * 600, quoted=("column 501", "500")),
    "tree: chance for minimax": bad("tree", "chance(1: 2)", "--algorithm", "minimax", quoted=("minimax", "chance")),
    "tree: step past the end": bad("tree", "(1 2)", "--step", "99", quoted="--step 99"),
    # ------------------------------------------------------------ files and standard input
    "drawing into a missing folder": bad("tree", "(1 2)", "--svg", "FOLDER/no/x.svg", quoted="no/x.svg"),
    "drawing onto a full disk": bad("tree", "(1 2)", "--svg", "/dev/full", quoted="'/dev/full'"),
    "drawing into a folder": bad("tree", "(1 2)", "--svg", "FOLDER", quoted="FOLDER"),
    "tree not in UTF-8": bad("tree", "-", quoted="UTF-8", stdin=b"((1 2) \xff)"),
    "positions not in UTF-8": bad("solve", "tic-tac-toe", "-", quoted="UTF-8", stdin=b"\xff\xfe........"),
    "bad line": bad("solve", "nim", "-", quoted=("line 1", "'3,4'"), stdin="3,4\n"),
    "answer that is no number": bad("solve", "nim", "-", quoted="'3,4,5 much'", stdin="3,4,5 much\n"),
    "kept game that is missing": bad("play", "nim", "--load", "FOLDER/none.json", quoted="none.json"),
    "kept game that is a folder": bad("play", "nim", "--load", "FOLDER", quoted="FOLDER"),
    "kept game that is no JSON": bad("play", "nim", "--load", "FOLDER/no_json.json", quoted="no_json.json"),
    "kept game by halves": bad("play", "nim", "--load", "FOLDER/half.json", quoted="half.json"),
    "kept game of numbers": bad("play", "nim", "--load", "FOLDER/numbers.json", quoted="numbers.json"),
    "kept game with odd parameters": bad("play", "nim", "--load", "FOLDER/no_list.json", quoted="no_list.json"),
    "kept game in bytes": bad("play", "nim", "--load", "FOLDER/binary.json", quoted="binary.json"),
    "kept game that is unknown": bad("play", "chequers", "--load", "FOLDER/other_game.json", quoted="'chequers'"),
    "kept game of another game": bad("play", "nim", "--load", "FOLDER/saved.json", quoted=("'tic-tac-toe'", "'nim'")),
    "kept game with an impossible move": bad("play", "tic-tac-toe", "--load", "FOLDER/saved.json", quoted="'1'"),
}


def test_there_are_more_than_fifty_kinds():
    assert len(KINDS) > 50


@pytest.mark.parametrize("kind", KINDS)
def test_bad_input_is_refused_in_one_sentence_that_quotes_it(kind, folder):
    asked, quoted, stdin = KINDS[kind]
    answer = kibitz(*(argument.replace("FOLDER", str(folder)) for argument in asked), stdin=stdin)
    assert answer.code == 2
    assert answer.out == ""
    assert len(answer.messages) == 1, answer.err
    for words in quoted:
        assert words.replace("FOLDER", str(folder)) in answer.messages[0]


# A game that is badly defined fails its check: exit code 1, and the fault on standard output, with its position.
FAILING = {
    "Unfair": ("sum to 1.1", "'(1,"),
    "OverButGoingOn": ("terminal but has actions", "'(4,"),
    "NoWayOut": ("not terminal but has no actions", "'(2,0)'"),
    "Generous": ("sum to 2", "'(4,"),
    "PlayerSeven": ("is 7", "'(0,0)'"),
    "PlayerNobody": ("is None", "'(0,0)'"),
    "ActionsNothing": ("actions", "'(0,0)'"),
    "UtilityNothing": ("is None", "'(4,"),
    "UtilityWord": ("is 'won'", "'(4,"),
    "ResultNothing": ("result with 0", "'(0,0)'"),
    "InitialNothing": ("initial gives None",),
    "RaisesInResult": ("no such square", "'(2,0)'"),
    "RaisesInInitial": ("initial raises RuntimeError: no board",),
    "RaisesInText": ("text", "State(ply=0, taken=0)"),
    "TakesTooFew": ("result with 0", "'(0,0)'"),
    "Mutable": ("result changed the position",),
    "SecretIsKept": ("lose something", "State(ply="),
    "ChanceWithoutOutcomes": ("outcomes gives nothing", "'(0,0)'"),
    "OutcomesWithoutChances": ("expected pairs", "'(1,"),
    "AsksItself": ("RecursionError", "'(0,0)'"),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_failing_check_is_exit_code_1(name, folder):
    answer = kibitz("check", f"{folder}/games.py:{name}", "--interpreted")
    assert answer.code == 1
    assert answer.err == ""
    *faults, total = answer.out.splitlines()
    assert "fault" in total and len(faults) == int(total.split()[0])
    for words in FAILING[name]:
        assert any(words in fault for fault in faults), answer.out


def test_the_game_that_the_others_break_is_well_defined(folder):
    assert kibitz("check", f"{folder}/games.py:Fine", "--interpreted").code == 0


def test_arguments_that_are_no_text_are_refused():
    answer = process("best", "tic-tac-toe", os.fsdecode(b"\xff\xfe"))
    assert (answer.code, answer.out, len(answer.messages)) == (2, "", 1)
    assert "is not a position of tic-tac-toe" in answer.err


# ---------------------------------------------------------------- random text: only BadInput may come out

GAMES_WITH_TEXT = {
    "tic-tac-toe": (TicTacToe(), "XO.xo "),
    "connect-four": (ConnectFour(), "12345670 "),
    "small connect-four": (ConnectFour(width=3, height=3, line=3), "1230"),
    "nim": (Nim(), "0123456789, p:"),
    "nim of one": (Nim(piles=(7,)), "0123456789, p"),
    "pig": (Pig(), "0123456789,: p"),
    "pig of three": (Pig(goal=20, players=3), "0123456789,: p"),
    "tree": (Tree(), "ABCDEFGHI' "),
}


def likely_text(alphabet):
    """Text of any kind, and more often text that looks nearly right."""
    return st.one_of(st.text(max_size=20), st.text(alphabet, max_size=20))


@pytest.mark.parametrize("name", GAMES_WITH_TEXT)
@given(data=st.data())
def test_any_text_is_a_position_or_bad_input(name, data):
    game, alphabet = GAMES_WITH_TEXT[name]
    text = data.draw(likely_text(alphabet))
    try:
        s = game.parse(text)
    except kz.BadInput as error:
        assert str(error)
    else:
        assert game.parse(game.text(s)) == s


@pytest.mark.parametrize("name", GAMES_WITH_TEXT)
@given(data=st.data())
def test_any_text_is_a_move_or_bad_input(name, data):
    game, _ = GAMES_WITH_TEXT[name]
    s = data.draw(positions(game))
    text = data.draw(likely_text("0123456789:rolhdABCDE "))
    try:
        action = game.parse_action(s, text)
    except kz.BadInput as error:
        assert str(error)
    else:
        assert action in list(game.choices(s))


TREE_PIECES = [*"() ,.", "1", "-2", "3/4", "1/2:", "max", "min", "chance(", "p1(", "p2", "A:", "B:", "<1,2>"]


@given(st.one_of(st.text(max_size=30), st.lists(st.sampled_from(TREE_PIECES), max_size=16).map("".join)))
def test_any_text_is_a_tree_or_bad_input(text):
    try:
        tree = Tree(text)
    except kz.BadInput as error:
        assert str(error)
    else:
        assert written(read(written(tree.node(0)))) == written(tree.node(0))


@given(st.text(string.printable, max_size=30))
def test_any_text_is_a_position_of_a_game_without_notation_or_bad_input(text):
    class Plain(kz.Game):
        def initial(self):
            return (0, 0.5, (True, 1))

    try:
        s = Plain().parse(text)
    except kz.BadInput as error:
        assert repr(text) in str(error)
    else:
        assert Plain().parse(Plain().text(s)) == s


# ---------------------------------------------------------------- text and back again, for random positions


@st.composite
def positions(draw, game):
    """A position that a random game comes by."""
    s = game.initial()
    for _ in range(draw(st.integers(0, 45))):
        if game.is_terminal(s):
            break
        s = game.result(s, draw(st.sampled_from(list(game.choices(s)))))
    return s


@pytest.mark.parametrize("name", GAMES_WITH_TEXT)
@given(data=st.data())
def test_text_and_parse_lose_nothing(name, data):
    game, _ = GAMES_WITH_TEXT[name]
    s = data.draw(positions(game))
    assert game.parse(game.text(s)) == s
    if not game.is_terminal(s):
        for action in game.choices(s):
            assert game.parse_action(s, game.action_text(s, action)) == action
