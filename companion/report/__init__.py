"""The facts of a game in words: what the screens, the shared text and the scorer all say."""
