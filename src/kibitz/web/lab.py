"""The tree lab over HTTP: run, draw, edit and export trees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kibitz.draw.small_board import SmallBoard, small_board
from kibitz.errors import DoesNotFit
from kibitz.lab.cutoff import Cutoff, by_depth
from kibitz.lab.drawing.closed_subtrees import Folds, usual_folds
from kibitz.lab.editing import Edit, edited_and_named
from kibitz.lab.export import exported
from kibitz.lab.gallery import GALLERY
from kibitz.lab.gallery.answers import answer
from kibitz.lab.position_tree import tree_of_states
from kibitz.lab.quiz import kinds_about
from kibitz.lab.random_trees import random_tree
from kibitz.lab.step import finite_or_none
from kibitz.lab.telling_position import affordable_depth, telling_depth, telling_position
from kibitz.lab.tree_search import (
    LabRun,
    lab_tree,
    run_on,
    watchable,
)
from kibitz.lab.tree_text import canonical
from kibitz.lab.tree_worth import best_line, differs
from kibitz.search.algorithm import Algorithm
from kibitz.search.textbook.alphabeta import ALPHABETA
from kibitz.search.textbook.deepening import DEEPENING
from kibitz.search.textbook.minimax import MINIMAX
from kibitz.web.refusals import about
from kibitz.web.service import service, worked_out
from kibitz.web.shown_positions import Found
from kibitz.web.streams import Json
from kibitz.web.tree_answers import TreeSearched
from kibitz.web.tree_forms import (
    AnswerShown,
    DepthShown,
    EditAsked,
    ExhibitShown,
    ExportAsked,
    FileShown,
    FoldsAsked,
    LabAsked,
    LabShown,
    NodeName,
    PositionTreeAsked,
    PositionTreeShown,
    RandomAsked,
    RangesAsked,
    RunAsked,
    TreeDrawn,
    TreeEdited,
    drawn_seed,
)

router = APIRouter()

MOST_NODES_OF_A_POSITION = 2_000
MOST_NODES_CHOSEN = 600  # of a tree whose depth was not asked for

Boards = Callable[[int], SmallBoard | None]


@router.post("/api/tree", responses={200: {"model": TreeSearched}})
async def tree(request: Request, asked: RunAsked) -> Response:
    """A textbook search of a tree in brackets, step by step, as `kibitz tree --json` gives it."""
    return await worked_out(request, lambda: run_asked(asked).plain_json())


def _with_ranges(run: LabRun, asked: RangesAsked) -> LabRun:
    """The run with ranges, where they are asked for."""
    wanted = run.can_have_ranges if asked.ranges == "fitting" else asked.ranges
    return run.with_ranges() if wanted else run


@router.post("/api/lab", responses={200: {"model": LabShown}})
async def lab(request: Request, asked: LabAsked) -> Response:
    """A textbook search of a tree, with everything that is needed to draw it and to step through it."""
    return await worked_out(request, lambda: _folded_and_shown(run_asked(asked, asked.lenient), asked))


def run_asked(asked: RunAsked, lenient: bool = False) -> LabRun:
    """The search that is asked for; where it does not fit the tree and `lenient` allows it, one that does."""
    with about("tree"):
        tree = lab_tree(asked.tree)
    try:
        cutoff = asked.cutoff(asked.depth)
        run = run_on(tree, asked.algorithm, asked.variant, asked.bounds, cutoff, **asked.simulated)
    except DoesNotFit:
        if not lenient:
            raise
        run = run_on(tree, cutoff=Cutoff.of(asked.depth))
    return _with_ranges(run, asked)


def _folded_and_shown(run: LabRun, asked: FoldsAsked, boards: Boards | None = None) -> dict[str, Any]:
    """A run with some of its subtrees closed; `boards` makes the small board of a node."""
    folds = _folds(run, asked, inner_room=1 if boards else 2)
    nodes = range(len(run.tree.size)) if folds is None else folds.visible
    made = {s: board for s in nodes if (board := boards(s)) is not None} if boards else None
    return _shown(run, folds, made)


def _folds(run: LabRun, asked: FoldsAsked, inner_room: int) -> Folds | None:
    tree = run.tree
    leaves = int((tree.size == 0).sum())
    if asked.fold == "no" or (asked.fold == "large" and leaves <= asked.room):
        return None
    if asked.folded is None:
        return Folds(tree, usual_folds(tree, best_line(tree), asked.room, inner_room), toggles=True)
    names = set(asked.folded)
    return Folds(tree, [s for s in range(len(tree.size)) if tree.node_name(s) in names], toggles=True)


def _shown(run: LabRun, folds: Folds | None = None, boards: dict[int, SmallBoard] | None = None) -> dict[str, Any]:
    """A run with every search that could be watched instead."""
    kinds = kinds_about(run.tree)
    return run.json(folds, boards) | {"algorithms": _offered(run), "cuts": _cuts(run.algorithm), "quiz_kinds": kinds}


def _offered(run: LabRun) -> list[dict[str, Any]]:
    rows = []
    for algorithm, variant, form in watchable():
        reason = algorithm.reason_against(run.tree)
        why = reason.removeprefix(f"{algorithm.name} ").partition(";")[0]
        named = {"algorithm": algorithm.name, "variant": variant, "title": form.title}
        facts = {"fits": not reason, "reason": reason, "why": why}
        uses = {"cuts": _cuts(form), "uses_bounds": form.uses_bounds, "simulates": form.simulates}
        stops = {"looks_on": form in (MINIMAX, ALPHABETA, DEEPENING), "remembers": form is DEEPENING}
        rows.append({**named, **facts, **uses, **stops})
    return rows


def _cuts(algorithm: Algorithm) -> bool:
    return any(event.startswith("prune") for event in algorithm.lines)


@router.post("/api/lab/depths", responses={200: {"model": list[DepthShown]}})
async def depths(request: Request, asked: RunAsked) -> Response:
    """How the answer of a search changes with its depth limit, from 1 to the end of the tree."""
    return await worked_out(request, lambda: _by_depth(run_asked(asked)))


def _by_depth(run: LabRun) -> list[dict[str, Any]]:
    rows = by_depth(run.tree, run.algorithm, run.simulated)
    return [row._asdict() | {"value": finite_or_none(row.value)} for row in rows]


@router.post("/api/search-tree", responses={200: {"model": PositionTreeShown}})
async def search_tree(request: Request, asked: PositionTreeAsked) -> Response:
    """The tree of a position as a search sees it, with everything that is needed to step through it."""
    at = await service(request).find(asked)
    return await worked_out(request, lambda: _position_searched(at, asked), who=repr(asked.game))


def _position_searched(at: Found, asked: PositionTreeAsked) -> dict[str, Any]:
    game, s, line, depth = at.game, at.s, list[str](), asked.depth
    if depth is None and not game.is_terminal(s) and not game.facts.hidden:
        depth = telling_depth(game, s, MOST_NODES_CHOSEN)
        if depth is None and asked.telling and (found := telling_position(game, s, MOST_NODES_CHOSEN)) is not None:
            s, depth, line = found
        depth = affordable_depth(game, s, MOST_NODES_CHOSEN) if depth is None else depth
    tree, states = tree_of_states(game, s, 2 if depth is None else depth, MOST_NODES_OF_A_POSITION, judged=asked.judged)
    cutoff = asked.cutoff(asked.limit)
    run = _with_ranges(run_on(tree, asked.algorithm, asked.variant, asked.bounds, cutoff, **asked.simulated), asked)

    def board(node: int) -> SmallBoard | None:
        return small_board(game.picture(states[node]), said=game.text(states[node]))

    shown = _folded_and_shown(run, asked, board if asked.boards else None)
    place = {"position": game.text(s) if line else at.text, "depth": depth, "played": line, "alike": not differs(tree)}
    return shown | place | {"limit": cutoff.depth}


@router.post("/api/lab/edit", responses={200: {"model": TreeEdited}})
async def edit(request: Request, asked: EditAsked) -> Response:
    """A tree with a change."""
    change = Edit(asked.kind, asked.node, None if asked.value is None else str(asked.value), asked.seed)
    return await worked_out(request, lambda: edited_and_named(asked.tree, change)._asdict())


@router.post("/api/lab/random", responses={200: {"model": TreeDrawn}})
async def draw(request: Request, asked: RandomAsked) -> Response:
    """A tree drawn at random; the same seed draws the same again."""
    return await worked_out(request, lambda: _drawn(asked, drawn_seed(asked.seed)))


def _drawn(asked: RandomAsked, seed: int) -> dict[str, Any]:
    tree = random_tree(
        asked.depth,
        asked.branching,
        asked.low,
        asked.high,
        seed,
        asked.kind,
        players=asked.players,
        even=asked.even,
    )
    return {"tree": canonical(tree.node(0)), "seed": seed}


@router.get("/api/lab/gallery", responses={200: {"model": list[ExhibitShown]}})
async def gallery() -> Response:
    """The trees of the lectures, by lecture, each with its question."""
    return Json([exhibit.json() for exhibit in GALLERY])


@router.get("/api/lab/gallery/{name}/answer", responses={200: {"model": AnswerShown}})
async def gallery_answer(request: Request, name: NodeName) -> Response:
    """The answer to the question of a tree in the gallery, as its search finds it."""
    return await worked_out(request, lambda: {"name": name, "answer": answer(name)})


@router.post("/api/lab/export", responses={200: {"model": FileShown}})
async def export(request: Request, asked: ExportAsked) -> Response:
    """A tree as a file: SVG, LaTeX, JSON, or one HTML page with every step."""
    return await worked_out(
        request,
        lambda: exported(run_asked(asked), asked.format, asked.step)._asdict(),
    )
