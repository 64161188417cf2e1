"""Texts about the facts of a game."""
