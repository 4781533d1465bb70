"""`kibitz lectures` computes what the notes say, and the pages of docs/lectures leave no topic out."""

import json
import re
import shlex
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from command import kibitz
from kibitz.lab.lectures import LECTURES, TOPICS
from kibitz.lab.tree_search import run_tree

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
