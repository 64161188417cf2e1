"""Timing and printing shared by the benchmarks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

FLAT = 1.1
"""How many times as much still counts as the same."""


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """The best time of some runs: what the work costs when nothing disturbs it."""
    times = []
    for _ in range(repeat):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def told(time: float) -> str:
    """A duration with a fitting unit."""
    return f"{time:.2f} s" if time >= 1 else f"{time * 1000:.2f} ms"


def spread(times: Sequence[float]) -> str:
    """Median and worst of some durations."""
    return f"median {told(median(times))}, worst {told(max(times))}"


def title(text: str) -> None:
    """Begin a part of the report."""
    print(f"\n{text}\n{'-' * len(text)}")


def expected(what: str, value: float, most: float, unit: str) -> None:
    """Say whether a figure is as expected."""
    missed = "" if value <= most else "   MISSED"
    print(f"{what:<44}{value:8.2f}   expected: at most {most:g} {unit}{missed}")
