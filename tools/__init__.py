"""Development tools; the app does not use them."""
