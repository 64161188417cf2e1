"""Data learned from games: players and their colours, boards, tickets, board corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from companion.rules.errors import Refused, UnusableFile
from companion.rules.format import Format
from companion.rules.names import name_key
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS, unknown_end
from companion.rules.wording import phrase, plural_phrase
from companion.store.database import (
    Database,
    Row,
    Tables,
    delete,
    insert,
    parse_rows,
    upsert,
)
from companion.store.errors import stopped_import
from companion.store.learned_rows import (
    TABLES,
    KnownPlayer,
    board_from,
    board_row,
    correction_from,
    correction_row,
    merge_players,
    player_from,
    player_row,
    renaming_from,
    renaming_row,
    ticket_from,
    ticket_row,
)
from companion.store.progress import Cancelled, never_cancelled
from companion.store.renaming import Renaming, next_number

if TYPE_CHECKING:
    from companion.rules.board import Board, RouteCorrection
    from companion.rules.events import Ticket
    from companion.rules.setup import Player, Setup
    from companion.store.notices import Notices

_Parsed = TypeVar("_Parsed")

LEARNED = Format("railkeeper-learned", phrase("The file with players, tickets and corrections"))


class Learned:
    """The file of learned data, offered again in later games."""

    def __init__(self, database: Database, notices: Notices, now: Callable[[], datetime]) -> None:
        self.database = database
        self._notices = notices
        self._now = now
        self._renamings: Sequence[Renaming] | None = None

    # Players

    def players(self) -> list[KnownPlayer]:
        """The known players, the one who played last first; upper and lower case are one name."""
        players: dict[str, KnownPlayer] = {}
        for player in self._rows("players", player_from):
            key = name_key(player.name)
            players[key] = merge_players(players[key], player) if key in players else player
        return sorted(players.values(), key=lambda player: player.last_played, reverse=True)

    def remember_players(
        self, players: Iterable[Player], board: str, when: datetime, variant: str = ""
    ) -> None:
        """Remember the players of a new game with their colours, and its board and variant."""
        with self.database.transaction() as tables:
            _put(tables, "boards", board_row(board, when, variant))
            for player in players:
                # The latest colour comes first: of two equally frequent ones it is the usual.
                _remember_player(tables, KnownPlayer(player.name, {player.color: 1}, when))
            _forget_oldest_players(tables)

    def remember_setup(self, setup: Setup, when: datetime) -> None:
        """Remember the players of a new game, its board and its variant."""
        self.remember_players(setup.players, setup.board.id, when, setup.board.variant_id)

    def boards(self) -> dict[str, str]:
        """The boards that have been played on, the latest first: id and last variant of each."""
        rows = sorted(self._rows("boards", board_from), key=lambda row: row[1], reverse=True)
        return {id: variant for id, _, variant in rows}

    # Renamings

    def renamings(self) -> Sequence[Renaming]:
        """Every renaming, in order."""
        if self._renamings is None:
            # The lock keeps `rename` from writing between this read and the assignment.
            with self.database.lock:
                try:
                    rows = [(row.doc_id, row) for row in self.database.table("renamings")]
                except UnusableFile:
                    # Not cached: the file may be readable the next time.
                    return ()
                found = parse_rows(rows, renaming_from)
                self._renamings = tuple(sorted(found, key=lambda each: each.number))
        return self._renamings

    def rename(self, name: str, to: str | None) -> None:
        """Rename a player, forget them (`to` is None), or merge them with a known player."""
        with self.database.transaction() as tables:
            renamings = tables.setdefault("renamings", {})
            renamings[str(next_number(map(int, renamings), self._now()))] = renaming_row(name, to)
            is_same = _same("players", name_key(name))
            rows = [row for row in tables.get("players", {}).values() if is_same(row)]
            delete(tables, "players", is_same)
            for player in parse_rows(rows, player_from) if to is not None else ():
                _remember_player(tables, KnownPlayer(to or "", player.colors, player.last_played))
        self._renamings = None

    def rename_in_game(self, player: Player, renamed: Player) -> None:
        """Offer a player of one game by another name.

        The old name stays known for the player's other games; without any it is not offered.
        """
        with self.database.transaction() as tables:
            is_same = _same("players", name_key(player.name))
            rows = [row for row in tables.get("players", {}).values() if is_same(row)]
            delete(tables, "players", is_same)
            for each in parse_rows(rows, player_from):
                colors = {**each.colors, player.color: each.colors.get(player.color, 0) - 1}
                others = {color: count for color, count in colors.items() if count > 0}
                if others and sum(each.colors.values()) > 1:
                    _remember_player(tables, KnownPlayer(each.name, others, each.last_played))
            _remember_player(tables, KnownPlayer(renamed.name, {renamed.color: 1}, self._now()))

    # Tickets

    def tickets(self, board: Board) -> list[Ticket]:
        """The learned cards that the bundled deck lacks or prints with another value."""
        rows = self._rows("tickets", ticket_from)
        return [ticket for id, ticket in rows if id == board.id and _is_own_card(board, ticket)]

    def remember_ticket(self, board: Board, ticket: Ticket) -> None:
        """Remember a card, or correct the value of a learned one.

        A card exactly as in the bundled deck is not stored, and replaces a learned one.
        """
        self.correct_ticket(board, ticket, ticket)

    def correct_ticket(self, board: Board, ticket: Ticket, right: Ticket) -> None:
        """Correct the ends or the value of a learned card."""
        unknown = unknown_end(board, right)
        if unknown is not None:
            raise Refused(
                phrase(
                    "{board} has no city or country “{end}”.",
                    board=board.display_name,
                    end=unknown,
                )
            )
        if not _is_card(board, right):
            raise Refused(phrase("{board} has no such ticket.", board=board.display_name))
        with self.database.transaction() as tables:
            delete(tables, "tickets", _same_card(board, ticket))
            _store_card(tables, board, right)

    def remember_tickets(self, board: Board, tickets: Iterable[Ticket]) -> None:
        """Remember the cards that are not learned yet."""
        known = {ticket.pairs for ticket in self.tickets(board)}
        new = [
            ticket
            for ticket in tickets
            if ticket.pairs not in known and _is_own_card(board, ticket)
        ]
        if not new:
            return
        with self.database.transaction() as tables:
            for ticket in new:
                _store_card(tables, board, ticket)

    def forget_ticket(self, board: Board, ticket: Ticket) -> None:
        """Stop offering a learned card."""
        with self.database.transaction() as tables:
            delete(tables, "tickets", _same_card(board, ticket))

    # Corrections

    def corrections(self, board: Board) -> list[RouteCorrection]:
        """The corrections of a bundled board that the keeper made."""
        rows = self._rows("corrections", correction_from)
        return [each for id, each in rows if id == board.id and _is_possible(board, each)]

    def with_corrections(self, board: Board) -> Board:
        """The board with the keeper's corrections."""
        from companion.rules.corrections import apply_corrections

        return apply_corrections(board, self.corrections(board))

    def correct(self, board: Board, correction: RouteCorrection) -> None:
        """Correct a route for every later game; `Refused` if the correction is impossible."""
        from companion.rules.corrections import apply_corrections

        apply_corrections(board, [correction])
        with self.database.transaction() as tables:
            _put(tables, "corrections", correction_row(board.id, correction))

    def forget_correction(self, board: Board, route: str) -> None:
        """Restore the bundled length and colours of a route."""
        with self.database.transaction() as tables:
            delete(tables, "corrections", _same("corrections", (board.id, route)))

    # Whole tables

    def board_ids(self, table: str) -> set[str]:
        """The ids of the boards that have rows in a table."""
        return {row["board"] for row in self._rows(table, TABLES[table].checked)}

    def clear(self, table: str) -> list[Row]:
        """Empty a table; its rows, for `put_back`."""
        with self.database.transaction() as tables:
            return list(tables.pop(table, {}).values())

    def put_back(self, table: str, rows: list[Row]) -> None:
        """Undo `clear`, without changing what was learned since."""
        self.merge({table: rows})

    def check(self) -> None:
        """Add a notice about malformed rows; they stay in the file but are not offered."""
        tables = self.database.storage.read() or {}
        broken = sum(
            len(tables.get(name, ())) - len(list(_checked(tables, name))) for name in TABLES
        )
        if broken:
            self._notices.add(
                plural_phrase(
                    "{count} saved player, ticket or correction could not be read.",
                    "{count} saved players, tickets or corrections could not be read.",
                    broken,
                )
            )

    def rows(self) -> dict[str, list[Row]]:
        """The rows of every table."""
        return {name: self._rows(name, table.checked) for name, table in TABLES.items()}

    def new_rows(
        self,
        tables: Mapping[str, Any],
        find_board: Callable[[str], Board | None],
        cancelled: Cancelled = never_cancelled,
    ) -> tuple[dict[str, list[Row]], int]:
        """The rows of an import that are not known yet and fit a board, and how many are too many.

        `Stopped` if cancelled.
        """

        def is_wanted(table: str, row: Row) -> bool:
            if cancelled():
                raise stopped_import()
            return _is_offered(table, row, find_board)

        return _select_new(tables, self.rows(), is_wanted)

    def merge(self, imported: Mapping[str, Any]) -> None:
        """Add the well-formed rows that are not known yet, in one write."""
        with self.database.transaction() as tables:
            known = {name: list(_checked(tables, name)) for name in TABLES}
            for table, rows in _select_new(imported, known, lambda *_: True)[0].items():
                insert(tables, table, rows)

    def _rows(self, table: str, parse: Callable[[Row], _Parsed]) -> list[_Parsed]:
        """The well-formed rows of a table, as many as its limit allows."""
        sizes: Counter[str] = Counter()
        kept = []
        for row, parsed in self.database.rows(table, lambda row: (row, parse(row))):
            group = TABLES[table].group(row)
            sizes[group] += 1
            if sizes[group] <= TABLES[table].most:
                kept.append(parsed)
        return kept


