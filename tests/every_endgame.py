"""Every position of some chess endgames, compared with a solver of another kind: `python tests/every_endgame.py`.

Builds the table (a few minutes) unless a file of it is given, and solves KQK, KRK, KPK, KBNK and KNPK a second time as
arrays of NumPy; of KPKP, where pawns are taken in passing, thousands of positions are derived from the moves of
python-chess. `--only KNPK` checks one of them. `--play 1000` plays so many random positions of KRK out instead, both
sides by `kibitz best`, and compares every ply with that solver.
"""

import argparse
import json
import sys
import tempfile
import time
from itertools import count, islice
from pathlib import Path

import numpy as np

import kibitz as kz
from endgame_oracle import ILLEGAL, promoted, solved
from kibitz.games.chess.magics import PAIRED, PAIRED_WITH_PAWNS
from kibitz.lookup.endgame_file import look_up, open_table
from kibitz.search.retrograde.by_section import build_sections
from kibitz.search.retrograde.job import Job

NAMES = ("KQK", "KRK", "KPK", "KBNK", "KNPK")
SAMPLED = "KPKP"
EVERY = (*NAMES, SAMPLED)
KINDS = "PNBRQ"  # in the order of a place's digits


def codes_of(game, table, name):
    """What a table holds of a section, place by place: 1+n where player 0 wins in n plies, -1-n where it loses."""
    section = game.section_named(name)
    begin = table.section_place(section, 0)
    size = game.section_size(section)
    codes = (table.bytes if table.told[2] == 1 else table.pairs)[begin : begin + size]
    return (np.sign(table.values[codes]) * (1 + table.plies[codes])).astype(int), codes == 0


