"""What a grading says: the groups with their points, the smallest tree that goes wrong, and what it looks like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any
from urllib.parse import quote

from kibitz.errors import KibitzError
from kibitz.game import CHANCE, MAX
from kibitz.games.tree import TrialGame
from kibitz.lab.grading.calling import DIED, ENDLESS, RAISED, Outcome, arguments, nested, seen_window, shortened
from kibitz.lab.grading.naming import Named
from kibitz.lab.grading.shapes import TITLES, Calling
from kibitz.lab.grading.trial import Trial, best_moves, game_of, pruned_reads, tree_text
from kibitz.lab.grading.verdict import MOVE, NOTHING, ORDERS, expected
from kibitz.lab.tree_search import lab_tree, tree_algorithm
from kibitz.native.override import override

# What a call that is not even an answer looks like.
PLAIN_MISTAKES = {
    ENDLESS: ("endless", "it does not stop: does every call look at a smaller tree, and does every loop move on?"),
    DIED: ("ends-the-process", "it ends the process or takes all memory: does the recursion stop at the leaves?"),
    NOTHING: ("returns-nothing", "it does not return a number: is there a return on every way through the function?"),
    "changed": (
        "tree-changed",
        "it changes the tree that it is given: pop, sort and assignment change the caller's list",
    ),
    "remembers": (
        "remembers",
        "it remembers something from one call to the next: a global or a default that is changed",
    ),
    "reads": ("does-not-prune", "the values are right, but it reads more leaves than alpha-beta"),
}


@dataclass(frozen=True)
class GroupResult:
    """How one group of trials went."""

    name: str
    tried: int
    right: int

    @property
    def is_right(self) -> bool:
        """Was everything right?"""
        return self.right == self.tried


@dataclass(frozen=True)
class Pruning:
    """Leaves read in the trees of the pruning group; `least` and `most` by alpha-beta that cuts ties or does not."""

    reads: int
    least: int
    most: int
    minimax: int

    @override
    def __str__(self) -> str:
        most = "" if self.least == self.most else f" ({self.most:,} if ties are not cut)"
        return f"{self.reads:,} leaves read; alpha-beta reads {self.least:,}{most}, minimax {self.minimax:,}"


@dataclass(frozen=True)
class Disagreement:
    """The smallest trial that goes wrong: what was answered, and what the mistake looks like."""

    trial: Trial | None
    outcome: Outcome
    calling: Calling
    what: str  # value, move, nothing, raised, endless, died, changed, remembers or reads
    named: Named | None
    position: str = ""  # of a real game, where no tree shows it
    right: float | None = None  # the right value there
    trait: str = ""  # what exactly those trees have in common that go wrong

    @property
    def mistake(self) -> str:
        """The name of the mistake that it looks like; "" if it looks like none that is known."""
        if self.named is not None:
            return self.named.mistake.name
        if self.what == RAISED:
            return "endless" if self.outcome.error == "RecursionError" else "raises"
        return PLAIN_MISTAKES.get(self.what, ("", ""))[0]

    @property
    def sentence(self) -> str:
        """What the mistake looks like; "" if it looks like none that is known."""
        if self.named is not None:
            sure = "" if self.named.is_sure else _nearly(self.named)
            return f"{self.named.mistake.sentence}{sure}"
        if self.what == RAISED:
            if self.outcome.error == "RecursionError":
                return PLAIN_MISTAKES[ENDLESS][1]
            return f"it raises {self.outcome.error}: is there a kind of tree it was not written for?"
        return PLAIN_MISTAKES.get(self.what, ("", ""))[1]

    @property
    def tree(self) -> str:
        """The tree in brackets; "" where there is none."""
        return "" if self.trial is None else tree_text(self.trial)

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        return 0 if self.trial is None else self.trial.size

    @property
    def expected(self) -> str:
        """What would be right."""
        if self.trial is None:
            return "" if self.right is None else f"{self.right:.6g}"
        if self.what == "changed":
            return shortened(nested(self.trial.root, self.calling))
        if self.what == "reads":
            return f"at most {pruned_reads(self.trial, ties=False)} leaves read"
        right = expected(self.trial, self.calling)
        if self.what == MOVE:
            return " or ".join(self._pair(right, number) for number in sorted(best_moves(self.trial)))
        alpha, beta = seen_window(self.trial, self.calling)
        if right <= alpha:
            return f"{alpha:.6g} or less (the value is {right:.6g}, outside the window)"
        if right >= beta:
            return f"{beta:.6g} or more (the value is {right:.6g}, outside the window)"
        return f"{right:.6g}"

    def _pair(self, value: float, number: int) -> str:
        """A right answer with this child, written as the function writes its own."""
        assert self.trial is not None
        move = str(number)
        if self.calling.over == "tree" and self.calling.move == "child":
            move = shortened(nested(self.trial.root.children[number], self.calling))
        words = (f"{value:.6g}", move)
        return f"({', '.join(words if self.calling.answer == ORDERS[0] else reversed(words))})"

    def game(self) -> TrialGame:
        """The tree as a game, to call the function on; its guesses and the positions that come again are in it."""
        assert self.trial is not None
        return game_of(self.trial.root)

    @property
    def got(self) -> str:
        """What it was instead."""
        if self.what == "changed":
            return f"{self.outcome.changed} is left of the tree"
        if self.what == "reads":
            return f"{self.outcome.reads} leaves read"
        return self.outcome.text

    def call(self, name: str) -> str:
        """The call in Python."""
        if self.trial is None:
            return f"{name}(game, s)"
        if self.calling.over == "game":
            subject: dict[str, Any] = {"game": _Word("game"), "state": _Word("s")}
        else:
            subject = {"tree": nested(self.trial.root, self.calling)}
        positional, named = arguments(self.trial, self.calling, subject)
        words = [*map(_written, positional), *(f"{key}={_written(value)}" for key, value in named.items())]
        return f"{name.rpartition('.')[2]}({', '.join(words)})"

    @property
    def algorithm(self) -> str:
        """The search of the lab that shows the right steps of this tree."""
        assert self.trial is not None
        tree = lab_tree(self.tree)
        wanted = ["alphabeta"] if self.calling.prunes else ["minimax"]
        if any(spot.player == CHANCE for spot in self.trial.root.walk()):
            wanted = ["expectimax", "expectiminimax"]
        for name in wanted:
            try:
                tree_algorithm(tree, name)
            except KibitzError:
                continue
            return name
        return "auto"

    @property
    def command(self) -> str:
        """The command that prints the right steps; "" where no tree shows the mistake."""
        if self.trial is None:
            return ""
        return f'kibitz tree "{self.tree}" --algorithm {self.algorithm} --steps'

    @property
    def link(self) -> str:
        """The place of the page, behind its address, that shows the tree in the lab; "" where there is no tree."""
        if self.trial is None:
            return ""
        return f"#/lab?tree={quote(self.tree, safe='()')}&algorithm={self.algorithm}"

    def json(self, name: str) -> dict[str, Any]:
        """Everything as JSON."""
        sure = self.named is None or self.named.is_sure
        shown_tree = {"tree": self.tree or None, "nodes": self.nodes, "position": self.position or None}
        limit = None if self.trial is None else self.trial.depth
        return {
            **shown_tree,
            "depth": limit,
            "call": self.call(name),
            "expected": self.expected,
            "got": self.got,
            "what": self.what,
            "mistake": self.mistake or None,
            "sure": sure,
            "sentence": self.sentence or None,
            "where": self.trait or None,
            "command": self.command or None,
            "link": self.link or None,
        }


class _Word:
    """A name in a call that is shown."""

    def __init__(self, word: str) -> None:
        self._word = word

    @override
    def __repr__(self) -> str:
        return self._word


def _written(value: Any) -> str:
    if isinstance(value, float) and not isfinite(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def _nearly(found: Named) -> str:
    return f" (the nearest of the known mistakes: it explains {found.explained} of {found.wrong} wrong answers)"


@dataclass(frozen=True)
class Grade:
    """What a grading found. It is true if everything is right, and prints as a report."""

    name: str
    file: str
    calling: Calling
    groups: list[GroupResult]
    points: float
    disagreement: Disagreement | None
    pruning: Pruning | None = None
    seed: int = 0
    notes: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return self.disagreement is None and all(group.is_right for group in self.groups)

    @property
    def score(self) -> float:
        """The points: every group counts alike, and only if everything in it is right."""
        return round(self.points * sum(group.is_right for group in self.groups) / len(self.groups), 2)

    @property
    def verdict(self) -> str:
        """The result in a few words."""
        if self:
            return "right"
        if self.disagreement is not None and self.disagreement.what == "reads":
            return "right values, but it does not prune as alpha-beta does"
        return "wrong"

    @override
    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        kind = TITLES[self.calling.kind]
        points = f"{self.score:g} of {self.points:g} points"
        yield f"{self.name}: {self.verdict} ({kind}, called as {self.calling.shape}; {points})"
        width = max(len(group.name) for group in self.groups)
        for group in self.groups:
            mark = "ok" if group.is_right else "wrong"
            yield f"  {group.name:<{width}}  {group.right:>3} of {group.tried:<3}  {mark}"
        if self.pruning is not None:
            yield f"  {self.pruning}"
        if self.disagreement is not None:
            yield ""
            yield from self._shown(self.disagreement)

    def _shown(self, found: Disagreement) -> Iterator[str]:
        if found.trial is None:
            yield f"The position that shows it: {found.position}"
        else:
            depth = found.trial.depth
            limit = "" if depth is None else f", cut off at depth {depth} with what evaluate says there"
            mover = "" if found.trial.root.player == MAX or found.calling.over == "tree" else ", MIN to move"
            yield f"The smallest tree that shows it ({found.nodes} nodes{limit}{mover}): {found.tree}"
        yield f"  call      {found.call(self.name)}"
        yield f"  expected  {found.expected}"
        yield f"  got       {found.got}"
        sentence = (
            f"It looks like this: {found.sentence}" if found.sentence else "It looks like no mistake that is known"
        )
        yield sentence if sentence.endswith("?") else f"{sentence}."
        if found.trait:
            yield f"It goes wrong where {found.trait}, and only there."
        if found.command:
            yield f"See the right steps: {found.command}"
            yield f"In the lab (kibitz serve): {found.link}"

    def json(self) -> dict[str, Any]:
        """Everything as JSON."""
        each = self.points / len(self.groups)
        return {
            "function": self.name,
            "file": self.file or None,
            "right": bool(self),
            "verdict": self.verdict,
            "kind": self.calling.kind,
            "shape": self.calling.shape,
            "points": self.score,
            "of": self.points,
            "seed": self.seed,
            "groups": [
                {
                    "name": group.name,
                    "tried": group.tried,
                    "right": group.right,
                    "points": round(each if group.is_right else 0.0, 2),
                    "of": round(each, 2),
                }
                for group in self.groups
            ],
            "disagreement": None if self.disagreement is None else self.disagreement.json(self.name),
            "leaves": None if self.pruning is None else vars(self.pruning),
        }
