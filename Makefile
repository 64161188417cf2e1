# `make run` and `make test` are all anyone needs; every target sets up what it uses.

# Which Python to set up with; without a name the newest suitable one.
PYTHON ?=
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help run tour test check format words bench mutants soak size icons clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

$(READY): pyproject.toml
	@python=$$(sh tools/python.sh $(PYTHON)) && $$python tools/system_libraries.py && $$python -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(READY) ## start the app; without a display, play the sample game and take pictures
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; \
	then $(BIN)/python main.py; \
	else echo 'No display: playing the sample game off-screen.'; $(BIN)/python -m tools.tour --quick; fi

tour: $(READY) ## pictures of every screen at every size into build/tour
	$(BIN)/python -m tools.tour

test: $(READY) ## run every test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

check: $(READY) ## lint, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY) ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: $(READY) ## bring the translations up to date
	$(BIN)/python -m tools.words

bench: bench-rules bench-store bench-start bench-table bench-pages bench-quiet ## measure what things cost; each part alone: make bench-start, …

bench-%: $(READY)
	$(BIN)/python -m tests.bench.$*

mutants: $(READY) ## change the rules by machine and see whether their tests notice
	$(BIN)/python -m tests.mutants

soak: $(READY) ## thousands of kills, crash points, power losses, hostile files and a monkey's steps
	$(BIN)/python -m tests.soak

size: $(READY) ## list what goes onto a phone
	@$(BIN)/python -m tools.packaged

icons: $(READY) ## draw the icon and the loading screen
	$(BIN)/python -m tools.icon

clean: ## remove everything that was built
	rm -rf .venv build *.egg-info
