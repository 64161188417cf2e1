"""Games as CSV: columns, dates, accents, neutralised formulas, the command, and LibreOffice."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from companion.report.export.csv_table import COLUMNS, csv_table, finished_game
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import Record, record_from_json, write_record
from companion.store.archive import write_archive
from companion.store.saved_game import SavedGame
from tests.support.games import GAMES, recorded_game
from tests.support.history import played_value
from tests.support.stores import open_store

ROOT = Path(__file__).parents[2]
OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


def table(*records: Record) -> list[dict[str, str]]:
    content = csv_table(
        [finished_game(each, bundled_boards()) for each in records], bundled_boards()
    )
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def record(name: str, **fields: object) -> Record:
    value = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return record_from_json(value | fields, bundled_boards())


@pytest.mark.parametrize(
    "name", ["europe-full", "heart-of-africa-full", "india-full", "legendary-asia-full", "usa-mega"]
)
def test_row_has_every_score_part_of_the_tally(name: str) -> None:
    result = tally(recorded_game(name).state)
    rows = table(record(name))
    assert [row["player"] for row in rows] == [player.name for player in result.players]
    for row, player in zip(rows, result.players, strict=True):
        assert list(row) == list(COLUMNS)
        parts = {part.id: str(part.points) for part in player.parts}
        names = list(row)[list(row).index("routes") : list(row).index("extra") + 1]
        assert {part: row[part] for part in names if row[part]} == parts
        assert row["total"] == str(player.total) == str(sum(map(int, parts.values())))
        assert row["rank"] == str(result.ranks[player.name])
        assert row["winner"] == ("yes" if player.name in result.winners else "no")
        assert row["tickets_completed"] == str(player.tickets_completed)
        assert (row["doubled_claims"] == "") == (name != "heart-of-africa-full")


def test_unknown_values_are_empty() -> None:
    row = table(record("usa-open-turns", date=None))[0]
    assert (row["date"], row["minutes"]) == ("", "")
    assert (row["played_to_the_end"], row["rank"], row["winner"]) == ("no", "", "")
    counted = record_from_json(played_value(13), bundled_boards())
    assert counted.game.setup.counted
    row = table(counted)[0]
    assert (row["counted"], row["seat"], row["minutes"]) == ("yes", "", "")
    assert row["date"] == "2025-01-24"


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_text_that_could_be_a_formula_is_neutralised(start: str) -> None:
    value = json.loads((GAMES / "usa-full.json").read_text(encoding="utf-8"))
    first = value["players"][0]["name"]
    name = f"{start}1+1"
    text = json.dumps(value).replace(json.dumps(first), json.dumps(name))
    fields = {"title": f"{start}HYPERLINK()", "note": f"{start}2"}
    row = table(record_from_json(json.loads(text) | fields, bundled_boards()))[0]
    assert (row["player"], row["title"], row["note"]) == (
        f"'{name}",
        f"'{start}HYPERLINK()",
        f"'{start}2",
    )


def test_negative_points_stay_numbers() -> None:
    extra = {"do": "extra", "player": "Ana", "points": -40, "for": "Wager"}
    value = {
        "format": "railkeeper/1",
        "map": "usa",
        "players": [{"name": "Ana", "color": "blue"}, {"name": "Bo", "color": "red"}],
        "events": [extra],
    }
    row = table(record_from_json(value, bundled_boards()))[0]
    assert (row["total"], row["extra"]) == ("-40", "-40")


def run(*arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "companion", "csv", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=60,
    )


def test_command_writes_files_and_archives(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        game = recorded_game("usa-full")
        saved = store.games.begin(game.setup)
        store.games.finish(store.games.save(saved, game))
        archive = write_archive(store)
        done = run(GAMES / "europe-full.json", archive)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"\xef\xbb\xbfgame,date,")
    boards = [row["board"] for row in csv.DictReader(io.StringIO(done.stdout.decode("utf-8-sig")))]
    players = len(recorded_game("europe-full").setup.players), len(game.setup.players)
    assert boards == ["Europe"] * players[0] + ["USA (10th Anniversary)"] * players[1]
    output = tmp_path / "games.csv"
    assert run(GAMES / "europe-full.json", "-o", output).returncode == 0
    assert output.read_bytes() in done.stdout


def test_table_of_an_archive_is_by_date_and_has_no_open_games(tmp_path: Path) -> None:
    header = json.dumps({"format": "railkeeper-archive/1", "games": 3, "learned": {}})
    values = [played_value(number, ("usa-full",)) for number in (20, 10, 15)]
    del values[1]["finished"]
    archive = tmp_path / "archive.json"
    archive.write_text("\n".join([header, *map(json.dumps, values)]))
    done = run(archive, GAMES / "usa-open-turns.json")
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode("utf-8-sig"))))
    dates = list(dict.fromkeys(row["date"] for row in rows))
    assert {f"id:{each['id']}" for each in values[::2]} < {row["game"] for row in rows}
    assert f"id:{values[1]['id']}" not in {row["game"] for row in rows}
    assert len(dates) == 3
    assert dates == sorted(dates)


def test_command_reports_files_that_cannot_be_read(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    done = run(broken, GAMES / "europe-full.json")
    assert done.returncode == 2
    assert b"broken.json" in done.stderr
    assert b"Europe" in done.stdout
    assert run(GAMES / "europe-full.json", "-o", tmp_path / "none" / "x.csv").returncode == 2


@pytest.mark.skipif(OFFICE is None, reason="LibreOffice is not installed")
def test_libreoffice_reads_columns_dates_and_accents(tmp_path: Path) -> None:
    value = played_value(17, ("usa-full",))
    names = [each["name"] for each in value["players"]]
    text = json.dumps(value, ensure_ascii=False).replace(f'"{names[0]}"', '"Žofie, „Łódź“"')
    value = json.loads(text) | {"title": "=1+1", "note": "first line\nsecond; “line”"}
    saved = SavedGame.from_record(record_from_json(value, bundled_boards()), value["id"])
    source = tmp_path / "game.json"
    source.write_text(write_record(saved.record), encoding="utf-8")
    assert run(source, "-o", tmp_path / "games.csv").returncode == 0
    subprocess.run(
        [
            str(OFFICE),
            f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
            "--headless",
            # Comma, quotes, UTF-8: what its dialog preselects for this file.
            "--infilter=CSV:44,34,76,1",
            "--convert-to",
            "fods",
            "--outdir",
            str(tmp_path),
            str(tmp_path / "games.csv"),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    sheet = (tmp_path / "games.fods").read_text(encoding="utf-8")
    date = datetime.fromisoformat(value["finished"]).astimezone()
    assert f'office:date-value="{date:%Y-%m-%d}"' in sheet
    assert "<text:p>Žofie, „Łódź“</text:p>" in sheet
    assert "table:formula" not in sheet
    total = tally(saved.game.state).players[0].total
    assert f'office:value-type="float" office:value="{total}"' in sheet