def compared(game, table, name):
    """How many positions of an ending against a bare king agree, of how many; do all places; the longest win."""
    found, is_empty = codes_of(game, table, name)
    men = sorted(name[1:-1], key=KINDS.index)
    left = np.arange(len(found))
    mover, left = left % 2, left // 2
    squares = []
    for man in reversed(men):
        number = 48 if man == "P" else 64
        squares.insert(0, left % number + (8 if man == "P" else 0))
        left //= number
    pairs = game._tables[PAIRED_WITH_PAWNS if "P" in men else PAIRED :][left]
    first, second = pairs & 63, pairs >> 6
    ending = solved("K" + "".join(men) + "k")
    codes = [ending.codes[side][(first, *squares, second)].astype(int) for side in (0, 1)]
    is_legal = np.where(mover == 0, *(ending.legal[side][(first, *squares, second)] for side in (0, 1)))
    white, black = (code + (code > 0) for code in codes)
    wanted = np.where(is_legal, np.where(mover == 0, white, -black), 0)
    if "P" not in men:  # with both kings on the diagonal, of two mirror images the one with the lower place is told
        on_diagonal = (first // 8 == first % 8) & (second // 8 == second % 8)
        own, other = (
            sum(64**at * each for at, each in enumerate(reversed(row))) for row in (squares, map_across(squares))
        )
        is_legal &= ~(on_diagonal & (other < own))
    agree = (is_empty == ~is_legal) & (is_empty | (found == wanted))
    return int(agree[is_legal].sum()), int(is_legal.sum()), bool(agree.all()), int(found.max()) - 1


def map_across(squares):
    return [square // 8 + square % 8 * 8 for square in squares]


def solved_aloud(name):
    """Solve an ending the second way, those first that its pawns lead to; one line for each."""
    men = "K" + "".join(sorted(name[1:-1], key=KINDS.index)) + "k"
    for each in (*promoted(men), men):
        began = time.process_time()
        longest = max(int(codes[codes != ILLEGAL].max()) for codes in solved(each).codes)
        spent = time.process_time() - began
        print(f"  {each}: solved as arrays, longest win {longest} plies ({spent:.0f} s)", flush=True)


def checked(game, table, name):
    """Compare an ending with what a file holds of it, and say what was found; whether all is right."""
    began = time.process_time()
    if table.section_place(game.section_named(name), 0) < 0:
        print(f"{name}: not in the table", flush=True)
        return True
    if name == SAMPLED:
        wrong, number = sampled(game, table)
        print(f"{name}: {number - wrong:,} of {number:,} positions follow from the moves of python-chess", flush=True)
        return wrong == 0
    solved_aloud(name)
    agree, legal, is_all, longest = compared(game, table, name)
    spent = time.process_time() - began
    print(f"{name}: {agree:,} of {legal:,} positions agree, longest win {longest} plies ({spent:.0f} s)", flush=True)
    return is_all


def sampled(game, table, number=20_000):
    """How many positions of KPKP do not follow from those after them, of how many."""
    import chess

    from test_endgames import derived, placed_at_random, said

    wrong = 0
    for s in placed_at_random(game, SAMPLED, number, 4):
        board = chess.Board(game.text(s))
        wrong += said(look_up(game, s, table)) * (1 if board.turn else -1) != derived(board, table)
    return wrong, number


def played(path, number):
    """Play random positions of KRK out, both sides by `kibitz best`; how many games went wrong, and all plies.

    Right is a game in which every answer comes from the table and tells the plies that are left, every move, the
    loser's too, leads one ply nearer to the end by what the other solver says, and the last one mates.
    """
    import chess

    from command import kibitz
    from test_endgame_answers import code_of, drawn_at_random

    drawn = islice(((s, code) for s, code in drawn_at_random(2 * number) if code != 0), number)
    games = [(chess.Board(kz.game("chess").text(s)), code if code > 0 else -1 - code) for s, code in drawn]
    wrong, plies = set(), 0
    for ply in count():
        waiting = [at for at, (_, due) in enumerate(games) if ply < due and at not in wrong]
        if not waiting:
            return len(wrong) + number - len(games), plies
        asked = "".join(f"{games[at][0].fen()}\n" for at in waiting)
        said = kibitz("best", "chess", "-", "--json", "--table", path, stdin=asked).out.splitlines()
        for at, answer in zip(waiting, map(json.loads, said), strict=True):
            board, due = games[at]
            left = due - ply
            is_looked_up = answer["search"]["stopped_by"] == "table" and answer["distance"] == left
            board.push_uci(answer["best"])
            plies += 1
            code = code_of(board)
            is_nearer = board.is_checkmate() if left == 1 else (code if code > 0 else -1 - code) == left - 1
            if not (is_looked_up and is_nearer):
                wrong.add(at)
        print(f"  ply {ply + 1}: {len(waiting):,} games, {len(wrong)} wrong", flush=True)


def all_played(path, number):
    """Play positions of KRK out and say how it went; whether all went right."""
    from kibitz.answer.questions import by_endgames

    by_endgames.FOR_LINES = 0  # the lines that are shown beside a move take most of the time, and choose nothing
    wrong, plies = played(path, number)
    print(f"KRK: {number - wrong:,} of {number:,} games end in mate in the right number of plies ({plies:,} in all)")
    return wrong == 0


def main():
    """Check the endings that were asked for, one after the other."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path, help="a table of chess; without one it is built")
    parser.add_argument("--only", nargs="+", metavar="ENDING", choices=EVERY, default=EVERY, help="not all of them")
    parser.add_argument("--play", type=int, metavar="N", help="play N positions of KRK out")
    options = parser.parse_args()
    names = ["KRK"] if options.play else options.only
    game = kz.game("chess")
    with tempfile.TemporaryDirectory() as folder:
        out = options.file or Path(folder) / "chess.table"
        if not out.exists():
            sections = [game.section_named(name) for name in names]
            build_sections(game, sections, Job(out, Path(folder) / "build", memory=4096.0, progress=print))
        if options.play:
            return 0 if all_played(out, options.play) else 1
        table = open_table(game, out)
        is_right = [checked(game, table, name) for name in names]
    return 0 if all(is_right) else 1


if __name__ == "__main__":
    sys.exit(main())
