"""Playing and analysing in a real browser: a game of each kind to its end, by mouse, keyboard, link and clipboard."""

import json
import re
from pathlib import Path

import pytest

from serving import served

pytest_plugins = ["browser"]

ROOT = Path(__file__).parent.parent
HEXAPAWN = ROOT / "examples" / "hexapawn.py"
HIGH_CARD = ROOT / "tests" / "data" / "games" / "high_card.py"

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
QUICK = "sides=person,engine.auto.nodes.200"
PEOPLE = "sides=person,person"


@pytest.fixture(scope="module")
def address():
    with served("--game", f"{HEXAPAWN}:Hexapawn", "--game", f"{HIGH_CARD}:HighCard") as url:
        yield url


class Table:
    """The play view, as a person sees and uses it."""

    def __init__(self, page, hash_="#/play", *, analysis=False, auto_roll=True):
        self.page = page
        kept = json.dumps({"analysis": analysis, "seconds": 10, "autoRoll": auto_roll})
        page.add_init_script(f"localStorage.getItem('kibitz.play') ?? localStorage.setItem('kibitz.play', {kept!r})")
        page.evaluate("document.querySelector('.board > svg')?.setAttribute('data-old', '')")
        page.go(hash_)
        page.wait_for_selector(".board > svg:not([data-old])")

    @property
    def status(self):
        return self.page.inner_text(".status")

    @property
    def board(self):
        """What stands on the cells, in the order in which the eye meets them; else the words on the card."""
        return self.page.evaluate(
            """() => {
              const board = document.querySelector(".board > svg");
              const cells = [...board.querySelectorAll("[data-cell]")].map((cell) => {
                const { x, y } = cell.querySelector(".hit").getBoundingClientRect();
                const look = [...cell.children].map((each) => [each.getAttribute("class"), each.textContent]);
                return [Math.round(y), Math.round(x), cell.dataset.cell, look.join()];
              });
              if (!cells.length) return board.textContent;
              return cells.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((cell) => cell.slice(2));
            }"""
        )

    @property
    def moves(self):
        """The moves played, as the list shows them."""
        return self.page.locator(".plies .ply:not(.undone) > span:nth-child(3)").all_inner_texts()

    @property
    def is_over(self):
        return "The game is over" in self.status

    def wait_status(self, words):
        self.page.wait_for_function("words => document.querySelector('.status').innerText.includes(words)", arg=words)

    def wait_turn(self):
        """Until it is the person's move, or the game is over."""
        turn = "/Your move|(?<!is )to move\\.|The game is over/"
        self.page.wait_for_function(f"{turn}.test(document.querySelector('.status').innerText)")

    def wait_moves(self, count):
        self.page.wait_for_function(
            "count => document.querySelectorAll('.plies .ply:not(.undone)').length === count", arg=count
        )

    def cell(self, row, column):
        return self.page.locator(f"[data-cell='{row},{column}']")

    def click(self, row, column):
        """Click a cell and wait until its move is played."""
        before = len(self.moves)
        self.cell(row, column).click()
        self.page.wait_for_function(
            "count => document.querySelectorAll('.plies .ply:not(.undone)').length > count", arg=before
        )

    def play(self, move):
        """Play a move with its button."""
        before = len(self.moves)
        self.page.locator(".moves").evaluate("details => { details.open = true }")
        self.page.locator(f".move-buttons [data-move='{move}']").click()
        self.page.wait_for_function(
            "count => document.querySelectorAll('.plies .ply:not(.undone)').length > count", arg=before
        )

    def type(self, move):
        self.page.fill(".move-form input", move)
        self.page.press(".move-form input", "Enter")

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def analysed(self):
        """Wait until the analysis is done, and give its rows as (move, words)."""
        self.page.wait_for_function("/exact|limit reached/.test(document.querySelector('.numbers').innerText)")
        row = "(row) => [row.dataset.move, row.querySelector('.words').innerText]"
        return [
            tuple(found) for found in self.page.evaluate(f"[...document.querySelectorAll('.candidates li')].map({row})")
        ]


# ------------------------------------------------------------ a game of each kind, to the end


