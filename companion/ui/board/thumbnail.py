"""A small still picture of a board, for cards that stand for a game.

It is drawn once and kept as a file, so that a page of them can be shown before any board has been
read: only what is not kept yet asks for the board, one picture a frame, and nothing moves when it
comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from kivy.clock import Clock
from kivy.core.image import Image
from kivy.core.window import WindowBase
from kivy.graphics import Color, Mesh
from kivy.graphics.texture import Texture
from kivy.properties import NumericProperty, ObjectProperty, VariableListProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.bundled import bundled
from companion.rules.boards import Boards
from companion.rules.errors import Refused
from companion.store.files import make_folder, write_new
from companion.ui.look.theme import theme

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.state import GameState

_MOST = 30
"""How many pictures are kept; those not looked at for the longest time go first."""
_SETTLED = 0.2
"""Seconds until a card that changes its size gets a picture of the new one."""


class Scene(NamedTuple):
    """What a thumbnail shows."""

    name: str
    """Says everything that can be seen on it: what looks different has another name."""
    ask: Callable[[], tuple[Board, GameState | None]]
    """The board and the game on it, asked only when the picture has to be drawn; `Refused` if
    they cannot be had now."""


def empty_board(boards: Boards, id: str) -> Scene:
    """The scene of a board without a game."""
    return Scene(f"{id} as printed", lambda: (boards[id], None))


class Pictures:
    """The pictures kept as files, and those that wait to be drawn."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        """Where they are kept; None: nowhere, each is drawn when it is needed."""
        self._waiting: list[ref[BoardThumbnail]] = []
        self._next = Clock.create_trigger(self._draw_next)

    def kept(self, name: str) -> Texture | None:
        """A picture that was drawn before."""
        path = self._path(name)
        # Half a file, or one that is no picture, is as good as none; a pipe is not waited for.
        with suppress(Exception):
            if path is not None and path.is_file():
                path.touch()
                return Image(str(path), nocache=True).texture
        return None

    def keep(self, name: str, content: bytes) -> None:
        """Keep a picture; a full disk is no reason not to show it."""
        path = self._path(name)
        if path is None:
            return
        with suppress(OSError):
            make_folder(path.parent)
            new = path.with_suffix(".new")
            write_new(new, content, fsync=False)
            new.replace(path)
            pictures = sorted(path.parent.glob("*.png"), key=lambda each: each.stat().st_mtime)
            for old in pictures[:-_MOST]:
                old.unlink()

    def draw_later(self, thumbnail: BoardThumbnail) -> None:
        """Let a thumbnail draw itself when it is its turn: one a frame, those in sight first."""
        self._waiting.append(ref(thumbnail))
        self._next()

    def _draw_next(self, *_: object) -> None:
        there = [thumbnail for each in self._waiting if (thumbnail := each()) is not None]
        waiting = [thumbnail for thumbnail in there if thumbnail.is_on_a_page()]
        waiting.sort(key=lambda thumbnail: thumbnail.get_root_window() is None)
        self._waiting = [ref(thumbnail) for thumbnail in waiting[1:]]
        if waiting:
            waiting[0].draw()
        if self._waiting:
            self._next()

    def _path(self, name: str) -> Path | None:
        if self.folder is None:
            return None
        return self.folder / f"{sha256(f'{_edition()} {name}'.encode()).hexdigest()[:32]}.png"


@cache
def _edition() -> int:
    """When last changed what pictures are made of: board files, colours, the drawing itself."""
    here = Path(__file__).parent
    folders = (bundled("data/maps"), bundled("data/drawing"), here, here.parent / "look")
    files = (path for folder in folders for path in folder.iterdir() if path.is_file())
    return max(path.stat().st_mtime_ns for path in files)


pictures = Pictures()
"""The thumbnails of the running app."""


def _same(one: Scene | None, other: Scene | None) -> bool:
    return one is other or (one is not None and other is not None and one.name == other.name)


class BoardThumbnail(Widget):
    """A whole board without names; nothing happens when it is touched."""

    scene = ObjectProperty(None, allownone=True, comparator=_same)
    """The `Scene` to show."""
    corners = VariableListProperty([0])
    """How round it is, from the top left clockwise."""
    inset = NumericProperty(0)
    """How far it stays within its own bounds, where a card's outline shows."""

    def __init__(self, **properties: object) -> None:
        self._shown = ""
        self._texture: Texture | None = None
        """What is to be seen; a mesh without one has Kivy's, which is white."""
        super().__init__(**properties)
        with self.canvas:
            self._color = Color()
            self._mesh = Mesh(mode="triangle_fan")
        self._lie = Clock.create_trigger(self._fill, -1)
        self._renew = Clock.create_trigger(self._show, -1)
        self._renew_later = Clock.create_trigger(self._show, _SETTLED)
        for name in ("pos", "size", "corners", "inset"):
            self.fbind(name, self._place)
        self.fbind("scene", self._renew)
        theme.bind(dark=self._dress, board=self._tint)
        self._tint()
        self._place()

    def _place(self, *_: object) -> None:
        """Lie where the widget does; a picture of the right size comes at once or soon."""
        self._lie()
        renew = self._renew_later if self._shown else self._renew
        renew.cancel()
        renew()

    def _fill(self, *_: object) -> None:
        width, height = self._pixels()
        x, y = self.x + self.inset, self.y + self.inset
        outline = _rounded(width, height, self.corners)
        corners = self._texture.tex_coords if self._texture else (0,) * 8
        left, bottom, right, top = corners[0], corners[1], corners[2], corners[7]
        vertices: list[float] = []
        for across, up in ((width / 2, height / 2), *outline, outline[0]):
            u = left + (right - left) * across / width
            v = bottom + (top - bottom) * up / height
            vertices += (x + across, y + up, u, v)
        self._mesh.vertices = vertices
        self._mesh.indices = range(len(vertices) // 4)

    def _dress(self, *_: object) -> None:
        # The theme outlives this, and would keep a trigger for ever; a method it forgets.
        self._renew()

    def _tint(self, *_: object) -> None:
        self._color.rgba = (1, 1, 1, 1) if self._texture else theme.board

    def _show(self, *_: object) -> None:
        name = self._name()
        if name == self._shown:
            return
        texture = pictures.kept(name) if name else None
        if texture is None and name:
            pictures.draw_later(self)
        else:
            self._lay(name, texture)

    def _name(self) -> str:
        """Of the picture that should be seen now; nothing while there is no room for one."""
        width, height = self._pixels()
        if self.scene is None or min(width, height) <= 1:
            return ""
        return f"{self.scene.name} {width}x{height} {'dark' if theme.dark else 'light'}"

    def _pixels(self) -> tuple[int, int]:
        width, height = (max(round(side - 2 * self.inset), 1) for side in self.size)
        return width, height

    def draw(self) -> None:
        """Draw the picture that should be seen now, and keep it."""
        name = self._name()
        if name in ("", self._shown):
            return
        # Another card may have drawn the same meanwhile.
        texture = pictures.kept(name) or self._drawn(name)
        self._lay(name, texture)

    def _drawn(self, name: str) -> Texture | None:
        # Only now, because most pages show pictures that are kept.
        from companion.ui.board import still

        try:
            board, state = self.scene.ask()
        except Refused:
            # What cannot be read now may be read later: there is no picture of it until then.
            return None
        drawn = still.draw(board, state, self._pixels(), theme.palette)
        pictures.keep(name, still.png(drawn))
        return pictures.kept(name) or drawn.texture

    def is_on_a_page(self) -> bool:
        """Whether it is in sight or may come into sight again; a card that was removed is not."""
        top: Widget = self
        while top.parent is not None and top.parent is not top:
            top = top.parent
        return top is not self and isinstance(top, Screen | WindowBase)

    def _lay(self, name: str, texture: Texture | None) -> None:
        self._shown = name
        self._texture = self._mesh.texture = texture
        self._fill()
        self._tint()


def _rounded(width: float, height: float, corners: Sequence[float]) -> list[tuple[float, float]]:
    """The outline of a box with corners that round, from the top left clockwise."""
    top_left, top_right, bottom_right, bottom_left = corners
    middles = (
        (top_left, height - top_left, top_left, 180),
        (width - top_right, height - top_right, top_right, 90),
        (width - bottom_right, bottom_right, bottom_right, 0),
        (bottom_left, bottom_left, bottom_left, -90),
    )
    return [
        (x + radius * cos(radians(angle)), y + radius * sin(radians(angle)))
        for x, y, radius, start in middles
        for angle in (range(start, start - 91, -10) if radius else (start,))
    ]
