"""Build the documentation as a site of static files: `make docs`, or `python docs/build_site.py [FOLDER]`.

The pages of docs/ are laid out in build/docs together with the reference, which is made from docstrings, and with
what they link to outside docs/. Zensical turns them into HTML. A warning is an error, and nothing is fetched from the
network, neither while building nor by the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from make_reference import reference_pages

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
PAGE = "http://127.0.0.1:8080/"  # where `kibitz serve` listens
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^)#\s]+)(?=[)#])")
ON_THE_PAGE = re.compile(re.escape(PAGE) + r"#/(\w+)\?\S*")
ENTRY = re.compile(r"^- \[([^\]]+)\]\(([^)]+)\)(.*(?:\n  .*)*)", re.MULTILINE)
INNER = re.compile(r"\[([^\]]+)\]\(([^)#]+\.md)\)")
MADE_PAGE = re.compile(r"^- `(\w+)`", re.MULTILINE)  # in the index of the reference: a page that only the site has
REFERENCE = "reference/README.md"
NOT_STAGED = shutil.ignore_patterns("*.py", "__pycache__", ".ipynb_checkpoints")

Menu = list[dict[str, object]]


def stage(folder: Path) -> None:
    """Lay the pages out in `folder`, ready to be built."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder, ignore=NOT_STAGED)
    for name, text in reference_pages().items():
        (folder / "reference" / name).write_text(text, encoding="utf-8")
    index = folder / "reference" / "README.md"
    index.write_text(MADE_PAGE.sub(r"- [\1](\1.md)", index.read_text(encoding="utf-8")), encoding="utf-8")
    for page in sorted(folder.rglob("*.md")):
        home = (DOCS / page.relative_to(folder)).parent
        text = with_links_to_the_page(page.read_text(encoding="utf-8"))
        page.write_text(outside_brought_in(text, home, folder, page.parent), encoding="utf-8")


def outside_brought_in(text: str, home: Path, folder: Path, here: Path) -> str:
    """The text of a page; the files outside docs/ that it links to are copied into the site, and linked there."""

    def brought(found: re.Match[str]) -> str:
        target = (home / found[1]).resolve()
        if "://" in found[1] or target.is_relative_to(DOCS) or not target.is_file():
            return found[1]
        place = folder / "project" / target.relative_to(ROOT)
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            copied = target.read_text(encoding="utf-8")
            if target.suffix == ".md":
                copied = outside_brought_in(copied, target.parent, folder, place.parent)
            place.write_text(copied, encoding="utf-8")
        return os.path.relpath(place, here)

    def inside(found: re.Match[str]) -> str:
        """A page outside docs/ links to one inside."""
        target = (home / found[1]).resolve()
        if "://" in found[1] or not target.is_relative_to(DOCS):
            return found[1]
        return os.path.relpath(folder / target.relative_to(DOCS), here)

    return LINK.sub(brought, LINK.sub(inside, text) if not home.is_relative_to(DOCS) else text)


def with_links_to_the_page(text: str) -> str:
    """The text of a page; the addresses of trees and positions in a console block are also links below it."""

    def linked(found: re.Match[str]) -> str:
        addresses = dict.fromkeys(address[0] for address in ON_THE_PAGE.finditer(found[2]))
        if found[1] != "console" or not addresses:
            return found[0]
        words = [
            f"[{ON_THE_PAGE.match(address)[1]} {number}]({escaped(address)})"
            for number, address in enumerate(addresses, 1)
        ]  # type: ignore[index]
        return f"{found[0]}\n\nWhile `kibitz serve` runs: {' · '.join(words)}\n"

    return BLOCK.sub(linked, text)


def escaped(address: str) -> str:
    """An address that can stand between the round brackets of a link."""
    return address.replace("(", "%28").replace(")", "%29").replace("<", "%3C").replace(">", "%3E")


def menu(index: str) -> Menu:
    """The menu of the site, from the index of the pages: a heading is a section, an entry a page.

    An entry that goes on with links to pages of its own folder is a section of them, and so is the reference.
    """
    sections: Menu = []
    made = reference_pages()
    for heading, body in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", index, re.MULTILINE | re.DOTALL):
        pages: list[object] = []
        for title, target, rest in ENTRY.findall(body):
            folder = target.rpartition("/")[0]
            inner = [(tidy(name), file) for name, file in INNER.findall(rest) if folder and file.startswith(folder)]
            if target == REFERENCE:
                inner = [(text.partition("\n")[0][2:], f"{folder}/{name}") for name, text in made.items()]
            pages.append({tidy(title): [target, *({name: file} for name, file in inner)] if inner else target})
        sections.append({heading: pages})
    return [{"Home": "README.md"}, *sections]


def tidy(title: str) -> str:
    """A title on one line, with a capital letter first."""
    words = " ".join(title.split())
    return words[0].upper() + words[1:]


def configuration(index: str) -> str:
    """The settings of zensical.toml with the menu of `index`."""
    settings = (ROOT / "zensical.toml").read_text(encoding="utf-8")
    made = settings.replace("[project]\n", f"[project]\nnav = {in_toml(menu(index))}\n", 1)
    tomllib.loads(made)
    return made


def in_toml(value: object) -> str:
    """A list, table or text as TOML writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(in_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{in_toml(name)} = {in_toml(one)}' for name, one in value.items())} }}"
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def build(work: Path) -> Path:
    """Build the site in the folder `work`, and say where it is. A warning ends the program."""
    stage(work / "docs")
    index = (work / "docs" / "README.md").read_text(encoding="utf-8")
    (work / "zensical.toml").write_text(configuration(index), encoding="utf-8")
    zensical = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(zensical, cwd=work, capture_output=True, text=True)
    if done.returncode or "No issues found" not in done.stdout + done.stderr:
        sys.exit(done.stdout + done.stderr)
    return work / "site"


def main() -> None:
    """Build it, and say where it is."""
    site = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "site").resolve()
    built = build(ROOT / "build" / "site")
    shutil.rmtree(site, ignore_errors=True)
    shutil.move(built, site)
    print(f"The documentation is in {os.path.relpath(site)}: open {os.path.relpath(site / 'index.html')}")


if __name__ == "__main__":
    main()
