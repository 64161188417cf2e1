"""The page where a game begins: which board, who plays, in what order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.rules.boards import BoardSummary
from companion.rules.errors import BadName, Refused
from companion.rules.names import check_name, name_key
from companion.rules.setup import HouseRules, Player, Setup, seated
from companion.rules.wording import Phrase, phrase, plural_phrase
from companion.table import seating
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import PlayAgain, Request
from companion.ui.page import Page
from companion.ui.pages.new_game.player_row import PlayerRow

if TYPE_CHECKING:
    from companion.store.learned_rows import KnownPlayer
    from companion.table.snapshot import Snapshot
    from companion.ui.context import AppContext
    from companion.ui.pages.new_game.house_rule_card import HouseRuleCard

FEWEST = 2
"""Rows that stand ready."""


class NewGamePage(Page):
    """Boards to choose from, players in turn order, and Start once it all fits together.

    What has been entered stays until a game begins with it: names are typed one by one, and a
    step back is easily made.
    """

    setup = ObjectProperty(None, allownone=True)
    """The game that would begin; None while something is missing."""
    line = StringProperty("")
    """What is missing, or what the number of players means."""
    beginner = StringProperty("")
    """Who has the first turn, told once everybody has a name."""
    has_room = BooleanProperty(True)
    """Whether one more can play."""

    def __init__(self, context: AppContext) -> None:
        self.boards = _last_played_first(context)
        self.board = self.boards[0]
        """The summary of the one that is chosen."""
        self.players: seating.Seats = ()
        """The rows in turn order; a name may still be missing."""
        self._recoloring = ""
        """The colour of the row that offers the others."""
        self._known: tuple[KnownPlayer, ...] = ()
        super().__init__(context)
        self.house_rules: HouseRuleCard | None = None
        """Made for the first board that offers something."""
        self.bind(wide=lambda *_: self._place_house_rules())
        self.prefill((), self.board)

    # Lifecycle hooks

    def refresh(self, _: Snapshot | None) -> None:
        """Offer the boards, the one played last first, and who has played before, each once."""
        self.boards = _last_played_first(self.context)
        known: dict[str, KnownPlayer] = {}
        for player in self.context.store.learned.players():
            known.setdefault(name_key(player.name), player)
        self._known = tuple(known.values())
        self._fill()

    def open_with(self, request: Request) -> None:
        """Begin with what another game began with."""
        match request:
            case PlayAgain(setup):
                self.prefill(setup.players, self.context.boards.summary(setup.board.id))
                if self.house_rules:
                    # What is agreed on already is to be seen.
                    agreed = setup.house_rules.longest_route
                    self.house_rules.longest_route = self.house_rules.unfolded = agreed
            case _:
                super().open_with(request)

    def closing(self) -> None:
        """Put the keyboard away."""
        for row in self.ids.list.rows:
            row.ids.field.focus = False

    # What is entered

    def prefill(self, players: Sequence[Player], board: BoardSummary) -> None:
        """Begin with the players and the board of another game, or with nobody."""
        if self.house_rules:
            self.house_rules.longest_route = self.house_rules.unfolded = False
        self.board = board
        self._seat(seating.with_seats(tuple(players), FEWEST, board.train_colors))

    def start(self) -> None:
        """Begin the game."""
        setup = self.setup
        if setup is not None and self.attempt(lambda: self.session.begin(setup)):
            self.context.navigator.reset_to("home", "table")
            self.prefill((), self.board)

    def choose(self, board: BoardSummary) -> None:
        """Play on another board, with the trains of its box."""
        self.board = board
        self._seat(seating.in_box(self.players, board.train_colors))

    def add(self) -> None:
        """One more row, ready for a name."""
        self._seat(seating.one_more(self.players, self.board.train_colors))
        self._row_at(-1).ids.field.focus = True

    def toggle(self, known: KnownPlayer) -> None:
        """Somebody who was offered joins, or leaves again."""
        place, box = seating.seat_of(self.players, known.name), self.board.train_colors
        self._seat(
            seating.joined(self.players, known.name, known.color, box)
            if place is None
            else seating.left(self.players, place, FEWEST, box)
        )

    def let_next_begin(self) -> None:
        """Give the first turn to whoever sits next."""
        self._seat(seating.beginning_with(seating.taken(self.players, FEWEST), 1))

    def ordered(self) -> None:
        """Take over the order the rows were dragged into."""
        self._seat(tuple(Player(row.name, row.color_name) for row in self.ids.list.rows))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Let a handle have its finger before the page scrolls with it."""
        return self.ids.list.take(touch) or bool(super().on_touch_down(touch))

    def _seat(self, players: seating.Seats) -> None:
        self.players = players
        self._fill()

    def _typed(self, row: PlayerRow, name: str) -> None:
        if row in self.ids.list.rows and self.players[self._place_of(row)].name != name:
            self._seat(seating.named(self.players, self._place_of(row), name))

    def _unfold(self, row: PlayerRow) -> None:
        """Offer all colours of the box, or fold them away again."""
        self._recoloring = "" if self._recoloring == row.color_name else row.color_name
        self._fill()
        self._reveal(row)

    def _recolor(self, row: PlayerRow, color: str) -> None:
        self._recoloring = ""
        self._seat(seating.colored(self.players, self._place_of(row), color))

    def _remove(self, row: PlayerRow) -> None:
        self._recoloring = ""
        box = self.board.train_colors
        self._seat(seating.left(self.players, self._place_of(row), FEWEST, box))

    def _enter(self, row: PlayerRow) -> None:
        """On to the next name; after the last one, to somebody more if there is room."""
        below = self._place_of(row) + 1
        if below < len(self.players):
            self._row_at(below).ids.field.focus = True
        elif self.has_room and row.name.strip():
            self.add()
        else:
            row.ids.field.focus = False

    # What is shown

    def _fill(self) -> None:
        self.ids.carousel.show(self.context.boards, self.boards, self.board)
        self.has_room = len(self.players) < self.board.most_players
        self._fill_rows()
        self._fill_chips()
        self._place_house_rules()
        self._judge()

    def _fill_rows(self) -> None:
        rows = self.ids.list
        rows.count_to(len(self.players), self._new_row)
        holders = {player.color: player.name for player in self.players}
        colors = [(color, holders.get(color, "")) for color in self.board.train_colors]
        for place, (row, player) in enumerate(zip(rows.rows, self.players, strict=True)):
            row.name, row.color_name = player.name, player.color
            row.hint = translator.tr("Who begins?") if place == 0 else translator.tr("Who else?")
            problem = self._problem(place)
            row.problem = translator.render(problem) if problem else ""
            row.colors = colors if player.color == self._recoloring else []
            row.can_remove = len(self.players) > FEWEST or bool(player.name)

    def _problem(self, place: int) -> Phrase | None:
        """Why what was typed into a row cannot be a name here."""
        name = self.players[place].name
        if not name.strip():
            return None
        try:
            check_name(name)
        except BadName as reason:
            return reason.phrase
        if seating.seat_of(self.players, name) != place:
            return phrase("Two players are called {player}.", player=name.strip())
        return None

    def _new_row(self) -> PlayerRow:
        row = PlayerRow()
        row.bind(
            on_typed=self._typed,
            on_unfold=self._unfold,
            on_color=self._recolor,
            on_remove=self._remove,
            on_enter=self._enter,
            writing=self._reveal,
        )
        return row

    def _reveal(self, row: PlayerRow, wanted: bool = True) -> None:
        """Bring a row into sight, once it has its place and height."""
        if wanted:
            Clock.schedule_once(lambda _: row.parent and self.ids.scroll.scroll_to(row))

    def _fill_chips(self) -> None:
        chips = self.ids.chips
        names = [player.name for player in self._known]
        if names != [chip.text for chip in reversed(chips.children)]:
            from companion.ui.game.player_chip import PlayerChip

            chips.clear_widgets()
            for player in self._known:
                chip = PlayerChip(text=player.name)
                chip.bind(on_tap=lambda _, player=player: self.toggle(player))
                chips.add_widget(chip)
        seats_free = self.has_room or seating.seat_of(self.players, "") is not None
        for chip, player in zip(reversed(chips.children), self._known, strict=True):
            place = seating.seat_of(self.players, player.name)
            chip.chosen = place is not None
            chip.color_name = player.color if place is None else self.players[place].color
            chip.enabled = chip.chosen or seats_free

    def _place_house_rules(self) -> None:
        """Below the players, or below the boards where those stand beside the players."""
        points = self.board.longest_route_house_rule
        if points and self.house_rules is None:
            from companion.ui.pages.new_game.house_rule_card import HouseRuleCard

            self.house_rules = HouseRuleCard()
            self.house_rules.bind(longest_route=lambda *_: self._judge())
        card = self.house_rules
        if card is None:
            return
        card.points = points
        column = self.ids.boards_part if self.wide else self.ids.players_part
        wanted = column if points else None
        if card.parent is not wanted:
            if card.parent:
                card.parent.remove_widget(card)
            if wanted:
                wanted.add_widget(card)

    def _judge(self) -> None:
        """Find out whether the game can begin, and say why not or what to know."""
        summary = self.board
        card = self.house_rules if summary.longest_route_house_rule else None
        longest = card is not None and card.longest_route
        try:
            # The board itself is read once there is a game to begin on it.
            people = seated(summary, seating.taken(self.players, FEWEST))
            board = self.context.boards[summary.id]
            self.setup = Setup(board, people, HouseRules(longest_route=longest))
        except Refused as reason:
            self.setup = None
            said = any(row.problem for row in self.ids.list.rows)
            self.line = "" if said else translator.render(reason.phrase)
            self.beginner = ""
        else:
            self.line = translator.render(_double_routes(self.setup))
            self.beginner = translator.tr("{player} begins.", player=self.setup.names[0])

    def _row_at(self, place: int) -> PlayerRow:
        row: PlayerRow = self.ids.list.rows[place]
        return row

    def _place_of(self, row: PlayerRow) -> int:
        place: int = self.ids.list.rows.index(row)
        return place


def _last_played_first(context: AppContext) -> tuple[BoardSummary, ...]:
    """All boards; those that were never played on come last, in their usual order."""
    ranks = {id: rank for rank, id in enumerate(context.store.learned.boards())}
    summaries = [context.boards.summary(id) for id in context.boards]
    return tuple(sorted(summaries, key=lambda board: ranks.get(board.id, len(ranks))))


def _double_routes(setup: Setup) -> Phrase:
    """What the number of players means."""
    if setup.both_tracks_open:
        return plural_phrase(
            "{count} player: both tracks of double routes are open.",
            "{count} players: both tracks of double routes are open.",
            len(setup.players),
        )
    return plural_phrase(
        "{count} player: a claim closes the other track of a double route.",
        "{count} players: a claim closes the other track of a double route.",
        len(setup.players),
    )


load("pages/new_game/page")
