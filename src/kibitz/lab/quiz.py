"""Questions about a tree, and exact answers to them: its value, cuts and windows, and what UCB1 selects."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import inf, isclose
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import CHANCE
from kibitz.games.tree import Tree
from kibitz.lab.editing import Edit, edited
from kibitz.lab.random_trees import random_tree
from kibitz.lab.recording import Recorder, Step, finite_or_none, shown
from kibitz.lab.tree_search import Simulated, children, lab_tree, number_at, number_of, recorded
from kibitz.lab.tree_text import canonical
from kibitz.search.algorithm import Algorithm
from kibitz.search.textbook.alphabeta import ALPHABETA, VARIANTS
from kibitz.search.textbook.expectiminimax import EXPECTIMAX, EXPECTIMINIMAX
from kibitz.search.textbook.maxn import MAXN
from kibitz.search.textbook.minimax import MINIMAX
from kibitz.search.textbook.montecarlo import EXPLORATION, MONTECARLO

VALUE, PRUNE, WINDOW, SELECT = "value", "prune", "window", "select"
QUIZ_KINDS = (VALUE, PRUNE, WINDOW, SELECT)
CLEAR = 0.02  # of what is at stake: how much greater than any other the UCB1 that is asked for must be
LOWEST, HIGHEST = -9, 9
MOST_LEAVES = 128  # of a random tree that is asked about
TRIES = 1_000
LONGEST_QUOTE = 60  # characters of an answer
BETWEEN_TRIES = 1_000_003  # from one seed to the next to try, so that neighbouring quizzes share no trees
INFINITE = re.compile(r"([-+−]?)\s*(∞|inf|infinity|oo)", re.IGNORECASE)
NUMBER = re.compile(r"[-+−]?(\d{1,15}/\d{1,15}|\d{1,15}(\.\d{0,15})?|\.\d{1,15})")


@dataclass(frozen=True)
class Question:
    """One question. The same arguments of `question` always give the same one."""

    kind: str
    seed: int
    tree: Tree
    variant: str
    node: str | None = None  # that a `window` is asked for

    @property
    def text(self) -> str:
        """The tree in brackets."""
        return canonical(self.tree.node(0))

    @cached_property
    def algorithm(self) -> Algorithm:
        """The search whose recording shows the answer: alpha-beta in the chosen form, or one that cuts nothing."""
        if self.kind == SELECT:
            return MONTECARLO
        if self.kind != VALUE:
            return VARIANTS[self.variant]
        facts = self.tree.facts
        if facts.players > 1 and not facts.zero_sum:
            return MAXN
        if not facts.chance:
            return MINIMAX
        return EXPECTIMAX if facts.players == 1 else EXPECTIMINIMAX

    @cached_property
    def recorder(self) -> Recorder:
        """Every step of that search."""
        return recorded(self.tree, self.algorithm, simulated=Simulated.of(self.algorithm))[1]

    @property
    def drawing(self) -> str:
        """What is asked about, as SVG: the bare tree, or what the simulations have brought so far."""
        from kibitz.lab.drawing import tree_at, tree_svg  # not every question is drawn

        if self.kind == SELECT:
            return tree_at(self.tree, self.recorder, self.selection.index - 1)
        return tree_svg(self.tree, blank=True)

    @cached_property
    def selection(self) -> Step:
        """The step at the root whose selection is asked for: one where no other child comes close."""
        clear = [step for step in self.recorder.steps if not step.path and self._is_clear(step.scores)]
        if not clear:
            raise BadInput(f"UCB1 has nothing to select at {self.tree.node_name(0)}: expected a node with two children")
        return clear[random.Random(self.seed).randrange(len(clear))]

    def _is_clear(self, scores: tuple[float, ...]) -> bool:
        best = sorted(scores)[-2:]
        return len(best) == 2 and best[1] - best[0] > CLEAR * self._at_stake

    @property
    def _at_stake(self) -> float:
        least, most = self.tree.stakes(0, int(self.tree.mover[0]))
        return float(most) - float(least)

    @property
    def sentence(self) -> str:
        """What is asked."""
        root = self.tree.node_name(0)
        tie = "a tie is cut" if VARIANTS[self.variant].cuts_ties else "a tie is not cut"
        form = f"Alpha-beta ({self.variant}: {tie}) looks at the children of each node from left to right."
        if self.kind == VALUE:
            return f"What is the value of the root, {root}, by {self.algorithm.title.lower()}?"
        if self.kind == SELECT:
            so_far = f"After {self.selection.visits} simulations n is a node's number of visits, and v their mean."
            negative = " MIN's means count negative." if root_is_min(self.tree) else ""
            c = f"c = {shown(EXPLORATION * self._at_stake, digits=3)}"
            return f"{so_far}{negative} With {c}, which child of {root} does UCB1 select next?"
        if self.kind == PRUNE:
            return f"{form} Which branches does it prune? Where a part is cut off, mark only the branch at its top."
        return f"{form} What are α and β at {self.node} {self.at}?"

    @property
    def at(self) -> str:
        """When a window is asked for."""
        return "when it is first entered" if self.kind == WINDOW else ""

    @property
    def edges(self) -> list[str]:
        """The children whose edges can be chosen: all nodes but the root."""
        return [self.tree.node_name(s) for s in range(1, len(self.tree.size))]

    @property
    def answer(self) -> Any:
        """The truth: a value, the children that are cut, the two ends of a window, or the child that is selected."""
        if self.kind == VALUE:
            return self.recorder.steps[-1].value
        if self.kind == PRUNE:
            return list(self.cutting)
        if self.kind == SELECT:
            return self.tree.node_name(int(self.tree.result(0, self.selection.chosen or 0)))
        step = self.entered[self.node or ""]
        return step.alpha, step.beta

    @cached_property
    def entered(self) -> dict[str, Step]:
        """The step at which each node is entered, by its name; nodes that are cut are never entered."""
        return {step.node: step for step in self.recorder.steps if step.event == "enter"}

    @cached_property
    def cutting(self) -> dict[str, Step]:
        """The step that cuts each child that is cut from its parent, by the child's name."""
        steps: dict[str, Step] = {}
        for step in self.recorder.steps:
            parent = number_at(self.tree, step.path)
            for child in step.cut:
                steps[self.tree.node_name(int(self.tree.result(parent, child)))] = step
        return steps

    def json(self) -> dict[str, Any]:
        """The question without its drawing."""
        return {
            "kind": self.kind,
            "seed": self.seed,
            "tree": self.text,
            "variant": self.variant,
            "algorithm": self.algorithm.name,
            "sentence": self.sentence,
            "node": self.node,
            "at": self.at,
            "parts_to_click": [f"edge:{name}" for name in self.edges] if self.kind == PRUNE else [],
        }


