"""`kibitz lectures` computes what the notes say, and the pages of docs/lectures leave no topic out."""

import json
import re
import shlex
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl

import pytest
from starlette.testclient import TestClient

from command import kibitz
from kibitz.lab.gallery.answers import exhibit_named
from kibitz.lab.lectures import LECTURES, TOPICS
from kibitz.lab.tree_search import run_tree
from kibitz.web.app import create_app
from kibitz.web.settings import Settings

FOLDER = Path(__file__).parent.parent / "docs" / "lectures"
PAGES = {int(page.name[0]): page.read_text(encoding="utf-8") for page in FOLDER.glob("[1-5]-*.md")}
SHOWN = sorted(set(re.findall(r"^  (kibitz .*)$", "\n".join(PAGES.values()), re.MULTILINE)))
IN_LAB = sorted(set(re.findall(r"^  http://127.0.0.1:8080/#/lab\?(.*)$", "\n".join(PAGES.values()), re.MULTILINE)))
IN_PLAY = sorted(set(re.findall(r"^  http://127.0.0.1:8080/#/play\?(.*)$", "\n".join(PAGES.values()), re.MULTILINE)))
FASTER = {"beliefs": ["--games", "1", "--interpreted"], "match": ["--games", "2", "--interpreted"]}
RUN_AS_THEY_ARE = {"tree", "games", "lectures", "perft", "check"}


def numbers(topic, *more):
    said = kibitz("lectures", topic, "--json", *more)
    assert said.code == 0, said.err
    return json.loads(said.out)["numbers"]


def test_every_lecture_has_a_page_and_every_topic_is_on_it():
    assert set(PAGES) == set(range(1, len(LECTURES) + 1))
    for topic in TOPICS:
        for lecture in topic.lectures:
            assert f"$ kibitz lectures {topic.name}" in PAGES[lecture], (topic.name, lecture)


def test_list_names_every_topic_and_a_wrong_name_is_refused():
    listed = kibitz("lectures")
    assert all(f"   {topic.name} " in listed.out for topic in TOPICS) and len({t.name for t in TOPICS}) == len(TOPICS)
    assert len(json.loads(kibitz("lectures", "--json").out)["topics"]) == len(TOPICS)
    said = kibitz("lectures", "walkthrough")
    assert (said.code, said.err) == (2, "kibitz: unknown topic 'walkthrough'; did you mean 'walk-through'?\n")
    assert "'kibitz lectures' lists them" in kibitz("lectures", "zzz").err


def test_an_option_that_has_no_effect_is_refused():
    assert "--games has no effect on the topic 'two-ply'" in kibitz("lectures", "two-ply", "--games", 3).err
    assert "--time has no effect on the list of topics" in kibitz("lectures", "--time", 3).err
    assert "expected a branching factor above 1, got '1'" in kibitz("lectures", "calculator", "--branching", 1).err
    assert "expected a number of nodes a second" in kibitz("lectures", "calculator", "--speed", "no").err


@pytest.mark.parametrize("line", SHOWN)
def test_every_command_that_a_topic_shows_runs(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))
    words = shlex.split(line)[1:]
    if words[0] not in RUN_AS_THEY_ARE:
        words += FASTER.get(words[0], ["--interpreted"])
    said = kibitz(*words)
    assert said.code == 0, said.out + said.err


def test_every_link_to_the_lab_is_a_tree_that_its_search_can_be_run_on():
    assert len(IN_LAB) > 20
    for query in IN_LAB:
        fields = {name: values[0] for name, values in parse_qs(query, strict_parsing=True).items()}
        tree, algorithm = fields.pop("tree"), fields.pop("algorithm", "auto")
        bounds = tuple(map(float, fields.pop("bounds").split(","))) if "bounds" in fields else None
        run = run_tree(tree, algorithm, fields.pop("variant", "fail-soft"), bounds)
        assert run.recorder.steps, query
        assert (fields.pop("ranges", "1") == "1" and run.can_have_ranges) or "ranges=" not in query, query
        assert not fields, query


def test_every_link_to_a_board_is_a_position():
    assert len(IN_PLAY) > 10
    for query in IN_PLAY:
        fields = {name: values[0] for name, values in parse_qs(query, strict_parsing=True).items()}
        given = [f"--set={name[4:]}={value}" for name, value in fields.items() if name.startswith("set.")]
        place = [fields["position"]] if "position" in fields else []
        moves = ["--moves", fields["moves"].replace(",", " ")] if "moves" in fields else []
        said = kibitz("perft", fields["game"], *place, *given, *moves, "--depth", "0", "--interpreted")
        assert said.code == 0, (query, said.err)


def test_numbers_of_the_notes_and_what_is_right_where_they_are_not():
    assert numbers("walk-through")["leaves"] == ["2", "3", "5", "0", "1"]
    assert numbers("quiz-branches")["branches"] == ["g", "l"] and numbers("quiz-branches")["value"] == 10
    assert numbers("quiz-value")["value"] == 8
    assert round(numbers("calculator")["tree_digits"]) == 154
    deep = {name: row["nearest"] for name, row in numbers("calculator").items() if isinstance(row, dict)}
    assert deep == {"minimax": 4, "alpha-beta, random order": 5, "alpha-beta, best order": 8}
    averages = numbers("averages")
    assert averages["a die"] == pytest.approx(3.5) and 35 in averages.values()
    assert averages["Powerball: 133 million at 1 in 300 million"] == pytest.approx(133 / 300)  # dollars, not millions
    assert numbers("backgammon-size", "--games", 1)["size"] == 1_481_760_000  # the notes have 1.2 · 10⁹
    assert numbers("tic-tac-toe-size") | {"by_plies": {}} == {"games": 255_168, "positions": 5_478, "by_plies": {}}
    scale = numbers("scale")
    assert [row["best"] for row in scale.values()] == ["B", "C", "C", "C", "C", "B", "C"]
    cube = numbers("cube")
    assert cube["5 and 2"] == {"wins": "19/36", "decision": "double, take"} | cube["5 and 2"]
    assert cube["take 1/4"]["decision"] == "either" and sum(cube["outcomes"]["chances"]) == pytest.approx(1)


