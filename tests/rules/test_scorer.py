"""The command line `python -m companion`; what concerns its streams is run as a program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.rules.boards import bundled_boards
from tests.support.board_files import STAMP, small_island, write_board
from tests.support.boards import island_data

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "tests" / "games").glob("*.json"))

RECORD: dict[str, object] = {
    "format": "railkeeper/1",
    "map": "usa",
    "players": [{"name": "Ana", "color": "blue"}, {"name": "Peter", "color": "red"}],
    "events": [
        {"do": "claim", "player": "Ana", "route": "boston--montreal"},
        {"do": "pass", "player": "Peter"},
    ],
}


@dataclass(frozen=True)
class Done:
    """What a command has returned and written."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str | Path, stdin: str = "") -> Done:
    """Run a command in this process."""
    streams = [TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2)]
    with (
        redirect_stdout(streams[0]),
        redirect_stderr(streams[1]),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode()), "utf-8"))
        code = main(list(map(str, arguments)))
    out, err = (stream.buffer.getvalue().decode() for stream in streams)
    return Done(code, out, err)


def run_in_shell(arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program with redirections; buffered, as it is outside of tests."""
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    command = f"{sys.executable} -m companion {arguments}"
    return subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, env=environment, timeout=60
    )


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return path


@pytest.mark.slow
def test_command_line_runs_without_kivy_and_tinydb(tmp_path: Path) -> None:
    bare = [sys.executable, "-S", "-I", "-c"]
    file = write_board(tmp_path, small_island())
    commands = (["board", "add", str(file)], ["boards"], ["draw", "small-island"])
    program = (
        f"import os, sys; sys.path.insert(0, {str(ROOT)!r});"
        f"os.environ['RAILKEEPER_FOLDER'] = {str(tmp_path / 'data')!r};"
        f"from companion.__main__ import main; sys.exit(max(map(main, {commands!r})))"
    )
    done = subprocess.run([*bare, program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Small Island" in done.stdout


def test_boards_are_listed() -> None:
    done = run("boards")
    assert done.returncode == 0
    listed = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert [name for name in listed if not name.startswith(" ")] == sorted(bundled_boards())
    assert listed[listed.index("usa") + 1 :] == [
        f"  {variant}" for variant in ("all", "classic", "usa-1910", "mega", "big-cities")
    ]


def test_json_has_the_documented_keys(good: Path) -> None:
    done = run("score", "--json", good)
    assert done.returncode == 0
    assert json.loads(done.stdout) == {
        "file": str(good),
        "map": "usa",
        "players": [
            {
                "name": name,
                "total": routes + bonus,
                "parts": {"routes": routes, "tickets": 0, "longest_route": bonus},
                "tickets_completed": 0,
                "longest_route_spaces": routes,
                "trains_left": 45 - routes,
            }
            for name, routes, bonus in (("Ana", 2, 10), ("Peter", 0, 0))
        ],
        "winners": ["Ana"],
        "final": False,
    }


def test_json_is_final_if_the_game_is_over() -> None:
    done = run("score", "--json", ROOT / "tests" / "games" / "usa-full.json")
    answer = json.loads(done.stdout)
    assert (answer["winners"], answer["final"]) == (["Lena"], True)


def test_json_has_one_line_per_file() -> None:
    done = run("score", "--json", *GAMES)
    assert done.returncode == 0
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == list(map(str, GAMES))


def test_table_names_a_winner_only_if_the_game_is_over(good: Path) -> None:
    done = run("score", good)
    assert "Score so far: nobody has won yet." in done.stdout
    assert "wins" not in done.stdout
    assert "USA (10th Anniversary)" in done.stdout
    over = run("score", ROOT / "tests" / "games" / "usa-full.json")
    assert "Lena wins with 134 points: 22 ahead of Omar, thanks to routes." in over.stdout


def test_check_accepts_a_good_record_and_prints_questions(good: Path) -> None:
    done = run("check", good)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f"{good}: USA (10th Anniversary), 2 players, 2 events: fine",
        "  Nobody has any tickets: not entered yet?",
    ]


def test_check_names_the_variant() -> None:
    done = run("check", ROOT / "tests" / "games" / "usa-mega.json")
    assert "USA · Mega Game, 3 players" in done.stdout


@pytest.mark.parametrize("command", ["score", "check", "csv", "draw"])
def test_board_file_gets_the_name_of_its_command(command: str, tmp_path: Path) -> None:
    file = write_board(tmp_path, small_island())
    done = run(command, file)
    expected = f"{file}: this is a board file: use “board check” or “board draw”\n"
    assert (done.returncode, done.stderr) == (2, expected)


def test_check_counts_one_event(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(RECORD | {"events": [{"do": "pass", "player": "Ana"}]}))
    assert ", 1 event: fine" in run("check", path).stdout


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive as the app exports it: a board, and games of which the second is broken."""
    path = tmp_path / "everything.json"
    lines = (
        {"format": "railkeeper-archive/1", "games": 3, "learned": {}, "settings": {}},
        STAMP | island_data(),
        RECORD,
        RECORD | {"map": "atlantis"},
        RECORD | {"map": "europe", "events": []},
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_archive_gets_one_answer_per_game(archive: Path) -> None:
    done = run("check", archive)
    assert done.returncode == 2
    assert [line for line in done.stdout.splitlines() if "fine" in line] == [
        f"{archive}, game 1: USA (10th Anniversary), 2 players, 2 events: fine",
        f"{archive}, game 3: Europe, 2 players, 0 events: fine",
    ]
    assert done.stderr == f"{archive}, game 2: the game file: unknown map “atlantis”\n"


def test_json_of_an_archive_numbers_the_games(archive: Path) -> None:
    answers = [json.loads(line) for line in run("score", "--json", archive).stdout.splitlines()]
    assert [(each["file"], each["game"], each["map"]) for each in answers] == [
        (str(archive), 1, "usa"),
        (str(archive), 3, "europe"),
    ]


def test_archive_of_a_newer_version_gets_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "newer.json"
    path.write_text('{"format": "railkeeper-archive/2"}\n{}\n{}\n')
    done = run("score", path)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "newer version of Railkeeper" in done.stderr


def test_game_of_an_archive_that_is_too_large_is_skipped(archive: Path) -> None:
    with archive.open("ab") as file:
        file.write(b"\n[" + b" " * 40 * 1024 * 1024 + b"{}\n" + json.dumps(RECORD).encode())
    done = run("check", archive)
    assert f"{archive}, game 4: larger than 2 MB" in done.stderr
    assert f"{archive}, game 5: USA" in done.stdout


@pytest.mark.parametrize("command", ["score", "check"])
def test_record_and_archive_are_read_from_standard_input(command: str, archive: Path) -> None:
    done = run(command, "-", stdin=json.dumps(RECORD))
    assert done.returncode == 0
    assert done.stdout.startswith("-: USA")
    assert "-, game 3: Europe" in run(command, "-", stdin=archive.read_text()).stdout


def test_record_is_drawn_from_standard_input_but_an_archive_is_not(archive: Path) -> None:
    assert run("draw", "-", stdin=json.dumps(RECORD)).stdout.startswith("<svg")
    done = run("draw", archive)
    assert done.returncode == 2
    assert done.stderr == f"{archive}: an archive; draw needs the record of one game\n"


def test_help_says_how_to_open_the_app() -> None:
    assert "Without arguments, railkeeper opens the app." in run("--help").stdout


@pytest.mark.slow
def test_program_reads_and_writes_its_streams() -> None:
    command = [sys.executable, "-m", "companion", "score", "-"]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(RECORD).encode(), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"-: USA")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ("boards >/dev/full", 2, "standard output: there is no space left on this device.\n"),
        ("draw usa >/dev/full", 2, "standard output: there is no space left on this device.\n"),
        ("--help >/dev/full", 2, "standard output: there is no space left on this device.\n"),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_gets_a_sentence(arguments: str, code: int, sentence: str) -> None:
    done = run_in_shell(arguments)
    assert (done.returncode, done.stderr) == (code, sentence)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ("boards >&-", 0, ""),
        ("boards 2>&-", 0, ""),
        ("score nowhere.json 2>&-", 2, ""),
        ("score - <&-", 2, "-: cannot be read: standard input is closed\n"),
    ],
)
def test_closed_stream_is_no_error_unless_it_is_read(
    arguments: str, code: int, sentence: str
) -> None:
    done = run_in_shell(arguments)
    assert (done.returncode, done.stderr) == (code, sentence)


