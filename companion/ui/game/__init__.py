"""Widgets that show something of the game: markers, player chips, cars, standings."""
