"""Old names of modules and of what they held: for one release they still work, and say what is to be written now."""

import importlib
import subprocess
import sys

import pytest

from kibitz import renamed


@pytest.mark.parametrize("old", renamed.MODULES)
def test_a_module_is_found_by_its_old_name(old):
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning) as said:
        module = importlib.import_module(old)
    new = renamed.MODULES[old]
    assert module is importlib.import_module(new)
    assert (module.__name__, module.__spec__.name) == (new, new)
    assert str(said[-1].message) == f"{old} is now {new}; the old name will be removed"
    assert importlib.import_module(old) is module


@pytest.mark.parametrize(
    ("module", "old"), [(module, old) for module in renamed.NAMES for old in renamed.NAMES[module]]
)
def test_a_name_is_found_in_its_old_module(module, old):
    where, new = renamed.NAMES[module][old]
    with pytest.warns(DeprecationWarning, match=f"^{module}.{old} is now {where}.{new}; "):
        found = getattr(importlib.import_module(module), old)
    assert found is getattr(importlib.import_module(where), new)


def test_an_old_name_takes_nobody_elses_place():
    code = """
from importlib import import_module
from kibitz import renamed
for old, new in renamed.MODULES.items():
    package, _, name = old.rpartition(".")
    there = getattr(import_module(renamed.MODULES.get(package, package)), name, None)
    if there is not None and there is not import_module(new):
        print(old)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == ""


@pytest.mark.parametrize("module", renamed.NAMES)
def test_other_names_are_still_missing(module):
    with pytest.raises(AttributeError, match=f"module '{module}' has no attribute 'nonsense'"):
        importlib.import_module(module).nonsense  # noqa: B018


def test_an_unknown_module_is_still_missing():
    with pytest.raises(ModuleNotFoundError, match=r"kibitz\.nonsense"):
        importlib.import_module("kibitz.nonsense")


def test_kibitz_itself_uses_no_old_name():
    everything = "import pkgutil, importlib, kibitz\nfor module in pkgutil.walk_packages(kibitz.__path__, 'kibitz.'):\n"
    code = everything + "    if not module.name.endswith('__main__'): importlib.import_module(module.name)"
    ran = subprocess.run([sys.executable, "-W", "error::DeprecationWarning:kibitz", "-c", code], capture_output=True)
    assert ran.returncode == 0, ran.stderr.decode()


def test_it_warns_once_and_at_the_line_that_imports(tmp_path):
    script = tmp_path / "script.py"
    script.write_text("import kibitz\n\nimport kibitz.recording\nfrom kibitz.recording import Recorder\n")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert ran.returncode == 0
    [warning, quoted] = ran.stderr.splitlines()
    assert f"{script}:3: DeprecationWarning: kibitz.recording is now kibitz.lab.recording" in warning
    assert quoted.strip() == "import kibitz.recording"
