"""Android 7 or newer: Java calls, and copies of files that other apps provide."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from mimetypes import guess_type
from os import fdopen, fstat
from pathlib import Path
from shutil import rmtree
from threading import Thread
from time import monotonic, time
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.drawing.palette import Rgba, text_on
from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import (
    NOTHING_IMPORTED,
    Cancelled,
    Progress,
    Stopped,
    reason_of,
    unreadable_reason,
)
from companion.store.files import read_chunks
from companion.ui.device import FileSource, Insets, NetworkAddress, Notify, SystemState


def java_class(name: str) -> Any:
    """A Java class, loaded on first use."""
    from jnius import autoclass

    return autoclass(name)


def current_activity() -> Any:
    """The activity of the app."""
    return java_class("org.kivy.android.PythonActivity").mActivity


def android_version() -> int:
    """The API level of this device."""
    return int(java_class("android.os.Build$VERSION").SDK_INT)


def problems() -> tuple[type[Exception], ...]:
    """The exceptions that a call to Android can raise."""
    from jnius import JavaException

    return (JavaException, OSError, Refused)


def reason_for(problem: Exception, os_reason: Callable[[OSError], Phrase] = reason_of) -> Phrase:
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


def is_null(value: Any) -> bool:
    """Whether a callback argument is null: pyjnius wraps null in an object there."""
    return value is None or bool(java_class("java.util.Objects").isNull(value))


def not_none(value: Any) -> Any:
    """Return the result of a Java call; `Refused` if it is null."""
    if value is None:
        raise Refused(phrase("Android does not allow access to it"))
    return value


LARGEST_COPY = 64 * 1024 * 1024
"""Bytes of a file from another app."""
PATIENCE = 15.0
"""Seconds without a byte after which another app does not answer."""
_POLL_TIME = 0.05
"""Seconds between two questions whether to stop."""
_CHUNK = 64 * 1024
_LONGEST_NAME = 120
"""Bytes of a file name that every phone supports."""


def cannot_read(problem: Exception) -> Phrase:
    """The refusal to import a file."""
    return phrase(
        "The file cannot be read: {reason}.", reason=reason_for(problem, unreadable_reason)
    )


def fetch_file(
    resolver: Any, uri: Any, folder: Path, progress: Progress, cancelled: Cancelled
) -> Path:
    """Copy a file of another app; `Refused` if that app fails or does not answer."""
    copy = _Copy(resolver, uri, folder)
    copy.start()
    done, since, is_copying = 0, monotonic(), True
    while is_copying:
        copy.join(_POLL_TIME)
        is_copying = copy.is_alive()
        if cancelled():
            copy.is_cancelled = True
            raise Stopped(NOTHING_IMPORTED)
        if copy.done > done:
            done, since = copy.done, monotonic()
            progress(done, max(done, copy.size))
        elif is_copying and monotonic() - since > PATIENCE:
            copy.is_cancelled = True
            raise Refused(phrase("The app that provides the file is not responding."))
    if copy.path is None:
        raise Refused(cannot_read(copy.problem))
    return copy.path


class _Copy(Thread):
    """Copies a file into the app's cache. A call of another app may never return."""

    def __init__(self, resolver: Any, uri: Any, folder: Path) -> None:
        super().__init__(name="copy", daemon=True)
        self._resolver = resolver
        self._uri = uri
        self._folder = folder
        self.path: Path | None = None
        """The complete copy."""
        self.problem: Exception = Refused(phrase("Android does not allow access to it"))
        """Why there is no copy."""
        self.done = self.size = 0
        """Bytes copied, and in all as far as known."""
        self.is_cancelled = False

    def run(self) -> None:
        """Copy the file."""
        from jnius import detach

        try:
            self.path = self._copy()
        except Exception as problem:
            self.problem = problem
            rmtree(self._folder, ignore_errors=True)
        finally:
            # Android ends the app if a thread ends without this.
            detach()

    def _copy(self) -> Path | None:
        opened = not_none(self._resolver.openFileDescriptor(self._uri, "r"))
        with fdopen(opened.detachFd(), "rb", buffering=0) as source:
            self.size = fstat(source.fileno()).st_size
            name = _name_of(self._resolver, self._uri)
            if self.is_cancelled:
                return None
            rmtree(self._folder, ignore_errors=True)
            self._folder.mkdir(parents=True)
            path = self._folder / name
            with path.open("wb") as copy:
                while part := source.read(_CHUNK):
                    if self.is_cancelled:
                        return None
                    self.done += copy.write(part)
                    if self.done > LARGEST_COPY:
                        limit = LARGEST_COPY // 1024**2
                        raise Refused(phrase("larger than {limit} MB", limit=limit))
        return path


