"""The classic mistakes, each with a sentence and with models of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from kibitz.lab.grading.flawed import Flaw
from kibitz.lab.grading.shapes import ALPHABETA, CUTOFF, EXPECTIMAX, MINIMAX, NEGAMAX, TABLE


@dataclass(frozen=True)
class Mistake:
    """A classic mistake."""

    name: str
    sentence: str
    flaws: tuple[Flaw, ...]
    about: str = "value"  # or "move" or "reads": which part of the answer goes wrong
    kinds: tuple[str, ...] = (MINIMAX, ALPHABETA, NEGAMAX, CUTOFF, TABLE)
    is_windowed: bool = False  # only where there is a window
    is_deep: bool = False  # only where there is a depth limit


def _flaws(**switches: str) -> tuple[Flaw, ...]:
    """A flaw for each word given for the one switch."""
    ((switch, words),) = switches.items()
    return tuple(Flaw(**{switch: word}) for word in words.split(", "))  # type: ignore[arg-type]


ZERO_STARTS = tuple(
    Flaw(start=start)
    for low in (0, -1, 1)
    for start in ((low, inf), (-inf, -low), (low, -low), (low, low), (low, 0))
    if start != (-inf, inf)
)
EVERY = (MINIMAX, ALPHABETA, NEGAMAX, CUTOFF, TABLE, EXPECTIMAX)
SIDED = (MINIMAX, ALPHABETA, CUTOFF, TABLE)

MISTAKES = (
    Mistake(
        "sides-swapped",
        "MAX and MIN are swapped: it takes the least where MAX moves and the greatest where MIN moves",
        _flaws(sides="swapped"),
        kinds=SIDED,
    ),
    Mistake(
        "no-alternation",
        "the players never take turns: every level is treated like the first one; pass the other side down",
        _flaws(sides="root, max, min"),
        kinds=SIDED,
    ),
    Mistake(
        "no-minus",
        "the minus sign is missing: in negamax a child's value is the opponent's, so it must be negated",
        (Flaw(form="negamax", minus="never"), Flaw(form="negamax", minus="never", window="none")),
        kinds=(NEGAMAX,),
    ),
    Mistake(
        "starts-at-zero",
        "the best value starts at 0 (or another number that leaves can beat): start at −∞ for MAX and +∞ for MIN",
        ZERO_STARTS,
        kinds=EVERY,
    ),
    Mistake(
        "wrong-infinity",
        "the best value starts at the wrong end: −∞ for MAX, but +∞ for MIN",
        tuple(Flaw(start=start) for start in ((-inf, -inf), (inf, inf), (inf, -inf))),
        kinds=EVERY,
    ),
    Mistake(
        "last-child",
        "it answers the value of the last child, not of the best: the best so far is overwritten",
        _flaws(children="last"),
        kinds=EVERY,
    ),
    Mistake(
        "first-child",
        "it answers after the first child: a return stands inside the loop",
        _flaws(children="first"),
        kinds=EVERY,
    ),
    Mistake(
        "skips-a-child",
        "it leaves out a child: look at where the loop over the children begins and ends",
        _flaws(children="but first, but last, but last of many"),
        kinds=EVERY,
    ),
    Mistake(
        "two-children-only",
        "it looks at two children only, but a node may have more",
        _flaws(children="two"),
        kinds=EVERY,
    ),
    Mistake(
        "zero-is-nothing",
        "a value of 0 is taken for 'nothing found yet': compare with None, since 0 counts as false",
        _flaws(best="falsy"),
        kinds=EVERY,
    ),
    Mistake(
        "min-averages",
        "MIN's nodes are averaged: MIN does not play at random, it takes the least",
        _flaws(best="mean"),
        kinds=SIDED,
    ),
    Mistake("sums-up", "it adds the children's values up instead of taking the best", _flaws(best="sum"), kinds=SIDED),
    Mistake(
        "magnitude",
        "it compares sizes without their sign: −9 is less than 3",
        _flaws(best="magnitude"),
        kinds=SIDED,
    ),
    Mistake(
        "utility-from-the-wrong-side",
        "leaves are seen from the wrong side: utility and evaluate must be asked for MAX (in negamax: for the mover)",
        tuple(
            Flaw(leaf=leaf, guess=guess)
            for side in ("mover", "other", "min", "root")
            for leaf, guess in ((side, side), (side, ""), ("", side))
        )
        + tuple(
            Flaw(form="negamax", leaf=leaf, guess=guess, window=window)
            for side in ("max", "min")
            for leaf, guess in ((side, side), (side, ""), ("", side))
            for window in ("", "none")
        ),
    ),
    Mistake(
        "turns-assumed",
        "it assumes that players take turns: ask game.player(s), since a player may move twice in a row",
        (
            *_flaws(sides="turns, from max"),
            *(
                Flaw(form="negamax", minus=minus, window=window)
                for minus in ("always", "blind")
                for window in ("", "none")
            ),
        ),
    ),
    Mistake(
        "depth-off-by-one",
        "the depth limit is off by one: with depth 1 it must look at every move once, and evaluate after it",
        _flaws(depth="early, late"),
        is_deep=True,
        kinds=EVERY,
    ),
    Mistake(
        "depth-not-counted",
        "the depth does not go down with every ply: pass depth − 1 to every child",
        _flaws(depth="never, max, min, root, double"),
        is_deep=True,
        kinds=EVERY,
    ),
    Mistake(
        "depth-shared",
        "the depth goes down with every child: depth −= 1 stands in the loop, so later children are searched less deep",
        _flaws(depth="shared"),
        is_deep=True,
        kinds=EVERY,
    ),
    Mistake(
        "guess-at-the-end",
        "it evaluates where the game is over: test is_terminal before the depth, a utility is better than a guess",
        _flaws(end="guess"),
        is_deep=True,
        kinds=EVERY,
    ),
    Mistake(
        "utility-at-the-horizon",
        "at the depth limit it asks for the utility of a game that is not over: use evaluate there",
        _flaws(end="utility"),
        is_deep=True,
        kinds=EVERY,
    ),
    Mistake(
        "cut-on-the-wrong-side",
        "it cuts on the wrong side: MAX cuts when v ≥ β, MIN when v ≤ α",
        (
            *_flaws(cut="side, inverted, eager"),
            Flaw(form="negamax", cut="side"),
            Flaw(form="negamax", cut="inverted"),
        ),
        is_windowed=True,
    ),
    Mistake(
        "wrong-bound-updated",
        "the wrong bound is moved: MAX raises α, MIN lowers β",
        tuple(
            Flaw(update=update, test=test)
            for update in ("min raises", "max lowers", "crossed", "both", "min lowers alpha", "overwritten")
            for test in ("", "after")
        ),
        is_windowed=True,
    ),
    Mistake(
        "window-swapped",
        "α and β change places on the way down: pass them in the same order",
        _flaws(window="swapped"),
        is_windowed=True,
        kinds=(ALPHABETA, TABLE),
    ),
    Mistake(
        "window-not-turned",
        "the window is not turned round for the other player: negamax passes −β and −α down",
        tuple(Flaw(form="negamax", window=window) for window in ("as is", "unswapped", "swapped")),
        is_windowed=True,
        kinds=(NEGAMAX, ALPHABETA, TABLE),
    ),
    Mistake(
        "wrong-answer-at-the-end",
        "a node answers α or β where it should answer its own value",
        _flaws(answer="crossed, max beta, min alpha"),
        is_windowed=True,
    ),
    Mistake(
        "window-shared",
        "α and β are shared by all nodes: every call needs its own, which ends with it",
        (Flaw(window="shared"), Flaw(window="shared", test="after")),
        is_windowed=True,
        kinds=(ALPHABETA, TABLE),
    ),
    Mistake(
        "bound-kept-as-value",
        "a bound is kept in the table as if it were the value: after a cut, v is only a bound for another window",
        _flaws(table="bound, bound horizon"),
        is_windowed=True,
        kinds=(ALPHABETA, TABLE, NEGAMAX),
    ),
    Mistake(
        "table-forgets-depth",
        "the table forgets how deep a position was searched: a value to depth 1 is no answer at depth 3",
        _flaws(table="depth, depth horizon"),
        is_deep=True,
    ),
    Mistake(
        "table-forgets-player",
        "the table forgets whose move it is: the same position is worth something else to the other player",
        _flaws(table="player"),
        kinds=SIDED,
    ),
    Mistake(
        "weights-ignored",
        "the probabilities are ignored: weigh every outcome by its own, a plain mean is right only if all are equal",
        _flaws(chance="mean"),
        kinds=(EXPECTIMAX,),
    ),
    Mistake(
        "chance-as-a-player",
        "chance is treated as a player who chooses: it takes the mean, not the best or the worst",
        _flaws(chance="min, max, likeliest"),
        kinds=(EXPECTIMAX,),
    ),
    Mistake(
        "mean-miscounted",
        "the mean is not a mean: weighted values are added up, and divided by nothing (a plain mean is divided once)",
        _flaws(chance="sum, twice, last, last weighted"),
        kinds=(EXPECTIMAX,),
    ),
    Mistake(
        "mean-rounded",
        "the mean is rounded: use /, not //, and no int()",
        _flaws(chance="floor, floored mean, truncated"),
        kinds=(EXPECTIMAX,),
    ),
    Mistake(
        "stops-at-a-win",
        "it stops at the first value that looks like a win, such as 1: there may be a better one",
        (Flaw(stop=1),),
        kinds=SIDED,
    ),
    Mistake(
        "depth-in-the-value",
        "the depth is added to the value: a leaf is worth its number, however far away it is",
        tuple(Flaw(bonus=bonus) for bonus in (1, -1)),
        kinds=SIDED,
    ),
    Mistake(
        "window-not-passed-on",
        "the window is not passed on whole, or never compared: values are right, but it prunes less than alpha-beta",
        (
            *(Flaw(window=window) for window in ("fresh", "alpha", "beta", "old")),
            Flaw(cut="never"),
            *(Flaw(form="negamax", window=window) for window in ("fresh", "alpha", "old")),
            Flaw(form="negamax", cut="never"),
        ),
        about="reads",
        is_windowed=True,
    ),
    Mistake(
        "tie-cut",
        "a tie is taken for an improvement: a branch that was cut answers a bound, which may equal the best value",
        _flaws(move="tie"),
        about="move",
        is_windowed=True,
    ),
    Mistake(
        "move-of-a-child",
        "the move is the one that the child answers: keep the move that leads to the child",
        _flaws(move="child"),
        about="move",
    ),
    Mistake(
        "move-for-the-wrong-side",
        "the move is chosen for the wrong side: MAX takes the child worth most, MIN the one worth least",
        _flaws(move="max, worst"),
        about="move",
    ),
)
