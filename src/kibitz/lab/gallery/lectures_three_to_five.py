"""The gallery's trees of ranges, chance, several players and quizzes: lectures three to five."""

from __future__ import annotations

from kibitz.lab.gallery.exhibit import Exhibit, exhibit

TWO_PLY = "((3 12 8) (2 4 6) (14 5 2))"
LABELLED = (
    'A: max("a1": B: min("b1": 3 "b2": 12 "b3": 8) "a2": C: min("c1": 2 "c2": 4 "c3": 6) '
    '"a3": D: min("d1": 14 "d2": 5 "d3": 2))'
)
BRANCHES = (
    'max("a": min("b": max("c": 10 "d": 6) "e": max("f": 100 "g": 8)) '
    '"h": min("i": max("j": 1 "k": 2) "l": max("m": 20 "n": 4)))'
)
DICE = f"chance({' '.join(f'{6 - abs(7 - dots)}/36: {dots}' for dots in range(2, 13))})"

EXHIBITS: tuple[Exhibit, ...] = (
    exhibit(
        "ranges",
        "Two plies with ranges",
        TWO_PLY,
        "alphabeta",
        "The first leaf says that B is worth at most 3. All three together say that it is 3, and that A has 3 or "
        "more. After the 2, C is worth at most 2: whatever its other leaves are, A is not changed by them.",
        at=(3, "Slides 9–13: does every node have to be looked at?"),
        asks="ranges cut",
        question="Between which values may each node still lie, after each leaf?",
        ranges=True,
    ),
    exhibit(
        "expectimax",
        "Expectimax: one player and dice",
        "max(chance(1/2: 8 1/3: 24 1/6: -12) 9)",
        "expectimax",
        "A gamble or a safe 9? The average of the gamble is 4 + 8 − 2 = 10, so MAX takes it, though one time in six it "
        "costs 12 and half of the time it brings less than 9.",
        at=(3, "Slides 25–30: maximum expected utility"),
        asks="value move",
        question="Take the gamble, or the 9?",
    ),
    exhibit(
        "airport",
        "To the airport",
        "chance(0.25: 20 0.5: 30 0.25: 60)",
        "expectimax",
        "20, 30 or 60 minutes, by the traffic. Another slide gives the probabilities 0.25, 0.55 and 0.2; these would "
        "make 33.5 minutes.",
        at=(3, "Slides 25–30: maximum expected utility"),
        asks="value",
        question="How long does the way to the airport take on average?",
    ),
    exhibit(
        "opponent",
        "An opponent who plays at random",
        "max(chance(1/3: 4 1/3: 5 1/3: 4) chance(1/3: 3 1/3: 99 1/3: 98) chance(1/3: 2 1/3: 3 1/3: 2))",
        "expectimax",
        "MIN's nodes are chance nodes here. Against MIN itself MAX would move to B and be sure of 4; make the three "
        "nodes MIN nodes to see it. A model of the opponent may gain much, and lose much where it is wrong.",
        at=(3, "Slides 36–37: a model of the opponent"),
        asks="value move",
        question="Where does MAX move against an opponent who answers at random?",
    ),
    exhibit(
        "star1",
        "Star1 cuts at a chance node",
        "(7 chance(1/2: 1 1/4: 10 1/4: 0))",
        "star1",
        "All leaves lie between 0 and 10. Once C's first leaf, 1, is known, C can be worth at most ½ · 1 + ½ · 10 = "
        "5.5, and MAX has 7 already: the other two leaves are cut.",
        at=(3, "Slides 40–41: can expectimax prune? Does the scale matter?"),
        asks="value cut leaves",
        question="Can anything be cut at a chance node?",
    ),
    exhibit(
        "together",
        "Two players who want the same",
        "((<3,3> <9,9>) (<7,7> <5,5>))",
        "maxn",
        "Both players get the same at every leaf, so each helps the other: the value is the best leaf of all, <9,9>. "
        "With the second player against the first, as in minimax on the first numbers, the root would be worth 5.",
        at=(3, "Slide 44: several players"),
        asks="value move",
        question="What is the root worth if both players get the same at every leaf?",
    ),
    exhibit(
        "minimax",
        "The textbook's tree, with its moves",
        LABELLED,
        "minimax",
        "MAX looks for the child with the highest value: B with 3, by a1. MIN answers b1, which leaves that 3. If MIN"
        " answers anything else, MAX gets more.",
        at=(4, "Slides 11–13: minimax"),
        asks="nodes move",
        question="Which move does MAX make, and how does MIN answer?",
    ),
    exhibit(
        "three-players",
        "Three players",
        "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))",
        "maxn",
        "Each player looks at its own number in the vector: player 3 above the leaves, then player 2, then player 1. "
        "At the root both children bring player 1 the same, 1, and it takes the first: <1,2,6>.",
        at=(4, "Slides 15–16: more than two players"),
        asks="value move",
        question="Three players, a vector at each leaf: what does the root get?",
    ),
    exhibit(
        "order",
        "The 2 comes first",
        "((3 12 8) (2 4 6) (2 14 5))",
        "alphabeta",
        "The tree of the textbook with the leaves of D in another order. MIN finds its refutation at once, and two "
        "more leaves are cut: 5 of 9 are visited, the fewest there can be.",
        at=(4, "Slides 29–30: the order of moves"),
        asks="cut leaves",
        question="What is cut at D if its leaf 2 comes first?",
    ),
    exhibit(
        "two-dice",
        "Two dice",
        DICE,
        "expectimax",
        "36 ways to roll two dice, 11 different sums; the 7 comes up in 6 of them. Rolls that differ are 21: 6 "
        "doubles with 1/36 each, 15 others with 1/18.",
        at=(4, "Slide 51: the rolls"),
        asks="value",
        question="What do two dice show together, on average?",
    ),
    exhibit(
        "scale-before",
        "The scale matters: before",
        "(chance(9/10: (2 2) 1/10: (3 3)) chance(9/10: (1 1) 1/10: (4 4)))",
        "expectiminimax",
        "B is worth 2.1 and C 1.3: MAX moves to B. Now look at the next tree, in which the leaves are in the same "
        "order of size.",
        at=(4, "Slides 54–56: evaluations with chance"),
        asks="nodes move",
        question="Where does MAX move?",
    ),
    exhibit(
        "scale-after",
        "The scale matters: after",
        "(chance(9/10: (20 20) 1/10: (30 30)) chance(9/10: (1 1) 1/10: (400 400)))",
        "expectiminimax",
        "The leaves of the tree before, made larger without changing which is more than which. Now C is worth 40.9 and "
        "B 21: MAX moves to C. Make the chance nodes MIN nodes, and both trees give B: minimax looks at the order of "
        "values alone, averages at the values themselves.",
        at=(4, "Slides 54–56: evaluations with chance"),
        asks="nodes move",
        question="The leaves are in the same order of size as before. Is the move the same?",
    ),
    exhibit(
        "pruned-chance",
        "Pruned chance",
        "(1 chance(1/2: -1 1/2: 0))",
        "star1",
        "MAX has 1. After the outcome −1, C is worth at most ½ · (−1) + ½ · 2 = ½, so the other outcome is cut unseen.",
        at=(4, "Slide 57: pruning with chance"),
        asks="value cut leaves",
        question="All values lie between −2 and 2. Need the second outcome be looked at?",
        bounds=(-2, 2),
    ),
    exhibit(
        "pruned-chance-larger",
        "Pruned chance, a larger tree",
        "(chance(1/2: (2 2) 1/2: (1 2)) chance(1/2: (0 2) 1/2: (-1 0)))",
        "star1",
        "B is worth 1.5. At F the leaf 0 is enough: with F at most 0, C is worth at most ½ · 0 + ½ · 2 = 1.",
        at=(4, "Slide 57: pruning with chance"),
        asks="value cut leaves",
        question="Values from −2 to 2 again: which leaves are never looked at?",
        bounds=(-2, 2),
    ),
    exhibit(
        "star2",
        "Star2 probes first",
        "(chance(1/2: (6 7) 1/2: (5 8)) chance(1/2: (4 9) 1/2: (3 9)))",
        "star2",
        "MAX has 5.5 from B. Before anything behind C is looked at in full, one leaf of F and one of G are: MIN can "
        "have 4 and 3 there, so C is worth 3.5 at most, and neither 9 is looked at. Star1 looks at all of F first.",
        at=(4, "Slide 57: pruning with chance"),
        asks="value cut leaves",
        question="One leaf of each outcome is looked at first. How many leaves does that save?",
    ),
    exhibit(
        "one-agent",
        "One agent",
        "max(8 max(max(2 0) max(2 6) max(4 6)))",
        "minimax",
        "Every node is MAX's, so the value is the greatest leaf.",
        at=(5, "Slides 7–8: one agent"),
        asks="value move",
        question="One agent, nobody against it: what is the best that it can reach?",
    ),
    exhibit(
        "small-pacman",
        "Pac-Man and a ghost",
        "max(min(-8 -5) min(-10 8))",
        "minimax",
        "The 8 looks good, but the ghost has a say: on that side it leaves −10.",
        at=(5, "Slides 24–29: from trees to minimax"),
        asks="nodes move",
        question="Pac-Man moves, then a ghost. What is the best that he can be sure of?",
    ),
    exhibit(
        "quiz-value",
        "Quiz: 10 8 4 50",
        "((10 8) (4 50))",
        "minimax",
        "Whoever answers 10 has taken MAX for MIN, and whoever answers 50 has let MAX move twice.",
        at=(5, "Slides 49–50: quiz"),
        asks="value move",
        question="What is the value of the root?",
    ),
    exhibit(
        "small-example",
        "The quiz by alpha-beta",
        "((10 8) (4 50))",
        "alphabeta",
        "B is worth 8, so MAX has 8. The leaf 4 says that C is worth at most 4: the 50 cannot change that.",
        at=(5, "Slides 51–66: alpha-beta on that tree"),
        asks="value cut windows",
        question="Which leaf need not be looked at, and why?",
    ),
    exhibit(
        "quiz-branches",
        "Quiz: which branches?",
        BRANCHES,
        "alphabeta",
        "Two branches, g and l. m and n are gone with l: an answer that lists them too is not wrong, but l is the "
        "branch.",
        at=(5, "Slides 67–68: quiz"),
        asks="value cut",
        question="What is the top node worth, and which of the branches a to n are cut?",
    ),
    exhibit(
        "expectimax-example",
        "Expectimax",
        "max(chance(1/3: 3 1/3: 12 1/3: 9) chance(1/3: 2 1/3: 4 1/3: 6) chance(1/3: 15 1/3: 6 1/3: 0))",
        "expectimax",
        "The average of 3, 12 and 9 beats that of 15, 6 and 0, though the greatest leaf is there.",
        at=(5, "Slides 77–78: expectimax"),
        asks="nodes move",
        question="What is each chance node worth, and where does MAX move?",
    ),
    exhibit(
        "values",
        "Which values? 0 40 20 30",
        "(chance(1/2: 0 1/2: 40) chance(1/2: 20 1/2: 30))",
        "expectimax",
        "C averages 25, B only 20. Minimax would go to C too, for its 20 against 0.",
        at=(5, "Slide 79: which values to use"),
        asks="nodes move",
        question="Where does MAX move if chance decides?",
    ),
    exhibit(
        "values-squared",
        "Which values? The squares",
        "(chance(1/2: 0 1/2: 1600) chance(1/2: 400 1/2: 900))",
        "expectimax",
        "Now B averages 800 and C 650. Minimax looks only at the order of values, so it keeps its move; averages keep"
        " theirs only under Ax + B with A > 0.",
        at=(5, "Slide 79: which values to use"),
        asks="nodes move",
        question="The squares of 0, 40, 20 and 30: the order of size is the same. Is the move?",
    ),
    exhibit(
        "montecarlo",
        "Monte Carlo: visits and means",
        "((3 12 8) (2 4 6) (14 5 2))",
        "montecarlo",
        "The first tree again, by random games. Each simulation goes down by UCB1, adds a node, plays on at random and "
        "counts what it brought on its way back. After 50 of them B has 21 visits, D 17 and C 12. B's mean, 5.9, is "
        "still well above its value, 3: MIN has found its best reply, but the games from before are in the mean too.",
        at=(5, "Slide 80: summary"),
        asks="visits move",
        question="How often is each child visited, and is its mean its value?",
    ),
    exhibit(
        "montecarlo-trap",
        "Monte Carlo falls into a trap, and climbs out",
        "((9 9 9 9 1) (6 5 6 5 6))",
        "montecarlo",
        "At random B looks better: four of MIN's five replies bring 9. After 10 simulations it has 6 visits, and a "
        "mean of 7.67. But MIN's selection goes where MIN does well, to the 1, and after 50 simulations C has 30 "
        "visits and B only 20. The fewer replies refute a move, the longer it looks good.",
        at=(5, "Slide 80: summary"),
        asks="visits move",
        question="At random B looks better. Which child has the most visits after 50 simulations?",
    ),
)
