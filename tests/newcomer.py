"""A newcomer at the page, who knows nothing of its code: only roles, and names that are to be seen.

`python tests/newcomer.py [--touch] [--calm] [GAME …]` opens the page in a real browser and plays a whole game of each
game with the keyboard alone, or with a finger on a phone; a game is named by its title. With `--calm` it first switches
the analysis off, which a busy machine is thankful for. It ends with exit code 1 if a game could not be played to its
end. `tests/test_page_newcomer.py` has it play a few.
"""

import argparse
import contextlib
import re
import sys
import time
from random import Random

ANSWERING = 180.0  # seconds in which the page must have gone on; a game may have to be compiled first
GLANCE = 60  # milliseconds from one look to the next
MOMENT = 15  # such looks
TAPPING = 2000  # milliseconds in which what was to be tapped may go away
TRIES = 3
WAITING = 15.0  # seconds for which the engine may wait without being told to go on
MOST_TURNS = 600
PATIENT = 40  # turns after which it passes, where it may, so that a game of territory ends
WIDE = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
COUNTED = re.compile(r"^\d+ moves?$")
BY_TOUCH = (
    "Tic-tac-toe",
    "Connect Four",
    "Nim",
    "Othello",
    "Checkers",
    "Chess",
    "2048",
    "Pig",
    "Kuhn poker",
    "Hearts: take no hearts, nor the queen of spades",
)


class Stuck(AssertionError):
    """The newcomer does not know how to go on."""


class Newcomer:
    """Somebody at a page that shows the start. `seed` decides what is played."""

    def __init__(self, page, address, seed=15):
        self.page, self.address, self.dice = page, address, Random(seed)
        self.turns = self.nudges = 0

    # ------------------------------------------------------------ what is to be seen

    @property
    def board(self):
        return self.page.get_by_role("region", name="Board", exact=True)

    @property
    def cells(self):
        """Where something can be pressed on the board itself."""
        return self.board.get_by_role("application").get_by_role("button")

    def said(self):
        """Whose turn it is, as the page says it."""
        status = self.board.get_by_role("status")
        return " ".join(status.all_inner_texts())

    def is_over(self):
        return self.board.get_by_role("group", name="What next?").count() > 0

    def is_mine(self):
        return bool(re.search(r"[Yy]our move|Choose|(?<!is )to move\.$", self.said()))

    def seen(self):
        """What tells one position from another: how many moves the list has, and whose turn it is."""
        played = self.page.get_by_role("region", name="History").get_by_role("list").get_by_role("button")
        return played.count(), self.said()

    def until(self, is_so, what):
        """Wait until something can be seen; an engine that waits, as it does after an error, is let go."""
        end, nudged = time.monotonic() + ANSWERING, time.monotonic()
        while not is_so():
            if time.monotonic() > end:
                raise Stuck(f"waited in vain for {what}: {self.said()!r}")
            if time.monotonic() > nudged + WAITING and self.waiting.count():
                nudged = time.monotonic()
                self.nudges += 1
                self.press(self.waiting)
            self.page.wait_for_timeout(GLANCE)

    @property
    def waiting(self):
        return self.board.get_by_role("button", name="Let it move")

    def soon(self, is_so):
        """Is it so, or will it be in a moment?"""
        for _ in range(MOMENT):
            if is_so():
                return True
            self.page.wait_for_timeout(GLANCE)
        return False

    # ------------------------------------------------------------ a whole game

    def play(self, title, calm=False):
        """Find a game on the start page, and play it to its end; how it ended. `calm` switches the analysis off."""
        self.page.goto(self.address)
        self.open(title)
        self.until(lambda: self.board.get_by_role("application").count() > 0, "a board")
        self.until(lambda: self.is_mine() or self.is_over() or self.may_look() or self.offered(), "a turn")
        if calm:
            self.press(self.page.get_by_role("region", name="Analysis").get_by_role("button", pressed=True))
        self.learn()
        for self.turns in range(MOST_TURNS):
            if self.is_over():
                return self.said()
            before = self.seen()
            self.move()
            self.until(lambda before=before: self.seen() != before, "an answer to a move")
            self.until(lambda: self.is_over() or self.is_mine() or self.may_look() or self.offered(), "the next turn")
        raise Stuck(f"{title} does not end: {MOST_TURNS} turns")

    def may_look(self):
        return self.board.get_by_role("button", name=re.compile("^Look as")).count() > 0

    def offered(self):
        """Buttons that stand beside the turn: to roll, to deal, to pass."""
        return [
            button
            for button in self.board.get_by_role("button", name=re.compile("^(Roll|Deal|Draw|Pass)", re.I)).all()
            if button.is_visible() and not re.search("automatically", button.inner_text())
        ]

    def listed(self):
        """The buttons in the list of moves, where it is open."""
        moves = self.board.get_by_role("group").filter(has=self.page.get_by_text(COUNTED)).get_by_role("button")
        return [move for move in moves.all() if move.is_visible()]

    def learn(self):
        """Look at how it is played."""

    def open(self, title):
        raise NotImplementedError

    def move(self):
        raise NotImplementedError

    def press(self, wanted):
        raise NotImplementedError


