"""S98: what people have typed changes no text message beyond its place in the template."""

import re
from typing import Final

import pytest

from server.messaging.messages.kinds import Providers
from server.messaging.messages.render import count_segments
from server.platform.services import Services
from tests.fixtures.http_endpoint import HttpEndpoint
from tests.fixtures.outbox import send_all
from tests.fixtures.sign_in import execute
from tests.fixtures.sms import SECRET, providers_of
from tests.fixtures.texted import AddTexted, texts_to

SHAPE: Final = re.compile(
    r"(?P<company>[^\n]{1,30}) invites you to Waymark: http://waymark\.test/invitation#[\w-]{43}"
    r"\nLog in as (?P<login>[^\n]+)"
)

pytestmark = pytest.mark.settings(sms_url="capture:", sign_in_by="email,phone,code")


@pytest.mark.security("S98")
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Northwind Training", "Northwind Training"),
        ("{{ secret }} {link} {#var#}", "secret link var"),
        ("Pay at evil.example/pay", "Pay at evil. example/pay"),
        ("https://evil.example", "https evil. example"),
        ("North\r\n@evil.example #4930", "North evil. example 4930"),
        ("Account blocked, call 18001234567", "Northwind"),
        ("नॉर्थविंड", "Northwind"),
        ("N" * 200, "N" * 28 + ".."),
        ("\u202e", "Northwind"),
    ],
)
async def test_a_company_s_name_stays_in_its_place(
    services: Services, capturing: Providers, add_texted: AddTexted, name: str, shown: str
) -> None:
    """Also names that were stored before they had rules; and the text stays one part."""
    await execute(services, "UPDATE companies SET name = $1, slug = 'northwind'", name)
    person = await add_texted()
    await send_all(services, capturing)
    (text,) = await texts_to(services, person.phone)
    found = SHAPE.fullmatch(text)
    assert found is not None, text
    assert (found["company"], found["login"]) == (shown, "northwind/21CS042")
    assert count_segments(text).parts == 1


@pytest.mark.security("S98")
async def test_a_person_s_code_becomes_no_link(services: Services, capturing: Providers, add_texted: AddTexted) -> None:
    await execute(services, "UPDATE companies SET slug = 'northwind'")
    person = await add_texted(code="EVIL.EXAMPLE/PAY")
    await send_all(services, capturing)
    (text,) = await texts_to(services, person.phone)
    assert text.endswith("\nLog in as northwind/(your code)")


@pytest.mark.settings(sms_templates="code=1,invitation=2,invitation.hi=3,password_changed=4")
@pytest.mark.parametrize(("language", "template", "said"), [("hi", "3", "आमंत्रित"), ("en", "2", "invites you")])
async def test_a_text_is_in_the_person_s_language_by_its_own_template(
    services: Services, add_texted: AddTexted, http_endpoint: HttpEndpoint, language: str, template: str, said: str
) -> None:
    person = await add_texted()
    await execute(services, "UPDATE users SET language = $1 WHERE id = $2", language, person.id)
    providers = providers_of(services, f"webhook+http://{SECRET}@{http_endpoint.host}/sms")
    await send_all(services, providers)
    await providers.close()
    [request] = http_endpoint.requests
    assert request.json["templateId"] == template
    assert said in request.json["text"]


@pytest.mark.security("S98")
async def test_an_endpoint_gets_each_variable_by_itself(
    services: Services, add_texted: AddTexted, http_endpoint: HttpEndpoint
) -> None:
    await execute(services, "UPDATE companies SET name = $1", '","login":"x')
    await add_texted()
    providers = providers_of(services, f"webhook+http://{SECRET}@{http_endpoint.host}/sms")
    await send_all(services, providers)
    await providers.close()
    [request] = http_endpoint.requests
    assert list(request.json["variables"]) == ["company", "link", "login"]
    assert request.json["variables"]["company"] == '","login":"x'
    assert request.json["variables"]["login"].endswith("/21CS042")
