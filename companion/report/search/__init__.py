"""Searches by typed letters: places, routes, tickets, games."""
