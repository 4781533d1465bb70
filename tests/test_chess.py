"""The rules of chess, beside python-chess and published counts, and static exchange beside a plain search."""

import random
from pathlib import Path

import chess
import pytest

import kibitz as kz
from kibitz.check.perft import perft
from kibitz.errors import BadInput
from kibitz.games.chess import WIN, Chess
from kibitz.games.chess import exchange as exchanges
from kibitz.games.chess.board import KING, PAWN, clock, origin_of, piece_at, promotion_of, target_of
from kibitz.games.chess.notation import START, square_named
from kibitz.games.chess.san import san, uci
from refused import refusal

# Counted by several programs, and by all alike; https://www.chessprogramming.org/Perft_Results tells of such lists.
SUITE = (Path(__file__).parent / "data/chess/perftsuite.epd").read_text().splitlines()
MOST_LEAVES = 300_000

GAME = Chess()


# ---------------------------------------------------------------- moves


def test_perft_of_the_start_is_exact():
    assert [perft(GAME, depth=depth).leaves for depth in range(6)] == [1, 20, 400, 8_902, 197_281, 4_865_609]
    found = perft(GAME, depth=5)
    assert (found.nodes, found.finished) == (5_072_213, 8 + 347)  # games that ended: 8 mates at 4 plies
    rich = GAME.parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    assert perft(GAME, rich, depth=4).finished == 1 + 43


def test_perft_is_exact_in_every_line_of_the_suite():
    asked = 0
    for line in SUITE:
        position, *counts = line.split(";")
        s = GAME.parse(position)
        for depth, leaves in ((int(depth[1:]), int(leaves)) for depth, leaves in map(str.split, counts)):
            if leaves <= MOST_LEAVES:
                assert perft(GAME, s, depth=depth).leaves == leaves, line
                asked += 1
    assert asked > 500


def test_perft_runs_alike_interpreted_and_a_game_that_is_played_stops_where_nobody_can_mate():
    s = GAME.parse("8/8/4k3/3Nn3/3nN3/4K3/8/8 w - - 0 1")
    assert perft(GAME, s, depth=3) == perft(GAME, s, depth=3, interpreted=True)
    alone = GAME.parse("8/8/8/4k3/8/4K3/8/8 w - - 0 1")
    assert GAME.is_terminal(alone) and perft(GAME, alone, depth=1, interpreted=True).leaves == 5


def walked(count, seed):
    """Positions of random games: ours, and python-chess's."""
    dice = random.Random(seed)
    while count > 0:
        board, s = chess.Board(), GAME.initial()
        while count > 0:
            yield s, board
            count -= 1
            if GAME.is_terminal(s):
                break
            move = dice.choice(list(board.legal_moves))
            board.push(move)
            s = GAME.result(s, GAME.parse_action(GAME.parse(GAME.text(s)), move.uci()))


@pytest.mark.parametrize("seed", range(2))
def test_positions_of_random_games_agree_with_python_chess(seed):
    for s, board in walked(150, seed):
        assert GAME.text(s) == board.fen()
        assert GAME.parse(board.fen()) == s
        assert GAME.parse(board.fen(en_passant="fen")) == s  # a square that nobody can take on is dropped
        assert GAME.player(s) == (not board.turn) and (s.checks != 0) == board.is_check()
        outcome = board.outcome(claim_draw=False)
        over = outcome is not None or board.halfmove_clock >= 100
        assert GAME.is_terminal(s) == over
        if over:
            winner = outcome.winner if outcome is not None else None
            assert GAME.utility(s, 0) == -GAME.utility(s, 1) == {True: WIN, False: -WIN, None: 0}[winner]
            assert not list(GAME.actions(s)) and not list(GAME.noisy_actions(s))
            continue
        actions = list(GAME.actions(s))
        assert sorted(map(uci, actions)) == sorted(move.uci() for move in board.legal_moves)
        for a in actions:
            move = chess.Move.from_uci(uci(a))
            written = board.san(move)
            assert san(GAME, s, a) == written and GAME.parse_action(s, written) == a == GAME.parse_action(s, uci(a))
        taking = {a for a in actions if GAME.is_noisy(s, a)}
        promoted = {a for a in actions if promotion_of(a)}
        captures = {a for a in actions if board.is_capture(chess.Move.from_uci(uci(a)))}
        assert taking - promoted == captures - promoted
        assert set(GAME.noisy_actions(s)) == {a for a in taking if not promotion_of(a) or uci(a).endswith("q")}


