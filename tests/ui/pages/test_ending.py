"""Open last turns, scores of games that are not over, late draws and players who left."""

from __future__ import annotations

from companion.report.statistics.players import statistics
from companion.rules.events import PlayerLeft, RouteClaimed, TerrainDrawn, TurnPassed
from companion.ui.game.players import PlayerChip
from companion.ui.kit.buttons import Tappable
from companion.ui.pages.check import PlayerPiecesCard
from companion.ui.pages.table.claim_sheet import ClaimPlayerChip
from companion.ui.pages.table.dock import TerrainButton
from tests.support.phone import FastPhone
from tests.support.result import choose, result_page
from tests.support.table import open_recorded_game, show_result, start_game

OPEN = "usa-open-turns"
"""A recorded game of Iris, Bo and Cy; Bo and Cy have an open last turn."""


def draw(phone: FastPhone, terrain: str) -> None:
    """Tap a terrain button of the dock."""
    buttons = (each for each in phone.visible_widgets() if isinstance(each, TerrainButton))
    phone.tap(next(button for button in buttons if button.terrain == terrain))
    phone.wait_until_idle()


def test_finish_asks_about_open_last_turns_and_enters_them(phone: FastPhone) -> None:
    game = open_recorded_game(phone, OPEN)
    phone.taps = 0
    phone.finish()
    assert phone.shows("Bo and Cy still have a turn")
    assert phone.now.game.events == game.events
    phone.press("They only drew cards")
    assert (phone.screen, phone.taps) == ("check", 2)
    assert phone.now.game.events == (*game.events, TurnPassed("Bo"), TurnPassed("Cy"))
    assert phone.shows("Bo and Cy: turn ended")
    assert not phone.shows("The game is not over yet")
    phone.press("Undo")
    assert phone.now.game.events == game.events
    assert phone.shows("The game is not over yet")


def test_question_about_open_turns_leads_back_or_to_the_score_so_far(phone: FastPhone) -> None:
    game = open_recorded_game(phone, OPEN)
    phone.finish()
    phone.press("Not over yet")
    assert phone.screen == "table"
    assert phone.table.sheet is None
    phone.finish()
    phone.press("Score so far")
    assert phone.screen == "check"
    assert phone.now.game.events == game.events


def test_finish_does_not_ask_before_the_last_round_or_after_the_end(phone: FastPhone) -> None:
    for name in ("usa-shared", "usa-full"):
        open_recorded_game(phone, name)
        phone.finish()
        assert phone.screen == "check"


def test_result_names_no_winner_until_the_open_turns_are_ended(phone: FastPhone) -> None:
    show_result(phone, OPEN)
    assert phone.shows("Score so far")
    assert phone.shows("Bo and Cy still have a turn")
    assert not phone.shows("wins")
    assert not phone.shows("Final tally")
    headline = result_page(phone).ids.headline
    assert (headline.color_names, headline.score) == ([], "")
    phone.navigator.go("reveal")
    phone.wait_until_idle()
    reveal = phone.page("reveal")
    while not reveal.at_end:
        reveal.advance()
    phone.wait_until_idle()
    assert str(reveal.step.title) == "Longest route"
    assert not reveal.winner_colors
    assert not phone.shows("wins")
    assert phone.navigator.back()
    phone.wait_until_idle()
    phone.press("They only drew cards")
    assert phone.shows("Iris wins")
    assert result_page(phone).ids.headline.score == "118"
    assert phone.shows("Final tally")
    assert not any(button.enabled for button in phone.buttons("They only drew cards"))
    phone.press("Undo")
    assert phone.shows("Bo and Cy still have a turn")


def test_game_filed_by_hand_is_listed_as_not_played_to_the_end(phone: FastPhone) -> None:
    show_result(phone, OPEN)
    choose(phone, "Move to Past games as unfinished")
    assert phone.shows("Moved to Past games as not played to the end.")
    (past,) = (
        each for each in phone.context.store.games.finished() if each.id == phone.now.saved.id
    )
    assert not past.final
    assert "Cy" not in {each.name for each in statistics(phone.context.store.games.finished())}
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert phone.shows("Not played to the end")
    phone.button("Delete").dispatch("on_tap")
    phone.wait_until_idle()
    assert phone.shows("Deleted")


def test_draw_after_the_last_turn_is_refused_and_added_through_the_log(phone: FastPhone) -> None:
    game = open_recorded_game(phone, "heart-of-africa-full")
    player = phone.table.player
    assert not phone.buttons("+1 Mountain")
    phone.table.draw("mountain")
    assert phone.now.game.events == game.events
    assert phone.shows(f"Too late for Mountain: {player} has already had their last turn.")
    phone.press("Log")
    last = max(n for n, event in enumerate(game.events) if isinstance(event, RouteClaimed))
    phone.page("log").open_entry(last)
    phone.wait_until_idle()
    phone.press("Add a missed entry before this one")
    author = phone.table.player
    draw(phone, "mountain")
    assert phone.screen == "log"
    assert phone.now.game.events[last] == TerrainDrawn(author, "mountain")


def test_player_who_left_is_offered_for_tickets_only(phone: FastPhone) -> None:
    drawn = TerrainDrawn("Peter", "desert", 3)
    claim = RouteClaimed("Ana", "durban--pretoria")
    start_game(phone, "heart-of-africa", 3, drawn, claim, PlayerLeft("Peter"))
    phone.table.session.choose("Peter")
    phone.wait_until_idle()
    assert phone.shows("Peter has left the game.")
    assert phone.table.player == "Maya"
    phone.tap_route("cape-town--port-elizabeth")
    assert chips(phone) == ["Ana", "Maya"]
    phone.close_sheet()
    phone.open_player("Peter")
    assert phone.table.sheet is not None
    for button in phone.table.sheet.ids.terrain.walk(restrict=True):
        if hasattr(button, "on_tap"):
            phone.tap(button)
    assert len(phone.now.game.events) == 3
    phone.close_sheet()
    phone.press("Log")
    phone.page("log").open_entry(1)
    phone.wait_until_idle()
    assert chips(phone) == ["Ana", "Peter", "Maya"]
    phone.close_sheet()
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    assert [tab[0] for tab in phone.page("tickets").tabs] == ["Ana", "Peter", "Maya"]


def chips(phone: FastPhone) -> list[str]:
    """The players offered on the open sheet."""
    sheet = phone.navigator.page.sheet
    assert sheet is not None
    return [each.text for each in sheet.walk() if isinstance(each, PlayerChip | ClaimPlayerChip)]


def test_missing_entry_of_a_player_who_left_is_added_before_leaving(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, RouteClaimed("Ana", "boston--montreal"), PlayerLeft("Peter"))
    phone.finish()
    (card,) = (
        each
        for each in phone.page("check").walk()
        if isinstance(each, PlayerPiecesCard) and each.name == "Peter"
    )
    phone.tap(next(each for each in card.walk() if isinstance(each, Tappable)))
    phone.wait_until_idle()
    phone.press("Add what is missing")
    assert phone.table.player == "Peter"
    phone.tap_route("duluth--helena")
    phone.press("Claim for Peter  +15")
    assert phone.now.game.events[1] == RouteClaimed("Peter", "duluth--helena")
    assert phone.screen == "check"
