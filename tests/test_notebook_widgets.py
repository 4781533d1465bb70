"""In a cell of a notebook: steps to click through and games to play, in a real browser and without a server."""

import importlib.util
import json
import subprocess
import sys

import pytest

import kibitz as kz
from kibitz.errors import BadInput
from kibitz.lab.notebook.play import play
from kibitz.lab.notebook.sitting import Sitting
from matches_game import Matches

pytest_plugins = ["browser"]


@pytest.fixture
def address(tmp_path):
    return tmp_path.as_uri()


@pytest.fixture
def cell(new_page, tmp_path):
    """Puts HTML into a file, as a saved notebook does, opens it, and gives the page within its frame."""

    def opened(markup):
        path = tmp_path / "cell.html"
        path.write_text(f'<!doctype html><meta charset="utf-8"><title>cell</title><body>{markup}', encoding="utf-8")
        page = new_page()
        page.goto(path.as_uri())
        assert page.locator("script, style").count() == 0  # nothing reaches the notebook itself
        return page.frame_locator("iframe")

    return opened


# ---------------------------------------------------------------- steps


def text_of(frame, place):
    return frame.locator(place).inner_text()


def test_a_tree_is_stepped_through_in_its_cell(cell):
    frame = cell(kz.Tree("((3 12 8) (2 4 6) (14 5 2))")._repr_html_())
    frame.get_by_text("1 / 40").wait_for()
    assert text_of(frame, "#sentence").startswith("A is a MAX node.")
    assert text_of(frame, "[data-line][aria-current]").startswith("function ALPHA-BETA")
    assert frame.locator(".kz-cut").count() == 0
    frame.get_by_label("Forward").click()
    frame.get_by_text("2 / 40").wait_for()
    frame.get_by_label("Step", exact=True).fill("39")
    frame.get_by_text("40 / 40").wait_for()
    assert text_of(frame, "#sentence") == "A is left with 3."
    assert frame.locator(".kz-cut").count() == 2
    frame.get_by_label("Back").click()
    frame.get_by_text("39 / 40").wait_for()


def test_a_recording_of_any_game_opens_at_its_end(cell):
    board, recording = kz.game("tic-tac-toe"), kz.Recorder()
    kz.alphabeta(board, board.parse("XOXOXO..."), watch=recording)
    frame = cell(recording._repr_html_())
    frame.get_by_text(f"{len(recording.steps)} / {len(recording.steps)}").wait_for()
    frame.get_by_label("To the start").click()
    frame.get_by_text(f"1 / {len(recording.steps)}").wait_for()
    assert text_of(frame, "#sentence") == recording.steps[0].sentence


def test_what_is_empty_or_too_large_has_no_steps():
    assert kz.Recorder()._repr_html_() is None
    assert kz.Tree("(" + "1 " * 400 + ")")._repr_html_() is None
    recording = kz.Recorder()
    kz.minimax(kz.game("nim", piles=(3, 4)), watch=recording)
    assert recording._repr_html_() is None


def test_names_cannot_break_out_of_the_frame(cell):
    frame = cell(hostile()._repr_html_())
    frame.get_by_text("27 / 27").wait_for()
    assert frame.locator("b").count() == 0


def hostile():
    class Named(Matches):
        def action_text(self, s, a):
            return f"</script><b>\"{a}'&lt;"

    recording = kz.Recorder()
    kz.minimax(Named(3), watch=recording)
    return recording


# ---------------------------------------------------------------- play


def play_on(frame, move):
    """Make a move with the pointer, on the board or on its button, and wait for the answer."""
    before = frame.locator(".kz-log li").count()
    button = frame.locator(f'.kz-moves [data-move="{move}"]')
    row, column = divmod(int(move) - 1, 3)
    (button if button.count() else frame.locator(f'[data-cell="{row},{column}"]')).click()
    frame.locator(f".kz-log li:nth-child({before + 1})").wait_for()
    frame.locator(".kz-play:not([aria-busy])").wait_for()


def log_of(frame):
    return [line.split(": ") for line in frame.locator(".kz-log li").all_inner_texts()]