def _checked(tables: Tables, name: str) -> Iterable[Row]:
    return parse_rows(tables.get(name, {}).values(), TABLES[name].checked)


def _select_new(
    tables: Mapping[str, Any],
    known: Mapping[str, list[Row]],
    is_wanted: Callable[[str, Row], bool],
) -> tuple[dict[str, list[Row]], int]:
    """The well-formed rows that are not known yet, and the number of those beyond the limits."""
    new: dict[str, list[Row]] = {}
    excess = 0
    for name, table in TABLES.items():
        given, new[name] = tables.get(name), []
        keys = {table.key(row) for row in known[name]}
        sizes = Counter(table.group(row) for row in known[name])
        for row in parse_rows(given if isinstance(given, list) else (), table.checked):
            key, group = table.key(row), table.group(row)
            if key in keys or not is_wanted(name, row):
                continue
            keys.add(key)
            sizes[group] += 1
            if sizes[group] <= table.most:
                new[name].append(row)
            else:
                excess += 1
    return new, excess


def _forget_oldest_players(tables: Tables) -> None:
    rows = tables.get("players", {})
    while len(rows) > TABLES["players"].most:
        del rows[min(rows, key=lambda number: str(rows[number].get("last_played", "")))]


def _remember_player(tables: Tables, player: KnownPlayer) -> None:
    is_same = _same("players", name_key(player.name))
    rows = [row for row in tables.get("players", {}).values() if is_same(row)]
    for known in parse_rows(rows, player_from):
        player = merge_players(player, known)
    _put(tables, "players", player_row(player))


