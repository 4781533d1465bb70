"""Answers by the engine: within limits, in every move, with statistics, reasons and what each technique saves."""

import contextlib
import json
import math
import signal
import threading
import time

import pytest

from command import kibitz
from connect_four_oracle import Board
from kibitz.answer.ablation import EXACT, ablate
from kibitz.answer.analyse import analyse
from kibitz.answer.analysis import Analysis
from kibitz.answer.options import Options
from kibitz.answer.solve import Solver, solve
from kibitz.errors import BadInput, TooDeep, Unsolved
from kibitz.game import CHANCE, Game
from kibitz.games.connect_four import ConnectFour
from kibitz.games.nim import Nim
from kibitz.games.tree import Tree
from kibitz.lookup.transposition import BITS, FIRST_BITS, HELD, MOST_BITS, grow
from kibitz.search.engine.engine import Engine
from kibitz.search.engine.techniques import Techniques
from kibitz.search.several.vector_engine import VectorEngine
from kibitz.search.textbook.expectiminimax import expectimax, expectiminimax
from kibitz.search.textbook.maxn import maxn
from kibitz.search.textbook.star1 import star1
from kibitz.search.textbook.star2 import star2
from oracle import HashGame, game_value, seeds

LATE = "2252576253462244111563365343671351441"  # 37 stones


@pytest.fixture(scope="module")
def seven():
    """The board of 7×6, compiled: no clock is running yet."""
    game = ConnectFour()
    analyse(game, depth=1)
    analyse(game, depth=1, threads=2)
    return game


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("threads", [1, 2])
def test_a_second_is_a_second(seven, threads):
    started = time.perf_counter()
    answer = analyse(seven, seconds=1, threads=threads)  # to the end it takes many minutes
    took = time.perf_counter() - started
    assert answer.search.stopped_by == "time"
    assert not answer.exact
    assert len(answer.moves) == 7
    assert 0.9 < answer.search.seconds <= took


@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.3])
def test_a_fraction_of_a_second_is_enough_for_an_answer(seven, seconds):
    answer = analyse(seven, seconds=seconds)
    assert answer.best in "1234567"
    assert len(answer.moves) == 7
    assert all(map(math.isfinite, [move.value for move in answer.moves]))
    assert answer.search.stopped_by == "time"


def test_a_solved_position_does_not_wait_for_the_clock(seven):
    answer = analyse(seven, seven.parse(LATE), seconds=600)
    assert answer.search.seconds < 300
    assert (answer.exact, answer.search.stopped_by) == (True, "solved")


@pytest.mark.parametrize("nodes", [1, 100, 5000])
def test_nodes_are_counted_and_limited(seven, nodes):
    answer = analyse(seven, nodes=nodes)
    assert answer.search.nodes == nodes
    assert answer.search.stopped_by == "nodes"
    assert not answer.exact
    assert len(answer.moves) == 7


@pytest.mark.parametrize("depth", [1, 2, 5, 8])
def test_a_depth_is_reached_and_not_passed(seven, depth):
    answer = analyse(seven, depth=depth)
    assert answer.search.stopped_by == "depth"
    assert answer.search.depth == depth
    assert len(answer.search.statistics["nodes_by_ply"]) == depth + 1 or depth == 1
    assert not answer.exact


def test_a_depth_that_reaches_the_end_is_exact(seven):
    answer = analyse(seven, seven.parse(LATE), depth=10)
    assert (answer.exact, answer.search.stopped_by) == (True, "solved")
    assert answer.value == Board(7, 6).value(*Board(7, 6).play([int(c) - 1 for c in LATE]))


@pytest.mark.parametrize("limit", [{"seconds": 0}, {"depth": 0}, {"nodes": 0}, {"seconds": -1}, {"nodes": -5}])
def test_limits_that_are_none(limit):
    with pytest.raises(BadInput, match=r"limit .*must be a .*number"):
        analyse(Nim(), **limit)


def test_solve_within_limits(seven):
    assert solve(seven, seven.parse(LATE)) == analyse(seven, seven.parse(LATE)).value
    with pytest.raises(Unsolved, match="is not solved within 1000 nodes"):
        solve(seven, nodes=1000)
    with pytest.raises(Unsolved, match=r"is not solved within 0\.2 seconds"):
        solve(seven, seconds=0.2)


