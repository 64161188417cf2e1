"""One module per screen, each with its kv file."""
