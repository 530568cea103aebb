"""Who is at the other end. X-Forwarded-* counts only when it comes from a proxy named in the settings."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

LOCAL: Final = "local"
IPV6_NETWORK_BITS: Final = 64
REMEMBERED: Final = 4_096

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, kw_only=True)
class Peer:
    """`address` is an IP address, or `local` for a socket without one."""

    address: str
    scheme: str


def find_peer(
    *, address: str | None, scheme: str, forwarded_for: str, forwarded_proto: str, trusted: Sequence[Network]
) -> Peer:
    """The first address from the right that is no trusted proxy; what stands left of it anyone may have written."""
    if address is None or not _is_trusted(address, trusted):
        return Peer(address=_plain(address), scheme=scheme)
    told = forwarded_proto.rpartition(",")[2].strip().lower()
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    client = address
    for hop in reversed(hops):
        if _parse(hop) is None:
            break
        client = hop
        if not _is_trusted(hop, trusted):
            break
    return Peer(address=_plain(client), scheme=told if told in {"http", "https"} else scheme)


@lru_cache(maxsize=REMEMBERED)
def network_of(address: str) -> str:
    """What limits are counted by: an IPv4 address, or the /64 that one IPv6 subscriber holds."""
    parsed = _parse(address)
    if isinstance(parsed, IPv6Address):
        return str(ip_network((parsed, IPV6_NETWORK_BITS), strict=False))
    return address


@lru_cache(maxsize=REMEMBERED)
def _parse(address: str) -> IPv4Address | IPv6Address | None:
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped
    return parsed


def _plain(address: str | None) -> str:
    parsed = None if address is None else _parse(address)
    return LOCAL if parsed is None else str(parsed)


def _is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    parsed = _parse(address)
    return parsed is not None and any(parsed in network for network in trusted)
