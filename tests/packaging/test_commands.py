"""Every command in the documentation is run by a test, by .ci/run or by a workflow."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.packaged import ROOT

DOCUMENTS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
RUN_HERE = ("python -m companion ", "railkeeper ")
TESTED = {
    "pip install .": "test_installed.py::test_scorer_works_in_any_folder",
    "railkeeper": "test_installed.py::test_command_without_arguments_opens_the_app",
    "python -m companion board add my-board.json": (
        "test_board_add_command.py::test_board_is_added_with_a_drawing_and_listed"
    ),
    "python -m companion board check my-board.json": (
        "test_board_command.py::test_check_of_a_right_file"
    ),
    "python -m companion board draw my-board.json -o my-board.svg": (
        "test_board_command.py::test_draw_writes_the_board"
    ),
    "railkeeper game.json board.json": (
        "test_desktop_use.py::test_file_on_the_command_line_opens_import"
    ),
}
"""Commands that a test runs with other arguments."""


def commands(text: str) -> Iterator[str]:
    """The lines of every code block without a language."""
    fence = None
    for line in text.splitlines():
        if line.startswith("```"):
            fence = line if fence is None else None
        elif fence == "```" or (fence is None and line.startswith("    ")):
            yield line.strip()


def named(pattern: str) -> list[str]:
    texts = (path.read_text(encoding="utf-8") for path in DOCUMENTS)
    return sorted({found for text in texts for found in re.findall(pattern, text)})


def lines_of(*paths: str) -> set[str]:
    files = (path for pattern in paths for path in ROOT.glob(pattern))
    lines = (line.strip() for path in files for line in path.read_text("utf-8").splitlines())
    return {line.removeprefix("- ").removeprefix("run: ").split(" || ")[0] for line in lines}


COMMANDS = sorted({each for path in DOCUMENTS for each in commands(path.read_text("utf-8"))} - {""})


def test_commands_are_found_in_both_kinds_of_code_blocks() -> None:
    text = "Say\n\n    make test\n\n```\npip install .\n```\n\n```json\n{}\n```\n"
    assert list(commands(text)) == ["make test", "pip install ."]
    assert "make test" in COMMANDS


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each.startswith(RUN_HERE) and each not in TESTED]
)
@pytest.mark.skipif(sys.platform == "win32", reason="written for a Unix shell")
def test_documented_command_works(command: str) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command, shell=True, cwd=ROOT, env=os.environ | {"PATH": path}, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


@pytest.mark.parametrize("command", [each for each in COMMANDS if not each.startswith(RUN_HERE)])
def test_other_documented_command_is_run_by_ci(command: str) -> None:
    if command in TESTED:
        file, _, test = TESTED[command].partition("::")
        assert f"def {test}(" in Path(__file__).with_name(file).read_text(encoding="utf-8")
    elif command.startswith("make "):
        assert command in lines_of(".ci/run")
    else:
        assert command in lines_of(".github/workflows/android.yml", ".github/actions/*/*.yml")


def test_documented_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):.*##", makefile, flags=re.MULTILINE))
    assert set(named(r"`make ([a-z-]+)`")) <= targets


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_documented_links_and_images_exist(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