def test_a_game_that_is_over():
    game = ConnectFour()
    answer = analyse(game, game.parse("1212121"))
    assert (answer.best, answer.moves, answer.exact) == (None, (), True)
    assert solve(game, game.parse("121212")) == 18


# ---------------------------------------------------------------- deepening by hand against minimax


def test_every_move_of_a_game_with_an_evaluation_at_every_depth():
    for seed, _ in enumerate(seeds(25)):
        game = HashGame(seed, depth=6)
        s = game.initial()
        sign = 1 if game.player(s) == 0 else -1
        for depth in range(1, 7):
            answer = analyse(game, depth=depth, interpreted=True)
            wanted = {a: sign * game_value(game, game.result(s, a), depth - 1) for a in game.actions(s)}
            assert {move.action: move.value for move in answer.moves} == wanted
            assert answer.value == max(wanted.values())
            assert [move.loss for move in answer.moves] == sorted(answer.value - value for value in wanted.values())
        assert analyse(game, interpreted=True).exact


def test_aspiration_changes_nothing_but_the_nodes():
    for seed in range(15):
        game = HashGame(seed, depth=6)
        answers = [
            analyse(game, techniques=Techniques(aspiration=aspiration), interpreted=True)
            for aspiration in (True, False)
        ]
        found = [{move.action: move.value for move in answer.moves} for answer in answers]
        assert found[0] == found[1]


def test_lines_are_legal_begin_with_the_move_and_keep_its_value(seven):
    s = seven.parse(LATE[:34])
    answer = analyse(seven, s)
    assert answer.exact
    for move in answer.moves:
        assert move.line[0] == move.move
        here = s
        for text in move.line:
            here = seven.result(here, seven.parse_action(here, text))
        assert seven.is_terminal(here)  # short enough to be shown to its end
        assert seven.utility(here, seven.player(s)) == move.value


def test_lines_of_a_depth_limit_are_legal_and_deep(seven):
    answer = analyse(seven, depth=8)
    for move in answer.moves:
        s = seven.initial()
        for text in move.line:
            s = seven.result(s, seven.parse_action(s, text))
        assert move.line[0] == move.move
    assert len(answer.moves[0].line) > 2


# ---------------------------------------------------------------- threads, memory


def test_threads_give_the_same_exact_values(seven):
    for text in (LATE, LATE[:30], "32751571231557"):
        s = seven.parse(text)
        alone, together = analyse(seven, s), analyse(seven, s, threads=2)
        assert together.exact
        assert {m.move: m.value for m in alone.moves} == {m.move: m.value for m in together.moves}
        assert alone.value == together.value


def test_a_small_memory_gives_the_same_exact_values(seven):
    s = seven.parse(LATE[:26])
    found = [{m.move: m.value for m in analyse(seven, s, megabytes=mb).moves} for mb in (0.03, 1, 16, 64)]
    assert found[0] == found[1] == found[2] == found[3]
    with pytest.raises(BadInput, match=r"the memory must be 0\.03 to 1,048,576 megabytes"):
        analyse(seven, s, megabytes=0)


class Booked(HashGame):
    """A hash game with a book in which the first positions stand, rightly or not."""

    def known(self, s):
        return 100.0 + s.room if s.ply == 1 else None


def test_what_a_book_knows_is_believed():
    game = next(game for game in map(Booked, range(50)) if not any(map(game.is_terminal, children(game))))
    s = game.initial()
    answer = analyse(game, interpreted=True)
    for move in answer.moves:
        after = game.result(s, move.action)
        same = game.player(after) == game.player(s)
        assert move.value == (game.known(after) if same else -game.known(after))
    first = children(game)[0]
    assert solve(game, first, interpreted=True) == game.known(first)
    value = game_value(game)  # the initial position is not in the book, and a search does not look into it
    assert solve(game, interpreted=True) == (value if game.player(s) == 0 else -value)


def children(game):
    return [game.result(game.initial(), a) for a in game.actions(game.initial())]


