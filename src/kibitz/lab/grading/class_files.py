"""Ready files for a class: an autograder for Gradescope, or a workflow for GitHub Classroom."""

from __future__ import annotations

import io
import json
import shlex
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz.errors import BadInput
from kibitz.lab.grading.report import Grade
from kibitz.saving import replacing

LAYOUTS = ("gradescope", "github")
EXECUTABLE = 0o755
DAY = (2020, 1, 1, 0, 0, 0)  # of the files in an archive, so that the same files give the same bytes

SETUP = """\
#!/usr/bin/env bash
# Gradescope runs this once, when the autograder is built. Choose an image with Python 3.11 or later.
set -e
here="$(cd "$(dirname "$0")" && pwd)"
apt-get update
apt-get install -y python3 python3-venv
python3 -m venv /autograder/kibitz
# A wheel of Kibitz that lies beside this file is installed; without one it is downloaded.
/autograder/kibitz/bin/pip install --find-links "$here" kibitz
"""

RUN = """\
#!/usr/bin/env bash
# Gradescope runs this for every submission.
autograder="${{AUTOGRADER:-/autograder}}"
kibitz="${{KIBITZ:-$autograder/kibitz/bin/kibitz}}"
mkdir -p "$autograder/results"
cd "$autograder/submission"
"$kibitz" grade {command} --results "$autograder/results/results.json"
# A search that is wrong has its points in the file: the autograder itself has not failed.
exit 0
"""

WORKFLOW = """\
# GitHub Classroom runs this for every push: keep it in the template repository of the assignment.
name: Autograding Tests
'on':
  - push
  - workflow_dispatch
  - repository_dispatch
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Python
        uses: actions/setup-python@v5
        with:
          python-version: '3.12'
      - name: Search
        id: search
        uses: classroom-resources/autograding-command-grader@v1
        with:
          test-name: {name}
          setup-command: pip install --find-links . kibitz
          command: {command}
          timeout: 10
          max-score: {points}
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          SEARCH_RESULTS: "${{{{steps.search.outputs.result}}}}"
        with:
          runners: search
"""


def class_files(layout: str, search: str, options: list[str], points: float) -> dict[str, str]:
    """The files of a layout, by their paths in the folder: `search` is what students hand in, as FILE.py:function."""
    if layout not in LAYOUTS:
        raise BadInput(f"unknown class layout {layout!r}; expected one of {', '.join(LAYOUTS)}")
    file, colon, name = search.rpartition(":")
    if not colon or not file.endswith(".py") or not name or "/" in file:
        raise BadInput(
            f"expected the FILE.py:function that students hand in, such as search.py:minimax, got {search!r}"
        )
    command = shlex.join([search, *options])
    if layout == "gradescope":
        return {"setup.sh": SETUP, "run_autograder": RUN.format(command=command)}
    written = WORKFLOW.format(
        name=json.dumps(f"{name} in {file}"), command=json.dumps(f"kibitz grade {command}"), points=round(points)
    )
    return {".github/workflows/classroom.yml": written}


def write_class_files(layout: str, search: str, options: list[str], points: float, folder: str | Path) -> list[Path]:
    """Write the files of a layout to a folder; for Gradescope also the archive to upload. The paths written."""
    files = class_files(layout, search, options, points)
    written = []
    for name, text in files.items():
        path = Path(folder) / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"the folder {str(path.parent)!r} cannot be made: {error.strerror}") from error
        with replacing(path) as out:
            out.write(text.encode())
        path.chmod(EXECUTABLE if text.startswith("#!") else 0o644)
        written.append(path)
    if layout == "gradescope":
        archive = Path(folder) / "autograder.zip"
        with replacing(archive) as out:
            out.write(_zipped(files))
        written.append(archive)
    return written


def _zipped(files: Mapping[str, str]) -> bytes:
    """The files as an archive, executable where they are scripts."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, DAY)
            entry.external_attr = EXECUTABLE << 16
            archive.writestr(entry, text)
    return kept.getvalue()


def results(grade: Grade) -> dict[str, Any]:
    """The results as Gradescope reads them: a test for every group, and what the report says."""
    told = grade.json()
    tests = [
        {
            "name": group["name"],
            "score": group["points"],
            "max_score": group["of"],
            "output": f"{group['right']} of {group['tried']} right",
        }
        for group in told["groups"]
    ]
    return {"score": grade.score, "output": str(grade), "output_format": "text", "tests": tests}


def refused(sentence: str) -> dict[str, Any]:
    """The results for Gradescope where nothing could be graded."""
    return {"score": 0, "output": sentence, "output_format": "text", "tests": []}
