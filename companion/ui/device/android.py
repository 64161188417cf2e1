"""An Android phone, version 7 or newer. Java is asked only when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from mimetypes import guess_type
from os import fdopen
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window

from companion.rules import Phrase
from companion.rules.wording import say
from companion.store.arrivals import LARGEST_ARCHIVE
from companion.store.errors import NotSaved
from companion.ui.device import Insets

_NIGHT_MASK, _NIGHT_YES = 0x30, 0x20
_KEYBOARD_TAP = 3
_ANDROID_10, _ANDROID_15 = 29, 35
_CHOOSING, _CHOSEN = 0x7261, -1
"""A number that tells our question from others, and Android's for an answer that is not empty."""


class AndroidPhone:
    """The phone in the score keeper's hand."""

    def folder(self) -> Path:
        """The app's private storage, which an update leaves alone."""
        return Path(_activity().getFilesDir().getAbsolutePath()) / "railkeeper"

    def language(self) -> str:
        """The phone's first language."""
        return str(_configuration().getLocales().get(0).getLanguage())

    def dark(self) -> bool:
        """Whether night mode is on."""
        return bool(_configuration().uiMode & _NIGHT_MASK == _NIGHT_YES)

    def keep_awake(self, awake: bool) -> None:
        """SDL sets the window's flag, on the thread that owns it."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """A touch of the view's own haptic feedback, which needs no permission."""
        from android.runnable import run_on_ui_thread

        run_on_ui_thread(_tap)()

    def insets(self) -> Insets:
        """System bars and camera, over which Android draws the app since version 15."""
        if _version() < _ANDROID_15:
            return Insets()
        insets = _activity().getWindow().getDecorView().getRootWindowInsets()
        if insets is None:
            return Insets()
        kinds = _java("android.view.WindowInsets$Type")
        bars = insets.getInsets(kinds.systemBars() | kinds.displayCutout())
        return Insets(bars.left, bars.top, bars.right, bars.bottom)

    def share_text(self, text: str) -> Phrase:
        """Open the share sheet."""
        intent = _sending("text/plain")
        # Given as text, a name with an emoji in it would arrive broken.
        sent = _java("java.lang.String")(text.encode("utf-8"), "UTF-8")
        intent.putExtra(intent.EXTRA_TEXT, sent)
        _open_sheet(intent)
        return say("Choose where to send it.")

    def share_file(self, name: str, content: bytes) -> Phrase:
        """Save it among the downloads and open the share sheet."""
        from jnius import JavaException, cast

        kind = guess_type(name)[0] or "application/octet-stream"
        try:
            if _version() < _ANDROID_10:
                address = _in_the_cache(name, content)
            else:
                address = _in_the_downloads(name, kind, content)
        except (JavaException, OSError) as error:
            raise NotSaved(say("Not saved: {reason}.", reason=str(error))) from error
        intent = _sending(kind)
        intent.putExtra(intent.EXTRA_STREAM, cast("android.os.Parcelable", address))
        intent.addFlags(intent.FLAG_GRANT_READ_URI_PERMISSION)
        _open_sheet(intent)
        return say("Choose where to send it.")

    def incoming(
        self, on_ready: Callable[[Path], None], on_refused: Callable[[Phrase], None]
    ) -> None:
        """Open the system's file picker and copy what is chosen to where the app may read it."""
        from android import activity
        from jnius import JavaException

        def answered(question: int, answer: int, intent: Any) -> None:
            # Android is still going through its listeners, on its own thread.
            if question == _CHOOSING:
                Clock.schedule_once(lambda _: arrived(answer, intent))

        def arrived(answer: int, intent: Any) -> None:
            activity.unbind(on_activity_result=answered)
            if answer != _CHOSEN or intent is None:
                return
            try:
                path = _copied(intent.getData())
            except (JavaException, OSError) as error:
                on_refused(say("The file cannot be read: {reason}.", reason=str(error)))
            else:
                on_ready(path)

        try:
            _activity().startActivityForResult(_opening(), _CHOOSING)
        except JavaException:
            on_refused(say("Nothing on this phone can choose a file."))
        else:
            activity.bind(on_activity_result=answered)


def _java(name: str) -> Any:
    from jnius import autoclass

    return autoclass(name)


def _activity() -> Any:
    return _java("org.kivy.android.PythonActivity").mActivity


def _configuration() -> Any:
    return _activity().getResources().getConfiguration()


def _version() -> int:
    return int(_java("android.os.Build$VERSION").SDK_INT)


def _tap() -> None:
    _activity().getWindow().getDecorView().performHapticFeedback(_KEYBOARD_TAP)


def _sending(kind: str) -> Any:
    intent = _java("android.content.Intent")()
    intent.setAction(intent.ACTION_SEND)
    intent.setType(kind)
    return intent


def _opening() -> Any:
    intent = _java("android.content.Intent")()
    intent.setAction(intent.ACTION_OPEN_DOCUMENT)
    intent.addCategory(intent.CATEGORY_OPENABLE)
    # Many apps that pass a file on do not know that it is JSON.
    intent.setType("*/*")
    return intent


def _copied(address: Any) -> Path:
    """No more of a file than an import would read, in the app's cache."""
    opened = _activity().getContentResolver().openFileDescriptor(address, "r")
    if opened is None:
        raise FileNotFoundError(str(address.toString()))
    path = Path(_activity().getCacheDir().getAbsolutePath()) / "incoming.json"
    with fdopen(opened.detachFd(), "rb") as source, path.open("wb") as copy:
        while copy.tell() <= LARGEST_ARCHIVE and (part := source.read(1024 * 1024)):
            copy.write(part)
    return path


def _open_sheet(intent: Any) -> None:
    _activity().startActivity(_java("android.content.Intent").createChooser(intent, None))


def _in_the_downloads(name: str, kind: str, content: bytes) -> Any:
    """Other apps may read it there, and the app needs no permission to write it."""
    columns = _java("android.provider.MediaStore$MediaColumns")
    values = _java("android.content.ContentValues")()
    values.put(columns.DISPLAY_NAME, name)
    values.put(columns.MIME_TYPE, kind)
    resolver = _activity().getContentResolver()
    downloads = _java("android.provider.MediaStore$Downloads").EXTERNAL_CONTENT_URI
    address = resolver.insert(downloads, values)
    stream = resolver.openOutputStream(address)
    stream.write(content)
    stream.close()
    return address


def _in_the_cache(name: str, content: bytes) -> Any:
    """Before Android 10 only this works without a permission: a file others may read."""
    path = Path(_activity().getExternalCacheDir().getAbsolutePath()) / name
    path.write_bytes(content)
    # Handing out a file's address has been forbidden since Android 7, unless nobody watches.
    _java("android.os.StrictMode").setVmPolicy(_java("android.os.StrictMode$VmPolicy").LAX)
    return _java("android.net.Uri").fromFile(_java("java.io.File")(str(path)))
