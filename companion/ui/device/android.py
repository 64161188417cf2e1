"""An Android phone, version 7 or newer. Java is asked only when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from mimetypes import guess_type
from os import fdopen
from pathlib import Path
from shutil import rmtree
from time import time
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.drawing.palette import Rgba, ink_on
from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase, untranslated
from companion.store.errors import reason_of
from companion.store.files import read_chunks
from companion.store.import_preview import LARGEST_ARCHIVE
from companion.ui.device import Insets, Surroundings, Tell

_OUR_CLASS = "org.railkeeper.Phone"
"""In data/android/java."""
_LOOKS_A_SECOND = 2
_ANDROID_10 = 29
_CHOSEN = -1
"""Android's number for an answer that is not empty."""
_SAME_TAP = 1
"""Seconds in which a second question is the first one, tapped twice."""
_LONGEST = 120
"""Bytes of a file's name that every phone can keep."""
_SHARED_FOLDER = "Download/Railkeeper/"
_OLD = 7 * 24 * 60 * 60
"""Seconds after which what was shared has long arrived."""

Answered = Callable[[Any], None]
"""What is done with the address that somebody chose."""


class AndroidPhone:
    """The phone in the score keeper's hand."""

    def __init__(self) -> None:
        self._numbers = count(0x7261)
        self._question: tuple[int, float, Answered] | None = None
        """The number, the time and the purpose of the question that is not answered yet."""
        self._listening = False
        self._bars: tuple[Rgba, Rgba] | None = None
        self._known = Surroundings(Insets(), dark=False, language="en")
        """What was so when it could last be asked."""

    def folder(self) -> Path:
        """The app's private storage, which an update leaves alone and a backup holds."""
        return Path(_java(_OUR_CLASS).folder()) / "railkeeper"

    def surroundings(self) -> Surroundings:
        """System bars and camera, over which Android draws the app since version 15, and more."""
        with suppress(*_problems()):
            *edges, dark, language = str(_java(_OUR_CLASS).surroundings()).split(" ")
            self._known = Surroundings(Insets(*map(float, edges)), dark == "1", language)
        return self._known

    def watch(self, changed: Callable[[Surroundings], None]) -> None:
        """Look from time to time: a turn by half a circle and a tile of the system tell nobody."""
        known = self.surroundings()

        def look(_: float) -> None:
            nonlocal known
            now = self.surroundings()
            if now != known:
                known = now
                changed(now)

        # Kivy's clock stands still while the app is not in front.
        Clock.schedule_interval(look, 1 / _LOOKS_A_SECOND)

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        """On the thread that owns the window."""
        if self._bars != (top, bottom):
            self._bars = top, bottom
            with suppress(*_problems()):
                _java(_OUR_CLASS).colorBars(*map(_argb, self._bars), *map(_is_light, self._bars))

    def keep_awake(self, awake: bool) -> None:
        """SDL sets the window's flag, on the thread that owns it."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """A touch of the view's own haptic feedback."""
        with suppress(*_problems()):
            _java(_OUR_CLASS).tap()

    def share_text(self, text: str, tell: Tell) -> None:
        """Open the share sheet."""
        intent = _intent("ACTION_SEND", "text/plain")
        # Given as text, a name with an emoji in it would arrive broken.
        sent = _java("java.lang.String")(text.encode("utf-8"), "UTF-8")
        intent.putExtra(intent.EXTRA_TEXT, sent)
        _open_sheet(intent, tell)

    def share_file(self, name: str, content: bytes | Path, tell: Tell) -> None:
        """Put it where other apps may read it and open the share sheet.

        Before Android 10 there is no such place without a permission: the keeper names a document.
        """
        kind = guess_type(name)[0] or "application/octet-stream"
        if _version() < _ANDROID_10:
            intent = _intent("ACTION_CREATE_DOCUMENT", kind)
            intent.addCategory(intent.CATEGORY_OPENABLE)
            intent.putExtra(intent.EXTRA_TITLE, name)
            self._ask(intent, lambda address: _save(address, content, tell), tell)
            return
        try:
            address = _put_among_the_downloads(name, kind, content)
        except _problems() as problem:
            tell(phrase("Not saved: {reason}.", reason=_reason(problem)), refused=True)
            return
        intent = _intent("ACTION_SEND", kind)
        intent.putExtra(intent.EXTRA_STREAM, _parcelable(address))
        # The sheet shows a picture of what it may read.
        intent.setClipData(_java("android.content.ClipData").newRawUri(name, address))
        intent.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
        if not _open_sheet(intent, tell):
            _try_to_delete(address)

    def open_link(self, address: str, tell: Tell) -> None:
        """Open the app the link belongs to, else the browser."""
        try:
            intent = _intent("ACTION_VIEW")
            intent.setData(_java("android.net.Uri").parse(address))
            _activity().startActivity(intent)
        except _problems():
            tell(phrase("Nothing on this phone can open this link."), refused=True)

    def incoming(self, on_ready: Callable[[Path], None], tell: Tell) -> None:
        """Open the system's file picker and copy what is chosen to where the app may read it."""
        # Many apps that pass a file on do not know that it is JSON.
        intent = _intent("ACTION_OPEN_DOCUMENT", "*/*")
        intent.addCategory(intent.CATEGORY_OPENABLE)
        self._ask(intent, lambda address: _bring_in(address, on_ready, tell), tell)

    def opened_with(self, on_ready: Callable[[Path], None], tell: Tell) -> None:
        """Look at what the app was started with, and at everything it is opened with later."""
        from android import activity

        def bring_in(address: str | None) -> None:
            if address is not None:
                file = _java("android.net.Uri").parse(address) if address else None
                _bring_in(file, on_ready, tell)

        def look_at(intent: Any) -> None:
            bring_in(_java(_OUR_CLASS).addressIn(intent))

        bring_in(_java(_OUR_CLASS).openedWith())
        # Android is still going through its listeners, on its own thread.
        activity.bind(on_new_intent=lambda intent: Clock.schedule_once(lambda _: look_at(intent)))

    def _ask(self, intent: Any, answered: Answered, tell: Tell) -> None:
        """Let another app answer; what is asked last is answered, and once."""
        if self._question is not None and time() - self._question[1] < _SAME_TAP:
            return
        number = next(self._numbers)
        self._listen()
        self._question = number, time(), answered
        try:
            _activity().startActivityForResult(intent, number)
        except _problems():
            self._question = None
            tell(phrase("Nothing on this phone can choose a file."), refused=True)

    def _listen(self) -> None:
        if self._listening:
            return
        from android import activity

        def arrived(number: int, answer: int, intent: Any) -> None:
            if self._question is None or self._question[0] != number:
                return
            answered = self._question[2]
            self._question = None
            if answer == _CHOSEN and not _is_nothing(intent):
                answered(intent.getData())

        # Android is still going through its listeners, on its own thread.
        activity.bind(
            on_activity_result=lambda *answer: Clock.schedule_once(lambda _: arrived(*answer))
        )
        self._listening = True


