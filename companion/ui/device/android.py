"""Android 7 or newer. Java classes are loaded on first use."""

from __future__ import annotations

import errno
import re
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

from companion.drawing.palette import Rgba, text_on
from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import reason_of, unreadable_reason
from companion.store.files import read_chunks
from companion.store.import_preview import LARGEST_ARCHIVE
from companion.ui.device import Insets, Notify, SystemState

_OUR_CLASS = "org.railkeeper.Phone"
"""In data/android/java."""
_POLLS_PER_SECOND = 2
_ANDROID_10 = 29
_RESULT_OK = -1
"""Activity.RESULT_OK"""
_DOUBLE_TAP_TIME = 1
"""Seconds within which a second request for a file is a double tap."""
_LONGEST_NAME = 120
"""Bytes of a file name that every phone supports."""
_SHARED_FOLDER = "Download/Railkeeper/"
_KEEP_SHARED = 7 * 24 * 60 * 60
"""Seconds after which a shared file is deleted from the downloads."""

UseFile = Callable[[Any], None]
"""Called with the content URI of the chosen file."""


class AndroidPhone:
    """An Android phone or tablet."""

    def __init__(self) -> None:
        self._request_codes = count(0x7261)
        self._request: tuple[int, float, UseFile] | None = None
        """Code, time and callback of the file request that is not answered yet."""
        self._is_bound = False
        self._bars: tuple[Rgba, Rgba] | None = None
        self._last_state = SystemState(Insets(), dark=False, language="en")
        """Returned while Java cannot be asked."""

    def folder(self) -> Path:
        """The app's private storage, which survives updates and is backed up."""
        return Path(_java(_OUR_CLASS).folder()) / "railkeeper"

    def system_state(self) -> SystemState:
        """Insets, theme and language; since Android 15 the app is drawn behind the system bars."""
        with suppress(*_problems()):
            *edges, dark, language = str(_java(_OUR_CLASS).surroundings()).split(" ")
            self._last_state = SystemState(Insets(*map(float, edges)), dark == "1", language)
        return self._last_state

    def watch(self, changed: Callable[[SystemState], None]) -> None:
        """Poll the state: a rotation by 180° and a change of the theme send no event."""
        last = self.system_state()

        def poll(_: float) -> None:
            nonlocal last
            now = self.system_state()
            if now != last:
                last = now
                changed(now)

        # Kivy's clock pauses while the app is in the background.
        Clock.schedule_interval(poll, 1 / _POLLS_PER_SECOND)

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        """Set bar colours and icon colours on Android's UI thread."""
        if self._bars != (top, bottom):
            self._bars = top, bottom
            with suppress(*_problems()):
                _java(_OUR_CLASS).colorBars(*map(_argb, self._bars), *map(_is_light, self._bars))

    def keep_awake(self, awake: bool) -> None:
        """Let SDL set the window flag."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """Perform the haptic feedback of the view, which needs no permission."""
        with suppress(*_problems()):
            _java(_OUR_CLASS).tap()

    def share_text(self, text: str, notify: Notify) -> None:
        """Open Android's share sheet."""
        intent = _intent("ACTION_SEND", "text/plain")
        # pyjnius breaks emoji in a Python string.
        sent = _java("java.lang.String")(text.encode("utf-8"), "UTF-8")
        intent.putExtra(intent.EXTRA_TEXT, sent)
        _open_share_sheet(intent, notify)

    def share_file(self, name: str, content: bytes | Path, notify: Notify) -> None:
        """Save the file in Downloads, where other apps can read it, and open the share sheet.

        Before Android 10 that needs a permission: the keeper chooses where to save it instead.
        """
        kind = guess_type(name)[0] or "application/octet-stream"
        if _version() < _ANDROID_10:
            intent = _intent("ACTION_CREATE_DOCUMENT", kind)
            intent.addCategory(intent.CATEGORY_OPENABLE)
            intent.putExtra(intent.EXTRA_TITLE, name)
            self._request_file(intent, lambda uri: _save(uri, content, notify), notify)
            return
        try:
            uri = _save_to_downloads(name, kind, content)
        except _problems() as problem:
            notify(phrase("Not saved: {reason}.", reason=_reason(problem)), refused=True)
            return
        intent = _intent("ACTION_SEND", kind)
        intent.putExtra(intent.EXTRA_STREAM, _parcelable(uri))
        # The share sheet shows a preview of the file in the clip data.
        intent.setClipData(_java("android.content.ClipData").newRawUri(name, uri))
        intent.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
        if not _open_share_sheet(intent, notify):
            _try_to_delete(uri)

    def open_link(self, address: str, notify: Notify) -> None:
        """Open the link in its app, otherwise in the browser."""
        try:
            intent = _intent("ACTION_VIEW")
            intent.setData(_java("android.net.Uri").parse(address))
            _activity().startActivity(intent)
        except _problems():
            notify(phrase("No app on this phone can open this link."), refused=True)

    def choose_file(self, on_ready: Callable[[Path], None], notify: Notify) -> None:
        """Open Android's file picker and copy the chosen file into the app's cache."""
        # Many apps do not know the MIME type of a JSON file.
        intent = _intent("ACTION_OPEN_DOCUMENT", "*/*")
        intent.addCategory(intent.CATEGORY_OPENABLE)
        self._request_file(intent, lambda uri: _import_file(uri, on_ready, notify), notify)

    def opened_with(self, on_ready: Callable[[Path], None], notify: Notify) -> None:
        """Import the file the app was started with, and those it is opened with later."""
        from android import activity

        def import_file(address: str | None) -> None:
            if address is not None:
                file = _java("android.net.Uri").parse(address) if address else None
                _import_file(file, on_ready, notify)

        def read_intent(intent: Any) -> None:
            import_file(_java(_OUR_CLASS).addressIn(intent))

        import_file(_java(_OUR_CLASS).openedWith())
        # The listener runs on Android's thread.
        activity.bind(
            on_new_intent=lambda intent: Clock.schedule_once(lambda _: read_intent(intent))
        )

    def _request_file(self, intent: Any, use_file: UseFile, notify: Notify) -> None:
        """Start an activity that returns a file; only the last request is answered, once."""
        if self._request is not None and time() - self._request[1] < _DOUBLE_TAP_TIME:
            return
        code = next(self._request_codes)
        self._bind_results()
        self._request = code, time(), use_file
        try:
            _activity().startActivityForResult(intent, code)
        except _problems():
            self._request = None
            notify(phrase("No app on this phone can choose a file."), refused=True)

    def _bind_results(self) -> None:
        if self._is_bound:
            return
        from android import activity

        def on_result(code: int, result: int, intent: Any) -> None:
            if self._request is None or self._request[0] != code:
                return
            use_file = self._request[2]
            self._request = None
            if result == _RESULT_OK and not _is_null(intent):
                use_file(intent.getData())

        # The listener runs on Android's thread.
        activity.bind(
            on_activity_result=lambda *result: Clock.schedule_once(lambda _: on_result(*result))
        )
        self._is_bound = True


