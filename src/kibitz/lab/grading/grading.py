"""Grading a search: try it, shrink the first disagreement, name what it looks like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput
from kibitz.game import Game
from kibitz.games import game as make_game
from kibitz.lab.grading.calling import ENDLESS, RAISED, SKIPPED, Outcome
from kibitz.lab.grading.child import Child, Source
from kibitz.lab.grading.naming import Answered, Named, named
from kibitz.lab.grading.on_game import positions_group
from kibitz.lab.grading.report import Disagreement, Grade, GroupResult, Pruning
from kibitz.lab.grading.settings import BUDGET, POINTS, SECONDS, TREES, Settings
from kibitz.lab.grading.shapes import EXPECTIMAX, KINDS, NEGAMAX, Calling, callings
from kibitz.lab.grading.shrinking import shrunk
from kibitz.lab.grading.source_hints import likeliest
from kibitz.lab.grading.traits import telling
from kibitz.lab.grading.trial import FULL, Trial, leaves, pruned_reads
from kibitz.lab.grading.trial_trees import SWEPT, Group, groups, plain_means, prunable, swept
from kibitz.lab.grading.verdict import MOVE, VALUE, fault, fitness, move_of, read_answers, sign, value_of

MORE = 1_000_003  # added to the seed for further trials
STARTS = 4  # trials that shrinking begins with, at most
PROBES = 24  # trials that decide how the function is called


def grade(
    search: Callable[..., Any] | str,
    *,
    game: Game | str | None = None,
    kind: str | None = None,
    seed: int = 0,
    trees: int = TREES,
    seconds: float = SECONDS,
    points: float = POINTS,
    budget: float = BUDGET,
    alternating: bool = False,
) -> Grade:
    """Is this search right? It is tried on random trees and games, and the first mistake shrunk to the smallest tree.

    `search` is a function, or `"file.py:function"`. It runs in a process of its own, with at most `seconds` of
    processor time a call. `game`: a game whose positions it is tried on as well. `kind` is one of minimax, alphabeta,
    expectimax, negamax, cutoff, table; without it, it is guessed. `budget`: how many times the leaves of real
    alpha-beta an alpha-beta may read. `alternating`: only games in which players take turns. The answer is true if
    all is right, and prints as a report.
    """
    if kind is not None and kind not in KINDS:
        raise BadInput(f"unknown kind of search {kind!r}; expected one of {', '.join(KINDS)}")
    settings = Settings(kind, seed, trees, seconds, points, budget, alternating)
    played = make_game(game) if isinstance(game, str) else game
    with Child(_source(search), seconds, played) as child:
        return _Grading(child, settings, played, _file(search)).grade()


def _source(search: Callable[..., Any] | str) -> Source:
    if not isinstance(search, str):
        if not callable(search):
            raise BadInput(f"expected a function or 'file.py:function', got {search!r}")
        return Source(search)
    path, colon, name = search.rpartition(":")
    if not colon or path.endswith(":"):
        path, name = search, ""
    if not path.endswith(".py"):
        raise BadInput(f"expected FILE.py:function, got {search!r}")
    if not Path(path).is_file():
        raise BadInput(f"there is no file {path!r}")
    return Source(None, str(Path(path).resolve()), name)


def _file(search: Callable[..., Any] | str) -> str:
    return search.rpartition(":")[0] or search if isinstance(search, str) else ""


class _Grading:
    """One grading, step by step."""

    def __init__(self, child: Child, settings: Settings, game: Game | None, file: str) -> None:
        self._child = child
        self._settings = settings
        self._game = game
        self._file = file
        self._calling = Calling()

    def grade(self) -> Grade:
        """Try it on every group of trials; the first that goes wrong is shrunk and named."""
        self._calling = self._settled()
        results: list[GroupResult] = []
        answers: list[tuple[Trial, Outcome]] = []
        stuck = False
        for group in self._groups():
            outcomes = [Outcome(SKIPPED)] * len(group.trials) if stuck else self._ask(group.trials)
            stuck = stuck or any(each.status == SKIPPED for each in outcomes)
            faults = [fault(trial, each, self._calling) for trial, each in zip(group.trials, outcomes, strict=True)]
            results.append(GroupResult(group.name, len(faults), faults.count("")))
            answers += zip(group.trials, outcomes, strict=True)
        disagreement = self._disagreement(answers)
        if self._game is not None and disagreement is None:
            result, disagreement = positions_group(self._child, self._game, self._calling, self._settings.seed)
            results.append(result)
            if disagreement is not None and disagreement.trial is not None:
                disagreement = self._explained(disagreement.trial, answers) or disagreement
        if self._calling.over == "tree":
            kept = [not outcome.changed for _, outcome in answers]
            results.append(GroupResult("the tree is left as it was", len(kept), sum(kept)))
            disagreement = disagreement or self._changed(answers)
        pruning = None
        if self._calling.prunes and disagreement is None and self._settings.budget:
            pruning, disagreement = self._pruning()
            results.append(GroupResult("prunes as alpha-beta does", 1, int(disagreement is None)))
        return Grade(
            name=self._child.name,
            file=self._file,
            calling=self._calling,
            groups=results,
            points=self._settings.points,
            disagreement=disagreement,
            pruning=pruning,
            seed=self._settings.seed,
        )

    # ------------------------------------------------------------ how it is called

    def _settled(self) -> Calling:
        """The way to call the function in which most of a few trials come out right."""
        child, settings = self._child, self._settings
        ways = callings(child.name, child.parameters, settings.kind, self._game is not None)
        best: tuple[tuple[int, int], Calling] | None = None
        for way in ways:
            probes = [trial for group in groups(way, settings.seed, PROBES)[:4] for trial in group.trials]
            probes += [
                trial for group in groups(way, settings.seed, PROBES) for trial in group.trials if "MIN" in group.name
            ]
            probes = self._fitted(probes, way)
            outcomes = child.ask(probes, way)
            read = read_answers(probes, outcomes, way)
            score = fitness(probes, outcomes, read)
            if best is None or (score > best[0] and (way.kind != NEGAMAX or score[0] == len(probes))):
                best = score, read
            if score[0] == len(probes) or any(each.status == ENDLESS for each in outcomes):
                break
        assert best is not None
        return best[1]

    def _fitted(self, trials: Sequence[Trial], calling: Calling) -> list[Trial]:
        """The trials as the function can be asked them."""
        if calling.kind == EXPECTIMAX and calling.over == "tree" and calling.chance == "plain":
            return [replace(trial, root=plain_means(trial.root)) for trial in trials]
        return list(trials)

    def _groups(self, further: int = 0) -> list[Group]:
        """The trials; `further` gives others."""
        made = groups(self._calling, self._settings.seed + further, self._settings.trees)
        if self._settings.alternating:
            made = [group for group in made if "alternate" not in group.name]
        return [Group(group.name, self._fitted(group.trials, self._calling)) for group in made]

    def _ask(self, trials: Sequence[Trial], **more: Any) -> list[Outcome]:
        return self._child.ask(trials, self._calling, **more)

    # ------------------------------------------------------------ what goes wrong

    def _disagreement(self, answers: list[tuple[Trial, Outcome]]) -> Disagreement | None:
        """The smallest trial that goes wrong, and what the mistake looks like; None if all is right."""
        wrong = [(trial, out) for trial, out in answers if fault(trial, out, self._calling) not in ("", SKIPPED)]
        if not wrong:
            return None
        wrong.sort(key=lambda each: (each[0].window != FULL, each[0].size))
        found = self._explained(wrong[0][0], answers)
        for trial, _ in wrong[1:STARTS]:
            if found is None or found.nodes <= SWEPT:
                break  # as small as it gets, as a rule; otherwise another start may lead to a smaller tree
            other = self._explained(trial, answers)
            found = other if other is not None and other.nodes < found.nodes else found
        return found

    def _explained(self, trial: Trial, answers: list[tuple[Trial, Outcome]]) -> Disagreement | None:
        outcome = self._ask([trial])[0]
        what = fault(trial, outcome, self._calling)
        if not what:
            return Disagreement(trial, outcome, self._calling, "remembers", None) if answers else None
        seconds = self._settings.seconds / 10 if what == ENDLESS else None

        def fails(smaller: Trial) -> bool:
            said = self._ask([smaller], seconds=seconds)[0]
            return fault(smaller, said, self._calling) == what and (what != RAISED or said.error == outcome.error)

        calls = 12 if what == ENDLESS else 1_500
        smallest = shrunk(trial, fails, alternates=self._calling.over == "tree", calls=calls)
        smallest = self._swept(smallest, fails, what)
        said = self._ask([smallest], seconds=seconds)[0]
        if what == VALUE:
            self._child.stop()  # in a process that has not been asked anything, is it still wrong?
            if not fault(smallest, self._ask([smallest])[0], self._calling):
                return Disagreement(smallest, said, self._calling, "remembers", None)
        found = self._named(answers, what)
        wrong = [(trial, bool(fault(trial, out, self._calling))) for trial, out in answers if out.status != SKIPPED]
        trait = "" if found is not None else telling(wrong)
        return Disagreement(smallest, said, self._calling, what, found, trait=trait)

    def _swept(self, trial: Trial, fails: Callable[[Trial], bool], what: str) -> Trial:
        """A smaller trial that goes wrong, if all shapes up to 7 nodes have one."""
        if what == ENDLESS:
            return trial
        for trials in swept(self._calling, trial, self._settings.seed, trial.size):
            trials = self._fitted(trials, self._calling)
            for smaller, outcome in zip(trials, self._ask(trials), strict=True):
                if fault(smaller, outcome, self._calling) == what and fails(smaller):
                    return shrunk(smaller, fails, alternates=self._calling.over == "tree")
        return trial

    def _named(self, answers: list[tuple[Trial, Outcome]], what: str) -> Named | None:
        """The mistake whose model answers what the function answered; more trials are run if several do."""
        if what not in (VALUE, MOVE):
            return None
        found = self._candidates(answers)
        if len(found) > 1:
            more = [trial for group in self._groups(MORE) for trial in group.trials]
            names = {each.mistake.name for each in found}
            answers = [*answers, *zip(more, self._ask(more), strict=True)]
            for windows in (False, True):
                agreed = self._candidates(answers, windows=windows)
                found = [each for each in agreed if each.is_sure and each.mistake.name in names] or found
        return likeliest(found, self._child.source)

    def _candidates(self, answers: list[tuple[Trial, Outcome]], *, windows: bool = False) -> list[Named]:
        """The mistakes that explain the answers; those to calls with a window only if nothing else is wrong."""
        about = [(trial, out) for trial, out in answers if windows or trial.window == FULL]
        if all(not fault(trial, out, self._calling) for trial, out in about):
            about = answers
        faults = {fault(trial, out, self._calling) for trial, out in about}
        answered = [self._answered(trial, out) for trial, out in about]
        answered = [each for each in answered if each.value is not None]
        return named(answered, self._calling, "value" if VALUE in faults else "move")

    def _answered(self, trial: Trial, outcome: Outcome) -> Answered:
        value = value_of(outcome, self._calling)
        if value is not None:
            value *= sign(trial, self._calling)
        is_right = not fault(trial, outcome, self._calling)
        return Answered(trial, value, move_of(outcome, self._calling), outcome.reads, is_right)

    def _changed(self, answers: list[tuple[Trial, Outcome]]) -> Disagreement | None:
        """The smallest tree that the function changes, although its answers are right."""
        changed = [trial for trial, outcome in answers if outcome.changed]
        if not changed:
            return None

        def fails(trial: Trial) -> bool:
            return bool(self._ask([trial])[0].changed)

        smallest = shrunk(min(changed, key=lambda trial: trial.size), fails, alternates=True)
        return Disagreement(smallest, self._ask([smallest])[0], self._calling, "changed", None)

    # ------------------------------------------------------------ how much it cuts

    def _is_counted(self, trial: Trial, outcome: Outcome) -> bool:
        return outcome.reads is not None and not fault(trial, outcome, self._calling)

    def _pruning(self) -> tuple[Pruning | None, Disagreement | None]:
        """How many leaves it reads against real alpha-beta; the smallest tree in which it reads too many."""
        trials = prunable(self._calling, self._settings.seed)
        for counting in ("reads", "calls"):
            outcomes = self._ask(trials, counting=counting)
            if all(self._is_counted(trial, outcome) for trial, outcome in zip(trials, outcomes, strict=True)):
                break
        else:
            return None, None  # it takes no list that counts, nor does it call itself on leaves: nothing is known
        most = sum(pruned_reads(trial, ties=False) for trial in trials)
        counted = Pruning(
            reads=sum(outcome.reads or 0 for outcome in outcomes),
            least=sum(pruned_reads(trial, ties=True) for trial in trials),
            most=most,
            minimax=sum(leaves(trial) for trial in trials),
        )
        if counted.reads <= self._settings.budget * most:
            return counted, None

        def fails(trial: Trial) -> bool:
            said = self._ask([trial], counting=counting)[0]
            return not fault(trial, said, self._calling) and (said.reads or 0) > pruned_reads(trial, ties=False)

        worst = [trial for trial in trials if fails(trial)]
        smallest = min(worst, key=lambda trial: trial.size) if worst else trials[0]
        smallest = shrunk(smallest, fails, alternates=self._calling.over == "tree")
        answered = [self._answered(trial, outcome) for trial, outcome in zip(trials, outcomes, strict=True)]
        wrong = [each._replace(is_right=(each.reads or 0) <= pruned_reads(each.trial, ties=False)) for each in answered]
        looks_like = likeliest(named(wrong, self._calling, "reads"), self._child.source)
        said = self._ask([smallest], counting=counting)[0]
        return counted, Disagreement(smallest, said, self._calling, "reads", looks_like)
