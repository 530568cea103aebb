"""Typed settings from the environment and `.env`; `configuration` loads and checks them at start."""

from enum import StrEnum
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from server.vocabulary.identifiers import IdentifierKind

DEVELOPMENT_OTP_CODE: Final = "123456"
OFFLINE: Final = "offline"
RANGE: Final = "range:"


class SettingsError(Exception):
    """The environment does not describe a system that may start; the text says how to correct it."""


class Environment(StrEnum):
    PRODUCTION = "production"
    DEVELOPMENT = "development"


class RobotCheckKind(StrEnum):
    ALTCHA = "altcha"
    RECAPTCHA = "recaptcha"
    HCAPTCHA = "hcaptcha"
    TURNSTILE = "turnstile"
    OFF = "off"


class LoginVerification(StrEnum):
    NEW_DEVICE = "new-device"
    ALWAYS = "always"
    NEVER = "never"


class SignUp(StrEnum):
    OPEN = "open"
    INVITATION = "invitation"
    CLOSED = "closed"


class SignupVerification(StrEnum):
    EMAIL = "email"
    BOTH = "both"


def _comma_separated(value: Any) -> Any:  # noqa: ANN401 - whatever the environment or a caller gave
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


LISTED: Final = (NoDecode, BeforeValidator(_comma_separated))
Names = Annotated[tuple[str, ...], *LISTED]
# A blank text counts as unset.
OptionalText = Annotated[str | None, AfterValidator(lambda value: value or None)]