def test_keys_are_equal_just_where_positions_are():
    by_key, by_position = {}, {}
    met = 0
    for seed in range(3):
        for s, board in walked(500, 100 + seed):
            same = board.epd(en_passant="legal")
            assert by_key.setdefault(GAME.key(s), same) == same
            met += same in by_position
            assert by_position.setdefault(same, GAME.key(s)) == GAME.key(s)
    assert met  # a position came up by two ways, with another clock


def test_a_pass_keeps_what_a_position_is_made_of():
    for s, board in walked(200, 7):
        has_pieces = bool(board.occupied_co[board.turn] & ~(board.pawns | board.kings))
        found = list(GAME.passed(s))
        assert len(found) == (has_pieces and not board.is_check())
        for after in found:
            board.push(chess.Move.null())
            assert GAME.text(after).split()[:4] == board.fen().split()[:4]
            fresh = GAME.parse(GAME.text(after))
            assert (fresh.key, fresh.score, fresh.checks) == (after.key, after.score, after.checks)
            board.pop()


def test_where_the_game_is_sure_to_go_on_no_move_ends_it_nor_gives_check():
    sure = 0
    for s, _ in walked(300, 17):
        if not GAME.is_terminal(s) and GAME.goes_on(s):
            sure += 1
            after = [GAME.result(s, a) for a in GAME.actions(s)]
            assert not any(GAME.is_terminal(behind) or behind.checks for behind in after), GAME.text(s)
    assert sure > 20


# ---------------------------------------------------------------- endings


@pytest.mark.parametrize(
    ("position", "ended"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Checkmate: White wins."),
        ("k7/8/8/8/8/8/1r6/r6K w - - 99 1", "Checkmate: Black wins."),
        ("7k/8/8/8/8/8/r7/1r5K w - - 100 1", "Checkmate: Black wins."),  # mate comes before the fifty moves
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw: Black is stalemated."),
        ("7k/8/8/8/8/8/r7/R6K w - - 100 80", "Draw: fifty moves without a capture or a pawn move."),
        ("7k/8/8/8/8/8/r7/R6K w - - 99 80", ""),
        ("7k/8/8/8/8/8/8/7K w - - 0 1", "Draw: neither side has the material to mate."),
        ("7k/8/8/8/8/8/8/6NK w - - 0 1", "Draw: neither side has the material to mate."),
        ("7k/8/8/8/8/8/8/5NNK w - - 0 1", ""),
        ("6bk/8/8/8/8/8/8/5B1K w - - 0 1", "Draw: neither side has the material to mate."),
        ("6bk/8/8/8/8/8/8/6BK w - - 0 1", ""),
        ("6nk/8/8/8/8/8/8/6BK w - - 0 1", ""),
    ],
)
def test_how_a_game_ends(position, ended):
    s = GAME.parse(position)
    assert GAME.is_terminal(s) == bool(ended)
    if ended:
        assert GAME.ending(s) == ended
        assert GAME.is_over_early(s) == ("fifty" in ended or "neither" in ended)
        assert GAME.utility(s, 0) == (0 if ended.startswith("Draw") else WIN if "White" in ended else -WIN)
    board = chess.Board(position)
    assert bool(ended) == (board.is_game_over() or board.halfmove_clock >= 100)


def test_draws_can_be_left_to_the_players():
    s = Chess(draws=False).parse("7k/8/8/8/8/8/r7/R6K w - - 100 80")
    assert not Chess(draws=False).is_terminal(s) and Chess().is_terminal(s)


