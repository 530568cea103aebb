"""Addresses, and networks in CIDR notation."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

LONGEST_NETWORK: Final = 64
LONGEST_ADDRESS: Final = 64
REMEMBERED: Final = 4_096
# Registries advise providers to give one subscriber at least this prefix (RIPE-690): 256 times a /64.
IPV6_NETWORK_BITS: Final = 56


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address, an IPv4 address within IPv6 as IPv4; None for any other text."""
    # A longer text is no address, and not worth being remembered.
    return _read_short(text) if len(text) <= LONGEST_ADDRESS else None


@lru_cache(maxsize=REMEMBERED)
def _read_short(text: str) -> IPv4Address | IPv6Address | None:
    try:
        # The zone of a link-local address names an interface of this machine, not another client.
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


@lru_cache(maxsize=REMEMBERED)
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


def is_inside(address: str, networks: tuple[str, ...]) -> bool:
    """Whether the networks admit the address; without any they admit all."""
    return not networks or _is_in_one(address, networks)


@lru_cache(maxsize=REMEMBERED)
def _is_in_one(address: str, networks: tuple[str, ...]) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        # A client without an address: a local socket.
        return False
    return any(parsed in network for network in map(_parsed, networks))


@lru_cache(maxsize=REMEMBERED)
def _parsed(network: str) -> IPv4Network | IPv6Network:
    return ip_network(network)
