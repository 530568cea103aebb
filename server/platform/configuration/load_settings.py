"""Load and check the settings at start: all problems at once, each with its remedy. No text repeats a secret.

`EMAIL_URL`, `SMS_URL` and `SMS_TEMPLATES` are read here as well: they name the servers and templates of messages.
"""

import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from email.utils import parseaddr
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from dotenv import dotenv_values
from pydantic import ValidationError
from structlog import get_logger

from server.platform.configuration.logs import configure_logging
from server.platform.configuration.settings import OFFLINE, RobotCheckKind, Settings, SettingsError, SignupVerification
from server.vocabulary.identifiers import IdentifierKind
from server.vocabulary.languages import SOURCE_LANGUAGE, Language
from server.vocabulary.password_policy import is_common

SUBMISSION_PORT: Final = 587
IMPLICIT_TLS_PORT: Final = 465

TWILIO: Final = "api.twilio.com"
SERVICE_PREFIX: Final = "MG"
LEAST_SECRET: Final = 16

# The kinds that have a text message; that all of them have a template is proved by a test.
TEXTED: Final = ("code", "invitation", "password_changed")
# As SMS_TEMPLATES names them in other languages than English.
_TRANSLATED: Final = tuple(f"{kind}.{each}" for each in Language if each is not SOURCE_LANGUAGE for kind in TEXTED)
# Without it no person could log in by text message.
REQUIRED: Final = "code"
_ID: Final = re.compile("[A-Za-z0-9_-]{1,64}").fullmatch
_CONTENT_SID: Final = re.compile("HX[0-9a-fA-F]{32}").fullmatch

