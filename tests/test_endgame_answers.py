"""Answers from an endgame table: at once, without a search or anything compiled, and the same as without it."""

import random
import shutil

import chess
import httpx
import pytest

import kibitz as kz
from command import kibitz
from endgame_oracle import ILLEGAL
from endgame_oracle import solved as solved_ending
from every_endgame import played
from kibitz.answer.options import Options
from kibitz.answer.oracle import Oracle
from kibitz.answer.oracle import fields as oracle_fields
from kibitz.answer.plan import Plan
from kibitz.answer.questions import by_endgames
from kibitz.answer.solve import Solver
from kibitz.errors import BadInput
from kibitz.game.repeating import keys_of
from kibitz.lookup.endgame_file import table_path
from kibitz.search.retrograde.by_section import build_sections
from kibitz.search.retrograde.from_position import build_from
from kibitz.search.retrograde.job import Job
from serving import here

TIC_TAC_TOE = kz.game("tic-tac-toe")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A folder of its own for all that is kept."""
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    (tmp_path / "tables").mkdir()
    return tmp_path


@pytest.fixture
def nothing_runs(monkeypatch):
    """No search may be begun, compiled or not."""

    def refuse(*_, **__):
        raise AssertionError("something was searched")

    monkeypatch.setattr(Plan, "_found", refuse)
    monkeypatch.setattr(Solver, "_within", refuse)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table")
    build_from(TIC_TAC_TOE, TIC_TAC_TOE.initial(), Job(folder / "it.table", folder / "unfinished", interpreted=True))
    return folder / "it.table"


@pytest.fixture
def kept(data, built):
    """The table of tic-tac-toe, kept where all tables are."""
    path = table_path(TIC_TAC_TOE)
    shutil.copy(built, path)
    return path


def some_positions(game, count, seed=0):
    dice = random.Random(seed)
    for _ in range(count):
        s = game.initial()
        for _ in range(dice.randrange(8)):
            after = game.result(s, dice.choice(list(game.actions(s))))
            if game.is_terminal(after):
                break
            s = after
        yield s


def rows(answer):
    return {move.move: (move.value, move.words, move.outcome, move.exact, move.distance) for move in answer.moves}


# ---------------------------------------------------------------- the same as without


def test_an_answer_from_the_table_is_that_of_a_search(kept):
    for s in some_positions(TIC_TAC_TOE, 12):
        looked_up = kz.analyse(TIC_TAC_TOE, s)
        searched = kz.analyse(TIC_TAC_TOE, s, endgames=False, algorithm="table", interpreted=True)
        assert (looked_up.search.algorithm, looked_up.search.stopped_by) == ("table", "table")
        assert looked_up.note == "looked up in the endgame table 'tic-tac-toe.table'"
        assert rows(looked_up) == rows(searched)
        assert (looked_up.value, looked_up.words, looked_up.distance) == (
            *(searched.value, searched.words, searched.distance),
        )
        assert kz.solve(TIC_TAC_TOE, s) == searched.value
        for move in looked_up.moves:
            end = s
            for text in move.line:
                end = TIC_TAC_TOE.result(end, TIC_TAC_TOE.parse_action(end, text))
            if move.distance is not None:
                assert len(move.line) == move.distance and TIC_TAC_TOE.is_terminal(end)


def test_nothing_is_searched_or_compiled(kept, nothing_runs):
    s = TIC_TAC_TOE.parse("X...O...X")
    assert kz.analyse(TIC_TAC_TOE, s, seconds=1).exact
    assert kz.solve(TIC_TAC_TOE, s) == kz.analyse(TIC_TAC_TOE, s).value
    assert Oracle(TIC_TAC_TOE).answer(s).search.stopped_by == "table"
    found = kibitz("best", "tic-tac-toe", "X...O...X", "--json").json
    assert found["search"]["stopped_by"] == "table" and found["exact"]
    assert kibitz("solve", "tic-tac-toe", "X...O...X").out == "0\n"
    with pytest.raises(AssertionError, match="searched"):
        kz.analyse(TIC_TAC_TOE, s, endgames=False, algorithm="deepening", interpreted=True)


def test_the_oracle_and_the_page_look_up_too(kept, monkeypatch):
    monkeypatch.delenv("KIBITZ_COMPILED")
    s = TIC_TAC_TOE.parse("XO..X....")
    wanted = oracle_fields(Oracle(TIC_TAC_TOE, Options(endgames=False, interpreted=True)).answer(s))
    assert oracle_fields(Oracle(TIC_TAC_TOE).answer(s)) == wanted
    with here() as (url, _), httpx.Client(base_url=url, timeout=60) as page:
        asked = {"game": "tic-tac-toe", "position": "XO..X...."}
        found = page.post("/api/best", json=asked).json()
        assert found["search"]["stopped_by"] == "table" and found["value"] == wanted["value"]
        found = page.post("/api/best", json=asked | {"endgames": False, "algorithm": "table"}).json()
        assert found["search"]["stopped_by"] == "solved" and "note" not in found


def test_what_asks_for_a_search_gets_one_that_probes(kept):
    s = TIC_TAC_TOE.parse("X........")
    for algorithm in ("deepening", "proof", "montecarlo"):
        found = kz.analyse(TIC_TAC_TOE, s, algorithm=algorithm, interpreted=True, simulations=None)
        hits = found.search.statistics["endgame_hits"]
        assert found.exact and found.value == 0 and hits > 0
        assert found.search.algorithm == algorithm and "looked up in the endgame table" in found.note
    found = kz.analyse(TIC_TAC_TOE, s, depth=1, interpreted=True)
    assert found.exact and found.search.algorithm == "deepening" and "endgame_hits" in found.search.statistics
    found = kz.analyse(TIC_TAC_TOE, s, depth=1, endgames=False, interpreted=True)
    assert not found.exact and not found.note and "endgame_hits" not in found.search.statistics
    assert "endgame hits: " in kibitz("best", "tic-tac-toe", "--depth", 2, "--stats", "--interpreted").out
    assert "endgame" not in kibitz("best", "tic-tac-toe", "--depth", 2, "--stats", "--no-table", "--interpreted").out


# ---------------------------------------------------------------- files that cannot be used


def test_a_damaged_table_is_told_of_once_and_left_out(kept):
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-5_000] + bytes(100) + whole[-4_900:])
    answer = kz.analyse(TIC_TAC_TOE, interpreted=True, depth=1)
    assert str(kept) in answer.note and answer.note.endswith("; it is left out")
    assert answer.search.algorithm == "deepening" and not answer.exact
    assert kz.analyse(TIC_TAC_TOE, interpreted=True, depth=1).note == ""
    kept.write_bytes(whole[:-1])
    found = kibitz("solve", "tic-tac-toe", "X...O...X", "--interpreted")
    assert (found.code, found.out) == (0, "0\n")
    assert len(found.messages) == 1 and str(kept) in found.messages[0]
    kept.write_bytes(whole)
    assert kz.analyse(TIC_TAC_TOE).search.stopped_by == "table"


def test_another_file_may_be_named(data, built):
    assert kz.analyse(TIC_TAC_TOE, table=str(built)).note == f"looked up in the endgame table {str(built)!r}"
    found = kibitz("best", "tic-tac-toe", "--table", built, "--json")
    assert found.json["search"]["stopped_by"] == "table"
    nim = kz.analyse(kz.game("nim"), table=str(built), interpreted=True)
    assert "is for 'tic-tac-toe', not for 'nim'" in nim.note and nim.exact
    assert kz.analyse(TIC_TAC_TOE, table=str(built)).search.stopped_by == "table"
    with pytest.raises(BadInput, match="there is no endgame table 'nowhere'"):
        kz.analyse(TIC_TAC_TOE, table="nowhere")
    with pytest.raises(BadInput, match="table 'it' has no effect on minimax"):
        kz.analyse(TIC_TAC_TOE, table="it", algorithm="minimax")
    found = kibitz("best", "tic-tac-toe", "--table", built, "--no-table")
    assert found.code == 2 and "leave one of both out" in found.err


# ---------------------------------------------------------------- odd games


class Circle(kz.Game):
    """Round and round: player 0 may leave to a win by two steps, or go on; positions come up again."""

    repetition = 0.0
    utility_range = (-1.0, 1.0)

    def initial(self):
        return 0

    def player(self, s):
        return s % 2

    def actions(self, s):
        return [1, 4] if s % 2 == 0 and s < 4 else [1]

    def result(self, s, a):
        return s + 4 if a == 4 else (s + 1) % 4 if s < 4 else s + 1

    def is_terminal(self, s):
        return s >= 5

    def utility(self, s, player):
        return 1 if player == 0 else -1


def test_a_game_so_far_that_may_stand_in_the_way_asks_for_a_search(data):
    game = Circle()
    build_from(game, 0, Job(table_path(game), data / "unfinished", interpreted=True))
    found = kz.analyse(game, 0, interpreted=True)
    assert (found.search.stopped_by, found.value, found.distance) == ("table", 1.0, 2)
    once, twice = [0, 1, 2, 3], [0, 1, 2, 3, 0, 1, 2, 3]
    assert kz.analyse(game, 0, history=once, interpreted=True).search.stopped_by == "table"
    found = kz.analyse(game, 0, history=twice, interpreted=True, depth=3)
    assert found.search.stopped_by != "table"
    assert keys_of(game, once) and found.search.algorithm == "deepening"


class Trio(kz.Game):
    """Three players take one or two of nine stones; who takes the last one gets 3, the next 1, the one after it 0."""

    players = 3
    zero_sum = False

    def initial(self):
        return (9, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        return range(1, min(2, s[0]) + 1)

    def result(self, s, a):
        return s[0] - a, (s[1] + 1) % 3

    def is_terminal(self, s):
        return s[0] == 0

    def utility(self, s, player):
        return (1, 0, 3)[(player - s[1]) % 3]


def test_several_players_are_answered_with_vectors(data):
    game = Trio()
    wanted = kz.analyse(game, interpreted=True)
    build_from(game, game.initial(), Job(table_path(game), data / "unfinished", interpreted=True))
    found = kz.analyse(game, interpreted=True)
    assert found.search.stopped_by == "table"
    assert {m.move: m.value for m in found.moves} == {m.move: m.value for m in wanted.moves}
    assert found.best == wanted.best and found.moves[0].line == wanted.moves[0].line


class Ladder(kz.Game):
    """One player climbs seven steps, one or two at a time as a coin says; whoever rests keeps what there is."""

    players = 1
    chance = True

    def initial(self):
        return (0, 0)

    def player(self, s):
        return 0 if s[1] == 0 else kz.CHANCE

    def actions(self, s):
        return ["rest", "climb"] if s[0] > 3 else ["climb"]

    def outcomes(self, s):
        return [(1, 0.5), (2, 0.5)]

    def result(self, s, a):
        if a == "climb":
            return s[0], 1
        return (s[0] + 10, 0) if a == "rest" else (s[0] + a, 0)

    def is_terminal(self, s):
        return s[0] >= 7

    def utility(self, s, player):
        return s[0] - 8 if s[0] > 10 else 7 if s[0] == 7 else 1


def test_dice_are_answered_with_averages(data):
    game = Ladder()
    wanted = {s: kz.analyse(game, s, interpreted=True) for s in ((3, 1), (4, 0), (5, 0), (6, 1))}
    build_from(game, game.initial(), Job(table_path(game), data / "unfinished", interpreted=True))
    for s, searched in wanted.items():
        found = kz.analyse(game, s, interpreted=True)
        assert found.search.stopped_by == "table"
        assert found.value == pytest.approx(searched.value)
        assert {m.move: pytest.approx(m.value) for m in found.moves} == {m.move: m.value for m in searched.moves}


# ---------------------------------------------------------------- a rook and a king


CHESS = kz.game("chess")


@pytest.fixture(scope="module")
def rook_ending(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chess")
    (folder / "tables").mkdir()
    name = table_path(CHESS).name
    build_sections(CHESS, [CHESS.section_named("KRK")], Job(folder / "tables" / name, folder / "unfinished"))
    return folder


def placed(men, squares, mover, clock=0):
    """A position by its men, the white ones in upper case, and their squares."""
    board = chess.Board(None)
    for man, square in zip(men, squares, strict=True):
        board.set_piece_at(square, chess.Piece.from_symbol(man))
    board.turn, board.halfmove_clock = mover == 0, clock
    return CHESS.parse(board.fen())


def drawn_at_random(count):
    """Random positions of king and rook against king, either side with the rook, and what another solver says."""
    dice, ending = random.Random(0), solved_ending("KRk")
    while count > 0:
        squares, mover, is_white = dice.sample(range(64), 3), dice.randrange(2), dice.random() < 0.5
        code = int(ending.codes[mover][*squares])
        if code in (ILLEGAL, -1) or (code == 0 and mover == 1 and CHESS.is_terminal(placed("KRk", squares, mover))):
            continue  # or already mate, or stalemate
        count -= 1
        yield placed("KRk" if is_white else "krK", squares, mover if is_white else 1 - mover), code


def code_of(board):
    """What a position of king and rook against king is worth to the mover, by what another solver says."""
    rooks = board.pieces(chess.ROOK, chess.WHITE) | board.pieces(chess.ROOK, chess.BLACK)
    if not rooks:
        return 0
    owner = board.color_at(next(iter(rooks)))
    squares = board.king(owner), next(iter(rooks)), board.king(not owner)
    return int(solved_ending("KRk").codes[0 if board.turn == owner else 1][squares])


def code_after(s, move):
    """What the position before a move was worth to who made it, by what another solver says of the one after it."""
    found = code_of(chess.Board(CHESS.text(CHESS.result(s, CHESS.parse_action(s, move)))))
    return 0 if found == 0 else -found if found < 0 else -2 - found


def test_best_mates_in_the_right_number_from_a_thousand_positions(rook_ending, monkeypatch):
    """That the best move leads to a mate one ply nearer, from wherever, is that it mates in the right number."""
    monkeypatch.setenv("KIBITZ_DATA", str(rook_ending))
    monkeypatch.setattr(by_endgames, "FOR_LINES", 0)  # lines take most of the time
    seen = set()
    for s, code in drawn_at_random(1_000):
        found = kz.analyse(CHESS, s, seconds=1)
        assert found.search.stopped_by == "table" and found.exact
        outcome = "win" if code > 0 else "loss" if code < 0 else "draw"
        plies = None if code == 0 else code if code > 0 else -1 - code
        assert (found.outcome, found.distance) == (outcome, plies)
        assert code_after(s, found.best) == code
        seen.add(code)
    assert {31, -33, 0, 1} <= seen


def test_play_by_the_best_moves_ends_in_mate(rook_ending, monkeypatch):
    monkeypatch.setenv("KIBITZ_DATA", str(rook_ending))
    for s, code in [each for each in drawn_at_random(60) if each[1] > 0][:1]:
        found = kz.analyse(CHESS, s, seconds=1)
        assert len(found.moves[0].line) == code == found.distance
        states = [s]
        while not CHESS.is_terminal(s):
            best = kz.analyse(CHESS, s, seconds=1, history=states[:-1]).best
            s = CHESS.result(s, CHESS.parse_action(s, best))
            states.append(s)
        assert len(states) - 1 == code and chess.Board(CHESS.text(s)).is_checkmate()


def test_both_sides_by_the_command_end_in_mate_on_time(rook_ending, monkeypatch):
    """As `python tests/every_endgame.py --play 1000` does with more of them."""
    monkeypatch.setattr(by_endgames, "FOR_LINES", 0)
    wrong, plies = played(rook_ending / "tables" / table_path(CHESS).name, 3)
    assert wrong == 0 and plies > 10


def test_fifty_moves_are_not_forgotten(rook_ending, monkeypatch):
    monkeypatch.setenv("KIBITZ_DATA", str(rook_ending))
    men = "KRk", (chess.A1, chess.B2, chess.C3), 0
    assert kz.analyse(CHESS, placed(*men, clock=60), seconds=1).distance == 31
    assert kz.analyse(CHESS, placed(*men, clock=67), seconds=1).words == "wins in 31"
    late = kz.analyse(CHESS, placed(*men, clock=80), depth=1, interpreted=True)
    assert not late.exact and late.search.algorithm == "deepening"
