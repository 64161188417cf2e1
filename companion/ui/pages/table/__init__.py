"""The table: the page of the evening, with its sheets."""
