"""The hand-written files of the guests' page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from companion.bundled import bundled
from companion.drawing.palette import LIGHT
from companion.web.guest_app import TEXTS, color_sheet

FOLDER = bundled("data/web")
HTML, CSS, SCRIPT = (
    (FOLDER / name).read_text(encoding="utf-8") for name in ("guest.html", "guest.css", "guest.js")
)
LIMIT = 70 * 1024
"""Bytes of the page without its pictures."""


class Elements(HTMLParser):
    """Collects ids and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.attributes.append((tag, name, value or ""))
            if name == "id" and value:
                self.ids.append(value)
        self.scripts += tag == "script"


def elements() -> Elements:
    parser = Elements()
    parser.feed(HTML)
    return parser


def test_files_are_small() -> None:
    files = [*FOLDER.iterdir()]
    assert {file.name for file in files} == {"guest.html", "guest.css", "guest.js", "icon.svg"}
    assert len((re.sub(r"<svg viewBox.*?</svg>", "", HTML) + CSS + SCRIPT).encode()) <= LIMIT


def test_nothing_is_loaded_from_elsewhere() -> None:
    for file in Path(FOLDER).iterdir():
        addresses = set(re.findall(r"(?:https?:)?//[\w.]+[^\s'\"]*", file.read_text("utf-8")))
        comments = {each for each in addresses if not each.startswith("http")}
        assert addresses - comments <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in CSS
    assert "url(" not in CSS


def test_page_has_no_inline_script_or_style() -> None:
    page = elements()
    assert page.scripts == 1
    assert "<style" not in HTML
    for tag, name, value in page.attributes:
        assert name != "style", (tag, value)
        assert not name.startswith("on"), (tag, name)
        if name in ("href", "src"):
            assert re.fullmatch(r"[\w.]+", value)


def test_only_drawn_fragments_are_inserted_as_markup() -> None:
    assert SCRIPT.count("innerHTML") == 1
    function = SCRIPT.partition("function setFragment")[2].partition("}")[0]
    assert "innerHTML" in function
    for unsafe in ("outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function("):
        assert unsafe not in SCRIPT


def test_script_uses_elements_that_exist() -> None:
    ids = elements().ids
    assert len(ids) == len(set(ids))
    used = set(re.findall(r"\$\('([\w-]+)'\)", SCRIPT))
    assert used <= set(ids)


def test_every_text_is_used_and_every_used_text_exists() -> None:
    used = set(re.findall(r"texts\.(\w+)", SCRIPT))
    used |= {
        value for _, name, value in elements().attributes if name in ("data-text", "data-label")
    }
    by_reason = {"asleep", "lost"}
    assert used | by_reason == set(TEXTS)


def test_style_sheet_uses_colours_of_the_app() -> None:
    known = {name.replace("_", "-") for name in LIGHT.__dataclass_fields__}
    known |= {"aspect", "header", "tabs"}
    assert set(re.findall(r"var\(--([\w-]+)", CSS)) <= known
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;\s])", CSS)
    assert b"--text-muted:#6b6558;" in color_sheet()
    assert b"prefers-color-scheme:dark" in color_sheet()
