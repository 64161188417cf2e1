"""The addresses at which other phones on the local network can reach this device."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import AddressValueError, IPv4Address

from companion.ui.device import NetworkAddress

_UNREACHABLE = re.compile(
    r"lo\d*$|docker|br-|veth|virbr|vmnet|vboxnet|vethernet|virtualbox|vmware|hyper-v|wsl|lxc|lxd"
    r"|podman|cni|flannel|tun|tap|utun|wg|ppp|ipsec|tailscale|zt|nordlynx|.*\bvpn"
    r"|rmnet|ccmni|pdp|clat|v4-|wwan|seth|dummy|awdl|llw",
    re.IGNORECASE,
)
"""Names of interfaces that no guest can reach: virtual machines, VPNs, mobile data."""
_WIFI = re.compile(r"wl|swlan|softap|ap[_\d]|wi-?fi|.*wireless", re.IGNORECASE)
"""Names of Wi-Fi interfaces, also of a phone's own hotspot."""


def reachable_addresses(found: Iterable[NetworkAddress]) -> tuple[NetworkAddress, ...]:
    """The addresses that other phones may be able to use, the likely one first."""
    usable = dict.fromkeys(each for each in found if _is_usable(each))
    return tuple(sorted(usable, key=_unlikeliness))


def _is_usable(found: NetworkAddress) -> bool:
    try:
        address = IPv4Address(found.address)
    except AddressValueError:
        return False
    is_special = address.is_loopback or address.is_link_local or address.is_unspecified
    return not (is_special or address.is_multicast or _UNREACHABLE.match(found.interface))


def _unlikeliness(found: NetworkAddress) -> tuple[bool, bool]:
    """Sorts private addresses first, and among them those of Wi-Fi."""
    return not IPv4Address(found.address).is_private, not _WIFI.match(found.interface)
