"""The colours of tracks and of trains."""

ROUTE_COLORS = ("yellow", "orange", "red", "purple", "blue", "green", "white", "grey", "black")
"""Every colour a track can have."""

PLAYER_COLORS = ("blue", "red", "green", "yellow", "black")
"""The colours of the trains in a box that does not say otherwise."""

TRAIN_COLORS = (*PLAYER_COLORS, "purple", "white")
"""Every colour trains can have."""
