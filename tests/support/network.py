"""A desktop whose network addresses are on the loopback interface."""

from __future__ import annotations

import os

from companion.ui.device import NetworkAddress
from companion.ui.device.desktop import Desktop


def _loopback(number: int) -> str:
    """An address that no other test process uses, always of the same length."""
    pid = os.getpid()
    return f"127.{100 + pid // 1000 % 100}.{100 + pid // 10 % 100}.{100 + pid % 10 * 10 + number}"


WIFI = NetworkAddress(_loopback(0), "wlan0")
CABLE = NetworkAddress(_loopback(1), "eth0")
OTHER_WIFI = NetworkAddress(_loopback(2), "wlan1")


class LoopbackDesktop(Desktop):
    """A desktop with the addresses that a test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: tuple[NetworkAddress, ...] = (WIFI,)

    def network_addresses(self) -> tuple[NetworkAddress, ...]:
        """The addresses of the test, in its order."""
        return self.addresses