@dataclass(frozen=True)
class Grade:
    """What an answer is worth. `step` is where the recording of the question's search shows the first mistake."""

    right: bool
    sentence: str
    expected: Any
    step: int | None = None
    missed: list[str] = field(default_factory=list)  # cuts that were not chosen
    wrong: list[str] = field(default_factory=list)  # branches that were chosen and are not where a cut is
    gone: list[str] = field(default_factory=list)  # below a chosen cut, so gone with it: neither right nor wrong

    def json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return dict(vars(self))


# ------------------------------------------------------------ asking


def question(
    kind: str,
    seed: int,
    tree: str | None = None,
    variant: str = "fail-soft",
    depth: int = 3,
    branching: int = 3,
    node: str | None = None,
) -> Question:
    """A question about a tree, or about a random one: with cuts, and with a window to ask for.

    A random tree is `depth` deep, with 2 to `branching` children at a node, and has cuts at two nodes or more if it is
    at least three deep. `node` is the one whose window is asked for, where the seed is not to choose it.
    """
    if kind not in QUIZ_KINDS:
        raise BadInput(f"unknown kind of question {kind!r}: expected {', '.join(QUIZ_KINDS)}")
    if variant not in VARIANTS:
        raise BadInput(f"unknown form of alpha-beta {variant!r}: expected {', '.join(VARIANTS)}")
    asked_about = _interesting(seed, variant, depth, branching) if tree is None else lab_tree(tree)
    if kind in (PRUNE, WINDOW):
        VARIANTS[variant].needs("alphabeta", asked_about)
    asked = Question(kind, seed, asked_about, variant)
    if kind == SELECT:
        _ = asked.selection  # refused where there is nothing to select
    if kind != WINDOW:
        return asked
    return Question(kind, seed, asked_about, variant, _asked_node(asked, node))


