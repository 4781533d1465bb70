"""The documentation as a site: it builds without a warning or the network, every link works, every name is in it."""

import argparse
import functools
import http.server
import importlib
import re
import sys
import threading
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urldefrag, urlsplit

import pytest

import kibitz as kz
from command import kibitz
from kibitz.cli.parser import parser
from kibitz.games import names
from kibitz.lab.tree_search import run_tree
from kibitz.search import ALGORITHMS
from kibitz.web.app import create_app

pytest_plugins = ["browser"]
ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGE = "http://127.0.0.1:8080/"
ADDRESS = r"http://127\.0\.0\.1:8080/#/(\w+)\?"
SHOWN = (re.compile(rf"\({ADDRESS}([^\s)]+)\)"), re.compile(rf"(?<!\(){ADDRESS}(\S+)"))  # as a link, and as text
FETCHED = ("src", "poster", "data", "srcset")  # attributes whose address a browser loads


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built as `make docs` builds it."""
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module("build_site").build(tmp_path_factory.mktemp("site"))
    finally:
        sys.path.remove(str(DOCS))


class Page(HTMLParser):
    """The anchors of a page, where its links lead, what it loads, and its text."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded, self.words = set(), [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(given["href"])
        self.loaded += [given[name] for name in FETCHED if given.get(name)]

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).split())


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def test_every_link_and_anchor_leads_somewhere(site, pages):
    broken, outside = [], set()
    for path, page in pages.items():
        for link in page.links + page.loaded:
            target, anchor = urldefrag(unquote(link))
            if urlsplit(target).scheme:
                outside.add(link)
                continue
            place = (
                (site / target.lstrip("/") if target.startswith("/") else path.parent / target).resolve()
                if target
                else path
            )
            place = place / "index.html" if place.is_dir() else place
            missing = not place.is_file() or (anchor and place in pages and anchor not in pages[place].anchors)
            broken += [f"{path.relative_to(site)}: {link}"] if missing else []
    assert not broken, "\n".join(broken)
    assert len(pages) > 60 and any(link.startswith(PAGE) for link in outside)


def test_no_page_loads_anything_from_elsewhere(pages):
    loaded = {address for page in pages.values() for address in page.loaded}
    assert loaded and not [address for address in loaded if urlsplit(address).scheme not in ("", "data")]


def test_every_page_of_the_documentation_is_in_the_site_and_in_its_menu(site, pages):
    menu = {(site / unquote(urldefrag(link)[0])).resolve() for link in pages[site / "index.html"].links}
    for source in DOCS.rglob("*.md"):
        built = site / source.relative_to(DOCS).with_suffix(".html")
        built = built.with_name("index.html") if source.stem == "README" else built
        assert built in pages, source
        assert built in menu, f"{source} is not in the menu: add it to docs/README.md"


# ---------------------------------------------------------------- links to the page


def addresses():
    """Every address of the page that the documentation or the README shows: a view, and what it is asked."""
    texts = [path.read_text(encoding="utf-8") for path in (*DOCS.rglob("*.md"), ROOT / "README.md")]
    return sorted({found for text in texts for pattern in SHOWN for found in pattern.findall(text)})


def test_every_address_of_the_lab_is_a_tree_that_its_search_runs_on():
    lab = [query for view, query in addresses() if view == "lab"]
    assert len(lab) > 20
    for query in lab:
        fields = {name: values[0] for name, values in parse_qs(query, strict_parsing=True).items()}
        bounds = tuple(map(float, fields["bounds"].split(","))) if "bounds" in fields else None
        ran = run_tree(fields["tree"], fields.get("algorithm", "auto"), fields.get("variant", "fail-soft"), bounds)
        assert ran.recorder.steps, query


def test_every_address_of_a_game_is_a_position_of_it():
    shown = [query for view, query in addresses() if view in ("play", "search")]
    assert len(shown) > 5
    for query in shown:
        fields = {name: values[0] for name, values in parse_qs(query, strict_parsing=True).items()}
        given = {name.removeprefix("set."): value for name, value in fields.items() if name.startswith("set.")}
        options = [word for name, value in given.items() for word in ("--set", f"{name}={value}")]
        moves = ["--moves", fields["moves"].replace(",", " ")] if "moves" in fields else []
        position = [fields["position"]] if "position" in fields else []
        said = kibitz("perft", fields["game"], *position, *options, *moves, "--depth", 0, "--interpreted")
        assert said.code == 0, (query, said.err)


# ---------------------------------------------------------------- the reference


@pytest.fixture(scope="module")
def reference(site, pages):
    return {name: pages[site / "reference" / f"{name}.html"] for name in ("python", "questions", "commands", "http")}


def test_every_public_name_of_python_has_its_entry(reference):
    public = {name for name in dir(kz) if not name.startswith("_") and name in kz.__all__} | set(kz.__all__)
    missing = [name for name in public if name.lower() not in reference["python"].anchors]
    assert not missing
    undescribed = [
        name for name in kz.__all__ if name not in ("MAX", "MIN", "CHANCE") and not getattr(kz, name).__doc__
    ]
    assert not undescribed


def test_every_question_of_a_game_has_its_entry_and_its_docstring(reference):
    groups = [kind for kind in kz.Game.__mro__ if kind.__module__.startswith("kibitz.game.")]
    asked = {name: value for kind in groups for name, value in vars(kind).items() if not name.startswith(("_", "has_"))}
    methods = {name for name, value in asked.items() if callable(value) or isinstance(value, property)}
    assert {"initial", "evaluate", "outcomes", "view", "features"} <= methods
    assert not [name for name in methods if name not in reference["questions"].anchors]
    assert not [name for name in methods if not getattr(kz.Game, name).__doc__]
    assert not [name for name in set(asked) - methods if name not in reference["questions"].text]


def test_every_command_and_option_has_its_entry(reference):
    text = reference["commands"].text

    def walk(made, words):
        for action in made._actions:
            if isinstance(action, argparse._SubParsersAction):
                for word, inner in action.choices.items():
                    assert f"kibitz {words}{word}" in text, f"{words}{word}"
                    walk(inner, f"{words}{word} ")
            elif action.help != argparse.SUPPRESS and action.dest not in ("help", "version"):
                assert action.help, f"{words}: {action.dest} has no help"
                assert all(option in text for option in action.option_strings), f"{words}{action.option_strings}"

    walk(parser(), "")


def test_every_address_of_the_server_has_its_entry(reference):
    for path, methods in create_app().openapi()["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path}" in reference["http"].text


def test_every_algorithm_and_game_has_its_page(site, pages):
    for folder, wanted in (("algorithms", ALGORITHMS), ("games", names())):
        assert not [name for name in wanted if site / folder / f"{name}.html" not in pages]


# ---------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def address(site):
    """The site, served as static files."""

    class Quietly(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *said):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quietly, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_search_finds_a_page_in_the_browser_and_nothing_is_asked_of_others(page, address):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/algorithms/alphabeta.html")
    assert page.locator("img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    page.keyboard.press("/")
    page.keyboard.type("quiescence")
    page.locator("a[href*='chess.html']", has_text=re.compile("quiescence", re.IGNORECASE)).first.wait_for()
    assert asked and all(url.startswith((address, "data:", "blob:")) for url in asked), asked
