"""Code shared by the tests: boards, games, stores and the phone that UI tests touch."""
