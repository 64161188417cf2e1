"""The command line `python -m companion`, run as a program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

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


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return path


def test_command_line_runs_without_kivy_and_tinydb() -> None:
    bare = [sys.executable, "-S", "-I", "-c"]
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import companion.__main__ as m; "
    done = subprocess.run(
        [*bare, program + "sys.exit(m.main(['boards']))"], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_boards_are_listed() -> None:
    done = run("boards")
    assert done.returncode == 0
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == [
        "europe",
        "heart-of-africa",
        "india",
        "nordic-countries",
        "switzerland",
        "usa",
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
                "routes": routes,
                "tickets": 0,
                "tickets_completed": 0,
                "stations": 0,
                "longest_route": routes,
                "longest_route_bonus": bonus,
                "globetrotter_bonus": 0,
                "grand_tour_bonus": 0,
                "total": routes + bonus,
                "trains_left": 45 - routes,
                "parts": {"routes": routes, "tickets": 0, "longest_route": bonus},
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
    assert "Score so far: the game is not over." in done.stdout
    assert "wins" not in done.stdout
    assert "USA (10th Anniversary)" in done.stdout
    over = run("score", ROOT / "tests" / "games" / "usa-full.json")
    assert "Lena wins with 134 points, 22 ahead of Omar." in over.stdout


def test_check_accepts_a_good_record(good: Path) -> None:
    done = run("check", good)
    assert (done.returncode, done.stderr) == (0, "")
    assert "fine" in done.stdout


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
        "cannot be read: No such file or directory",
        "cannot be read: Is a directory",
    ]


def test_a_reader_that_leaves_early_is_no_error(good: Path) -> None:
    command = f"{sys.executable} -m companion score {' '.join([str(good)] * 500)} | head -n 1"
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.stderr == ""