def test_a_solver_answers_each_position_as_if_it_were_the_only_one(seven):
    solver = Solver(seven, Options(nodes=20_000))
    texts = [LATE, LATE[:33], LATE[:30]]
    wanted = [solve(seven, seven.parse(text)) for text in texts]
    for _ in range(2):
        assert [solver.value(seven.parse(text)) for text in texts] == wanted
        with pytest.raises(Unsolved):
            solver.value(seven.initial())


def test_solving_tells_how_it_stands(seven):
    told = []
    with pytest.raises(Unsolved):
        solve(seven, seconds=1.3, progress=told.append)
    assert len(told) >= 1
    assert all(isinstance(line, str) and line for line in told)


# ---------------------------------------------------------------- statistics


def test_statistics_are_there_and_agree_with_each_other(seven):
    answer = analyse(seven, seven.parse("4453"), depth=8)
    search = answer.search
    numbers = search.statistics
    assert set(numbers) >= {
        "first_move_cutoffs",
        "table_cutoffs",
        "bound_cutoffs",
        "proof_cutoffs",
        "child_cutoffs",
        "branching",
        "effective_branching",
        "nodes_by_ply",
    }
    assert sum(numbers["nodes_by_ply"]) == search.nodes + 1  # the root is not searched: each move is
    assert numbers["nodes_by_ply"][0] == 1
    assert numbers["nodes_by_ply"][1] >= len(answer.moves)
    assert 0 < numbers["first_move_cutoffs"] <= 1
    assert 0 < numbers["table_cutoffs"] <= search.table_hits <= search.nodes
    assert 0 < search.cutoffs <= search.nodes
    assert 1 < numbers["effective_branching"] <= numbers["branching"] <= 7
    assert json.loads(json.dumps(answer.json()))["search"]["statistics"] == numbers


def test_without_a_table_nothing_is_hit(seven):
    answer = analyse(seven, depth=6, techniques=Techniques(table=False))
    assert answer.search.table_hits == answer.search.statistics["table_cutoffs"] == 0
    assert analyse(seven, depth=6).search.table_hits > 0
    assert analyse(seven, depth=6).value == answer.value


# ---------------------------------------------------------------- why


def test_why_a_move_is_not_best_names_the_replies_up_to_where_it_shows(seven):
    answer = analyse(seven, seven.parse(LATE[:30]))
    worse = [move for move in answer.moves if move.loss > 0]
    assert worse
    rows = {row["move"]: row for row in answer.json()["moves"]}
    for move in worse:
        sentence = answer.why(move.move)
        assert sentence.startswith(f"{move.move} {move.words} where {answer.best} would ")
        assert sentence.endswith(".")
        ply = rows[move.move]["shows_at"]
        assert 1 <= ply <= len(move.line)
        if ply > 1:
            assert f" {move.line[1]}" in sentence
        if ply > 2:
            assert sentence.endswith(f"({' '.join(move.line[1:ply])}).")
    assert any(rows[move.move]["shows_at"] > 2 for move in worse)
    assert answer.why(answer.best) == ""
    with pytest.raises(BadInput, match="'9' is not a legal move"):
        answer.why("9")


def test_why_a_blunder_loses_at_once(seven):
    """MAX threatens 4: everything else loses to it two plies later, and the game names the threat."""
    answer = analyse(seven, seven.parse("11223"))
    assert answer.best == "4"
    blunder = next(move for move in answer.moves if move.words == "loses in 2")
    expected = f"{blunder.move} loses in 2 where 4 would win in 35: it does not stop four in a row at 4."
    assert answer.why(blunder.move) == expected


# ---------------------------------------------------------------- ablation


def test_every_row_of_the_ablation_has_the_same_value_or_is_given_up():
    game = ConnectFour(4, 4)
    s = game.parse("112233")
    rows = list(ablate(game, s, None, interpreted=True))
    assert [row.without for row in rows] == ["", *(name.replace("_", " ") for name in EXACT), "all of them"]
    value = Board(4, 4).value(*Board(4, 4).play([0, 0, 1, 1, 2, 2]))
    assert {row.value for row in rows} <= {value, None}
    assert rows[0].value == value
    assert all(row.nodes > 0 and row.seconds >= 0 for row in rows)
    assert rows[-1].nodes > rows[0].nodes
    assert all(row.nodes <= max(10_000, 200 * rows[0].nodes) for row in rows)


