"""Calls to servers that companies name: only public addresses, no redirects, small answers, little time."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from ipaddress import IPv6Address, ip_network
from typing import Any, Final
from urllib.parse import SplitResult
from uuid import UUID

import httpx2

from server.platform.configuration.load_settings import is_loopback, read_url
from server.platform.configuration.settings import Settings
from server.platform.errors import TooManyRequestsError
from server.platform.outbound.name_resolution import Address, NoNameServerError, find_addresses, find_texts, is_public
from server.platform.process.fair_slots import FairSlots, calls_out, long_calls_out
from server.platform.process.threads import in_thread

# With the wait for a slot.
SECONDS: Final = 8.0
LARGEST_ANSWER: Final = 256 * 1024
# One address of each kind is tried: the machine may have no way to the other.
MOST_ADDRESSES: Final = 2
OK: Final = 200
FAILURES: Final = (httpx2.HTTPError, httpx2.InvalidURL, NoNameServerError, TooManyRequestsError, OSError, ValueError)
# The system's are read once, in a thread; later calls wait for none.
_certificates: Final = cache(httpx2.create_ssl_context)


class OutboundError(Exception):
    """The server may not be called, cannot be reached, or gives no usable answer."""


@dataclass(frozen=True, kw_only=True)
class Reply:
    status: int
    content: bytes

    def json_object(self) -> dict[str, Any]:
        """Raises OutboundError: the content is no JSON object."""
        try:
            body = json.loads(self.content)
        except (ValueError, RecursionError) as error:
            raise OutboundError from error
        if not isinstance(body, dict):
            raise OutboundError
        return body


class Outbound:
    """The addresses of a name are checked, and one of those is called: its name may change meanwhile without effect.

    Companies share the slots fairly: servers that do not answer delay only the calls of the companies that name them.
    Plain HTTP is for loopback in development only; SSO_NETWORKS names private networks that may be called as well, by
    webhooks and recurring sources too.
    """

    def __init__(self, settings: Settings) -> None:
        self._networks = tuple(map(ip_network, settings.sso_networks))
        self._calls_loopback = settings.is_development
        self._name_servers = settings.dns_servers
        self._slots = calls_out()
        self._long_slots = long_calls_out()

    def allows(self, url: str) -> bool:
        """Whether a URL may be one of a server to call, before its name is resolved."""
        parts = _parts(url)
        if parts is None:
            return False
        if parts.scheme == "https":
            return True
        return self._calls_loopback and is_loopback(parts.hostname)

    async def call(
        self,
        method: str,
        url: str,
        *,
        company_id: UUID,
        form: Mapping[str, str] | None = None,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        largest: int = LARGEST_ANSWER,
        seconds: float = SECONDS,
    ) -> Reply:
        """Call for a company; 0 as the `largest` answer reads none of its content.

        Raises OutboundError, also for a redirect and for an answer above the largest.
        """
        parts = _parts(url)
        if parts is None or not self.allows(url):
            raise OutboundError
        host = parts.hostname or ""
        named = {"Accept": "application/json", "Accept-Encoding": "identity", **(headers or {}), "Host": parts.netloc}
        # The certificate is that of the name.
        options = {"sni_hostname": host, "timeout": httpx2.Timeout(seconds).as_dict()}
        request: dict[str, Any] = {"data": form, "content": content, "headers": named, "extensions": options}
        send = partial(_send, method, parts, largest=largest, request=request)
        async with self._slot(company_id, seconds=seconds):
            *others, last = await self._resolve(host)
            for address in others:
                # Nothing has been sent before there is a connection.
                with suppress(httpx2.ConnectError):
                    return await send(address)
            return await send(last)

    async def get_object(
        self, url: str, *, company_id: UUID, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Get a JSON object for a company. Raises OutboundError, also for another status than 200."""
        reply = await self.call("GET", url, company_id=company_id, headers=headers)
        if reply.status != OK:
            raise OutboundError(reply.status)
        return reply.json_object()

    async def find_texts(self, domain: str, *, company_id: UUID) -> set[str]:
        """The TXT records of a domain that a company has named. Raises OutboundError: no name server has answered."""
        async with self._slot(company_id):
            return await find_texts(domain, servers=self._name_servers)

    @asynccontextmanager
    async def reach(self, host: str, *, company_id: UUID, seconds: float) -> AsyncIterator[list[Address]]:
        """Hold a slot for a longer call of another kind; yield addresses that may be called. Raises OutboundError."""
        async with self._slot(company_id, seconds=seconds, slots=self._long_slots):
            yield await self._resolve(host)

    @asynccontextmanager
    async def _slot(
        self, company_id: UUID, *, seconds: float = SECONDS, slots: FairSlots | None = None
    ) -> AsyncIterator[None]:
        """Raises OutboundError: time is up, as many calls of the company wait already, or the call fails."""
        try:
            async with asyncio.timeout(seconds), (slots or self._slots).hold(company_id):
                yield
        except FAILURES as error:
            raise OutboundError from error

    async def _resolve(self, host: str) -> list[Address]:
        """Addresses that may be called, IPv4 first. Raises OutboundError: there are none, or one of them may not."""
        addresses = await find_addresses(host, servers=self._name_servers)
        if not addresses or not all(map(self._may_call, addresses)):
            raise OutboundError
        kinds = ([each for each in addresses if each.version == version] for version in (4, 6))
        return [each for kind in kinds for each in kind[:MOST_ADDRESSES]]

    def _may_call(self, address: Address) -> bool:
        if any(address in network for network in self._networks):
            return True
        return self._calls_loopback if address.is_loopback else is_public(address)


async def _send(
    method: str, parts: SplitResult, address: Address, *, largest: int, request: Mapping[str, Any]
) -> Reply:
    """Send over a connection of its own: a kept one was verified for one name, and an address may have several."""
    literal = f"[{address}]" if isinstance(address, IPv6Address) else str(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    url = parts._replace(netloc=f"{literal}:{port}", fragment="").geturl()
    is_read = _certificates.cache_info().currsize
    certificates = _certificates() if is_read else await in_thread(_certificates)
    client = httpx2.AsyncClient(verify=certificates, trust_env=False, follow_redirects=False)
    async with client, aclosing(await client.send(httpx2.Request(method, url, **request), stream=True)) as response:
        if response.is_redirect:
            raise OutboundError
        content = bytearray()
        if not largest:
            return Reply(status=response.status_code, content=b"")
        async for part in response.aiter_raw():
            content += part
            if len(content) > largest:
                raise OutboundError
        return Reply(status=response.status_code, content=bytes(content))


def _parts(url: str) -> SplitResult | None:
    """Return None for a URL without a host, with a user or a fragment, or with characters that no URL has."""
    parts = read_url(url)
    is_plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not is_plain or parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        return None
    return None if parts.username is not None or parts.password is not None or "#" in url else parts
