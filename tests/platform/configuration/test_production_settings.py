"""S55: production refuses to start with weak settings and reports all at once; S12: also with development settings."""

import secrets
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

import pytest

from server.platform.configuration.load_settings import is_strong, load_settings, start_notes
from server.platform.configuration.settings import SettingsError
from tests.fixtures.commands import RunCommand

GOOD: Final[dict[str, str]] = {
    "DATABASE_URL": "postgresql://waymark:jV9mXq4TzLw2Rk7B@db/waymark",
    "REDIS_URL": "redis://:jV9mXq4TzLw2Rk7B@redis:6379/0",
    "SECRET_KEYS": "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o",
    "PUBLIC_URL": "https://waymark.example.com",
    "EMAIL_URL": "smtps://user:password@mail.example.com:465",
    "METRICS_TOKEN": "f3b0c44298fc1c149afbf4c8996fb92427ae41e4",
    "TRUSTED_PROXIES": "172.31.250.2, 10.0.0.0/8, fd00::/8, 104.16.0.0/13, 2606:4700::/32",
    "ALLOWED_ORIGINS": "https://waymark.example.com, https://app.example.com:8443",
}
WEAK: Final = {
    "SECRET_KEYS": [
        "0123456789abcdefghijklmnopqrstuvwxyz",
        "0123456789abcdef0123456789abcdef0123456789abcdef",
        "12345678901234567890123456789012",
        "aB3$xK9!aB3$xK9!aB3$xK9!aB3$xK9!aB3$xK9!",
        "qwertyuiopasdfghjklzxcvbnm1234567890",
        "please-change-this-secret-key-in-production",
        "correct horse battery staple correct horse battery staple",
        "abcabcabdabcabcabeabcabcabfabcabcabg",
        "Password1!Password2!Password3!Password4!",
        "kJ7-pQ2mZx9_Ty4wVb6nRc8sLd3fGh1aEu5o,hunter2",
    ],
    "PUBLIC_URL": [
        *("foo", "http://waymark.example.com", "https://", "https://user:pw@waymark.example.com"),
        *("https://waymark.example.com/app", "https://waymark.example.com?x=1", "https://*.example.com"),
        *("https://waymark.example.com:port", "javascript://waymark.example.com", "https://waymark.example.com\\@evil"),
    ],
    "ALLOWED_ORIGINS": [
        *("*", "null", "http://app.example.com", "https://*.example.com", "https://app.example.com/"),
        *("https://App.example.com", "https://app.example.com:443", "app.example.com", "https://a.example.com,*"),
    ],
    "TRUSTED_PROXIES": ["0.0.0.0/0", "::/0", "0.0.0.0/1,128.0.0.0/1", "8.0.0.0/8", "2000::/3", "10.0.0.0/7", "*"],
    "METRICS_TOKEN": ["x", "metrics", "a" * 64, "0123456789" * 4],
    "DATABASE_URL": ["postgresql://waymark:waymark@db/waymark", "postgresql://postgres:postgres@db/waymark"],
    "MIGRATION_DATABASE_URL": ["postgresql://owner:short@db/waymark", "mysql://owner@db/waymark"],
    "REDIS_URL": ["redis://redis:6379", "redis://:password1234@redis", "redis://:redis@127.0.0.1"],
    "DEV_OTP_CODE": ["123456"],
    "ROBOT_CHECK": ["off"],
    "BREACHED_PASSWORDS": [
        *("off", "range:", "range:https://", "range:http://range.example.com/", "range:http://127.0.0.1:8080/range"),
        *("https://range.example.com", "range:https://user@range.example.com/", "range:https://range.example.com/?p="),
    ],
    "RATE_LIMIT_SCALE": ["10"],
    "METRICS_LISTEN": ["9464", "127.0.0.1:", "127.0.0.1:http"],
    "OTEL_EXPORTER_OTLP_ENDPOINT": ["127.0.0.1:4318", "grpc://127.0.0.1:4317"],
}
TABLE: Final = [(name, value) for name, values in WEAK.items() for value in values]


def refusal(**changes: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        load_settings(**_given(changes))
    return str(caught.value).splitlines()


def _given(changes: dict[str, str]) -> dict[str, Any]:
    return {"_env_file": None} | {name.lower(): value for name, value in (GOOD | changes).items()}


@pytest.mark.security("S55")
@pytest.mark.parametrize(("name", "value"), TABLE, ids=[f"{name}={value[:24]}" for name, value in TABLE])
def test_a_weak_setting_stops_a_start_in_production(name: str, value: str) -> None:
    lines = refusal(**{name: value})

    assert lines
    assert {line.split()[0].partition("=")[0] for line in lines} == {name}


@pytest.mark.security("S55")
def test_generated_secrets_are_accepted() -> None:
    made = [
        make for _ in range(200) for make in (secrets.token_hex(16), secrets.token_urlsafe(24), secrets.token_hex(32))
    ]
    made += [b64encode(secrets.token_bytes(32)).decode() for _ in range(200)]

    assert [secret for secret in made if not is_strong(secret)] == []
    assert load_settings(**_given({})).is_production


@pytest.mark.security("S55")
async def test_all_problems_are_reported_at_once(run_command: RunCommand) -> None:
    """Missing, malformed and weak settings together; no line repeats a secret."""
    given = GOOD | {name: values[0] for name, values in WEAK.items()} | {"PORT": "eighty", "OTP_TTL": "long"}
    del given["DATABASE_URL"]

    ended = await run_command("check-settings", **given)

    names = {line.split()[0].partition("=")[0].rstrip(":") for line in ended.error.splitlines()} - {"The"}
    assert ended.status == 1
    assert names == (WEAK.keys() | {"PORT", "OTP_TTL"})
    assert given["SECRET_KEYS"] not in ended.error


@pytest.mark.security("S55")
def test_development_in_a_file_brings_its_code_too(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("APP_ENV=development\n")
    given = {name: value for name, value in _given({}).items() if name != "_env_file"}

    assert load_settings(_env_file=file, **given).dev_otp_code == "123456"


def test_a_sender_at_localhost_is_noted_in_production() -> None:
    settings = load_settings(**_given({"EMAIL_FROM": "Waymark <no-reply@localhost>"}))
    named = load_settings(**_given({"EMAIL_FROM": "Waymark <no-reply@example.com>"}))

    assert [note.partition(":")[0] for note in start_notes(settings)] == ["EMAIL_FROM is no-reply@localhost"]
    assert start_notes(named) == []
