"""A monkey test: random input to the app, with invariants checked after every step."""
