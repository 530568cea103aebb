"""Typed settings from the environment and `.env`; `configuration` loads and checks them at start."""

from enum import StrEnum
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from server.identity.identifiers import IdentifierKind

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


class SignupVerification(StrEnum):
    EMAIL = "email"
    BOTH = "both"


def _comma_separated(value: Any) -> Any:  # noqa: ANN401 - whatever the environment or a caller gave
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return value


class Settings(BaseSettings):
    """Durations are whole seconds, lists are separated by commas."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True)

    app_env: Environment = Environment.PRODUCTION
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    data_dir: Path = Path(".data")
    database_url: str
    migration_database_url: str | None = None
    redis_url: str
    secret_keys: Annotated[tuple[str, ...], NoDecode]
    public_url: str = ""
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = ()
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    sso_networks: Annotated[tuple[str, ...], NoDecode] = ()
    dns_servers: Annotated[tuple[str, ...], NoDecode] = ()
    brand_name: str = "Waymark"
    brand_tagline: str = "Guiding Every Step To Success"
    email_url: str | None = None
    email_from: str = "Waymark <no-reply@localhost>"
    sms_url: str | None = None
    sms_templates: Annotated[tuple[str, ...], NoDecode] = ()
    sms_entity_id: str | None = Field(default=None, pattern="^[A-Za-z0-9_-]{0,64}$")
    sms_abroad_daily: int = Field(default=200, ge=0)
    company_daily_sms: int = Field(default=20_000, ge=1)
    robot_check: RobotCheckKind = RobotCheckKind.ALTCHA
    robot_check_site_key: str | None = None
    robot_check_secret: str | None = None
    breached_passwords: str = OFFLINE
    login_verification: LoginVerification = LoginVerification.NEW_DEVICE
    signup_verification: SignupVerification = SignupVerification.EMAIL
    sign_in_by: Annotated[tuple[IdentifierKind, ...], NoDecode] = (IdentifierKind.EMAIL,)
    dev_otp_code: str | None = None
    admin_email: str | None = None
    admin_password: str | None = None
    access_token_ttl: int = Field(default=7_200, ge=60)
    session_idle_ttl: int = Field(default=86_400, ge=60)
    session_absolute_ttl: int = Field(default=2_592_000, ge=60)
    otp_ttl: int = Field(default=600, ge=1)
    otp_cooldown: int = Field(default=120, ge=0)
    company_daily_rows: int = Field(default=200_000, ge=1)
    new_company_daily_invitations: int = Field(default=50, ge=1)
    company_daily_taken: int = Field(default=1_000, ge=1)
    minimum_age_single: int = Field(default=17, ge=0)
    minimum_age_bulk: int = Field(default=13, ge=0)
    # Days; 0 keeps them as long as their company.
    message_days: int = Field(default=0, ge=0, le=36_500)
    import_days: int = Field(default=0, ge=0, le=36_500)
    bulk_days: int = Field(default=0, ge=0, le=36_500)
    audit_days: int = Field(default=0, ge=0, le=36_500)
    phone_region: str = Field(default="IN", min_length=2, max_length=2)
    header_timeout: int = Field(default=10, ge=1)
    body_timeout: int = Field(default=60, ge=1)
    api_docs: bool = False
    metrics_token: str | None = None
    rate_limit_scale: float = Field(default=1.0, gt=0)
    database_pool_size: int = Field(default=24, ge=2)

    _split_lists = field_validator(
        "secret_keys",
        "allowed_origins",
        "trusted_proxies",
        "sso_networks",
        "dns_servers",
        "sms_templates",
        "sign_in_by",
        mode="before",
    )(_comma_separated)

    @field_validator(
        "migration_database_url",
        "email_url",
        "sms_url",
        "sms_entity_id",
        "dev_otp_code",
        "admin_email",
        "admin_password",
        "metrics_token",
    )
    @classmethod
    def _blank_is_unset(cls, value: str | None) -> str | None:
        return value or None

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

    @cached_property
    def provider_networks(self) -> tuple[IPv4Network | IPv6Network, ...]:
        """Networks beside the public ones in which identity providers may be."""
        return tuple(ip_network(network) for network in self.sso_networks)

    @property
    def serves_https(self) -> bool:
        return urlsplit(self.effective_public_url).scheme == "https"
