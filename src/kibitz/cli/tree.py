"""`kibitz tree`: run a textbook search on a tree in brackets."""

from __future__ import annotations

import sys
from typing import Any

from kibitz.cli import arguments, tree_predict, values
from kibitz.cli.chosen import modelled
from kibitz.cli.terminal import DONE, print_json
from kibitz.cli.tree_depths import depths_json, print_cutoff, print_depths
from kibitz.errors import BadInput
from kibitz.game import MAX
from kibitz.games.tree import Tree
from kibitz.lab.cutoff import Cutoff, DepthRow, by_depth
from kibitz.lab.modelled_tree import tree_against
from kibitz.lab.ranges import range_changes, ranges_in_words, refuse_no_ranges
from kibitz.lab.recording import Recorder, shown
from kibitz.lab.tree_search import (
    LabRun,
    Simulated,
    best_child,
    bounded_tree,
    bounds_text,
    recorded,
    tree_algorithm,
    tree_value,
)
from kibitz.saving import refuse_unwritable, write_text
from kibitz.search import ALGORITHMS
from kibitz.search.algorithm import Algorithm
from kibitz.search.textbook.alphabeta import VARIANTS


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "tree", run, "run a textbook search on a tree in brackets")
    parser.add_argument("tree", metavar="TREE", help="((3 12 8) (2 4 6) (14 5 2)); - reads it from standard input")
    parser.add_argument("--algorithm", default="auto", metavar="NAME", help=f"auto, {', '.join(ALGORITHMS)}")
    parser.add_argument("--variant", default="fail-soft", choices=list(VARIANTS), help="the form of alpha-beta")
    arguments.opponent(parser)
    parser.add_argument("--outcomes", type=values.part, metavar="P", help="only the likeliest outcomes, of share P")
    parser.add_argument("--depth", type=values.whole, metavar="N", help="depth limit in plies")
    parser.add_argument("--depths", action="store_true", help="how the answer changes with the depth limit")
    parser.add_argument("--quiescence", action="store_true", help="at the depth limit, look through noisy nodes")
    parser.add_argument("--beam", type=values.whole, metavar="N", help="look only at the N most promising children")
    parser.add_argument("--techniques", metavar="WORDS", help='deepening: "no-table no-best-first no-killers"')
    parser.add_argument(
        "--bounds", type=values.bounds, metavar="LOW,HIGH", help="star1, star2: bounds on all values (--bounds=-2,2)"
    )
    parser.add_argument("--simulations", type=values.whole, metavar="N", help="montecarlo: how many to run (50)")
    parser.add_argument("--exploration", type=float, metavar="C", help="montecarlo: the c of UCB1 (1.414)")
    parser.add_argument("--seed", type=int, metavar="N", help="montecarlo: seed of the random games (0)")
    parser.add_argument("--steps", action="store_true", help="explain every step")
    parser.add_argument("--ranges", action="store_true", help="with the range that each node's value may still lie in")
    parser.add_argument("--svg", metavar="FILE", help="draw the searched tree to a file")
    parser.add_argument("--html", metavar="FILE", help="write every step to one web page that needs no server")
    parser.add_argument("--step", type=values.whole, metavar="N", help="draw the tree after step N")
    tree_predict.declare(parser)
    arguments.output(parser)


def run(options: Any) -> int:
    """Search the tree; print the value, the best move, what was visited and what was pruned."""
    for file in filter(None, (options.svg, options.html, options.csv)):
        refuse_unwritable(file)
    tree_predict.refuse_alone(options)
    drawn = Tree(sys.stdin.read() if options.tree == "-" else options.tree)
    if options.opponent is not None or options.opponent_depth is not None:
        drawn = tree_against(drawn, modelled(options, drawn, MAX))
    cutoff = _cutoff(options)
    algorithm = cutoff.form(tree_algorithm(drawn, options.algorithm, options.variant, options.outcomes))
    drawn = bounded_tree(drawn, algorithm, options.bounds)
    simulated = Simulated.of(algorithm, options.simulations, options.exploration, options.seed)
    choice, recorder = recorded(drawn, algorithm, cutoff.depth, simulated)
    run = LabRun(drawn, algorithm, choice, recorder, simulated, cutoff, options.ranges)
    if options.predict is not None:
        return tree_predict.ask(options, run)
    _refuse_step(options, len(recorder.steps))
    _refuse_ranges(options, drawn, algorithm)
    drawing = ""
    if options.svg:
        from kibitz.lab.drawing import ranged_svg, tree_svg

        drawing = (ranged_svg if options.ranges else tree_svg)(drawn, recorder, options.step)
    _print_tree(options, run)
    if options.html:
        from kibitz.lab.export import tree_page

        write_text(options.html, tree_page(run, options.step))
    if options.svg:
        write_text(options.svg, drawing)  # after the answer, which is printed even if the file cannot be written
    return DONE