def kinds_about(tree: Tree) -> tuple[str, ...]:
    """The kinds of question that can be asked about a tree."""
    cuts = (PRUNE, WINDOW) if ALPHABETA.fits(tree) else ()
    has_choice = tree.size[0] > 1 and tree.mover[0] != CHANCE and tree.extent[0] < tree.extent[1]
    return (VALUE, *cuts, *((SELECT,) if has_choice else ()))


def root_is_min(tree: Tree) -> bool:
    """Is MIN to move at the root?"""
    return bool(tree.facts.zero_sum and tree.mover[0] == 1)


def _interesting(seed: int, variant: str, depth: int, branching: int) -> Tree:
    """The first of the random trees that follow from a seed in which there is something to ask."""
    if depth < 2 or branching < 2:
        raise BadInput(f"a tree of depth {depth} and branching {branching} has no cuts: expected 2 or more of each")
    if branching**depth > MOST_LEAVES:
        size = f"a tree of depth {depth} and branching {branching} may have {branching**depth:,} leaves"
        raise BadInput(f"{size}: expected at most {MOST_LEAVES} in a quiz; ask for less depth or branching")
    for attempt in range(TRIES):
        tree = random_tree(depth, branching, LOWEST, HIGHEST, seed + attempt * BETWEEN_TRIES)
        asked = Question(PRUNE, seed, tree, variant)
        cuts = sum(step.event == "prune" for step in asked.recorder.steps)
        if cuts >= min(depth - 1, 2) and _windows(asked):
            return tree
    raise BadInput(f"no tree of depth {depth} and branching {branching} was found to ask about: try another seed")


def _windows(asked: Question) -> list[str]:
    """Nodes with a window worth asking for: not the root, and α or β known; inner ones if there are any."""
    known = [name for name, step in asked.entered.items() if step.alpha > -inf or step.beta < inf]
    inner = [name for name in known if asked.tree.size[number_at(asked.tree, asked.entered[name].path)]]
    return inner or known


def _asked_node(asked: Question, node: str | None) -> str:
    """The node whose window is asked for."""
    if node is None:
        choices = _windows(asked) or list(asked.entered)
        return choices[random.Random(asked.seed).randrange(len(choices))]
    name = asked.tree.node_name(number_of(asked.tree, node))
    if name not in asked.entered:
        raise BadInput(f"{name!r} is never entered: alpha-beta cuts it, so it has no α and β; expected another node")
    return name


# ------------------------------------------------------------ grading


def grade(asked: Question, answer: Any) -> Grade:
    """Grade an answer: a number or its text, `{"alpha": …, "beta": …}`, names of children that are cut, or one name.

    Of a pruned subtree only the edge at its top is asked for. An edge chosen deeper inside is gone with it: it does not
    count if the one at the top is chosen too, and is wrong if it is not.
    """
    if asked.kind == VALUE:
        return _grade_value(asked, answer)
    if asked.kind == PRUNE:
        return _grade_prune(asked, answer)
    if asked.kind == SELECT:
        return _grade_select(asked, answer)
    return _grade_window(asked, answer)


