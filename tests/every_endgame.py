"""Every position of some chess endgames, compared with a solver of another kind: `python tests/every_endgame.py`.

Builds the table (a few minutes) unless a file of it is given, and solves KQK, KRK, KPK, KBNK and KNPK a second time as
arrays of NumPy, which takes some minutes each; of KPKP, where pawns are taken in passing, thousands of positions are
derived from the moves of python-chess.
"""

import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np

import kibitz as kz
from endgame_oracle import solved
from kibitz.games.chess.magics import PAIRED, PAIRED_WITH_PAWNS
from kibitz.lookup.endgame_file import look_up, open_table
from kibitz.search.retrograde.by_section import build_sections
from kibitz.search.retrograde.job import Job

NAMES = ("KQK", "KRK", "KPK", "KBNK", "KNPK")
SAMPLED = "KPKP"
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


def checked(path, name):
    """Compare an ending with what a file holds of it; what there is to say, and whether all is right."""
    game = kz.game("chess")
    table = open_table(game, path)
    began = time.process_time()
    if table.section_place(game.section_named(name), 0) < 0:
        return f"{name}: not in the table", True
    if name == SAMPLED:
        wrong, number = sampled(game, table)
        return f"{name}: {number - wrong:,} of {number:,} positions follow from the moves of python-chess", wrong == 0
    agree, legal, is_all, longest = compared(game, table, name)
    spent = time.process_time() - began
    return f"{name}: {agree:,} of {legal:,} positions agree, longest win {longest} plies ({spent:.0f} s)", is_all


def sampled(game, table, number=20_000):
    """How many positions of KPKP do not follow from those after them, of how many."""
    import chess

    from test_endgames import derived, placed_at_random, said

    wrong = 0
    for s in placed_at_random(game, SAMPLED, number, 4):
        board = chess.Board(game.text(s))
        wrong += said(look_up(game, s, table)) * (1 if board.turn else -1) != derived(board, table)
    return wrong, number


def main():
    """Check all endings, each in a process of its own."""
    game = kz.game("chess")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder) / "chess.table"
        if not out.exists():
            sections = [game.section_named(name) for name in (*NAMES, SAMPLED)]
            build_sections(game, sections, Job(out, Path(folder) / "build", memory=4096.0, progress=print))
        with ProcessPoolExecutor(len(NAMES) + 1) as pool:
            is_right = True
            for waiting in as_completed(pool.submit(checked, out, name) for name in (*NAMES, SAMPLED)):
                sentence, is_all = waiting.result()
                print(sentence, flush=True)
                is_right &= is_all
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
