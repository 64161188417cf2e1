"""The page with the statistics of one player."""
