# `make run` and `make test` are all you need; every target installs what it uses.

# The Python to use; without it the newest suitable one is chosen.
PYTHON ?=
BIN := .venv/bin
READY := .venv/.ready
FAST_TESTS := $(wildcard tests/rules tests/store tests/table tests/drawing tests/report tests/web tests/test_*.py)

.DEFAULT_GOAL := help
.PHONY: help run tour screens test test-fast check format words schema bench mutants soak size icons clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

$(READY): pyproject.toml
	@python=$$(sh tools/python.sh $(PYTHON)) && $$python tools/system_libraries.py && $$python -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

run: $(READY) ## start the app; without a display, play the sample game and take screenshots
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; \
	then $(BIN)/python main.py; \
	else echo 'No display: playing the sample game off-screen.'; $(BIN)/python -m tools.tour --quick; fi

tour: $(READY) ## screenshots of every page at every size into build/tour
	$(BIN)/python -m tools.tour

screens: $(READY) ## update the screenshots in docs/screens and fastlane
	$(BIN)/python -m tools.tour --docs

test: $(READY) ## run the tests, except those for make soak
	REQUIRE_UI_TESTS=1 $(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

test-fast: $(READY) ## run the tests that need no window and no other process, in half a minute
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -m 'not slow and not soak' $(FAST_TESTS)

check: $(READY) ## lint, formatting, types, unused code and workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m tools.kv_names build/kv_names.py
	$(BIN)/vulture
	$(BIN)/zizmor --offline --quiet .github

format: $(READY) ## fix lint errors and format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: $(READY) ## collect the translatable texts, update and compile the translations
	$(BIN)/python -m tools.translations

schema: $(READY) ## write the JSON Schema of board files
	$(BIN)/python -m tools.board_schema

bench: bench-rules bench-drawing bench-store bench-start bench-table bench-pages bench-web bench-quiet ## measure time and memory; one part: make bench-start, …

bench-%: $(READY)
	$(BIN)/python -m tests.bench.$*

mutants: $(READY) ## try small faults in all packages: do the tests notice them?
	$(BIN)/python -m tests.mutants

soak: $(READY) ## every test, also the long ones: crash points, power losses, hostile files, random UI steps
	$(BIN)/python tools/system_libraries.py engines
	$(BIN)/python -m tests.soak

size: $(READY) ## list the files in the Android package
	@$(BIN)/python -m tools.packaged

icons: $(READY) ## draw the icon and the loading screen
	$(BIN)/python -m tools.icon

clean: ## remove the virtual environment and everything built
	rm -rf .venv build *.egg-info
