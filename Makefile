# The project's words; `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
PAGE := src/torite/service/page/index.html

.DEFAULT_GOAL := help
.PHONY: help play test check slow bench game readme lock

help: ## list these words
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(READY) $(PAGE) ## set up and open the page
	@$(BIN)/torite

test: $(READY) $(PAGE) ## set up and run all tests but the slow ones
	$(BIN)/python -m pytest -n auto -m "not slow"

check: $(READY) $(PAGE) ## format, lint, types, import directions, clauses and quick tests: before every commit
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.page check
	$(BIN)/python -m pytest -n auto -q -m "not slow" --quick

slow: $(READY) $(PAGE) ## everything at length: every number of seats, whole matches, clauses broken on purpose
	$(BIN)/python -m pytest -n auto --thorough

bench: $(READY) ## measure speed beside its peers
	$(BIN)/python -m benchmarks

game: $(READY) ## scaffold a new game: make game NAME=sueca
	$(BIN)/python -m tools.scaffold $(NAME)

readme: $(READY) ## write the README's table of games and its picture anew
	$(BIN)/python -m tools.readme

lock: $(READY) ## resolve the locked dependencies anew
	$(BIN)/python -m tools.lock

$(PAGE): $(READY) $(shell find client -path client/node_modules -prune -o -type f -print)
	$(BIN)/python -m tools.page
	@touch $(PAGE)

$(READY): pyproject.toml requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)
