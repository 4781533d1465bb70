"""The classroom: joined by a code only, answered from many phones at once, counted without names, nothing kept."""

import asyncio
import json

import httpx
import pytest

from kibitz.draw.quick_response import corrected, format_bits, quick_response
from kibitz.errors import BadInput
from kibitz.lab.classroom import about_tree, counted
from kibitz.web import room as room_module
from kibitz.web.refusals import Refused
from kibitz.web.room import chosen_code
from serving import eventually, here

pytest_plugins = ["browser"]

CODE = "K7MPXQ"
TREE = "((3 12 8) (2 4 6) (14 5 2))"
ELSEWHERE = {"Host": "192.168.1.5:8080"}  # how another machine names the server
PHONES = 30
HOSTILE = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"


@pytest.fixture(scope="module")
def address():
    with here(room=CODE, only_local=False, compiled=0) as (url, _):
        yield url


@pytest.fixture
def teacher(address):
    with httpx.Client(base_url=address, timeout=60) as client:
        yield client


def ask(teacher, **question):
    answer = teacher.post("/api/room/ask", json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def guest(address):
    return httpx.Client(base_url=address, headers=ELSEWHERE, timeout=60)


# ---------------------------------------------------------------- who may do what


def test_without_a_room_there_is_none():
    with here() as (url, _):
        told = httpx.get(f"{url}/api/room").json()
        assert told == {
            "open": False,
            "teacher": False,
            "seated": False,
            "code": None,
            "addresses": [],
            "picture": None,
        }
        for path, body in (("join", {"code": CODE}), ("ask", {"kind": "look", "tree": TREE}), ("code", {})):
            answer = httpx.post(f"{url}/api/room/{path}", json=body)
            assert answer.status_code == 404 and "kibitz serve --room" in answer.json()["error"]
        assert "Room</a>" in (page := httpx.get(url).text) and 'data-view="room" hidden' in page


def test_other_machines_reach_the_room_and_nothing_else(address):
    with guest(address) as asking:
        for path in ("/api/games", "/openapi.json", "/sheet", "/api/store", "/api/lab/gallery", "/nothing"):
            answer = asking.get(path)
            assert answer.status_code == 403 and "only the classroom" in answer.json()["error"], path
        for path in ("/api/best", "/api/position", "/api/take-away", "/api/room/ask", "/api/room/stage"):
            assert asking.post(path, json={"game": "nim", "kind": "look", "stage": "open"}).status_code == 403, path
        assert asking.get("/").headers["location"] == "room"
        assert "Room" in asking.get("/room").text
        assert asking.get("/static/room/phone.js").status_code == 200
        told = asking.get("/api/room").json()
        assert told["open"] and not told["teacher"] and told["code"] is None and told["picture"] is None
        assert asking.get("/api/room/watch").status_code == 403
        assert asking.post("/api/room/answer", json={"number": 1, "answer": "3"}).status_code == 403
        assert asking.post("/api/room/join", json={"code": CODE}).status_code == 200
        assert asking.get("/api/room/watch").status_code == 200
        teaching = asking.get("/api/room/watch?teaching=true")
        assert teaching.status_code == 403 and "only the machine that runs the server" in teaching.json()["error"]
        assert asking.post("/api/room/code", json={}).status_code == 403
    # What a proxy passes on does not come from this machine either.
    assert httpx.get(f"{address}/api/games", headers={"X-Forwarded-For": "1.2.3.4"}).status_code == 403
    told = httpx.get(f"{address}/api/room").json()
    assert told["teacher"] and told["code"] == CODE
    assert 'data-view="room">Room' in httpx.get(address).text


def test_codes_cannot_be_tried_one_after_the_other(monkeypatch):
    with here(room=CODE, only_local=False, compiled=0) as (url, _), guest(url) as asking:
        for code in ("", "k7mpx", "WRONG1", "\N{SNOWMAN}", "K7MPXQ "[:-2]):
            answer = asking.post("/api/room/join", json={"code": code})
            assert answer.status_code == 403 and answer.json()["field"] == "code", code
        assert asking.post("/api/room/join", json={"code": "k7m-p xq"}).status_code == 200
        assert asking.get("/api/room").json()["seated"]
        for _ in range(room_module.WRONG_CODES):
            last = asking.post("/api/room/join", json={"code": "WRONG2"})
        assert last.status_code == 429
        assert asking.post("/api/room/join", json={"code": CODE}).status_code == 429
        monkeypatch.setattr(room_module, "MINUTE", 0.0)  # a minute later
        assert asking.post("/api/room/join", json={"code": CODE}).status_code == 200
        # With a new code everybody has to join again.
        fresh = httpx.post(f"{url}/api/room/code").json()["code"]
        assert fresh != CODE and not asking.get("/api/room").json()["seated"]
        assert asking.post("/api/room/join", json={"code": CODE}).status_code == 403


def test_nobody_fills_the_room_alone(monkeypatch):
    monkeypatch.setattr(room_module, "MOST_OF_A_MACHINE", 3)
    room = room_module.Room(CODE)
    seats = [room.join(CODE, "10.0.0.1") for _ in range(3)]
    assert room.join(CODE, "10.0.0.1", seats[1]) == seats[1]  # who has a seat keeps it

    async def attended():
        watching = [room.watch(seat) for seat in seats]
        for each in watching:
            await anext(each)
        with pytest.raises(Refused, match="your address has 3 seats"):
            room.join(CODE, "10.0.0.1")
        other = room.join(CODE, "10.0.0.2")
        assert (room.present, room.machines) == (3, 1)
        assert room.counts(room_module.TEACHER)["machines"] == 1 and room.counts(other)["machines"] is None
        await watching[0].aclose()  # who has left makes place
        assert room.has(room.join(CODE, "10.0.0.1")) and not room.has(seats[0])
        for each in watching[1:]:
            await each.aclose()

    asyncio.run(attended())


def test_the_teacher_has_kept_games_and_lines_of_code_beside_a_room(address, teacher):
    assert teacher.get("/api/store").status_code == 200
    with guest(address) as asking:
        assert asking.get("/api/store").status_code == 403
    with here(only_local=False, compiled=0) as (url, _):  # open to all: nobody has them
        assert "without --host" in httpx.get(f"{url}/api/store").json()["error"]


def test_a_code_may_be_chosen():
    assert chosen_code("maths-7") == "MATHS7"
    assert len(chosen_code("")) == room_module.CODE_LENGTH
    for unfit in ("abc", "x" * 13, "<b>no</b>", "żółw1"):
        with pytest.raises(BadInput, match="cannot be the code of a room"):
            chosen_code(unfit)


# ---------------------------------------------------------------- questions


def test_a_tree_is_asked_about_and_graded():
    cuts = about_tree("cut", TREE)
    answers = [cuts.read(given) for given in (["I", "J"], ["J", "I"], ["G"], [])]
    assert [cuts.is_right(answer) for answer in answers] == [True, True, False, False]
    rows = [(row.answer, row.count, row.right) for row in counted(cuts, answers)]
    assert rows == [("I", 2, True), ("J", 2, True), ("G", 1, False), ("nothing is cut", 1, False)]
    worth = about_tree("value", TREE)
    answers = [worth.read(given) for given in ("3", 3, "3.0", "6/2", "2")]
    assert [(row.answer, row.count, row.right) for row in counted(worth, answers)] == [("3", 4, True), ("2", 1, False)]
    for given in ("", "three", ["I"]):
        with pytest.raises(BadInput):
            worth.read(given)
    with pytest.raises(BadInput, match="no branch to 'Z'"):
        cuts.read(["Z"])


def test_what_cannot_be_asked_is_refused_in_a_sentence(teacher):
    refused = [
        ({"kind": "move", "tree": "5"}, "no move to choose"),
        ({"kind": "prune", "game": "nim"}, "no answer to 'prune'"),
        ({"kind": "look", "seed": 3}, "not only looked at"),
        ({"kind": "value", "game": "nim", "seed": 3}, "either a game or a tree"),
        ({"kind": "cut", "game": "nim"}, "no branches to cut"),
        ({"kind": "value", "game": "pig"}, "two players and no luck"),
        ({"kind": "move", "game": "tic-tac-toe", "moves": "1 4 2 5 3"}, "the game is over"),
        ({"kind": "look"}, "either a game or a tree"),
        ({"kind": "look", "game": "nim", "tree": TREE}, "either a game or a tree"),
        ({"kind": "value", "tree": "((3"}, "bracket"),
        ({"kind": "look", "tree": TREE, "step": 999}, "past the end"),
        ({"kind": "move", "game": "no-such"}, "unknown game"),
    ]
    for question, words in refused:
        answer = teacher.post("/api/room/ask", json=question)
        assert answer.status_code == 400 and words in answer.json()["error"], (question, answer.text)


def test_what_is_hidden_in_a_game_stays_hidden_from_the_room(teacher):
    moves = []
    while True:
        at = teacher.post("/api/position", json={"game": "kuhn-poker", "moves": moves}).json()
        if at["player"] >= 0:
            break
        moves.append(at["outcomes"][0]["outcome"])
    shown = ask(teacher, kind="move", game="kuhn-poker", moves=moves)["question"]
    seen = teacher.post("/api/position", json={"game": "kuhn-poker", "moves": moves, "seat": at["player"]}).json()
    assert shown["facts"]["caption"] == seen["caption"]
    assert shown["drawing"] == seen["board"] != at["board"]


# ---------------------------------------------------------------- thirty phones


class Phone:
    """One of the class: joins, listens, answers."""

    def __init__(self, url, number):
        self.client = httpx.AsyncClient(base_url=url, headers=ELSEWHERE, timeout=60)
        self.number = number
        self.told = {}
        self.heard = asyncio.Event()

    async def listen(self):
        async with self.client.stream("GET", "/api/room/watch", headers={"Accept": "text/event-stream"}) as told:
            assert told.status_code == 200
            async for line in told.aiter_lines():
                if line.startswith("data: "):
                    self.told |= json.loads(line.removeprefix("data: "))
                    self.heard.set()

    async def until(self, holds):
        async with asyncio.timeout(60):
            while not holds(self.told):
                self.heard.clear()
                await self.heard.wait()


async def lesson(url, phones):
    """The whole class answers a move, changes its mind, and sees what is right."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as teaching:
        for phone in phones:
            joined = await phone.client.post("/api/room/join", json={"code": CODE})
            assert joined.status_code == 200
        listening = [asyncio.create_task(phone.listen()) for phone in phones]
        await asyncio.gather(*(phone.until(lambda told: told.get("present") == len(phones)) for phone in phones))
        body = {"kind": "move", "game": "connect-four", "moves": "4 4"}
        number = (await teaching.post("/api/room/ask", json=body)).json()["number"]
        await asyncio.gather(*(phone.until(lambda told: told["number"] == number) for phone in phones))
        for choose in (lambda phone: str(phone.number % 7 + 1), lambda phone: str(phone.number % 2 + 3)):
            answers = await asyncio.gather(
                *(
                    phone.client.post("/api/room/answer", json={"number": number, "answer": choose(phone)})
                    for phone in phones
                )
            )
            assert {answer.status_code for answer in answers} == {200}
        await asyncio.gather(*(phone.until(lambda told: told["answered"] == len(phones)) for phone in phones))
        assert all(phone.told["tally"] is None for phone in phones)  # not yet
        counts = (await teaching.get("/api/room/watch?teaching=true")).json()
        late = {"stage": "revealed", "right": ["4"], "words": "It wins in 39."}
        assert (await teaching.post("/api/room/stage", json=late)).status_code == 200
        await asyncio.gather(*(phone.until(lambda told: told["stage"] == "revealed") for phone in phones))
        refused = await phones[0].client.post("/api/room/answer", json={"number": number, "answer": "1"})
        assert refused.status_code == 400 and "the answers are in" in refused.json()["error"]
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for phone in phones:
            await phone.client.aclose()
        return counts


def test_thirty_phones_are_all_counted_and_nobody_is_named():
    with here(room=CODE, only_local=False, compiled=0) as (url, service):
        phones = [Phone(url, number) for number in range(PHONES)]
        counts = asyncio.run(lesson(url, phones))
        assert (counts["present"], counts["answered"]) == (PHONES, PHONES)
        assert counts["tally"] == [{"answer": answer, "count": PHONES // 2, "right": None} for answer in ("3", "4")]
        for phone in phones:
            assert phone.told["mine"] == [str(phone.number % 2 + 3)]
            assert [row["right"] for row in phone.told["tally"]] == [False, True]
            assert phone.told["all_right"] == PHONES // 2
            assert "place" not in phone.told
        eventually(lambda: service.room.present == 0)  # who has left is noticed


# ---------------------------------------------------------------- the code to be scanned


def test_the_code_to_be_scanned_is_as_the_standard_has_it():
    # The Reed-Solomon bytes of a well-known example, and the format bits of level L with masks 0 and 4.
    data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    assert corrected(data, 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]
    assert (f"{format_bits(0):015b}", f"{format_bits(4):015b}") == ("111011111000100", "110011000101111")
    for text, size in (("http://a/", 21), ("http://192.168.1.23:8080/room#K7MPXQ", 29), ("y" * 106, 37)):
        grid = quick_response(text)
        assert len(grid) == size and {len(row) for row in grid} == {size}
        assert [row[:7] for row in grid[:2]] == [[1] * 7, [1, 0, 0, 0, 0, 0, 1]]
        assert grid[6][8:-8] == [(place + 1) % 2 for place in range(8, size - 8)]
    with pytest.raises(BadInput, match="too long for a QR code"):
        quick_response("y" * 107)


# ---------------------------------------------------------------- in the browser


def test_a_lesson_in_the_browser(new_page, address):
    """A teacher at 1280×800 and a phone at 390×844, in both themes; nothing that is written runs."""
    teacher = new_page(viewport={"width": 1280, "height": 800})
    phone = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    phone.allow("status of 40")  # a wrong code, and a value that is none
    teacher.goto(f"{address}/#/play?game=tic-tac-toe&sides=person,person&moves=5,1")
    teacher.wait_for_selector(".board > svg")
    teacher.get_by_role("link", name="Room").click()
    teacher.get_by_text(CODE).wait_for()
    phone.goto(f"{address}/room#%")  # no text at all
    phone.get_by_text("this is not the code").wait_for()
    phone.goto("about:blank")
    phone.goto(f"{address}/room#<b>wrong</b>")
    phone.get_by_text("this is not the code").wait_for()
    phone.get_by_label("Code of the room").fill(CODE.lower())
    phone.get_by_role("button", name="Join").click()
    teacher.get_by_text("1 person is here.").wait_for()
    # A move, tapped on the board; in the teacher's own words, which are only words.
    teacher.get_by_label("Your own words (optional)").fill(HOSTILE)
    teacher.get_by_role("button", name="Show to the room").click()
    phone.get_by_role("heading", name=HOSTILE).wait_for()
    phone.locator("[data-cell='0,2']").tap()
    phone.get_by_text("Your answer: 3.").wait_for()
    phone.get_by_role("button", name="9", exact=True).tap()
    phone.get_by_text("Your answer: 9.").wait_for()
    teacher.get_by_text("1 answered").wait_for()
    teacher.get_by_role("button", name="Reveal to everybody").click()
    phone.get_by_text("It draws.").wait_for()
    teacher.locator(".room-tally .is-right").wait_for()
    # What is cut, and a value.
    teacher.get_by_label("Your own words (optional)").fill("")
    teacher.get_by_role("button", name="Tree from the lab").click()
    teacher.get_by_role("button", name="Show to the room").click()
    phone.get_by_role("button", name="branch from C to I").wait_for()
    for child in "IJ":
        phone.locator(f"[data-child={child}]").dispatch_event("click")
    phone.get_by_role("button", name="Send").tap()
    phone.get_by_text("Your answer: I, J.").wait_for()
    teacher.get_by_role("button", name="Reveal to everybody").click()
    phone.get_by_text("Right!").wait_for()
    teacher.get_by_label("Question").select_option("value")
    teacher.get_by_role("button", name="Show to the room").click()
    phone.get_by_label("Value of the root").fill("much")
    phone.get_by_role("button", name="Send").tap()
    phone.get_by_role("alert").filter(has_text="'much'").wait_for()
    with guest(address) as other:  # whose answer is counted meanwhile: the mistake stays
        other.post("/api/room/join", json={"code": CODE}).raise_for_status()
        number = other.get("/api/room/watch").json()["number"]
        other.post("/api/room/answer", json={"number": number, "answer": "3"}).raise_for_status()
    phone.get_by_text("1 answer so far.").wait_for()
    assert "'much'" in phone.get_by_role("alert").inner_text()
    phone.get_by_label("Value of the root").fill("2")
    phone.get_by_role("button", name="Send").tap()
    phone.get_by_text("Your answer: 2.").wait_for()
    assert phone.get_by_role("alert").count() == 0
    teacher.get_by_role("button", name="Reveal to everybody").click()
    phone.get_by_text("Not quite. Right: 3.").wait_for()
    for page in (teacher, phone):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert "broken" not in page.title()
