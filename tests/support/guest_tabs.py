"""Guests of the real app in browsers: sharing by touch, opening the page, taking a seat."""

from __future__ import annotations

import time

from tests.support.browser import Browser, Tab
from tests.support.phone import FastPhone


def run_frame(phone: FastPhone) -> None:
    """Run a frame of the app, and leave the processor to the browsers for a moment."""
    phone.frame()
    time.sleep(0.03)


def share(phone: FastPhone) -> str:
    """Switch sharing on by touch; the link in the code."""
    phone.navigator.reset_to("home", "table")
    phone.wait_until_idle()
    phone.press("Menu")
    phone.press("Other phones")
    phone.press("Switch on")
    return phone.context.sharing.link


def open_page(browser: Browser, link: str) -> Tab:
    """The page, with the question who the guest is."""
    tab = browser.tabs[0]
    tab.resize(390, 844)
    # The page of the test before may have lost its server.
    tab.open("about:blank")
    browser.console()
    tab.open(link)
    tab.wait_for("document.querySelector('#seat-list .seat')")
    return tab


def sit_down(tab: Tab, player: str) -> None:
    tab.click(".seat", player)
    tab.wait_for("document.querySelector('#me').textContent === arguments[0]", player)


def watch(tab: Tab) -> None:
    tab.click("#watch")
    tab.wait_for("document.querySelector('#seats').hidden")
