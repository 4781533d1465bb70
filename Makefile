# Everything Kibitz needs is made here, from a machine that has Python, make and gcc.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8080

.PHONY: run setup test quick checked installed latex coverage fuzz bench docs clean

run: setup
	$(BIN)/kibitz serve --port $(PORT)

setup: $(VENV)/.installed

test: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

# What matters most while one works, in under two minutes: the plan of the house, the rules of the textbook and its laws,
# the engine's node counts, the command, and the README's commands. What it compiles is kept from run to run.
QUICK := tests/test_rooms.py tests/test_house.py tests/test_renamed.py tests/test_bits.py tests/test_picture.py \
	tests/test_textbook.py tests/test_laws.py tests/test_saving.py tests/test_command.py \
	tests/test_engine.py::test_the_signature_compiled_and_interpreted_visit_the_same_nodes \
	tests/test_package.py::test_every_command_in_the_readme_prints_what_is_shown
quick: $(VENV)/.installed-test
	$(BIN)/ruff check .
	KIBITZ_TEST_CACHE=$(VENV)/cache-of-tests $(BIN)/python -m pytest --numprocesses 2 --dist load $(QUICK)

checked: $(VENV)/.installed-test
	KIBITZ_CHECKED=1 $(BIN)/python -m pytest --numprocesses auto --dist loadfile

# The wheel and the sdist, each in an empty environment of each Python: make installed PYTHONS="python3.12 python3.13"
PYTHONS ?= $(PYTHON)
installed: $(VENV)/.installed-test
	$(BIN)/python -m tests.installed $(PYTHONS)

# Every LaTeX export, compiled by a TeX from Debian: apt-get install texlive-latex-extra texlive-pictures poppler-utils
latex: $(VENV)/.installed-test
	$(BIN)/python -m tests.latex --pictures build/latex

# Which lines the tests run, room by room: make coverage, or make coverage TESTS=tests/test_engine.py. A function that runs as
# machine code does not count: only where it runs as plain Python, too.
TESTS ?= tests
coverage: $(VENV)/.installed-test
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest --numprocesses auto --dist loadfile $(TESTS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m tests.coverage_by_room

# Random games against a plain oracle, for hours if need be: make fuzz GAMES=100000 SEED=20000
GAMES ?= 20000
SEED ?= 0
fuzz: $(VENV)/.installed-test
	$(BIN)/python -m tests.fuzz --games $(GAMES) --seed $(SEED)

bench: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks

# The documentation as a site of static files, in site/; nothing is fetched, and a warning is an error.
docs: $(VENV)/.installed-docs
	$(BIN)/python docs/build_site.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[pettingzoo,cluster]"
	$(BIN)/python -m compileall -q src  # so that the command starts at once, the first time too
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group test
	touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group docs
	touch $@

$(VENV)/.installed-bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	touch $@

clean:
	rm -rf $(VENV) build dist site benchmarks/results
