"""The New game page."""
