"""The home page under a finger, and under a keyboard."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from companion.report.when import in_words
from companion.rules.events import Event, RouteClaimed
from companion.rules.wording import phrase
from companion.ui import keys
from companion.ui.kit.buttons import Tappable
from companion.ui.pages.home import LargeGame, SmallGame
from tests.ui.hasty import HastyPhone
from tests.ui.reading import outside, too_small, torn
from tests.ui.tables import setup

SIZES = ((320, 568), (844, 390), (1280, 800))
NOW = datetime(2026, 3, 11, 21, 0)
"""A Wednesday."""
USA, EUROPE, AFRICA = "USA (10th Anniversary)", "Europe", "The Heart of Africa"


def keep(phone: HastyPhone, board: str, days_ago: int, *events: Event) -> str:
    """Keep a game that was last played some days ago; its id."""
    games = phone.context.store.games
    saved = games.begin(setup(board, 3))
    for event in events:
        saved = games.save(saved, saved.game.record(event))
    file = game_file(phone, saved.id)
    record = json.loads(file.read_bytes())
    when = datetime.now().astimezone() - timedelta(days=days_ago)
    file.write_text(json.dumps({**record, "changed": when.isoformat()}), encoding="utf-8")
    return saved.id


def game_file(phone: HastyPhone, id: str) -> Path:
    return phone.folder / "games" / f"{id}.json"


def keep_three(phone: HastyPhone) -> None:
    """Three games, that on USA the newest."""
    keep(phone, "europe", 3)
    keep(phone, "usa", 0, RouteClaimed("Ana", "boston--montreal"))
    keep(phone, "heart-of-africa", 1)
    go_home(phone)


def go_home(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home")
    phone.commit()


def cards(phone: HastyPhone, kind: type[Tappable]) -> list[str]:
    """The boards of the cards of one kind, from the top."""
    found = [widget for widget in phone.page("home").walk() if isinstance(widget, kind)]
    return [card.board.name for card in found]


def focused(phone: HastyPhone) -> list[str]:
    """What the keyboard's ring lies around."""
    page = phone.navigator.page
    return [
        widget.name_for_readers
        for widget in page.walk()
        if isinstance(widget, Tappable) and widget.has_focus
    ]


def test_the_newest_game_stands_first_and_largest_with_its_players_and_scores(
    phone: HastyPhone,
) -> None:
    keep_three(phone)
    assert cards(phone, LargeGame) == [USA]
    assert cards(phone, SmallGame) == [AFRICA, EUROPE]
    assert {"Ana", "2", "Peter", "0", "Maya"} <= set(phone.texts())
    large, small = phone.button(f"Continue {USA}"), phone.button(f"Continue {AFRICA}")
    assert large.height > 2 * small.height
    assert phone.reads("yesterday ")


def test_a_tap_goes_on_with_the_game_it_shows(phone: HastyPhone) -> None:
    keep_three(phone)
    phone.press(f"Continue {AFRICA}")
    assert phone.screen == "table"
    assert phone.now.board.name == AFRICA
    assert phone.navigator.back()
    phone.commit()
    phone.press(f"Continue {USA}")
    assert phone.now.board.name == USA


@pytest.mark.parametrize("games", [False, True], ids=["without a game", "with games"])
def test_every_door_can_be_opened(phone: HastyPhone, games: bool) -> None:
    if games:
        keep_three(phone)
    doors = {
        "New game": "new_game",
        "Past games": "past_games",
        "Settings": "settings",
        "About": "about",
    }
    for name, page in doors.items():
        go_home(phone)
        phone.press(name)
        assert phone.screen == page


def test_a_sentence_about_a_damaged_file_stays_until_it_is_dismissed(phone: HastyPhone) -> None:
    game_file(phone, "0" * 32).write_text("{", encoding="utf-8")
    phone.context.store.notices.tell(phrase("Something else could not be read."))
    go_home(phone)
    assert len(phone.buttons("Dismiss")) == 2
    phone.navigator.go("settings")
    go_home(phone)
    phone.press("Dismiss")
    assert len(phone.buttons("Dismiss")) == 1
    go_home(phone)
    assert len(phone.buttons("Dismiss")) == 1


