"""Everybody who has played."""
