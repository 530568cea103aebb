"""S36: pages of other origins may neither change anything nor read an answer, and bodies are JSON only.

The allowed origins are tested one by one in tests/platform/http/alone/test_origins.py.
"""

import pytest
from quart import Quart
from quart.testing.utils import sentinel

from tests.fixtures.people import Person, SignIn
from tests.fixtures.url_map import Call, calls_of

FOREIGN = "http://evil.test"


@pytest.fixture
async def person(sign_in: SignIn) -> Person:
    return await sign_in()


def writing_calls(app: Quart) -> list[Call]:
    found = [call for call in calls_of(app) if call.method not in {"GET", "HEAD"}]
    assert len(found) > 25
    return found


@pytest.mark.security("S36")
async def test_no_route_is_changed_by_a_foreign_page(app: Quart, person: Person) -> None:
    """Even with the token of a SUPER_ADMIN."""
    client = app.test_client()
    for call in writing_calls(app):
        for foreign in ({"Origin": "null"}, {"Origin": FOREIGN}, {"Sec-Fetch-Site": "cross-site"}):
            answer = await client.open(call.path, method=call.method, json=sentinel, headers=person.headers | foreign)
            body = await answer.get_json()
            # Errors of SCIM have no code.
            told = "foreign_origin" if "/scim/" in call.path and "detail" in body else body["code"]
            assert (answer.status_code, told) == (403, "foreign_origin"), (call, foreign)
            assert "Access-Control-Allow-Origin" not in answer.headers, call


@pytest.mark.security("S36")
@pytest.mark.settings(rate_limit_scale=1000)
async def test_no_route_accepts_a_body_that_a_form_of_another_site_can_send(app: Quart, person: Person) -> None:
    client = app.test_client()
    for call in writing_calls(app):
        for sent in ("text/plain", "application/x-www-form-urlencoded"):
            answer = await client.open(
                call.path,
                method=call.method,
                headers=person.headers | {"Content-Type": sent},
                data=b'{"a": "b"}',
                json=sentinel,
            )
            # Forms of two standards, a provider's logout and a mail program's stop (RFC 8058), which need a signature
            # and no cookie.
            refused = {"backchannel-logout": 400, "stop": 422}
            takes_form = call.path.endswith(("/backchannel-logout", "/announcements/stop"))
            expected = refused[call.path.rpartition("/")[2]] if takes_form else 415
            assert answer.status_code == expected, (call, sent)


@pytest.mark.security("S36")
@pytest.mark.settings(rate_limit_scale=1000)
async def test_no_answer_may_be_read_by_a_foreign_page(app: Quart, person: Person) -> None:
    client = app.test_client()
    for call in calls_of(app):
        for origin in ("null", FOREIGN):
            for method in (call.method, "OPTIONS"):
                answer = await client.open(
                    call.path, method=method, json=sentinel, headers=person.headers | {"Origin": origin}
                )
                assert "Access-Control-Allow-Origin" not in answer.headers, (call, method)
                assert "Access-Control-Allow-Credentials" not in answer.headers, (call, method)
