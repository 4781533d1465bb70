"""The pages of the algorithms are built alike, and so are those of the games; their links to the notes are right."""

import re
from pathlib import Path

import pytest

from kibitz.lab.lecture_titles import anchor

DOCS = Path(__file__).parent.parent / "docs"
ALGORITHMS = sorted((DOCS / "algorithms").glob("*.md"))
GAMES = sorted((DOCS / "games").glob("*.md"))
CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
PSEUDOCODE = re.compile(r"^```text\nfunction [A-Z]", re.MULTILINE)
PICTURE = re.compile(r"^!\[[^\]]+\]\(\.\./pictures/[\w-]+\.svg\)$", re.MULTILINE)
NOTE = re.compile(r"\]\((\.\./lectures/[^)#]+\.md)#([^)]+)\)")
IN_ORDER = ["Try it", "From Python", "Cost", "When not to use it", "In the notes"]


def stem(page):
    return page.stem


def headings(text):
    return HEADING.findall(CODE.sub("", text))


def section(text, heading):
    """What stands below a heading, up to the next one."""
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].strip()


@pytest.mark.parametrize("page", ALGORITHMS, ids=stem)
def test_a_page_of_an_algorithm_has_its_parts_in_order(page):
    text = page.read_text(encoding="utf-8")
    assert [heading for heading in headings(text) if heading in IN_ORDER] == IN_ORDER
    assert all(section(text, heading) for heading in IN_ORDER)
    assert headings(text)[-1] == IN_ORDER[-1]
    idea = text.partition("\n\n")[2].partition("\n\n")[0]
    assert len(idea.split()) >= 30 and not idea.startswith(("#", "`", "!")), "the idea comes first"
    before = text.partition("\n## Try it\n")[0]
    assert PSEUDOCODE.search(before), "pseudo-code comes before Try it"
    assert PICTURE.search(before), "a picture comes before Try it"


@pytest.mark.parametrize("page", ALGORITHMS, ids=stem)
def test_a_page_of_an_algorithm_says_what_to_use_instead(page):
    advice = section(page.read_text(encoding="utf-8"), "When not to use it")
    others = set(re.findall(r"\]\(([\w-]+)\.md\)", advice)) - {page.stem}
    assert others, "no other algorithm is linked"
    assert 2 <= len(re.findall(r"[.](?=\s|$)", advice)) <= 4, "two to four sentences"


@pytest.mark.parametrize("page", GAMES, ids=stem)
def test_a_page_of_a_game_has_its_parts_in_order(page):
    text = page.read_text(encoding="utf-8")
    shown = headings(text)
    assert shown[0] == "Rules", "the page of the game reads it"
    assert shown[-2:] == ["From Python", "In the notes"]
    assert 0 < shown.index("Notation") < len(shown) - 2
    assert "```python\n" in section(text, "From Python")
    assert section(text, "In the notes")


@pytest.mark.parametrize("page", ALGORITHMS + GAMES, ids=stem)
def test_links_to_the_notes_name_a_section_that_is_there(page):
    links = NOTE.findall(section(page.read_text(encoding="utf-8"), "In the notes"))
    assert links, "no section of the notes is linked"
    for target, part in links:
        there = headings((page.parent / target).read_text(encoding="utf-8"))
        assert part in {anchor(heading) for heading in there}, f"{target}#{part}"
