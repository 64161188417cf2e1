"""Reading the answer to a command of the game session."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from companion.table.answer import Answer
from companion.table.session import GameSession

Arguments = ParamSpec("Arguments")


def answer_to(
    command: Callable[Arguments, None], *arguments: Arguments.args, **options: Arguments.kwargs
) -> Answer:
    """Call a command such as `session.enter` and return what the session's subscribers get."""
    session: GameSession = command.__self__  # type: ignore[attr-defined]
    answers: list[Answer] = []

    def receive(answer: Answer) -> None:
        answers.append(answer)

    session.subscribe(receive)
    try:
        command(*arguments, **options)
    finally:
        session.unsubscribe(receive)
    (answer,) = answers
    return answer


def accepted(
    command: Callable[Arguments, None], *arguments: Arguments.args, **options: Arguments.kwargs
) -> bool:
    """Call a command; whether it was accepted."""
    return answer_to(command, *arguments, **options).accepted