def _grade_value(asked: Question, answer: Any) -> Grade:
    truth = asked.answer
    given = read_value(answer, len(truth) if isinstance(truth, tuple) else 1)
    expected = finite_or_none(truth)
    if _same(given, truth):
        return Grade(True, f"Right: {asked.tree.node_name(0)} is worth {shown(truth)}.", expected)
    last = asked.recorder.steps[-1].index
    shows = next((s for s in asked.recorder.steps if not s.path and s.event == "update" and s.value == truth), None)
    why = f" {shows.sentence}" if shows else ""
    sentence = f"{asked.tree.node_name(0)} is worth {shown(truth)}, not {shown(given)}.{why}"
    return Grade(False, sentence + _mix_up(asked, given), expected, shows.index if shows else last)


def _mix_up(asked: Question, given: Any) -> str:
    """What an answer would be right for."""
    if asked.algorithm is not MINIMAX:
        return ""
    swapped = lab_tree(edited(asked.text, Edit("kind")))
    worth = recorded(swapped, MINIMAX)[0].value
    return f" {shown(given)} is what it would be with MAX and MIN swapped." if _same(given, worth) else ""


def _grade_select(asked: Question, answer: Any) -> Grade:
    names = [asked.tree.node_name(child) for child in children(asked.tree, 0)]
    given = str(answer).strip()
    if given not in names:
        raise BadInput(
            f"{_quoted(answer)} is not a child of {asked.tree.node_name(0)}: expected one of {_listed(names)}"
        )
    step, truth = asked.selection, asked.answer
    why = step.sentence.partition("UCB1")[2]
    if given == truth:
        return Grade(True, f"Right: UCB1{why}", truth)
    return Grade(False, f"{truth} is selected, not {given}: UCB1{why}", truth, step.index)


def _grade_window(asked: Question, answer: Any) -> Grade:
    if not isinstance(answer, dict) or set(answer) != {"alpha", "beta"}:
        raise BadInput(f"{_quoted(answer)} is not a window: expected alpha and beta, such as 3 and ∞")
    step = asked.entered[asked.node or ""]
    truths = {"α": step.alpha, "β": step.beta}
    given = {"α": _read_number(answer["alpha"]), "β": _read_number(answer["beta"])}
    expected = {"alpha": finite_or_none(step.alpha), "beta": finite_or_none(step.beta)}
    mistakes = [name for name in truths if not _same(given[name], truths[name])]
    window = f"α = {shown(step.alpha)} and β = {shown(step.beta)} at {asked.node}"
    if not mistakes:
        return Grade(True, f"Right: {window}.", expected)
    name = mistakes[0]
    sentence = f"{window}: {name} is not {shown(given[name])}. {_origin(asked, name, step)}"
    return Grade(False, sentence, expected, step.index)


def _origin(asked: Question, name: str, entered: Step) -> str:
    """Where the end of a window comes from: the last node above that moved it."""
    bound = entered.alpha if name == "α" else entered.beta
    if abs(bound) == inf:
        who = "MAX" if name == "α" else "MIN"
        return f"No {who} node above {asked.node} has a child behind it yet, so {name} is still {shown(bound)}."
    above = [step for step in asked.recorder.steps[: entered.index] if entered.path[: len(step.path)] == step.path]
    moved = [s for s in above if s.event == "update" and (s.alpha if name == "α" else s.beta) == bound]
    return f"It comes from above: {moved[0].sentence}"


def _grade_prune(asked: Question, answer: Any) -> Grade:
    chosen = _read_names(asked, answer)
    truth = asked.answer
    tops = _tops(asked.tree, set(truth))
    missed = [name for name in truth if name not in chosen]
    extra = [name for name in asked.edges if name in chosen and name not in truth]
    gone = [name for name in extra if tops.get(name) in chosen]
    wrong = [name for name in extra if name not in gone]
    if not missed and not wrong:
        how_many = "nothing is cut" if not truth else f"{_listed(truth)} {'is' if len(truth) == 1 else 'are'} cut"
        also = "".join(f" {name} is gone with {tops[name]} already." for name in gone[:1])
        return Grade(True, f"Right: {how_many}.{also}", truth, gone=gone)
    mistakes = [_missed(asked, name) for name in missed] + [_wrong(asked, name, tops.get(name)) for name in wrong]
    step, sentence = min(mistakes, key=lambda mistake: mistake[0])
    return Grade(False, sentence, truth, step, missed, wrong, gone)


