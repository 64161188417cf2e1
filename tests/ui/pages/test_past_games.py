"""Past games and players, by real touches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ui.kit.buttons import Tappable
from companion.ui.pages.past_games import PastGameRow
from tests.support.sessions import accepted
from tests.ui.finished import lay_recorded
from tests.ui.hasty import HastyPhone

PLAYED = ("usa-shared", "heart-of-africa-full", "europe-full")


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """An app with a few games in its history."""
    phone = HastyPhone(tmp_path_factory.mktemp("kept"))
    for name in PLAYED:
        lay_recorded(phone, name)
        assert accepted(phone.session.finish)
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def _at_the_list(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home")
    phone.commit()
    phone.press("Past games")
    phone.wait(0.5)


def rows(phone: HastyPhone) -> dict[str, PastGameRow]:
    """The games in sight, by what they are headed with; none that is deleted."""
    found = (row for row in phone.shown() if isinstance(row, PastGameRow))
    return {row.title: row for row in found if not row.deleted}


def delete(phone: HastyPhone, title: str) -> str:
    """Delete a game in its row; its id."""
    row = rows(phone)[title]
    id = str(row.id)
    buttons = (child for child in row.walk() if isinstance(child, Tappable))
    phone.tap(next(each for each in buttons if each.name_for_readers == "Delete"))
    phone.wait(0.5)
    return id


def test_the_list_has_winner_board_date_and_players(phone: HastyPhone) -> None:
    found = rows(phone)
    assert set(found) == {
        "Edith: won with 118",
        "Maya: won with 143",
        "Wanda and Diego: shared victory with 24",
    }
    europe = found["Edith: won with 118"]
    assert europe.detail.startswith("Europe · today ")
    assert europe.players == "Edith 118 · Clara 111 · Bruno 87"
    assert phone.reads("3 games")


def test_a_game_opens_to_its_result_and_back_leads_to_the_list(phone: HastyPhone) -> None:
    phone.press("Maya: won with 143")
    assert phone.screen == "result"
    assert phone.reads("Maya wins with 143")
    assert phone.navigator.back()
    assert phone.screen == "past_games"


def test_a_deleted_game_is_gone_until_undo_brings_it_back(phone: HastyPhone) -> None:
    removed = delete(phone, "Edith: won with 118")
    assert len(rows(phone)) == 2
    assert "Edith: won with 118" not in rows(phone)
    assert phone.reads("Deleted: Edith")
    assert phone.reads("2 games")
    assert phone.screen == "past_games"
    assert removed not in {past.id for past in phone.context.store.history.all()}
    phone.press("Undo")
    phone.wait(0.5)
    assert "Edith: won with 118" in rows(phone)
    assert removed in {past.id for past in phone.context.store.history.all()}


def test_nothing_moves_when_a_game_is_deleted(phone: HastyPhone) -> None:
    below = rows(phone)["Wanda and Diego: shared victory with 24"]
    before = below.to_window(*below.pos)
    delete(phone, "Maya: won with 143")
    row = rows(phone)["Wanda and Diego: shared victory with 24"]
    assert row.to_window(*row.pos) == before
    phone.press("Undo")


def test_a_deleted_game_does_not_open(phone: HastyPhone) -> None:
    delete(phone, "Edith: won with 118")
    phone.press("Deleted: Edith")
    assert phone.screen == "past_games"
    phone.press("Undo")


def test_deleted_games_come_back_after_leaving_the_page(phone: HastyPhone) -> None:
    for title in ("Edith: won with 118", "Maya: won with 143"):
        delete(phone, title)
    phone.navigator.reset_to("home")
    phone.commit()
    phone.press("Past games")
    assert phone.reads("Deleted: Edith")
    for _ in range(2):
        phone.press("Undo")
    assert len(rows(phone)) == 3
    assert len(phone.context.store.history.all()) == 3


def test_a_game_on_the_table_leaves_it_when_it_is_deleted(phone: HastyPhone) -> None:
    phone.press("Edith: won with 118")
    assert phone.navigator.back()
    phone.commit()
    delete(phone, "Maya: won with 143")
    assert phone.session.snapshot is not None
    delete(phone, "Edith: won with 118")
    assert phone.session.snapshot is None
    for _ in range(2):
        phone.press("Undo")


def test_thousands_of_games_need_only_as_many_rows_as_fit(phone: HastyPhone) -> None:
    page = phone.page("past_games")
    page.ids.list.data = list(page.ids.list.data) * 1500
    phone.wait(0.5)
    assert len(page.ids.list.data) == 4500
    made = [widget for widget in page.walk() if isinstance(widget, PastGameRow)]
    assert 0 < len(made) < 40


def test_players_have_their_figures_overall_and_per_board(phone: HastyPhone) -> None:
    phone.press("Players")
    assert phone.screen == "players"
    assert phone.reads("Wanda")
    assert phone.reads("USA (10th Anniversary): 1 game · 1 win · average 24 · best 24")
    assert phone.navigator.back()
    assert phone.screen == "past_games"


def test_a_game_that_cannot_be_read_is_listed_and_can_be_taken_along(
    phone: HastyPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    phone.close()
    strange = phone.folder / "history" / f"{'7' * 32}.json"
    strange.write_text('{"format": "railkeeper/99", "of": "tomorrow"}', encoding="utf-8")
    phone.start()
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    assert phone.reads("A game that this version cannot read.")
    assert len(rows(phone)) > 1
    phone.press("A game that this version cannot read.")
    assert phone.screen == "past_games"
    assert phone.reads("The file of a game was written by a newer Railkeeper and is left as it is")
    phone.press("Export its file")
    (taken,) = (tmp_path / "shared").iterdir()
    assert taken.read_bytes() == strange.read_bytes()
    strange.unlink()
