"""The accepted forms of SMS_URL."""

from typing import Final

import pytest

from server.messaging.messages.providers import SmsProvider, SmsTemplates, sms_transport
from server.platform.configuration.load_settings import SmsWebhook, TwilioAccount, parse_sms_url
from server.platform.services import Services

TOKEN: Final = "canary-token-51c7"
SECRET: Final = "canary-secret-90be"


@pytest.mark.parametrize(
    ("url", "named"),
    [
        (
            "twilio://AC1:t%2Fk@?from=%2B1555",
            TwilioAccount(base_url="https://api.twilio.com", sid="AC1", token="t/k", sender="+1555"),
        ),
        (
            "twilio://AC1:tk@sms.example.com:8443?from=+1555",
            TwilioAccount(base_url="https://sms.example.com:8443", sid="AC1", token="tk", sender="+1555"),
        ),
        (
            f"webhook+https://{SECRET}@sms.example.com/in?a=b",
            SmsWebhook(url="https://sms.example.com/in?a=b", secret=SECRET),
        ),
    ],
)
@pytest.mark.parametrize("in_development", [True, False])
def test_a_provider_is_read_from_its_url(url: str, named: object, in_development: bool) -> None:  # noqa: FBT001 - a parameter
    assert parse_sms_url(url, in_development=in_development) == named


def test_plain_http_is_for_development_on_loopback() -> None:
    plain, twilio = f"webhook+http://{SECRET}@127.0.0.1:9/", "twilio://AC1:tk@127.0.0.1:9?from=x"
    assert parse_sms_url(plain, in_development=True) == SmsWebhook(url="http://127.0.0.1:9/", secret=SECRET)
    assert parse_sms_url(twilio, in_development=True).base_url == "http://127.0.0.1:9"  # type: ignore[union-attr]
    assert parse_sms_url(twilio, in_development=False).base_url == "https://127.0.0.1:9"  # type: ignore[union-attr]
    for url, in_development in ((plain, False), (f"webhook+http://{SECRET}@sms.example.com/", True)):
        with pytest.raises(ValueError, match="loopback"):
            parse_sms_url(url, in_development=in_development)


@pytest.mark.parametrize(
    "url",
    [
        "pigeon://hunter2-hunter2@host",
        "twilio://?from=x",
        "twilio://hunter2-hunter2@?from=x",
        "twilio://AC1:hunter2-hunter2@",
        "twilio://AC1:hunter2-hunter2@host:port?from=x",
        "webhook+https://hunter2-hunter2@",
        "webhook+https://hunter2@host/",
        "webhook+https://host/",
        "https://hunter2-hunter2@host/",
    ],
)
def test_an_invalid_provider_url_is_refused_without_repeating_a_secret(url: str) -> None:
    with pytest.raises(ValueError, match="SMS_URL") as caught:
        parse_sms_url(url, in_development=False)
    assert "hunter2" not in str(caught.value)


def test_a_secret_is_not_shown_where_a_provider_is_printed() -> None:
    for url in (f"twilio://AC1:{TOKEN}@?from=x", f"webhook+https://{SECRET}@host/"):
        assert "canary" not in repr(parse_sms_url(url, in_development=False))


async def test_the_setting_chooses_the_provider(services: Services) -> None:
    for url in (f"twilio://AC1:{TOKEN}@?from=x", f"webhook+https://{SECRET}@host/"):
        settings = services.settings.model_copy(update={"sms_url": url})
        provider = sms_transport(settings, services.database, templates=SmsTemplates(), connections=1)
        assert isinstance(provider, SmsProvider)
        await provider.close()
