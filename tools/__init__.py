"""Tools of the workshop, none of which the app needs."""
