"""The texts of the guests' page, by the name that its script uses."""

from __future__ import annotations

from collections.abc import Mapping

from companion.report.translation import FALLBACKS, LANGUAGES
from companion.rules.wording import Catalog, Phrase, phrase
from companion.web.ticket_view import MOST_TICKETS

TEXTS: Mapping[str, Phrase] = {
    "who": phrase("Who are you?"),
    "watch": phrase("Watch only"),
    "watching": phrase("Watching"),
    # Translators: a seat that another guest has.
    "taken": phrase("taken"),
    "seat": phrase("You are {player}.", player="{player}"),
    "otherSeat": phrase("To change seats, ask the keeper to remove you under Other phones."),
    "seatTaken": phrase("Somebody else has this seat. The keeper can free it."),
    "removed": phrase("The keeper freed your seat. Please choose again."),
    "asleep": phrase("The keeper’s phone is asleep. Trying again…"),
    "lost": phrase("No connection to the keeper’s phone. Trying again…"),
    "scanAgain": phrase("Use the same Wi-Fi. If the keeper shows a new code, scan it."),
    "off": phrase("The keeper’s phone stopped sharing."),
    "noGame": phrase("The keeper has no game open."),
    "language": phrase("Language"),
    # Translators: beside a player's name: this is your row.
    "you": phrase("you"),
    # Translators: beside a player's name: it is this player's turn.
    "toMove": phrase("to move"),
    "close": phrase("Close"),
    "zoomIn": phrase("Zoom in"),
    "zoomOut": phrase("Zoom out"),
    "wholeBoard": phrase("Show the whole board"),
    "board": phrase("Board"),
    "boardHelp": phrase("Arrow keys choose a route, Enter opens it."),
    "scores": phrase("Scores"),
    "lastEntry": phrase("Last entry"),
    # Translators: a route nobody has claimed.
    "free": phrase("free"),
    # Translators: a free track that cannot be claimed because the other track is taken.
    "closed": phrase("closed"),
    "longest": phrase("Longest route"),
    "leads": phrase("nobody has more"),
    "chooseSeat": phrase("Choose a seat"),
    # Translators: names the three tabs of the page for screen readers.
    "pages": phrase("Pages"),
    # Translators: the tab with the board and the scores.
    "table": phrase("Table"),
    "myTickets": phrase("My tickets"),
    "result": phrase("Result"),
    "ifOver": phrase("If the game ended now"),
    "onlyHere": phrase("Only on this phone until you hand them in"),
    "seatForTickets": phrase("Choose a seat to note your tickets."),
    "addTicket": phrase("Add a ticket: letters of both ends"),
    "noTicket": phrase("No matching ticket."),
    "remove": phrase("Remove"),
    "handIn": phrase("Hand in my tickets"),
    "opensLater": phrase("Opens when the keeper collects the tickets"),
    "handedIn": phrase("Handed in. The score keeper has your tickets."),
    "changed": phrase("You have changed your tickets since you handed them in."),
    "mostTickets": phrase("At most {count} tickets", count=MOST_TICKETS),
    # Translators: a note on a ticket of the guest, beside the result.
    "counted": phrase("Counted."),
    # Translators: a note on a ticket of the guest that is not in the result.
    "notCounted": phrase("Did not count."),
    "again": phrase("Please try again."),
    "share": phrase("Text to share"),
}


def page_texts(catalog: Catalog) -> dict[str, str]:
    """All texts in a language."""
    return {name: text.render(catalog) for name, text in TEXTS.items()}


def preferred_language(accept_language: str) -> str:
    """The language of the app that a browser prefers."""
    wishes = []
    for position, part in enumerate(accept_language.split(",")[:20]):
        code, _, weight = part.partition(";")
        try:
            quality = float(weight.partition("=")[2] or 1)
        except ValueError:
            quality = 0.0
        wishes.append((-quality, position, code.strip().lower().partition("-")[0]))
    for _, _, code in sorted(wishes):
        known = FALLBACKS.get(code, code)
        if known in LANGUAGES:
            return known
    return "en"