def test_a_row_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr("kibitz.answer.ablation.MOST", 1)
    monkeypatch.setattr("kibitz.answer.ablation.max", lambda a, b: 300, raising=False)
    game = ConnectFour(4, 4)
    rows = list(ablate(game, game.initial(), None, interpreted=True))
    assert rows[0].value == 0
    assert rows[-1].value is None
    assert rows[-1].nodes == 300
    assert rows[-1].json()["value"] is None


# ---------------------------------------------------------------- progress, Ctrl-C


def test_progress_is_told_deeper_and_deeper(seven):
    told = []
    answer = analyse(seven, depth=6, progress=told.append)
    assert all(isinstance(each, Analysis) for each in told)
    assert [each.search.depth for each in told] == [1, 2, 3, 4, 5, 6]
    nodes = [each.search.nodes for each in told]
    assert nodes == sorted(nodes)
    assert told[-1].value == answer.value
    assert all(len(each.moves) == 7 for each in told)


def test_progress_under_a_clock(seven):
    told = []
    answer = analyse(seven, seconds=2, progress=told.append)
    assert told
    assert answer.search.depth == told[-1].search.depth
    assert [m.value for m in answer.moves] == [m.value for m in told[-1].moves]


@contextlib.contextmanager
def interrupted_after(seconds):
    """Ctrl-C while the body runs; where it is over before, nothing."""
    main = threading.main_thread().ident
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored, as under nohup
    timer = threading.Timer(seconds, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("limit", [{"seconds": 3600}, {}])
def test_ctrl_c_gives_the_best_so_far(seven, threads, limit):
    with interrupted_after(0.5):
        answer = analyse(seven, threads=threads, **limit)
    assert answer.search.stopped_by == "interrupted"
    assert not answer.exact
    assert len(answer.moves) == 7
    assert answer.best in "1234567"


def test_after_ctrl_c_the_next_question_is_answered(seven):
    with interrupted_after(0.3):
        assert analyse(seven, seconds=60).search.stopped_by == "interrupted"
    assert analyse(seven, seven.parse(LATE)).exact


def test_ctrl_c_at_the_command_prints_the_best_so_far(seven):
    with interrupted_after(1):
        answer = kibitz("best", "connect-four", "--time", 60)
    assert answer.code == 130
    assert answer.out.startswith("best: ")
    assert "interrupted" in answer.out


# ---------------------------------------------------------------- the command


def test_the_ablation_of_the_command(seven):
    answer = kibitz("best", "connect-four", "--ablate", "--depth", 6)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0].split() == ["without", "nodes", "times", "seconds", "value"]
    assert lines[1].startswith("(all on)")
    assert [line[:16].strip() for line in lines[2:]] == [*(name.replace("_", " ") for name in EXACT), "all of them"]
    assert {line.split("  ")[-1].strip() for line in lines[1:]} <= {"0", "given up"}
    rows = kibitz("best", "connect-four", "--ablate", "--depth", 6, "--json").json
    assert len(rows) == len(EXACT) + 2
    assert rows[0]["without"] == ""
    assert [row["nodes"] for row in rows] == [int(line[16:30].replace(",", "")) for line in lines[1:]]


def test_the_statistics_of_the_command(seven):
    answer = kibitz("best", "connect-four", "4453", "--depth", 6, "--stats")
    assert answer.code == 0
    for word in ("first move cutoffs: ", "table cutoffs: ", "effective branching: ", "b^(m/2)"):
        assert word in answer.out
    table = answer.out[answer.out.index(" ply ") :].splitlines()
    assert [int(line.split()[0]) for line in table[1:]] == list(range(len(table) - 1))


def test_the_reasons_of_the_command(seven):
    answer = kibitz("best", "connect-four", LATE[:30], "--exact", "--json")
    moves = answer.json["moves"]
    worst = moves[-1]
    assert worst["loss"] > 0
    said = kibitz("best", "connect-four", LATE[:30], "--exact", "--why", worst["move"])
    assert said.code == 0
    assert said.out.splitlines()[-1] == worst["why"]
    assert f"{worst['move']} {worst['words']} where {moves[0]['move']} would" in worst["why"]
    best = kibitz("best", "connect-four", LATE[:30], "--exact", "--why", moves[0]["move"])
    assert best.out.splitlines()[-1] == f"{moves[0]['move']} is best: it {moves[0]['reason']}."