def _name_of(resolver: Any, uri: Any) -> str:
    """The name of the file, or a default if it has none that can be used."""
    try:
        columns = [java_class("android.provider.OpenableColumns").DISPLAY_NAME]
        rows = not_none(resolver.query(uri, columns, None, None, None))
        try:
            name = str(rows.getString(0) or "") if rows.moveToFirst() else ""
        finally:
            rows.close()
    except problems():
        name = ""
    is_name = name.strip(".") and name.isprintable() and name == Path(name).name
    return name if is_name and len(name.encode()) <= _LONGEST_NAME else "record.json"


_OUR_CLASS = "org.railkeeper.Phone"
"""In data/android/java."""
_POLLS_PER_SECOND = 2
_ANDROID_10 = 29
_RESULT_OK = -1
"""Activity.RESULT_OK"""
_DOUBLE_TAP_TIME = 1
"""Seconds within which a second request for a file is a double tap."""
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
        self._last_state = SystemState(Insets(), dark=False, language="en")
        """Returned while Java cannot be asked."""
        _listen("on_activity_result", self._use_result)

    def folder(self) -> Path:
        """The app's private storage, which survives updates and is backed up."""
        return Path(java_class(_OUR_CLASS).folder()) / "railkeeper"

    def system_state(self) -> SystemState:
        """The state; since Android 15 the app is drawn behind the system bars."""
        with suppress(*problems()):
            *edges, dark, reduced, language = str(java_class(_OUR_CLASS).surroundings()).split(" ")
            insets = Insets(*map(float, edges))
            self._last_state = SystemState(insets, dark == "1", language, reduced == "1")
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
        bars = top, bottom
        with suppress(*problems()):
            java_class(_OUR_CLASS).colorBars(*map(_argb, bars), *map(_is_light, bars))

    def keep_awake(self, awake: bool) -> None:
        """Let SDL set the window flag."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """Perform the haptic feedback of the view, which needs no permission."""
        with suppress(*problems()):
            java_class(_OUR_CLASS).tap()

    def network_addresses(self) -> tuple[NetworkAddress, ...]:
        """The addresses of all interfaces, which Java lists without a permission."""
        from companion.ui.device.network import reachable_addresses

        try:
            lines = str(java_class(_OUR_CLASS).networkAddresses()).splitlines()
        except problems():
            return ()
        pairs = (line.split(" ", 1) for line in lines)
        return reachable_addresses(NetworkAddress(address, name) for address, name in pairs)

    def share_text(self, text: str, notify: Notify) -> None:
        """Open Android's share sheet."""
        intent = _intent("ACTION_SEND", "text/plain")
        # pyjnius breaks emoji in a Python string.
        sent = java_class("java.lang.String")(text.encode("utf-8"), "UTF-8")
        intent.putExtra(intent.EXTRA_TEXT, sent)
        _open_share_sheet(intent, notify)

    def share_file(self, name: str, content: bytes | Path, notify: Notify) -> None:
        """Save the file in Downloads, where other apps can read it, and open the share sheet.

        Before Android 10 that needs a permission: the keeper chooses where to save it instead.
        """
        kind = guess_type(name)[0] or "application/octet-stream"
        if android_version() < _ANDROID_10:
            intent = _intent("ACTION_CREATE_DOCUMENT", kind)
            intent.addCategory(intent.CATEGORY_OPENABLE)
            intent.putExtra(intent.EXTRA_TITLE, name)
            self._request_file(intent, lambda uri: _save(uri, content, notify), notify)
            return
        try:
            uri = _save_to_downloads(name, kind, content)
        except problems() as problem:
            notify(phrase("Not saved: {reason}.", reason=reason_for(problem)), refused=True)
            return
        intent = _intent("ACTION_SEND", kind)
        intent.putExtra(intent.EXTRA_STREAM, _parcelable(uri))
        # The share sheet shows a preview of the file in the clip data.
        intent.setClipData(java_class("android.content.ClipData").newRawUri(name, uri))
        intent.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
        if not _open_share_sheet(intent, notify):
            _try_to_delete(uri)

    def open_link(self, address: str, notify: Notify) -> None:
        """Open the link in its app, otherwise in the browser."""
        try:
            intent = _intent("ACTION_VIEW")
            intent.setData(java_class("android.net.Uri").parse(address))
            current_activity().startActivity(intent)
        except problems():
            notify(phrase("No app on this phone can open this link."), refused=True)

    def choose_file(self, on_ready: Callable[[FileSource], None], notify: Notify) -> None:
        """Open Android's file picker; the chosen file is copied into the app's cache."""
        # Many apps do not know the MIME type of a JSON file.
        intent = _intent("ACTION_OPEN_DOCUMENT", "*/*")
        intent.addCategory(intent.CATEGORY_OPENABLE)
        self._request_file(intent, lambda uri: _offer_file(uri, on_ready, notify), notify)

    def opened_with(self, on_ready: Callable[..., None], notify: Notify) -> None:
        """Import the file the app was started with, and those it is opened with later."""

        def import_file(address: str | None) -> None:
            if address is not None:
                file = java_class("android.net.Uri").parse(address) if address else None
                _offer_file(file, on_ready, notify)

        def read_intent(intent: Any) -> None:
            import_file(java_class(_OUR_CLASS).addressIn(intent))

        import_file(java_class(_OUR_CLASS).openedWith())
        _listen("on_new_intent", read_intent)

    def _request_file(self, intent: Any, use_file: UseFile, notify: Notify) -> None:
        """Start an activity that returns a file; only the last request is answered, once."""
        if self._request is not None and time() - self._request[1] < _DOUBLE_TAP_TIME:
            return
        code = next(self._request_codes)
        self._request = code, time(), use_file
        try:
            current_activity().startActivityForResult(intent, code)
        except problems():
            self._request = None
            notify(phrase("No app on this phone can choose a file."), refused=True)

    def _use_result(self, code: int, result: int, intent: Any) -> None:
        if self._request is None or self._request[0] != code:
            return
        use_file = self._request[2]
        self._request = None
        if result == _RESULT_OK and not is_null(intent):
            use_file(intent.getData())