def _java(name: str) -> Any:
    from jnius import autoclass

    return autoclass(name)


def _activity() -> Any:
    return _java("org.kivy.android.PythonActivity").mActivity


def _version() -> int:
    return int(_java("android.os.Build$VERSION").SDK_INT)


def _problems() -> tuple[type[Exception], ...]:
    """The exceptions that a call to Android can raise."""
    from jnius import JavaException

    return (JavaException, OSError, Refused)


def _reason(problem: Exception, os_reason: Callable[[OSError], Phrase] = reason_of) -> Phrase:
    """The reason of a failure: half a sentence, without the message of Java or the system."""
    if isinstance(problem, Refused):
        return problem.phrase
    if isinstance(problem, OSError):
        return os_reason(problem)
    # Java quotes the operating system: "write failed: ENOSPC (No space left on device)".
    for name in re.findall(r"\bE[A-Z]+\b", str(getattr(problem, "innermessage", ""))):
        if hasattr(errno, name):
            return os_reason(OSError(getattr(errno, name), name))
    name = str(getattr(problem, "classname", "") or type(problem).__name__).rpartition(".")[2]
    return phrase("the device reported an error ({name})", name=name)


def _is_null(value: Any) -> bool:
    """Whether a callback argument is null: pyjnius wraps null in an object there."""
    return value is None or bool(_java("java.util.Objects").isNull(value))


def _not_none(value: Any) -> Any:
    """Return the result of a Java call; `Refused` if it is null."""
    if value is None:
        raise Refused(phrase("Android does not allow access to it"))
    return value


