"""The command line: `python -m companion score|check|csv|draw|boards|board`."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, TextIO

from companion import __version__
from companion.drawing.auto_layout import draw_board
from companion.drawing.drawing_data import DrawingData, drawing_problems, read_drawing
from companion.drawing.palette import DARK, LIGHT
from companion.drawing.svg import board_svg
from companion.report.export.csv_table import csv_table, finished_game
from companion.report.export.score_sheet import board_summary, score_json, score_sheet
from companion.report.words.imports import standard_rules
from companion.report.words.tickets import ticket_questions
from companion.rules.board import Board
from companion.rules.board_file import CheckedFile, check_board_value, check_map
from companion.rules.boards import Boards, bundled_boards
from companion.rules.errors import Malformed, NewerVersion, Refused
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.json_reader import BOARD_LIMITS, MAP_LIMITS, RECORD, read_json
from companion.rules.record import Record, read_record
from companion.rules.state import GameState
from companion.rules.wording import untranslated
from companion.store.archive import format_name, is_board, read_lines
from companion.store.errors import NotSaved, reason_of, unreadable_reason
from companion.store.files import DataFolder, desktop_folder
from companion.store.imported_boards import ImportedBoardFolder
from companion.store.saved_game import FinishedGame, SavedGame

WRONG = 1
"""The exit code if a board file has errors."""
FAILED = 2
"""The exit code if something could not be read or written."""
STANDARD_INPUT = "-"
"""The file name that means standard input."""


def main(arguments: Sequence[str] | None = None, program: str = "python -m companion") -> int:
    """Run `python -m companion` with these arguments and return the exit code."""
    sys.stdout, sys.stderr = map(_writable, (sys.stdout, sys.stderr))
    try:
        code = _run(_parser(program), arguments)
        sys.stdout.flush()
    except OSError as problem:
        # Let Python's last flush succeed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(problem, BrokenPipeError):
            # The reader of the pipe has closed it, for example `head`.
            return 0
        _report(f"standard output: {reason_of(problem)}.")
        return FAILED
    except KeyboardInterrupt:
        return 130
    return code


def _writable(stream: TextIO | None) -> TextIO:
    """A standard stream that takes every character; one that discards them if it is closed."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  (kept open)
    # Names from a file may have characters the terminal cannot encode.
    stream.reconfigure(errors="backslashreplace")  # type: ignore[attr-defined]
    return stream


def _run(parser: ArgumentParser, arguments: Sequence[str] | None) -> int:
    try:
        options = parser.parse_args(arguments)
    except SystemExit as end:  # --help, --version, or wrong arguments
        return end.code if isinstance(end.code, int) else 0
    if options.command is None:
        parser.print_help()
        return 0
    try:
        code: int = options.run(options)
    except Refused as problem:
        _report(f"{options.source}: {problem}")
        return FAILED
    return code


def _report(sentence: str) -> None:
    """Print a sentence on standard error, after everything printed so far."""
    sys.stdout.flush()
    print(sentence, file=sys.stderr, flush=True)


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(
        prog=program,
        description="Score, check and draw games of Ticket to Ride without a screen.",
        epilog="Without arguments, railkeeper opens the app.",
    )
    parser.add_argument("--version", action="version", version=f"Railkeeper {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands")
    score = commands.add_parser("score", help="print the final tally of game files")
    score.add_argument("--json", action="store_true", help="print one JSON object per line")
    score.set_defaults(run=_print_scores)
    check = commands.add_parser("check", help="check game files for errors")
    check.set_defaults(run=lambda options: _each_record(options, _print_check))
    table = commands.add_parser("csv", help="write game files as a table for spreadsheets")
    table.set_defaults(run=_write_csv)
    draw = commands.add_parser("draw", help="draw a game or an empty board as SVG")
    draw.set_defaults(run=_draw)
    draw.add_argument("source", metavar="FILE_OR_BOARD_ID", help="a game file or a board's id")
    boards = commands.add_parser("boards", help="list the boards and their ticket variants")
    boards.set_defaults(run=_list_boards)
    board = commands.add_parser("board", help="check, draw or add a board file of your own")
    own = board.add_subparsers(dest="board_command", title="commands", required=True)
    board_check = own.add_parser("check", help="list all errors of board files")
    board_check.set_defaults(run=_check_boards)
    board_check.add_argument(
        "files", nargs="+", metavar="FILE", help="a board file, or - for standard input"
    )
    board_draw = own.add_parser("draw", help="draw a board file as SVG")
    board_draw.set_defaults(run=_draw_board_file)
    board_draw.add_argument("source", metavar="FILE", help="a board file, or - for standard input")
    board_add = own.add_parser("add", help="add a board file to the boards of the app")
    board_add.set_defaults(run=_add_board)
    board_add.add_argument("source", metavar="FILE", help="a board file")
    for command in (draw, board_draw, table):
        command.add_argument(
            "-o", metavar="FILE", dest="output", help="write to FILE instead of standard output"
        )
    for command in (draw, board_draw):
        command.add_argument("--dark", action="store_true", help="use the dark theme")
    for command in (score, check, table):
        command.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a game file, an archive exported by the app, or - for standard input",
        )
    return parser


