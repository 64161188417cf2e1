"""The tickets page of the final tally."""
