"""The sheets of the table, each with its kv file."""
