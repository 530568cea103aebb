"""S162: who registers a company: everyone, people that the operator has invited, or no one, by every way in."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from quart import Quart

from server.messaging.messages.repository import unseal
from server.platform.configuration.settings import SignUp
from server.platform.services import Services
from server.vocabulary.link_tokens import make_founder_token
from tests.fixtures.app import running
from tests.fixtures.commands import RunCommand
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of

INVITED = "SELECT id FROM messages WHERE kind = 'company_invitation' ORDER BY created_at DESC LIMIT 1"


@pytest.fixture(params=[SignUp.CLOSED, SignUp.INVITATION])
async def closed(services: Services, request: pytest.FixtureRequest) -> AsyncIterator[Quart]:
    """The same installation, with another setting."""
    settings = services.settings.model_copy(update={"sign_up": request.param})
    async with running(replace(services, settings=settings)) as app:
        yield app


def is_refused(answer: Answer) -> bool:
    return (answer.status, answer.code) == (403, "sign_up_closed")


@pytest.mark.security("S162")
async def test_every_way_to_a_company_is_closed_also_for_those_who_are_on_it(
    closed: Quart, app: Quart, visitor: Visitor, services: Services, company: Company
) -> None:
    typing, waiting = Visitor(app=app, services=services), Visitor(app=app, services=services)
    await typing.register()
    await waiting.register()
    assert (await waiting.type_code()).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    for each in (visitor, typing, waiting):
        jar, each.client = each.client.cookie_jar, closed.test_client()
        each.client.cookie_jar = jar

    again = Browser(app=closed, services=services)
    resumed = await again.authenticate(waiting.email)
    forged = make_founder_token(
        services.keys, company.id, email="other@example.com", until=await fetch_value(services, "SELECT now() + '1 d'")
    )

    assert is_refused(await visitor.register())
    assert is_refused(await visitor.register(invitation=forged))
    assert is_refused(await visitor.register(invitation="%00" + "A" * 90))
    assert is_refused(await typing.type_code())
    assert is_refused(await waiting.register_company())
    assert is_refused(resumed)
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 1
    assert (await visitor.get("robot-check")).body["signUp"] in {"closed", "invitation"}
    # People of a company come in as ever.
    assert (await visitor.apply(await slug_of(services, company))).status == 200


@pytest.mark.security("S162")
@pytest.mark.settings(sign_up="invitation")
async def test_an_invitation_founds_one_company_for_its_email_alone(
    app: Quart,
    visitor: Visitor,
    services: Services,
    run_command: RunCommand,
    own_settings: dict[str, str],
) -> None:
    wrong = await run_command("invite-company", "no email", **own_settings)
    sent = await run_command("invite-company", visitor.email.upper(), **own_settings)
    assert (wrong.status, sent.status) == (1, 0), (wrong, sent)
    message_id = await fetch_value(services, INVITED)
    sealed = await fetch_value(services, "SELECT secret FROM messages WHERE id = $1", message_id)
    token = unseal(services.keys, message_id, sealed)
    other = Visitor(app=app, services=services)

    assert is_refused(await other.register(invitation=token))
    assert (await visitor.register(invitation=token)).status == 200
    assert (await visitor.type_code()).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    assert (await visitor.register_company()).status == 200
    # Also once the founder has another email, the link founds no second company.
    await execute(services, "UPDATE users SET email = 'moved@example.com', phone = '+919700000000'")
    assert is_refused(await Visitor(app=app, services=services).register(email=visitor.email, invitation=token))
    late: Any = await fetch_value(services, "SELECT now() - interval '1 second'")
    expired = make_founder_token(services.keys, message_id, email=other.email, until=late)
    assert is_refused(await other.register(invitation=expired))
