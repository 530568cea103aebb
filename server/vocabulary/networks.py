"""Networks in CIDR notation, and whether an address is in one of them."""

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Final

LONGEST_NETWORK: Final = 64
REMEMBERED: Final = 4_096


def read_network(typed: str) -> str | None:
    """As it is stored: `192.0.2.7/24` is `192.0.2.0/24`, an address a network of one. None where it is none."""
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
