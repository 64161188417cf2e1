"""Names in any script: what the bundled font cannot draw is drawn with a font of the device.

A player may be called anything. Text is measured and drawn in runs, each with a font that has its
letters, and what is written from right to left is put into the order in which it is seen. Text in
Latin letters never comes here, so it costs nothing; what no font has is a box, as before.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import IO, Any, NamedTuple

from kivy.core.text import Label, LabelBase

_LATIN = re.compile(r"[\0-\u024f\u2010-\u2027\u202f-\u205e\u20ac\u2212]*")
"""Text the bundled font draws, letters and signs of every language the app speaks."""

_SPECIAL = re.compile(r"mono|serif|bold|italic|oblique|condensed|light|thin|black|emoji", re.I)
"""Fonts that draw names only if no plain one does."""

_RIGHT_TO_LEFT = ("R", "AL")
_WITHIN_NAMES = " \u00a0-'’.׳״"
"""What may stand between two words of one name; anything else ends what is turned around."""


class Run(NamedTuple):
    """A part of a line that one font draws."""

    text: str
    """In the order in which it is seen."""
    font: str | None
    """The file of the font; None for the one that was asked for."""


class Face:
    """Which letters a font file has a picture for."""

    def __init__(self, path: str) -> None:
        self._groups: list[tuple[int, int]] = []
        try:
            with Path(path).open("rb") as file:
                self._groups = list(_groups(file))
        except (OSError, struct.error, ValueError, OverflowError, MemoryError):
            return

    def draws(self, letter: str) -> bool:
        """Whether the font has this letter."""
        code = ord(letter)
        return any(first <= code <= last for first, last in self._groups)


def _groups(file: IO[bytes]) -> Iterator[tuple[int, int]]:
    """The ranges of characters a font says it has, from its “cmap” table."""
    beginning = file.read(16)
    # A file of several fonts says where the first one begins.
    start = struct.unpack_from(">L", beginning, 12)[0] if beginning[:4] == b"ttcf" else 0
    file.seek(start + 4)
    count = struct.unpack(">H", file.read(2))[0]
    file.seek(start + 12)
    directory = file.read(16 * count)
    tables = {}
    for number in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", directory, 16 * number)
        tables[tag] = offset, length
    # Without outlines it is a font of pictures, which cannot be drawn in an ink.
    if b"cmap" not in tables or not tables.keys() & {b"glyf", b"CFF ", b"CFF2"}:
        return
    offset, length = tables[b"cmap"]
    file.seek(offset)
    cmap = file.read(length)
    subtables = {}
    for number in range(struct.unpack_from(">H", cmap, 2)[0]):
        platform, encoding, at = struct.unpack_from(">HHL", cmap, 4 + 8 * number)
        if platform == 0 or (platform == 3 and encoding in (1, 10)):
            subtables[struct.unpack_from(">H", cmap, at)[0]] = at
    if 12 in subtables:
        yield from _format_12(cmap, subtables[12])
    elif 4 in subtables:
        yield from _format_4(cmap, subtables[4])


def _format_12(cmap: bytes, at: int) -> Iterator[tuple[int, int]]:
    for number in range(struct.unpack_from(">L", cmap, at + 12)[0]):
        first, last, _ = struct.unpack_from(">LLL", cmap, at + 16 + 12 * number)
        yield first, last


def _format_4(cmap: bytes, at: int) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from(">H", cmap, at + 6)[0] // 2
    lasts = struct.unpack_from(f">{count}H", cmap, at + 14)
    firsts = struct.unpack_from(f">{count}H", cmap, at + 16 + 2 * count)
    yield from zip(firsts, lasts, strict=True)


_face = cache(Face)


@cache
def _fonts() -> tuple[str, ...]:
    """Every font file of the device, plain ones first."""
    found = (
        file
        for folder in LabelBase.get_system_fonts_dir()
        for file in Path(folder).iterdir()
        if file.suffix.lower() in (".ttf", ".otf", ".ttc")
    )
    return tuple(str(file) for file in sorted(found, key=_rank))


def _rank(file: Path) -> tuple[bool, bool, str]:
    return bool(_SPECIAL.search(file.name)), "sans" not in file.name.lower(), file.name


@lru_cache(maxsize=512)
def runs(text: str, font: str) -> tuple[Run, ...]:
    """How a line is drawn if this font is asked for."""
    parts: list[tuple[str, str | None]] = []
    for cluster in _in_sight_order(text):
        parts.append((cluster, _font_for(cluster, font, parts[-1][1] if parts else None)))
    joined: list[Run] = []
    for part, drawn_by in parts:
        if joined and joined[-1].font == drawn_by:
            joined[-1] = Run(joined[-1].text + part, drawn_by)
        else:
            joined.append(Run(part, drawn_by))
    return tuple(joined)


def _font_for(cluster: str, asked: str, before: str | None) -> str | None:
    if all(_face(asked).draws(letter) or letter.isspace() for letter in cluster):
        # A space between two words belongs to their font: letters join across nothing else.
        return before if cluster.isspace() else None
    if before is not None and all(_face(before).draws(letter) for letter in cluster):
        return before
    return _found(cluster)


@lru_cache(maxsize=1024)
def _found(cluster: str) -> str | None:
    """The best font that has all of a cluster, or at least what it begins with."""
    for wanted in (cluster, cluster[0]):
        for path in _fonts():
            if all(_face(path).draws(letter) for letter in wanted) and _opens(path):
                return path
    return None


@cache
def _opens(path: str) -> bool:
    """Whether a font can be drawn with, whatever it says of itself."""
    try:
        Label(font_name=path, font_size=12).get_extents("a")
    except (OSError, ValueError):
        return False
    return True


def _in_sight_order(text: str) -> Iterator[str]:
    """Letters with their marks, as they are seen from left to right."""
    clusters = _clusters(text)
    kinds = [_runs_left(cluster) for cluster in clusters]
    at = 0
    while at < len(clusters):
        if not kinds[at]:
            yield clusters[at]
            at += 1
            continue
        # To the end of the name, and no further: names stay in the order the sentence has them.
        end = at
        for place in range(at, len(clusters)):
            if kinds[place]:
                end = place
            elif kinds[place] is False:
                break
        yield from reversed(clusters[at : end + 1])
        at = end + 1


def _clusters(text: str) -> list[str]:
    """Letters with their marks."""
    clusters: list[str] = []
    for letter in text:
        if clusters and unicodedata.category(letter) in ("Mn", "Me", "Cf"):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _runs_left(cluster: str) -> bool | None:
    """Whether it is written from right to left; None for what goes along with its neighbours."""
    if unicodedata.bidirectional(cluster[0]) in _RIGHT_TO_LEFT:
        return True
    return None if cluster in _WITHIN_NAMES else False


@contextmanager
def _set_in(label: Any, font: str | None) -> Iterator[None]:
    asked = label.options["font_name_r"]
    label.options["font_name_r"] = font or asked
    try:
        yield
    finally:
        label.options["font_name_r"] = asked


def install_font_fallback() -> None:
    """Draw every text of the app from now on with the fonts it needs."""
    if getattr(Label, "lends_fonts", False):
        return
    Label.lends_fonts = True
    measure: Callable[[Any, str], tuple[int, int]] = Label.get_extents
    draw = Label._render_text

    def laid_out(label: Any, text: str) -> Iterator[tuple[Run, int, tuple[int, int]]]:
        """Every run with how far its letters rise over its baseline, and its size."""
        for run in runs(text, label.options["font_name_r"]):
            try:
                with _set_in(label, run.font):
                    laid = run, label.get_ascent(), measure(label, run.text)
            except (OSError, ValueError):
                # A font that has gone meanwhile; boxes are better than nothing.
                laid = Run(run.text, None), label.get_ascent(), measure(label, run.text)
            yield laid

    def get_extents(label: Any, text: str) -> tuple[int, int]:
        if _LATIN.fullmatch(text):
            return measure(label, text)
        parts = list(laid_out(label, text))
        highest = max(rise for _, rise, _ in parts)
        return (
            sum(width for _, _, (width, _) in parts),
            max(highest - rise + height for _, rise, (_, height) in parts),
        )

    def _render_text(label: Any, text: str, x: int, y: int) -> None:
        if _LATIN.fullmatch(text):
            draw(label, text, x, y)
            return
        parts = list(laid_out(label, text))
        highest = max(rise for _, rise, _ in parts)
        for run, rise, (width, _) in parts:
            with _set_in(label, run.font):
                draw(label, run.text, x, y + highest - rise)
            x += width

    Label.get_extents, Label._render_text = get_extents, _render_text
