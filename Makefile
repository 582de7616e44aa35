# The project's words; `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/plays
READY := $(VENV)/ready
PAGE := src/torite/service/page/index.html
PLATFORMS := linux-x86_64 linux-aarch64 darwin-arm64 win32-amd64

# Which part of what takes long is tried goes by the commit, as by lot: in the course of a few all of it is.
TURN = $$((0x$$(git rev-parse --short=7 HEAD 2>/dev/null || echo 0)))

# The page is built while what this work needs is installed.
MAKEFLAGS += -j2

# A service, a bot and a worker of the tests are processes of their own: none compiles again what another has.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test check slow bench game readme lock audit release image

help: ## list these words
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(PLAYS) $(PAGE) ## set up and open the page
	@$(BIN)/torite

test: $(READY) $(PAGE) ## set up and run all tests but the slow ones
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --turn $(TURN)

check: $(READY) $(PAGE) ## format, lint, types, import directions, clauses and quick tests: before every commit
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.protocol check
	$(BIN)/python -m tools.page check
	$(BIN)/python -m pytest -n auto --dist worksteal -q -m "not slow" --quick --turn $(TURN)

slow: $(READY) $(PAGE) ## everything at length: every number of seats, whole matches, clauses broken on purpose
	$(BIN)/python -m pytest -n auto --dist worksteal --thorough

bench: $(READY) ## measure speed beside its peers
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.environments
	$(BIN)/python -m benchmarks.bridges

game: $(READY) ## scaffold a new game: make game NAME=sueca
	$(BIN)/python -m tools.scaffold $(NAME)

readme: $(READY) $(PAGE) ## write the README's table of games and its pictures anew
	$(BIN)/python -m tools.readme --pictures

lock: $(READY) ## resolve the locked dependencies anew
	$(BIN)/python -m tools.lock

audit: $(READY) ## ask whether anything that this is built on has known faults
	$(BIN)/python -m tools.audit

release: $(READY) $(PAGE) ## build what is installed elsewhere, into dist, the same files every time; signed with KEY=~/.ssh/id_ed25519
	rm -rf dist
	$(INSTALL) -r tools/release.txt
	$(BIN)/python -m torite.vector.build $(PLATFORMS:%=--platform %)
	$(BIN)/python -m benchmarks.instructions || [ $$? -eq 2 ]
	$(BIN)/python -m build --no-isolation --outdir dist .
	for each in $(PLATFORMS); do \
	  TORITE_PLATFORM=$$each $(BIN)/python -m build --no-isolation --wheel --outdir dist . || exit 1; done
	$(BIN)/python -m tools.bom dist/torite.cdx.json
	$(BIN)/python -m tools.lock release > dist/requirements.txt
	cd dist && sha256sum * > SHA256SUMS
	[ -z "$(KEY)" ] || $(BIN)/python -m tools.sign dist "$(KEY)"

image: $(READY) ## build a container's image of what is in dist: make image, or make image BASE=python:3.13-slim
	$(BIN)/python -m tools.image --base "$(BASE)"

$(PAGE): $(PLAYS) $(shell find client -path client/node_modules -prune -o -type f -print)
	$(BIN)/python -m tools.page
	@touch $(PAGE)

# What is imported is compiled then, once: of all that is installed that is a small part.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --require-hashes

$(PLAYS): pyproject.toml requirements.txt tools/install.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -r tools/install.txt
	$(BIN)/python -m pip uninstall --quiet --yes setuptools
	$(INSTALL) -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(PLAYS)

$(READY): $(PLAYS) requirements-dev.txt
	$(INSTALL) -r requirements-dev.txt
	@touch $(READY)
