"""Theme, icons, translation binding, font fallback and loading of kv files."""
