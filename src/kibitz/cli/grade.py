"""`kibitz grade`: is this search right?"""

from __future__ import annotations

import json
from typing import Any

from kibitz.cli import arguments, values
from kibitz.cli.chosen import chosen_game
from kibitz.cli.terminal import DONE, NO, print_json
from kibitz.errors import BadInput
from kibitz.lab.grading.class_files import LAYOUTS, refused, results, write_class_files
from kibitz.lab.grading.settings import BUDGET, POINTS, SECONDS, TREES
from kibitz.lab.grading.shapes import KINDS
from kibitz.saving import refuse_unwritable, write_text

# Options that go into the files for a class, with their defaults.
KEPT = {"kind": None, "seed": 0, "trees": TREES, "time": SECONDS, "points": POINTS, "budget": BUDGET}


def declare(words: Any) -> None:
    """Declare the command and its arguments."""
    parser = arguments.command(words, "grade", run, "grade a student's search: is it right, and if not, where?")
    parser.add_argument("search", metavar="FILE.py:FUNCTION", help="the search; FILE.py:Class.method works, too")
    parser.add_argument("--kind", choices=KINDS, help="the kind of search (default: guessed)")
    parser.add_argument("--game", metavar="GAME", help="try it on positions of this game as well")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the game")
    parser.add_argument(
        "--alternating", action="store_true", help="only games in which players take turns, for a search that says so"
    )
    parser.add_argument("--seed", type=int, default=KEPT["seed"], metavar="N", help="seed of the random trees (0)")
    parser.add_argument(
        "--trees", type=values.positive, default=KEPT["trees"], metavar="N", help="about how many trees (200)"
    )
    parser.add_argument(
        "--time", type=values.seconds, default=KEPT["time"], metavar="SECONDS", help="processor time for a call (1)"
    )
    parser.add_argument(
        "--budget",
        type=values.amount,
        default=KEPT["budget"],
        metavar="X",
        help="how many times the leaves of real alpha-beta an alpha-beta may read (1); 0: any number",
    )
    parser.add_argument(
        "--points", type=values.amount, default=KEPT["points"], metavar="N", help="points for a search that is right"
    )
    parser.add_argument("--html", metavar="FILE", help="write the right steps of the smallest tree to a web page")
    parser.add_argument("--results", metavar="FILE", help="write the results in the form that Gradescope reads")
    parser.add_argument("--class", dest="layout", choices=LAYOUTS, help="write an autograder for a class to --out")
    parser.add_argument("--out", metavar="FOLDER", help="the folder for the files of --class")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options: Any) -> int:
    """Grade the search; or write an autograder for a class."""
    if options.layout or options.out:
        return _write_class(options)
    for file in filter(None, (options.html, options.results)):
        refuse_unwritable(file)
    try:
        return _graded(options)
    except BadInput as error:
        if options.results:
            write_text(options.results, json.dumps(refused(str(error)), ensure_ascii=False))
        raise


def _graded(options: Any) -> int:
    from kibitz.lab.grading.grading import grade

    if options.set and not options.game:
        raise BadInput(f"--set {options.set[0]} needs --game GAME beside it")
    found = grade(
        options.search,
        game=chosen_game(options) if options.game else None,
        kind=options.kind,
        seed=options.seed,
        trees=options.trees,
        seconds=options.time,
        points=options.points,
        budget=options.budget,
        alternating=options.alternating,
    )
    if options.json:
        print_json(found.json())
    else:
        print(found)
    if options.results:
        write_text(options.results, json.dumps(results(found), ensure_ascii=False))
    if options.html and found.disagreement is not None and found.disagreement.trial is not None:
        from kibitz.lab.export import tree_page
        from kibitz.lab.tree_search import run_tree

        write_text(options.html, tree_page(run_tree(found.disagreement.tree, found.disagreement.algorithm)))
    return DONE if found else NO


def _write_class(options: Any) -> int:
    if not (options.layout and options.out):
        given, missing = ("--class", "--out FOLDER") if options.layout else ("--out", f"--class {'|'.join(LAYOUTS)}")
        raise BadInput(f"{given} needs {missing} beside it")
    kept = []
    for name, default in KEPT.items():
        value = getattr(options, name)
        if value != default:
            kept += [f"--{name}", f"{value:g}" if isinstance(value, float) else str(value)]
    if options.game:
        kept += ["--game", options.game, *(word for each in options.set for word in ("--set", each))]
    if options.alternating:
        kept.append("--alternating")
    for path in write_class_files(options.layout, options.search, kept, options.points, options.out):
        print(path)
    return DONE
