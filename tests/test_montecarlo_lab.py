"""Monte Carlo tree search in the tree lab: its steps, its numbers at the nodes, and the pictures of them."""

from __future__ import annotations

import json
import math
import re
import threading
from xml.etree import ElementTree

import pytest

import kibitz as kz
from command import kibitz
from kibitz.errors import Stopped
from kibitz.games.tree import Tree
from kibitz.lab.drawing import recording_svg, tree_frames, tree_svg
from kibitz.lab.export import exported
from kibitz.lab.gallery import GALLERY
from kibitz.lab.tree_search import USUAL_SIMULATIONS, Simulated, run_tree
from kibitz.search.asking import ask
from kibitz.search.textbook.montecarlo import MONTECARLO

TEXTBOOK = "((3 12 8) (2 4 6) (14 5 2))"
TREES = {
    "two players": TEXTBOOK,
    "dice": "(chance(1/2: (2 4) 1/2: (7 9)) chance(1/2: (6 8) 1/2: (0 5)))",
    "three players": "(((<1,2,6> <4,2,3>) (<6,1,2> <7,4,1>)) ((<5,1,1> <1,5,2>) (<7,7,1> <5,4,5>)))",
    "one player": "max(max(1 7) 3 max(max(2 9) 4))",
    "a leaf": "5",
    "the dice first": "chance(1/2: (2 4) 1/2: (7 9))",
}


def run(tree, simulations=40, **settings):
    return run_tree(tree, "montecarlo", simulations=simulations, **settings)


@pytest.mark.parametrize("name", TREES)
def test_the_steps_replay_to_the_final_numbers(name):
    """Whoever adds up the results in the steps, simulation by simulation, has the numbers at the nodes."""
    told = run(TREES[name])
    sums, visits = {}, {}
    got = None
    for step in told.recorder.steps:
        if step.event in ("simulate", "leaf"):
            got = step.value if isinstance(step.value, tuple) else (step.value,)
        if step.event == "backup":
            visits[step.path] = visits.get(step.path, 0) + 1
            sums[step.path] = [a + b for a, b in zip(sums.get(step.path, (0,) * len(got)), got, strict=True)]
            mean = step.value if isinstance(step.value, tuple) else (step.value,)
            assert step.visits == visits[step.path]
            assert mean == pytest.approx([total / step.visits for total in sums[step.path]])
    if name == "a leaf":
        assert not visits and told.choice.value == 5
        return
    assert visits[()] == 40 == told.recorder.steps[-1].simulation
    if told.choice.action is not None:
        children = {path[0]: count for path, count in visits.items() if len(path) == 1}
        assert children[told.choice.action] == max(children.values())


def test_the_sentences_say_what_happens_and_name_the_line_that_does_it():
    told = run(TEXTBOOK, 12)
    steps = told.recorder.steps
    events = {step.event for step in steps}
    assert events == {"enter", "select", "expand", "simulate", "leaf", "backup", "choose", "leave"}
    lines = told.algorithm.pseudocode.splitlines()
    words = {
        "enter": "root ← NODE",
        "select": "greatest UCB1",
        "expand": "else node ← NODE(RESULT",
        "simulate": "random game",
        "leaf": "UTILITY",
        "backup": "visits ← visits + 1",
        "choose": "most visits",
        "leave": "return",
    }
    for step in steps:
        assert words[step.event] in lines[step.line - 1]
    sentences = [step.sentence for step in steps]
    assert "Simulation 1: from B a random game (F) ends with 12." in sentences
    assert "Simulation 1: A has 1 visit now, and a mean of 12." in sentences
    assert any(
        re.fullmatch(r"Simulation \d+: A is a MAX node. UCB1 is .* for B, .* and .* for D: on to .\.", s)
        for s in sentences
    )
    assert any("is a MIN node, so means count negative. UCB1 is" in sentence for sentence in sentences)


def test_the_selected_child_has_the_greatest_ucb1_by_the_formula():
    """Computed from the numbers that the steps before have told: a quiz could ask for it."""
    known = {}
    span, c = 14 - 2, math.sqrt(2)
    seen = 0
    for step in run(TEXTBOOK, 30).recorder.steps:
        if step.event == "select":
            sign = 1 if step.path == () else -1
            for number, score in enumerate(step.scores):
                visits, mean = known[(*step.path, number)]
                assert score == pytest.approx(
                    sign * mean + c * span * math.sqrt(math.log(known[step.path][0]) / visits)
                )
            assert step.scores[step.chosen] == max(step.scores)
            seen += 1
        elif step.event == "backup":
            known[step.path] = step.visits, step.value
    assert seen > 30


@pytest.mark.parametrize("name", TREES)
def test_changes_put_into_the_first_drawing_give_that_of_every_step(name):
    tree = kz.Tree(TREES[name])
    recording = kz.Recorder()
    kz.montecarlo(tree, simulations=12, watch=recording)
    frames = tree_frames(tree, recording)
    shown = _parts(frames.svg)
    for step, change in enumerate(frames.changes):
        shown |= {part: _canonical(markup) for part, markup in change.items()}
        assert shown == _parts(tree_svg(tree, recording, step)), step


