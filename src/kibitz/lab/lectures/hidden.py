"""Hidden information: averaging over deals, where that goes wrong, and the search that gets it right."""

from __future__ import annotations

from math import comb, log10

from kibitz.answer.analyse import analyse
from kibitz.answer.analysis import Analysis
from kibitz.games import game
from kibitz.lab.lectures.topic import Asked, Showing, Topic
from kibitz.lab.recording import shown
from kibitz.lab.tree_search import best_child, run_tree, true_values

HEARTS = "N:J.J.. .K.. .Q.. A.A.. E CK SK points=0,13,0,0 void=SC,WD"
WEST = 3
SEES = '"A": 10 "B": chance(1/2: max("left": 50 "right": -100) 1/2: max("left": -100 "right": 50))'
BLIND = '"A": 10 "B": max("left": chance(1/2: 50 1/2: -100) "right": chance(1/2: -100 1/2: 50))'
ITERATIONS = 1000


def deals(asked: Asked) -> Showing:
    """All deals, each by its probability, and a sample of them."""
    showing = Showing()
    hearts = game("hearts", cards=4)
    s = hearts.parse(HEARTS)
    rows = []
    for told, worlds in (("all", None), ("a sample of 8", 8), ("a sample of 4", 4)):
        answer = analyse(hearts, s, algorithm="deals", worlds=worlds, seed=asked.seed, interpreted=True)
        worth = {move.move: _of(move.value) for move in answer.moves}
        count = int(answer.search.statistics["worlds"])
        rows.append([told, count, *(_points(worth[move]) for move in ("HA", "SA")), answer.best])
        showing.numbers[told] = {"deals": count, **worth, "best": answer.best}
    shown_deal = analyse(hearts, s, algorithm="maxn", interpreted=True)
    worth = {move.move: _of(move.value) for move in shown_deal.moves}
    rows.append(["this deal, cards open", 1, *(_points(worth[move]) for move in ("HA", "SA")), shown_deal.best])
    showing.numbers["open"] = {**worth, "best": shown_deal.best}
    showing.say("Hearts, west to discard the ace of hearts or of spades, four cards unseen; points for west:")
    showing.table(("deals", "how many", "HA", "SA", "plays"), rows)
    showing.say(
        "The average over all deals that west cannot tell apart picks HA, though in this very deal SA is better."
    )
    dealt = comb(52, 13) * comb(39, 13) * comb(26, 13)
    seen = comb(39, 13) * comb(26, 13)
    digits = f"10^{log10(dealt):.1f} deals of 52 cards, 10^{log10(seen):.1f} for who sees one hand, {comb(26, 13):,}"
    showing.say(f"Why a sample: {digits} for a declarer who sees two.")
    showing.numbers["bridge"] = {"deals": dealt, "one_hand": seen, "two_hands": comb(26, 13)}
    showing.run("best", "hearts", HEARTS, "--set", "cards=4")
    showing.run("best", "hearts", HEARTS, "--set", "cards=4", "--worlds", "8", "--seed", str(asked.seed))
    return showing


def _of(value: object) -> float:
    """West's part of a value."""
    return float(value[WEST]) if isinstance(value, tuple) else 0.0


def _points(worth: float) -> str:
    return f"{worth:.2f}".replace("-", "−")


def roads(asked: Asked) -> Showing:
    """Road A leads to a little gold, road B to a fork: much gold on one side, a bus on the other."""
    showing = Showing()
    rows = []
    for told, tree in (
        ("day 1: the gold is left", 'max("A": 10 "B": max("left": 50 "right": -100))'),
        ("day 2: the gold is right", 'max("A": 10 "B": max("left": -100 "right": 50))'),
        ("the average of both days", f"max({SEES})"),
        ("nobody tells you which day it is", f"max({BLIND})"),
    ):
        run = run_tree(tree, "expectimax")
        values = true_values(run.tree)
        best = best_child(run.tree, run.choice)
        taken = run.tree.node(1 + int(run.choice.action)).label
        rows.append([told, shown(values[1]), shown(values[2]), taken])
        showing.numbers[told] = {"A": values[1], "B": values[2], "best": taken, "node": best}
        showing.run("tree", tree, "--algorithm", "expectimax")
        showing.lab(tree, "expectimax")
    showing.table(("", "A", "B", "road"), rows)
    showing.say("Averaging over the days (over deals, over worlds) lets you choose at the fork knowing the day.")
    showing.say("The right tree has the choice above chance, since you choose before you know: the same for both days.")
    showing.say("In a game that is regret minimisation's part, which finds one strategy for all that looks alike:")
    showing.say("see 'kibitz lectures bluff'.")
    return showing


def bluff(asked: Asked) -> Showing:
    """Kuhn poker: averaging over deals never bluffs; regret minimisation finds how often to."""
    showing = Showing()
    poker = game("kuhn-poker")
    jack = poker.parse("J:check")
    averaged = analyse(poker, jack, algorithm="deals", interpreted=True)
    mixed = analyse(poker, jack, algorithm="regret", iterations=ITERATIONS, interpreted=True)
    whole = analyse(poker, algorithm="regret", iterations=ITERATIONS, interpreted=True)
    often = {move.move: move.probability or 0.0 for move in mixed.moves}
    showing.say("Kuhn poker: the second player holds the jack, the lowest card, and the first has checked.")
    showing.table(
        ("search", "check", "bet"),
        [
            ["averaging over deals: the value", *(shown(_worth(averaged, move)) for move in ("check", "bet"))],
            ["regret minimisation: how often", *(f"{100 * often[move]:.0f} %" for move in ("check", "bet"))],
        ],
    )
    showing.say("To the first, a bet is called by whoever sees the jack. But nobody sees it: a third of the time, bet.")
    value = whole.value[0] if isinstance(whole.value, tuple) else whole.value
    showing.say(f"The game is worth −{-value:.4f} to the first player: −1/18 = −{1 / 18:.4f}.")
    showing.numbers = {"deals": {m: _worth(averaged, m) for m in ("check", "bet")}, "regret": often, "value": value}
    showing.run("best", "kuhn-poker", "J:check", "--algorithm", "deals")
    showing.run("best", "kuhn-poker", "J:check", "--iterations", str(ITERATIONS))
    showing.run("best", "kuhn-poker", "--iterations", str(ITERATIONS))
    showing.board("kuhn-poker")
    return showing


def _worth(answer: Analysis, move: str) -> float:
    return float(next(report.value for report in answer.moves if report.move == move))


TOPICS = (
    Topic("deals", "averaging over all deals, and over a sample", (4,), deals, ("seed",)),
    Topic("roads", "two roads, and averaging over clairvoyance", (4,), roads),
    Topic("bluff", "what averaging misses: a bluff in Kuhn poker", (4, 5), bluff),
)
