"""Code shared by the tests: boards, stores, recorded games and a phone to touch."""
