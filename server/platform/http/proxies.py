"""The client's address and scheme. X-Forwarded-* is used only from the proxies named in the settings.

uvicorn's ProxyHeadersMiddleware reads the lines alike, but takes any text that is no address for the client's address,
knows no IPv4 address written as IPv6, and drops a scheme that a second proxy has written behind the first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from typing import Any, Final

from server.vocabulary.networks import read_address

LOCAL: Final = "local"

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, kw_only=True)
class Peer:
    """`address` is an IP address, or `local` for a socket without one."""

    address: str
    scheme: str


def find_peer(scope: Mapping[str, Any], *, trusted: Sequence[Network]) -> Peer:
    """The client of an ASGI scope, HTTP or WebSocket.

    All lines of X-Forwarded-For are one list: its first address from the right that is no trusted proxy is the
    client's, because a client may have written what is left of it. The scheme is what the nearest proxy has written.
    """
    client = scope.get("client")
    address, scheme = None if client is None else client[0], scope["scheme"]
    if address is None or not _is_trusted(address, trusted):
        return Peer(address=_plain(address), scheme=scheme)
    for hop in reversed(_entries(scope["headers"], b"x-forwarded-for")):
        hop_address = _without_port(hop)
        if read_address(hop_address) is None:
            break
        address = hop_address
        if not _is_trusted(address, trusted):
            break
    forwarded = _entries(scope["headers"], b"x-forwarded-proto")[-1:]
    return Peer(address=_plain(address), scheme=forwarded[0] if forwarded in (["http"], ["https"]) else scheme)


def _entries(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    """The entries of every line of a header, in their order."""
    lines = [value.decode("latin-1") for key, value in headers if key.lower() == name]
    return [entry for part in ",".join(lines).split(",") if (entry := part.strip().lower())]


def _without_port(hop: str) -> str:
    """The address of `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:80`."""
    if hop.startswith("["):
        address, closing, rest = hop[1:].partition("]")
        return address if closing and (not rest or (rest[0] == ":" and _is_port(rest[1:]))) else hop
    address, colon, port = hop.partition(":")
    return address if colon and _is_port(port) and "." in address else hop


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal()


def _plain(address: str | None) -> str:
    parsed = None if address is None else read_address(address)
    return LOCAL if parsed is None else str(parsed)


def _is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    parsed = read_address(address)
    return parsed is not None and any(parsed in network for network in trusted)
