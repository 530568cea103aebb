"""Typed settings from the environment and `.env`; checked once at start.

No secret has a default: what is missing is named in a :class:`SettingsError`.
"""

import os
from enum import StrEnum
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from server.messages.sms_url import parse_sms_url
from server.messages.smtp_url import parse_smtp_url

MINIMUM_SECRET_LENGTH: Final = 32
DEVELOPMENT_OTP_CODE: Final = "123456"


class SettingsError(Exception):
    """The environment does not describe a system that may start; the text says how to mend it."""


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
    redis_url: str
    secret_keys: Annotated[tuple[str, ...], NoDecode]
    public_url: str = ""
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = ()
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    brand_name: str = "Waymark"
    brand_tagline: str = "Guiding Every Step To Success"
    email_url: str | None = None
    email_from: str = "Waymark <no-reply@localhost>"
    sms_url: str | None = None
    robot_check: RobotCheckKind = RobotCheckKind.ALTCHA
    robot_check_site_key: str | None = None
    robot_check_secret: str | None = None
    login_verification: LoginVerification = LoginVerification.NEW_DEVICE
    signup_verification: SignupVerification = SignupVerification.EMAIL
    dev_otp_code: str | None = None
    admin_email: str | None = None
    admin_password: str | None = None
    access_token_ttl: int = Field(default=7_200, ge=60)
    session_idle_ttl: int = Field(default=86_400, ge=60)
    session_absolute_ttl: int = Field(default=2_592_000, ge=60)
    otp_ttl: int = Field(default=600, ge=1)
    otp_cooldown: int = Field(default=120, ge=0)
    company_daily_rows: int = Field(default=200_000, ge=1)
    minimum_age_single: int = Field(default=17, ge=0)
    minimum_age_bulk: int = Field(default=13, ge=0)
    phone_region: str = Field(default="IN", min_length=2, max_length=2)
    api_docs: bool = False
    metrics_token: str | None = None
    rate_limit_scale: float = Field(default=1.0, gt=0)
    database_pool_size: int = Field(default=24, ge=2)

    _split_lists = field_validator("secret_keys", "allowed_origins", "trusted_proxies", mode="before")(_comma_separated)

    @field_validator("email_url", "sms_url", "dev_otp_code", "admin_email", "admin_password", "metrics_token")
    @classmethod
    def _blank_is_unset(cls, value: str | None) -> str | None:
        return value or None

    @model_validator(mode="after")
    def _refuse_what_may_not_start(self) -> "Settings":
        problems = _secret_problems(self) + _address_problems(self) + _provider_problems(self)
        if self.is_production:
            problems += _production_problems(self)
        if problems:
            raise ValueError("\n".join(problems))
        return self

    @property
    def is_production(self) -> bool:
        return self.app_env is Environment.PRODUCTION

    @property
    def is_development(self) -> bool:
        return self.app_env is Environment.DEVELOPMENT

    @property
    def captures_email(self) -> bool:
        """True where mails are kept for `/dev/inbox` instead of being sent."""
        return self.is_development and self.email_url is None

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

    @property
    def serves_https(self) -> bool:
        return urlsplit(self.effective_public_url).scheme == "https"


def _secret_problems(settings: Settings) -> list[str]:
    if not settings.secret_keys:
        return ["SECRET_KEYS is empty: give at least one random key, newest first"]
    return [
        f"SECRET_KEYS number {number} is weak: use at least {MINIMUM_SECRET_LENGTH} random characters"
        for number, key in enumerate(settings.secret_keys, start=1)
        if len(key) < MINIMUM_SECRET_LENGTH or len(set(key)) < 10  # noqa: PLR2004 - a repeated letter is no secret
    ]


def _address_problems(settings: Settings) -> list[str]:
    problems = []
    if urlsplit(settings.database_url).scheme not in {"postgresql", "postgres"}:
        problems.append("DATABASE_URL must begin with postgresql://")
    if urlsplit(settings.redis_url).scheme not in {"redis", "rediss", "unix"}:
        problems.append("REDIS_URL must begin with redis://, rediss:// or unix://")
    for proxy in settings.trusted_proxies:
        try:
            ip_network(proxy)
        except ValueError:
            problems.append(f"TRUSTED_PROXIES names {proxy}, which is no address and no network")
    return problems


def _provider_problems(settings: Settings) -> list[str]:
    problems = []
    try:
        if settings.email_url is not None:
            parse_smtp_url(settings.email_url)
    except ValueError as error:
        problems.append(str(error))
    try:
        if settings.sms_url is not None and not settings.sms_url.startswith("capture:"):
            parse_sms_url(settings.sms_url, in_development=settings.is_development)
    except ValueError as error:
        problems.append(str(error))
    return problems


def _production_problems(settings: Settings) -> list[str]:
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
        "PUBLIC_URL is missing: links in messages and the origin check need it": not settings.public_url,
        "SIGNUP_VERIFICATION=both needs SMS_URL: without it no phone can be verified": (
            settings.signup_verification is SignupVerification.BOTH and settings.sms_url is None
        ),
        "SMS_URL=capture: is for development only": (settings.sms_url or "").startswith("capture:"),
    }
    return [problem for problem, applies in forbidden.items() if applies]


def load_settings(**overrides: Any) -> Settings:  # noqa: ANN401 - any setting may be given
    """Read the settings.

    Raises:
        SettingsError: with one line for each setting that is missing or wrong.
    """
    try:
        return Settings(**{**_development_defaults(overrides), **overrides})
    except ValidationError as error:
        lines = (_explain(problem) for problem in error.errors(include_url=False, include_input=False))
        raise SettingsError("\n".join(lines)) from None


def _development_defaults(overrides: dict[str, Any]) -> dict[str, Any]:
    environment = str(overrides.get("app_env", os.environ.get("APP_ENV", "")))
    if environment != Environment.DEVELOPMENT or "DEV_OTP_CODE" in os.environ:
        return {}
    return {"dev_otp_code": DEVELOPMENT_OTP_CODE}


def _explain(problem: Any) -> str:  # noqa: ANN401 - pydantic's error details
    name = "_".join(str(part) for part in problem["loc"]).upper()
    if problem["type"] == "missing":
        return f"{name} is missing: set it in the environment or in .env"
    message = str(problem["msg"]).removeprefix("Value error, ")
    return f"{name}: {message}" if name else message
