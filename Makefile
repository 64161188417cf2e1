# `make run` and `make test` are all anyone needs; every target sets up what it uses.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help run test check format bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Railkeeper needs Python 3.10 or newer; name one with PYTHON=...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(READY) ## start the app
	$(BIN)/python main.py

test: $(READY) ## run every test
	$(BIN)/python -m pytest

check: $(READY) ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## measure what things cost
	$(BIN)/python -m tests.bench.rules

clean: ## remove everything that was built
	rm -rf .venv build *.egg-info