@pytest.mark.slow
def test_broken_board_is_reported_and_the_others_are_listed(tmp_path: Path) -> None:
    maps = tmp_path / "data" / "maps"
    shutil.copytree(ROOT / "data" / "maps", maps)
    for part in ("companion", "data/drawing"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (maps / "india.json").write_text('{"id": "india"}')
    (maps / "usa.json").write_bytes(b"\xff")
    done = subprocess.run(
        [sys.executable, "-m", "companion", "boards"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    boards = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert len(boards) == len(bundled_boards()) - 2
    assert done.stderr.splitlines() == [
        "india.json: the board: “name” is missing",
        "usa.json: not UTF-8 text",
    ]


def test_illegal_event_is_named_by_its_number(good: Path, tmp_path: Path) -> None:
    again = {"do": "claim", "player": "Peter", "route": "boston--montreal", "track": 1}
    events = [*RECORD["events"], again]  # type: ignore[misc]
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(RECORD | {"events": events}), encoding="utf-8")
    for command in ("score", "check"):
        done = run(command, bad, good)
        assert done.returncode == 2
        assert done.stderr.startswith(f"{bad}: event 3: Peter cannot claim Boston – Montréal")
        assert len(done.stderr.splitlines()) == 1
        assert str(good) in done.stdout


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no JSON",
        b"\xff\xfe\x00",
        b"[]",
        b"17",
        json.dumps(RECORD).encode()[:-20],
        b'{"format": ' + b"[" * 1000 + b"]" * 1000 + b"}",
        b"[" * 100_000,
        json.dumps(RECORD | {"format": "railkeeper/9"}).encode(),
        json.dumps(RECORD | {"map": "atlantis"}).encode(),
        json.dumps(RECORD | {"players": "Ana"}).encode(),
        json.dumps(RECORD | {"events": [{"do": "dance", "player": "Ana"}]}).encode(),
        json.dumps(RECORD | {"events": [{"do": "pass", "player": "Zoë\ud800"}]}).encode(),
        b'{"format": 1e999}',
        b'{"format": ' + b"9" * 5000 + b"}",
    ],
    ids=lambda content: repr(content[:30]),
)
def test_a_bad_file_gets_one_sentence_and_the_others_are_scored(
    content: bytes, good: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.json"
    bad.write_bytes(content)
    done = run("score", bad, good)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{bad}: ")
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert "Score so far" in done.stdout


def test_a_huge_file_is_not_even_read(good: Path, tmp_path: Path) -> None:
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    done = run("score", huge, good)
    assert done.returncode == 2
    assert "larger than" in done.stderr
    assert "Score so far" in done.stdout


def test_missing_file_and_folder_are_reported(tmp_path: Path) -> None:
    done = run("score", tmp_path / "nowhere.json", tmp_path)
    assert done.returncode == 2
    assert [line.split(": ", 1)[1] for line in done.stderr.splitlines()] == [
        "cannot be read: it does not exist",
        "cannot be read: it is a folder, not a file",
    ]


@pytest.mark.slow
def test_a_reader_that_leaves_early_is_no_error(good: Path) -> None:
    command = f"{sys.executable} -m companion score {' '.join([str(good)] * 500)} | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
