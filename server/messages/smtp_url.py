"""What `EMAIL_URL` says."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote, urlsplit

SUBMISSION_PORT: Final = 587
IMPLICIT_TLS_PORT: Final = 465


@dataclass(frozen=True, kw_only=True)
class SmtpServer:
    """With `implicit_tls` unset, STARTTLS is used where the server offers it; certificates are checked."""

    host: str
    port: int
    implicit_tls: bool
    username: str | None
    password: str | None = field(repr=False)


def parse_smtp_url(url: str) -> SmtpServer:
    """`smtp://[user:password@]host[:port]` or `smtps://…`; credentials are percent-encoded.

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
    return SmtpServer(
        host=parts.hostname,
        port=port or (IMPLICIT_TLS_PORT if implicit_tls else SUBMISSION_PORT),
        implicit_tls=implicit_tls,
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
    )