def _missed(asked: Question, name: str) -> tuple[int, str]:
    step = asked.cutting[name]
    return step.index, f"{name} is cut, and you missed it. {step.sentence}"


def _wrong(asked: Question, name: str, top: str | None) -> tuple[int, str]:
    if top is not None:
        step = asked.cutting[top]
        return step.index, f"{name} is gone, but the cut is above it, at {top}. {step.sentence}"
    entered = asked.entered[name]
    is_leaf = not asked.tree.size[number_at(asked.tree, entered.path)]
    step = asked.recorder.steps[entered.index + 1] if is_leaf else entered
    window = f"α = {shown(entered.alpha)} and β = {shown(entered.beta)}"
    return step.index, f"{name} is not cut: alpha-beta comes to it, with {window}. {step.sentence}"


def _tops(tree: Tree, cut: set[str]) -> dict[str, str]:
    """For every node below a cut edge, the child at its top."""
    tops: dict[str, str] = {}
    for s in range(len(tree.size)):
        name = tree.node_name(s)
        for child in children(tree, s):
            below = tree.node_name(child)
            if name in tops or name in cut:
                tops[below] = tops.get(name, name)
    return tops


# ------------------------------------------------------------ reading answers


def _read_names(asked: Question, answer: Any) -> set[str]:
    if not isinstance(answer, list) or not all(isinstance(name, str) for name in answer):
        raise BadInput(f"{_quoted(answer)} is not a choice of branches: expected a list of the names of children")
    edges = set(asked.edges)
    for name in answer:
        if name not in edges and number_of(asked.tree, name) == 0:
            raise BadInput(f"{name!r} is the root: there is no branch above it to cut")
    return set(answer)


def read_value(answer: Any, width: int) -> Any:
    """A value as a person types it: a number, or a tuple of `width` numbers where there are more than one."""
    if width == 1:
        return _read_number(answer)
    parts = answer if isinstance(answer, list) else re.split(r"[\s,]+", str(answer).strip().strip("<>()").strip())
    if len(parts) != width:
        raise BadInput(
            f"{_quoted(answer)} is not a vector of {width}: expected one number for each player, such as <1,2,6>"
        )
    return tuple(_read_number(part) for part in parts)


def _read_number(answer: Any) -> float:
    """A number as a person types it: 3, −0.5, 1/2, ∞, -inf."""
    if isinstance(answer, (int, float)) and not isinstance(answer, bool) and answer == answer:
        return float(answer) if abs(answer) < 1e300 else inf if answer > 0 else -inf
    text = answer.strip() if isinstance(answer, str) else ""
    if match := INFINITE.fullmatch(text):
        return -inf if match[1] in ("-", "−") else inf
    plain = text.replace("−", "-")
    if NUMBER.fullmatch(text) and not re.search(r"/0+$", plain):
        return float(Fraction(plain))
    raise BadInput(f"{_quoted(answer)} is not a number: expected one such as 3, -0.5, 1/2 or ∞")


def _same(given: Any, truth: Any) -> bool:
    """Are these equal, or alike in the six digits that are shown?"""
    if isinstance(truth, tuple):
        return all(_same(*pair) for pair in zip(given, truth, strict=True))
    return given == truth or shown(given) == shown(truth) or isclose(given, truth, rel_tol=1e-9, abs_tol=1e-9)


def _quoted(answer: Any) -> str:
    """An answer as it was given, shortened."""
    text = repr(answer)
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