def test_connect_four_is_played_to_the_end_by_clicks(page):
    table = Table(page, f"#/play?game=connect-four&{QUICK}")
    for turn in range(21):
        table.wait_turn()
        if table.is_over:
            break
        page.locator(".board .playable").nth(turn % 3).click()  # in the top row: anywhere in a column is its move
        page.wait_for_function("turn => document.querySelectorAll('.ply').length > 2 * turn", arg=turn)
    table.wait_turn()
    assert table.is_over and len(table.moves) >= 7
    assert page.locator(".board .playable").count() == 0
    assert page.locator(".kz-ring").count() >= 4 or "draw" in table.status


def test_tic_tac_toe_is_played_by_keyboard_alone(page):
    table = Table(page, "#/play?game=tic-tac-toe&sides=person,level.6")
    page.keyboard.press("ArrowRight")  # the cursor appears on the first move
    for turn in range(5):
        table.wait_turn()
        if table.is_over:
            break
        free = page.evaluate("[...document.querySelectorAll('.board .playable')].map((cell) => cell.dataset.cell)")
        for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft"):
            page.keyboard.press(key)
        row, column = map(int, free[0].split(","))
        for key in ("ArrowDown",) * row + ("ArrowRight",) * column:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        page.wait_for_function("turn => document.querySelectorAll('.ply').length > 2 * turn", arg=turn)
    table.wait_turn()
    assert table.is_over
    assert "you won" not in table.status  # the engine plays it perfectly
    page.keyboard.press("n")
    table.wait_moves(0)
    page.keyboard.press("5")  # a digit begins a move
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelectorAll('.ply').length === 2")
    assert table.moves[0] == "5"


def test_nim_is_played_to_the_end_by_clicks(page):
    table = Table(page, "#/play?game=nim&set.piles=1,2,3")
    while not table.is_over:
        before = len(table.moves)
        page.locator(".board .playable").first.click()
        page.wait_for_function("n => document.querySelectorAll('.ply').length > n", arg=before)
        table.wait_turn()
    assert "you lost" in table.status  # 1, 2, 3 is lost for who moves first


def test_pig_is_played_to_the_end_with_dice(page):
    table = Table(page, "#/play?game=pig&set.goal=10&sides=person,engine.auto.depth.2")
    table.wait_turn()
    for _ in range(200):
        if table.is_over:
            break
        before = len(table.moves)
        page.locator(".board .playable").first.click()  # roll, until there is enough to hold
        page.wait_for_function("n => document.querySelectorAll('.ply').length > n", arg=before)
        table.wait_turn()
        fell = page.locator(".plies .ply").last.inner_text()
        assert page.locator(".dice svg").count() == (1 if re.search(r"[1-6]$", fell) else 0)
    assert table.is_over
    assert re.search("you (won|lost)", table.status)


def test_a_roll_is_chosen_by_hand_and_every_roll_is_valued(page):
    table = Table(page, f"#/play?game=pig&{PEOPLE}", analysis=True, auto_roll=False)
    table.play("roll")
    tiles = page.locator(".tile")
    page.wait_for_function("document.querySelectorAll('.tile').length === 6")
    assert all("1/6" in text and "%" in text for text in tiles.all_inner_texts())
    table.play("4")
    assert page.locator(".dice svg").get_attribute("aria-label") == "the die shows 4"
    assert table.moves == ["roll", "4"]
    page.wait_for_selector(".candidates [data-move=hold]")
    page.get_by_role("button", name="Every roll after roll").click()
    page.wait_for_function("document.querySelectorAll('.rolls .tile').length === 6")


def test_three_players_have_three_values(page):
    table = Table(page, "#/play?game=pig&moves=roll,3", analysis=True)
    page.get_by_label("Players", exact=True).fill("3")
    table.button("Set up").click()
    page.wait_for_function("document.querySelectorAll('.bar-row').length === 3")
    shares = "[...document.querySelectorAll('.bar-value')].map((each) => Number(each.innerText))"
    page.wait_for_function(f"Math.abs({shares}.reduce((all, each) => all + each) - 1) < 0.02")
    assert not page.locator(".gauge").is_visible()


