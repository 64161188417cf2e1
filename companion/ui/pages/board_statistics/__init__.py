"""The page with the statistics of a board and variant."""
