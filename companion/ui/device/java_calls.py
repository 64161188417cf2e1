"""Calls of Java classes, and what can go wrong in them."""

from __future__ import annotations

from typing import Any

from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase, untranslated
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


def reason_for(problem: Exception) -> Phrase:
    """The reason of a failure, without the Java stack trace."""
    if isinstance(problem, Refused):
        return problem.phrase
    if isinstance(problem, OSError):
        return reason_of(problem)
    message = getattr(problem, "innermessage", None) or getattr(problem, "classname", None)
    return untranslated(str(message or problem).partition("\n")[0])


def is_null(value: Any) -> bool:
    """Whether a callback argument is null: pyjnius wraps null in an object there."""
    return value is None or bool(java_class("java.util.Objects").isNull(value))


def not_none(value: Any) -> Any:
    """Return the result of a Java call; `Refused` if it is null."""
    if value is None:
        raise Refused(phrase("Android gives no access to it"))
    return value