# ---------------------------------------------------------------- notation


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected up to 6 fields"),
        (START + " 3", "expected up to 6 fields"),
        ("8/8/8/8/8/8/8 w - - 0 1", "expected 8 ranks separated by '/', got 7"),
        ("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "rank 7, 'ppppppp', has 7 squares, not 8"),
        ("rnbqkbnr/pppppppp1/8/8/8/8/PPPPPPPP/RNBQKBNR w", "rank 7, 'pppppppp1', has 9 squares"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", "'x' in rank 7 is neither a piece"),
        ("7k/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not 1"),
        ("6kk/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings, not 1"),
        ("P6k/8/8/8/8/8/8/K7 w - - 0 1", "a pawn cannot stand on a8"),
        ("7k/8/8/8/8/8/8/K6R w - - 0 1", "Black is in check, but White is to move"),
        ("7k/8/8/8/8/8/8/K7 x - - 0 1", "the side to move must be w or b, got 'x'"),
        ("7k/8/8/8/8/8/8/K7 w KQ - 0 1", "the right to castle 'K' needs White's king on e1"),
        ("4k3/8/8/8/8/8/8/4K3 b q - 0 1", "the right to castle 'q' needs Black's rook on a8"),
        ("7k/8/8/8/8/8/8/K7 w x - 0 1", "must be '-' or some of KQkq, got 'x'"),
        ("7k/8/8/8/8/8/8/K7 w - e3 0 1", "the square to take on in passing must be '-' or on rank 6, got 'e3'"),
        ("7k/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn can just have passed e6"),
        ("7k/8/8/8/8/8/8/K7 w - - x 1", "the clock of the fifty moves must be a whole number from 0 to"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 -1", "the number of the move must be a whole number"),
    ],
)
def test_what_is_not_a_position_is_refused_in_a_sentence(text, said):
    sentence = refusal(GAME.parse, text)
    assert said in sentence and repr(text) in sentence


def test_fields_may_be_left_out_from_the_end():
    whole = "7k/8/8/8/8/8/8/K5Q1 w - - 0 1"
    for fields in range(1, 7):
        s = GAME.parse(" ".join(whole.split()[:fields]))
        assert GAME.text(s) == whole


MIDDLE = "r3k2r/pPp2ppp/8/3pP3/8/2N3N1/P4PPP/R3K2R w KQkq d6 0 20"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        *(("O-O", "e1g1"), ("0-0", "e1g1"), ("o-o-o", "e1c1"), ("0-0-0!", "e1c1"), ("e1g1", "e1g1")),
        *(("exd6", "e5d6"), ("exd6 e.p.", "e5d6"), ("ed6", "e5d6"), ("e6", "e5e6"), ("e5e6", "e5e6")),
        *(("bxa8=Q", "b7a8q"), ("bxa8Q", "b7a8q"), ("b8=N+", "b7b8n"), ("b7a8n", "b7a8n"), ("b8(R)", "b7b8r")),
        *(("Nce4", "c3e4"), ("Nge4?!", "g3e4"), ("N3b5", "c3b5"), ("Nc3-e4", "c3e4"), ("Nxd5", "c3d5")),
        *(("Kd2", "e1d2"), ("a4", "a2a4"), (" a3 ", "a2a3")),
    ],
)
def test_moves_are_read_as_people_write_them(text, move):
    s = GAME.parse(MIDDLE)
    assert uci(GAME.parse_action(s, text)) == move


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ne4", "'Ne4' is ambiguous at"),
        ("b8", "'b8' is not a legal move"),
        ("Qd4", "'Qd4' is not a legal move"),
        ("Kg1", "'Kg1' is not a legal move"),
        ("", "'' is not a legal move"),
        ("e2e4", "expected one of"),
        ("♞e4", "is not a legal move"),
    ],
)
def test_moves_that_are_none_are_refused_in_a_sentence(text, said):
    s = GAME.parse(MIDDLE)
    assert said in refusal(GAME.parse_action, s, text)


