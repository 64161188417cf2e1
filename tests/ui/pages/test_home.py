"""The home page, by touch and keyboard."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.rules.events import Event, RouteClaimed
from companion.rules.wording import phrase
from companion.ui import keyboard
from companion.ui.game.symbols import MOST_ASPECT, Logo
from companion.ui.kit.buttons import Tappable
from companion.ui.pages.home import LargeGameCard, SmallGameCard
from tests.support.phone import FastPhone
from tests.support.stores import saved_games
from tests.support.table import setup

USA, EUROPE, AFRICA = "USA (10th Anniversary)", "Europe", "The Heart of Africa"


def save_game(phone: FastPhone, board: str, days_ago: int, *events: Event) -> str:
    """Save a game that was last played some days ago; returns its id."""
    games = phone.context.store.games
    saved = games.begin(setup(board, 3))
    for event in events:
        saved = games.save(saved, saved.game.record(event))
    file = game_file(phone, saved.id)
    record = json.loads(file.read_bytes())
    when = datetime.now().astimezone() - timedelta(days=days_ago)
    file.write_text(json.dumps({**record, "changed": when.isoformat()}), encoding="utf-8")
    return saved.id


def game_file(phone: FastPhone, id: str) -> Path:
    return phone.folder / "games" / f"{id}.json"


def save_three_games(phone: FastPhone) -> None:
    """Save three games; the one on USA is the newest."""
    save_game(phone, "europe", 3)
    save_game(phone, "usa", 0, RouteClaimed("Ana", "boston--montreal"))
    save_game(phone, "heart-of-africa", 1)
    go_home(phone)


def go_home(phone: FastPhone) -> None:
    phone.navigator.reset_to("home")
    phone.wait_until_idle()


def delete(phone: FastPhone, board: str) -> None:
    """Delete a game by the menu of its card."""
    phone.press(f"Menu: {board}")
    phone.press(f"Delete: {board}")


def cards(phone: FastPhone, kind: type[Tappable]) -> list[str]:
    """The board names of the cards of one class, from the top."""
    found = [widget for widget in phone.page("home").walk() if isinstance(widget, kind)]
    return [card.board.name for card in found]


def focused(phone: FastPhone) -> list[str]:
    """The names of the buttons with keyboard focus."""
    page = phone.navigator.page
    return [
        widget.name_for_readers
        for widget in page.walk()
        if isinstance(widget, Tappable) and widget.has_focus
    ]


def test_newest_game_is_first_and_largest_with_scores(phone: FastPhone) -> None:
    save_game(phone, "europe", 3, RouteClaimed("Maya", "brest--paris"))
    save_game(phone, "usa", 0, RouteClaimed("Ana", "boston--montreal"))
    save_game(phone, "heart-of-africa", 1)
    go_home(phone)
    assert cards(phone, LargeGameCard) == [USA]
    assert cards(phone, SmallGameCard) == [AFRICA, EUROPE]
    assert {"Ana", "2", "Peter", "0", "Maya"} <= set(phone.texts())
    large, small_card = phone.button(f"Continue {USA}"), phone.button(f"Continue {AFRICA}")
    assert large.height > 2 * small_card.height
    assert phone.shows("yesterday ")
    parts = small(phone)[-1].ids.scores.walk(restrict=True)
    texts = [each.text for each in parts if getattr(each, "text", "")]
    assert texts == ["Ana", "0", "Peter", "0", "Maya", "4"]
    (title,) = (
        each for each in phone.visible_widgets() if getattr(each, "text", "") == "Railkeeper"
    )
    assert title.to_window(*title.pos)[0] == large.to_window(*large.pos)[0]
    button = next(each for each in large.walk() if getattr(each, "text", "") == "Continue").parent
    name = next(each for each in large.walk() if getattr(each, "text", "") == USA)
    assert button.to_window(*button.pos)[0] == name.to_window(*name.pos)[0]
    phone.page("home").delete_game(large.game)
    assert cards(phone, LargeGameCard) == [AFRICA], "at once, without a frame"
    assert cards(phone, SmallGameCard) == [EUROPE]


def test_tap_continues_the_game(phone: FastPhone) -> None:
    save_three_games(phone)
    phone.press(f"Continue {AFRICA}")
    assert phone.screen == "table"
    assert phone.now.board.name == AFRICA
    assert phone.navigator.back()
    phone.wait_until_idle()
    phone.press(f"Continue {USA}")
    assert phone.now.board.name == USA


def test_buttons_open_their_pages(phone: FastPhone) -> None:
    pages = {
        "New game": "new_game",
        "Past games": "past_games",
        "Settings": "settings",
        "About": "about",
    }
    for games in (False, True):
        if games:
            save_game(phone, "europe", 0)
        for name, page in pages.items():
            go_home(phone)
            phone.press(name)
            assert phone.screen == page


def test_notice_about_a_damaged_file_stays_until_dismissed(phone: FastPhone) -> None:
    for file in ("The settings file", "The file with players"):
        phone.context.store.notices.add(phrase(f"{file} could not be read."))
    go_home(phone)
    assert len(phone.buttons("Dismiss")) == 2
    phone.navigator.go("settings")
    go_home(phone)
    phone.press("Dismiss")
    assert len(phone.buttons("Dismiss")) == 1
    go_home(phone)
    assert len(phone.buttons("Dismiss")) == 1


def test_damaged_game_is_reported_once(phone: FastPhone) -> None:
    game_file(phone, "0" * 32).write_text("{", encoding="utf-8")
    go_home(phone)
    assert sum("could not be read" in text for text in phone.texts()) == 1
    assert phone.buttons("Share file")


def test_games_deleted_on_an_earlier_visit_share_a_row(phone: FastPhone) -> None:
    save_three_games(phone)
    delete(phone, AFRICA)
    delete(phone, EUROPE)
    assert len(phone.buttons("Undo")) == 2
    go_home(phone)
    assert phone.shows("2 deleted games")
    assert not phone.buttons("Undo")
    phone.press("Show")
    assert len(phone.buttons("Undo")) == 2


def test_game_with_a_missing_file_is_reported_and_removed(phone: FastPhone) -> None:
    save_three_games(phone)
    for file in (phone.folder / "games").glob("*.*"):
        file.unlink()
    phone.press(f"Continue {EUROPE}")
    assert phone.screen == "home"
    assert phone.shows("no longer exists")
    assert not phone.buttons(f"Continue {EUROPE}")


def test_deleted_games_are_restored_by_undo_also_after_leaving_the_page(phone: FastPhone) -> None:
    save_three_games(phone)
    before = {saved.id: saved.game for saved in saved_games(phone.context.store)}
    delete(phone, AFRICA)
    assert phone.screen == "home"
    assert cards(phone, SmallGameCard) == [EUROPE]
    assert phone.shows(f"Deleted: {AFRICA} – Ana, Peter and Maya")
    assert len(saved_games(phone.context.store)) == 2
    phone.press("Undo")
    assert cards(phone, SmallGameCard) == [AFRICA, EUROPE]
    assert not phone.shows("Deleted")
    assert {saved.id: saved.game for saved in saved_games(phone.context.store)} == before
    delete(phone, USA)
    assert cards(phone, LargeGameCard) == [AFRICA]
    phone.press("Settings")
    go_home(phone)
    phone.press("Undo")
    assert cards(phone, LargeGameCard) == [USA]


def many(phone: FastPhone) -> list[SmallGameCard]:
    """Save twelve games and scroll Home in a small window; returns the small cards."""
    for day in range(12):
        save_game(phone, "usa", day)
    phone.resize(360, 640)
    go_home(phone)
    page = phone.page("home")
    page.ids.scroll.scroll_y = 0.6
    phone.wait_until_idle()
    return small(phone)


def small(phone: FastPhone) -> list[SmallGameCard]:
    return [each for each in phone.page("home").walk() if isinstance(each, SmallGameCard)]


def place(card: SmallGameCard) -> int:
    return int(card.to_window(*card.pos)[1] + 0.5)


def test_cards_keep_their_position_when_a_game_is_deleted_or_the_page_left(
    phone: FastPhone,
) -> None:
    games = many(phone)
    before = [place(card) for card in games]
    phone.press("Settings")
    assert phone.navigator.back()
    phone.frame()
    assert [place(card) for card in small(phone)] == before
    phone.wait_until_idle()
    phone.page("home").delete_game(games[5].game)
    for _ in range(3):
        phone.frame()
        assert [place(card) for card in small(phone)[:5]] == before[:5]
    assert len(small(phone)) == len(games) - 1
    phone.page("home").restore_game(games[5].game)
    phone.wait_until_idle()
    assert [place(card) for card in small(phone)] == before


def test_deleting_the_current_game_closes_it(phone: FastPhone) -> None:
    save_three_games(phone)
    phone.press(f"Continue {EUROPE}")
    go_home(phone)
    delete(phone, USA)
    assert phone.now.board.name == EUROPE
    delete(phone, EUROPE)
    assert phone.context.snapshot is None


def test_opening_home_writes_only_thumbnails(phone: FastPhone) -> None:
    def saved() -> dict[Path, bytes]:
        files = (path for path in phone.folder.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in files}

    save_three_games(phone)
    before = saved()
    phone.navigator.go("settings")
    go_home(phone)
    assert saved() == before


def test_tab_reaches_every_button_and_enter_presses_it(phone: FastPhone) -> None:
    go_home(phone)
    phone.key(keyboard.ENTER)
    assert phone.screen == "new_game", "the main button"
    save_game(phone, "usa", 0)
    go_home(phone)
    stops = []
    for _ in range(6):
        assert phone.key(keyboard.TAB)
        stops += focused(phone)
    assert stops == [
        "About",
        f"Continue {USA}",
        f"Menu: {USA}",
        "New game",
        "Past games",
        "Settings",
    ]
    phone.key(keyboard.TAB)
    assert focused(phone) == ["About"]
    phone.key(keyboard.TAB, "shift")
    phone.key(keyboard.ENTER)
    assert phone.screen == "settings"
    go_home(phone)
    phone.key(keyboard.TAB)
    assert focused(phone)
    phone.tap_at(5, 5)
    phone.wait_until_idle()
    assert not focused(phone), "a touch removes the focus"
    phone.key(keyboard.ENTER)
    assert phone.screen == "table"
    assert phone.now.board.name == USA


def test_unreadable_game_is_listed_and_can_be_exported(
    phone: FastPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path / "outside"))
    text = '{"format": "railkeeper/99", "events": []}'
    game_file(phone, "0" * 32).write_text(text, encoding="utf-8")
    go_home(phone)
    assert phone.shows("made with a newer version of Railkeeper. Update the app to use it.")
    phone.press("Share file")
    (shared,) = (tmp_path / "outside" / "shared").iterdir()
    assert shared.read_text(encoding="utf-8") == text
    assert game_file(phone, "0" * 32).read_text(encoding="utf-8") == text


def test_continue_is_visible_in_large_letters_on_a_small_phone(
    phone: FastPhone,
) -> None:
    phone.set_size(320, 568)
    for name, value in (("text_size", 1.3), ("language", "de")):
        phone.context.preferences.change(name, value)
    for days, board in enumerate(("heart-of-africa", "europe")):
        save_game(phone, board, -days)
        go_home(phone)
        scroll = phone.page("home").ids.scroll
        (card,) = (each for each in scroll.walk() if isinstance(each, LargeGameCard))
        assert card.board.id == board
        assert card.to_window(0, card.y)[1] >= scroll.y


def test_logo_is_not_stretched(phone: FastPhone) -> None:
    for size in ((320, 568), (1280, 800)):
        phone.set_size(*size)
        go_home(phone)
        (logo,) = (each for each in phone.page("home").walk() if isinstance(each, Logo))
        (left, bottom), (right, top) = logo._curve(0), logo._curve(1)
        assert (top - bottom) / (right - left) <= MOST_ASPECT + 0.001
        assert 0 < left < right < logo.width
        assert 0 < bottom < top < logo.height
