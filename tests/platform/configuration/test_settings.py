"""Wrong settings stop a start with a line for each; secrets have no default."""

from typing import Any

import pytest

from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings, SettingsError

GOOD: dict[str, Any] = {
    "_env_file": None,
    "database_url": "postgresql://waymark@db/waymark",
    "redis_url": "redis://:jV9mXq4TzLw2Rk7B@redis",
    "secret_keys": "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o",
    "public_url": "https://waymark.example.com",
    "email_url": "smtps://user:password@mail.example.com:465",
}


def refusal(**changes: Any) -> str:
    with pytest.raises(SettingsError) as caught:
        load_settings(**{**GOOD, **changes})
    return str(caught.value)


def development(**changes: Any) -> Settings:
    return load_settings(**{**GOOD, "app_env": "development", **changes})


def test_production_is_the_default_and_starts_with_what_it_needs() -> None:
    settings = load_settings(**GOOD)

    assert settings.is_production
    assert settings.dev_otp_code is None
    assert not settings.captures_email


@pytest.mark.parametrize("name", ["database_url", "redis_url", "secret_keys"])
def test_a_missing_setting_without_a_default_is_named(name: str) -> None:
    given = {key: value for key, value in GOOD.items() if key != name}

    with pytest.raises(SettingsError) as caught:
        load_settings(**given)

    assert str(caught.value) == f"{name.upper()} is missing: set it in the environment or in .env"


@pytest.mark.parametrize("keys", ["", "short", "a" * 40, "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o,weak"])
def test_weak_secrets_are_refused_everywhere(keys: str) -> None:
    assert "SECRET_KEYS" in refusal(secret_keys=keys)
    assert "SECRET_KEYS" in refusal(secret_keys=keys, app_env="development")


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"dev_otp_code": "123456"}, "DEV_OTP_CODE"),
        ({"robot_check": "off"}, "ROBOT_CHECK"),
        ({"rate_limit_scale": "5"}, "RATE_LIMIT_SCALE"),
        ({"otp_ttl": "900"}, "OTP_TTL"),
        ({"otp_cooldown": "1"}, "OTP_COOLDOWN"),
        ({"email_url": None}, "EMAIL_URL"),
        ({"public_url": ""}, "PUBLIC_URL"),
        ({"sms_url": "capture:"}, "SMS_URL"),
        ({"signup_verification": "both"}, "SIGNUP_VERIFICATION"),
        ({"sign_in_by": "email,code"}, "SIGN_IN_BY"),
        ({"sms_url": "webhook+http://a-secret-of-16-letters@127.0.0.1/"}, "SMS_URL"),
    ],
)
def test_development_settings_stop_a_start_in_production(changes: dict[str, Any], named: str) -> None:
    assert named in refusal(**changes)
    development(**changes)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"database_url": "mysql://db/waymark"}, "DATABASE_URL"),
        ({"redis_url": "localhost:6379"}, "REDIS_URL"),
        ({"trusted_proxies": "10.0.0.0/8,proxy"}, "proxy"),
        ({"email_url": "http://mail.test"}, "EMAIL_URL"),
        ({"sms_url": "pigeon://coop"}, "SMS_URL"),
        ({"sms_templates": "1107160000000012345"}, "SMS_TEMPLATES"),
        ({"sms_templates": "code=a b"}, "SMS_TEMPLATES"),
        ({"sms_templates": "code=1,code=2"}, "SMS_TEMPLATES"),
        ({"sms_templates": "code=1,greeting=2"}, "'greeting'"),
        ({"sms_templates": "code=1,code.en=2"}, "'code.en'"),
        ({"sms_templates": "code.hi=1"}, "no id for code"),
        ({"sms_templates": "code=1107", "sms_url": "twilio://AC1:token@?from=MG1"}, "ContentSid"),
        ({"sms_entity_id": "1101"}, "SMS_ENTITY_ID"),
        ({"sms_entity_id": "1101 4", "sms_templates": "code=1"}, "SMS_ENTITY_ID"),
        ({"port": "80000"}, "PORT"),
        ({"app_env": "staging"}, "APP_ENV"),
        ({"login_verification": "sometimes"}, "LOGIN_VERIFICATION"),
        ({"sign_in_by": "email,name"}, "SIGN_IN_BY"),
        ({"sign_in_by": "phone"}, "SIGN_IN_BY"),
        ({"access_token_ttl": "5"}, "ACCESS_TOKEN_TTL"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], named: str) -> None:
    assert named in refusal(**changes)


def test_all_problems_are_reported_at_once_a_line_each() -> None:
    lines = refusal(secret_keys="short", dev_otp_code="123456", public_url="").splitlines()

    assert [line.split()[0] for line in lines] == ["SECRET_KEYS", "DEV_OTP_CODE", "PUBLIC_URL"]


def test_no_problem_repeats_a_secret() -> None:
    assert "hunter2-hunter2" not in refusal(secret_keys="hunter2-hunter2")


def test_lists_are_separated_by_commas() -> None:
    settings = load_settings(**GOOD, allowed_origins="https://a.example.com, https://b.example.com")

    assert settings.origins == ("https://a.example.com", "https://b.example.com")


def test_origins_are_the_public_address_and_in_development_loopback_too() -> None:
    assert load_settings(**GOOD).origins == ("https://waymark.example.com",)
    assert development(port=8123, public_url="").origins == ("http://127.0.0.1:8123", "http://localhost:8123")


def test_development_has_a_fixed_code_by_default() -> None:
    assert development().dev_otp_code == "123456"
    assert development(dev_otp_code="").dev_otp_code is None