def test_the_techniques_of_the_command(seven):
    plain = kibitz("best", "connect-four", "--depth", 6, "--json").json
    without = kibitz("best", "connect-four", "--depth", 6, "--json", "--techniques", "no-table, no-order").json
    assert without["value"] == plain["value"]
    assert without["search"]["table_hits"] == 0 < plain["search"]["table_hits"]
    assert without["search"]["nodes"] > plain["search"]["nodes"]


@pytest.mark.parametrize(
    "arguments, quoted",
    [
        (("--techniques", "no-tabel"), "no-tabel"),
        (("--techniques", "beam=many"), "beam=many"),
        (("--techniques", "table=1"), "table=1"),
        (("--depth", "6", "--why", "9"), "'9'"),
        (("--depth", "6", "--why", ""), "''"),
        (("--algorithm", "proof", "--threads", "2"), "--threads 2 has no effect on proof"),
        (("--algorithm", "proof", "--seed", "2"), "--seed 2 has no effect on proof"),
        (("--algorithm", "minimax", "--depth", "2", "--early-stop", "no"), "--early-stop no has no effect on minimax"),
        (("--memory", "0"), "'0'"),
        (("--memory", "lots"), "'lots'"),
        (("--threads", "0"), "'0'"),
        (("--depth", "-1"), "-1"),
        (("--depth", "x"), "'x'"),
        (("--nodes", "0"), "'0'"),
        (("--time", "never"), "'never'"),
        (("--algorithm", "guess"), "'guess'"),
    ],
)
def test_bad_words_are_refused(arguments, quoted):
    answer = kibitz("best", "connect-four", *arguments)
    assert answer.code == 2
    assert len(answer.messages) == 1
    assert quoted in answer.messages[0]


def test_ablation_is_for_the_engine_s_games_only():
    assert kibitz("best", "pig", "--set", "players=3", "--ablate", "--depth", 2).code == 2
    assert kibitz("best", "pig", "--ablate").code == 2
    assert kibitz("best", "connect-four", "1212121", "--ablate").code == 2


def test_the_table_that_threads_share_grows_between_bouts_only():
    table = Engine(ConnectFour(), megabytes=16, threads=2).table
    begins = int(table.state[BITS])
    room = table.hold_size()
    assert table.state[MOST_BITS] == begins and 0 < room < 1 << 60
    table.release_size()
    assert table.state[MOST_BITS] > begins
    assert grow(table, 2) == begins + 2
    assert grow(table, 99) == table.state[MOST_BITS] and table.hold_size() == 1 << 60


def test_threads_solve_with_a_table_that_had_to_grow():
    game = ConnectFour()
    s = game.parse("32751571231557")  # the first of the set L1_R2
    engine = Engine(game, threads=2)
    engine.table.state[BITS] = engine.table.state[FIRST_BITS] = 4  # so small that it has to grow
    assert engine.solve(s) == -3
    assert engine.table.state[BITS] > 4 and engine.table.state[HELD] == 0


# ---------------------------------------------------------------- play that can go on for ever


class Ring(Game):
    """Two players walk to and fro, and need never come to an end."""

    whole = True
    utility_range = (-1.0, 1.0)

    def initial(self):
        return (3, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        yield -1
        yield 1

    def result(self, s, a):
        return (s[0] + a, 1 - s[1])

    def is_terminal(self, s):
        return s[0] in (0, 7)

    def utility(self, s, player):
        return 1.0 if (s[0] == 7) == (player == 0) else -1.0


class Line(Ring):
    """And the positions never come to an end either."""

    def is_terminal(self, s):
        return s[0] == -5


class Flips(Game):
    """A coin is flipped until it shows heads: a line of chance without end, which takes no depth."""

    players = 1

    def initial(self):
        return 0

    def player(self, s):
        return 0 if s == 0 else CHANCE

    def actions(self, s):
        yield 1
        yield 2

    def outcomes(self, s):
        yield 0, 0.5
        yield 1, 0.5

    def result(self, s, a):
        return (3 if a else s) if s else a

    def is_terminal(self, s):
        return s == 3

    def utility(self, s, player):
        return 1.0


def test_a_limit_gives_a_move_where_a_proof_never_ends():
    with pytest.raises(TooDeep, match="'ring'"):
        analyse(Ring(), algorithm="deepening")
    answer = analyse(Ring(), nodes=300_000, algorithm="deepening")
    assert answer.best in ("-1", "1") and not answer.exact
    assert answer.search.depth > 12  # deeper than what is looked at before a proof is tried


@pytest.mark.parametrize("limit", [{}, {"nodes": 300_000}, {"seconds": 20.0}])
def test_where_play_can_go_on_for_ever_the_whole_game_is_solved(limit):
    answer = analyse(Ring(), **limit)
    assert (answer.exact, answer.value, answer.search.algorithm) == (True, 0.0, "table")
    assert solve(Ring(), **limit) == 0.0


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "expectiminimax", "star1", "star2", "maxn"])
def test_a_limit_gives_a_move_by_every_textbook_search(algorithm):
    answer = analyse(Ring(), nodes=500, algorithm=algorithm, interpreted=True)
    assert answer.best in ("-1", "1") and not answer.exact


