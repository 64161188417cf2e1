"""Tickets in words: how far they get, what stations borrow, the total."""

from __future__ import annotations

from companion.report.words.tickets import borrowed_routes, shortfall, stops, total
from companion.rules.events import Event, StationBuilt, TicketsTaken
from companion.rules.final_tally import PlayerTally, tally
from tests.support.boards import EUROPE, USA, claims, game, tickets


def ana(*events: Event) -> PlayerTally:
    """The tally of Ana; the board is that of the first ticket."""
    (held, *_) = (event for event in events if isinstance(event, TicketsTaken))
    board = USA if held.tickets[0].start in USA.ticket_ends else EUROPE
    return tally(game(board, *events).state).players[0]


def test_ticket_gets_as_far_as_its_routes_lead() -> None:
    held = tickets("Ana", ("duluth", "el-paso", 10))
    walk = claims("Ana", "duluth--omaha", "denver--omaha")
    player = ana(*walk, held)
    (ticket,) = player.tickets
    assert str(shortfall(USA, player, ticket)) == "gets as far as Denver, 4 spaces missing"
    assert str(total(player)) == "Ana: 0 of 1 completed, −10"
    assert stops(USA, ticket) == ()
    player = ana(*walk, *claims("Ana", "denver--santa-fe", "el-paso--santa-fe"), held)
    assert str(total(player)) == "Ana: 1 of 1 completed, +10"
    assert stops(USA, player.tickets[0]) == ("Duluth", "Omaha", "Denver", "Santa Fe", "El Paso")


def test_ticket_cut_off_by_others_is_blocked() -> None:
    around = claims("Peter", "charleston--miami", "atlanta--miami", "miami--new-orleans")
    player = ana(*around, tickets("Ana", ("boston", "miami", 12)))
    assert str(shortfall(USA, player, player.tickets[0])) == "blocked"


def test_total_counts_completed_and_failed_tickets() -> None:
    held = tickets("Ana", ("boston", "miami", 12), ("duluth", "omaha", 5))
    player = ana(*claims("Ana", "duluth--omaha"), held)
    assert player.points("tickets") == -7
    assert str(total(player)) == "Ana: 1 of 2 completed, −7"


def test_another_ticket_changes_the_borrowed_route() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", "dieppe--london", "berlin--frankfurt"),
        *claims("Peter", "dieppe--paris", "frankfurt--paris"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("london", "paris", 3)),
    )
    player = ana(*played)
    station = "station in Paris: borrows {} from Peter"
    texts = [str(each) for each in borrowed_routes(EUROPE, player, player.tickets[0])]
    assert texts == [station.format("Dieppe – Paris")]
    assert str(total(player)) == "Ana: 1 of 1 completed, +3"
    player = ana(*played, tickets("Ana", ("berlin", "paris", 7)))
    texts = [str(each) for each in borrowed_routes(EUROPE, player, player.tickets[1])]
    assert texts == [station.format("Frankfurt – Paris")]
    assert borrowed_routes(EUROPE, player, player.tickets[0]) == ()
    assert str(total(player)) == "Ana: 1 of 2 completed, +4"


def test_route_that_a_station_could_borrow_is_not_missing() -> None:
    player = ana(
        *claims("Peter", "pamplona--paris"),
        StationBuilt("Ana", "pamplona"),
        *claims("Ana", "lisboa--madrid"),
        tickets("Ana", ("lisboa", "paris", 9)),
    )
    (ticket,) = player.tickets
    assert str(shortfall(EUROPE, player, ticket)) == "gets as far as Madrid, 3 spaces missing"
    texts = [str(each) for each in borrowed_routes(EUROPE, player, ticket)]
    assert texts == ["station in Pamplona: could borrow Pamplona – Paris from Peter"]
