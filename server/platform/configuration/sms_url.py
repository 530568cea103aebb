"""Read `SMS_URL`."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

TWILIO: Final = "api.twilio.com"
SERVICE_PREFIX: Final = "MG"
LEAST_SECRET: Final = 16

UNREADABLE: Final = "SMS_URL cannot be read: use twilio://SID:TOKEN@?from=… or webhook+https://SECRET@host/path"
UNKNOWN: Final = "SMS_URL names no known provider: use twilio://… or webhook+https://…"
NO_ACCOUNT: Final = "SMS_URL=twilio:// needs an account: twilio://ACCOUNT_SID:AUTH_TOKEN@?from=…"
NO_SENDER: Final = "SMS_URL=twilio:// needs ?from= with a number, or a messaging service (MG…)"
NO_HOST: Final = "SMS_URL=webhook+https:// needs a host"
NO_SECRET: Final = f"SMS_URL=webhook+https:// needs a secret of {LEAST_SECRET} characters or more before the host"
PLAIN: Final = "SMS_URL: webhook+http:// is for development on loopback only; use webhook+https://"


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

    Raises:
        ValueError: it is something else; the text does not repeat the URL, which holds a secret.

    """
    parts = _read(url)
    loopback_will_do = in_development and _is_loopback(parts.hostname)
    if parts.scheme == "twilio":
        return _twilio(parts, scheme="http" if loopback_will_do else "https")
    if parts.scheme == "webhook+http" and not loopback_will_do:
        raise ValueError(PLAIN)
    if parts.scheme in {"webhook+http", "webhook+https"}:
        return _webhook(parts)
    raise ValueError(UNKNOWN)


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
        raise ValueError(NO_ACCOUNT)
    # A plus that is not encoded reads as a space.
    sender = parse_qs(parts.query).get("from", [""])[0].replace(" ", "+", 1)
    if not sender:
        raise ValueError(NO_SENDER)
    return TwilioAccount(
        base_url=f"{scheme}://{_host(parts) or TWILIO}",
        sid=unquote(parts.username),
        token=unquote(parts.password),
        sender=sender,
    )


def _webhook(parts: SplitResult) -> SmsWebhook:
    secret = unquote(parts.password or parts.username or "")
    if not parts.hostname:
        raise ValueError(NO_HOST)
    if len(secret) < LEAST_SECRET:
        raise ValueError(NO_SECRET)
    without_secret = parts._replace(scheme=parts.scheme.removeprefix("webhook+"), netloc=_host(parts))
    return SmsWebhook(url=without_secret.geturl(), secret=secret)


def _host(parts: SplitResult) -> str:
    return parts.netloc.rpartition("@")[2]


def _is_loopback(host: str | None) -> bool:
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False