def _canonical(markup):
    return ElementTree.tostring(ElementTree.fromstring(markup)).replace(b"ns0:", b"").replace(b' xmlns="', b' x="')


def _parts(svg):
    plain = re.sub(r' xmlns="[^"]*"', "", svg)
    found = [e for e in ElementTree.fromstring(plain).iter() if e.get("data-part") is not None]
    return {e.get("data-part"): _canonical(ElementTree.tostring(e).strip()) for e in found}


def test_the_drawing_has_visits_means_and_ucb1_where_they_are():
    tree = kz.Tree(TEXTBOOK)
    recording = kz.Recorder()
    kz.montecarlo(tree, simulations=12, watch=recording)
    first = next(step for step in recording.steps if step.scores)
    drawn = tree_svg(tree, recording, first.index)
    for score in first.scores:
        assert f"u={score:.3g}" in drawn
    assert "kz-walked" in drawn and "kz-edge kz-played" not in drawn.partition("</style>")[2]
    played = tree_svg(tree, recording, next(step.index for step in recording.steps if step.event == "simulate"))
    assert "kz-edge kz-played" in played.partition("</style>")[2]
    last = tree_svg(tree, recording)
    assert "n=12" in last and "u=" not in last.partition("</style>")[2] and "kz-best" in last.partition("</style>")[2]


def test_a_real_game_is_drawn_as_the_tree_that_grew():
    for game, position in (("tic-tac-toe", "XOX.O...."), ("pig", "12,30,7")):
        rules, recording = kz.game(game), kz.Recorder()
        kz.montecarlo(rules, rules.parse(position), simulations=20, watch=recording)
        drawn = recording_svg(recording)
        assert "n=20" in drawn and drawn.count('class="kz-node') >= recording.nodes
        assert "random game (" in "".join(step.sentence for step in recording.steps)


def test_the_command_runs_it_and_the_json_keeps_its_fields(tmp_path):
    shown = kibitz(
        "tree",
        TEXTBOOK,
        "--algorithm",
        "montecarlo",
        "--simulations",
        "30",
        "--steps",
        "--svg",
        str(tmp_path / "t.svg"),
    )
    assert shown.code == 0 and "best: B" in shown.out and "visits: B 12 (mean 6.5), C 7 (mean 4), D 11" in shown.out
    assert "function MONTE-CARLO(s, simulations)" in shown.out and "Simulation 30: A has 30 visits now" in shown.out
    assert "n=30" in (tmp_path / "t.svg").read_text(encoding="utf-8")
    told = kibitz("tree", TEXTBOOK, "--algorithm", "montecarlo", "--simulations", "5", "--seed", "2", "--json").json
    assert (told["algorithm"], told["simulations"], told["seed"]) == ("montecarlo", 5, 2)
    assert {"value", "best", "leaves_visited", "pruned", "steps"} <= set(told) and len(told["leaves_visited"]) == 5
    step = next(step for step in told["steps"] if step["event"] == "select")
    assert list(step)[:8] == ["index", "node", "event", "alpha", "beta", "value", "line", "sentence"]
    assert step["simulation"] == 4 and len(step["scores"]) == 3 and step["visits"] == 3


def test_what_has_no_effect_is_refused():
    refused = kibitz("tree", TEXTBOOK, "--algorithm", "minimax", "--simulations", "30")
    assert refused.code == 2 and "simulations 30 have no effect on minimax: use montecarlo" in refused.err
    refused = kibitz("tree", TEXTBOOK, "--algorithm", "montecarlo", "--simulations", "0")
    assert refused.code == 2 and "the number of simulations must be a whole number from 1, got 0" in refused.err


def test_the_notes_of_the_gallery_are_so():
    exhibits = {exhibit.name: exhibit for exhibit in GALLERY}
    plain, trap = (run(exhibits[name].tree, USUAL_SIMULATIONS) for name in ("montecarlo", "montecarlo-trap"))
    assert numbers(plain) == {"B": (21, 5.9), "C": (12, 3.83), "D": (17, 5.0)}
    assert kz.minimax(plain.tree, interpreted=True).value == 3
    assert numbers(trap) == {"B": (20, 4.6), "C": (30, 5.5)}
    assert numbers(run(exhibits["montecarlo-trap"].tree, 10))["B"] == (6, 7.67)


def numbers(told):
    """Visits and mean of the root's children at the end, by their names."""
    backed = [step for step in told.recorder.steps if step.event == "backup" and len(step.path) == 1]
    return {step.node: (step.visits, float(f"{step.value:.3g}")) for step in backed}


def test_it_is_exported_with_its_numbers():
    told = run(TEXTBOOK, 10)
    assert "n = 10" in exported(told, "latex").text
    content = json.loads(exported(told, "json", 3).text)
    assert content["simulations"] == 10 and content["step"] == 3


def test_a_recording_of_many_simulations_can_be_stopped():
    recorder = kz.Recorder()
    alarm = threading.Timer(0.3, recorder.stop)
    alarm.start()
    with pytest.raises(Stopped):
        ask(MONTECARLO, Tree(TEXTBOOK), None, None, recorder, interpreted=True, extra=Simulated(simulations=10**9))
    alarm.join()
