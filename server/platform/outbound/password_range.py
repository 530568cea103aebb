"""Ask a service of breached passwords by the first five digits of a hash, where the installation allows it.

The service learns neither the password nor its hash, and, because answers are padded, not how many it found. Without an
answer in time the password counts as unknown: the offline filter has judged it already.
"""

import asyncio
import hashlib
from typing import Final

import httpx2
from structlog import get_logger

from server.platform.process.crypto import normalize_password
from server.platform.process.metrics import PASSWORD_RANGES
from server.vocabulary.password_policy import BREACHED

TIMEOUT_SECONDS: Final = 1.0
PREFIX_DIGITS: Final = 5
# Ten times a padded answer.
LONGEST_ANSWER: Final = 512 * 1024
HEADERS: Final = {"Add-Padding": "true", "User-Agent": "Waymark"}

logger = get_logger(__name__)


class PasswordRangeError(Exception):
    """The answer is no list of hashes."""


class PasswordRange:
    """A service that answers with the rests of all breached hashes that begin alike; `url` None asks none."""

    def __init__(self, url: str | None, *, timeout: float = TIMEOUT_SECONDS) -> None:
        self._url = url
        self._timeout = timeout
        self._client = httpx2.AsyncClient(timeout=timeout, follow_redirects=False, headers=HEADERS) if url else None

    async def find_problem(self, password: str) -> str | None:
        """The sentence that says why this password is not acceptable, or None."""
        if self._url is None or self._client is None:
            return None
        content = normalize_password(password).encode()
        digest = hashlib.sha1(content, usedforsecurity=False).hexdigest().upper()
        try:
            async with asyncio.timeout(self._timeout):
                is_known = await _knows(self._client, digest, url=self._url)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError, PasswordRangeError) as error:
            PASSWORD_RANGES.labels("failed").inc()
            logger.warning("password_range_unavailable", error=type(error).__name__)
            return None
        PASSWORD_RANGES.labels("breached" if is_known else "unknown").inc()
        return BREACHED if is_known else None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


async def _knows(client: httpx2.AsyncClient, digest: str, *, url: str) -> bool:
    async with client.stream("GET", url + digest[:PREFIX_DIGITS]) as answer:
        answer.raise_for_status()
        content = b""
        async for piece in answer.aiter_bytes():
            content += piece
            if len(content) > LONGEST_ANSWER:
                raise PasswordRangeError
    return _contains(content, digest[PREFIX_DIGITS:])


def _contains(content: bytes, rest: str) -> bool:
    """Whether a line gives the rest of the hash and a number; that of padding is 0. Raises PasswordRangeError."""
    for line in content.decode("ascii", errors="replace").splitlines():
        found, _, count = line.partition(":")
        if not count.strip().isdecimal():
            raise PasswordRangeError
        if found.upper() == rest and int(count) > 0:
            return True
    return False
