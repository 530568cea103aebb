"""Which IP addresses belong to servers of the Internet.

Excluded are IANA's special-purpose registries (iana-ipv4-special-registry, iana-ipv6-special-registry), whatever they
say of an entry's reach, multicast, and what holds the address of another host. Python's `is_global` differs by version.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

Address = IPv4Address | IPv6Address

SPECIAL_IPV4: Final = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4"),
        ),
    )
)
# Hosts have addresses of this block alone (RFC 4291). Outside of it are loopback, link-local, site-local, unique local
# and multicast addresses, and those that hold an IPv4 address: mapped, compatible and translated ones (NAT64).
UNICAST_IPV6: Final = IPv6Network("2000::/3")
# With Teredo (of 2001::/23), which holds IPv4 addresses as 6to4 (2002::/16) does.
SPECIAL_IPV6: Final = tuple(
    map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"))
)
LOOPBACK: Final = (IPv4Network("127.0.0.0/8"), IPv6Network("::1/128"))
# The last half of an ISATAP address: either of these, and an IPv4 address (RFC 5214).
ISATAP: Final = (0x00005EFE, 0x02005EFE)


def is_public(address: Address) -> bool:
    """Whether an address is one of the Internet, by every way of writing it."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in SPECIAL_IPV4)
    if address not in UNICAST_IPV6 or int(address) >> 32 & 0xFFFFFFFF in ISATAP:
        return False
    return not any(address in network for network in SPECIAL_IPV6)


def is_loopback(address: Address) -> bool:
    return any(address in network for network in LOOPBACK)
