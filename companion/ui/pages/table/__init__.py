"""The table page and its sheets."""
