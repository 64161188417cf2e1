"""Railkeeper: a score keeper's companion for Ticket to Ride at the table."""

__version__ = "0.9.0"
