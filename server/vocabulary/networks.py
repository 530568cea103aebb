"""Addresses, and networks in CIDR notation."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

LONGEST_NETWORK: Final = 64
# Registries advise providers to give one subscriber at least this prefix (RIPE-690): 256 times a /64.
IPV6_NETWORK_BITS: Final = 56


# The cache holds the networks of the companies' policies.
_network: Final = lru_cache(maxsize=4_096)(ip_network)


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address, an IPv4 address within IPv6 as IPv4; None for any other text."""
    try:
        # The zone of a link-local address names an interface of this machine, not another client.
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


def network_of(address: str) -> str:
    """Return what limits are counted by: an IPv4 address, or the /56 that one IPv6 subscriber holds."""
    parsed = read_address(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_NETWORK_BITS), strict=False))
    return address


def read_network(typed: str) -> str | None:
    """Read a network as it is stored.

    `192.0.2.7/24` is `192.0.2.0/24`, an address a network of one. Returns None for any other text.
    """
    text = typed.strip()
    try:
        network = ip_network(text, strict=False) if 0 < len(text) <= LONGEST_NETWORK else None
    except ValueError:
        return None
    # An IPv4 address within IPv6 is compared as IPv4, and a zone names an interface of one machine.
    if network is None or "%" in text or (isinstance(network, IPv6Network) and network.network_address.ipv4_mapped):
        return None
    return str(network)


def read_networks(typed: Iterable[str]) -> tuple[tuple[str, ...], str | None]:
    """Read the networks that a form admits, each once; and what is wrong with the last one that is."""
    found, problem = dict[str, None](), None
    for text in typed:
        network = read_network(text)
        if network is None:
            problem = f"“{text}” is not a network. Write it like 192.0.2.0/24 or 2001:db8::/32"
        elif network.endswith("/0"):
            problem = f"“{text}” admits every address. Leave the list empty instead"
        else:
            found[network] = None
    return tuple(found), problem


def is_inside(address: str, networks: tuple[str, ...]) -> bool:
    """Whether the networks admit the address; without any they admit all, also a client of a local socket."""
    if not networks:
        return True
    parsed = read_address(address)
    return parsed is not None and any(parsed in _network(network) for network in networks)
