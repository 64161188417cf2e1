"""The colours of tracks and of trains."""

ROUTE_COLORS = ("yellow", "orange", "red", "purple", "blue", "green", "white", "grey", "black")
"""Every colour that a track can have."""

PLAYER_COLORS = ("blue", "red", "green", "yellow", "black")
"""The train colours of a board without `train_colors`."""

TRAIN_COLORS = (*PLAYER_COLORS, "purple", "white")
"""Every colour that trains can have."""