def test_a_game_whose_file_is_gone_says_so_and_leaves_the_list(phone: HastyPhone) -> None:
    keep_three(phone)
    for file in (phone.folder / "games").glob("*.json*"):
        file.unlink()
    phone.press(f"Continue {EUROPE}")
    assert phone.screen == "home"
    assert phone.reads("not there any more")
    assert not phone.buttons(f"Continue {EUROPE}")


def test_a_game_is_thrown_away_from_its_card_and_comes_back_with_undo(phone: HastyPhone) -> None:
    keep_three(phone)
    before = {saved.id: saved.game for saved in phone.context.store.games.all()}
    phone.press(f"Throw away: {AFRICA}")
    assert phone.screen == "home"
    assert cards(phone, SmallGame) == [EUROPE]
    assert phone.reads(f"Thrown away: {AFRICA} – Ana, Peter and Maya")
    assert len(phone.context.store.games.all()) == 2
    phone.press("Undo")
    assert cards(phone, SmallGame) == [AFRICA, EUROPE]
    assert not phone.reads("Thrown away")
    assert {saved.id: saved.game for saved in phone.context.store.games.all()} == before


def test_what_was_thrown_away_can_come_back_after_leaving_the_page(phone: HastyPhone) -> None:
    keep_three(phone)
    phone.press(f"Throw away: {USA}")
    assert cards(phone, LargeGame) == [AFRICA]
    phone.press("Settings")
    go_home(phone)
    phone.press("Undo")
    assert cards(phone, LargeGame) == [USA]


def many(phone: HastyPhone) -> list[SmallGame]:
    """Home with a dozen games, in a small window, scrolled a little; the cards from the top."""
    for day in range(12):
        keep(phone, "usa", day)
    phone.resize(360, 640)
    go_home(phone)
    page = phone.page("home")
    page.ids.scroll.scroll_y = 0.6
    phone.commit()
    return small(phone)


def small(phone: HastyPhone) -> list[SmallGame]:
    return [each for each in phone.page("home").walk() if isinstance(each, SmallGame)]


def place(card: SmallGame) -> int:
    return int(card.to_window(*card.pos)[1] + 0.5)


def test_nothing_else_moves_when_a_game_is_thrown_away_and_comes_back(phone: HastyPhone) -> None:
    games = many(phone)
    before = [place(card) for card in games]
    phone.page("home").throw_away(games[5].game)
    for _ in range(3):
        assert [place(card) for card in small(phone)[:5]] == before[:5]
        phone.frame()
    assert len(small(phone)) == len(games) - 1
    phone.page("home").bring_back(games[5].game)
    phone.commit()
    assert [place(card) for card in small(phone)] == before


def test_home_is_where_it_was_left(phone: HastyPhone) -> None:
    before = [place(card) for card in many(phone)]
    phone.press("Settings")
    assert phone.navigator.back()
    phone.frame()
    assert [place(card) for card in small(phone)] == before


def test_cards_that_come_later_move_nothing_that_was_scrolled_to(phone: HastyPhone) -> None:
    many(phone)
    phone.close()
    phone.start()
    page = phone.page("home")
    while page.ids.content.height < 1.5 * page.ids.scroll.height:
        phone.frame()
    page.ids.scroll.scroll_y = 0.5
    phone.frame()
    here = small(phone)[0]
    before, count = place(here), len(small(phone))
    phone.commit()
    assert len(small(phone)) > count
    assert place(here) == before


def test_the_game_that_is_newest_now_is_there_at_once(phone: HastyPhone) -> None:
    keep_three(phone)
    page = phone.page("home")
    page.throw_away(next(each for each in page.walk() if isinstance(each, LargeGame)).game)
    assert cards(phone, LargeGame) == [AFRICA]
    assert cards(phone, SmallGame) == [EUROPE]


