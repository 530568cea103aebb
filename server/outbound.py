"""Calls to servers that companies name: only public addresses, no redirects, small answers, little time."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

import httpx2

from server.settings import Settings

SECONDS: Final = 8.0
LARGEST_ANSWER: Final = 256 * 1024
MOST_CALLS: Final = 32
HTTPS_PORT: Final = 443
HTTP_PORT: Final = 80

Address = IPv4Address | IPv6Address
# For protocols (RFC 6890), and those that hold an IPv4 address, which may be a private one (NAT64, 6to4, Teredo).
SPECIAL: Final = tuple(map(ip_network, ("192.0.0.0/24", "64:ff9b::/96", "2002::/16", "2001::/32")))


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

    Plain HTTP is for loopback in development only; SSO_NETWORKS names private networks that may be called as well.
    """

    def __init__(self, settings: Settings) -> None:
        self._networks = settings.provider_networks
        self._calls_loopback = settings.is_development
        self._client: httpx2.AsyncClient | None = None
        self._opening = asyncio.Lock()
        self._slots = asyncio.Semaphore(MOST_CALLS)

    def allows(self, url: str) -> bool:
        """Whether a URL may be one of a server to call, before its name is resolved."""
        parts = _parts(url)
        if parts is None:
            return False
        if parts.scheme == "https":
            return True
        return self._calls_loopback and _is_loopback_name(parts.hostname or "")

    async def call(
        self,
        method: str,
        url: str,
        *,
        form: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        """Raises OutboundError, also for a redirect and for an answer above LARGEST_ANSWER."""
        parts = _parts(url)
        if parts is None or not self.allows(url):
            raise OutboundError
        try:
            async with self._slots, asyncio.timeout(SECONDS):
                return await self._call(method, parts, form=form, headers=headers or {})
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError, ValueError) as error:
            raise OutboundError from error

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def _call(
        self, method: str, parts: SplitResult, *, form: Mapping[str, str] | None, headers: Mapping[str, str]
    ) -> Reply:
        host, port = parts.hostname or "", parts.port or (HTTPS_PORT if parts.scheme == "https" else HTTP_PORT)
        address = await self._resolve(host, port)
        literal = f"[{address}]" if isinstance(address, IPv6Address) else str(address)
        request = httpx2.Request(
            method,
            parts._replace(netloc=f"{literal}:{port}", fragment="").geturl(),
            data=form,
            headers={"Accept": "application/json", "Accept-Encoding": "identity", **headers, "Host": parts.netloc},
            # The certificate is that of the name.
            extensions={"sni_hostname": host, "timeout": httpx2.Timeout(SECONDS).as_dict()},
        )
        response = await (await self._connected()).send(request, stream=True)
        try:
            return Reply(status=_status(response), content=await _read(response))
        finally:
            await response.aclose()

    async def _resolve(self, host: str, port: int) -> Address:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, proto=6)
        addresses = [ip_address(entry[4][0]) for entry in found]
        if not addresses or not all(map(self._may_call, addresses)):
            raise OutboundError
        return addresses[0]

    def _may_call(self, address: Address) -> bool:
        """A name of which one address may not be called is not called at all."""
        plain = address.ipv4_mapped or address if isinstance(address, IPv6Address) else address
        if any(plain in network for network in self._networks):
            return True
        if plain.is_loopback:
            return self._calls_loopback
        return is_public(plain)

    async def _connected(self) -> httpx2.AsyncClient:
        async with self._opening:
            if self._client is None:
                # Reads the system's certificates.
                context = await asyncio.to_thread(httpx2.create_ssl_context)
                self._client = httpx2.AsyncClient(
                    verify=context,
                    trust_env=False,
                    follow_redirects=False,
                    # A kept connection was verified for one name, and an address may have several.
                    limits=httpx2.Limits(max_keepalive_connections=0, max_connections=MOST_CALLS),
                )
        return self._client


def is_public(address: Address) -> bool:
    """Whether an address is one of the Internet, by every way of writing it."""
    if not address.is_global or address.is_multicast or address.is_reserved or address.is_unspecified:
        return False
    return not any(address in network for network in SPECIAL)


def _parts(url: str) -> SplitResult | None:
    """None for a URL without a host, with a user or a fragment, or with characters that no URL has."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    is_plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not is_plain or parts.scheme not in {"http", "https"} or not parts.hostname or port == 0:
        return None
    return None if parts.username is not None or parts.password is not None or "#" in url else parts


def _is_loopback_name(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _status(response: httpx2.Response) -> int:
    if response.is_redirect:
        raise OutboundError
    return response.status_code


async def _read(response: httpx2.Response) -> bytes:
    content = bytearray()
    async for part in response.aiter_raw():
        content += part
        if len(content) > LARGEST_ANSWER:
            raise OutboundError
    return bytes(content)