def test_a_users_game_is_played_by_dragging(page):
    table = Table(page, f"#/play?game=hexapawn&{PEOPLE}")

    def drag(start, end):
        before = len(table.moves)
        a, b = (table.cell(*each).bounding_box() for each in (start, end))
        page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        page.mouse.down()
        page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=4)
        page.wait_for_selector(".ghost")
        page.mouse.up()
        page.wait_for_selector(".ghost", state="detached")
        return before

    table.wait_moves(drag((2, 0), (1, 0)) + 1)
    assert table.moves == ["a1a2"]
    drag((0, 1), (2, 2))  # not a move: nothing happens
    assert table.moves == ["a1a2"]
    table.cell(0, 1).click()
    page.wait_for_function("document.querySelectorAll('.marks .target').length === 2")
    table.click(1, 0)
    assert table.moves == ["a1a2", "b3a2"]
    table.wait_moves(drag((2, 1), (1, 0)) + 1)
    assert table.moves[-1] == "b1a2"
    table.button("New").click()
    table.wait_moves(0)
    for key in ("ArrowDown", "Enter", "ArrowUp", "Enter"):  # the cursor, a pawn picked up, its target, and down
        page.keyboard.press(key)
    table.wait_moves(1)
    assert table.moves == ["a1a2"]


def test_a_hidden_game_shows_what_the_seat_may_see(page):
    table = Table(page, f"#/play?game=high-card&{PEOPLE}", analysis=True, auto_roll=False)
    table.play("KJ")
    assert "your card: K" in table.board and "player 2 has J" not in page.content()
    assert table.moves == ["you get K"]
    page.wait_for_selector(".candidates [data-move=bet]")  # from what the seat sees
    table.play("bet")
    table.wait_status("Pass the device to player 2.")
    page.wait_for_function("document.querySelector('.analysis').innerText.includes('hidden')")
    assert page.locator(".candidates li").count() == 0
    assert page.locator(".move-buttons button").count() == 0
    assert "KJ" not in page.url
    table.button("Look as player 2").click()
    page.wait_for_function("document.querySelector('.board').innerHTML.includes('your card: J')")
    assert table.moves == ["you get J", "bet"]
    page.reload()
    table.wait_moves(2)
    assert table.moves == ["you get K", "bet"]
    page.get_by_label("Point of view").select_option("all")
    page.wait_for_function("document.querySelector('.board').innerHTML.includes('player 2 has J')")
    page.wait_for_selector(".candidates [data-move=fold]")


# ------------------------------------------------------------ links, undo, copy and paste


def test_a_link_is_a_position(page, new_page):
    table = Table(page, f"#/play?game=connect-four&set.width=6&set.height=5&{PEOPLE}")
    for move in ("3", "3", "4"):
        table.play(move)
    page.keyboard.press("f")
    page.wait_for_function("location.hash.includes('flip=1')")
    assert "moves=3,3,4" in page.url and "set.width=6" in page.url
    again = Table(new_page(), page.url[page.url.index("#") :])
    again.wait_moves(3)
    assert again.board == table.board
    assert (again.moves, again.status) == (table.moves, table.status)
    page.go_back()
    table.wait_moves(2)
    page.go_forward()
    table.wait_moves(3)


def test_a_link_to_the_engines_turn_waits(page):
    table = Table(page, f"#/play?game=connect-four&moves=4&{QUICK}")
    table.wait_status("the engine is to move")
    table.button("Let it move").click()
    table.wait_moves(2)


def test_undo_redo_flip_and_new(page):
    table = Table(page, f"#/play?game=tic-tac-toe&{QUICK}")
    start = table.board
    table.click(1, 1)
    table.wait_moves(2)
    after = table.board
    table.button("Undo").click()
    table.wait_moves(0)
    assert table.board == start
    assert page.locator(".ply.undone").count() == 2
    table.button("Redo").click()
    table.wait_moves(2)
    assert table.board == after
    page.locator(".plies [data-ply='1']").click()
    table.wait_moves(1)
    table.button("New").click()
    table.wait_moves(0)
    assert table.board == start and page.locator(".ply").count() == 0
    assert table.button("Undo").is_disabled() and table.button("Redo").is_disabled()
    page.go("#/play?game=connect-four&moves=1")
    page.wait_for_selector(".kz-plate")
    left = table.cell(5, 0).bounding_box()["x"]
    table.button("Flip").click()
    page.wait_for_function(
        "left => document.querySelector('[data-cell=\"5,0\"]').getBoundingClientRect().x > left + 99", arg=left
    )