def test_the_game_on_the_table_leaves_it_when_it_is_thrown_away(phone: HastyPhone) -> None:
    keep_three(phone)
    phone.press(f"Continue {EUROPE}")
    go_home(phone)
    phone.press(f"Throw away: {USA}")
    assert phone.now.board.name == EUROPE
    phone.press(f"Throw away: {EUROPE}")
    assert phone.session.snapshot is None


def test_opening_home_changes_nothing_on_disk_but_pictures(phone: HastyPhone) -> None:
    def saved() -> dict[Path, bytes]:
        files = (path for path in phone.folder.rglob("*") if path.is_file())
        return {path: path.read_bytes() for path in files if path.parent.name != "pictures"}

    keep_three(phone)
    before = saved()
    phone.navigator.go("settings")
    go_home(phone)
    assert saved() == before


def test_a_keyboard_goes_round_everything_and_enter_taps_it(phone: HastyPhone) -> None:
    keep(phone, "usa", 0)
    go_home(phone)
    stops = []
    for _ in range(6):
        assert phone.key(keys.TAB)
        stops += focused(phone)
    assert stops == [
        "About",
        f"Continue {USA}",
        f"Throw away: {USA}",
        "New game",
        "Past games",
        "Settings",
    ]
    phone.key(keys.TAB)
    assert focused(phone) == ["About"]
    phone.key(keys.TAB, "shift")
    phone.key(keys.ENTER)
    assert phone.screen == "settings"


def test_the_ring_goes_when_a_finger_comes(phone: HastyPhone) -> None:
    go_home(phone)
    phone.key(keys.TAB)
    assert focused(phone)
    phone.tap_at(5, 5)
    phone.commit()
    assert not focused(phone)


def test_enter_does_what_the_largest_thing_does(phone: HastyPhone) -> None:
    go_home(phone)
    phone.key(keys.ENTER)
    assert phone.screen == "new_game"
    keep_three(phone)
    phone.key(keys.ENTER)
    assert phone.screen == "table"
    assert phone.now.board.name == USA


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (datetime(2026, 3, 11, 20, 14), "today 20:14"),
        (datetime(2026, 3, 10, 9, 5), "yesterday 09:05"),
        (datetime(2026, 3, 6, 20, 0), "Friday 20:00"),
        (datetime(2026, 3, 4, 20, 0), "4 March 2026"),
        (datetime(2025, 12, 31, 23, 59), "31 December 2025"),
        (datetime(2026, 3, 12, 1, 0), "12 March 2026"),
    ],
)
def test_moments_are_told_as_people_speak_of_them(moment: datetime, words: str) -> None:
    assert str(in_words(moment, NOW)) == words


@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_home_fits_every_window(phone: HastyPhone, size: tuple[int, int], scale: float) -> None:
    phone.turn(*size)
    phone.context.preferences.change("text_size", scale)
    try:
        for games in (False, True):
            if games:
                keep_three(phone)
            game_file(phone, "0" * 32).write_text("{", encoding="utf-8")
            go_home(phone)
            home = phone.page("home")
            assert too_small(home) == []
            assert torn(home) == []
            assert outside(home) == []
            if games:
                home.throw_away(phone.context.store.games.all()[0])
                phone.commit()
                assert too_small(home) + torn(home) + outside(home) == []
    finally:
        phone.context.preferences.change("text_size", 1.0)


def test_a_game_that_cannot_be_read_is_named_as_such_and_can_be_exported(
    phone: HastyPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path / "outside"))
    text = '{"format": "railkeeper/99", "events": []}'
    game_file(phone, "0" * 32).write_text(text, encoding="utf-8")
    go_home(phone)
    assert phone.reads("A game that this version cannot read.")
    phone.press("Export its file")
    (shared,) = (tmp_path / "outside" / "shared").iterdir()
    assert shared.read_text(encoding="utf-8") == text
    assert game_file(phone, "0" * 32).read_text(encoding="utf-8") == text
