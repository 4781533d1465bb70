"""The lectures on the page: slides in order, with the trees, boards and numbers of what they say."""

import httpx
import pytest

from kibitz.lab.lectures import LECTURES, TOPICS
from kibitz.lab.lectures.slides import Block, Exchange, lectures
from serving import served

pytest_plugins = ["browser"]

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def address():
    with served() as url:
        yield url


def exchanges():
    return [
        block for lecture in lectures() for slide in lecture.slides for block in slide.blocks if block.kind == "console"
    ]


def test_five_lectures_are_read_from_their_pages():
    assert [lecture.number for lecture in lectures()] == [1, 2, 3, 4, 5]
    assert [lecture.title for lecture in lectures()][:3] == list(LECTURES[:3])
    assert all(slide.blocks for lecture in lectures() for slide in lecture.slides)
    assert {told.topic for told in exchanges() if told.topic} == {topic.name for topic in TOPICS}


def test_text_commands_and_links_are_told_apart():
    slides = lectures()[0].slides
    idea = next(slide for slide in slides if slide.title == "Slides 3–5: the idea of alpha-beta")
    assert idea.anchor == "slides-35-the-idea-of-alpha-beta"
    first, command = idea.blocks[:2]
    assert isinstance(first, Block)
    assert first.spans[0].text.startswith("A node need not be searched")
    assert isinstance(command, Exchange)
    assert (command.command, command.topic) == ("kibitz lectures two-ply", "two-ply")
    assert command.output[-1] == "The utilities range from 2 to 14."  # "See it with" is told in links
    assert command.seen_at == ("#/lab?tree=((3+12+8)+(2+4+6)+(14+5+2))&algorithm=alphabeta",)
    assert command.more[0] == 'kibitz tree "((3 12 8) (2 4 6) (14 5 2))" --algorithm minimax'


def test_what_a_page_leaves_out_of_an_answer_is_told_where_it_was():
    told = next(told for told in exchanges() if told.command.endswith("--depths"))
    assert (told.output[:2], told.output[-1][-22:], told.is_cut) == (("value: 3", "…"), " value and best change", False)
    told = next(told for told in exchanges() if told.command.endswith("--steps --ranges"))
    assert (told.output[-1][-8:], told.is_cut) == ("are cut.", True)


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("kibitz tree", ""),
        ('kibitz tree "((3 5) (3 1))" --variant strict --steps', "#/lab?tree=((3+5)+(3+1))&variant=strict"),
        ('kibitz tree "(~5?(4 6) 3)" --depth 1 --quiescence', "#/lab?tree=(~5?(4+6)+3)&depth=1&quiescence=1"),
        ('kibitz tree "(~5(4 6) ~3(2 8))" --beam 2 --steps --ranges', "#/lab?tree=(~5(4+6)+~3(2+8))&beam=2&ranges=1"),
        (
            'kibitz tree "((3 5) 4)" --algorithm deepening --techniques "no-table no-killers"',
            "#/lab?tree=((3+5)+4)&algorithm=deepening&without=table,killers",
        ),
        ("kibitz best tic-tac-toe XOX.O.X.O --depth 2", "#/play?game=tic-tac-toe&position=XOX.O.X.O"),
        ('kibitz best nim --set piles=1,2 --moves "1:1 2:2"', "#/play?game=nim&moves=1:1,2:2&set.piles=1,2"),
        ("kibitz best matches.py:Matches", ""),
        ("printf 'XO.......' | kibitz solve tic-tac-toe -", ""),
    ],
)
def test_a_command_leads_to_the_page(command, place):
    from kibitz.lab.lectures.slides import _seen_at

    assert _seen_at(command) == place


def test_every_link_of_a_slide_leads_to_something(address):
    with httpx.Client(base_url=address, timeout=60) as web:
        from urllib.parse import parse_qsl

        for place in sorted({place for told in exchanges() for place in told.seen_at}):
            view, _, query = place.removeprefix("#/").partition("?")
            fields = dict(parse_qsl(query))
            if view == "lab":
                asked = {"tree": fields["tree"], "algorithm": fields.get("algorithm", "auto"), "format": "svg"}
                answer = web.post("/api/lab/export", json=asked)
            else:
                sets = {name.removeprefix("set."): value for name, value in fields.items() if name.startswith("set.")}
                moves = [move for move in fields.get("moves", "").split(",") if move]
                asked = {"game": fields["game"], "position": fields.get("position"), "moves": moves, "set": sets}
                answer = web.post("/api/position", json=asked)
            assert answer.status_code == 200, (place, answer.text)


def test_a_topic_is_computed_on_request_and_a_mistake_is_a_sentence(address):
    with httpx.Client(base_url=address, timeout=60) as web:
        told = web.post("/api/lectures/topic", json={"topic": "calculator", "branching": 7, "plies": 42}).json()
        assert told["text"][0].startswith("7 moves in a position, 42 plies")
        assert told["links"] == []
        assert web.post("/api/lectures/topic", json={"topic": "two-ply"}).json()["links"][0].startswith("#/lab?")
        for asked, field, sentence in (
            ({"topic": "two-ply", "games": 3}, "games", "'games' has no effect on the topic 'two-ply'"),
            ({"topic": "two-ply", "time": 3}, "time", "'time' has no effect on the topic 'two-ply'; its options: none"),
            ({"topic": "calculater"}, None, "unknown topic 'calculater'; did you mean 'calculator'?"),
            ({"topic": "growth", "games": 10_000}, "games", "at most 200"),
        ):
            refused = web.post("/api/lectures/topic", json=asked)
            assert refused.status_code in (400, 422)
            assert sentence in refused.json()["error"]
            assert refused.json().get("field") == field


def test_a_teacher_walks_through_a_lecture(page):
    page.see("#/lectures")
    page.get_by_role("link", name="1. Alpha-beta step by step").click()
    page.get_by_role("heading", name="Slides 1–2: a program for Connect Four").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_role("heading", name="Slides 3–5: the idea of alpha-beta").wait_for()
    page.locator(".slide-picture svg").first.wait_for()
    page.go_back()
    page.get_by_role("heading", name="Slides 1–2: a program for Connect Four").wait_for()
    page.get_by_label("Slide", exact=True).select_option("Slides 39–40: what holds for alpha-beta")
    page.get_by_role("heading", name="Slides 39–40").wait_for()
    page.see("#/lectures?lecture=2&slide=page-11-what-it-costs")
    page.get_by_role("heading", name="Page 11: what it costs").wait_for()
    command = page.locator(".console", has_text="kibitz lectures growth --games 5")
    command.get_by_label("Games or trees").fill("2")
    command.get_by_role("button", name="Compute now").click()
    command.get_by_role("link", name="Step through it in the tree lab").first.wait_for()
    command.get_by_role("link", name="Step through it in the tree lab").first.click()
    page.locator(".lab .stage .kz-svg").wait_for()


def test_a_slide_fits_a_phone(new_page):
    page = new_page(viewport=PHONE)
    page.see("#/lectures?lecture=3&slide=1")
    page.get_by_role("heading", name="Slides 1–3").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tabs = page.eval_on_selector_all(
        "#tabs a:not([hidden])", "(tabs) => tabs.map((tab) => tab.getBoundingClientRect())"
    )
    assert tabs[-1]["right"] <= PHONE["width"]
