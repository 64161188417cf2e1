"""A complete game is filed on the way from its result to Home or to the next game."""

from __future__ import annotations

from companion.ui import keyboard
from companion.ui.pages.home import GameCard
from tests.support.disks import without_rights
from tests.support.games import without_tickets
from tests.support.phone import FastPhone
from tests.support.result import choose
from tests.support.table import show_game, show_result

COMPLETE = "usa-left"
"""A recorded game that is over, with tickets of Rosa, Ben and Lin."""
FILED = "Moved to Past games."


def in_progress(phone: FastPhone) -> set[str]:
    return {game.id for game in phone.context.store.games.in_progress()}


def filed(phone: FastPhone) -> set[str]:
    return {game.id for game in phone.context.store.games.finished()}


def card(phone: FastPhone) -> GameCard:
    """The card of the only game in progress."""
    (found,) = (each for each in phone.page("home").walk() if isinstance(each, GameCard))
    return found


def test_going_home_files_a_complete_game_with_undo(phone: FastPhone) -> None:
    show_result(phone, COMPLETE)
    id = phone.now.saved.id
    phone.taps = 0
    phone.press("Home")
    assert (phone.screen, phone.taps) == ("home", 1)
    assert (filed(phone), in_progress(phone)) == ({id}, set())
    assert phone.shows(FILED)
    assert not phone.shows("Continue")
    phone.press("Undo")
    assert (filed(phone), in_progress(phone)) == (set(), {id})
    assert phone.shows("Game resumed.")
    assert card(phone).missing == "Complete, but not in Past games yet"
    assert card(phone).game.scores == {"Rosa": 109, "Ben": 16, "Lin": 25}
    assert phone.shows("109")
    phone.press("Undo")
    assert filed(phone) == {id}


def test_playing_again_files_the_game_with_undo_and_rotates_players(
    phone: FastPhone,
) -> None:
    show_result(phone, COMPLETE)
    id = phone.now.saved.id
    phone.taps = 0
    phone.press("Play again with the same players")
    assert phone.screen == "new_game"
    assert filed(phone) == {id}
    assert phone.shows(FILED)
    phone.press("Undo")
    assert (filed(phone), in_progress(phone)) == (set(), {id})
    assert phone.screen == "new_game"
    phone.start_game()
    assert phone.taps == 3
    assert phone.screen == "table"
    assert phone.now.game.events == ()
    assert phone.now.setup.names == ("Ben", "Lin", "Rosa")
    assert phone.table.player == "Ben"


def test_incomplete_game_is_not_filed_and_its_card_says_what_it_lacks(phone: FastPhone) -> None:
    show_game(phone, without_tickets(COMPLETE, "Rosa", "Lin"))
    id = phone.now.saved.id
    phone.press("Play again with the same players")
    assert (filed(phone), in_progress(phone)) == (set(), {id})
    assert not phone.shows(FILED)
    phone.context.sessions.open(id)
    phone.navigator.reset_to("home", "table", "result")
    phone.wait_until_idle()
    phone.press("Home")
    assert (filed(phone), in_progress(phone)) == (set(), {id})
    assert not phone.shows(FILED)
    assert card(phone).missing == "No tickets entered for Rosa and Lin"
    assert phone.shows("No tickets entered for Rosa and Lin")


def test_back_log_board_and_kill_do_not_file(phone: FastPhone) -> None:
    show_result(phone, COMPLETE)
    id = phone.now.saved.id
    choose(phone, "Correct a log entry")
    phone.key(keyboard.ESCAPE)
    assert phone.screen == "result"
    while phone.screen != "home":
        phone.key(keyboard.ESCAPE)
        assert (filed(phone), in_progress(phone)) == (set(), {id})
    phone.button("Continue USA (10th Anniversary)").dispatch("on_tap")
    phone.wait_until_idle()
    phone.navigator.go("result")
    phone.wait_until_idle()
    phone.reopen()
    assert phone.screen == "result"
    assert (filed(phone), in_progress(phone)) == (set(), {id})
    phone.press("Home")
    assert filed(phone) == {id}


def test_past_game_stays_filed_until_it_is_resumed(phone: FastPhone) -> None:
    show_result(phone, COMPLETE)
    phone.press("Home")
    (id,) = filed(phone)
    phone.press("Past games")
    phone.page("past_games").open_game(id)
    phone.wait_until_idle()
    phone.press("Home")
    assert filed(phone) == {id}
    assert not phone.shows(FILED)
    phone.press("Past games")
    phone.page("past_games").open_game(id)
    phone.wait_until_idle()
    choose(phone, "Resume this game")
    assert phone.screen == "table"
    assert in_progress(phone) == {id}
    assert phone.shows("Game resumed.")
    phone.key(keyboard.ESCAPE)
    assert phone.screen == "home"


def test_game_that_cannot_be_filed_stays_in_progress_with_a_reason(phone: FastPhone) -> None:
    show_result(phone, COMPLETE)
    id = phone.now.saved.id
    with without_rights(phone.folder):
        phone.press("Home")
        assert phone.screen == "home"
        assert phone.page("home").ids.notice.refused
    assert (filed(phone), in_progress(phone)) == (set(), {id})
