"""Look up names that users choose, without the threads that `getaddrinfo` shares with new connections to Postgres."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from dns.asyncresolver import Resolver
from dns.exception import DNSException
from dns.nameserver import Do53Nameserver
from dns.resolver import NXDOMAIN, NoAnswer

from server.special_addresses import Address

SECONDS: Final = 4.0
DNS_PORT: Final = 53
HOSTS_FILE: Final = Path("/etc/hosts")


class NoNameServerError(Exception):
    """No name server has said what there is of a name."""


async def find_addresses(name: str, *, servers: Sequence[str]) -> list[Address]:
    """The addresses of a name or a literal, IPv4 first; none where the name does not exist.

    They stand in /etc/hosts, or are asked of `servers` (`address` or `address:port`), without any of the system's.

    Raises:
        NoNameServerError: none has answered, and nothing was found.
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

    Raises:
        NoNameServerError: none has answered.
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
    if not servers:
        return Resolver()
    resolver = Resolver(configure=False)
    named = [server.rpartition(":") if server.count(":") == 1 else (server, "", "") for server in servers]
    resolver.nameservers = [Do53Nameserver(host, int(port or DNS_PORT)) for host, _, port in named]
    return resolver


@cache
def _hosts() -> Mapping[str, list[Address]]:
    """What an operator has written into /etc/hosts, among it `localhost`; read once."""
    found: defaultdict[str, list[Address]] = defaultdict(list)
    try:
        lines = HOSTS_FILE.read_text(errors="replace").splitlines()
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
    return {name: sorted(addresses, key=lambda each: each.version) for name, addresses in found.items()}
