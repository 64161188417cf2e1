"""Tickets at the end of a game."""