class Settings(BaseSettings):
    """Durations are whole seconds, lists are separated by commas. docs/settings.md is generated from this class."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, use_attribute_docstrings=True)

    app_env: Environment = Environment.PRODUCTION
    """`development` captures messages, takes `DEV_OTP_CODE` and shows `/dev/inbox` and `/docs`."""
    host: str = "127.0.0.1"
    """The address on which the web process listens."""
    port: int = Field(default=8000, ge=1, le=65535)
    """The port on which the web process listens."""
    data_dir: Path = Path(".data")
    """The folder in which `make run` keeps the embedded servers' files, the secret and the logs."""
    heartbeat_file: OptionalText = None
    """A file that a worker touches every three seconds, for the health check of a container."""
    database_url: str
    """`postgresql://user:password@host/name`"""
    migration_database_url: OptionalText = None
    """The same database as the role that owns its tables ([two roles](deployment.md#two-database-roles)). Only
    `migrate` needs it; without it, `DATABASE_URL` is used.
    """
    pg_bin: OptionalText = None
    """The folder of `pg_dump` and `pg_restore`, for `backup` and `restore`; without it, PATH."""
    redis_url: str
    """`redis://`, `rediss://` or `unix://`; in production with a password, unless it is on this machine."""
    secret_keys: Names
    """Random keys of at least 32 characters (`openssl rand -hex 32`), newest first; older ones still verify what they
    made.
    """
    public_url: str = ""
    """Where people find the product; links in messages begin with it. Required in production: `https://` and a host,
    nothing after it.
    """
    allowed_origins: Names = ()
    """Origins that may call the API and open sockets, in production exact `https` origins. Without any: `PUBLIC_URL`,
    in development also localhost and 127.0.0.1.
    """
    trusted_proxies: Names = ()
    """Addresses or networks whose `X-Forwarded-*` headers are believed; no wider than a network of one's own, or /12
    (IPv6 /24) of others.
    """
    sso_networks: Names = ()
    """Private networks in which identity providers, webhooks and recurring sources may be called; others are called at
    public addresses only.
    """
    dns_servers: Names = ()
    """Name servers (`address` or `address:port`) that are asked for identity providers and for the proofs of domains;
    without any, the system's.
    """
    brand_name: str = "Waymark"
    """The product's name, everywhere."""
    brand_tagline: str = "Guiding Every Step To Success"
    """The product's claim, everywhere."""
    email_url: OptionalText = None
    """`smtps://` or `smtp://user:password@host:port`, with `?ca=file` for an authority of your own
    ([more](messages.md)). Required in production; unset in development, mails are captured.
    """
    email_from: str = "Waymark <no-reply@localhost>"
    """The sender of every mail."""
    sms_url: OptionalText = None
    """`twilio://ACCOUNT_SID:AUTH_TOKEN@?from=+1…` (or `from=MG…`, a messaging service) or
    `webhook+https://SECRET@host/path` ([signed JSON](messages.md)); in development `capture:`. Unset: no SMS.
    """
    sms_templates: Names = ()
    """Where operators demand registered templates (DLT in India): the id of each kind's template, `code=1107…`, and
    in Hindi `code.hi=1107…` ([more](messages.md)).
    """
    sms_entity_id: OptionalText = Field(default=None, pattern="^[A-Za-z0-9_-]{0,64}$")
    """The id of the company that has registered the templates."""
    sms_abroad_daily: int = Field(default=200, ge=0)
    """Text messages a day to each country but that of `PHONE_REGION`."""
    company_daily_sms: int = Field(default=20_000, ge=1)
    """Text messages a day of each company."""
    robot_check: RobotCheckKind = RobotCheckKind.ALTCHA
    """`altcha` (self-hosted), `recaptcha`, `hcaptcha`, `turnstile`, `off` (not in production)."""
    robot_check_site_key: str | None = None
    """What the provider of the robot check gave you; altcha needs none."""
    robot_check_secret: str | None = None
    """The secret that belongs to it."""
    breached_passwords: str = OFFLINE
    """`offline` (a filter of 548,789 breached passwords that the project brings), or with it `range:https://…`, a
    service that is asked by the first five digits of a SHA-1 hash ([why
    so](decisions/0015-passwords.md)).
    """
    login_verification: LoginVerification = LoginVerification.NEW_DEVICE
    """When a sign-in needs a code: `new-device`, `always`, `never`."""
    sign_up: SignUp = SignUp.OPEN
    """Who registers a company: everyone (`open`), people invited by `waymark invite-company` (`invitation`), or no one
    (`closed`). People sign up at the apply link of a company with each of them.
    """
    signup_verification: SignupVerification = SignupVerification.EMAIL
    """What a sign-up must verify: `email`, or `both`, which needs `SMS_URL`."""
    sign_in_by: Annotated[tuple[IdentifierKind, ...], *LISTED] = (IdentifierKind.EMAIL,)
    """What names an account at a sign-in: `email`, and with it `phone` or `code` or both, which allow people without an
    email and need `SMS_URL` ([how](decisions/0009-identifiers.md)).
    """
    dev_otp_code: OptionalText = None
    """A code that is always right; in development `123456`, refused in production."""
    admin_email: OptionalText = None
    """The email of the demo company's SUPER_ADMIN; without it admin@example.com."""
    admin_password: OptionalText = None
    """Their password; without it one is made up and printed once."""
    access_token_ttl: int = Field(default=7_200, ge=60)
    """Life of an access token."""
    session_idle_ttl: int = Field(default=86_400, ge=60)
    """A session ends this long after it was last used."""
    session_absolute_ttl: int = Field(default=2_592_000, ge=60)
    """A session ends this long after the sign-in."""
    otp_ttl: int = Field(default=600, ge=1)
    """Life of a code; fixed in production."""
    otp_cooldown: int = Field(default=120, ge=0)
    """Pause between two codes; fixed in production."""
    company_daily_rows: int = Field(default=200_000, ge=1)
    """Accounts created by imports and invitations sent, a company and day (UTC); ten times as many rows may be checked,
    of which a file has at least one for each kilobyte.
    """
    new_company_daily_invitations: int = Field(default=50, ge=1)
    """Invitations a day of a company in its first week that is not [trusted](deployment.md#invitations)."""
    company_daily_taken: int = Field(default=1_000, ge=1)
    """How often a company may meet people who are registered elsewhere, a day."""
    minimum_age_single: int = Field(default=17, ge=0)
    """The youngest that may be added by the form."""
    minimum_age_bulk: int = Field(default=13, ge=0)
    """The youngest that may be added by a file."""
    message_days: int = Field(default=0, ge=0, le=36_500)
    """Days for which messages are kept; 0 is as long as the company ([privacy](privacy.md))."""
    import_days: int = Field(default=0, ge=0, le=36_500)
    """Days for which ended imports are kept, with their rows and files; 0 is as long as the company."""
    bulk_days: int = Field(default=0, ge=0, le=36_500)
    """Days for which ended changes of many people are kept; 0 is as long as the company."""
    audit_days: int = Field(default=0, ge=0, le=36_500)
    """Days for which the audit trail is kept, at least 365; 0 is as long as the company. An operator's command removes
    what is older ([how](deployment.md#the-audit-trail)).
    """
    phone_region: str = Field(default="IN", min_length=2, max_length=2)
    """The country of a phone number without a prefix; its time zone is the one in which a daily limit names its end."""
    body_timeout: int = Field(default=60, ge=1)
    """How long a client may take to send the body of a request."""
    api_docs: bool = False
    """`1` shows `/docs` and `/openapi.json` in production too."""
    metrics_token: OptionalText = None
    """The bearer token for `/metrics`, at least 32 random characters; in production there is no `/metrics` without it.
    """
    metrics_listen: str = "127.0.0.1:9464"
    """Where a web process and a worker show their metrics to Prometheus (`/metrics`, without a token), as `host:port`;
    empty: nowhere. Processes of one machine need a port each.
    """
    otel_exporter_otlp_endpoint: OptionalText = None
    """A collector of OpenTelemetry (`http://host:4318`), which gets a trace of each request, with the tasks and
    deliveries that it causes. Unset: no traces.
    """
    rate_limit_scale: float = Field(default=1.0, gt=0)
    """Multiplies limits by address, daily caps and quotas, for load tests; refused in production."""
    database_pool_size: int = Field(default=24, ge=2)
    """Connections to Postgres a process."""
    database_prepared_statements: bool = True
    """`off` behind a PgBouncer before 1.21 ([more](deployment.md#behind-pgbouncer))."""

    @model_validator(mode="before")
    @classmethod
    def _bring_the_code_of_development(cls, given: dict[str, Any]) -> dict[str, Any]:
        """`given` is what the caller, the environment and `.env` say together."""
        if given.get("app_env") != Environment.DEVELOPMENT:
            return given
        return {"dev_otp_code": DEVELOPMENT_OTP_CODE, **given}

    @property
    def is_production(self) -> bool:
        return self.app_env is Environment.PRODUCTION

    @property
    def is_development(self) -> bool:
        return self.app_env is Environment.DEVELOPMENT

    @property
    def owner_url(self) -> str:
        """The database as the role that may change its schema."""
        return self.migration_database_url or self.database_url

    @property
    def has_people_without_email(self) -> bool:
        """Whether accounts need no email: they are reached by SMS, and their phones or codes sign them in."""
        return any(kind is not IdentifierKind.EMAIL for kind in self.sign_in_by)

    @property
    def has_people_with_phone_alone(self) -> bool:
        """Whether a person without an email and a code can log in: by a phone that no one else without an email has."""
        return IdentifierKind.PHONE in self.sign_in_by

    @property
    def captures_email(self) -> bool:
        """True where mails are kept for `/dev/inbox` instead of being sent."""
        return self.is_development and self.email_url is None

    @property
    def password_range_url(self) -> str | None:
        """The address of a service of breached passwords, to which five digits are added; None where none is asked."""
        if not self.breached_passwords.startswith(RANGE):
            return None
        return self.breached_passwords.removeprefix(RANGE).rstrip("/") + "/"

    @property
    def daily_rows(self) -> int:
        """COMPANY_DAILY_ROWS, which grows with the other limits in load tests."""
        return int(self.company_daily_rows * self.rate_limit_scale)

    @property
    def effective_public_url(self) -> str:
        return (self.public_url or f"http://{self.host}:{self.port}").rstrip("/")

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """Exact origins that may call the API and open sockets."""
        if self.allowed_origins:
            return self.allowed_origins
        own: tuple[str, ...] = (self.effective_public_url,)
        if self.is_development:
            own += tuple(f"http://{name}:{self.port}" for name in ("localhost", "127.0.0.1"))
        return tuple(dict.fromkeys(own))

    @cached_property
    def trusted_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        return tuple(ip_network(proxy) for proxy in self.trusted_proxies)
