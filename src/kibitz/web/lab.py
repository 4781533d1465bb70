"""The tree lab over HTTP: run, draw, edit and export trees."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from kibitz.errors import DoesNotFit
from kibitz.lab.editing import Edit, edited_and_named
from kibitz.lab.export import exported
from kibitz.lab.gallery import GALLERY, Exhibit
from kibitz.lab.position_tree import position_tree
from kibitz.lab.quiz import kinds_about
from kibitz.lab.random_trees import random_tree
from kibitz.lab.tree_search import (
    LabRun,
    Simulated,
    bounded_tree,
    lab_tree,
    recorded,
    run_on,
    tree_algorithm,
    tree_json,
    watchable,
)
from kibitz.lab.tree_text import canonical
from kibitz.search.algorithm import Algorithm
from kibitz.web.refusals import about
from kibitz.web.service import service, worked_out
from kibitz.web.shown_positions import Found
from kibitz.web.streams import Json
from kibitz.web.tree_answers import TreeSearched
from kibitz.web.tree_forms import (
    EditAsked,
    ExportAsked,
    FileShown,
    LabAsked,
    LabShown,
    PositionTreeAsked,
    PositionTreeShown,
    RandomAsked,
    RunAsked,
    TreeAsked,
    TreeDrawn,
    TreeEdited,
    drawn_seed,
)

router = APIRouter()

MOST_NODES_OF_A_POSITION = 2_000


@router.post("/api/tree", responses={200: {"model": TreeSearched}})
async def tree(request: Request, asked: TreeAsked) -> Response:
    """A textbook search of a tree in brackets, step by step, as `kibitz tree --json` gives it."""
    return await worked_out(request, lambda: _tree_searched(asked))


def _tree_searched(asked: TreeAsked) -> dict[str, Any]:
    with about("tree"):
        tree = lab_tree(asked.tree)
    algorithm = tree_algorithm(tree, asked.algorithm, asked.variant)
    bounded = bounded_tree(tree, algorithm, asked.bounds)
    simulated = Simulated.of(algorithm, **asked.simulated)
    return tree_json(bounded, algorithm, *recorded(bounded, algorithm, asked.depth, simulated), simulated)


@router.post("/api/lab", responses={200: {"model": LabShown}})
async def lab(request: Request, asked: LabAsked) -> Response:
    """A textbook search of a tree, with everything that is needed to draw it and to step through it."""
    return await worked_out(request, lambda: _shown(_run(asked, asked.lenient)))


def _run(asked: RunAsked, lenient: bool = False) -> LabRun:
    """The search that is asked for; where it does not fit the tree and `lenient` allows it, one that does."""
    with about("tree"):
        tree = lab_tree(asked.tree)
    try:
        return run_on(tree, asked.algorithm, asked.variant, asked.bounds, **asked.simulated)
    except DoesNotFit:
        if not lenient:
            raise
        return run_on(tree)


def _shown(run: LabRun) -> dict[str, Any]:
    """A run with every search that could be watched instead."""
    kinds = kinds_about(run.tree)
    return run.json() | {"algorithms": _offered(run), "cuts": _cuts(run.algorithm), "quiz_kinds": kinds}


def _offered(run: LabRun) -> list[dict[str, Any]]:
    rows = []
    for algorithm, variant, form in watchable():
        reason = algorithm.reason_against(run.tree)
        why = reason.removeprefix(f"{algorithm.name} ").partition(";")[0]
        named = {"algorithm": algorithm.name, "variant": variant, "title": form.title}
        facts = {"fits": not reason, "reason": reason, "why": why}
        uses = {"cuts": _cuts(form), "uses_bounds": form.uses_bounds, "simulates": form.simulates}
        rows.append({**named, **facts, **uses})
    return rows


def _cuts(algorithm: Algorithm) -> bool:
    return any(event.startswith("prune") for event in algorithm.lines)


@router.post("/api/search-tree", responses={200: {"model": PositionTreeShown}})
async def search_tree(request: Request, asked: PositionTreeAsked) -> Response:
    """The tree of a position as a search sees it, with everything that is needed to step through it."""
    at = await service(request).find(asked)
    return await worked_out(request, lambda: _position_searched(at, asked), who=repr(asked.game))


def _position_searched(at: Found, asked: PositionTreeAsked) -> dict[str, Any]:
    tree = position_tree(at.game, at.s, asked.depth, MOST_NODES_OF_A_POSITION)
    return {"position": at.text} | _shown(run_on(tree, asked.algorithm, asked.variant, asked.bounds, **asked.simulated))


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


@router.get("/api/lab/gallery", responses={200: {"model": list[Exhibit]}})
async def gallery() -> Response:
    """The trees of the lectures."""
    return Json([vars(exhibit) for exhibit in GALLERY])


@router.post("/api/lab/export", responses={200: {"model": FileShown}})
async def export(request: Request, asked: ExportAsked) -> Response:
    """A tree as a file: SVG, LaTeX, JSON, or one HTML page with every step."""
    return await worked_out(
        request,
        lambda: exported(_run(asked), asked.format, asked.step)._asdict(),
    )
