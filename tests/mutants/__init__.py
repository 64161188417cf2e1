"""Mutation testing: changes one place of the code at a time and runs the tests."""
