"""Read `EMAIL_URL`."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

SUBMISSION_PORT: Final = 587
IMPLICIT_TLS_PORT: Final = 465


@dataclass(frozen=True, kw_only=True)
class SmtpServer:
    """With `implicit_tls` unset, STARTTLS is used where the server offers it; certificates are checked.

    `ca` is a file with the authority that issued the server's, where the system's do not know it.
    """

    host: str
    port: int
    implicit_tls: bool
    username: str | None
    password: str | None = field(repr=False)
    ca: str | None = None

    @property
    def start_tls(self) -> bool | None:
        """None: if it is offered. A password is not sent without it, but on loopback."""
        if self.implicit_tls:
            return False
        return True if self.username is not None and not _is_loopback(self.host) else None


def parse_smtp_url(url: str) -> SmtpServer:
    """`smtp://[user:password@]host[:port][?ca=file]` or `smtps://…`; credentials are percent-encoded.

    Raises:
        ValueError: it is something else; the text does not repeat the URL, which may hold a password.

    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError("EMAIL_URL cannot be read: use smtp://user:password@host:port") from None
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("EMAIL_URL must be smtp://… or smtps://… with a host")
    implicit_tls = parts.scheme == "smtps"
    ca = parse_qs(parts.query).get("ca", [None])[0]
    if ca is not None and not Path(ca).is_file():
        raise ValueError(f"EMAIL_URL names {ca} as its authority, which is no file")
    return SmtpServer(
        host=parts.hostname,
        port=port or (IMPLICIT_TLS_PORT if implicit_tls else SUBMISSION_PORT),
        implicit_tls=implicit_tls,
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        ca=ca,
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
