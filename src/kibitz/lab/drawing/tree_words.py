"""What is said of a drawn tree: the sentence below it, and the title that a screen reader says."""

from __future__ import annotations

import re

from kibitz.draw.svg import wrapped
from kibitz.games.tree import Tree, judged
from kibitz.lab.drawing.facts import facts_at
from kibitz.lab.drawing.progress import PlacedStep, Progress
from kibitz.lab.drawing.tree_style import CAPTION, MARGIN, MOST_NAMED
from kibitz.lab.recording import Recorder, Step, shown


class TreeWords:
    """The words of one tree being drawn; `Drawing` fills in what they are about."""

    tree: Tree
    recording: Recorder | None
    steps: list[PlacedStep]
    step: PlacedStep | None
    so_far: Progress
    kinds: list[str]
    count: int
    width: float
    blank: bool
    has_window: bool
    simulates: bool

    def _caption(self) -> tuple[list[str], int]:
        """The sentence of the step in lines, and how many lines the longest of the recording takes."""
        if self.step is None or self.blank:
            return [], 0
        longest = max(len(self._lines(step)) for _, step in self.steps)
        return self._lines(self.step[1]), longest

    def _lines(self, step: Step) -> list[str]:
        """The sentence of a step, in lines that do not break within "v ≥ β?"."""
        tied = re.sub(r" ([=≥≤<>·+]) ", "\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", self._sentence(step))
        lines = wrapped(tied, self.width - 2 * MARGIN, CAPTION)
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]

    def _sentence(self, step: Step) -> str:
        return f"{step.index + 1}/{len(self.steps)}: {step.sentence}"

    def _counted(self) -> str:
        return f"A game tree of {self.count} nodes, {self.kinds.count('leaf')} of them leaves."

    def _described(self, s: int) -> str:
        """What a node is, what it was given, and what is known of it."""
        kind, name = self.kinds[s], self.tree.node_name(s)
        known = self.so_far.known.get(s)
        if kind == "leaf" and not (self.simulates and known):
            return "cut" if self._is_stub(s) else f"{name}: leaf {self._leaf_value(s)}"
        who = f"player {int(self.tree.mover[s]) + 1}" if kind == "player" else kind.upper()
        node = self.tree.node(s)
        given = f", evaluation {_value_text(node.guess)}" if node.guess else ""
        given += ", noisy" if node.is_noisy else ""
        given += ", at the depth limit" if s in self.so_far.horizon and not self.blank else ""
        facts = facts_at(known, self.has_window) if known and not self.blank else []
        return f"{name}: {who}{given}" + "".join(f", {fact} = {value}" for fact, value in facts)

    @property
    def _stops_early(self) -> bool:
        """Are there evaluations, or is the search stopped before the leaves?"""
        told = self.recording
        return self.tree.has_evaluate or bool(self.tree.noise.any() or (told and (told.evaluations or told.dropped)))

    def _guess(self, s: int) -> str:
        """The evaluation that a node is given, and whether it is noisy, as it is written in brackets: ~4?"""
        return judged(self.tree.node(s), _value_text)

    def _is_stub(self, s: int) -> bool:
        raise NotImplementedError

    def _leaf_value(self, s: int) -> str:
        raise NotImplementedError

    def _title(self) -> str:
        title = self._counted()
        if self.recording is None or self.blank:
            return title
        root = self.so_far.known[self.so_far.root]
        name = self.tree.node_name(self.so_far.root)
        if self.so_far.left:
            has = f"a mean of {shown(root.value, digits=3)} over {root.visits} visits" if root.visits else ""
            worth = f"has {has}" if has else f"is worth {shown(root.value)}"
            title += f" {self.recording.algorithm.title}: {name} {worth}."
            if self.so_far.best is not None:
                title += f" Best is {self.tree.node_name(self.so_far.best)}."
        if self.step is not None:
            title += f" Step {self._sentence(self.step[1])}"
        return title + (self._cut_in_words() if self.has_window else "")

    def _cut_in_words(self) -> str:
        names = [self.tree.node_name(s) for s in sorted(self.so_far.severed)]
        if not names:
            return " Nothing is cut."
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        return f" Cut: {', '.join(names[:MOST_NAMED])}{more}."


def _value_text(values: tuple[float, ...]) -> str:
    return shown(values if len(values) > 1 else values[0])