def _same(table: str, key: Hashable) -> Callable[[Row], bool]:
    """Whether a row, which may be malformed, has a key."""
    return lambda row: key in parse_rows([row], TABLES[table].key)


def _put(tables: Tables, table: str, row: Row) -> None:
    """Replace the row with the same key, or insert the row."""
    upsert(tables, table, row, _same(table, TABLES[table].key(row)))


def _is_card(board: Board, ticket: Ticket) -> bool:
    """Whether a card can be learned: one value, and two different ends that the board has."""
    return (
        not ticket.other_ends
        and unknown_end(board, ticket) is None
        and ticket.start != ticket.end
        and MIN_TICKET_POINTS <= ticket.points <= MAX_TICKET_POINTS
    )


def _is_own_card(board: Board, ticket: Ticket) -> bool:
    """Whether the bundled deck lacks a card or prints it with another value."""
    return _is_card(board, ticket) and not board.has_card(ticket)


def _is_offered(table: str, row: Row, find_board: Callable[[str], Board | None]) -> bool:
    """Whether the app would use a row: its board exists and accepts it."""
    if table == "players":
        return True
    board = find_board(row["board"])
    if board is None or table == "boards":
        return board is not None
    if table == "tickets":
        return _is_own_card(board, ticket_from(row)[1])
    return _is_possible(board, correction_from(row)[1])


def _is_possible(board: Board, correction: RouteCorrection) -> bool:
    from companion.rules.corrections import apply_corrections

    try:
        apply_corrections(board, [correction])
    except Refused:
        return False
    return True


def _store_card(tables: Tables, board: Board, ticket: Ticket) -> None:
    is_same = _same_card(board, ticket)
    if board.has_card(ticket):
        delete(tables, "tickets", is_same)
        return
    rows = tables.get("tickets", {}).values()
    others = sum(each.get("board") == board.id and not is_same(each) for each in rows)
    if others >= TABLES["tickets"].most:
        raise Refused(
            phrase(
                "{board} already has {most} tickets of your own. Remove some to add others.",
                board=board.display_name,
                most=TABLES["tickets"].most,
            )
        )
    _put(tables, "tickets", ticket_row(board.id, ticket))


def _same_card(board: Board, ticket: Ticket) -> Callable[[Row], bool]:
    return _same("tickets", TABLES["tickets"].key(ticket_row(board.id, ticket)))