def _print_scores(options: Namespace) -> int:
    def print_score(source: GameInFile, record: Record) -> None:
        state = record.game.state
        if not options.json:
            print(score_sheet(source.title, state, tally(state)))
            return
        number = {} if source.number is None else {"game": source.number}
        print(json.dumps(score_json(source.file, state, tally(state)) | number))

    return _each_record(options, print_score)


def _print_check(source: GameInFile, record: Record) -> None:
    game = record.game
    setup, events = game.setup, len(game.events)
    board, players = setup.board.display_name, len(setup.players)
    entries = "1 event" if events == 1 else f"{events} events"
    print(f"{source.title}: {board}, {players} players, {entries}: fine")
    for question in ticket_questions(game.state):
        print(f"  {question}")


def _list_boards(_: Namespace) -> int:
    boards, code = _all_boards(), 0
    for id in boards:
        try:
            board = boards[id]
            title, *variants = board_summary(board).split("\n")
            print("\n".join([title if id in boards.bundled else f"{title}, imported", *variants]))
        except Refused as problem:
            _report(str(problem))
            code = FAILED
    return code


def _all_boards() -> Boards:
    """The bundled boards and those that were imported on this desktop; changes no file."""
    boards = bundled_boards()
    folder = DataFolder(desktop_folder())
    return boards.with_imported(ImportedBoardFolder(folder, boards.bundled))


def _draw(options: Namespace) -> int:
    """Write the SVG of a board or of the final state of a game record."""
    source, boards = options.source, _all_boards()
    if source in boards:
        return _write_svg(options, boards[source])
    # A path that is too long raises in pathlib.
    if source != STANDARD_INPUT and not os.path.exists(source):  # noqa: PTH110
        raise Refused(untranslated("neither a board's id nor a file."))
    state = _only_game(source, boards).state
    return _write_svg(options, state.setup.board, state)


def _draw_board_file(options: Namespace) -> int:
    """Write the SVG of a board file; without drawing data, it is computed."""
    board, problems, _ = _board_file(options.source)
    if board is None:
        raise problems[0]
    drawing = read_drawing(draw_board(board, lambda _: None, lambda: False))
    return _write_svg(options, board, drawing=drawing)


def _write_svg(
    options: Namespace,
    board: Board,
    state: GameState | None = None,
    drawing: DrawingData | None = None,
) -> int:
    svg = board_svg(board, state, DARK if options.dark else LIGHT, drawing)
    return _write(svg.encode("ascii"), options.output)


def _write_csv(options: Namespace) -> int:
    """Write the games as one table by date; report those that cannot be read on standard error.

    Games in progress are left out of an archive, as in the table that the app exports.
    """
    boards = bundled_boards()
    games: list[tuple[FinishedGame, datetime | None]] = []

    def add(source: GameInFile, record: Record) -> None:
        if source.number is None or SavedGame.from_elsewhere(record, "").finished:
            games.append(finished_game(record, boards))

    code = _each_record(options, add)
    games.sort(key=lambda each: (each[1] is None, each[1] or datetime.min))
    return max(code, _write(csv_table(games, boards), options.output))


def _write(content: bytes, output: str | None) -> int:
    """Write to a file, or to standard output if there is none."""
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return 0
    try:
        Path(output).write_bytes(content)
    except OSError as problem:
        _report(f"{output}: {NotSaved.because(problem)}")
        return FAILED
    return 0


def _check_boards(options: Namespace) -> int:
    """Print a summary of each board file, or report every error in it."""
    code = 0
    for file in options.files:
        try:
            checked = _checked_board(file)
        except Refused as problem:
            _report(f"{file}: {problem}")
            code = FAILED
            continue
        if checked is None:
            code = max(code, WRONG)
        else:
            print(f"{file}: fine\n{checked[1]}")
    return code


