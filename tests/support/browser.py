"""Browsers, driven by the WebDriver protocol: Chromium, and for `make soak` Firefox and WebKit."""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from tools.system_libraries import BROWSER, ENGINES, command_for, missing_programs

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT_DRIVER = shutil.which("WebKitWebDriver")
_MINI_BROWSERS = [*Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")]
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PATIENCE = 40.0
"""Seconds to wait for a page before a test fails."""


class Browser:
    """One Chromium with its own profile, as on a phone of a guest."""

    pointer = "touch"
    """What taps: a finger or a mouse."""

    def __init__(self, driver: str, language: str) -> None:
        self._driver = driver
        self._session = ""
        self._profile = TemporaryDirectory(ignore_cleanup_errors=True)
        arguments = [*OPTIONS, f"--user-data-dir={self._profile.name}"]
        options = {
            "binary": CHROMIUM,
            "args": arguments,
            "prefs": {"intl.accept_languages": language},
        }
        wishes = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        made = self.call("", {"capabilities": {"alwaysMatch": wishes}})
        self._session = "/" + made["sessionId"]
        self.tabs = [Tab(self, self.read("/window"))]
        self.idle: Callable[[], None] = _sleep
        """Called while waiting for a page: runs the frames of the app."""

    def close(self) -> None:
        self._send("DELETE", "", None)
        self._profile.cleanup()

    def new_tab(self) -> Tab:
        """Another tab with the same storage."""
        self.tabs.append(Tab(self, self.call("/window/new", {"type": "tab"})["handle"]))
        return self.tabs[-1]

    def call(self, path: str, value: Mapping[str, object] | None = None) -> Any:
        """A WebDriver command."""
        return self._send("POST", path, value or {})

    def read(self, path: str) -> Any:
        """A WebDriver command that changes nothing."""
        return self._send("GET", path, None)

    def delete(self, path: str) -> None:
        """A WebDriver command that closes something."""
        self._send("DELETE", path, None)

    def devtools(self, command: str, **parameters: object) -> Any:
        """A command of Chromium's own protocol, for the current tab."""
        return self.call("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def console(self) -> list[str]:
        """Messages of the current tab since the last call."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"})]

    def _send(self, method: str, path: str, value: Mapping[str, object] | None) -> Any:
        body = None if value is None else json.dumps(value).encode()
        request = Request(f"{self._driver}/session{self._session}{path}", body, method=method)
        request.add_header("Content-Type", "application/json")
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None


class WebKit(Browser):
    """WebKit in GTK's MiniBrowser, the engine of iPhones; it has a mouse only."""

    pointer = "mouse"

    def __init__(self, driver: str, language: str) -> None:
        del language
        self._driver = driver
        self._session = ""
        options = {"binary": str(_MINI_BROWSERS[0]), "args": ["--automation"]}
        wishes = {"webkitgtk:browserOptions": options}
        made = self.call("", {"capabilities": {"alwaysMatch": wishes}})
        self._session = "/" + made["sessionId"]
        self.tabs = [Tab(self, self.read("/window"))]
        self.idle = _sleep

    def close(self) -> None:
        self._send("DELETE", "", None)

    def resize(self, width: int, height: int) -> None:
        _resize_window(self, width, height)


class Firefox(Browser):
    """Firefox, which answers commands of the Marionette protocol at a port."""

    _COMMANDS: ClassVar[Mapping[str, str]] = {
        "POST /url": "Navigate",
        "POST /refresh": "Refresh",
        "POST /execute/sync": "ExecuteScript",
        "POST /actions": "PerformActions",
        "POST /window": "SwitchToWindow",
        "POST /window/rect": "SetWindowRect",
        "GET /window": "GetWindowHandle",
        "GET /screenshot": "TakeScreenshot",
    }

    def __init__(self, language: str, dark: bool = False, scale: float = 1) -> None:
        assert FIREFOX is not None
        port = _free_port()
        self._profile = TemporaryDirectory(ignore_cleanup_errors=True)
        preferences = {
            "marionette.port": port,
            "intl.accept_languages": language,
            "network.proxy.type": 0,
            "layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
            "layout.css.devPixelsPerPx": str(scale),
            "app.update.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False,
        }
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in preferences.items()
        )
        Path(self._profile.name, "user.js").write_text("\n".join(lines), encoding="utf-8")
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", self._profile.name],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._connection = wait_for(lambda: _connection(port), "Firefox")
        self._number = 0
        self._receive()
        self._command("WebDriver:NewSession", {})
        self.tabs = [Tab(self, self.read("/window"))]
        self.idle = _sleep

    def close(self) -> None:
        self._connection.close()
        self._process.terminate()
        self._process.wait()
        self._profile.cleanup()

    def resize(self, width: int, height: int) -> None:
        _resize_window(self, width, height)

    def _send(self, method: str, path: str, value: Mapping[str, object] | None) -> Any:
        result = self._command(f"WebDriver:{self._COMMANDS[f'{method} {path}']}", value or {})
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def _command(self, name: str, value: Mapping[str, object]) -> Any:
        self._number += 1
        body = json.dumps([0, self._number, name, value]).encode()
        self._connection.sendall(b"%d:%s" % (len(body), body))
        _, _, error, result = self._receive()
        if error is not None:
            raise RuntimeError(error["message"])
        return result

    def _receive(self) -> Any:
        length = b""
        while (byte := self._connection.recv(1)) != b":":
            length += byte
        body = b""
        while len(body) < int(length):
            body += self._connection.recv(int(length) - len(body))
        return json.loads(body)


def _connection(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=60)
    except OSError:
        return None


def _resize_window(browser: Browser, width: int, height: int) -> None:
    """Resize the window so that the page has a size, or the least that the window allows."""
    size = {"width": width, "height": height}
    browser.call("/window/rect", size)
    frame = "return [outerWidth - innerWidth, outerHeight - innerHeight]"
    sides, bars = browser.call("/execute/sync", {"script": frame, "args": []})
    browser.call("/window/rect", {"width": width + sides, "height": height + bars})


class Tab:
    """One page."""

    def __init__(self, browser: Browser, handle: str) -> None:
        self.browser = browser
        self.handle = handle

    def select(self) -> None:
        """Make it the tab that commands are sent to."""
        self.browser.call("/window", {"handle": self.handle})

    def open(self, url: str) -> None:
        self.select()
        self.browser.call("/url", {"url": url})

    def close(self) -> None:
        self.select()
        self.browser.delete("/window")
        self.browser.tabs.remove(self)

    def reload(self) -> None:
        self.select()
        self.browser.call("/refresh")

    def devtools(self, command: str, **parameters: object) -> Any:
        self.select()
        return self.browser.devtools(command, **parameters)

    def run(self, script: str, *arguments: object) -> Any:
        """The result of a script; its arguments are `arguments`."""
        self.select()
        return self.browser.call("/execute/sync", {"script": script, "args": list(arguments)})

    def wait_for(self, script: str, *arguments: object) -> Any:
        """The result of an expression as soon as it is true."""
        return wait_for(lambda: self.run(f"return {script}", *arguments), script, self.browser.idle)

    def text(self, selector: str) -> str:
        """The visible text of an element; empty if there is none."""
        found = self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)
        return str(found)

    def click(self, selector: str, text: str = "") -> None:
        """Click the visible element that contains a text, once it takes clicks."""
        place = self.wait_for(
            """(() => {
                const found = [...document.querySelectorAll(arguments[0])].find(each =>
                    each.textContent.includes(arguments[1]) && each.getClientRects().length
                    && !each.closest('[inert]'))
                if (!found) return null
                found.scrollIntoView({block: 'center'})
                const area = found.getBoundingClientRect()
                return [area.x + area.width / 2, area.y + area.height / 2]
            })()""",
            selector,
            text,
        )
        self.tap(*place)

    def tap(self, x: float, y: float) -> None:
        """Press and release at a point of the page."""
        self.touch([[(x, y)]])

    def touch(self, fingers: list[list[tuple[float, float]]]) -> None:
        """Move fingers along points, all at the same time, then lift them."""
        self.select()
        actions = [
            {
                "type": "pointer",
                "id": f"finger {number}",
                "parameters": {"pointerType": self.browser.pointer},
                "actions": [
                    _move(points[0], 0),
                    {"type": "pointerDown", "button": 0},
                    *(_move(point, 30) for point in points[1:]),
                    # After a fling the browser would ignore the next tap.
                    {"type": "pause", "duration": 150 if points[1:] else 0},
                    {"type": "pointerUp", "button": 0},
                ],
            }
            for number, points in enumerate(fingers)
        ]
        self.browser.call("/actions", {"actions": actions})

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        self.select()
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.browser.call("/actions", {"actions": [{"type": "key", "id": "k", "actions": strokes}]})

    def resize(self, width: int, height: int, dark: bool = False, scale: float = 1) -> None:
        """Show the page as in a window of another size and, in Chromium, theme."""
        if isinstance(self.browser, Firefox | WebKit):
            self.browser.resize(width, height)
            return
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=False,
        )
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.devtools("Emulation.setEmulatedMedia", features=[theme])

    def set_offline(self, offline: bool) -> None:
        """Cut the network off, or restore it."""
        self.devtools("Network.enable")
        self.devtools(
            "Network.emulateNetworkConditions",
            offline=offline,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def screenshot(self, path: Path) -> None:
        """Save a picture of the page."""
        self.select()
        path.write_bytes(base64.b64decode(self.browser.read("/screenshot")))


def _move(point: tuple[float, float], milliseconds: int) -> dict[str, object]:
    x, y = (round(each) for each in point)
    return {"type": "pointerMove", "x": x, "y": y, "duration": milliseconds, "origin": "viewport"}


def _sleep() -> None:
    time.sleep(0.02)


def wait_for(
    condition: Callable[[], Any], what: object = "", idle: Callable[[], None] = _sleep
) -> Any:
    """The value of a condition as soon as it is true."""
    end = time.monotonic() + PATIENCE
    while not (value := condition()):
        assert time.monotonic() < end, f"not in time: {what}"
        idle()
    return value


def _require(programs: Mapping[tuple[str, ...], str]) -> None:
    """Skip the test if a program is not installed; fail where all tests must run."""
    packages = missing_programs(programs)
    if packages:
        message = f"not found: {', '.join(packages)}; run: {command_for(packages)}"
        (pytest.fail if os.environ.get("REQUIRE_BROWSER_TESTS") else pytest.skip)(message)


@contextmanager
def running_browsers(*languages: str) -> Iterator[list[Browser]]:
    """A Chromium for each language; the test is skipped where Chromium is not installed."""
    _require(BROWSER)
    assert DRIVER is not None
    port = _free_port()
    driver = subprocess.Popen(
        [DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    browsers: list[Browser] = []
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: _is_ready(address), "chromedriver")
        with ThreadPoolExecutor() as threads:
            browsers += threads.map(lambda language: Browser(address, language), languages)
        yield browsers
    finally:
        with ThreadPoolExecutor() as threads:
            list(threads.map(Browser.close, browsers))
        driver.terminate()
        driver.wait()


@contextmanager
def running_engines(dark: bool = False, scale: float = 1) -> Iterator[list[Browser]]:
    """Two Chromium, a Firefox and a WebKit; the test is skipped where one is not installed.

    `dark` and `scale` are the theme of Firefox and WebKit and the pixels per CSS pixel of Firefox.
    """
    _require(ENGINES)
    with running_browsers("en", "en") as browsers, ExitStack() as stack:
        firefox = Firefox("en", dark, scale)
        stack.callback(firefox.close)
        address = stack.enter_context(_webkit_driver(dark))
        webkit = WebKit(address, "en")
        stack.callback(webkit.close)
        yield [*browsers, firefox, webkit]


@contextmanager
def _webkit_driver(dark: bool) -> Iterator[str]:
    """The address of WebKit's driver, whose browsers have a display in memory."""
    assert WEBKIT_DRIVER is not None
    display, port = f":{90 + os.getpid() % 900}", _free_port()
    with ExitStack() as stack:
        for command in (
            ["Xvfb", display, "-screen", "0", "2000x1300x24"],
            [WEBKIT_DRIVER, f"--port={port}"],
        ):
            process = subprocess.Popen(
                command,
                env={
                    **os.environ,
                    "DISPLAY": display,
                    "GTK_THEME": "Adwaita:dark" if dark else "Adwaita",
                },
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.terminate)
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: _is_ready(address), "WebKitWebDriver")
        yield address


def runs_soak_tests(request: pytest.FixtureRequest) -> bool:
    """Whether a fixture is for a run that includes the tests marked `soak`, which need more."""
    return any(item.get_closest_marker("soak") is not None for item in request.session.items)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_ready(address: str) -> bool:
    try:
        with urlopen(f"{address}/status", timeout=5) as answer:
            return bool(json.load(answer)["value"]["ready"])
    except (URLError, OSError):
        return False
