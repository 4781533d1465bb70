"""The files around the source: issue templates, workflows, the citation and CONTRIBUTING say what is so."""

import re
from pathlib import Path

import yaml

import kibitz

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
FIELDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_issue_templates_are_forms_with_a_question_that_must_be_answered():
    forms = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]
    assert len(forms) >= 3
    for path in forms:
        form = read(path)
        assert form["name"] and form["description"] and form["body"], path
        assert {field["type"] for field in form["body"]} <= FIELDS, path
        asked = [field for field in form["body"] if field["type"] != "markdown"]
        assert len({field["id"] for field in asked}) == len(asked) and all(f["attributes"]["label"] for f in asked)
        assert any(field.get("validations", {}).get("required") for field in asked), path


def test_workflows_run_what_there_is():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for path in (GITHUB / "workflows").glob("*.yml"):
        workflow = read(path)
        assert workflow["name"] and (workflow.get("on") or workflow.get(True)), path  # YAML 1.1 reads `on` as true
        for job in workflow["jobs"].values():
            assert job["runs-on"] and job["timeout-minutes"]
            for step in job["steps"]:
                assert ("run" in step) != ("uses" in step)
                for target in re.findall(r"^make (\w+)", step.get("run", ""), re.MULTILINE):
                    assert f"\n{target}:" in makefile, target
                if (script := step.get("run", "").split(" ")[0]).startswith("."):
                    assert (ROOT / script).is_file()


def test_citation_has_what_its_format_asks_for():
    cited = read(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert cited["cff-version"] == "1.2.0" and cited["type"] == "software" and cited["license"] == "MIT"
    assert cited["version"] == kibitz.__version__
    assert all(author.get("name") or author.get("family-names") for author in cited["authors"])


def test_contributing_names_every_room_and_files_that_are_there():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for path in (ROOT / "src/kibitz").glob("*/__init__.py")}
    assert not [room for room in rooms if f"| `{room}/` |" not in text]
    for named in re.findall(r"`((?:src|tests|docs)/[\w./-]*)`", text):
        assert (ROOT / named).exists() or "my-" in named, named
    for linked in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / linked).exists(), linked
