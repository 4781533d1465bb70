"""The journey through the code in docs/how-it-works.md: every hop exists, and none goes up on the way down."""

import ast
import re
from pathlib import Path

import pytest

from test_rooms import LAYERS, SOURCE

PAGE = Path(__file__).parent.parent / "docs" / "how-it-works.md"
PLACE = re.compile(r"`([\w/]+\.py):([\w.]+)`")
JOURNEY = re.compile(r"^### (.+?)\n(.*?)^Back: (.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
HOP = re.compile(r"^\d+\. (.*?)(?=^\d+\. |\Z)", re.MULTILINE | re.DOTALL)

JOURNEYS = {title: (HOP.findall(down), back) for title, down, back in JOURNEY.findall(PAGE.read_text())}
PLACES = sorted(set(PLACE.findall(PAGE.read_text())))


def layer(file: str) -> int:
    return LAYERS.index(file.split("/")[0].removesuffix(".py"))


def defined(file: str) -> set[str]:
    """The names that a file defines, those in classes with the class before them."""
    found = set()
    for node in ast.parse((SOURCE / file).read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
            found |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.AsyncFunctionDef)}
    return found


def test_there_are_three_journeys():
    assert len(JOURNEYS) == 3
    assert all(len(hops) >= 5 for hops, _ in JOURNEYS.values())


@pytest.mark.parametrize(("file", "name"), PLACES)
def test_every_place_is_in_the_source(file, name):
    assert (SOURCE / file).is_file()
    assert name in defined(file)


@pytest.mark.parametrize("title", JOURNEYS)
def test_no_hop_goes_up(title):
    hops = [PLACE.findall(hop) for hop in JOURNEYS[title][0]]
    assert all(hops), "every hop names its place"
    floors = [layer(places[0][0]) for places in hops]
    assert floors == sorted(floors)
    for places, floor in zip(hops, floors, strict=True):
        assert all(layer(file) >= floor for file, _ in places), f"{places[0]} asks somebody above it"


@pytest.mark.parametrize("title", JOURNEYS)
def test_only_the_answer_comes_back_up(title):
    floors = [layer(file) for file, _ in PLACE.findall(JOURNEYS[title][1])]
    assert len(floors) >= 2
    assert floors == sorted(floors, reverse=True)
