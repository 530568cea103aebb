"""S115: an address of a special purpose is none of the Internet, whatever the version of Python says of it."""

from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network
from typing import Final

import pytest

from server.platform.outbound.name_resolution import Address, is_public

# The rows of iana-ipv4-special-registry and iana-ipv6-special-registry, by their column "Globally Reachable".
NOT_REACHABLE: Final = """
    0.0.0.0/8 0.0.0.0/32 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.0.0/29
    192.0.0.8/32 192.0.0.170/32 192.0.0.171/32 192.0.2.0/24 192.88.99.2/32 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
    203.0.113.0/24 240.0.0.0/4 255.255.255.255/32
    ::1/128 ::/128 ::ffff:0:0/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:2::/48 2001:db8::/32 3fff::/20
    5f00::/16 fc00::/7 fe80::/10
"""
# "N/A", among them what holds IPv4 addresses.
UNDECIDED: Final = "192.88.99.0/24 2001::/32 2001:10::/28 2002::/16"
# Relays, translators and servers of names: no identity provider is there.
REACHABLE: Final = """
    192.0.0.9/32 192.0.0.10/32 192.31.196.0/24 192.52.193.0/24 192.175.48.0/24
    64:ff9b::/96 2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28
    2620:4f:8000::/48
"""
# Multicast (also around an IPv4 address), former site-local and IPv4-compatible addresses stand in other registries.
ELSEWHERE: Final = "224.0.0.0/4 ff00::/8 fec0::/10 ::/96"
ROWS: Final = tuple(map(ip_network, f"{NOT_REACHABLE} {UNDECIDED} {REACHABLE} {ELSEWHERE}".split()))
# Everything else of IPv6 is not assigned to hosts.
UNICAST: Final = IPv6Network("2000::/3")


def neighbours() -> list[Address]:
    """The addresses beside the rows that are in no row themselves."""
    beside = [
        type(end)(int(end) + step)
        for row in ROWS
        for end, step in ((row[0], -1), (row[-1], 1))
        if 0 <= int(end) + step < 2**end.max_prefixlen
    ]
    return [
        each
        for each in beside
        if not any(each in row for row in ROWS) and (isinstance(each, IPv4Address) or each in UNICAST)
    ]


@pytest.mark.security("S115")
def test_all_special_purpose_ranges_are_private_and_nothing_beside_them() -> None:
    assert [str(row) for row in ROWS for end in (row[0], row[-1]) if is_public(end)] == []
    assert len(neighbours()) > 30
    assert [str(each) for each in neighbours() if not is_public(each)] == []


@pytest.mark.security("S115")
def test_an_address_that_holds_another_one_is_private() -> None:
    """Mapped, compatible, translated (NAT64), 6to4, Teredo and ISATAP."""
    holding = (
        *("::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::808:808", "2002:a00:1::"),
        *("2001:0:a00:1::", "2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:10.0.0.1", "fe80::5efe:10.0.0.1"),
    )

    assert [each for each in holding if is_public(ip_address(each))] == []
    assert all(is_public(ip_address(each)) for each in ("8.8.8.8", "142.250.1.1", "2606:4700::1111"))
