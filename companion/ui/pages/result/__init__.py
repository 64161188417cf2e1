"""Who won, and why."""
