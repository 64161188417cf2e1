"""A monkey at the app: it does anything that hands can do, and whatever it does nothing breaks."""