def test_a_limit_gives_a_move_where_even_one_ply_never_ends():
    answer = analyse(Flips(), depth=2, algorithm="expectimax", interpreted=True)
    assert answer.best == "1" and answer.search.stopped_by == "endless"
    assert "play can go on for ever" in str(answer)


def test_a_limit_gives_a_move_where_the_memory_is_too_small():
    answer = analyse(Line(), depth=2, algorithm="table", megabytes=0.5, interpreted=True)
    assert answer.best in ("-1", "1") and answer.search.stopped_by == "memory"
    with pytest.raises(Unsolved):
        analyse(Line(), algorithm="table", megabytes=0.5, interpreted=True)


# ---------------------------------------------------------------- outcomes, and their averages


class Spinner(Game):
    """A wheel with two fields that show the same."""

    players = 1
    utility_range = (0.0, 2.0)

    def initial(self):
        return -1

    def player(self, s):
        return CHANCE

    def actions(self, s):
        return iter(())

    def outcomes(self, s):
        yield 2, 0.4
        yield 2, 0.1
        yield 0, 0.5

    def result(self, s, a):
        return a

    def is_terminal(self, s):
        return s >= 0

    def utility(self, s, player):
        return float(s)


@pytest.mark.parametrize("algorithm", ["deepening", "expectimax", "star1", "maxn", "table"])
def test_an_outcome_that_is_there_twice_is_weighed_twice(algorithm):
    answer = analyse(Spinner(), depth=1, algorithm=algorithm, interpreted=True)
    assert answer.value == (pytest.approx((1.0,)) if algorithm == "maxn" else pytest.approx(1.0))


def test_the_error_over_likely_outcomes_weighs_it_twice_too():
    answer = analyse(Spinner(), depth=1, outcomes=1.0, interpreted=True)
    assert answer.value == pytest.approx(1.0) and answer.error == 0


FIRST, SECOND = "chance(0.7: {0} 0.2: {0} 0.1: {0})", "chance(0.1: {1} 0.2: {1} 0.7: {1})"  # 1 - 1e-16, and 1


@pytest.mark.parametrize("interpreted", [True, False])
def test_of_averages_that_differ_by_rounding_the_first_is_taken(interpreted):
    alone = Tree(f"max({FIRST} {SECOND})".format(1, 1))
    assert float(alone.outcomes(1).__next__()[1]) == 0.7
    opposed = Tree(f"max(min({SECOND} {FIRST}) {FIRST})".format(1, 1))
    assert expectimax(alone, interpreted=interpreted).action == 0
    for search in (expectiminimax, star1, star2):
        assert search(opposed, interpreted=interpreted).action == 0
        assert search(opposed, 1, interpreted=interpreted).action == 0
    several = Tree(f"({FIRST} {SECOND})".format("<1,2,6>", "<1,5,3>"))
    assert maxn(several, interpreted=interpreted).action == 0
    assert maxn(several, interpreted=interpreted).value == pytest.approx((1, 2, 6))
    assert VectorEngine(several, interpreted=interpreted).value(0) == pytest.approx((1, 2, 6))
    assert analyse(several, interpreted=interpreted).best == analyse(alone, interpreted=interpreted).best == "B"