def test_tic_tac_toe_is_played_whole_and_never_lost_by_kibitz(cell):
    board = kz.game("tic-tac-toe")
    frame = cell(play("tic-tac-toe")._repr_html_())
    for seat, opening in ((0, ["1", "9", "8"]), (0, ["5", "1"]), (1, ["9", "4"]), (1, ["5", "2"])):
        frame.get_by_label("You are").select_option(str(seat))
        frame.get_by_role("button", name="New game").click()
        frame.locator(".kz-play:not([aria-busy])").wait_for()
        s, wanted = board.initial(), list(opening)
        while True:
            log = log_of(frame)
            s = board.initial()
            for _, move in log:
                s = board.result(s, int(move) - 1)
            if board.is_terminal(s):
                break
            free = [str(a + 1) for a in board.actions(s)]
            play_on(frame, next((move for move in wanted if move in free), free[0]))
        assert board.utility(s, 1 - seat) >= 0
        assert [who for who, _ in log][seat] == "you"
        said = text_of(frame, ".kz-said")
        assert ("raw" in said) == (board.utility(s, 0) == 0), said


def test_a_users_game_is_played_with_values_and_taken_back(cell):
    frame = cell(play(Matches(10))._repr_html_())
    frame.get_by_label("Show what").check()
    frame.get_by_role("button", name="2: wins in 5").click()  # leaves 8: the only move that wins
    frame.get_by_text("you: 2").wait_for()
    frame.get_by_role("button", name="Take back").click()
    frame.get_by_text("you: 2").wait_for(state="detached")
    frame.get_by_role("button", name="1: loses in").click()
    frame.get_by_text("Kibitz: 1").wait_for()  # 9 were left, 8 are
    while "Your move" in text_of(frame, ".kz-said"):
        play_on(frame, frame.locator(".kz-moves button").first.get_attribute("data-move"))
    left = 10 - sum(int(move) for _, move in log_of(frame))
    assert left == 0 and log_of(frame)[-1][0] == "Kibitz"


def test_every_position_that_a_page_carries_is_played_rightly():
    """Against every line of the player's: whoever is winning stays so, and Kibitz gives nothing away."""
    for game in (kz.game("tic-tac-toe"), Matches(10), kz.game("pig", goal=5)):
        carried = json.loads(play(game).page().split('id="data">')[1].split("</script>")[0])
        for start in carried["starts"]:
            waiting, met = [(start, game.initial())], {start}
            while waiting:
                number, s = waiting.pop()
                here = carried["positions"][number]
                assert (here["who"] == "over") == bool(game.is_terminal(s))
                texts = {game.action_text(s, a): a for a in ([] if game.is_terminal(s) else game.choices(s))}
                told = {row["move"] for row in here["moves"]}
                assert told == set(texts) if here["who"] != "kibitz" else len(told) == 1 and told <= set(texts)
                for row in here["moves"]:
                    if row["next"] not in met:
                        met.add(row["next"])
                        waiting.append((row["next"], game.result(s, texts[row["move"]])))
            assert met
        assert best_replies_only(game, carried)


def best_replies_only(game, carried):
    value = {}

    def worth(s):
        if game.is_terminal(s):
            return game.utility(s, 0)
        if s not in value:
            value[s] = (
                0.0
                if game.facts.chance
                else (max if game.player(s) == 0 else min)(worth(game.result(s, a)) for a in game.actions(s))
            )
        return value[s]

    if game.facts.chance:
        return True  # what a chance node is worth is tested with the tables
    for start in carried["starts"]:
        waiting, met = [(start, game.initial())], set()
        while waiting:
            number, s = waiting.pop()
            if number in met or game.is_terminal(s):
                continue
            met.add(number)
            here = carried["positions"][number]
            texts = {game.action_text(s, a): game.result(s, a) for a in game.actions(s)}
            if here["who"] == "kibitz" and worth(texts[here["moves"][0]["move"]]) != worth(s):
                return False
            waiting += [(row["next"], texts[row["move"]]) for row in here["moves"]]
    return True


def test_what_cannot_be_played_is_said():
    with pytest.raises(BadInput, match="there is no seat 2: expected 0 to 1"):
        play("tic-tac-toe", seat=2)
    with pytest.raises(BadInput, match="the time limit must be positive, got 0"):
        play("tic-tac-toe", seconds=0)
    large = play("connect-four")
    assert large.needs_kernel and "pip install 'kibitz[notebook]'" in large._repr_html_().replace("&#x27;", "'")
    assert play("kuhn-poker").needs_kernel  # its cards would lie open in the page
    with pytest.raises(BadInput, match="'connect-four' is too large to be carried in a page"):
        large.page()


# ---------------------------------------------------------------- played by the kernel


