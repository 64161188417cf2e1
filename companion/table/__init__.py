"""The game session: the current game and the operations on it."""