def _listen(event: str, listener: Callable[..., None]) -> None:
    """Call a listener of the activity in the main thread; Android calls it in its own."""
    from android import activity

    activity.bind(**{event: lambda *got: Clock.schedule_once(lambda _: listener(*got))})


def _argb(color: Rgba) -> int:
    """A colour as a signed 32-bit integer, as Java has it."""
    red, green, blue = (round(part * 255) for part in color[:3])
    return (red << 16 | green << 8 | blue) - 0x1000000


def _is_light(color: Rgba) -> bool:
    return sum(text_on(color)[:3]) < sum(color[:3])


def _intent(action: str, kind: str = "") -> Any:
    intent = java_class("android.content.Intent")()
    intent.setAction(getattr(intent, action))
    if kind:
        intent.setType(kind)
    return intent


def _resolver() -> Any:
    return current_activity().getContentResolver()


def _parcelable(uri: Any) -> Any:
    from jnius import cast

    return cast("android.os.Parcelable", uri)


def _open_share_sheet(intent: Any, notify: Notify) -> bool:
    try:
        current_activity().startActivity(java_class(_OUR_CLASS).shareSheet(intent))
    except problems():
        notify(phrase("No app on this phone can send this."), refused=True)
        return False
    notify(phrase("Choose where to send it."))
    return True


def _save_to_downloads(name: str, kind: str, content: bytes | Path) -> Any:
    """Save a file where other apps can read it; the app needs no permission for that."""
    columns = java_class("android.provider.MediaStore$MediaColumns")
    downloads = java_class("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
    # Delete only old files of this app.
    old = f"{columns.OWNER_PACKAGE_NAME}=? AND {columns.RELATIVE_PATH}=? AND {columns.DATE_ADDED}<?"
    before = str(int(time()) - _KEEP_SHARED)
    _try_to_delete(downloads, old, [current_activity().getPackageName(), _SHARED_FOLDER, before])
    values = java_class("android.content.ContentValues")()
    values.put(columns.DISPLAY_NAME, name)
    values.put(columns.MIME_TYPE, kind)
    values.put(columns.RELATIVE_PATH, _SHARED_FOLDER)
    uri = not_none(_resolver().insert(downloads, values))
    try:
        _write(uri, content)
    except problems():
        _try_to_delete(uri)
        raise
    return uri


def _try_to_delete(uri: Any, where: str | None = None, values: list[str] | None = None) -> None:
    with suppress(*problems()):
        _resolver().delete(uri, where, values)


def _write(uri: Any, content: bytes | Path) -> None:
    stream = not_none(_resolver().openOutputStream(uri))
    try:
        for piece in read_chunks(content) if isinstance(content, Path) else [content]:
            stream.write(piece)
    finally:
        stream.close()


def _save(uri: Any, content: bytes | Path, notify: Notify) -> None:
    """Write the document the keeper chose."""
    try:
        _write(not_none(uri), content)
    except problems() as problem:
        with suppress(*problems()):
            documents = java_class("android.provider.DocumentsContract")
            documents.deleteDocument(_resolver(), uri)
        notify(phrase("Not saved: {reason}.", reason=reason_for(problem)), refused=True)
    else:
        notify(phrase("Saved."))


def _offer_file(uri: Any, on_ready: Callable[[FileSource], None], notify: Notify) -> None:
    try:
        if not str(not_none(uri).toString()).startswith("content://"):
            raise Refused(phrase("Android does not allow access to it"))
        # In the main thread: other threads cannot load the classes of the app.
        resolver, cache = _resolver(), not_none(current_activity().getCacheDir())
        folder = Path(cache.getAbsolutePath()) / "incoming"
    except problems() as problem:
        notify(cannot_read(problem), refused=True)
    else:
        on_ready(lambda progress, cancelled: fetch_file(resolver, uri, folder, progress, cancelled))
