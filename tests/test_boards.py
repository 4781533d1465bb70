"""Pieces of wood: how they are drawn, written in a terminal, and clicked; on chess, checkers and Othello boards."""

import io
import re
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import kibitz as kz
from kibitz.cli.boards import board_lines
from kibitz.draw import board_svg, film_svg, symbol_svg
from kibitz.draw.men import GLYPHS, OUTLINES
from kibitz.draw.picture import Picture, cells_of
from kibitz.errors import BadInput

SVG = "{http://www.w3.org/2000/svg}"
CHECK = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"  # mate, in fact
PROMOTION = "2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1"
SGR = re.compile(r"\x1b\[[\d;]*m")


def picture(name, position, **parameters):
    game = kz.game(name, **parameters)
    return game.picture(game.parse(position))


def cells(svg):
    """The cells of a drawing, by row and column."""
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    return {g.get("data-cell"): g for g in groups if "kz-cell" in g.get("class", "").split()}


def classes(group):
    return [each.get("class") for each in group.iter() if each.get("class")]


# ------------------------------------------------------------ drawings


def test_every_piece_has_a_drawing_of_its_own_and_a_name():
    drawings = set()
    for shape in GLYPHS:
        for is_white in (True, False):
            piece = kz.Piece(shape, is_white)
            svg = symbol_svg(Picture(cells=(("x",),), pieces={"x": piece}), "x", size=24)
            drawings.add(re.sub('<title>.*?</title>| aria-label="[^"]*"', "", svg))
            assert ElementTree.fromstring(svg).get("aria-label") == piece.said
    assert len(drawings) == 2 * len(GLYPHS)
    glyphs = {kz.Piece(shape, white).glyph for shape in GLYPHS for white in (True, False)}
    assert len(glyphs) == 2 * len(GLYPHS) - 2  # in text a disc and a stone look alike: no game has both
    with pytest.raises(BadInput, match="there is no piece 'duke'; expected one of king, queen"):
        kz.Piece("duke")


@pytest.mark.parametrize("shape", OUTLINES)
def test_a_turned_piece_is_the_same_on_both_sides_and_stays_on_its_square(shape):
    points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", OUTLINES[shape])]
    assert {(-x + 0.0, y) for x, y in points} == set(points)
    assert all(abs(x) <= 45 and -50 <= y <= 45 for x, y in points)


def test_a_chess_board_shows_pieces_check_and_the_last_move():
    shown = picture("chess", CHECK)
    found = cells(board_svg(shown, trail=[(0, 3), (4, 7)]))
    assert len(found) == 64
    assert (found["4,7"].get("data-name"), found["4,7"].get("data-said")) == ("h4", "black queen")
    assert found["7,6"].get("data-said") == "white knight" and found["4,4"].get("data-said") is None
    assert {cell for cell, g in found.items() if "kz-trail" in classes(g)} == {"0,3", "4,7"}
    assert {cell for cell, g in found.items() if "kz-threat" in classes(g)} == {"7,4"}
    floors = [g[0].get("class") for g in found.values()]
    assert floors.count("kz-wood kz-dark") == floors.count("kz-wood") == 32
    assert found["7,0"][0].get("class") == "kz-wood kz-dark"  # a1
    assert "kz-piece" in shown._repr_svg_()


def test_othello_lies_on_felt_and_checkers_has_kings():
    felt = picture("othello", kz.game("othello").text(kz.game("othello").initial()))
    svg = board_svg(felt)
    assert svg.count('class="kz-star"') == 4 and svg.count('kz-black-piece"') == svg.count('kz-white"') == 2
    wood = picture("checkers", "B:W18,24,K27:B12,K16")
    said = sorted(g.get("data-said") for g in cells(board_svg(wood)).values() if g.get("data-said"))
    assert said == ["black king", "black man", "white king", "white man", "white man"]
    assert not any("kz-loose" in classes(g) for g in cells(board_svg(wood)).values())  # no letter on a white square


def test_a_film_shows_pieces_too():
    chess = kz.game("chess")
    start = chess.initial()
    frames = [chess.picture(start), chess.picture(chess.result(start, chess.parse_action(start, "e4")))]
    assert film_svg(frames).count("kz-piece") == 33


# ------------------------------------------------------------ clicks


def test_moves_that_share_their_squares_say_what_the_pawn_becomes():
    shown = picture("chess", PROMOTION)
    here = {move for move, click in shown.clicks.items() if click == ((1, 1), (0, 2))}
    assert {move: shown.becomes[move] for move in here} == {"b7c8q": "Q", "b7c8r": "R", "b7c8b": "B", "b7c8n": "N"}
    assert all(len(move) == 5 for move in shown.becomes)


def test_a_jump_stops_on_its_way():
    shown = picture("checkers", "W:WK18:B6,7,8,14,15,22,23")
    assert cells_of(shown.clicks["18x11x4"]) == ((4, 3), (2, 5), (0, 7))
    assert cells_of(shown.clicks["18x9x2x11x4"])[-1] == (0, 7)
    assert cells_of((2, 1)) == ((2, 1),) and cells_of(None) == ()


# ------------------------------------------------------------ a terminal


class Terminal(io.StringIO):
    def __init__(self, encoding, is_live):
        super().__init__()
        self._encoding, self.is_live = encoding, is_live

    @property
    def encoding(self):
        return self._encoding

    def isatty(self):
        return self.is_live


def lines_on(monkeypatch, shown, *, encoding="utf-8", is_live=True, colour=True, trail=()):
    monkeypatch.setattr(sys, "stdout", Terminal(encoding, is_live))
    monkeypatch.setenv("NO_COLOR", "" if colour else "1")
    found = board_lines(shown, trail)
    monkeypatch.undo()
    return found


def test_a_terminal_shows_pieces_and_a_file_letters(monkeypatch):
    shown = picture("chess", CHECK)
    plain = str(shown).split("\n")
    assert plain[0] == "8 r n b . k b n r"
    assert lines_on(monkeypatch, shown, is_live=False) == plain
    assert lines_on(monkeypatch, shown, encoding="ascii", colour=False) == plain
    assert lines_on(monkeypatch, shown, colour=False)[0] == "8 ♜ ♞ ♝ . ♚ ♝ ♞ ♜"
    assert lines_on(monkeypatch, shown, colour=False)[7] == "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"


def test_with_colours_squares_tell_the_last_move_and_check(monkeypatch):
    shown = picture("chess", CHECK)
    lines = lines_on(monkeypatch, shown, trail=[(0, 3), (4, 7)])
    assert [SGR.sub("", line).rstrip() for line in lines[7:9]] == [
        "1  ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜",
        "   a  b  c  d  e  f  g  h",
    ]
    grounds = [re.findall(r"48;5;(\d+)", line) for line in lines[:8]]
    assert len({len(row) for row in grounds}) == 1
    assert grounds[0][3] == grounds[4][7] != grounds[0][2] and grounds[7][4] not in {*grounds[7][:4], *grounds[1]}
    assert "1;38;5;231m ♟" in lines[6] and ";38;5;16m ♟" in lines[1]
    felt = picture("othello", kz.game("othello").text(kz.game("othello").initial()))
    assert {ground for line in lines_on(monkeypatch, felt) for ground in re.findall(r"48;5;(\d+)", line)} == {"29"}


def test_a_board_without_pieces_is_as_before(monkeypatch):
    shown = replace(picture("tic-tac-toe", "X...O...."), caption="x")
    assert lines_on(monkeypatch, shown) == str(shown).split("\n")
