"""The trains of a board in words: some boards call them buses or taxis."""

from __future__ import annotations

from companion.rules.board import Board
from companion.rules.turns import LAST_ROUND_TRAINS
from companion.rules.wording import Phrase, plural_phrase


def trains_left(board: Board, count: int) -> Phrase:
    """The trains that a player has left."""
    match board.piece:
        case "train":
            return plural_phrase("{count} train left", "{count} trains left", count)
        case "bus":
            return plural_phrase("{count} bus left", "{count} buses left", count)
        case "taxi":
            return plural_phrase("{count} taxi left", "{count} taxis left", count)


def trains_used(board: Board, count: int) -> Phrase:
    """The trains that a player has placed."""
    match board.piece:
        case "train":
            return plural_phrase("{count} train used", "{count} trains used", count)
        case "bus":
            return plural_phrase("{count} bus used", "{count} buses used", count)
        case "taxi":
            return plural_phrase("{count} taxi used", "{count} taxis used", count)


def trains_each(board: Board) -> Phrase:
    """The trains that each player gets."""
    count = board.trains_per_player
    match board.piece:
        case "train":
            return plural_phrase("{count} train each", "{count} trains each", count)
        case "bus":
            return plural_phrase("{count} bus each", "{count} buses each", count)
        case "taxi":
            return plural_phrase("{count} taxi each", "{count} taxis each", count)


def last_round_rule(board: Board) -> Phrase:
    """When the last round begins."""
    match board.piece:
        case "train":
            return plural_phrase(
                "When somebody ends a turn with {count} train or fewer, everybody has one more "
                "turn.",
                "When somebody ends a turn with {count} trains or fewer, everybody has one more "
                "turn.",
                LAST_ROUND_TRAINS,
            )
        case "bus":
            return plural_phrase(
                "When somebody ends a turn with {count} bus or fewer, everybody has one more turn.",
                "When somebody ends a turn with {count} buses or fewer, everybody has one more "
                "turn.",
                LAST_ROUND_TRAINS,
            )
        case "taxi":
            return plural_phrase(
                "When somebody ends a turn with {count} taxi or fewer, everybody has one more "
                "turn.",
                "When somebody ends a turn with {count} taxis or fewer, everybody has one more "
                "turn.",
                LAST_ROUND_TRAINS,
            )
