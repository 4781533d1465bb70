"""The trees of the lectures, each with what to look for in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.lab.cutoff import Cutoff


@dataclass(frozen=True)
class Exhibit:
    """A tree worth looking at, the search to run on it, and what to look for."""

    name: str
    title: str
    tree: str
    algorithm: str
    variant: str
    note: str
    depth: int | None = None
    quiescence: bool = False
    beam: int = 0

    @property
    def cutoff(self) -> Cutoff:
        """Where the search stops early."""
        return Cutoff.of(self.depth, self.quiescence, self.beam)


def _exhibit(
    name: str, title: str, tree: str, algorithm: str, note: str, variant: str = "fail-soft", **cutoff: Any
) -> Exhibit:
    return Exhibit(name, title, tree, algorithm, variant, note, **cutoff)


THREE_PLIES_BEST = "(((17 15 1) (23 21 12) (24 20 9)) ((11 5 3) (14 13 10) (27 25 19)) ((8 6 2) (22 18 16) (26 7 4)))"
THREE_PLIES_WORST = "(((4 7 26) (16 18 22) (2 6 8)) ((19 25 27) (10 13 14) (3 5 11)) ((9 20 24) (12 21 23) (1 15 17)))"

DEEPENING_LEARNS = (
    "(~8(~18(15 9 16) ~12(10 7 12) ~7(8 6 2)) ~13(~16(15 0 16) ~18(15 1 19) ~10(3 12 6)) "
    "~8(~14(16 14 6) ~16(8 3 14) ~8(3 6 7)))"
)

GALLERY: tuple[Exhibit, ...] = (
    _exhibit(
        "two-ply",
        "Two plies",
        "((3 12 8) (2 4 6) (14 5 2))",
        "alphabeta",
        "MAX moves, MIN answers. After B, MAX is sure of 3; the first leaf of C is 2, so MIN can hold MAX to 2 there, "
        "and the other two leaves of C are never looked at. At D the leaf that cuts comes last: nothing is saved.",
    ),
    _exhibit(
        "walk-through",
        "The walk-through, A to G",
        "(((3 5) (6 9)) ((1 2) (0 -1)))",
        "alphabeta",
        "Two kinds of cut in one tree. At E, a MAX node, the leaf 6 is more than the 5 that MIN has already at B: the "
        "leaf 9 is cut. At C, a MIN node, F is worth 2, less than the 5 that MAX has already: all of G is cut. "
        "5 of 8 leaves are visited.",
    ),
    _exhibit(
        "best-order",
        "The best order",
        THREE_PLIES_BEST,
        "alphabeta",
        "At every node the best child comes first. Three plies of three children have 27 leaves; alpha-beta visits "
        "3² + 3¹ − 1 = 11 of them, and no order needs fewer.",
    ),
    _exhibit(
        "worst-order",
        "The worst order",
        THREE_PLIES_WORST,
        "alphabeta",
        "The same tree with the best child last at every node: nothing is cut, and alpha-beta visits all 27 leaves, as "
        "minimax would. The value is the same.",
    ),
    _exhibit(
        "deep-cut",
        "A deep cut-off",
        "(5 (((4 7) (3 6)) 9))",
        "alphabeta",
        "F is entered with α = 5, the root's, from three plies above; D, its parent, has no value of its own yet. "
        "The leaf 4 is enough to cut at F, and so the 5 of the leaf B prunes deep in the tree.",
    ),
    _exhibit(
        "ties",
        "Ties: to cut or not",
        "((3 5) (3 1))",
        "alphabeta",
        "The first leaf of C equals α. The strict form cuts only below α and visits all 4 leaves; with fail-soft the "
        "tie is cut and 3 are visited. Both find 3. Strict tells C's true value, 1; fail-soft only that it is at most "
        "3.",
        "strict",
    ),
    _exhibit(
        "fail-hard",
        "Fail-hard and fail-soft",
        "((5 8) (1 9) (7 6))",
        "alphabeta",
        "C fails: its leaf 1 is below α = 5. Fail-hard answers 5, the edge of the window; fail-soft answers 1, the "
        "better bound. The root is worth 6 in both, and the same leaf is cut.",
        "fail-hard",
    ),
    _exhibit(
        "expectimax",
        "Expectimax: one player and dice",
        "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)",
        "expectimax",
        "A gamble or a safe 9? The average of the gamble is 4 + 8 − 2 = 10, so MAX takes it, though one time in six it "
        "costs 12 and half of the time it brings less than 9.",
    ),
    _exhibit(
        "expectiminimax",
        "Expectiminimax: two opponents and dice",
        "(chance(1/2: (2 4) 1/2: (7 9)) chance(1/2: (6 8) 1/2: (0 5)))",
        "expectiminimax",
        "The dice fall between MAX's move and MIN's answer. B averages 2 and 7 to 4.5, C averages 6 and 0 to 3: MAX "
        "moves to B. A chance node is worth its average, which may be no leaf's value.",
    ),
    _exhibit(
        "scale-before",
        "The scale matters: before",
        "(chance(9/10: (2 5) 1/10: (3 6)) chance(9/10: (1 7) 1/10: (4 8)))",
        "expectiminimax",
        "B is worth 2.1 and C 1.3: MAX moves to B. Now look at the next tree, in which the leaves are in the same "
        "order of size.",
    ),
    _exhibit(
        "scale-after",
        "The scale matters: after",
        "(chance(9/10: (20 500) 1/10: (30 600)) chance(9/10: (1 700) 1/10: (400 800)))",
        "expectiminimax",
        "The leaves of the tree before, made larger without changing which is more than which. Now C is worth 40.9 and "
        "B 21: MAX moves to C. Make the chance nodes MIN nodes, and both trees give B: minimax looks at the order of "
        "values alone, averages at the values themselves.",
    ),
    _exhibit(
        "star1",
        "Star1 cuts at a chance node",
        "(7 chance(1/2: 1 1/4: 10 1/4: 0))",
        "star1",
        "All leaves lie between 0 and 10. Once C's first leaf, 1, is known, C can be worth at most ½ · 1 + ½ · 10 = "
        "5.5, and MAX has 7 already: the other two leaves are cut.",
    ),
    _exhibit(
        "star2",
        "Star2 probes first",
        "(chance(1/2: (6 7) 1/2: (5 8)) chance(1/2: (4 9) 1/2: (3 9)))",
        "star2",
        "MAX has 5.5 from B. Before anything behind C is looked at in full, one leaf of F and one of G are: MIN can "
        "have 4 and 3 there, so C is worth 3.5 at most, and neither 9 is looked at. Star1 looks at all of F first.",
    ),
    _exhibit(
        "three-players",
        "Three players",
        "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))",
        "maxn",
        "Each player looks at its own number in the vector: player 3 above the leaves, then player 2, then player 1. "
        "At the root both children bring player 1 the same, 1, and it takes the first: <1,2,6>.",
    ),
    _exhibit(
        "together",
        "Two players who want the same",
        "((<3,3> <9,9>) (<7,7> <5,5>))",
        "maxn",
        "Both players get the same at every leaf, so each helps the other: the value is the best leaf of all, <9,9>. "
        "With the second player against the first, as in minimax on the first numbers, the root would be worth 5.",
    ),
    _exhibit(
        "montecarlo",
        "Monte Carlo: visits and means",
        "((3 12 8) (2 4 6) (14 5 2))",
        "montecarlo",
        "The first tree again, by random games. Each simulation goes down by UCB1, adds a node, plays on at random and "
        "counts what it brought on its way back. After 50 of them B has 21 visits, D 17 and C 12. B's mean, 5.9, is "
        "still well above its value, 3: MIN has found its best reply, but the games from before are in the mean too.",
    ),
    _exhibit(
        "montecarlo-trap",
        "Monte Carlo falls into a trap, and climbs out",
        "((9 9 9 9 1) (6 5 6 5 6))",
        "montecarlo",
        "At random B looks better: four of MIN's five replies bring 9. After 10 simulations it has 6 visits, and a "
        "mean of 7.67. But MIN's selection goes where MIN does well, to the 1, and after 50 simulations C has 30 "
        "visits and B only 20. The fewer replies refute a move, the longer it looks good.",
    ),
    _exhibit(
        "depth-limit",
        "A depth limit: H-minimax",
        "(~4(3 12 8) ~7(2 4 6) ~5(14 5 2))",
        "minimax",
        "The search stops after one ply and believes the evaluations, ~4, ~7 and ~5: C looks best, with 7. Move the "
        "depth slider to the end: C is worth 2, and B is the move. Open the table below the slider to see both.",
        depth=1,
    ),
    _exhibit(
        "horizon",
        "The horizon, and quiescence",
        '("Qxp": ~9?("pxQ": -8 "Kg8": 9) "Nf3": ~1(0 2))',
        "alphabeta",
        "To depth 1 the queen has just won a pawn, and the evaluation says 9; that the queen is taken next lies beyond "
        "the horizon. B is marked as noisy (?), so quiescence looks through it: MIN may stand pat on 9, but takes the "
        "queen, and B is worth -8. MAX plays C. Switch quiescence off, and MAX plays B.",
        depth=1,
        quiescence=True,
    ),
    _exhibit(
        "deepening",
        "Deepening learns the order",
        DEEPENING_LEARNS,
        "deepening",
        "Round 1 and round 2 each find C to be best, and so round 3 begins with C: its value cuts early everywhere "
        "else. All three rounds together look at 21 leaves and evaluations; alpha-beta to depth 3 alone, with the "
        "children as they are written, looks at 27. Switch off Best first, Table or Killers to see what each saves.",
    ),
    _exhibit(
        "table",
        "Deepening remembers what is settled",
        "((3 5) (~4((1 2) 6) 7))",
        "deepening",
        "B ends after two plies: from round 2 on its value, 3, is known whatever the depth, and the table answers for "
        "it in later rounds. No two nodes of a tree are one position, so that is all that a table can save here; in a "
        "game it also knows positions that are reached in another order of moves.",
    ),
    _exhibit(
        "beam",
        "A beam can be wrong",
        "(~5(4 6) ~3(2 8) ~1(9 9))",
        "minimax",
        "Only the two most promising children are looked at, by their evaluations: D, ~1, is left out, and MAX gets 4. "
        "But D is worth 9: its evaluation was wrong, and forward pruning never finds out. Make the beam 3.",
        beam=2,
    ),
)
