"""The doubling cube of backgammon: when to double, and when to take."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kibitz.answer.solve import solve
from kibitz.evaluation.network import work_out
from kibitz.games import game
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.recording import shown
from kibitz.lab.tree_search import run_tree, true_values
from kibitz.native.packing import scratch

CUBE, BACKGAMMON = 64, 3  # the largest number on a cube, and the points of the largest win
LAST_ROLLS = (("5 and 2", "AwAAEAEAAAAAAA"), ("4 and 3", "AwAAoAAAAAAAAA"), ("6 and 1", "AwAACAIAAAAAAA"))
ENDS = ("lost: backgammon", "gammon", "game", "won: game", "gammon", "backgammon")


def taking(win: Fraction) -> str:
    """The tree of one who is offered the cube: give up a point, or play on for two, winning with this chance."""
    return f'min("pass": 1 "take": chance({1 - win}: 2 {win}: -2))'


def doubling(win: Fraction) -> str:
    """The tree of one who may double before the last roll, winning with this chance."""
    lose = 1 - win
    return f'max("no double": chance({win}: 1 {lose}: -1) "double": min("pass": 1 "take": chance({win}: 2 {lose}: -2)))'


def live_take_point() -> Fraction:
    """The take point where the taker can redouble at the perfect moment, and chances move in small steps.

    Who owns the cube gets −1 at 0 % and +1 at the point p where a redouble is just passed, and a straight line between.
    At p the other is indifferent: twice that line at 1 − p is −1. So −1 + 2 (1 − p) / p = −1/2.
    """
    low, high = Fraction(1, 2), Fraction(1)
    for _ in range(60):
        middle = (low + high) / 2
        gets = -1 + 2 * (1 - middle) / middle
        low, high = (middle, high) if gets > Fraction(-1, 2) else (low, middle)
    return 1 - low.limit_denominator(1000)


def chances(backgammon: Any, s: Any) -> list[float]:
    """How likely each of the six ends of the game is for the player to move, by the network's outputs."""
    room = scratch(backgammon)
    work_out(backgammon, s, room)
    hidden, outputs = backgammon.learned_hidden, backgammon.learned_outputs
    above = [1.0, *(float(room[hidden + output]) for output in range(outputs)), 0.0]
    return [above[end] - above[end + 1] for end in range(outputs + 1)]


def cube(asked: Asked) -> Showing:
    """192 points, the take point, and cube decisions from the chances of the outcomes."""
    showing = Showing()
    showing.say(
        f"A backgammon counts {BACKGAMMON}, and the cube may stand at {CUBE}: up to {BACKGAMMON * CUBE} points a game."
    )
    showing.say("")
    showing.say("To take is to play on for twice the points, to pass is to lose one. Winning with")
    rows = []
    for win in (Fraction(1, 5), Fraction(1, 4), Fraction(3, 10)):
        tree = taking(win)
        values = true_values(run_tree(tree).tree)
        told = "take" if values[2] < values[1] else "pass" if values[2] > values[1] else "either"
        rows.append([f"{float(win):.0%}".replace("%", " %"), shown(-values[1]), shown(-values[2]), told])
        showing.numbers[f"take {win}"] = {"pass": -values[1], "take": -values[2], "decision": told}
    showing.table(("chance", "pass", "take", "so"), rows)
    dead = (1 + Fraction(-1, 2)) / 2
    point = f"{float(dead):.0%}".replace("%", " %")
    showing.say(
        f"The take point is {point}: 2 · (2p − 1) = −1. With a cube that can be turned back at the perfect moment"
    )
    live = live_take_point()
    showing.say(f"it is {float(live):.0%}".replace("%", " %") + "; real games lie between.")
    showing.say("")
    showing.say("Two checkers are left on these points, and the opponent bears off next time:")
    backgammon = game("backgammon")
    rows = []
    for told, position in LAST_ROLLS:
        worth = solve(backgammon, backgammon.parse(position), interpreted=True)
        win = Fraction((worth + 1) / 2).limit_denominator(36)
        tree = doubling(win)
        run = run_tree(tree)
        values = true_values(run.tree)
        label = run.tree.node(1 + int(run.choice.action)).label
        answer = "" if label == "no double" else ", take" if win < Fraction(3, 4) else ", pass"
        rows.append([told, str(win), shown(values[1]), shown(values[2]), f"{label}{answer}"])
        showing.numbers[told] = {
            "wins": str(win),
            "no double": values[1],
            "double": values[2],
            "decision": rows[-1][-1],
        }
        showing.run("tree", tree)
        showing.run("solve", "backgammon", position)
    showing.table(("points", "wins", "no double", "double", "so"), rows)
    _by_outcomes(showing, backgammon)
    return showing


def _by_outcomes(showing: Showing, backgammon: Any) -> None:
    """The take point where gammons count, from the network's chances in the first position."""
    found = chances(backgammon, backgammon.initial())
    won, lost = sum(found[3:]), sum(found[:3])
    per_win = sum(points * p for points, p in zip((1, 2, 3), found[3:], strict=True)) / won
    per_loss = sum(points * p for points, p in zip((3, 2, 1), found[:3], strict=True)) / lost
    point = (per_loss - 0.5) / (per_win + per_loss)
    showing.say("")
    showing.say("Gammons count double, so they move the take point. If games ended as from the first position, where")
    showing.say("the network gives the player to move these chances:")
    showing.table(("", "chance"), [[end, f"{100 * p:.1f} %"] for end, p in zip(ENDS, found, strict=True)])
    showing.say(f"A win brings {per_win:.2f} points and a loss costs {per_loss:.2f}: the take point is")
    showing.say(f"({per_loss:.2f} − 0.5) ÷ ({per_win:.2f} + {per_loss:.2f}) = {100 * point:.1f} %.")
    showing.numbers["outcomes"] = {"chances": found, "per_win": per_win, "per_loss": per_loss, "take_point": point}


TOPICS = (Topic("cube", "the doubling cube: 192 points, and when to take", (4,), cube),)
