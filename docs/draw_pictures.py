"""Draw the pictures of these pages with Kibitz's own draw room.

Try `python docs/draw_pictures.py`, or `python docs/draw_pictures.py some/other/folder`. With `--page folder` it
photographs the page instead: see `contact_sheet.py`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import kibitz as kz
from kibitz.arena.beliefs import seed_of
from kibitz.arena.film import drawn_film, rounds_of, states_of
from kibitz.arena.playing import Players
from kibitz.draw import board_svg
from kibitz.draw.rating_chart import rating_chart
from kibitz.lab.drawing import tree_svg
from kibitz.lab.gallery.stopping_early import DEEPENING_LEARNS
from kibitz.lab.modelled_tree import tree_against
from kibitz.lab.quiz import QUIZ_KINDS, question

TEXTBOOK = "((3 12 8) (2 4 6) (14 5 2))"
DICE = "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)"
DICE_AND_OPPONENT = "(chance(0.9: (2 3) 0.1: (1 4)) chance(0.9: (1 3) 0.1: (9 8)))"
AGAINST_THREE = "(3 chance(1/2: 2 1/4: 4 1/4: 0))"
PROBED = "(chance(1/2: (6 7) 1/2: (5 8)) chance(1/2: (4 9) 1/2: (3 9)))"
THREE_PLAYERS = "(((<3,1,2> <1,2,4>) (<2,5,1> <4,3,2>)) ((<5,2,0> <2,3,3>) (<1,1,6> <6,0,1>)))"
RISK = "((4 5 4) (3 99 98) (2 3 2))"
ONE_REBEL = "(p2(p3(<9,0,0> <1,0,0>) p3(<5,0,0> <0,0,0>)) <0,0,0>)"
WORST_FIRST = "((8 12 3) (6 4 2) (14 5 2))"
BEST_FIRST = "((3 8 12) (2 4 6) (2 5 14))"
EVALUATED = "(~4(3 12 8) ~7(2 4 6) ~5(14 5 2))"
HORIZON_TREE = '("Qxp": ~9?("pxQ": -8 "Kg8": 9) "Nf3": ~1(0 2))'
MISJUDGED = "(~5(4 6) ~3(2 8) ~1(9 9))"
COVERED_COIN = 'max("take": 1 "guess": chance(1/2: max("heads": 3 "tails": -3) 1/2: max("heads": -3 "tails": 3)))'
FORK = "XO..X...O"
FOLLOW_UP = "2263252563"
FOUR_HANDS = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3 S W"
HEARTS = "N:AT..K.A QJ..A.K K.AK.J.Q .QJT.QT. N CT CJ"
PACMAN = (
    "%%%%%%%%%%%%%%%/%    ........o%/% %%P%% %%.%%.%/% %..%   %..%.%/% %.%%%%%%%.%.%/% G     ......%/%%%%%%%%%%%%%%% "
    "0 116 3,6w 12.5,2e*35"
)
FOUR_PLAYS = "22YjBgDc3QMAAw:65"
HANGING = "6k1/8/3p4/4p3/8/8/4Q3/6K1 w - - 0 1"
HORIZON = "8/1p6/7p/1p1k1p2/8/1Pp3K1/b1P5/R7 b - - 0 1"
ZUGZWANG = "7K/4n2P/7k/5B2/8/8/8/8 w - - 0 1"
QUEEN_SAFE = "5rk1/pbpn1ppp/1p2p3/8/3q4/8/PPB1QPPP/2R3K1 w - - 0 1"
QUEEN_LOST = "5rk1/pbpn1ppp/1p2p3/8/3q4/8/PPB1QPPP/3R2K1 w - - 0 1"
SPANISH = "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
TWO_KINGS = "B:W18,24,27,K10:B12,16,20,K28"
GO = "e5 c3 g3 c6 f7 g6 f6 g5 d3 d4 e4 c4 f4 h7 g7 h3 h2 h4 g2 d7"
OTHELLO = "------------------X--------XX------OXX-----O-------------------- O"


def against_anyone(tree: str) -> kz.Tree:
    """A tree whose MIN moves at random."""
    game = kz.Tree(tree)
    return tree_against(game, kz.against(game, "uniform"))


def searched(tree: str | kz.Tree, search: Callable[..., Any], step: int | None = None) -> str:
    """A tree with what a search has done in it, at its end or after a step."""
    game, recorder = kz.Tree(tree) if isinstance(tree, str) else tree, kz.Recorder()
    search(game, watch=recorder)
    return tree_svg(game, recorder, step)


def proven(name: str, position: str) -> str:
    """The proof that a position is won."""
    game = kz.game(name)
    proof = kz.analyse(game, game.parse(position), algorithm="proof", interpreted=True).proof
    assert proof is not None, position
    return str(proof.draw())


def board(name: str, position: str, *marked: tuple[int, int], **parameters: Any) -> str:
    """A position of a game, cells (row and column from 0) pointed out."""
    game = kz.game(name, **parameters)
    picture = game.picture(game.parse(position))
    return board_svg(replace(picture, marked=picture.marked | set(marked)), title=f"{name}: {position}")


def film(name: str, rounds: int, **parameters: Any) -> str:
    """A game that plays itself, looking two rounds ahead."""
    game = kz.game(name, **parameters)
    players = Players(game, game, depth=2, reply=2, interpreted=True)
    states = rounds_of(game, states_of(game, game.initial(), players, rounds, seed_of(0, 0)))
    return drawn_film(game, list(states), 0.2, size=28, title=f"a game of {game.facts.title}")


def ratings(game: str) -> str:
    """The chart of a tournament whose table is on the page about matches."""
    page = (Path(__file__).parent / "matches.md").read_text(encoding="utf-8")
    table = page.partition(f"$ kibitz tournament {game} ")[2].partition("```")[0]
    rows = sorted(re.findall(r"^ *\d+  (.+?)  +([+-]\d+) +(\d+) ", table, re.MULTILINE))
    names, elo, errors = zip(*rows, strict=True)
    return rating_chart(names, [*map(float, elo)], [*map(float, errors)], title=f"Elo of {game} players by their depth")


def asked(kind: str) -> str:
    """What a question of that kind is about: of seed 7, as on the page about the quiz."""
    trees = {"value": "chance", "move": "players", "transformation": "chance"}
    return question(kind, 7, depth=2, trees=trees.get(kind, "opponents")).drawing


def pictures() -> dict[str, str]:
    """Every picture, by the name of its file."""
    return {
        "minimax.svg": searched(TEXTBOOK, kz.minimax),
        "alphabeta.svg": searched(TEXTBOOK, kz.alphabeta),
        "alphabeta-step.svg": searched(TEXTBOOK, kz.alphabeta, 21),
        "expectimax.svg": searched(DICE, kz.expectimax),
        "expectiminimax.svg": searched(DICE_AND_OPPONENT, kz.expectiminimax),
        "star1.svg": searched(AGAINST_THREE, kz.star1),
        "star1-windows.svg": searched(DICE_AND_OPPONENT, kz.star1),
        "star2.svg": searched(PROBED, kz.star2),
        "likely.svg": searched(DICE, partial(kz.likely, share=0.8)),
        "opponent.svg": searched(against_anyone(RISK), kz.expectimax),
        "deals.svg": searched(COVERED_COIN, kz.expectimax),
        "proof.svg": proven("tic-tac-toe", FORK),
        "maxn.svg": searched(THREE_PLAYERS, kz.maxn),
        "shallow.svg": searched(THREE_PLAYERS, kz.shallow),
        "paranoid.svg": searched(THREE_PLAYERS, kz.paranoid),
        "best-reply.svg": searched(ONE_REBEL, kz.best_reply),
        "montecarlo.svg": searched(TEXTBOOK, partial(kz.montecarlo, simulations=30)),
        "montecarlo-playout.svg": searched(TEXTBOOK, partial(kz.montecarlo, simulations=30), 2),
        "montecarlo-select.svg": searched(TEXTBOOK, partial(kz.montecarlo, simulations=30), 67),
        "depth-limit.svg": searched(EVALUATED, partial(kz.minimax, depth=1)),
        "quiescence.svg": searched(HORIZON_TREE, partial(kz.alphabeta, depth=1, quiescence=True)),
        "beam.svg": searched(MISJUDGED, partial(kz.minimax, beam=2)),
        "deepening-rounds.svg": searched(DEEPENING_LEARNS, kz.deepening),
        "worst-first.svg": searched(WORST_FIRST, kz.alphabeta),
        "best-first.svg": searched(BEST_FIRST, kz.alphabeta),
        "tree.svg": tree_svg(kz.Tree("root: max(left: min(3 5) right: chance(1/4: 8 3/4: min(0 2)))")),
        "pacman.svg": board("pacman", PACMAN),
        "pacman-film.svg": film("pacman", rounds=60, layout="small", ghosts="random", evaluation="better"),
        "chess.svg": board("chess", SPANISH),
        "chess-hanging.svg": board("chess", HANGING),
        "chess-horizon.svg": board("chess", HORIZON),
        "chess-zugzwang.svg": board("chess", ZUGZWANG),
        "chess-queen-safe.svg": board("chess", QUEEN_SAFE),
        "chess-queen-lost.svg": board("chess", QUEEN_LOST),
        "checkers.svg": board("checkers", TWO_KINGS),
        "othello.svg": board("othello", OTHELLO),
        "go.svg": board("go", GO),
        "matches.svg": ratings("othello"),
        "tic-tac-toe.svg": board("tic-tac-toe", "X...O...X"),
        "connect-four.svg": board("connect-four", "4453"),
        "connect-four-follow-up.svg": board("connect-four", FOLLOW_UP, (4, 3)),
        "connect-four-many.svg": board("connect-four-many", "4453325"),
        "maze.svg": board("maze", "1,3 3,1 /0"),
        "nim.svg": board("nim", "3,4,5"),
        "pig.svg": board("pig", "12,30,7"),
        "backgammon.svg": board("backgammon", "4HPwATDgc/ABMA:31"),
        "backgammon-figure.svg": board("backgammon", FOUR_PLAYS),
        "2048.svg": board("2048", "2,4,8,16/.,.,4,2/.,.,.,2/.,.,.,."),
        "einstein.svg": board("einstein", "12.../4..../65..f/..3ed/..cba:3 p2"),
        "bridge.svg": board("bridge", FOUR_HANDS),
        "well.svg": board("well", "..../..../...#/...#/##.#/##.# T 4 0"),
        "hearts.svg": board("hearts", HEARTS, cards=5),
        "kuhn-poker.svg": board("kuhn-poker", "KQ:check"),
        "leduc-poker.svg": board("leduc-poker", "JsQh:check,bet,call/Ks:check"),
        "holdem.svg": board("holdem", "KsKhQsQd:check"),
        "rock-paper-scissors.svg": board("rock-paper-scissors", "_"),
        "goofspiel.svg": board("goofspiel", "1234/1234/124:3,_ 0-0"),
        "liars-dice.svg": board("liars-dice", "_3:1x2"),
        "yacht.svg": board("yacht", "0 6csy 22456 2"),
    } | {f"quiz-{kind}.svg": asked(kind) for kind in QUIZ_KINDS}


def main() -> None:
    """Write them all, or photograph the page."""
    if sys.argv[1:2] == ["--page"]:
        from contact_sheet import photograph

        photograph(Path(sys.argv[2] if len(sys.argv) > 2 else "page-pictures"))
        return
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawing in pictures().items():
        (folder / name).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
