"""What an answer is: values, words, lines, losses, limits, and how soon a search ends when it is told to."""

import json
import random
import re
import threading
import time

import pytest

import kibitz as kz
from kibitz.answer.analysis import MOST_SENTENCES
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.pig import Pig
from kibitz.games.tic_tac_toe import TicTacToe

VECTORS = "((<1,2,6> <4,3,3>) (<6,1,2> <7,4,-1>) (<5,-1,-1> <7,7,-1>))"
DICE = "max(chance(1/2: 8 1/3: 24 1/6: -12) 9 min(4 20))"


def somewhere(game, dice, plies):
    """A position so many random moves from the beginning, or where the game ends before."""
    s = game.initial()
    for _ in range(plies):
        if game.is_terminal(s):
            break
        s = game.result(s, dice.choice(list(game.choices(s))))
    return s


# ---------------------------------------------------------------- every game, every kind of answer

ANSWERS = {
    "tic-tac-toe": lambda: kz.analyse(TicTacToe(), TicTacToe().parse("XO..X...O")),
    "O to move": lambda: kz.analyse(TicTacToe(), TicTacToe().parse("XO..X....")),
    "connect-four to a depth": lambda: kz.analyse(ConnectFour(), depth=3, algorithm="alphabeta", interpreted=True),
    "nim": lambda: kz.analyse(Nim(piles=(1, 2)), interpreted=True),
    "misère nim, second player": lambda: kz.analyse(
        Nim(piles=(1, 2), misere=True), Nim(piles=(1, 2)).parse("1,2 p2"), interpreted=True
    ),
    "pig": lambda: kz.analyse(Pig(goal=10), Pig().parse("0,3,4"), depth=3, interpreted=True),
    "the die rolls": lambda: kz.analyse(Pig(goal=10), Pig().parse("0,3,4:"), depth=2, interpreted=True),
    "pig alone": lambda: kz.analyse(Pig(goal=10, players=1), depth=3, interpreted=True),
    "pig for three": lambda: kz.analyse(Pig(goal=10, players=3), depth=3, interpreted=True),
    "a tree": lambda: kz.analyse(kz.Tree(), interpreted=True),
    "vectors": lambda: kz.analyse(kz.Tree(VECTORS), interpreted=True),
    "dice": lambda: kz.analyse(kz.Tree(DICE), interpreted=True),
    "the end": lambda: kz.analyse(TicTacToe(), TicTacToe().parse("XXXOO....")),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_holds_together(name):
    answer = ANSWERS[name]()
    game, s = answer.game, answer.state
    over = game.is_terminal(s)
    chance = not over and game.player(s) == kz.CHANCE

    legal = [] if over else [game.action_text(s, a) for a in game.choices(s)]
    assert sorted(move.move for move in answer.moves) == sorted(legal)
    assert answer.best == (None if over or chance else answer.moves[0].move)
    assert answer.words
    if not over and not chance:
        assert answer.value == answer.moves[0].value
        losses = [move.loss for move in answer.moves]
        assert losses[0] == 0
        assert losses == sorted(losses)
        own = [move.value[answer.player] if isinstance(move.value, tuple) else move.value for move in answer.moves]
        assert losses == pytest.approx([own[0] - worth for worth in own])

    for move in answer.moves:
        here = s
        for text in move.line:
            here = game.result(here, game.parse_action(here, text))
        assert move.line[0] == move.move
        assert game.action_text(s, move.action) == move.move

    again = json.loads(json.dumps(answer.json()))
    assert {"game", "position", "player", "exact", "best", "value", "words", "moves", "search"} <= set(again)
    assert again["position"] == game.text(s)
    assert again["value"] == (list(answer.value) if isinstance(answer.value, tuple) else answer.value)
    assert [move["line"] for move in again["moves"]] == [list(move.line) for move in answer.moves]
    assert again["search"]["nodes"] == answer.search.nodes > 0

    table = str(answer)
    assert table.splitlines()[0] == (answer.words if answer.best is None else f"best: {answer.best}, {answer.words}")
    sentences = min(MOST_SENTENCES, sum(len(turn.sentences()) for turn in answer.interests))
    assert len(table.splitlines()) == 2 + sentences + (len(answer.moves) + 1 if answer.moves else 0)
    board, moves = answer._repr_svg_(), answer._repr_html_()  # one or the other
    assert board.startswith("<svg") if moves is None else board is None and moves.startswith("<div")


def test_values_are_for_the_player_to_move():
    game = TicTacToe()
    won = game.parse("XO.......")
    answer = kz.analyse(game, won)
    assert (answer.player, answer.value, answer.words) == (0, 1, "wins in 5")
    after = game.result(won, answer.moves[0].action)
    answer = kz.analyse(game, after)
    assert (answer.player, answer.value, answer.words) == (1, -1, "loses in 4")
    assert kz.solve(game, won) == 1 and kz.solve(game, after) == -1


def test_each_moves_value_is_that_of_the_position_it_leads_to():
    game, dice = TicTacToe(), random.Random(3)
    for plies in (2, 3, 4, 5, 6) * 4:
        s = somewhere(game, dice, plies)
        answer = kz.analyse(game, s)
        for move in answer.moves:
            after = game.result(s, move.action)
            sign = 1 if game.player(after) == game.player(s) else -1
            assert move.value == sign * kz.solve(game, after)
            assert move.words.split()[0] == {1: "wins", 0: "draws", -1: "loses"}[move.value]


# ---------------------------------------------------------------- words that count: Connect Four

BOARD = ConnectFour(width=5, height=4)


@pytest.mark.parametrize(("algorithm", "earliest"), [("auto", 3), ("alphabeta", 8)])
def test_wins_in_so_many_is_how_long_the_game_then_lasts(algorithm, earliest):
    game, dice, told = BOARD, random.Random(5), set()
    for plies in (*range(earliest, 14), earliest, earliest + 1):
        s = somewhere(game, dice, plies)
        if game.is_terminal(s):
            continue
        answer = kz.analyse(game, s, algorithm=algorithm)
        assert answer.exact
        assert game.words(s, answer.value) == answer.words
        mover, stones, here = game.player(s), bin(s.all).count("1"), s
        while not game.is_terminal(here):
            here = game.result(here, kz.analyse(game, here, algorithm=algorithm).moves[0].action)
        played = bin(here.all).count("1") - stones
        if answer.value == 0:
            assert answer.words == "draws"
            assert [game.utility(here, player) for player in (0, 1)] == [0, 0]
        else:
            word, number = re.fullmatch(r"(wins|loses) in (\d+)", answer.words).groups()
            told.add(word)
            assert int(number) == played
            assert (game.utility(here, mover) > 0) == (word == "wins") == (answer.value > 0)
            assert game.utility(here, mover) == answer.value
    assert told == {"wins", "loses"}


def test_wins_in_one():
    answer = kz.analyse(BOARD, BOARD.parse("152535"))
    assert (answer.best, answer.words) == ("4", "wins in 1")
    assert all(move.words != "wins in 1" and move.loss > 0 for move in answer.moves[1:])
    answer = kz.analyse(BOARD, BOARD.parse("1525354"))  # the fourth of ten stones: six are left, and this one
    assert answer.words == "the game is over: player 1 won"


# ---------------------------------------------------------------- several players, dice, ends


def test_three_players_have_a_vector_and_each_looks_after_itself():
    answer = kz.analyse(kz.Tree(VECTORS), interpreted=True)
    assert answer.search.algorithm == "maxn"
    assert [(move.move, move.value, move.loss) for move in answer.moves] == [
        ("C", (7, 4, -1), 0),
        ("D", (7, 7, -1), 0),
        ("B", (4, 3, 3), 3),
    ]
    assert (answer.best, answer.value, answer.words) == ("C", (7, 4, -1), "<7, 4, -1>")
    assert answer.json()["value"] == [7, 4, -1]
    assert kz.solve(kz.Tree(VECTORS), interpreted=True) == (7, 4, -1)


def test_where_the_die_rolls_every_outcome_is_told_and_the_value_is_their_mean():
    game = Pig(goal=12)
    answer = kz.analyse(game, game.parse("0,0,4:"), depth=2, interpreted=True)
    assert (answer.player, answer.best) == (kz.CHANCE, None)
    assert [move.move for move in answer.moves] == ["1", "2", "3", "4", "5", "6"]
    assert answer.value == pytest.approx(sum(move.value for move in answer.moves) / 6)
    assert answer.moves[0].value == min(move.value for move in answer.moves)
    assert re.fullmatch(r"wins \d+\.\d % \(depth 2\)", answer.words)


def test_the_root_of_a_tree_may_be_chance():
    answer = kz.analyse(kz.Tree("chance(1/4: 20 1/2: 30 1/4: 60)"), interpreted=True)
    assert (answer.value, answer.best, answer.exact) == (35, None, True)
    answer = kz.analyse(kz.Tree("chance(1/2: <1,2,3> 1/2: <3,4,5>)"), interpreted=True)
    assert answer.value == (2, 3, 4)


THREE_ENDED = "the game is over: player 2 won (player 1 2 points, player 2 11 points, player 3 4 points)"


@pytest.mark.parametrize(
    ("game", "position", "value", "words"),
    [
        (TicTacToe(), "XXXOO....", -1, "the game is over: X won"),
        (TicTacToe(), "XOXXOOOXX", 0, "the game is over: a draw"),
        (Nim(piles=(1,)), "0 p2", -1, "the game is over: player 1 won"),
        (Nim(piles=(1,), misere=True), "0 p2", 1, "the game is over: player 2 won"),
        (Pig(goal=10), "11,4,0", 1, "the game is over: player 1 won (player 1 11 points, player 2 4 points)"),
        (Pig(goal=10, players=3), "11,4,2,0 p2", (0, 1, 0), THREE_ENDED),
    ],
)
def test_where_the_game_is_over_there_is_nothing_to_play(game, position, value, words):
    answer = kz.analyse(game, game.parse(position))
    assert (answer.value, answer.words, answer.best, answer.moves) == (value, words, None, ())
    assert answer.exact and answer.search.depth == 0
    assert kz.solve(game, game.parse(position), interpreted=True) == value


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("nodes", [1, 2, 10, 1000])
def test_a_limit_of_nodes_is_kept(nodes):
    answer = kz.analyse(ConnectFour(), nodes=nodes)
    assert answer.search.nodes <= nodes
    assert (answer.exact, answer.search.stopped_by) == (False, "nodes")
    assert len(answer.moves) == 7
    with pytest.raises(kz.Unsolved, match=f"{nodes} nodes"):
        kz.solve(ConnectFour(), nodes=nodes)


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_limit_of_depth_is_kept(depth):
    answer = kz.analyse(ConnectFour(), depth=depth, algorithm="alphabeta")
    assert (answer.search.depth, answer.exact, answer.search.stopped_by) == (depth, False, "depth")
    assert all(len(move.line) <= depth for move in answer.moves)


def test_a_depth_that_reaches_every_end_gives_an_exact_answer():
    game = TicTacToe()
    answer = kz.analyse(game, game.parse("XO..X...O"), depth=5, algorithm="alphabeta")
    assert (answer.exact, answer.search.stopped_by) == (True, "solved")


def test_a_limit_of_time_is_kept():
    game = ConnectFour()
    kz.analyse(game, nodes=10)
    answer = kz.analyse(game, seconds=0.3)  # to the end it takes hours
    assert answer.search.seconds > 0.2
    assert (answer.exact, answer.search.stopped_by) == (False, "time")
    assert answer.search.depth >= 1
    with pytest.raises(kz.Unsolved, match=r"is not solved within 0\.1 seconds"):
        kz.solve(game, seconds=0.1)


@pytest.mark.parametrize("limit", [{"nodes": 0}, {"depth": -1}, {"seconds": 0}, {"seconds": -0.5}])
def test_a_limit_of_nothing_is_refused(limit):
    with pytest.raises(kz.BadInput, match=r"must be a (whole )?number (from 1|above 0).*, got "):
        kz.analyse(TicTacToe(), **limit)


def test_progress_tells_deeper_and_deeper_answers():
    told = []
    answer = kz.analyse(ConnectFour(), nodes=20_000, progress=told.append)
    assert len(told) >= 3
    assert all(isinstance(better, kz.Analysis) and len(better.moves) == 7 for better in told)
    depths = [better.search.depth for better in told]
    nodes = [better.search.nodes for better in told]
    assert depths == sorted(set(depths))
    assert nodes == sorted(nodes)
    assert answer.moves == told[-1].moves


def test_an_unknown_algorithm_and_one_that_does_not_fit_are_refused():
    with pytest.raises(kz.BadInput, match="unknown algorithm 'magic'; expected auto, minimax"):
        kz.analyse(TicTacToe(), algorithm="magic")
    with pytest.raises(kz.DoesNotFit, match="minimax cannot weigh chance nodes; 'pig' has them: use expectiminimax"):
        kz.analyse(Pig(), algorithm="minimax")
    with pytest.raises(kz.DoesNotFit, match="'pig' has 3"):
        kz.solve(Pig(players=3), algorithm="alphabeta")


# ---------------------------------------------------------------- stopping from another thread


def test_another_thread_stops_a_compiled_search():
    game, watch = ConnectFour(), kz.Count()
    kz.minimax(game, depth=2)  # has it compiled

    def stop():
        while watch.nodes <= 1000:
            time.sleep(0.01)
        watch.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(kz.Stopped):
        kz.minimax(game, watch=watch)  # to the end it takes years
    stopper.join()
    assert watch.nodes > 1000


def test_a_search_that_was_stopped_leaves_nothing_behind():
    watch = kz.Count()
    watch.stop()
    with pytest.raises(kz.Stopped):
        kz.minimax(TicTacToe(), watch=watch)
    assert kz.minimax(TicTacToe()).value == 0


def test_many_threads_ask_at_once():
    game, found = TicTacToe(), []
    positions = ["XO.......", "XOX......", ".........", "XO..X...O"]
    wanted = [kz.solve(game, game.parse(position)) for position in positions]

    def ask(position):
        found.append((position, kz.solve(game, game.parse(position))))

    threads = [threading.Thread(target=ask, args=(position,)) for position in positions * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(list(zip(positions, wanted, strict=True)) * 3)


# ------------------------------------------------------------ what a value rests on


def test_nothing_but_the_default_guess_is_undecided_and_never_nought():
    game = TicTacToe()
    answer = kz.analyse(game, depth=2, interpreted=True)
    assert (answer.words, answer.undecided, answer.outcome) == ("undecided at depth 2", True, None)
    assert all(move.words == "undecided at depth 2" and not move.exact for move in answer.moves)
    assert {row.split()[1] for row in str(answer).splitlines()[2:-1]} == {"?"}
    told = answer.json()
    assert (told["value"], told["exact"], told["outcome"]) == (0.0, False, None)
    assert {(row["exact"], row["outcome"]) for row in told["moves"]} == {(False, None)}


def test_proven_moves_say_so_beside_undecided_ones():
    game = TicTacToe()
    answer = kz.analyse(game, game.parse("X.O.X.O.."), depth=2, interpreted=True)
    by_move = {move.move: (move.words, move.exact, move.outcome) for move in answer.moves}
    assert not answer.exact and answer.best == "9" and answer.outcome == "win"
    assert by_move["9"] == ("wins", True, "win")
    assert by_move["2"] == ("undecided at depth 2", False, None)


def test_a_win_found_on_the_way_is_a_win_though_its_value_is_not_proven():
    game = TicTacToe()
    s = game.parse("X...O...X")  # after X1 O5 X9 a corner of O loses, and a side draws
    answer = kz.analyse(game, s, depth=4, interpreted=True)
    words = {move.move: (move.words, move.outcome) for move in answer.moves}
    assert words["3"] == ("loses", "loss")
    exact = {move.move: move.outcome for move in kz.analyse(game, s, interpreted=True).moves}
    assert all(outcome in (None, exact[move]) for move, (_, outcome) in words.items())
    assert exact == {"2": "draw", "3": "loss", "4": "draw", "6": "draw", "7": "loss", "8": "draw"}


def test_an_unsound_search_claims_no_win():
    game = TicTacToe()
    s = game.parse("X...O...X")
    narrow = kz.analyse(game, s, depth=4, interpreted=True, techniques=kz.Techniques(beam=1))
    assert all(move.exact or move.outcome is None for move in narrow.moves)


def test_a_guess_says_its_depth():
    game = Pig(goal=12, players=2)
    answer = kz.analyse(game, game.parse("0,0,4"), depth=2, interpreted=True)
    assert all(move.words.endswith(" (depth 2)") for move in answer.moves)