def _argb(color: Rgba) -> int:
    """A colour as a signed 32-bit integer, as Java has it."""
    red, green, blue = (round(part * 255) for part in color[:3])
    return (red << 16 | green << 8 | blue) - 0x1000000


def _is_light(color: Rgba) -> bool:
    return sum(text_on(color)[:3]) < sum(color[:3])


def _intent(action: str, kind: str = "") -> Any:
    intent = _java("android.content.Intent")()
    intent.setAction(getattr(intent, action))
    if kind:
        intent.setType(kind)
    return intent


def _parcelable(uri: Any) -> Any:
    from jnius import cast

    return cast("android.os.Parcelable", uri)


def _open_share_sheet(intent: Any, notify: Notify) -> bool:
    try:
        _activity().startActivity(_java("android.content.Intent").createChooser(intent, None))
    except _problems():
        notify(phrase("No app on this phone can send this."), refused=True)
        return False
    notify(phrase("Choose where to send it."))
    return True


def _save_to_downloads(name: str, kind: str, content: bytes | Path) -> Any:
    """Save a file where other apps can read it; the app needs no permission for that."""
    columns = _java("android.provider.MediaStore$MediaColumns")
    downloads = _java("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
    # Delete only old files of this app.
    old = f"{columns.OWNER_PACKAGE_NAME}=? AND {columns.RELATIVE_PATH}=? AND {columns.DATE_ADDED}<?"
    before = str(int(time()) - _KEEP_SHARED)
    _try_to_delete(downloads, old, [_activity().getPackageName(), _SHARED_FOLDER, before])
    values = _java("android.content.ContentValues")()
    values.put(columns.DISPLAY_NAME, name)
    values.put(columns.MIME_TYPE, kind)
    values.put(columns.RELATIVE_PATH, _SHARED_FOLDER)
    uri = _not_none(_activity().getContentResolver().insert(downloads, values))
    try:
        _write(uri, content)
    except _problems():
        _try_to_delete(uri)
        raise
    return uri


def _try_to_delete(uri: Any, where: str | None = None, values: list[str] | None = None) -> None:
    with suppress(*_problems()):
        _activity().getContentResolver().delete(uri, where, values)


def _write(uri: Any, content: bytes | Path) -> None:
    stream = _not_none(_activity().getContentResolver().openOutputStream(uri))
    try:
        for piece in read_chunks(content) if isinstance(content, Path) else [content]:
            stream.write(piece)
    finally:
        stream.close()


def _save(uri: Any, content: bytes | Path, notify: Notify) -> None:
    """Write the document the keeper chose."""
    try:
        _write(_not_none(uri), content)
    except _problems() as problem:
        notify(phrase("Not saved: {reason}.", reason=_reason(problem)), refused=True)
    else:
        notify(phrase("Saved."))


def _import_file(uri: Any, on_ready: Callable[[Path], None], notify: Notify) -> None:
    try:
        path = _copy(_not_none(uri))
    except _problems() as problem:
        reason = _reason(problem, unreadable_reason)
        notify(phrase("The file cannot be read: {reason}.", reason=reason), refused=True)
    else:
        on_ready(path)


def _copy(uri: Any) -> Path:
    """Copy a file into the app's cache, no more of it than an import reads."""
    folder = Path(_not_none(_activity().getCacheDir()).getAbsolutePath()) / "incoming"
    opened = _not_none(_activity().getContentResolver().openFileDescriptor(uri, "r"))
    with fdopen(opened.detachFd(), "rb") as source:
        rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        path = folder / _name_of(uri)
        with path.open("wb") as copy:
            while copy.tell() <= LARGEST_ARCHIVE and (part := source.read(1024 * 1024)):
                copy.write(part)
    return path


def _name_of(uri: Any) -> str:
    """The name of the file, or a default if it has none that can be used."""
    try:
        columns = [_java("android.provider.OpenableColumns").DISPLAY_NAME]
        resolver = _activity().getContentResolver()
        rows = _not_none(resolver.query(uri, columns, None, None, None))
        try:
            name = str(rows.getString(0) or "") if rows.moveToFirst() else ""
        finally:
            rows.close()
    except _problems():
        name = ""
    is_name = name.strip(".") and name.isprintable() and name == Path(name).name
    return name if is_name and len(name.encode()) <= _LONGEST_NAME else "record.json"