class AtTheKeyboard(Newcomer):
    """Touches nothing but keys."""

    def reach(self, wanted, what):
        """Go there with the Tab key."""
        for _ in range(250):
            if wanted.count() and wanted.first.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise Stuck(f"{what} cannot be reached with the Tab key")

    def press(self, wanted):
        self.reach(wanted, "a button beside the turn")
        self.page.keyboard.press("Enter")

    def open(self, title):
        search = self.page.get_by_role("searchbox")
        search.wait_for()
        self.reach(search, "the search")
        self.page.keyboard.type(title)
        card = self.page.get_by_role("listitem").get_by_role("link", name=title, exact=True)
        card.first.wait_for()
        self.reach(card, f"the card of {title}")
        self.page.keyboard.press("Enter")
        self.page.get_by_role("heading", name=f"Play {title}", exact=True).wait_for(state="attached")

    def learn(self):
        """Look at the list of keys: do the arrows steer?"""
        self.page.keyboard.press("?")
        dialog = self.page.get_by_role("dialog")
        dialog.wait_for()
        self.steers = "Go that way" in dialog.inner_text()
        self.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")

    def move(self):
        if self.may_look():
            look = self.board.get_by_role("button", name=re.compile("^Look as"))
            self.reach(look, "the button to look")
            return self.page.keyboard.press("Enter")
        passing = [button for button in self.offered() if self.turns > PATIENT or not self.is_mine()]
        if passing:
            return self.press(passing[0])
        return self.steer() if self.steers else self.pick()

    def steer(self):
        """Press an arrow, and another one where there is no way."""
        before = self.seen()
        for key in TRIES * [*self.dice.sample(ARROWS, 4), " "]:
            self.page.keyboard.press(key)
            if self.soon(lambda: self.seen() != before):
                return

    def pick(self):
        """Open the list of moves, and take one of them."""
        for _ in range(TRIES):
            if self.soon(self.listed):
                break
            self.reach(self.board.locator("summary").filter(has_text=COUNTED), "the list of moves")
            self.page.keyboard.press("Enter")
        else:
            raise Stuck(f"the list of moves stays shut: {self.said()!r}")
        self.reach(self.dice.choice(self.listed()[:8]), "a move")
        self.page.keyboard.press("Enter")