@pytest.fixture(autouse=True)
def _plain_first(monkeypatch):
    """As for a user: what plain Python can answer at once is not compiled."""
    monkeypatch.setenv("KIBITZ_COMPILED", "0")


def test_a_sitting_plays_until_it_is_the_players_turn_again():
    sitting = Sitting(Matches(10), 5.0)
    view = sitting.answer({"do": "start", "seat": 1})
    assert view["log"] == [["kibitz", "2"]] and view["who"] == "you"
    assert sitting.answer({"do": "values"})["values"]["3"].startswith("loses in")
    view = sitting.answer({"do": "move", "move": "3"})
    assert view["log"] == [["kibitz", "2"], ["you", "3"], ["kibitz", "1"]]
    assert sitting.answer({"do": "back"})["log"] == [["kibitz", "2"]]
    assert sitting.answer({"do": "move", "move": "9"}) == {"error": "'9' is not a legal move here"}
    assert "cannot make out 'x'" in sitting.answer("x")["error"]
    assert "cannot make out" in sitting.answer({"do": "start", "seat": 7})["error"]


def test_a_sitting_throws_dice_and_hides_what_is_hidden():
    sitting = Sitting(kz.game("pig", goal=5), 0.5, seed=1)
    view = sitting.answer({"do": "start", "seat": 0})
    view = sitting.answer({"do": "move", "move": "roll"})
    assert [who for who, _ in view["log"]][:2] == ["you", "chance"]
    cards = Sitting(kz.game("kuhn-poker"), 0.2, seed=3)
    view = cards.answer({"do": "start", "seat": 0})
    assert all(who != "chance" for who, _ in view["log"])


needs_anywidget = pytest.mark.skipif(importlib.util.find_spec("anywidget") is None, reason="an extra")


@needs_anywidget
def test_the_kernels_widget_is_played_in_a_browser(new_page, tmp_path):
    """Both ends as they are; between them, in place of the notebook, the messages are handed over."""
    made = play(Matches(10), seconds=5.0)._widget()
    sent = []
    made.send = sent.append

    def answered(text):
        made._answer(made, json.loads(text), [])
        return json.dumps(sent.pop())

    page = new_page()
    page.expose_function("askKernel", answered)
    (tmp_path / "empty.html").write_text("<!doctype html><title>cell</title><div id=cell></div>", encoding="utf-8")
    page.goto((tmp_path / "empty.html").as_uri())
    page.add_style_tag(content=str(made._css))
    script = str(made._esm).replace("export default", "const widget =") + NOTEBOOK % json.dumps(made.told)
    page.add_script_tag(content=script)
    page.get_by_text("Your move").wait_for()
    page.locator('[data-move="2"]').click()
    page.locator(".kz-log li:nth-child(2)").wait_for()
    assert [move for who, move in log_of(page) if who == "you"] == ["2"]
    page.get_by_label("Show what").check()
    page.get_by_role("button", name=": wins in").first.wait_for()


NOTEBOOK = """
const handlers = [];
const model = {
  get: () => (%s),
  on: (_, handler) => handlers.push(handler),
  off: () => {},
  send: async (message) => {
    const answer = JSON.parse(await window.askKernel(JSON.stringify(message)));
    handlers.forEach((handler) => handler(answer));
  },
};
widget.render({ model, el: document.getElementById("cell") });
"""


@needs_anywidget
@pytest.mark.skipif(importlib.util.find_spec("nbclient") is None, reason="a notebook's own tools")
def test_a_notebook_is_executed_and_keeps_what_was_drawn(tmp_path):
    script = """
import nbformat, nbclient, sys
book = nbformat.v4.new_notebook()
book.cells = [nbformat.v4.new_code_cell(source) for source in (
    "import kibitz as kz; kz.Tree('((3 12 8) (2 4 6) (14 5 2))')",
    "kz.play(kz.game('nim', piles=(1, 2)))",
    "kz.play('connect-four')",
)]
nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
nbformat.validate(book)
for cell in book.cells:
    print(sorted(cell.outputs[0].data))
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, timeout=600)
    assert ran.returncode == 0, ran.stderr
    tree, small, large = map(eval, ran.stdout.splitlines())
    assert {"text/html", "image/svg+xml"} <= set(tree)
    assert "text/html" in small and "application/vnd.jupyter.widget-view+json" not in small
    assert "application/vnd.jupyter.widget-view+json" in large
