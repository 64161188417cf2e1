"""Malicious import files are refused or shown as broken; nothing outside the folder changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.boards import bundled_boards
from companion.rules.errors import NewerVersion, Refused, UnusableFile
from companion.rules.json_reader import LARGEST_ARCHIVE, RECORD_LIMITS
from companion.store.importing import Importer, ImportPreview
from tests.support.random_games import examples
from tests.support.saved_games import files_in
from tests.support.stores import open_store, saved_games

ReadFile = Callable[[Path], ImportPreview]
RECORD: dict[str, Any] = {
    "format": "railkeeper/1",
    "map": "usa",
    "players": [{"name": "Ana", "color": "blue"}, {"name": "Peter", "color": "red"}],
    "events": [{"do": "claim", "player": "Ana", "route": "boston--montreal"}],
}
HEADER = {"format": "railkeeper-archive/1", "games": 1}


def archive_of(*lines: object) -> str:
    return "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)


@pytest.mark.parametrize(
    "id",
    [
        "../../../outside",
        "/etc/passwd",
        "..",
        "C:\\outside",
        "a/b",
        "0" * 31 + "/",
        "CON",
        "\0",
        "0" * 32 + ".json",
        7,
        None,
        ["0" * 32],
        {},
    ],
)
def test_id_from_a_file_is_not_used_as_a_path(tmp_path: Path, id: object) -> None:
    path = tmp_path / "in.json"
    path.write_text(json.dumps(RECORD | {"id": id, "file": "../x", "started": id, "finished": []}))
    with open_store(tmp_path / "data") as store:
        Importer(store).run(Importer(store).preview(path))
        (saved,) = saved_games(store)
    assert len(saved.id) == 32
    assert set(saved.id) <= set("0123456789abcdef")
    assert {each.name for each in tmp_path.iterdir()} == {"in.json", "data"}
    assert set(files_in(tmp_path / "data")) == {f"games/{saved.id}.json"}


@pytest.mark.parametrize(
    "text",
    [
        "\n\n\n",
        "{",
        "null",
        "[]",
        "[" * 100_000,
        '{"a":' * 1000 + "1" + "}" * 1000,
        "\xff\xfe",
        '{"format": "railkeeper/1", "format": "railkeeper/1"}',
        json.dumps(RECORD | {"notes": "\ud800"}),
        json.dumps(RECORD | {"map": "moon"}),
        json.dumps(RECORD | {"format": "railkeeper/2"}),
        json.dumps(RECORD | {"events": [RECORD["events"][0]] * 2}),
        json.dumps(RECORD | {"players": [{"name": "A" * 10_000, "color": "blue"}]}),
        json.dumps(RECORD | {"notes": [[[[[[[[[[[]]]]]]]]]]] * 2}).replace(
            "[[]]", "[" * 60 + "]" * 60
        ),
        "9" * 5000,
    ],
)
def test_malformed_record_is_broken_alone_and_in_an_archive(tmp_path: Path, text: str) -> None:
    alone, inside = tmp_path / "alone", tmp_path / "inside"
    alone.write_bytes(text.encode("latin-1"))
    inside.write_bytes(archive_of(HEADER, text, RECORD).encode("latin-1"))
    with open_store(tmp_path / "data") as store:
        before = files_in(tmp_path / "data")
        (game,) = Importer(store).preview(alone).games
        assert game.status in ("broken", "newer")
        assert "\n" not in str(game.problem)
        games = Importer(store).preview(inside).games
        assert [each.status for each in games if each.is_importable] == ["new"]
        assert files_in(tmp_path / "data") == before


def test_unusable_file_states_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    with open_store(tmp_path / "data") as store:
        for content, sentence in (
            (b"", "file.json is empty."),
            (b"\xff\xfe\x00", "not UTF-8 text"),
            (b'{"format": "railkeeper/1", "map": "moon"}', "moon"),
            (b'{"format": "railkeeper-archive/1", "games": 3}', "games are missing"),
        ):
            path.write_bytes(content)
            try:
                problem = str(Importer(store).preview(path).games[0].problem)
            except Refused as refused:
                problem = str(refused)
            assert sentence in problem


def test_huge_record_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.truncate(2 * 1024**3)
    with open_store(tmp_path / "data") as store:
        (game,) = Importer(store).preview(path).games
        assert str(game.problem) == f"larger than {RECORD_LIMITS.bytes // 1024**2} MB"


def test_game_with_a_ticket_for_every_choice_of_ends_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "many"
    start, *ends = sorted(bundled_boards()["usa"].ticket_ends)
    cards = [
        {"from": start, "points_by_end": dict.fromkeys(chosen, 5)}
        for chosen in islice(combinations(ends, 3), 1000)
    ]
    taken = [{"do": "tickets", "player": "Ana", "tickets": [card]} for card in cards]
    path.write_text(archive_of(HEADER, RECORD | {"events": taken}))
    with open_store(tmp_path / "data") as store:
        (game,) = Importer(store).preview(path).games
        assert str(game.problem).startswith("event 1: Ana cannot have the ticket Atlanta – ")


HUGE = "x" * 400_000
CARD = {"from": "miami", "points_by_end": {HUGE: 5}}
CARD_OF_NO_VALUE = {"from": "miami", "points_by_end": {HUGE: "5"}}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"forgotten": [HUGE, "Ana", 7, None]},
        {"forgotten": ["Ana"] * 10_000},
        {"notes": HUGE, HUGE: HUGE},
        {"ending": {"stage": "shown", "hand_ins": {"Ana": {"receipt": HUGE}}}},
        {"summary": {"winners": [HUGE]}, "id": HUGE, "started": HUGE, "turned": HUGE},
    ],
    ids=lambda changes: str(list(changes))[:40],
)
def test_preview_of_a_game_is_hardly_larger_than_its_record(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    path = tmp_path / "in"
    path.write_text(archive_of(HEADER, RECORD | changes))
    with open_store(tmp_path / "data") as store:
        preview = Importer(store).preview(path)
        (game,) = preview.games
        assert game.status == "new"
        assert len(repr(game._replace(content=b""))) < 2000
        assert len(game.content) < path.stat().st_size + 2000
        Importer(store).run(preview)
        (saved,) = saved_games(store)
        assert saved.forgotten == (("Ana",) if "forgotten" in changes else ())
        assert saved.ending == {}


@pytest.mark.parametrize(
    "changes",
    [
        {"map": HUGE},
        {"format": HUGE},
        {"players": [{"name": HUGE, "color": "blue"}]},
        {"players": [{"name": "Ana", "color": HUGE}]},
        {"players": [{"name": "Ana", "color": "blue", HUGE: 1}]},
        {"house_rules": {HUGE: True}},
        {"board_corrections": [{"route": HUGE, "length": 1, "tracks": ["red"]}]},
        {"board_corrections": [{"route": "boston--montreal", "length": 1, "tracks": [HUGE]}]},
        {"events": [{"do": HUGE, "player": "Ana"}]},
        {"events": [{"do": "pass", "player": HUGE}]},
        {"events": [{"do": "pass", "player": "Ana", HUGE: 1}]},
        {"events": [{"do": "claim", "player": "Ana", "route": HUGE}]},
        {"events": [{"do": "station", "player": "Ana", "city": HUGE}]},
        {"events": [{"do": "terrain", "player": "Ana", "terrain": HUGE, "count": 1}]},
        {"events": [{"do": "tickets", "player": "Ana", "tickets": [{"from": HUGE}]}]},
        {"events": [{"do": "tickets", "player": "Ana", "tickets": [{HUGE: 1}]}]},
        {"events": [{"do": "tickets", "player": "Ana", "tickets": [CARD]}]},
        {"events": [{"do": "tickets", "player": "Ana", "tickets": [CARD_OF_NO_VALUE]}]},
    ],
    ids=lambda changes: str(changes)[:60],
)
def test_problem_of_a_broken_game_is_short(tmp_path: Path, changes: dict[str, object]) -> None:
    path = tmp_path / "in"
    path.write_text(archive_of(HEADER, RECORD | changes))
    with open_store(tmp_path / "data") as store:
        (game,) = Importer(store).preview(path).games
        assert game.status == "broken"
        assert len(repr(game)) < 2000


@pytest.mark.slow
def test_huge_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.write(archive_of(HEADER, "").encode())
        file.truncate(LARGEST_ARCHIVE + 1024**2)
    with open_store(tmp_path / "data") as store, pytest.raises(Refused, match="too large"):
        Importer(store).preview(path)


def test_archive_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "future"
    path.write_text(archive_of({"format": "railkeeper-archive/2"}, RECORD))
    with (
        open_store(tmp_path / "data") as store,
        pytest.raises(NewerVersion, match="newer version of Railkeeper"),
    ):
        Importer(store).preview(path)


def test_pipe_folder_or_missing_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with open_store(tmp_path / "data") as store:
        for name in ("pipe", "data"):
            with pytest.raises(Refused, match="is not a file"):
                Importer(store).preview(tmp_path / name)
        with pytest.raises(Refused, match="it does not exist"):
            Importer(store).preview(tmp_path / "missing")


@pytest.mark.parametrize("learned", [7, [], {"players": 7}, {"players": [7, {}, {"name": []}]}])
@pytest.mark.parametrize("chosen", [7, [], {"theme": "sepia", "wings": 2, "language": {}}])
def test_malformed_learned_data_and_settings_are_ignored(
    tmp_path: Path, learned: object, chosen: object
) -> None:
    path = tmp_path / "in"
    header = HEADER | {"learned": learned, "settings": chosen, "games": "many"}
    path.write_text(archive_of(header, RECORD))
    with open_store(tmp_path / "data") as store:
        preview = Importer(store).preview(path)
        assert not any(preview.learned.values())
        assert preview.settings == {}
        Importer(store).run(preview)
        assert len(saved_games(store)) == 1


def test_repeated_row_is_imported_once(tmp_path: Path) -> None:
    row = {"name": "Zoe", "colors": {"red": 1}, "last_played": "2026-03-07T19:30:00"}
    path = tmp_path / "in"
    path.write_text(archive_of(HEADER | {"learned": {"players": [row, row, row]}}, RECORD))
    with open_store(tmp_path / "data") as store:
        Importer(store).run(Importer(store).preview(path))
        assert [player.name for player in store.learned.players()] == ["Zoe"]


@pytest.fixture(scope="module")
def read_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReadFile]:
    """Previews a file for an empty store."""
    with open_store(tmp_path_factory.mktemp("empty")) as store:
        yield Importer(store).preview


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*RECORD, "id", "finished", "do", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@examples(30)
@given(st.dictionaries(st.sampled_from([*RECORD, "id", "finished", "date"]), json_values))
def test_changed_record_is_new_or_broken(
    tmp_path_factory: pytest.TempPathFactory,
    read_file: ReadFile,
    changes: dict[str, object],
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.json"
    path.write_text(json.dumps(RECORD | changes))
    preview = read_file(path)
    assert [each.status for each in preview.games] in (["new"], ["broken"])


@examples(30)
@given(st.binary(min_size=1, max_size=200))
def test_random_bytes_are_broken(
    tmp_path_factory: pytest.TempPathFactory, read_file: ReadFile, noise: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "noise"
    path.write_bytes(noise)
    preview = read_file(path)
    assert [each.status for each in preview.games] == ["broken"]


def test_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    # A name longer than any file system allows represents every error of `open`.
    with open_store(tmp_path) as store, pytest.raises(UnusableFile, match="cannot be read"):
        Importer(store).preview(tmp_path / ("x" * 300))