def _checked_board(file: str) -> tuple[Board, str] | None:
    """The board of a file and its summary, or None after its errors were reported."""
    board, problems, is_converted = _board_file(file)
    problems += drawing_problems(board) if board else []
    if problems and isinstance(problems[0], NewerVersion):
        raise problems[0]
    for error in problems:
        _report(f"{file}: {error}")
    if board is None or problems:
        return None
    rules = standard_rules(board) if is_converted else ()
    lines = (f"  {rule.title}: {rule.detail} ({rule.status})" for rule in rules)
    return board, "\n".join([board_summary(board), *lines])


def _add_board(options: Namespace) -> int:
    """Import a board file into the app's data folder."""
    checked = _checked_board(options.source)
    if checked is None:
        return WRONG
    board, summary = checked
    folder = DataFolder(desktop_folder())
    imported = ImportedBoardFolder(folder, bundled_boards().bundled)
    try:
        folder.acquire()
        status = imported.status(board)
        if status != "there":
            imported.add_drawn(board, draw_board(board, lambda _: None, lambda: False))
    finally:
        folder.release()
    done = {"new": "added", "replaces": "replaced", "there": "already here"}[status]
    print(f"{options.source}: {done}\n{summary}")
    return 0


def _only_game(source: str, boards: Boards) -> Game:
    """The game in a record file; `Refused` if it cannot be read or is one of an archive."""
    first = next(games_in_file(source, boards), None)
    if first is None or first.number is not None:
        raise Refused(untranslated("an archive; draw needs the record of one game"))
    if isinstance(first.content, Refused):
        raise first.content
    return first.content.game


def _each_record(options: Namespace, use: Callable[[GameInFile, Record], None]) -> int:
    """Use every record; report those that cannot be read on standard error."""
    code = 0
    for file in options.files:
        for found in games_in_file(file, bundled_boards()):
            if isinstance(found.content, Refused):
                _report(f"{found.title}: {found.content}")
                code = FAILED
            else:
                use(found, found.content)
    return code


@dataclass(frozen=True, slots=True)
class GameInFile:
    """A game of a file, or why it cannot be read."""

    file: str
    number: int | None
    """Its position in an archive, from 1; None for a file with one record."""
    content: Record | Refused

    @property
    def title(self) -> str:
        """The file's name, with the number of the game in an archive."""
        return self.file if self.number is None else f"{self.file}, game {self.number}"


def games_in_file(name: str, boards: Boards) -> Iterator[GameInFile]:
    """The games of a record file or an archive, one at a time."""
    try:
        with _open(name) as file:
            header, lines = read_lines(file)
            if header is None:
                ((_, content),) = lines
                yield GameInFile(name, None, _game(content, boards))
                return
            games = (line for _, line in lines if not is_board(line))
            for number, line in enumerate(games, start=1):
                yield GameInFile(name, number, _game(line, boards))
    except OSError as error:
        yield GameInFile(name, None, _unreadable(error))
    except Refused as problem:
        yield GameInFile(name, None, problem)


def _board_file(name: str) -> CheckedFile:
    """The checked board of a file; `Malformed` if it cannot be read or is a game file."""
    try:
        with _open(name) as file:
            content = file.read(MAP_LIMITS.bytes + 1)
    except OSError as error:
        raise _unreadable(error) from None
    boards = bundled_boards()
    checked = check_map(content, boards, Path(name).stem)
    if checked is not None:
        return checked
    value = read_json(content, BOARD_LIMITS)
    if format_name(value) == RECORD.name:
        raise Malformed(untranslated("this is a game file: use “check” or “draw” without “board”"))
    return check_board_value(value, boards)


def _unreadable(error: OSError) -> Malformed:
    return Malformed(untranslated(f"cannot be read: {unreadable_reason(error)}"))


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    """A file to read; standard input stays open."""
    if name != STANDARD_INPUT:
        return Path(name).open("rb")
    if sys.stdin is None:
        raise Malformed(untranslated("cannot be read: standard input is closed"))
    return nullcontext(sys.stdin.buffer)


def _game(content: bytes, boards: Boards) -> Record | Refused:
    try:
        return read_record(content, boards)
    except Refused as problem:
        if is_board(content):
            return Malformed(
                untranslated("this is a board file: use “board check” or “board draw”")
            )
        return problem


if __name__ == "__main__":
    sys.exit(main())