class WithAFinger(Newcomer):
    """Taps, and swipes where that moves."""

    def press(self, wanted):
        wanted.tap()

    def open(self, title):
        search = self.page.get_by_role("searchbox")
        search.wait_for()
        search.tap()
        self.page.keyboard.type(title)
        self.page.get_by_role("listitem").get_by_role("link", name=title, exact=True).first.tap()
        self.page.get_by_role("heading", name=f"Play {title}", exact=True).wait_for(state="attached")

    def move(self):
        look = self.board.get_by_role("button", name=re.compile("^Look as"))
        if look.count():
            return look.tap()
        passing = [button for button in self.offered() if self.turns > PATIENT or not self.is_mine()]
        if passing:
            return passing[0].tap()
        before = self.seen()
        for _ in range(30):
            self.tap_a_cell()
            self.soon(lambda: self.holds() or self.turned(before))
            if self.turned(before):
                return None
        raise Stuck(f"no tap on the board moves anything: {self.said()!r}")

    def holds(self):
        """Is a piece picked up?"""
        return self.cells.evaluate_all("cells => cells.some((cell) => cell.ariaPressed === 'true')")

    def turned(self, before):
        """Has something been played?"""
        return not self.holds() and (self.seen() != before or not self.is_mine())

    def tap_a_cell(self):
        """Tap something that can be pressed: where a piece is picked up, what only now can be."""
        names = self.cells.evaluate_all("cells => cells.map((cell) => [cell.ariaLabel, cell.ariaPressed])")
        if not names:
            return self.swipe_or_list()
        picked = any(pressed == "true" for _, pressed in names)
        fresh = [number for number, (name, _) in enumerate(names) if name not in getattr(self, "before", ())]
        choices = fresh if picked and fresh else range(len(names))
        if not picked:
            self.before = {name for name, _ in names}
        from playwright.sync_api import TimeoutError  # not every machine has it: then nothing is played

        with contextlib.suppress(TimeoutError):  # it went away: somebody has moved
            cell = self.cells.nth(self.dice.choice(list(choices)))
            cell.evaluate("cell => cell.scrollIntoView({ block: 'center' })", timeout=TAPPING)  # not below the tabs
            cell.tap(force=True, timeout=TAPPING)
        return None

    def swipe_or_list(self):
        """Nothing can be pressed: swipe over the board, or else take a button from the list of moves."""
        if self.listed():
            return self.dice.choice(self.listed()[:8]).tap()
        box = self.board.get_by_role("application").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        across, down = self.dice.choice([(90, 0), (-90, 0), (0, 90), (0, -90)])
        return swipe(self.page, (x, y), (x + across, y + down))


def swipe(page, start, end):
    """A finger that is put down, moved and lifted."""
    session = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = start, end
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.7, 1.0):
        at = {"x": x + part * (to_x - x), "y": y + part * (to_y - y)}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def titles(page, address):
    """The titles of all games, as the start page shows them."""
    page.goto(address)
    page.get_by_role("listitem").first.wait_for()
    return page.get_by_role("listitem").get_by_role("heading").all_inner_texts()


def main():
    """Play, and say how each game ended."""
    from playwright.sync_api import Error, sync_playwright

    from browser import QUIETLY, executable
    from serving import served

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--touch", action="store_true", help="with a finger on a phone")
    parser.add_argument("--calm", action="store_true", help="with the analysis switched off")
    options = parser.parse_args()
    failed = 0
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIETLY))
        kind, size = (WithAFinger, PHONE) if options.touch else (AtTheKeyboard, WIDE)
        with browser.new_context(**WIDE) as context:
            games = options.games or (BY_TOUCH if options.touch else titles(context.new_page(), address))
        for title in games:
            with browser.new_context(**size) as context:
                newcomer = kind(context.new_page(), address)
                began = time.monotonic()
                try:
                    print(f"{title}: {newcomer.play(title, options.calm)!r}", end="")
                except (Stuck, Error) as error:
                    failed += 1
                    print(f"{title}: NOT PLAYED: {str(error).splitlines()[0]}", end="")
                if newcomer.nudges:
                    print(f" [Let it move, {newcomer.nudges} times]", end="")
                print(f" ({newcomer.turns} turns, {time.monotonic() - began:.0f} s)", flush=True)
        browser.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
