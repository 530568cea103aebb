"""The relying party that passkeys belong to: the host of PUBLIC_URL, and the origins that may ask for them."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from server.access.factors.passkey_errors import PasskeysUnavailableError
from server.platform.configuration.settings import Settings

# Browsers accept it without https, and accept no IP address.
LOCALHOST: Final = "localhost"


@dataclass(frozen=True, kw_only=True)
class RelyingParty:
    """`id` is a host name; `origins` are exact."""

    id: str
    name: str
    origins: tuple[str, ...]


def relying_party(settings: Settings) -> RelyingParty:
    """In development `localhost` where PUBLIC_URL has an IP address.

    Raises:
        PasskeysUnavailableError: PUBLIC_URL has an IP address.

    """
    host = _host_of(settings.effective_public_url)
    if _is_address(host):
        if not settings.is_development:
            raise PasskeysUnavailableError
        host = LOCALHOST
    candidates = dict.fromkeys((settings.effective_public_url, *settings.origins))
    origins = tuple(origin for origin in candidates if _host_of(origin) == host)
    return RelyingParty(id=host, name=settings.brand_name, origins=origins)


def _host_of(url: str) -> str:
    return urlsplit(url).hostname or ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
