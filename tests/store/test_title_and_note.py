"""The title and the note of a game: saved, validated, exported and imported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.rules.names import MAX_NAME_LENGTH, MAX_NOTE_LENGTH, check_note, check_title
from companion.store.archive import shared_record, write_archive
from companion.store.importing import Importer
from tests.support.saved_games import FIRST, SECOND, listed, play
from tests.support.stores import open_store

TITLE, NOTE = "Final – Łódź", "Ana’s last train.\n\nPeter: 2 tickets failed"


def test_title_and_note_are_saved_and_listed_without_an_entry(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        saved = store.games.save_metadata(replace(saved, title=TITLE, note=NOTE))
        assert (listed(store, saved).title, listed(store, saved).note) == (TITLE, NOTE)
    with open_store(tmp_path) as store:
        (game,) = store.games.finished()
        assert (game.title, game.note) == (TITLE, NOTE)
        opened = store.games.open(saved.id)
        assert (opened.title, opened.note, opened.game.events) == (TITLE, NOTE, (FIRST,))
        store.games.save(opened, opened.game.record(SECOND))
        assert store.games.finished()[0].note == NOTE


def test_title_and_note_are_shared_exported_and_imported(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as store:
        saved = store.games.finish(play(store, FIRST))
        saved = store.games.save_metadata(replace(saved, title=TITLE, note=NOTE))
        shared = tmp_path / "shared.json"
        shared.write_text(shared_record(saved), encoding="utf-8")
        archive = write_archive(store)
        for source in (shared, archive):
            with open_store(tmp_path / f"from {source.name}") as new:
                Importer(new).run(Importer(new).preview(source))
                (game,) = new.games.finished()
                assert (game.title, game.note) == (TITLE, NOTE)


def test_other_title_does_not_make_another_game(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        shared = tmp_path / "shared.json"
        shared.write_text(shared_record(replace(saved, title="Other")), encoding="utf-8")
        assert [game.status for game in Importer(store).preview(shared).games] == ["there"]


@pytest.mark.parametrize("title", [5, "x" * 61, "two\nlines", "\u202e", None, ["x"]])
def test_malformed_title_of_a_record_is_ignored(tmp_path: Path, title: object) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        value = json.loads(shared_record(saved)) | {"title": title, "note": title}
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(value))
    with open_store(tmp_path / "new") as store:
        Importer(store).run(Importer(store).preview(path))
        (game,) = store.games.finished()
        assert game.title == ""
        assert game.note in ("", "x" * 61, "two\nlines")


def test_longest_title_and_note_of_any_script_fit_the_header(tmp_path: Path) -> None:
    title, note = "\U0001f682" * MAX_NAME_LENGTH, "\U0001f682" * MAX_NOTE_LENGTH
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        store.games.save_metadata(replace(saved, title=check_title(title), note=check_note(note)))
    path = tmp_path / "games" / f"{saved.id}.finished.json"
    header, _, _ = path.read_text(encoding="utf-8").partition("\n")
    path.write_text(f"{header}\ndamaged", encoding="utf-8")
    with open_store(tmp_path) as store:
        # Listed from its header alone.
        (game,) = store.games.finished()
        assert (game.title, game.note) == (title, note)


@pytest.mark.parametrize("text", ["a\tb", "a\x00b", "a\u202eb"])
def test_characters_that_cannot_be_shown_are_refused(text: str) -> None:
    for check in (check_title, check_note):
        with pytest.raises(Refused, match="cannot be shown"):
            check(text)


def test_too_long_texts_are_refused_and_blank_ones_are_none() -> None:
    with pytest.raises(Refused, match="it has 61 characters; the limit is 60"):
        check_title("x" * 61)
    with pytest.raises(Refused, match="it has 1001 characters; the limit is 1000"):
        check_note("x" * 1001)
    with pytest.raises(Refused, match="cannot be shown"):
        check_title("two\nlines")
    assert check_title(" \u200b ") == check_note(" \n ") == ""
    assert check_note(" one \r\n\ntwo \n") == "one\n\ntwo"
