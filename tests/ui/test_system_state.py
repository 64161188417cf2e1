"""Changes of the system state and files opened while the app runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.drawing.palette import DARK, LIGHT, Rgba
from companion.rules.wording import phrase
from companion.ui.device import Insets, Notify, SystemState
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from tests.support.games import GAMES
from tests.support.network import LoopbackDesktop
from tests.support.phone import FastPhone

TALL = Insets(top=63, bottom=126)


class Restless(LoopbackDesktop):
    """A machine whose surroundings change."""

    now = SystemState(Insets(), dark=False, language="en")
    bars: tuple[Rgba, Rgba] | None = None

    def system_state(self) -> SystemState:
        return self.now

    def watch(self, changed: Callable[[SystemState], None]) -> None:
        self.changed = changed

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        self.bars = top, bottom

    def opened_with(self, on_ready: Callable[[Path], None], notify: Notify) -> None:
        self.open, self.notify = on_ready, notify

    def become(self, now: SystemState) -> None:
        self.now = now
        self.changed(now)


class RestlessPhone(FastPhone):
    """The app on such a machine."""

    device: Restless
    make_device = Restless


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[RestlessPhone]:
    phone = RestlessPhone(tmp_path / "data")
    yield phone
    phone.close()
    theme.apply(False, 1.0)
    translator.language = "en"


def test_theme_system_bars_and_language_follow_the_phone(phone: RestlessPhone) -> None:
    assert phone.device.bars == (LIGHT.bar, LIGHT.background)
    phone.device.become(SystemState(Insets(), dark=True, language="de"))
    phone.wait_until_idle()
    assert theme.dark
    assert phone.device.bars == (DARK.bar, DARK.background)
    assert phone.shows("Neue Partie")


def test_chosen_theme_and_language_do_not_follow_the_phone(phone: RestlessPhone) -> None:
    phone.context.preferences.change("theme", "light")
    phone.context.preferences.change("language", "en")
    phone.device.become(SystemState(Insets(), dark=True, language="de"))
    assert phone.device.bars == (LIGHT.bar, LIGHT.background)
    assert translator.language == "en"


def test_reduced_motion_follows_the_phone_or_the_setting(phone: RestlessPhone) -> None:
    preferences = phone.context.preferences
    assert not preferences.reduced_motion
    preferences.change("reduced_motion", True)
    assert preferences.reduced_motion
    preferences.change("reduced_motion", False)
    phone.device.become(SystemState(Insets(), dark=False, language="en", reduced_motion=True))
    assert preferences.reduced_motion


def test_page_is_padded_by_changing_insets(phone: RestlessPhone) -> None:
    height = phone.app.safe_area.height
    phone.device.become(SystemState(TALL, dark=False, language="en"))
    phone.wait_until_idle()
    page = phone.navigator.page
    assert (page.to_window(0, page.y)[1], page.height) == (126, height - 63 - 126)
    turned = Insets(top=TALL.bottom, bottom=TALL.top)
    phone.device.become(SystemState(turned, dark=False, language="en"))
    phone.wait_until_idle()
    assert (page.to_window(0, page.y)[1], page.height) == (63, height - 63 - 126)


def test_record_the_app_is_opened_with_is_shown_on_the_import_page(phone: RestlessPhone) -> None:
    before = phone.navigator.name
    phone.device.open(GAMES / "europe-full.json")
    phone.wait_until_idle()
    assert phone.navigator.name == "import"
    assert phone.shows("europe-full.json")
    assert phone.navigator.back()
    assert phone.navigator.name == before


def test_unreadable_file_is_reported_on_the_current_page(phone: RestlessPhone) -> None:
    phone.device.notify(phrase("The file cannot be read: {reason}.", reason="gone"), refused=True)
    phone.wait_until_idle()
    assert phone.shows("The file cannot be read: gone.")
