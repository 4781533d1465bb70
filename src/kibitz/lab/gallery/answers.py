"""The answers to the questions of the gallery, each computed from a run of the exhibit's own search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from kibitz.errors import BadInput
from kibitz.lab.gallery import GALLERY, Exhibit
from kibitz.lab.ranges import range_changes, ranges_in_words
from kibitz.lab.recording import shown
from kibitz.lab.tree_search import LabRun, best_child, cut_children, number_of, run_tree, true_values
from kibitz.lab.tree_worth import best_line


def exhibit_named(name: str) -> Exhibit:
    """The tree of the gallery with that name; `BadInput` if there is none."""
    found = next((exhibit for exhibit in GALLERY if exhibit.name == name), None)
    if found is None:
        raise BadInput(f"the gallery has no tree {name!r}: expected one of {', '.join(each.name for each in GALLERY)}")
    return found


@cache
def answer(name: str) -> str:
    """The answer to an exhibit's question, in sentences, as its search finds it."""
    exhibit = exhibit_named(name)
    run = run_tree(exhibit.tree, exhibit.algorithm, exhibit.variant, exhibit.bounds, exhibit.cutoff)
    return " ".join(ANSWERS[kind](run) for kind in exhibit.asks)


def _value(run: LabRun) -> str:
    return f"The root is worth {shown(run.choice.value)}."


def _move(run: LabRun) -> str:
    """The move at the root, and the line that follows it where the moves have names."""
    line = [run.tree.node(s).label for s in best_line(run.tree)[1:]]
    best = best_child(run.tree, run.choice)
    replies = f" ({', then '.join(line)})" if line and all(line) else ""
    return f"The move is to {best}{replies}."


def _cut(run: LabRun) -> str:
    """The branches that are cut: by the moves on them, or by the nodes they lead to."""
    names = [_branch(run, name) for name in cut_children(run.tree, run.recorder)]
    return f"Cut: {', '.join(names)}." if names else "Nothing is cut."


def _branch(run: LabRun, name: str) -> str:
    s = number_of(run.tree, name)
    return run.tree.node(s).label or f"{name}{'' if run.tree.size[s] else f' (the leaf {_leaf(run, s)})'}"


def _leaf(run: LabRun, s: int) -> str:
    return shown(run.tree.node(s).values[0])


def _leaves(run: LabRun) -> str:
    return f"{run.counts.visited} of {run.counts.leaves} leaves are visited."


def _looked(run: LabRun) -> str:
    """What all rounds of deepening look at, beside alpha-beta to the last depth alone."""
    rounds = run.recorder.rounds
    looked, last = sum(one.looked for one in rounds), rounds[-1]
    return (
        f"All rounds look at {looked} leaves and evaluations, alpha-beta to depth {last.depth} alone at {last.plain}."
    )


def _fewest(run: LabRun) -> str:
    return f"No order needs fewer than {run.counts.fewest} of {run.counts.leaves} leaves."


def _nodes(run: LabRun) -> str:
    """The true value of every node with children but the root."""
    values = true_values(run.tree)
    inner = [s for s in range(1, len(run.tree.size)) if run.tree.size[s]]
    return _listed(f"{run.tree.node_name(s)} = {shown(values[s])}" for s in inner)


def _left_with(run: LabRun) -> str:
    """What this search leaves every node with, which may be a bound."""
    inner = {run.tree.node_name(s) for s in range(len(run.tree.size)) if run.tree.size[s]}
    at = {step.node: step.value for step in run.recorder.steps if step.event == "leave" and step.node in inner}
    return f"The nodes are left with {_listed(f'{name} = {shown(at[name])}' for name in sorted(at))}"


def _windows(run: LabRun) -> str:
    """α and β of each node that cuts, at that moment."""
    cuts = [step for step in run.recorder.steps if step.event == "prune"]
    return "At the cuts: " + _listed(
        f"{step.node} has α = {shown(step.alpha)}, β = {shown(step.beta)} and v = {shown(step.value)}" for step in cuts
    )


def _ranges(run: LabRun) -> str:
    """The ranges after each leaf that narrows one."""
    pairs = zip(run.recorder.steps, range_changes(run.tree, run.recorder), strict=True)
    seen = [(step, changed) for step, changed in pairs if step.event == "leaf" and changed]
    return _listed(f"after {shown(step.value)} {ranges_in_words(run.tree, changed)}" for step, changed in seen)


def _visits(run: LabRun) -> str:
    """The visits and the mean of the root's children, in their order."""
    rows = {step.path: step for step in run.recorder.steps if step.event == "backup" and len(step.path) == 1}
    last = [rows[path] for path in sorted(rows)]
    told = [f"{step.node} has {step.visits} (mean {shown(step.value, digits=3)})" for step in last]
    return f"Of {run.recorder.steps[-1].simulation} visits {_listed(told)}"


def _listed(parts: Iterable[str]) -> str:
    return f"{'; '.join(parts)}."


ANSWERS: dict[str, Callable[[LabRun], str]] = {
    "value": _value,
    "move": _move,
    "cut": _cut,
    "leaves": _leaves,
    "looked": _looked,
    "fewest": _fewest,
    "nodes": _nodes,
    "left-with": _left_with,
    "windows": _windows,
    "ranges": _ranges,
    "visits": _visits,
}