def test_positions_games_and_links_are_copied_and_pasted(new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    table = Table(page, f"#/play?game=connect-four&set.width=5&{PEOPLE}")
    for move in ("3", "2"):
        table.play(move)
    read = "navigator.clipboard.readText()"
    page.keyboard.press("c")
    page.wait_for_function(f"async () => (await {read}) === '32'")
    page.keyboard.press("Shift+C")
    kept = {"game": "connect-four", "set": {"width": "5"}, "position": "", "moves": ["3", "2"]}
    page.wait_for_function(f"async () => (await {read}).startsWith('{{')")
    assert json.loads(page.evaluate(read)) == kept
    table.button("New").click()
    table.wait_moves(0)
    page.keyboard.press("Control+v")
    table.wait_moves(2)
    board = table.board
    page.click("summary:text('Copy')")
    table.button("Copy link").click()
    page.wait_for_function(f"async () => (await {read}).includes('#/play?')")
    page.get_by_label("Game", exact=True).select_option("tic-tac-toe")
    table.wait_moves(0)
    table.button("Paste").click()
    page.get_by_label("A position, a game or a link").fill(page.evaluate(read))
    table.button("Use it").click()
    table.wait_moves(2)
    assert table.board == board
    table.button("Paste").click()
    page.get_by_label("A position, a game or a link").fill("3")
    table.button("Use it").click()
    page.wait_for_function("location.hash.includes('position=3')")
    assert table.moves == [] and page.locator(".board .kz-player-0").count() == 1


# ------------------------------------------------------------ nonsense


def test_nonsense_in_every_field_shows_the_sentence_and_loses_nothing(page):
    page.allow("status of 4")
    table = Table(page, f"#/play?game=connect-four&moves=4&{PEOPLE}")
    board = table.board
    table.type("nonsense")
    page.wait_for_selector(".move-form .error:not([hidden])")
    assert "'nonsense'" in page.inner_text(".move-form .error")
    for label, text in (("Width", "wide"), ("Height", "99"), ("Position (empty: the beginning)", "4444444444")):
        field = page.get_by_label(label, exact=True)
        before = field.input_value()
        field.fill(text)
        table.button("Set up").click()
        page.wait_for_function("document.querySelector('.setup form .error:not([hidden])')")
        assert text in page.locator(".setup form .error:visible").inner_text()
        assert field.input_value() == text and field.get_attribute("aria-invalid") is not None
        field.fill(before)
    table.button("Paste").click()
    for text, words in (
        ("{", "saved game"),
        ('{"game": "chess4"}', "'chess4'"),
        ("99", "'99'"),
        ("", "nothing to paste"),
    ):
        page.get_by_label("A position, a game or a link").fill(text)
        table.button("Use it").click()
        page.wait_for_function("words => document.querySelector('dialog .error').innerText.includes(words)", arg=words)
    table.button("Cancel").click()
    page.get_by_label("Player 2", exact=True).select_option("Novice")
    page.get_by_label("Player 2, more").click()
    page.get_by_label("Player 2, kind of limit").select_option("seconds")
    for wrong in ("soon", "900"):
        page.get_by_label("Player 2, limit").fill(wrong)
        page.wait_for_function("wrong => document.querySelector('.limit .error').innerText.includes(wrong)", arg=wrong)
    assert table.board == board or len(table.moves) == 2  # the engine may have moved with the limit it had


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_a_level_is_chosen_played_and_kept_and_nothing_moves_while_it_thinks(new_page, viewport):
    page = new_page(viewport=viewport)
    table = Table(page, "#/play?game=tic-tac-toe", analysis=True)
    if not page.locator(".side").first.is_visible():
        page.locator("summary", has_text="Players").click()
    page.get_by_label("O", exact=True).select_option("Beginner")
    page.wait_for_function("document.querySelector('.level-words').innerText.includes('Drops a little often')")
    page.wait_for_function("!location.hash.includes('sides')")  # what is usual now need not be said
    page.wait_for_selector(".candidates li")
    page.evaluate(
        """() => {
          window.moved = 0;
          new PerformanceObserver((list) => {
            for (const { value, hadRecentInput } of list.getEntries()) window.moved += hadRecentInput ? 0 : value;
          }).observe({ type: "layout-shift" });
        }"""
    )
    for count in (2, 4):
        page.locator(".board .playable").first.click()
        table.wait_moves(count)
        table.wait_turn()
    page.wait_for_selector(".candidates li")
    assert page.evaluate("window.moved") < 0.01
    page.reload()
    chosen = "name => document.querySelector('select[aria-label=O]')?.selectedOptions[0].text === name"
    page.wait_for_function(chosen, arg="Beginner")
    page.go("#/play?game=tic-tac-toe&sides=person,careless.2.auto.depth.4")
    page.wait_for_function(chosen, arg="Novice")
    assert page.locator("[aria-label='O, limit']").input_value() == "4"
    assert page.locator("[aria-label='May throw away a won game, O']").is_checked()


def test_a_nonsense_link_says_why_and_shows_the_game(page):
    page.allow("status of 4")
    table = Table(page, "#/play?game=connect-four&position=4444444444")
    page.wait_for_selector(".toast.error:not([hidden])")
    assert "4444444444" in page.inner_text(".toast") and "4444444444" in page.inner_text(".setup form .error:visible")
    assert page.get_by_label("Position (empty: the beginning)").input_value() == "4444444444"
    page.go("#/play?game=no-such-game")
    page.wait_for_function("document.querySelector('.toast').innerText.includes('no-such-game')")
    assert table.moves == []
    page.go("#/nowhere")
    page.wait_for_function("document.querySelector('.toast').innerText.includes('nowhere')")
    page.wait_for_selector(".board > svg")


# ------------------------------------------------------------ analysis


def test_the_analysis_streams_and_stops(page):
    table = Table(page, f"#/play?game=connect-four&set.width=8&{PEOPLE}", analysis=True)  # which has no book
    page.get_by_label("Think for").select_option("60")  # not over before a slow machine gets to the button
    numbers = "document.querySelector('.numbers').innerText"
    page.wait_for_function(f"/depth \\d+ · .* nodes/.test({numbers})")
    seen = page.evaluate(numbers)
    page.wait_for_function(f"seen => {numbers} !== seen", arg=seen)
    assert page.locator(".candidates li").count() == 8
    assert page.locator(".marks .words").count() == 8
    table.button("Stop").click()
    page.wait_for_function(f"!{numbers}.includes('thinking')")
    table.button("Go on").wait_for()
    page.settle()  # what was found last may still have to be painted
    stopped = page.evaluate(numbers)
    page.locator(".candidates li").first.hover()
    page.wait_for_selector(".preview svg")
    page.wait_for_function("document.querySelectorAll('.marks .pointed').length === 1")
    assert page.evaluate(numbers) == stopped
    page.keyboard.press("a")
    page.wait_for_function("document.querySelectorAll('.candidates li').length === 0")
    table.button("Analysis is off").wait_for()
    page.reload()
    page.wait_for_selector(".board > svg")
    table.button("Analysis is off").wait_for()


def test_every_move_has_its_words_and_is_played_by_a_click(page):
    table = Table(page, f"#/play?game=tic-tac-toe&moves=1&{PEOPLE}", analysis=True)
    rows = table.analysed()
    assert rows[0] == ("5", "draws") and sorted(n for n, _ in rows[1:]) == list("2346789")
    assert all(words.startswith("loses") for _, words in rows[1:])  # in how many plies: if there was time to count
    page.wait_for_function("document.querySelectorAll('.marks .words').length === 8")
    assert page.locator(".marks .words.best").text_content() == "draws"
    page.wait_for_function("document.querySelector('.gauge-words').innerText.includes('draws')")
    page.locator(".candidates [data-move='5'] .candidate").click()
    table.wait_moves(2)
    assert table.moves == ["1", "5"]


def test_why_is_an_argument_before_any_line_is_played(page):
    table = Table(page, f"#/play?game=tic-tac-toe&moves=1&{PEOPLE}", analysis=True)
    table.analysed()
    assert page.inner_text(".summary") == "Only 5 draws; the other 7 lose."
    assert set(page.locator(".candidates .rests-on").all_inner_texts()) == {"proven"}
    board = table.board
    page.get_by_role("button", name="Why not 2?").click()
    page.wait_for_selector(".mode-bar")
    page.wait_for_selector(
        ".preview", state="hidden"
    )  # the pointer rests on the line, but the board is what is looked at
    told = page.inner_text(".bar-words")
    assert told.startswith("2 loses in 6 where 5 would draw: after ") and "threatens three in a row" in told
    assert page.locator(".marks .ply-number").all_text_contents() == ["1", "2"]  # the move and the reply
    page.wait_for_function("document.querySelectorAll('.versus-side svg').length === 2")
    assert page.locator(".versus-move").all_inner_texts() == ["2 loses in 6", "5 draws"]
    page.get_by_label("Compare 2 with").select_option("9")
    page.wait_for_function("document.querySelectorAll('.versus-move')[1]?.innerText === '9 loses in 6'")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelectorAll('.marks .threatened').length > 0")  # of the reply
    page.wait_for_function("document.querySelector('.bar-words').innerText.includes('threatens')")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('.bar-words').innerText.includes('The game is over')")
    assert table.board != board
    assert page.locator(".board .kz-ring").count() == 3  # the refutation ends in three in a row
    assert page.locator(".walk-ply.point").get_attribute("aria-current") == "step"  # where the loss shows
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("document.querySelectorAll('.board .kz-ring').length === 0")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.mode-bar')")
    assert page.locator(".versus").is_hidden() and page.locator(".marks .ply-number").count() == 0
    assert table.board == board and table.moves == ["1"]
    assert page.locator(".candidates li").count() == 8  # and the analysis is still there


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_no_row_of_the_analysis_overlaps_and_no_badge_is_cut(new_page, size):
    page = new_page(viewport=size)
    game = "connect-four-many&set.players=4&set.width=5&set.height=4&sides=person,person,person,person"
    table = Table(page, f"#/play?game={game}", analysis=True)
    table.analysed()
    overlapping = """() => [...document.querySelectorAll(".candidates li")].filter((row) => {
      const parts = [...row.querySelectorAll(".move, .words, .rests-on, .loss, .why")].filter((each) => each.innerText);
      const boxes = parts.map((each) => each.getBoundingClientRect()).sort((one, other) => one.left - other.left);
      const hides = (box, before) =>
        box.left < before.right - 0.5 && box.top < before.bottom - 0.5 && before.top < box.bottom - 0.5;
      return boxes.some((box, index) => index && hides(box, boxes[index - 1]));
    }).length"""
    assert page.evaluate(overlapping) == 0
    badges = page.locator(".marks .words").all_text_contents()
    assert len(badges) == 5 and not any("…" in badge for badge in badges)
    widths = """[...document.querySelectorAll(".marks .words")].map((badge) =>
      ["text", "rect"].map((part) => badge.querySelector(part).getBBox().width))"""
    assert all(text <= room for text, room in page.evaluate(widths))
    alike = page.evaluate("document.querySelectorAll('.candidates .best').length")
    assert alike < 5  # where all moves are worth the same, none is called best


# ------------------------------------------------------------ the search tab


def test_the_search_of_the_position_is_drawn(page):
    page.go("#/play?game=tic-tac-toe&moves=1,5,9,2,8,7")
    page.wait_for_selector(".board > svg")
    page.get_by_role("link", name="Search").click()
    page.wait_for_selector(".search .stage .kz-svg")
    assert "moves=1,5,9,2,8,7" in page.url
    page.get_by_label("Depth", exact=True).select_option("3")
    page.wait_for_function("location.hash.includes('depth=3')")  # until then the cuts are those of another tree
    page.wait_for_selector(".cuts li")
    first = page.locator(".cuts li").first
    first.locator("button").click()
    page.wait_for_function(
        "document.querySelector('.cuts .selected')?.innerText"
        ".includes(document.querySelector('.stepper-sentence').innerText)"
    )
    assert page.inner_text(".stepper-sentence") in first.inner_text()
    step = page.url.split("step=")[1]
    assert int(step) == int(first.get_attribute("data-step"))
    page.get_by_role("button", name="Measure").click()
    page.wait_for_function("document.querySelectorAll('.ablation tbody tr').length > 5")
    page.get_by_role("link", name="Open in the tree lab").click()
    page.wait_for_selector(".view-lab")
    page.wait_for_selector(".lab .stage .kz-svg")


def test_too_large_a_tree_is_refused_in_its_place(page):
    page.allow("status of 400")
    page.go("#/search?game=connect-four&depth=6")
    page.wait_for_selector(".where > .stack > .error:not([hidden])")
    assert "more than 2,000 nodes" in page.inner_text(".where > .stack > .error")


# ------------------------------------------------------------ how it looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(new_page, scheme):
    page = new_page(color_scheme=scheme)
    Table(page)
    paper = "getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/g).map(Number)[0] > 128"
    assert page.evaluate(paper) is (scheme == "light")
    themes = []
    for _ in range(3):
        page.click("#theme")
        themes.append((page.get_attribute("#theme", "aria-label"), page.evaluate(paper)))
    assert themes == [("Theme: light", True), ("Theme: dark", False), ("Theme: auto", scheme == "light")]


@pytest.mark.parametrize(
    "hash_", ["", "#/play", "#/play?game=pig&set.players=3", "#/play?game=hexapawn", "#/search?game=tic-tac-toe"]
)
def test_a_phone_shows_all_without_scrolling_sideways(new_page, hash_):
    page = new_page(viewport=PHONE, has_touch=True)
    page.see(hash_)
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll('.bar a, .toolbar .button, .panel-head .button, .setup select')]
            .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 40)
            .map((each) => each.outerHTML)"""
    )
    assert small == []
    assert page.get_by_role("navigation", name="Views").is_visible()


def test_a_desktop_shows_all_without_scrolling(page):
    for hash_ in ("#/play", "#/play?game=nim", "#/search?game=tic-tac-toe&moves=1,5"):
        page.see(hash_)
        page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")


def test_every_control_has_a_name_and_the_keys_are_listed(page):
    Table(page)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("button, input, select, textarea, a[href], summary")]
            .filter((each) => each.checkVisibility())
            .filter((each) => !(each.innerText?.trim() || each.ariaLabel || each.labels?.length))
            .map((each) => each.outerHTML)"""
    )
    assert nameless == []
    assert page.locator("h1").count() == 1
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert "Flip the board" in page.inner_text("dialog")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('dialog')")


def test_nothing_moves_while_the_analysis_streams(page):
    table = Table(page, f"#/play?game=connect-four&set.width=8&{PEOPLE}", analysis=True)
    page.evaluate(
        """() => {
          window.shifted = 0;
          new PerformanceObserver((list) => list.getEntries().forEach((each) => (window.shifted += each.value)))
            .observe({ type: "layout-shift", buffered: false });
        }"""
    )
    page.wait_for_function("/depth \\d+/.test(document.querySelector('.numbers').innerText)")
    board = page.locator(".board > svg").bounding_box()
    seen = page.inner_text(".numbers")
    page.wait_for_function("seen => document.querySelector('.numbers').innerText !== seen", arg=seen)
    assert page.locator(".board > svg").bounding_box() == board
    assert page.evaluate("window.shifted") < 0.02
    assert table.moves == []


def test_the_page_is_ready_after_little_has_been_fetched(page):
    page.go("#/play?game=tic-tac-toe")
    page.wait_for_selector(".board .playable")
    fetched = page.evaluate("performance.getEntriesByType('resource').map((each) => each.decodedBodySize)")
    assert len(fetched) < 76 and sum(fetched) < 400_000