def test_a_finished_game_has_no_move():
    s = GAME.parse("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    assert "the game is over" in refusal(GAME.parse_action, s, "Kf8")


# ---------------------------------------------------------------- what helps the search


def brute_exchange(board, square):
    """What the side to move wins by taking on a square as long as it pays, each time with its cheapest piece."""
    takers = [other for other in board.attackers(board.turn, square) if other != square]
    if not takers:
        return 0
    origin = min(takers, key=lambda taker: (board.piece_type_at(taker), taker))
    won = exchanges.WORTH[KIND_OF[board.piece_type_at(square)]]
    after = board.copy(stack=False)
    piece = after.remove_piece_at(origin)
    after.set_piece_at(square, piece)
    after.turn = not board.turn
    if piece.piece_type == chess.KING and after.attackers(after.turn, square):
        return 0
    return max(0, won - brute_exchange(after, square))


KIND_OF = {chess.PAWN: 4, chess.KNIGHT: 5, chess.BISHOP: 2, chess.ROOK: 1, chess.QUEEN: 3, chess.KING: 6}


def test_static_exchange_is_what_a_plain_search_of_the_exchange_finds():
    asked = unequal = 0
    for s, board in walked(500, 3):
        for a in GAME.actions(s):
            move = chess.Move.from_uci(uci(a))
            after = board.copy(stack=False)
            worth = GAME.gain(s, a)
            if board.is_castling(move):
                continue
            if board.is_en_passant(move):
                after.remove_piece_at(move.to_square + (-8 if board.turn else 8))
            piece = after.remove_piece_at(move.from_square)
            after.set_piece_at(move.to_square, chess.Piece(move.promotion or piece.piece_type, board.turn))
            after.turn = not board.turn
            wanted = worth - brute_exchange(after, move.to_square)
            assert GAME.exchange(s, a) == wanted, (board.fen(), move)
            asked += 1
            unequal += wanted not in (0, worth)
    assert asked > 5_000 and unequal > 500


def test_an_exchange_by_hand():
    s = GAME.parse("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")
    assert GAME.exchange(s, GAME.parse_action(s, "Nxe5")) == 100 - 300
    s = GAME.parse("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1")
    assert GAME.exchange(s, GAME.parse_action(s, "Rxe5")) == 100


def test_captures_come_first_and_kinds_tell_pieces_and_squares_apart():
    for s, _ in walked(150, 11):
        kinds = {}
        for a in GAME.actions(s):
            assert (GAME.order(s, a) > 0) == (GAME.gain(s, a) > 0) == bool(GAME.is_noisy(s, a) or promotion_of(a))
            assert GAME.is_reducible(s, a) == (s.checks == 0 and GAME.gain(s, a) == 0)
            kind = GAME.action_kind(s, a)
            assert 0 <= kind < 1024
            assert kinds.setdefault(kind, piece_at(s, origin_of(a))) == piece_at(s, origin_of(a))
        assert GAME.reversible(s) == clock(s)
    s = GAME.parse("4k3/8/8/3q1r2/4P3/8/8/3QK3 w - - 0 1")
    by_order = sorted(GAME.actions(s), key=lambda a: -GAME.order(s, a))
    assert [uci(a) for a in by_order[:3]] == ["e4d5", "d1d5", "e4f5"]


def test_the_picture_has_every_piece_and_every_move():
    s = GAME.parse(MIDDLE)
    picture = GAME.picture(s)
    assert str(picture).splitlines()[0] == "8 r . . . k . . r"
    assert picture.clicks["e1g1"] == ((7, 4), (7, 6)) and picture.caption == "White to move"
    assert len(picture.clicks) == len(list(GAME.actions(s)))
    assert picture.chequered and picture.owners["k"] == 1


def test_chess_is_well_defined():
    assert kz.check(GAME, seconds=2, compiled=False).faults == []


def test_pieces_and_squares_have_the_names_that_moves_are_made_of():
    s = GAME.initial()
    a = GAME.parse_action(s, "Nf3")
    assert (origin_of(a), target_of(a)) == (square_named("g1"), square_named("f3"))
    assert piece_at(s, square_named("e8")) == KING | 8 and piece_at(s, square_named("a2")) == PAWN
    assert square_named("i9") == -1
    with pytest.raises(BadInput):
        GAME.parse("nonsense")
