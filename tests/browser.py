"""A real browser for the tests of the page: the system's Chromium, driven by Playwright. Nothing is downloaded.

A test module says `pytest_plugins = ["browser"]` and gives a fixture `address`, the server's; then `page` is a page of
its own, `new_page(**options)` makes more of them, and at the end none of them may have complained.

Whatever follows from an answer of the server, from a frame or from a timer has to be waited for, never looked at once.
"""

import os
import shutil
import time
import warnings

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 720}
PATIENCE = 180.0  # seconds until a condition that never comes true fails a test; a game may have to be compiled first
READY = {  # what a view shows once it has its first answer
    "games": ".home-board > svg",
    "play": ".board > svg",
    "search": ".search .stage .kz-svg",
    "lab": ".lab .stage .kz-svg",
    "quiz": ".quiz .stage .kz-svg",
    "lectures": ".lectures h1",
}
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
GLANCE = 15  # milliseconds from one look at it to the next


def executable():
    """Where the browser is: KIBITZ_CHROMIUM, or the first of its names on the PATH; None if there is none."""
    return os.environ.get("KIBITZ_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def missing(what):
    """No browser: a failure in CI, elsewhere a loud skip."""
    sentence = f"{what}: the page is NOT tested in a browser (expected {', '.join(NAMES)}, or KIBITZ_CHROMIUM)"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    warnings.warn(sentence, stacklevel=2)
    pytest.skip(sentence)


@pytest.fixture(scope="module")
def chromium():
    """The browser, for the tests of one module."""
    path = executable()
    if path is None or not os.access(path, os.X_OK):
        missing(f"no browser at {path!r}" if path else "no browser was found")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("Playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIETLY))
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium, address):
    """Makes pages with nothing kept from any other.

    `page.go("#/play")` opens an address, `page.see("#/play")` loads it anew and waits until its view is there,
    `page.settle()` waits until all that was to be painted is painted, and `page.allow(words)` lets complaints pass that
    have these words in them.
    """
    contexts, complaints, allowed = [], [], []

    def opened(at=address, **options):
        context = chromium.new_context(**{"viewport": DESKTOP, **options})
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(f"{error}\n{error.stack}"))
        page.on("requestfailed", lambda request: _note_failure(request, complaints))
        page.on("response", lambda response: response.status >= 500 and complaints.append(response.url))
        page.go = lambda hash_="": page.goto(f"{at}/{hash_}")
        page.see = lambda hash_="": _see(page, hash_)
        page.settle = lambda: page.evaluate(TWO_FRAMES)
        page.allow = allowed.append
        page.wait_for_function = lambda condition, arg=None: _wait(page, condition, arg)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in complaints if not any(words in text for words in allowed)] == []


def _see(page, hash_):
    page.goto("about:blank")  # else a view that is open already would be taken for the new one
    page.go(hash_)
    page.wait_for_selector(READY[hash_.removeprefix("#/").partition("?")[0] or "games"])
    page.settle()


def _wait(page, condition, arg):
    """Playwright's own way of waiting needs `eval`, which the page's policy forbids; the policy shall stay on trial."""
    from playwright.sync_api import Error

    end = time.monotonic() + PATIENCE
    while True:
        try:
            if page.evaluate(condition, arg):
                return
        except Error as error:
            if "context was destroyed" not in str(error):  # the page is just going elsewhere
                raise
        assert time.monotonic() < end, f"this never came true: {condition} with {arg!r}"
        page.wait_for_timeout(GLANCE)


def _note_failure(request, complaints):
    """A request that the page ended itself, because the person went on, is no failure."""
    if "ERR_ABORTED" not in (request.failure or ""):
        complaints.append(f"{request.url}: {request.failure}")


@pytest.fixture
def page(new_page):
    """A page on a desktop, light."""
    return new_page()
