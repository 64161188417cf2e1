"""Widgets with knowledge of the game: markers, player chips, cars, score rows, route rows."""
