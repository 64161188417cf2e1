"""Starts Railkeeper."""

from companion.start import start

if __name__ == "__main__":
    raise SystemExit(start())