def test_growth_is_measured_and_its_formulas_hold():
    for row in numbers("growth", "--games", 3)["sizes"]:
        assert row["best"] == row["best_formula"] <= row["random"] <= row["minimax"]
        assert row["worst"] <= row["minimax"]


def test_plans_for_several_agents():
    found = numbers("plans")
    for maze in ("crossing", "passing", "swap"):
        assert found[maze]["separate"].startswith("collide") and found[maze]["joint"] == found[maze]["turns"]
    assert found["crossing"]["confirmed"] == "5 steps" and found["swap"]["confirmed"].startswith("stuck")
    assert found["sizes"]["joint"] == [72, 11] and found["sizes"]["turns"] == [144, 5]  # as in docs/games/maze.md


def test_pacman_s_tables():
    by_pair = {
        (row["believes"], row["against"]): row for row in numbers("cornered", "--games", 8, "--interpreted")["games"]
    }
    hunts, wanders = "ghosts=minimising", "ghosts=random"
    assert by_pair[hunts, wanders]["wins"] == 0 < by_pair[wanders, wanders]["wins"]
    assert by_pair[hunts, hunts]["score"] > by_pair[wanders, hunts]["score"]


# ---------------------------------------------------------------- slide by slide

LAST = {1: 60, 2: 12, 3: 44, 4: 62, 5: 80}  # slides of each set of notes, of the second its pages
RANGE = re.compile(r"(?:Slides?|Pages?) (\d+)(?:–(\d+))?: \S")
SECTIONS = [(n, *part.split("\n", 1)) for n, text in sorted(PAGES.items()) for part in text.split("\n## ")[1:]]
ADDRESSES = sorted(set(re.findall(r"`#/([^`]+)`", "\n".join(PAGES.values()))))
OF_A_RUN = {"algorithm": str, "variant": str, "depth": int, "beam": int, "simulations": int, "seed": int}


@pytest.mark.parametrize("lecture", sorted(PAGES))
def test_sections_follow_the_slides_without_a_gap(lecture):
    ranges = [RANGE.match(heading) for number, heading, _ in SECTIONS if number == lecture]
    assert ranges and all(ranges)
    following = 1
    for found in ranges:
        first, last = int(found[1]), int(found[2] or found[1])
        assert (first, first <= last) == (following, True), found.string
        following = last + 1
    assert following == LAST[lecture] + 1


@pytest.mark.parametrize(("heading", "body"), [pytest.param(*told, id=f"{n} {told[0]}") for n, *told in SECTIONS])
def test_every_section_has_something_to_show(heading, body):
    assert re.search(r"^\$ kibitz |`#/(?:lab|play|search|quiz)\?", body, re.MULTILINE), heading


@pytest.fixture(scope="module")
def web():
    with TestClient(create_app(Settings()), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_in_the_text_opens(address, web):
    view, _, query = address.partition("?")
    fields = dict(parse_qsl(query, strict_parsing=True))
    for path, body in REQUESTS[view](fields):
        answer = web.post(path, json=body)
        assert answer.status_code == 200, (address, answer.text)
    assert not fields, f"{address}: the page knows no {', '.join(fields)}"


def lab_requests(fields):
    """What the lab asks the server for; a field that is read is taken out of `fields`."""
    if "exhibit" in fields:
        fields = {"tree": exhibit_named(fields.pop("exhibit")).tree}
    run = {"tree": fields.pop("tree")} | {
        name: read(fields.pop(name)) for name, read in OF_A_RUN.items() if name in fields
    }
    run |= {name: fields.pop(name) == "1" for name in ("ranges", "quiescence") if name in fields}
    run |= {"bounds": [float(bound) for bound in fields.pop("bounds").split(",")]} if "bounds" in fields else {}
    yield "/api/lab", run
    if "beside" in fields:
        algorithm, _, variant = fields.pop("beside").partition("/")
        assert (algorithm, variant) != (run["algorithm"], run.get("variant", "fail-soft"))
        yield "/api/lab", run | {"algorithm": algorithm, "variant": variant or "fail-soft"}
    if "predict" in fields:
        yield "/api/lab/predict", run | {"asked": fields.pop("predict").split(",")}


def place(fields):
    """A position as the page asks for it."""
    given = {"game": fields.pop("game")} | {name: fields.pop(name) for name in ("position",) if name in fields}
    given["moves"] = [move for move in fields.pop("moves", "").split(",") if move]
    given["set"] = {name[4:]: fields.pop(name) for name in list(fields) if name.startswith("set.")}
    return given


def search_requests(fields):
    wanted = {name: read(fields.pop(name)) for name, read in {"depth": int, "algorithm": str}.items() if name in fields}
    yield "/api/search-tree", place(fields) | {"fold": "yes", "boards": True} | wanted


def quiz_requests(fields):
    names = [name for name in ("kind", "tree", "trees", "variant") if name in fields]
    yield "/api/quiz", {"seed": 7, "trees": "mixed"} | {name: fields.pop(name) for name in names}


REQUESTS = {
    "lab": lab_requests,
    "play": lambda fields: [("/api/position", place(fields))],
    "search": search_requests,
    "quiz": quiz_requests,
}
