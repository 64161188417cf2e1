"""Choosing among the network addresses of a device."""

from __future__ import annotations

import ifaddr
import pytest

from companion.ui.device import NetworkAddress
from companion.ui.device.desktop import Desktop
from companion.ui.device.network import reachable_addresses


def names(*found: tuple[str, str]) -> list[str]:
    return [each.interface for each in reachable_addresses(NetworkAddress(*each) for each in found)]


@pytest.mark.parametrize(
    ("address", "interface"),
    [
        ("127.0.0.1", "lo"),
        ("169.254.10.2", "wlan0"),
        ("0.0.0.0", "wlan0"),
        ("224.0.0.1", "wlan0"),
        ("fe80::1", "wlan0"),
        ("", "wlan0"),
        ("172.17.0.1", "docker0"),
        ("172.18.0.1", "br-1f2e3d"),
        ("192.168.122.1", "virbr0"),
        ("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter"),
        ("172.20.0.1", "vEthernet (WSL)"),
        ("10.8.0.2", "tun0"),
        ("10.8.0.2", "utun3"),
        ("10.8.0.2", "wg0"),
        ("100.90.1.2", "tailscale0"),
        ("10.0.0.9", "Company VPN"),
        ("10.120.7.3", "rmnet_data2"),
        ("10.120.7.3", "ccmni0"),
        ("192.0.0.4", "v4-rmnet_data2"),
    ],
)
def test_address_that_guests_cannot_reach_is_left_out(address: str, interface: str) -> None:
    assert names((address, interface), ("192.168.1.20", "eth0")) == ["eth0"]


@pytest.mark.parametrize(
    "wifi", ["wlan0", "wlp3s0", "swlan0", "softap0", "ap0", "ap_br_wlan2", "Wi-Fi", "WiFi 2"]
)
def test_private_wifi_address_comes_first(wifi: str) -> None:
    found = (("203.0.113.9", "ppp"), ("8.8.4.4", "eth1"), ("10.0.0.5", "eth0"))
    assert names(*found, ("192.168.43.1", wifi)) == [wifi, "eth0", "eth1"]


def test_same_address_is_listed_once() -> None:
    assert names(("10.0.0.5", "eth0"), ("10.0.0.5", "eth0")) == ["eth0"]


def test_addresses_of_this_desktop_are_its_own() -> None:
    own = {each.ip for adapter in ifaddr.get_adapters() for each in adapter.ips}
    found = {each.address for each in Desktop().network_addresses()}
    assert found <= own
    assert not any(address.startswith("127.") for address in found)
