"""The command line: `python -m companion score|check|draw|boards`."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from companion import __version__
from companion.drawing.palette import DARK, LIGHT
from companion.drawing.svg import board_svg
from companion.report.score_sheet import (
    board_summary,
    read_record_file,
    score_json,
    score_sheet,
)
from companion.rules.boards import Boards, bundled_boards
from companion.rules.errors import Refused
from companion.rules.final_tally import tally
from companion.rules.record import Record
from companion.store.errors import NotSaved

BAD_RECORD = 2
"""The exit code if a file could not be read."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m companion") -> int:
    """Run `python -m companion` with these arguments and return the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # Names from a file may have characters the terminal cannot encode.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    parser = _parser(program)
    options = parser.parse_args(arguments)
    try:
        if options.command == "boards":
            for board in bundled_boards().values():
                print(board_summary(board))
            return 0
        if options.command == "draw":
            return _draw(options, bundled_boards())
        if options.command is None:
            parser.print_help()
            return 0
        return _each_record(options.files, bundled_boards(), _printer(options))
    except BrokenPipeError:
        # The reader of the pipe has closed it, for example `head`.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(
        prog=program,
        description="Score, check and draw games of Ticket to Ride without a screen.",
    )
    parser.add_argument("--version", action="version", version=f"Railkeeper {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands")
    score = commands.add_parser("score", help="print the final tally of game files")
    score.add_argument("--json", action="store_true", help="print one JSON object per line")
    check = commands.add_parser("check", help="check game files for errors")
    draw = commands.add_parser("draw", help="draw a game or an empty board as SVG")
    draw.add_argument("source", metavar="FILE_OR_BOARD_ID", help="a game file or a board's id")
    draw.add_argument(
        "-o", metavar="FILE", dest="output", help="write to FILE instead of standard output"
    )
    draw.add_argument("--dark", action="store_true", help="use the dark theme")
    commands.add_parser("boards", help="list the boards")
    for command in (score, check):
        command.add_argument("files", nargs="+", metavar="FILE", help="a game file")
    return parser


def _printer(options: Namespace) -> Callable[[str, Record], None]:
    def print_sheet(file: str, record: Record) -> None:
        print(score_sheet(file, record.game.state, tally(record.game.state)))

    def print_json(file: str, record: Record) -> None:
        print(json.dumps(score_json(file, record.game.state, tally(record.game.state))))

    def print_check(file: str, record: Record) -> None:
        setup = record.game.setup
        events = len(record.game.events)
        print(f"{file}: {setup.board.name}, {len(setup.players)} players, {events} events: fine")

    if options.command == "check":
        return print_check
    return print_json if options.json else print_sheet


def _draw(options: Namespace, boards: Boards) -> int:
    """Write the SVG of a board or of the final state of a game record."""
    source, palette = options.source, DARK if options.dark else LIGHT
    try:
        if source in boards:
            svg = board_svg(boards[source], palette=palette)
        elif not os.path.exists(source):  # noqa: PTH110  (a path that is too long raises there)
            print(f"{source}: neither a board's id nor a file.", file=sys.stderr)
            return BAD_RECORD
        else:
            state = read_record_file(Path(source), boards).game.state
            svg = board_svg(state.setup.board, state, palette)
    except Refused as problem:
        print(f"{source}: {problem}", file=sys.stderr)
        return BAD_RECORD
    if options.output is None:
        print(svg, end="", flush=True)
        return 0
    try:
        Path(options.output).write_text(svg, encoding="ascii")
    except OSError as problem:
        print(f"{options.output}: {NotSaved.because(problem)}", file=sys.stderr)
        return BAD_RECORD
    return 0


def _each_record(
    files: Sequence[str], boards: Boards, print_record: Callable[[str, Record], None]
) -> int:
    """Print every record; report files that cannot be read on standard error."""
    code = 0
    for file in files:
        try:
            record = read_record_file(Path(file), boards)
        except Refused as problem:
            sys.stdout.flush()
            print(f"{file}: {problem}", file=sys.stderr)
            code = BAD_RECORD
        else:
            print_record(file, record)
    sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main())