def _refuse_step(options: Any, count: int) -> None:
    """Refuse a step that cannot be drawn."""
    if options.step is None:
        return
    if not options.svg and not options.html:
        raise BadInput(f"--step {options.step} is for a drawing: expected --svg FILE or --html FILE with it")
    if options.step >= count:
        raise BadInput(f"--step {options.step} is past the end: the search has steps 0 to {count - 1}")


def _refuse_ranges(options: Any, drawn: Tree, algorithm: Algorithm) -> None:
    """Refuse ranges that would not be seen, or that there are none of."""
    if not options.ranges:
        return
    if not (options.steps or options.json or options.svg or options.html):
        raise BadInput("--ranges are shown with the steps: expected --steps, --json, --svg FILE or --html FILE with it")
    refuse_no_ranges(drawn, algorithm)


def _cutoff(options: Any) -> Cutoff:
    """Where the search stops early."""
    named = Cutoff.named(options.techniques)
    beam = named.get("beam") if options.beam is None else options.beam
    return Cutoff.of(options.depth, options.quiescence or named.get("quiescence"), beam, named["without"])


def _print_tree(options: Any, run: LabRun) -> None:
    """What the search found."""
    recorder = run.recorder
    if options.json:
        by = {"depths": depths_json(_by_depth(run))} if options.depths else {}
        print_json(run.plain_json() | by)
        return
    value, between = tree_value(run.algorithm, run.choice)
    print(f"value: {shown(value)}{f', between {shown(between[0])} and {shown(between[1])}' if between else ''}")
    print(f"best: {best_child(run.tree, run.choice) or 'none'}")
    if run.simulated:
        print(f"visits: {_visits(recorder)}")
    else:
        print(f"visited leaves: {' '.join(shown(v) for v in recorder.leaves) or 'none'}")
        print(f"pruned: {_edges(recorder.pruned)}")
    print_cutoff(run)
    if bounds := bounds_text(run.tree, run.algorithm, "; set your own with --bounds=LOW,HIGH"):
        print(f"bounds: {bounds}")
    if options.depths:
        print_depths(_by_depth(run))
    if options.steps:
        print()
        page = run.algorithm.pseudocode.split("\n")
        print("\n".join(f"{number:>3}  {line}" for number, line in enumerate(page, 1)))
        print()
        changes = range_changes(run.tree, recorder) if options.ranges else [{} for _ in recorder.steps]
        for step, changed in zip(recorder.steps, changes, strict=True):
            ranges = f" → {ranges_in_words(run.tree, changed)}" if changed else ""
            print(f"{step.index:>4}. [line {step.line}] {step.sentence}{ranges}")


def _by_depth(run: LabRun) -> list[DepthRow]:
    return by_depth(run.tree, run.algorithm, run.simulated)


def _edges(edges: list[tuple[str, int]]) -> str:
    return ", ".join(f"child {number} of {parent}" for parent, number in edges) or "nothing"


def _visits(recorder: Recorder) -> str:
    """The visits and the mean of every child of the root."""
    latest = {step.path: step for step in recorder.steps if step.event == "backup" and len(step.path) == 1}
    rows = [f"{step.node} {step.visits} (mean {shown(step.value, digits=3)})" for _, step in sorted(latest.items())]
    return ", ".join(rows) or "none"
