"""Every LaTeX export, compiled by a real TeX. Not part of `make test`: TeX is large.

    apt-get install --no-install-recommends texlive-latex-extra texlive-pictures
    make latex

Trees of the gallery, with every search that can be watched and at several steps; names that are hostile to TeX; a board
of every game. With `--pictures FOLDER` (needs poppler-utils) each becomes a PNG to look at.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import kibitz as kz
from kibitz.errors import KibitzError
from kibitz.games import names
from kibitz.lab.board_latex import board_latex
from kibitz.lab.export import latex
from kibitz.lab.gallery import GALLERY
from kibitz.lab.tree_search import lab_tree, recorded, tree_algorithm
from kibitz.search import ALGORITHMS
from kibitz.search.textbook.alphabeta import VARIANTS

PATIENCE = 300  # seconds for one document
NEEDED = "texlive-latex-extra texlive-pictures"
TEX = ("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error")
HOSTILE = (
    r"100% $x_1^2$ #3 & {a} \b ~c",
    "«naïve» – œuvre – Łódź – ß",
    "日本 ♔ 🙂 Ω ∑ → ✓",
    "[brackets], = and ; and |bars| \"quotes\" 'too' <less>",
    "a very long name that goes on and on until nobody can read it any longer",
    "--- `` '' ,, ?` !`",
)


def documents():
    """Every document, by its name."""
    yield from _of_the_gallery()
    yield from _of_every_search()
    yield from _of_hostile_names()
    for name in names():
        made = kz.game(name)
        yield f"board-{name}", board_latex(made.picture(made.initial()))


def _of_the_gallery():
    for exhibit in GALLERY:
        tree = lab_tree(exhibit.tree)
        yield f"gallery-{exhibit.name}", latex(tree)
        if exhibit.algorithm in ALGORITHMS:
            *_, last = _steps(f"gallery-{exhibit.name}", tree, ALGORITHMS[exhibit.algorithm], "fail-soft")
            yield last


def _of_every_search():
    trees = {
        "two-ply": "((3 12 8) (2 4 6) (14 5 2))",
        "chance": "max(chance(1/2: 8 1/3: 24 1/6: -12) min(9 3))",
        "vectors": "((<1,2,6> <4,3,2>) (<6,1,2> <7,4,1>))",
    }
    for kind, text in trees.items():
        tree = lab_tree(text)
        for name, algorithm in ALGORITHMS.items():
            for variant in VARIANTS if name == "alphabeta" else ("fail-soft",):
                yield from _steps(f"{kind}-{name}-{variant}", tree, algorithm, variant)


def _steps(title, tree, algorithm, variant):
    """A search at its first step, in its middle, before its last step and at its end; nothing where it does not fit."""
    if not algorithm.has_steps or not algorithm.fits(tree):
        return
    try:
        _, recording = recorded(tree, tree_algorithm(tree, algorithm.name, variant))
    except KibitzError:
        return
    last = len(recording.steps) - 1
    for step in sorted({0, last // 3, last // 2, last - 1}):
        yield f"{title}-{step}", latex(tree, recording, step)
    yield f"{title}-end", latex(tree, recording)


def _of_hostile_names():
    for number, words in enumerate(HOSTILE):
        tree = lab_tree("((3 12) (2 4))")
        for node in (tree.node(0), tree.node(1), tree.node(4)):
            node.name = node.label = words
        yield f"hostile-{number}", latex(tree, recorded(tree, tree_algorithm(tree))[1], 3)
        yield f"hostile-board-{number}", board_latex(kz.Picture(cells=((words, "."),), caption=words))
        yield f"hostile-text-{number}", board_latex(kz.Picture(caption=words))


def compiled(name, text, folder):
    """What TeX has against a document, one line each; the PDF is in the folder."""
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [*TEX, f"{name}.tex"], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE
    )
    log = (folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
    found = re.findall(r"^(?:[^\n]*\.tex:\d+: .*|! .*|Missing character.*|Overfull .*|LaTeX Warning: .*)$", log, re.M)
    return found or ([f"exit code {ran.returncode}"] if ran.returncode else [])


def photographed(document, folder):
    """A PNG of a document, if there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    if document.exists():
        words = ["pdftoppm", "-png", "-r", "80", "-singlefile", document, folder / document.stem]
        subprocess.run(list(map(str, words)), check=True)


def main():
    """Compile all; 1 if TeX complains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a PNG of each document there")
    parser.add_argument("--only", default="", metavar="WORDS", help="those with these words in their name")
    options = parser.parse_args()
    if shutil.which(TEX[0]) is None:
        print(
            f"{TEX[0]} is not installed: apt-get install --no-install-recommends texlive-latex-extra texlive-pictures"
        )
        return 2
    done = complaints = 0
    with tempfile.TemporaryDirectory(prefix="kibitz-latex-") as place:
        for name, text in documents():
            if options.only not in name:
                continue
            said = compiled(name, text, Path(place))
            done += 1
            complaints += bool(said)
            for line in said:
                print(f"{name}: {line}", flush=True)
            if options.pictures:
                photographed(Path(place, f"{name}.pdf"), options.pictures)
    print(f"{done} documents, {done - complaints} without a complaint")
    return 1 if complaints or not done else 0


if __name__ == "__main__":
    sys.exit(main())
