"""The providers that EMAIL_URL and EMAIL_FROM name."""

from typing import Any

import pytest

from server.messaging.messages.kinds import NoProvider, Provider
from server.messaging.messages.mail import SmtpProvider
from server.messaging.messages.providers import CapturingProvider, SmsTemplates, make_providers, sms_transport
from server.platform.configuration.load_settings import SmtpServer, parse_smtp_url
from server.platform.configuration.settings import Settings, SettingsError
from server.platform.database.connections import Database


@pytest.mark.parametrize(
    ("url", "server"),
    [
        (
            "smtp://mail.test",
            SmtpServer(host="mail.test", port=587, implicit_tls=False, username=None, password=None),
        ),
        (
            "smtps://asha%40mail.test:p%3Aw%2F@mail.test",
            SmtpServer(host="mail.test", port=465, implicit_tls=True, username="asha@mail.test", password="p:w/"),
        ),
        (
            "smtp://[::1]:1025/",
            SmtpServer(host="::1", port=1025, implicit_tls=False, username=None, password=None),
        ),
    ],
)
def test_a_mail_server_is_read_from_its_url(url: str, server: SmtpServer) -> None:
    assert parse_smtp_url(url) == server


@pytest.mark.parametrize("url", ["", "mail.test", "http://mail.test", "smtp://", "smtp://u:hunter2@host:port"])
def test_an_invalid_mail_url_is_refused_without_repeating_a_password(url: str) -> None:
    with pytest.raises(ValueError, match="EMAIL_URL") as caught:
        parse_smtp_url(url)
    assert "hunter2" not in str(caught.value)


def test_a_password_is_not_shown_where_a_server_is_printed() -> None:
    assert "hunter2" not in repr(parse_smtp_url("smtp://asha:hunter2@mail.test"))


def _production(settings: Settings, **changes: Any) -> Settings:
    given = {
        **settings.model_dump(exclude={"dev_otp_code"}),
        "app_env": "production",
        "public_url": "https://waymark.test",
        "email_url": "smtp://mail.test",
    }
    return Settings(_env_file=None, **{**given, **changes})


def _sms(settings: Settings, database: Database) -> Provider:
    return sms_transport(settings, database, templates=SmsTemplates(), connections=1)


async def test_development_captures_and_production_sends(settings: Settings, database: Database) -> None:
    captured = make_providers(settings, database, connections=1)
    assert isinstance(captured.email, CapturingProvider)
    assert isinstance(_sms(settings, database), CapturingProvider)
    sending = make_providers(_production(settings), database, connections=1)
    assert isinstance(sending.email, SmtpProvider)
    assert isinstance(_sms(_production(settings), database), NoProvider)


async def test_a_sender_without_an_address_stops_the_start(settings: Settings, database: Database) -> None:
    with pytest.raises(SettingsError):
        make_providers(_production(settings, email_from="x"), database, connections=1)
