"""One cache of compiled code for the whole session, and steady Hypothesis profiles."""

import atexit
import os
import shutil
import tempfile

# Before anything imports kibitz: code that one test compiles is there for the next, and the user's own cache stays out.
# Tests that run side by side share the folder of the process that started them. `make quick` keeps one from run to run.
if kept := os.environ.get("KIBITZ_TEST_CACHE"):
    os.environ["KIBITZ_CACHE"] = os.path.abspath(kept)
elif "PYTEST_XDIST_WORKER" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="kibitz-tests-")
    os.environ["KIBITZ_CACHE"] = _folder
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)

# Nor do tests see, or touch, the user's own tables, books and kept games.
if "PYTEST_XDIST_WORKER" not in os.environ:
    _data = tempfile.mkdtemp(prefix="kibitz-data-")
    os.environ["KIBITZ_DATA"] = _data
    atexit.register(shutil.rmtree, _data, ignore_errors=True)

# What is asked for compiled is compiled, however small: else plain Python would answer most of these tests.
os.environ.setdefault("KIBITZ_COMPILED", "1")

import pytest
from hypothesis import HealthCheck, settings

_slow_is_fine = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=60, suppress_health_check=_slow_is_fine)
settings.register_profile("thorough", deadline=None, max_examples=1000, suppress_health_check=_slow_is_fine)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(autouse=True)
def no_book(request, monkeypatch):
    """The first position of Connect Four is what tests take for a hard one: only tests of books see the book of it."""
    if request.module.__name__ not in ("test_books", "test_docs"):
        monkeypatch.setattr("kibitz.answer.books.shipped_path", lambda game: None)


@pytest.fixture(scope="module", autouse=True)
def _own_data(tmp_path_factory):
    """What the tests of one file keep, tables, books and games, those of another do not find."""
    before = os.environ["KIBITZ_DATA"]
    os.environ["KIBITZ_DATA"] = str(tmp_path_factory.mktemp("data"))
    yield
    os.environ["KIBITZ_DATA"] = before
