"""Mutation testing of the rules: changes one expression at a time and runs the tests."""
