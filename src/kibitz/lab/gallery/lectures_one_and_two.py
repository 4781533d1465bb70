"""The gallery's trees of alpha-beta and its forms: the first two lectures."""

from __future__ import annotations

from kibitz.lab.gallery.exhibit import Exhibit, exhibit

THREE_PLIES_BEST = "(((17 15 1) (23 21 12) (24 20 9)) ((11 5 3) (14 13 10) (27 25 19)) ((8 6 2) (22 18 16) (26 7 4)))"
THREE_PLIES_WORST = "(((4 7 26) (16 18 22) (2 6 8)) ((19 25 27) (10 13 14) (3 5 11)) ((9 20 24) (12 21 23) (1 15 17)))"
WALK = "A: max(B: min(C: max(2 3) D: max(5 9)) E: min(F: max(0 1) G: max(7 5)))"

EXHIBITS: tuple[Exhibit, ...] = (
    exhibit(
        "two-ply",
        "Two plies",
        "((3 12 8) (2 4 6) (14 5 2))",
        "alphabeta",
        "MAX moves, MIN answers. After B, MAX is sure of 3; the first leaf of C is 2, so MIN can hold MAX to 2 there, "
        "and the other two leaves of C are never looked at. At D the leaf that cuts comes last: nothing is saved.",
        at=(1, "Slides 3–5: the idea of alpha-beta"),
        asks="value cut leaves",
        question="What is the root worth, and which leaves need not be looked at?",
    ),
    exhibit(
        "walk-through",
        "The walk-through, A to G",
        WALK,
        "alphabeta",
        "Two kinds of cut in one tree. D, a MAX node, has 5 after its first leaf, more than the 3 that MIN has "
        "already at B: its other leaf is cut. E, a MIN node, has 1 from F, less than the 3 that MAX has already: all "
        "of G is cut. At F α stays 3, as max(3, 0) and max(3, 1) are 3.",
        at=(1, "Slides 8–36: the walk-through"),
        asks="value cut windows leaves",
        question="Which branches does alpha-beta cut, and what are α, β and v at the nodes that cut?",
    ),
    exhibit(
        "walk-through-bounds",
        "The walk-through, bounds first",
        WALK,
        "alphabeta",
        "The slides' own code returns before it moves α, so D keeps α = −∞ there. In this form α is moved first, and "
        "D has α = 5 ≥ β = 3 at the cut. F answers its bound, 3, so E is cut with β = 3, not with the 1 of the "
        "slides.",
        at=(1, "Slides 8–36: the walk-through"),
        asks="value cut windows left-with",
        question="The slides write α = 5 at D when it is cut. In which form of alpha-beta is that so?",
        variant="update-first",
    ),
    exhibit(
        "ties",
        "Ties: to cut or not",
        "((3 5) (3 1))",
        "alphabeta",
        "The first leaf of C equals α. The strict form cuts only below α and visits all 4 leaves; with fail-soft the "
        "tie is cut and 3 are visited. Both find 3. Strict tells C's true value, 1; fail-soft only that it is at most "
        "3.",
        at=(1, "Slide 37: other ways to write it"),
        asks="value leaves left-with",
        question="With > and < instead of ≥ and ≤, how many leaves are visited, and what is C left with?",
        variant="strict",
    ),
    exhibit(
        "best-order",
        "The best order",
        THREE_PLIES_BEST,
        "alphabeta",
        "At every node the best child comes first. Three plies of three children have 27 leaves; alpha-beta visits "
        "3² + 3¹ − 1 = 11 of them, and no order needs fewer.",
        at=(1, "Slides 39–40: what holds for alpha-beta"),
        asks="leaves fewest",
        question="How many of the 27 leaves are visited, and could another order do with fewer?",
    ),
    exhibit(
        "worst-order",
        "The worst order",
        THREE_PLIES_WORST,
        "alphabeta",
        "The same tree with the best child last at every node: nothing is cut, and alpha-beta visits all 27 leaves, as "
        "minimax would. The value is the same.",
        at=(1, "Slides 39–40: what holds for alpha-beta"),
        asks="leaves fewest",
        question="How many leaves are visited now that the best child always comes last?",
    ),
    exhibit(
        "die",
        "A die",
        "chance(1/6: 1 1/6: 2 1/6: 3 1/6: 4 1/6: 5 1/6: 6)",
        "expectimax",
        "Each number times its probability, summed up: a value that the die never shows.",
        at=(1, "Slides 46–47: expected values"),
        asks="value",
        question="What does a die show on average?",
    ),
    exhibit(
        "expectiminimax",
        "Expectiminimax: two opponents and dice",
        "(chance(1/2: (2 4) 1/2: (7 9)) chance(1/2: (6 8) 1/2: (0 5)))",
        "expectiminimax",
        "The dice fall between MAX's move and MIN's answer. B averages 2 and 7 to 4.5, C averages 6 and 0 to 3: MAX "
        "moves to B. A chance node is worth its average, which may be no leaf's value.",
        at=(1, "Slides 48–57: expectiminimax"),
        asks="nodes move",
        question="What are the MIN nodes worth, what the chance nodes, and where does MAX move?",
    ),
    exhibit(
        "deep-cut",
        "A deep cut-off",
        "(5 (((4 7) (3 6)) 9))",
        "alphabeta",
        "F is entered with α = 5, the root's, from three plies above; D, its parent, has no value of its own yet. "
        "The leaf 4 is enough to cut at F, and so the 5 of the leaf B prunes deep in the tree.",
        at=(2, "Page 7: the idea of alpha-beta"),
        asks="value cut leaves",
        question="Which leaves does the 5 at the root cut, plies below?",
    ),
    exhibit(
        "update-first",
        "Update, then test",
        "(((3 5) (6 9)) ((1 2) (0 -1)))",
        "alphabeta",
        "No node has a v of its own. E returns 6, for a leaf is not clamped; F returns α = 5, though its leaves are 1"
        " and 2; so C returns 5 as well. The root is what it is in every form.",
        at=(2, "Pages 8–10: update, then test"),
        asks="value left-with cut",
        question="What does each call return, if bounds are moved first, then tested, then returned?",
        variant="update-first",
    ),
    exhibit(
        "fail-hard",
        "Fail-hard and fail-soft",
        "((5 8) (1 9) (7 6))",
        "alphabeta",
        "C fails: its leaf 1 is below α = 5. Fail-hard answers 5, the edge of the window; fail-soft answers 1, the "
        "better bound. The root is worth 6 in both, and the same leaf is cut.",
        at=(2, "Pages 8–10: update, then test"),
        asks="value left-with cut",
        question="What is C left with here, and what in the other forms?",
        variant="fail-hard",
    ),
)
