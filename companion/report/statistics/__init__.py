"""Statistics of finished games, and their texts."""
