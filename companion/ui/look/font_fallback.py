"""Font fallback: characters missing in the bundled font are drawn with a font of the device.

A player's name may be in any script. Text is split into runs, each drawn with a font that has its
characters; right-to-left runs are reversed into visual order. Latin text is not touched, so it
costs nothing. A character that no font has is drawn as a box.
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

from companion.ui.kivy_compat import Render, wrap_text_renderer

_LATIN = re.compile(r"[\0-\u024f\u2010-\u2027\u202f-\u205e\u20ac\u2212]*")
"""Text the bundled font can draw: all characters of the languages the app is translated into."""

_SPECIAL = re.compile(r"mono|serif|bold|italic|oblique|condensed|light|thin|black|emoji", re.I)
"""Names of fonts that are used only if no regular sans-serif font has a character."""

_WITHIN_NAMES = " \u00a0-'’.׳״"
"""Characters that may be inside a right-to-left name; any other ends the reversed part."""


class Run(NamedTuple):
    """A part of a line that is drawn with one font."""

    text: str
    """In visual order."""
    font: str | None
    """Path of the font file; None for the font of the label."""


def has_characters(path: str, characters: str) -> bool:
    """Whether a font file has a glyph for each of these characters."""
    return all(
        any(first <= ord(character) <= last for first, last in _coverage(path))
        for character in characters
    )


@cache
def _coverage(path: str) -> tuple[tuple[int, int], ...]:
    """The ranges of code points a font file has glyphs for; none if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return tuple(_character_ranges(file))
    except (OSError, struct.error, ValueError, OverflowError, MemoryError):
        return ()


def _character_ranges(file: IO[bytes]) -> Iterator[tuple[int, int]]:
    """The ranges of code points in a font's “cmap” table."""
    header = file.read(16)
    # A font collection gives the offset of its first font.
    start = struct.unpack_from(">L", header, 12)[0] if header[:4] == b"ttcf" else 0
    file.seek(start + 4)
    count = struct.unpack(">H", file.read(2))[0]
    file.seek(start + 12)
    directory = file.read(16 * count)
    tables = {}
    for number in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", directory, 16 * number)
        tables[tag] = offset, length
    # A font without outlines holds bitmaps, which cannot be drawn in a text colour.
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


@cache
def _system_fonts() -> tuple[str, ...]:
    """All font files of the device, regular sans-serif fonts first."""
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
    """Split a line, in the font `font` of the label, into runs of one font each."""
    parts: list[Run] = []
    for cluster in _visual_order(text):
        previous = parts[-1].font if parts else None
        chosen = _font_for(cluster, font, previous)
        if parts and chosen == previous:
            parts[-1] = Run(parts[-1].text + cluster, chosen)
        else:
            parts.append(Run(cluster, chosen))
    return tuple(parts)


def _font_for(cluster: str, font: str, previous: str | None) -> str | None:
    if cluster.isspace():
        # A space keeps the font of the word before it, so that the run is not split.
        return previous
    if has_characters(font, cluster):
        return None
    if previous is not None and has_characters(previous, cluster):
        return previous
    # The best font that has all characters of the cluster, or at least the first.
    return next(
        (
            path
            for wanted in (cluster, cluster[0])
            for path in _system_fonts()
            if has_characters(path, wanted)
        ),
        None,
    )


def _visual_order(text: str) -> Iterator[str]:
    """The clusters of a text from left to right."""
    clusters = _clusters(text)
    # Reverse one name at a time: the sentence around the names runs from left to right.
    for name in re.finditer("R[RN]*R|.", "".join(map(_direction, clusters))):
        yield from reversed(clusters[name.start() : name.end()])


def _clusters(text: str) -> list[str]:
    """Characters with their combining marks."""
    clusters: list[str] = []
    for character in text:
        if clusters and unicodedata.category(character) in ("Mn", "Me", "Cf"):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _direction(cluster: str) -> str:
    """R if it is written from right to left, N if its neighbours decide, otherwise L."""
    if unicodedata.bidirectional(cluster[0]) in ("R", "AL"):
        return "R"
    return "N" if cluster in _WITHIN_NAMES else "L"


@contextmanager
def _font(label: Any, font: str | None) -> Iterator[None]:
    original = label.options["font_name_r"]
    label.options["font_name_r"] = font or original
    try:
        yield
    finally:
        label.options["font_name_r"] = original


@cache
def install_font_fallback() -> None:
    """Make all labels of the app use fallback fonts from now on; once, however often called."""
    measure: Callable[[Any, str], tuple[int, int]] = Label.get_extents

    def measured_runs(label: Any, text: str) -> list[tuple[Run, int, int, int]]:
        """Every run with its distance from the top, its width and its height."""
        parts = []
        for run in runs(text, label.options["font_name_r"]):
            try:
                with _font(label, run.font):
                    parts.append((run, label.get_ascent(), *measure(label, run.text)))
            except (OSError, ValueError):
                # The font file cannot be used: the bundled font draws boxes.
                boxes = Run(run.text, None)
                parts.append((boxes, label.get_ascent(), *measure(label, run.text)))
        highest = max(ascent for _, ascent, *_ in parts)
        return [(run, highest - ascent, *size) for run, ascent, *size in parts]

    def get_extents(label: Any, text: str) -> tuple[int, int]:
        if _LATIN.fullmatch(text):
            return measure(label, text)
        parts = measured_runs(label, text)
        return sum(part[2] for part in parts), max(part[1] + part[3] for part in parts)

    def with_fallback(draw: Render) -> Render:
        def render_text(label: Any, text: str, x: int, y: int) -> None:
            if _LATIN.fullmatch(text):
                draw(label, text, x, y)
                return
            for run, below_top, width, _ in measured_runs(label, text):
                with _font(label, run.font):
                    draw(label, run.text, x, y + below_top)
                x += width

        return render_text

    Label.get_extents = get_extents
    wrap_text_renderer(with_fallback)
