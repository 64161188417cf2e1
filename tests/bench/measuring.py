"""Timing and printing shared by the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

FLAT = 1.1
"""The ratio up to which two times count as equal."""


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """The shortest time of several runs."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def format_time(time: float) -> str:
    """A duration in seconds or milliseconds."""
    return f"{time:.2f} s" if time >= 1 else f"{time * 1000:.2f} ms"


def spread(times: Sequence[float]) -> str:
    """Median and maximum of several durations."""
    return f"median {format_time(median(times))}, worst {format_time(max(times))}"


def title(text: str) -> None:
    """Print the heading of a section."""
    print(f"\n{text}\n{'-' * len(text)}")


def expected(what: str, value: float, most: float, unit: str) -> None:
    """Print a figure, its limit, and whether the limit was missed."""
    missed = "" if value <= most else "   MISSED"
    print(f"{what:<44}{value:8.2f}   expected: at most {most:g} {unit}{missed}")
