"""Look up names that users choose, without the threads that `getaddrinfo` shares with new connections to Postgres.

IANA's special-purpose registries (iana-ipv4-special-registry, iana-ipv6-special-registry) are excluded, whatever they
say of an entry's reach, and so are multicast and what holds the address of another host: Python's `is_global` differs
by version.
"""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Any, Final

from dns.asyncresolver import Resolver
from dns.exception import DNSException, FormError
from dns.message import Message, QueryMessage, from_wire
from dns.nameserver import Do53Nameserver
from dns.resolver import NXDOMAIN, NoAnswer
from typing_extensions import override

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
# The last half of an ISATAP address: either of these, and an IPv4 address (RFC 5214).
ISATAP: Final = (0x00005EFE, 0x02005EFE)


def is_public(address: Address) -> bool:
    """Whether an address is one of the Internet, by every way of writing it."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in SPECIAL_IPV4)
    if address not in UNICAST_IPV6 or int(address) >> 32 & 0xFFFFFFFF in ISATAP:
        return False
    return not any(address in network for network in SPECIAL_IPV6)


SECONDS: Final = 4.0
LARGEST_ANSWER: Final = 16 * 1024


class NoNameServerError(Exception):
    """No name server has said what there is of a name."""


async def find_addresses(name: str, *, servers: Sequence[str]) -> list[Address]:
    """The addresses of a name or a literal; none where the name does not exist.

    They are read from /etc/hosts, or asked of `servers` (`address` or `address:port`); without any, of the system's.

    Raises NoNameServerError: nothing was found, and an answer is missing.
    """
    try:
        return [ip_address(name)]
    except ValueError:
        written = _hosts().get(name.lower())
    if written:
        return written
    asked = (_find(name, kind, servers=servers, search=not servers) for kind in ("A", "AAAA"))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    found = [ip_address(each.address) for answer in answers if isinstance(answer, list) for each in answer]
    for answer in answers:
        if isinstance(answer, BaseException) and not found:
            raise answer
    return found


async def find_texts(domain: str, *, servers: Sequence[str]) -> set[str]:
    """The TXT records of a domain; none where it has none, or does not exist.

    Raises NoNameServerError: no name server has answered.
    """
    found = await _find(f"{domain}.", "TXT", servers=servers)
    return {b"".join(each.strings).decode("ascii", "replace").strip() for each in found}


async def _find(name: str, kind: str, *, servers: Sequence[str], search: bool = False) -> list[Any]:
    """`search` completes a name as /etc/resolv.conf says."""
    try:
        return list(await _resolver(servers).resolve(name, kind, lifetime=SECONDS, search=search))
    except (NXDOMAIN, NoAnswer):
        return []
    except (DNSException, OSError, ValueError) as error:
        raise NoNameServerError from error


def _resolver(servers: Sequence[str]) -> Resolver:
    resolver = Resolver(configure=not servers)
    named = [str(server) for server in servers or resolver.nameservers]
    parts = [server.rpartition(":") if server.count(":") == 1 else (server, "", "") for server in named]
    resolver.nameservers = [_NameServer(host, int(port or 53)) for host, _, port in parts]
    return resolver


class _NameServer(Do53Nameserver):
    """Long answers come by TCP. To parse one of 64 KiB, which an owner of a domain can make, takes 120 ms."""

    @override
    async def async_query(self, request: QueryMessage, **options: Any) -> Message:  # type: ignore[override]  # all named
        if not options["max_size"]:
            return await super().async_query(request, **options)
        async with asyncio.timeout(options["timeout"]):
            wire = await self._ask_by_tcp(request.to_wire())
        response = from_wire(wire)
        if not request.is_response(response):
            raise FormError
        return response

    async def _ask_by_tcp(self, question: bytes) -> bytes:
        reader, writer = await asyncio.open_connection(self.address, self.port)
        try:
            writer.write(len(question).to_bytes(2) + question)
            size = int.from_bytes(await reader.readexactly(2))
            if size > LARGEST_ANSWER:
                raise FormError
            return await reader.readexactly(size)
        finally:
            writer.close()


@cache
def _hosts() -> Mapping[str, list[Address]]:
    """What an operator has written into /etc/hosts, among it `localhost`; read once."""
    found: defaultdict[str, list[Address]] = defaultdict(list)
    try:
        lines = Path("/etc/hosts").read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        address, *names = line.partition("#")[0].split() or [""]
        try:
            parsed = ip_address(address)
        except ValueError:
            continue
        for name in names:
            found[name.lower()].append(parsed)
    return found
