"""What `EMAIL_URL`, `SMS_URL` and `SMS_TEMPLATES` name: the servers and templates of messages.

Errors are sentences for the operator; none repeats a URL, which may hold a password.
"""

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from server.platform.configuration.settings import Settings

SUBMISSION_PORT: Final = 587
IMPLICIT_TLS_PORT: Final = 465

TWILIO: Final = "api.twilio.com"
SERVICE_PREFIX: Final = "MG"
LEAST_SECRET: Final = 16

# The kinds that have a text message; that all of them have a template is proved by a test.
TEXTED: Final = ("code", "invitation", "password_changed")
# Without it no person could log in by text message.
REQUIRED: Final = "code"
_ID: Final = re.compile("[A-Za-z0-9_-]{1,64}").fullmatch
_CONTENT_SID: Final = re.compile("HX[0-9a-fA-F]{32}").fullmatch

UNREADABLE: Final = "SMS_URL cannot be read: use twilio://SID:TOKEN@?from=… or webhook+https://SECRET@host/path"


@dataclass(frozen=True, kw_only=True)
class SmtpServer:
    """A mail server. STARTTLS is used where it is offered and `implicit_tls` is unset; certificates are checked.

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
        """Return whether STARTTLS is used; None means where it is offered.

        A password is not sent without it, but on loopback.
        """
        if self.implicit_tls:
            return False
        return True if self.username is not None and not is_loopback(self.host) else None


def parse_smtp_url(url: str) -> SmtpServer:
    """`smtp://[user:password@]host[:port][?ca=file]` or `smtps://…`; credentials are percent-encoded.

    Raises ValueError: it is something else; the text does not repeat the URL, which may hold a password.
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


@dataclass(frozen=True, kw_only=True)
class TwilioAccount:
    """`sender` is a number, a name, or the id of a messaging service."""

    base_url: str
    sid: str
    token: str = field(repr=False)
    sender: str

    @property
    def sends_by_service(self) -> bool:
        return self.sender.startswith(SERVICE_PREFIX)


@dataclass(frozen=True, kw_only=True)
class SmsWebhook:
    url: str
    secret: str = field(repr=False)


def parse_sms_url(url: str, *, in_development: bool) -> TwilioAccount | SmsWebhook:
    """`twilio://SID:TOKEN@[host]?from=+1555…` or `webhook+https://SECRET@host/path`, percent-encoded.

    Only in development, and only on loopback, plain HTTP will do.

    Raises ValueError: it is something else; the text does not repeat the URL, which holds a secret.
    """
    parts = _read(url)
    loopback_will_do = in_development and is_loopback(parts.hostname)
    if parts.scheme == "twilio":
        return _twilio(parts, scheme="http" if loopback_will_do else "https")
    if parts.scheme == "webhook+http" and not loopback_will_do:
        raise ValueError("SMS_URL: webhook+http:// is for development on loopback only; use webhook+https://")
    if parts.scheme in {"webhook+http", "webhook+https"}:
        return _webhook(parts)
    raise ValueError("SMS_URL names no known provider: use twilio://… or webhook+https://…")


def _read(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        has_readable_port = parts.port != 0
    except ValueError:
        raise ValueError(UNREADABLE) from None
    if not has_readable_port:
        raise ValueError(UNREADABLE)
    return parts


def _twilio(parts: SplitResult, *, scheme: str) -> TwilioAccount:
    if not parts.username or not parts.password:
        raise ValueError("SMS_URL=twilio:// needs an account: twilio://ACCOUNT_SID:AUTH_TOKEN@?from=…")
    # A plus that is not encoded reads as a space.
    sender = parse_qs(parts.query).get("from", [""])[0].replace(" ", "+", 1)
    if not sender:
        raise ValueError("SMS_URL=twilio:// needs ?from= with a number, or a messaging service (MG…)")
    return TwilioAccount(
        base_url=f"{scheme}://{_host(parts) or TWILIO}",
        sid=unquote(parts.username),
        token=unquote(parts.password),
        sender=sender,
    )


def _webhook(parts: SplitResult) -> SmsWebhook:
    secret = unquote(parts.password or parts.username or "")
    if not parts.hostname:
        raise ValueError("SMS_URL=webhook+https:// needs a host")
    if len(secret) < LEAST_SECRET:
        raise ValueError(
            f"SMS_URL=webhook+https:// needs a secret of {LEAST_SECRET} characters or more before the host"
        )
    without_secret = parts._replace(scheme=parts.scheme.removeprefix("webhook+"), netloc=_host(parts))
    return SmsWebhook(url=without_secret.geturl(), secret=secret)


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def parse_sms_templates(settings: Settings) -> dict[str, str]:
    """The id of each kind that has one; empty where no templates are registered.

    Raises ValueError: with the sentence for the operator.
    """
    of_twilio = (settings.sms_url or "").startswith("twilio:")
    found: dict[str, str] = {}
    for part in settings.sms_templates:
        kind, equals, template_id = (piece.strip() for piece in part.partition("="))
        if not equals or kind in found or not _ID(template_id):
            raise ValueError(
                "SMS_TEMPLATES cannot be read: use kind=id, separated by commas, as in code=1107160000000012345"
            )
        if kind not in TEXTED:
            raise ValueError(f"SMS_TEMPLATES names the kind {kind[:40]!r}: use {', '.join(TEXTED)}")
        if of_twilio and not _CONTENT_SID(template_id):
            raise ValueError(
                "SMS_TEMPLATES names an id that Twilio does not have: with SMS_URL=twilio:// "
                "give each template's ContentSid (HX…)"
            )
        found[kind] = template_id
    if found and REQUIRED not in found:
        raise ValueError("SMS_TEMPLATES has no id for code: give one, or leave SMS_TEMPLATES out")
    return found


def is_loopback(host: str | None) -> bool:
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False
