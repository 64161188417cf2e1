"""The New game page: boards, players, and the page itself."""