def _java(name: str) -> Any:
    from jnius import autoclass

    return autoclass(name)


def _activity() -> Any:
    return _java("org.kivy.android.PythonActivity").mActivity


def _version() -> int:
    return int(_java("android.os.Build$VERSION").SDK_INT)


def _problems() -> tuple[type[Exception], ...]:
    """What can go wrong when Android is asked for something."""
    from jnius import JavaException

    return (JavaException, OSError, Refused)


def _reason(problem: Exception) -> Phrase:
    """Why, without the lines of Java that led there."""
    if isinstance(problem, Refused):
        return problem.phrase
    if isinstance(problem, OSError):
        return reason_of(problem)
    message = getattr(problem, "innermessage", None) or getattr(problem, "classname", None)
    return untranslated(str(message or problem).partition("\n")[0])


def _is_nothing(thing: Any) -> bool:
    """What comes with a call back is never None: nothing is wrapped too, and must not be asked."""
    return thing is None or bool(_java("java.util.Objects").isNull(thing))


def _given(answer: Any) -> Any:
    """An answer that Android may leave out."""
    if answer is None:
        raise Refused(phrase("Android gives no access to it"))
    return answer


def _argb(color: Rgba) -> int:
    """A colour as Java has it: a whole number with a sign."""
    red, green, blue = (round(part * 255) for part in color[:3])
    return (red << 16 | green << 8 | blue) - 0x1000000


