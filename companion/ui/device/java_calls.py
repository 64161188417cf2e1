"""Calls of Java classes, and what can go wrong in them."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from typing import Any

from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import reason_of


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
