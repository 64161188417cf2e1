"""Other phones: the code and the address for guests, and who joined as which player."""

from __future__ import annotations

from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.game.players import player_chips
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.containers import Card, Row, WrapRow, card_of
from companion.ui.kit.fields import SegmentedControl, SwitchRow
from companion.ui.kit.layout import layout_now, set_children
from companion.ui.kit.text import SecondaryText, Text, line_width
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

SMALLEST_CODE, LARGE_CODE, LARGEST_CODE = 150, 280, 400
"""The least side of the QR code, the largest above other cards and beside them, in dp."""


class CodeCard(Card):
    """The QR code."""

    link = StringProperty("")
    side = NumericProperty(0)
    """Width and height of the code."""


class AddressCard(Card):
    """The address to type, and what to do if it does not work."""

    typed_address = StringProperty("")
    has_moved = BooleanProperty(False)

    def in_lines(self, address: str, width: float, font_size: float) -> str:
        """The address, in two lines if one is too narrow."""
        fits = line_width(address, font_size, True) <= width
        return address if fits else address.replace("/", "\n/")


class GuestRow(Row):
    """A player whose seat a guest has taken."""

    name = StringProperty("")
    color_name = StringProperty("")
    remove = ObjectProperty()
    """Called by the button, with the name."""


class OtherPhonesPage(Page):
    """Shows what is needed to join while sharing is on, otherwise what it is."""

    is_on = BooleanProperty(False)

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        # An id of kv alone does not keep a widget that is without a parent for a moment.
        self._button: Widget = self.ids.switch.__self__
        self.bind(wide=lambda *_: self.redraw(), size=lambda *_: self._resize())

    def opening(self) -> None:
        """Look for networks at once; later the sharing does it every few seconds."""
        if self.context.is_sharing:
            self.context.sharing.look_again()

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Show the cards for the current state; those further down, if scrolled to, stay there."""
        scroll = self.ids.scroll
        is_scrolled = scroll.scroll_y < 1
        below = scroll.scroll_y * (scroll.children[0].height - scroll.height)
        self._show_cards(snapshot)
        if is_scrolled:
            layout_now(self)
            room = scroll.children[0].height - scroll.height
            scroll.scroll_y = min(below / room, 1) if room > 0 else 1

    def _show_cards(self, snapshot: Snapshot | None) -> None:
        left, right = self.ids.left, self.ids.right
        left.clear_widgets()
        right.clear_widgets()
        self.is_on = self.context.is_sharing
        if self.is_on:
            self._show_sharing(snapshot)
        else:
            left.add_widget(Factory.OffCard())
        # In a wide window the button follows the content, so that the code gets the height.
        button, beside = self._button, right if self.is_on else left
        if button.parent:
            button.parent.remove_widget(button)
        (beside if self.wide else self.ids.footer).add_widget(button)
        self._resize()

    def _show_sharing(self, snapshot: Snapshot | None) -> None:
        """Show the cards while sharing is on."""
        left, right = self.ids.left, self.ids.right
        sharing = self.context.sharing
        if snapshot is not None and self.context.shared_session is None:
            left.add_widget(self._other_game_card())
        shared = sharing.session.now if sharing.session else None
        # Who joined comes first, beside the code or above it.
        is_above = bool(sharing.seats) and not self.wide
        (left if is_above else right).add_widget(self._guests_card(shared))
        if sharing.link:
            left.add_widget(CodeCard(link=sharing.link))
            card = AddressCard(typed_address=sharing.typed_address, has_moved=sharing.has_moved)
            (right if self.wide else left).add_widget(card)
        else:
            left.add_widget(Factory.NoNetworkCard())
        if shared is not None:
            right.add_widget(self._entries_card(shared))
        if len(sharing.addresses) > 1:
            right.add_widget(self._network_card())

    def switch(self) -> None:
        """Switch sharing on or off."""
        sharing = self.context.sharing
        self.attempt(sharing.switch_off if self.is_on else sharing.switch_on)

    def remove(self, player: str) -> None:
        """Free a player's seat."""
        self.attempt(lambda: self.context.sharing.remove(player))

    def switch_entries(self) -> None:
        """Switch on or off that players enter their own turns."""
        sharing = self.context.sharing
        if self.attempt(lambda: sharing.let_players_enter(not sharing.players_enter)):
            self.redraw()

    def choose_own_player(self, player: str) -> None:
        """Choose the score keeper's own player, or nobody if it is the chosen one."""
        sharing = self.context.sharing
        chosen = "" if player == sharing.own_player else player
        if self.attempt(lambda: sharing.choose_own_player(chosen)):
            self.redraw()

    def _other_game_card(self) -> Card:
        return card_of(
            Text(text=translator.tr("The other phones still show the other game.")),
            SecondaryButton(
                text=translator.tr("Show this game on the phones"),
                on_tap=lambda _: self.context.sharing.show(self.session),
            ),
        )

    def _guests_card(self, snapshot: Snapshot | None) -> Card:
        colors = {} if snapshot is None else {p.name: p.color for p in snapshot.setup.players}
        seats = self.context.sharing.seats
        hint = (
            translator.tr("Remove a phone so that another one can join as the same player.")
            if seats
            else translator.tr("No players yet.")
        )
        rows = (
            GuestRow(name=name, color_name=colors.get(name, ""), remove=self.remove)
            # In turn order; the seats of players who are not in the open game last.
            for name in sorted(seats, key=[*colors, *seats].index)
        )
        # Translators: a heading above the players whose phones show the game.
        title = Text(text=translator.tr("Joined"), bold=True)
        return card_of(title, SecondaryText(text=hint), *rows)

    def _entries_card(self, snapshot: Snapshot) -> Card:
        """Whether players enter their own turns, and whom the score keeper plays."""
        sharing = self.context.sharing
        row, players = WrapRow(), snapshot.setup.players
        chips = list(
            player_chips(players, self.choose_own_player, sharing.own_player, repeats=True)
        )
        for chip in chips:
            chip.enabled = chip.text not in sharing.seats
        set_children(row, chips)
        own_player = (
            # Translators: before the players’ names, to choose the score keeper’s own.
            Text(text=translator.tr("I play:"), bold=True),
            row,
            SecondaryText(text=translator.tr("No phone can join as your own player.")),
        )
        return card_of(
            SwitchRow(
                text=translator.tr("Players enter their own turns"),
                detail=translator.tr("On their phones; you can correct and undo everything."),
                active=sharing.players_enter,
                on_tap=lambda _: self.switch_entries(),
            ),
            *(own_player if any(chip.enabled for chip in chips) else ()),
        )

    def _network_card(self) -> Card:
        sharing = self.context.sharing
        return card_of(
            Text(text=translator.tr("Address of this phone"), bold=True),
            SegmentedControl(
                options=[
                    (each.address, f"{each.address} · {each.interface}")
                    for each in sharing.addresses
                ],
                value=sharing.address,
                on_choose=lambda _, address: self.attempt(lambda: sharing.choose_address(address)),
            ),
        )

    def _resize(self) -> None:
        """Let the code fill the space between the bar and the button, as far as it is useful."""
        for card in self.ids.left.children:
            if isinstance(card, CodeCard):
                free = self.height - self.ids.bar.height - self.ids.footer.height - dp(64)
                useful = dp(LARGEST_CODE if self.wide else LARGE_CODE)
                card.side = min(max(free, dp(SMALLEST_CODE)), useful, self.width - dp(64))


load("pages/other_phones")