def _is_light(color: Rgba) -> bool:
    return sum(ink_on(color)[:3]) < sum(color[:3])


def _intent(action: str, kind: str = "") -> Any:
    intent = _java("android.content.Intent")()
    intent.setAction(getattr(intent, action))
    if kind:
        intent.setType(kind)
    return intent


def _parcelable(address: Any) -> Any:
    from jnius import cast

    return cast("android.os.Parcelable", address)


def _open_sheet(intent: Any, tell: Tell) -> bool:
    try:
        _activity().startActivity(_java("android.content.Intent").createChooser(intent, None))
    except _problems():
        tell(phrase("Nothing on this phone can send this."), refused=True)
        return False
    tell(phrase("Choose where to send it."))
    return True


def _put_among_the_downloads(name: str, kind: str, content: bytes | Path) -> Any:
    """Other apps may read it there, and the app needs no permission to write it."""
    columns = _java("android.provider.MediaStore$MediaColumns")
    downloads = _java("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
    # What was shared long ago goes first; what others put there is theirs.
    old = f"{columns.OWNER_PACKAGE_NAME}=? AND {columns.RELATIVE_PATH}=? AND {columns.DATE_ADDED}<?"
    before = str(int(time()) - _OLD)
    _try_to_delete(downloads, old, [_activity().getPackageName(), _SHARED_FOLDER, before])
    values = _java("android.content.ContentValues")()
    values.put(columns.DISPLAY_NAME, name)
    values.put(columns.MIME_TYPE, kind)
    values.put(columns.RELATIVE_PATH, _SHARED_FOLDER)
    address = _given(_activity().getContentResolver().insert(downloads, values))
    try:
        _write(address, content)
    except _problems():
        _try_to_delete(address)
        raise
    return address


def _try_to_delete(address: Any, where: str | None = None, values: list[str] | None = None) -> None:
    with suppress(*_problems()):
        _activity().getContentResolver().delete(address, where, values)


def _write(address: Any, content: bytes | Path) -> None:
    stream = _given(_activity().getContentResolver().openOutputStream(address))
    try:
        for piece in read_chunks(content) if isinstance(content, Path) else [content]:
            stream.write(piece)
    finally:
        stream.close()


def _save(address: Any, content: bytes | Path, tell: Tell) -> None:
    """Write the document that the keeper has named."""
    try:
        _write(_given(address), content)
    except _problems() as problem:
        tell(phrase("Not saved: {reason}.", reason=_reason(problem)), refused=True)
    else:
        tell(phrase("Saved."))


def _bring_in(address: Any, on_ready: Callable[[Path], None], tell: Tell) -> None:
    try:
        path = _copied(_given(address))
    except _problems() as problem:
        tell(phrase("The file cannot be read: {reason}.", reason=_reason(problem)), refused=True)
    else:
        on_ready(path)


def _copied(address: Any) -> Path:
    """No more of a file than an import would read, in the app's cache and under its own name."""
    folder = Path(_given(_activity().getCacheDir()).getAbsolutePath()) / "incoming"
    opened = _given(_activity().getContentResolver().openFileDescriptor(address, "r"))
    with fdopen(opened.detachFd(), "rb") as source:
        rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        path = folder / _name_of(address)
        with path.open("wb") as copy:
            while copy.tell() <= LARGEST_ARCHIVE and (part := source.read(1024 * 1024)):
                copy.write(part)
    return path


def _name_of(address: Any) -> str:
    """What the file is called where it comes from, if that can be asked and is a name."""
    try:
        columns = [_java("android.provider.OpenableColumns").DISPLAY_NAME]
        resolver = _activity().getContentResolver()
        rows = _given(resolver.query(address, columns, None, None, None))
        try:
            name = str(rows.getString(0) or "") if rows.moveToFirst() else ""
        finally:
            rows.close()
    except _problems():
        name = ""
    is_name = name.strip(".") and name.isprintable() and name == Path(name).name
    return name if is_name and len(name.encode()) <= _LONGEST else "record.json"
