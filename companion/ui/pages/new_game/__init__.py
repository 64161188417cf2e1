"""Where a game begins."""
