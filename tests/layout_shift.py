"""What moves on the page without being asked to: the browser's own count of layout shifts, while games are played.

`python tests/layout_shift.py [--size desktop|phone] [--turns N] [--seed N] [--words] [GAME …]` plays the first turns of
each game at random against the engine, with the analysis on, and tells how much has moved and what it was. On a phone
every other turn is looked at from the analysis, which lies below the board. Moves are made by a script, not by a
finger, so that no shift is excused by what a person has just done. It ends with exit code 1 if anything moves by more
than `MOST` in a turn. The end of a game, which shows what to do next instead of the moves, is told but not counted.
`tests/test_page_shifts.py` has it look at a few games.
"""

import argparse
import sys
import time
from random import Random

from serving import eventually

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
MOST = 0.01  # of a turn: what the browser's makers call good for a whole page is 0.1
LOOKING = 1.5  # seconds for which every position is looked at
WATCH = """() => {
  if (window.shifts) return;
  window.shifts = [];
  const named = (node) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    const names = [];
    for (let each = element; each && each !== document.body && names.length < 3; each = each.parentElement)
      names.unshift(each.className?.baseVal ?? (each.className || each.localName));
    return names.join(" > ");
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const told = ({ node, previousRect, currentRect }) => `${named(node)}: ${box(previousRect)} → ${box(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) window.shifts.push({ value, sources: sources.map(told) });
  }).observe({ type: "layout-shift" });
}"""
STANDING = "() => [document.querySelectorAll('.plies .ply').length, document.querySelector('.status')?.innerText]"
PLAY = """(share) => {
  const waiting = [...document.querySelectorAll(".status .button")].find((each) => /^Look|^Let/.test(each.innerText));
  if (waiting) return waiting.click();
  const moves = [...document.querySelectorAll(".move-buttons button")];
  moves[Math.floor(share * moves.length)]?.click();
}"""
MAY = """() => document.querySelectorAll('.move-buttons button').length > 0
  || /Look as|Let it move|What next/.test(document.querySelector('.status')?.innerText)
  || document.querySelector('.status.over') !== null"""
SCROLL = "low => document.querySelector(low ? '.analysis' : '.bar')?.scrollIntoView()"
TAKE = "() => window.shifts.splice(0)"


def turns(page, address, game, count, seed=1, looking=LOOKING):
    """Play a game; for every turn what has moved in it: (how much, from where to where, is it the end?)."""
    dice = Random(seed)
    page.goto("about:blank")
    page.goto(f"{address}/#/play?game={game}")
    page.wait_for_selector(".board > svg")
    page.evaluate(WATCH)
    for turn in range(count + 1):
        page.evaluate(SCROLL, turn % 2 == 1)
        wait(page, MAY)
        page.wait_for_timeout(1000 * looking)
        found = page.evaluate(TAKE)
        is_over = page.locator(".status.over").count() > 0
        yield sum(each["value"] for each in found), [(each["value"], *each["sources"]) for each in found], is_over
        if is_over:
            return
        if turn < count:
            before = page.evaluate(STANDING)
            page.evaluate(PLAY, dice.random())
            wait(page, f"before => JSON.stringify(({STANDING})()) !== JSON.stringify(before)", before)


def wait(page, condition, arg=None):
    """Until something is so; the page's policy forbids Playwright's own way."""
    eventually(lambda: page.evaluate(condition, arg), 180)


def main():
    """Look at every game, and tell of each what has moved."""
    from playwright.sync_api import sync_playwright

    from browser import QUIETLY, executable
    from kibitz.games import names
    from serving import served

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--words", action="store_true", help="tell what has moved")
    options = parser.parse_args()
    moved = 0
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=list(QUIETLY))
        for size in options.size or SIZES:
            for game in options.games or names():
                with browser.new_context(viewport=SIZES[size], has_touch=size == "phone") as context:
                    began = time.monotonic()
                    context.set_default_timeout(180_000)
                    found = list(turns(context.new_page(), address, game, options.turns, options.seed))
                most = max((amount for amount, _, is_over in found if not is_over), default=0.0)
                moved += most > MOST
                told = " ".join(f"{amount:.3f}{' at the end' if is_over else ''}" for amount, _, is_over in found)
                print(f"{size} {game}: {most:.3f} ({told}; {time.monotonic() - began:.0f} s)", flush=True)
                for turn, (_, sources, _) in enumerate(found if options.words else []):
                    for value, *places in sources:
                        print(f"    turn {turn}: {value:.4f}", *places, sep="\n        ")
        browser.close()
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main())