# Two web processes and two workers, as docs/deployment.md has them.
PROCESSES: Final = 4
ALIKE: Final = 0.85
# Read by `make run` alone.
OF_OTHERS: Final = frozenset({"DEMO"})
UNREADABLE_FILE: Final = ".env cannot be read: it must be a text in UTF-8 that this process may read"
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
    parts = read_url(url)
    if not any(parts):
        raise ValueError("EMAIL_URL cannot be read: use smtp://user:password@host:port")
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("EMAIL_URL must be smtp://… or smtps://… with a host")
    implicit_tls = parts.scheme == "smtps"
    ca = parse_qs(parts.query).get("ca", [None])[0]
    if ca is not None and not Path(ca).is_file():
        raise ValueError(f"EMAIL_URL names {ca} as its authority, which is no file")
    return SmtpServer(
        host=parts.hostname,
        port=parts.port or (IMPLICIT_TLS_PORT if implicit_tls else SUBMISSION_PORT),
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
    parts = read_url(url)
    if not any(parts) or parts.port == 0:
        raise ValueError(UNREADABLE)
    loopback_will_do = in_development and is_loopback(parts.hostname)
    if parts.scheme == "twilio":
        return _twilio(parts, scheme="http" if loopback_will_do else "https")
    if parts.scheme == "webhook+http" and not loopback_will_do:
        raise ValueError("SMS_URL: webhook+http:// is for development on loopback only; use webhook+https://")
    if parts.scheme in {"webhook+http", "webhook+https"}:
        return _webhook(parts)
    raise ValueError("SMS_URL names no known provider: use twilio://… or webhook+https://…")


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
    """The id of each kind, `code`, and of those in other languages, `code.hi`; empty where none is registered.

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
        if kind not in TEXTED + _TRANSLATED:
            known = ", ".join(TEXTED + _TRANSLATED)
            raise ValueError(f"SMS_TEMPLATES names the kind {kind[:40]!r}: use {known}")
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


MAKE_ONE: Final = "make one with: openssl rand -hex 32"
UNKNOWN_CHECK: Final = (
    "BREACHED_PASSWORDS is neither `offline` nor `range:` and an https:// address to which five digits are added"
)
LEAST_PASSWORD_LENGTH: Final = 12
LEAST_LENGTH: Final = 32
# A generated key has them; a repeated word or sequence has not.
LEAST_LETTERS: Final = 9
# What people type where a generated key belongs; a random one holds any of them less than once in a million.
TYPED: Final = (
    *("123456", "abcdef", "qwerty", "asdfgh", "zxcvbn", "change", "secret", "password", "example", "default"),
    *("insecure", "letmein", "waymark", "welcome", "replace", "production", "development", "battery", "please"),
)
# Private networks may have any size; public ones at most that of the widest content delivery network.
OWN_NETWORKS: Final = {
    4: ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
    6: ("::1/128", "fc00::/7", "fe80::/10"),
}
# An attacker who is found out late should still be found in the trail; logs are commonly to be kept for a year.
LEAST_AUDIT_DAYS: Final = 365
WIDEST_FOREIGN: Final = {4: 12, 6: 24}
# Valid values for settings without a default.
_IN_PLACE: Final = {
    "database_url": "postgresql:///waymark",
    "redis_url": "unix:///redis.sock",
    "secret_keys": (secrets.token_hex(32),),
}

logger = get_logger(__name__)


def load_settings(**overrides: Any) -> Settings:  # noqa: ANN401 - any setting may be given
    """Read the settings. Raises SettingsError: with one line for each setting that is missing or wrong."""
    try:
        settings = Settings(**overrides)
    except ValidationError as error:
        raise SettingsError("\n".join(_explanations(error, overrides))) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{UNREADABLE_FILE} ({error})") from None
    if problems := start_problems(settings):
        raise SettingsError("\n".join(problems))
    return settings


def start_process() -> Settings:
    """Read the settings and set up the log of a process that serves. Raises SettingsError."""
    settings = load_settings()
    configure_logging(settings)
    for note in start_notes(settings):
        logger.warning("settings_note", note=note)
    return settings


def _explanations(error: ValidationError, overrides: dict[str, Any]) -> list[str]:
    """The problems of all fields: where some cannot be read, the others are checked beside valid values."""
    problems = error.errors(include_url=False, include_input=False)
    unread = {str(problem["loc"][0]) for problem in problems if problem["loc"]}
    defaults = {name: Settings.model_fields[name].default for name in unread}
    rest = Settings(**overrides | defaults | {name: _IN_PLACE[name] for name in unread & _IN_PLACE.keys()})
    return list(dict.fromkeys([*map(_explain, problems), *start_problems(rest)]))


def _explain(problem: Any) -> str:  # noqa: ANN401 - pydantic's error details
    name = "_".join(str(part) for part in problem["loc"]).upper()
    if problem["type"] == "missing":
        return f"{name} is missing: set it in the environment or in .env"
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"{name}: {message}" if name else message


def start_problems(settings: Settings) -> list[str]:
    """The problems that forbid a start with these settings; empty where there are none."""
    problems = _secret_problems(settings) + _address_problems(settings) + _provider_problems(settings)
    if settings.is_production:
        problems += _development_only_problems(settings) + _origin_problems(settings)
        problems += _proxy_problems(settings) + _password_problems(settings)
    return problems


def start_notes(settings: Settings) -> list[str]:
    """What forbids no start, but the operator should know; for settings without problems."""
    templates = parse_sms_templates(settings)
    missing = ", ".join(kind for kind in TEXTED if kind not in templates) if templates else ""
    sender = parseaddr(settings.email_from)[1]
    is_local = settings.is_production and is_loopback(sender.rpartition("@")[2])
    notes = {
        f"SMS_TEMPLATES has no id for {missing}: text messages of these kinds are not sent": bool(missing),
        f"EMAIL_FROM is {sender}: mails from localhost are refused; name a sender of your domain": is_local,
    }
    return [note for note, applies in notes.items() if applies]


def misspelt(environment: Iterable[str]) -> list[str]:
    """What in the environment, and in .env, looks like a setting and is none. Raises SettingsError."""
    try:
        in_file = {name.upper() for name in dotenv_values(".env")}
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{UNREADABLE_FILE} ({error})") from None
    known = {name.upper() for name in Settings.model_fields}
    found = {}
    for name in sorted({*map(str.upper, environment), *in_file} - known - OF_OTHERS):
        if close := get_close_matches(name, known, n=1, cutoff=ALIKE):
            found[name] = f"{name}: did you mean {close[0]}?"
        elif name in in_file:
            found[name] = f"{name} in .env is no setting"
    return list(found.values())


def too_many_connections(settings: Settings, *, allowed: int) -> str | None:
    """The sentence for pools that do not fit what the server allows; None where they do."""
    if settings.database_pool_size * PROCESSES <= allowed:
        return None
    return (
        f"DATABASE_POOL_SIZE is {settings.database_pool_size}: two web and two worker processes may open "
        f"{settings.database_pool_size * PROCESSES} connections, and the server of DATABASE_URL allows {allowed}. "
        f"Set at most {max(2, allowed // PROCESSES)}, or raise its max_connections"
    )


def _secret_problems(settings: Settings) -> list[str]:
    if not settings.secret_keys:
        return [f"SECRET_KEYS is empty: give at least one random key, newest first; {MAKE_ONE}"]
    return [
        f"SECRET_KEYS number {number} is weak: use at least {LEAST_LENGTH} random characters; {MAKE_ONE}"
        for number, key in enumerate(settings.secret_keys, start=1)
        if not is_strong(key)
    ]


def is_strong(key: str) -> bool:
    """Whether a key is long enough and looks generated."""
    folded = key.casefold()
    return (
        len(key) >= LEAST_LENGTH
        and len(set(key)) >= LEAST_LETTERS
        and " " not in key
        and not any(typed in folded for typed in TYPED)
    )


def _address_problems(settings: Settings) -> list[str]:
    problems = [
        f"{name} must begin with postgresql:// and have a number as its port"
        for name, url in _database_urls(settings).items()
        if url is not None and read_url(url).scheme not in {"postgresql", "postgres"}
    ]
    if read_url(settings.redis_url).scheme not in {"redis", "rediss", "unix"}:
        problems.append("REDIS_URL must begin with redis://, rediss:// or unix://")
    if read_url(settings.otel_exporter_otlp_endpoint or "http:").scheme not in {"http", "https"}:
        problems.append("OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://, as in http://127.0.0.1:4318")
    if settings.metrics_listen and not re.fullmatch(r"\S+:\d{1,5}", settings.metrics_listen, re.ASCII):
        problems.append("METRICS_LISTEN must be a host and a port, as in 127.0.0.1:9464, or empty")
    problems += [
        f"{name} names {network}, which is no address and no network"
        for name, networks in (("TRUSTED_PROXIES", settings.trusted_proxies), ("SSO_NETWORKS", settings.sso_networks))
        for network in networks
        if _network(network) is None
    ]
    return problems


def _database_urls(settings: Settings) -> dict[str, str | None]:
    return {"DATABASE_URL": settings.database_url, "MIGRATION_DATABASE_URL": settings.migration_database_url}


def _provider_problems(settings: Settings) -> list[str]:
    problems: list[str] = []
    with _noting(problems):
        if settings.email_url is not None:
            parse_smtp_url(settings.email_url)
    with _noting(problems):
        if settings.sms_url is not None and not settings.sms_url.startswith("capture:"):
            parse_sms_url(settings.sms_url, in_development=settings.is_development)
    with _noting(problems):
        if not parse_sms_templates(settings) and settings.sms_entity_id is not None:
            raise ValueError("SMS_ENTITY_ID is given without SMS_TEMPLATES: text messages name both, or neither")
    if 0 < settings.audit_days < LEAST_AUDIT_DAYS:
        problems.append(f"AUDIT_DAYS is too short: use at least {LEAST_AUDIT_DAYS}, or 0 to keep the trail")
    if IdentifierKind.EMAIL not in settings.sign_in_by:
        problems.append("SIGN_IN_BY must hold email, which administrators log in by: email,phone,code")
    if not _is_known_check(settings):
        problems.append(UNKNOWN_CHECK)
    return problems


@contextmanager
def _noting(problems: list[str]) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        problems.append(str(error))


def _is_known_check(settings: Settings) -> bool:
    """Plain HTTP will do only on loopback, in development."""
    url = settings.password_range_url
    if url is None:
        return settings.breached_passwords == OFFLINE
    parts = read_url(url)
    plain_will_do = settings.is_development and is_loopback(parts.hostname or "")
    has_more = bool(parts.query or parts.fragment or parts.username or parts.password)
    return parts.scheme in ({"http", "https"} if plain_will_do else {"https"}) and bool(parts.hostname) and not has_more


def _development_only_problems(settings: Settings) -> list[str]:
    forbidden = {
        "DEV_OTP_CODE may not be set in production: unset it": settings.dev_otp_code is not None,
        "ROBOT_CHECK=off is refused in production: choose altcha, recaptcha, hcaptcha or turnstile": (
            settings.robot_check is RobotCheckKind.OFF
        ),
        "ROBOT_CHECK_SITE_KEY and ROBOT_CHECK_SECRET are missing: the provider of the robot check gives them": (
            settings.robot_check not in {RobotCheckKind.ALTCHA, RobotCheckKind.OFF}
            and not (settings.robot_check_site_key and settings.robot_check_secret)
        ),
        "RATE_LIMIT_SCALE is refused in production: unset it": settings.rate_limit_scale != 1.0,
        "OTP_TTL and OTP_COOLDOWN can be changed only outside production: unset them": (
            settings.otp_ttl != 600 or settings.otp_cooldown != 120  # noqa: PLR2004 - the product's constants
        ),
        "EMAIL_URL is missing: without it no code and no invitation can be sent": settings.email_url is None,
        "SIGNUP_VERIFICATION=both needs SMS_URL: without it no phone can be verified": (
            settings.signup_verification is SignupVerification.BOTH and settings.sms_url is None
        ),
        "SIGN_IN_BY needs SMS_URL: without it people without an email cannot be reached": (
            settings.has_people_without_email and settings.sms_url is None
        ),
        "SMS_URL=capture: is for development only": (settings.sms_url or "").startswith("capture:"),
    }
    return [problem for problem, applies in forbidden.items() if applies]


def _origin_problems(settings: Settings) -> list[str]:
    problems = []
    if not settings.public_url:
        problems.append("PUBLIC_URL is missing: links in messages and the origin check need it")
    elif not _is_https_origin(settings.public_url.removesuffix("/")):
        problems.append("PUBLIC_URL must be https:// and a host, as in https://waymark.example.com: nothing after it")
    problems += [
        f"ALLOWED_ORIGINS names {origin[:100]!r}: give exact origins in lower case, as in https://app.example.com"
        for origin in settings.allowed_origins
        if not _is_https_origin(origin)
    ]
    return problems


def _is_https_origin(url: str) -> bool:
    """What a browser would send as Origin: scheme, host, a port that is not the usual one, and nothing else."""
    parts = read_url(url)
    port, host = parts.port, parts.hostname or ""
    is_host = bool(host) and "*" not in host and not set(host) & set(" \\%\t\r\n")
    name = f"[{host}]" if ":" in host else host
    origin = f"https://{name}" if port is None else f"https://{name}:{port}"
    return is_host and port != 443 and url == f"https://{parts.netloc}" == origin  # noqa: PLR2004 - https


def _proxy_problems(settings: Settings) -> list[str]:
    return [
        f"TRUSTED_PROXIES names {proxy}, so wide that any client could choose its address: name only the proxies"
        for proxy in settings.trusted_proxies
        if (network := _network(proxy)) is not None and _is_too_wide(network)
    ]


def _is_too_wide(network: IPv4Network | IPv6Network) -> bool:
    own: tuple[str, ...] = OWN_NETWORKS[network.version]
    return network.prefixlen < WIDEST_FOREIGN[network.version] and not any(
        network.prefixlen >= whole.prefixlen and network.network_address in whole for whole in map(ip_network, own)
    )


def _password_problems(settings: Settings) -> list[str]:
    problems = []
    if settings.metrics_token is not None and not is_strong(settings.metrics_token):
        problems.append(f"METRICS_TOKEN is weak: use at least {LEAST_LENGTH} random characters; {MAKE_ONE}")
    for name, url in {**_database_urls(settings), "REDIS_URL": settings.redis_url}.items():
        parts = read_url(url or "")
        password, user = unquote(parts.password or ""), unquote(parts.username or "")
        is_guessable = len(password) < LEAST_PASSWORD_LENGTH or is_common(password) or password == user
        if parts.password is not None and is_guessable:
            problems.append(f"{name} has a weak password: use at least {LEAST_PASSWORD_LENGTH} characters; {MAKE_ONE}")
    redis = read_url(settings.redis_url)
    has_password = bool(redis.password) or "password" in parse_qs(redis.query)
    if redis.scheme == "redis" and not has_password and not is_loopback(redis.hostname or "localhost"):
        problems.append("REDIS_URL has no password, and the server is on another machine: redis://:password@host:port")
    return problems


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text)
    except ValueError:
        return None


def read_url(url: str) -> SplitResult:
    """Return empty parts for a text that is no URL, or whose port is no number."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return urlsplit("")
    return parts
