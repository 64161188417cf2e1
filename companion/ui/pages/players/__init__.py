"""The players page: statistics, rename, merge, forget."""
