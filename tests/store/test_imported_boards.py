"""Imported boards in the data folder, and games on boards that were removed or updated."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from companion.rules.board import Board, RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused, UnusableFile
from companion.rules.events import RouteClaimed, Ticket
from companion.rules.json_reader import BOARD_LIMITS
from companion.rules.record import read_record
from companion.store.archive import shared_record, write_archive
from companion.store.errors import Stopped
from companion.store.files import write_file
from companion.store.importing import BoardPreview, Importer
from companion.store.store import Store
from tests.support.board_files import (
    add_boards,
    imported_island,
    mutated,
    small_island,
    write_board,
)
from tests.support.random_games import THOROUGHNESS
from tests.support.saved_games import files_in, finish, notices, play, records
from tests.support.sessions import begin
from tests.support.stores import open_store, saved_games

CLAIM = RouteClaimed("Ana", "hill--lake")
UPDATE = {"name": "Small Island 2", "route_points": {"1": 1, "2": 9, "3": 4, "4": 7}}


def import_file(store: Store, path: Path) -> BoardPreview:
    """Import a file with one board; its preview."""
    preview = Importer(store).preview(path)
    Importer(store).run(preview)
    (board,) = preview.boards
    return board


def island(store: Store) -> Board:
    return store.boards["small-island"]


# The folder


def test_imported_board_comes_after_the_bundled_ones(store: Store, tmp_path: Path) -> None:
    path = write_board(tmp_path, small_island())
    assert import_file(store, path).status == "new"
    assert list(store.boards) == [*bundled_boards(), "small-island"]
    assert store.boards.summary("small-island").imported
    assert not store.boards.summary("usa").imported
    with_file = island(store)
    assert with_file.source == small_island(drawing={})
    store.close()
    with open_store(tmp_path / "data") as again:
        assert again.boards["small-island"] == with_file
        assert notices(again) == []


def test_summary_is_read_from_the_first_line(store: Store, tmp_path: Path) -> None:
    add_boards(store, imported_island())
    path = tmp_path / "data" / "boards" / "island.json"
    whole = store.boards.summary("island")
    store.close()
    path.write_text(path.read_text().splitlines()[0] + "\nnot JSON")
    with open_store(tmp_path / "data") as again:
        summary = again.boards.summary("island")
        assert summary._replace(version=0) == whole._replace(version=0)
        assert notices(again) == []


@pytest.mark.parametrize("content", [b"", b"{", b"{}", b"\xff\x00", b'{"id":"island",\n', b"[1]"])
def test_damaged_board_is_left_out_with_one_sentence(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data" / "boards"
    folder.mkdir(parents=True)
    (folder / "island.json").write_bytes(content)
    with open_store(tmp_path / "data") as store:
        assert [each.id for each in store.boards.summaries()] == [*bundled_boards()]
        assert [*store.boards.readable({"island", "usa"})] == [store.boards["usa"]]
        with pytest.raises(UnusableFile):
            store.boards["island"]
        assert len(notices(store)) == 1
        # Importing it again repairs it.
        assert import_file(store, write_board(tmp_path, imported_island())).status == "replaces"
        assert store.boards["island"].name == "The Island"


def test_damaged_update_leaves_the_version_before_it(store: Store, tmp_path: Path) -> None:
    add_boards(store, small_island(), small_island(**UPDATE))
    store.close()
    (tmp_path / "data" / "boards" / "small-island.json").write_bytes(b"")
    with open_store(tmp_path / "data") as again:
        assert again.boards.summary("small-island").name == "Small Island"
        assert island(again).name == "Small Island"


@pytest.mark.parametrize("name", ["usa.json", "UPPER.json", "a b.json", "x.txt", ".json"])
def test_other_files_in_the_folder_are_not_boards(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "data" / "boards"
    folder.mkdir(parents=True)
    (folder / name).write_text(json.dumps(small_island()))
    with open_store(tmp_path / "data") as store:
        assert list(store.boards) == [*bundled_boards()]
        assert store.boards["usa"].source is None


# Import


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"aspect": 40}, "“aspect”"), ({"id": "usa"}, "a board of the app"), ({"x": 1}, "unknown")],
)
def test_file_with_an_error_is_not_imported(
    store: Store, tmp_path: Path, changes: dict[str, Any], words: str
) -> None:
    before = files_in(tmp_path / "data")
    path = tmp_path / "board.json"
    path.write_text(json.dumps(small_island(**changes)))
    found = import_file(store, path)
    assert (found.status, found.board) == ("broken", None)
    assert words in str(found.problems[0])
    assert files_in(tmp_path / "data") == before


def test_all_errors_are_previewed(store: Store, tmp_path: Path) -> None:
    path = write_board(tmp_path, small_island(aspect=40, players="two", trains_per_player=61))
    assert len(Importer(store).preview(path).boards[0].problems) == 3


def test_same_id_updates_the_board(store: Store, tmp_path: Path) -> None:
    import_file(store, write_board(tmp_path, small_island()))
    version = store.boards.summary("small-island").version
    assert import_file(store, write_board(tmp_path, small_island())).status == "there"
    assert store.boards.summary("small-island").version == version
    assert import_file(store, write_board(tmp_path, small_island(**UPDATE))).status == "replaces"
    assert store.boards.summary("small-island").name == "Small Island 2"
    assert island(store).route_points[2] == 9


def test_cancelled_drawing_imports_nothing(store: Store, tmp_path: Path) -> None:
    preview = Importer(store).preview(write_board(tmp_path, small_island()))
    before = files_in(tmp_path / "data")
    with pytest.raises(Stopped):
        Importer(store).run(preview, cancelled=lambda: True)
    assert files_in(tmp_path / "data") == before


def test_own_drawing_of_a_file_is_kept(store: Store, tmp_path: Path) -> None:
    drawing = {"routes": {"hill--lake": {"bend": [2, -1]}}, "land": [[[0, 0], [1, 0], [1, 1]]]}
    import_file(store, write_board(tmp_path, small_island(drawing=drawing)))
    assert island(store).source == small_island(drawing=drawing)


def test_bends_are_computed_for_a_file_with_land_only(store: Store, tmp_path: Path) -> None:
    land = {"land": [[[0, 0], [1, 0], [1, 1]]]}
    path = write_board(tmp_path, small_island(drawing=land))
    preview = Importer(store).preview(path)
    bends = {"routes": {"hill--lake": {"bend": [2, -1]}}}
    Importer(store, draw=lambda *_: bends).run(preview)
    assert island(store).source == small_island(drawing=land | bends)
    assert Importer(store).preview(path).boards[0].status == "there"


def test_file_whose_bends_and_coast_were_computed_is_the_same_board(
    store: Store, tmp_path: Path
) -> None:
    path = write_board(tmp_path, small_island())
    drawing = {"routes": {}, "land": [[[0, 0], [1, 0], [1, 1]]]}
    Importer(store, draw=lambda *_: drawing).run(Importer(store).preview(path))
    assert island(store).source == small_island(drawing=drawing)
    assert Importer(store).preview(path).boards[0].status == "there"


@pytest.mark.parametrize("outlines", [{"water": 1}, {"land": 2}, {"land": 1, "water": 1}])
def test_file_without_the_outlines_of_the_board_replaces_it(
    store: Store, tmp_path: Path, outlines: dict[str, int]
) -> None:
    drawing = {name: [[[0, 0], [1, 0], [1, 1]]] * count for name, count in outlines.items()}
    import_file(store, write_board(tmp_path, small_island(drawing=drawing)))
    path = write_board(tmp_path, small_island(drawing=dict(list(drawing.items())[1:])))
    assert Importer(store).preview(path).boards[0].status == "replaces"


def test_board_is_imported_if_its_computed_drawing_makes_the_file_too_large(
    store: Store, tmp_path: Path
) -> None:
    land = {"land": [[[0, 0], [1, 0], [1, 1]]] * 60}
    path = write_board(tmp_path, small_island(drawing=land))
    bends = {"routes": {str(number): {"bend": [0, 0]} for number in range(BOARD_LIMITS.containers)}}
    result = Importer(store, draw=lambda *_: bends).run(Importer(store).preview(path))
    assert result.counts.boards == 1
    assert island(store).source == small_island(drawing=land)
    assert Importer(store).preview(path).boards[0].status == "there"


def test_shared_file_is_the_same_board(store: Store, tmp_path: Path) -> None:
    import_file(store, write_board(tmp_path, imported_island()))
    path = tmp_path / "shared.json"
    path.write_bytes(store.imported_boards.content("island"))
    with open_store(tmp_path / "other") as other:
        import_file(other, path)
        assert other.boards["island"] == store.boards["island"]


# Games


@pytest.mark.parametrize("changes", [None, UPDATE])
def test_games_keep_their_board(tmp_path: Path, changes: dict[str, Any] | None) -> None:
    with open_store(tmp_path) as store:
        add_boards(store, small_island())
        playing = play(store, CLAIM, board=island(store))
        finished = finish(store, CLAIM, board=island(store))
        listed = store.games.in_progress()
        if changes is None:
            store.imported_boards.remove("small-island")
        else:
            add_boards(store, small_island(**changes))
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == listed
        assert [str(game.own_board.display_name) for game in listed if game.own_board] == [
            "Small Island"
        ]
        assert store.games.finished() == [finished]
        assert store.games.open(finished.id).scores == {"Ana": 2, "Peter": 0}
        (saved,) = saved_games(store)
        assert records(saved) == records(playing)
        again = store.games.save(saved, saved.game.record(RouteClaimed("Peter", "hill--mill")))
        assert store.games.finish(again).game.state.setup.board.name == "Small Island"
        assert notices(store) == []


def test_shared_record_needs_no_imported_board(store: Store, tmp_path: Path) -> None:
    add_boards(store, small_island())
    saved = play(store, CLAIM, board=island(store))
    text = shared_record(saved)
    assert read_record(text, bundled_boards()).game == saved.game
    path = tmp_path / "record.json"
    path.write_text(text, encoding="utf-8")
    with open_store(tmp_path / "other") as other:
        preview = Importer(other).preview(path)
        game = preview.games[0].game
        assert str(game and game.own_board and game.own_board.name) == "Small Island"
        Importer(other).run(preview)
        (received,) = saved_games(other)
        assert received.game == saved.game
        assert "small-island" not in other.boards
        assert Importer(other).preview(path).games[0].status == "there"
        assert other.games.in_progress()[0].own_board is not None


@pytest.mark.parametrize("id", ["usa", "other"])
def test_record_with_another_board_than_it_names_is_refused(store: Store, id: str) -> None:
    add_boards(store, small_island())
    value = json.loads(shared_record(play(store, CLAIM, board=island(store))))
    for changed in (value | {"map": id}, value | {"map": id, "board": small_island(id=id)}):
        if changed["board"]["id"] == id:
            # Also if the app has come to have a board of this id.
            assert read_record(json.dumps(changed), bundled_boards()).game.setup.board.id == id
        else:
            with pytest.raises(Refused, match="id"):
                read_record(json.dumps(changed), bundled_boards())


def test_mutated_board_in_a_record_is_accepted_or_refused(store: Store) -> None:
    add_boards(store, small_island())
    value = json.loads(shared_record(play(store, CLAIM, board=island(store))))
    accepted, count = 0, 40 * THOROUGHNESS
    for seed in range(count):
        text = json.dumps(value | {"board": mutated(small_island(), seed)})
        with suppress(Refused):
            read_record(text, bundled_boards())
            accepted += 1
    assert 0 < accepted < count


def test_next_game_uses_the_update_or_else_the_board_of_the_game(store: Store) -> None:
    add_boards(store, small_island())
    session = begin(store, play(store, board=island(store)).game.setup)
    add_boards(store, small_island(**UPDATE))
    assert session.next_setup().board.name == "Small Island 2"
    store.imported_boards.remove("small-island")
    assert session.next_setup().board.name == "Small Island"


def test_correction_and_own_ticket_go_by_the_id_of_the_board(store: Store) -> None:
    add_boards(store, small_island())
    session = begin(store, play(store, board=island(store)).game.setup)
    store.imported_boards.remove("small-island")
    session.correct_board(RouteCorrection("hill--lake", 3, ("blue",)))
    assert session.now.board.routes["hill--lake"].length == 3
    session.take_ticket("Ana", Ticket("harbour", "abbey", 9))
    reopened = store.games.open(session.now.saved.id)
    assert reopened.game == session.now.game
    add_boards(store, small_island())
    assert store.learned.board_ids("corrections") == {"small-island"}
    assert [each.length for each in store.learned.corrections(island(store))] == [3]
    assert store.learned.tickets(island(store)) == [Ticket("harbour", "abbey", 9)]


# Archives


def test_archive_contains_boards_and_what_was_learned_on_them(store: Store, tmp_path: Path) -> None:
    add_boards(store, small_island(drawing={"routes": {}}))
    store.learned.remember_ticket(island(store), Ticket("harbour", "abbey", 9))
    finished = finish(store, CLAIM, board=island(store))
    path = tmp_path / "everything.json"
    write_file(path, write_archive(store).read_bytes())
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(path)
        assert preview.counts[:3] == (1, 2, 1)
        result = Importer(new).run(preview)
        assert (result.counts.boards, result.counts.games, result.counts.tickets) == (1, 1, 1)
        assert not any(result.rest.counts)
        assert island(new) == island(store)
        assert new.games.finished() == [finished]
        assert new.learned.tickets(island(new)) == [Ticket("harbour", "abbey", 9)]


def test_archive_does_not_replace_a_board(store: Store, tmp_path: Path) -> None:
    add_boards(store, small_island())
    path = tmp_path / "everything.json"
    write_file(path, write_archive(store).read_bytes())
    add_boards(store, small_island(**UPDATE))
    preview = Importer(store).preview(path)
    assert [board.status for board in preview.boards] == ["there"]
    Importer(store).run(preview)
    assert island(store).name == "Small Island 2"
