"""Widgets without knowledge of the game: buttons, text, sheets, lists."""
