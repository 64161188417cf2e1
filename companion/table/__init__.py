"""The game on the table and everything that can be done to it."""
