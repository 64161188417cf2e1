"""Network addresses, read by the real Java of this machine."""

from __future__ import annotations

import pytest

from companion.ui.device.android import AndroidPhone
from companion.ui.device.desktop import Desktop
from tests.ui.device.with_java.android_stubs import Java


@pytest.mark.parametrize("java", [36], indirect=True)
def test_java_finds_the_addresses_of_this_machine(java: Java, phone: AndroidPhone) -> None:
    lines = str(java.of("org.railkeeper.Phone").networkAddresses()).splitlines()
    assert [line for line in lines if line.startswith("127.0.0.1 lo")]
    assert all(len(line.split(" ")) == 2 for line in lines)
    assert set(phone.network_addresses()) == set(Desktop().network_addresses())
