"""S163: a suspended company is closed at once, its work waits, and all goes on once it is resumed."""

from typing import Any, Final

import pytest

from server.messaging.messages.kinds import Providers
from server.messaging.messages.sending import send_due_messages
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.states import ImportState
from server.platform.services import Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.commands import RunCommand
from tests.fixtures.identity_provider import DOMAIN, SsoBrowser, SsoDesk
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office
from tests.fixtures.key_calls import PEOPLE, KeyDesk
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import Browser, execute, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.socket_client import open_socket
from workers.context import with_providers

EMAIL: Final = f"asha@{DOMAIN}"
pytestmark = pytest.mark.settings(login_verification="never")


@pytest.mark.security("S163")
async def test_sessions_logins_and_applications_are_refused_until_it_is_resumed(
    signed_in: Browser,
    account: Account,
    visitor: Visitor,
    services: Services,
    run_command: RunCommand,
    own_settings: dict[str, str],
) -> None:
    slug, refresh = await slug_of(services, account.company), signed_in.refresh_token
    applicant = Visitor(app=visitor.app, services=services)
    await applicant.register(applyTo=slug)
    fresh = Browser(app=signed_in.app, services=services)

    suspended = await run_command("suspend-company", slug, "--reason", "unpaid", **own_settings)
    again = await run_command("suspend-company", slug, "--reason", "other", **own_settings)
    right = await fresh.authenticate(account.email)
    wrong = await fresh.authenticate(account.email, "Wrong-9-password")
    applied = await visitor.register(applyTo=slug)

    assert (suspended.status, again.status) == (0, 0), (suspended, again)
    assert (await signed_in.status()).status == 401
    assert (await signed_in.refresh(refresh)).status == 401
    assert (right.status, right.code) == (403, "company_suspended")
    assert (wrong.status, wrong.code) == (401, "invalid_credentials")
    assert (applied.status, "does not take applications" in applied.body["errors"]["applyTo"]) == (422, True)
    assert (await applicant.type_code()).status == 409
    assert (await visitor.get(f"signup/companies/{slug}")).body["takesApplications"] is False
    reason = "SELECT suspended_for FROM companies WHERE slug = $1"
    assert await fetch_value(services, reason, slug) == "unpaid"

    resumed = await run_command("resume-company", slug, **own_settings)
    assert (resumed.status, (await run_command("resume-company", slug, **own_settings)).status) == (0, 1)
    assert (await signed_in.refresh(refresh)).status == 200
    assert (await applicant.type_code()).status == 200
    audited = "SELECT array_agg(action ORDER BY id)::text FROM audit_entries WHERE after ->> 'by' = 'operator'"
    assert await fetch_value(services, audited) == "{company_suspended,company_resumed}"


@pytest.mark.security("S163")
async def test_a_flow_that_was_ready_before_opens_no_session(
    browser: Browser, account: Account, services: Services
) -> None:
    await browser.sign_in(account)
    ready = await browser.authenticate(account.email)
    assert ready.body["nextStep"] == "VERIFICATION_NOT_REQUIRED", ready.body
    await execute(services, "UPDATE companies SET suspended_at = now()")

    refused = await browser.complete()

    assert (refused.status, refused.code) == (403, "company_suspended")
    await execute(services, "UPDATE companies SET suspended_at = NULL")
    assert (await browser.complete()).status == 200


async def test_sockets_are_told_why(
    server: LiveServer,
    sign_in: SignIn,
    add_company: AddCompany,
    services: Services,
    run_command: RunCommand,
    own_settings: dict[str, str],
) -> None:
    person, other = await sign_in(), await sign_in(company=await add_company())
    slug = await slug_of(services, person.company)
    async with (
        open_socket(server.url, {"token": person.token}) as socket,
        open_socket(server.url, {"token": other.token}) as spared,
    ):
        assert (await run_command("suspend-company", slug, "--reason", "x", **own_settings)).status == 0
        assert (await socket.receive("session:ended"))["reason"] == "suspended"
        await socket.closed()
        assert not spared.was_disconnected


async def test_an_import_stops_after_its_chunk_and_mails_wait_and_none_is_lost(
    office: Office, services: Services, smtp: Providers, mail_server: Any
) -> None:
    import_id = await office.check(*people(6))
    await office.start(import_id, invite=True)
    await office.cut(import_id, rows=2)
    assert await office.create_chunk(import_id)
    await execute(services, "UPDATE companies SET suspended_at = now()")

    await create_accounts(services, import_id=import_id)
    made = "SELECT count(*) FROM users WHERE email ~ 'imported'"
    assert await fetch_value(services, made) == 2
    await execute(services, "UPDATE companies SET suspended_at = NULL")
    assert (await office.work(import_id)).state is ImportState.COMPLETED
    assert await fetch_value(services, made) == 6

    await execute(services, "UPDATE companies SET suspended_at = now()")
    sender = with_providers(services, codes=smtp, bulk=smtp)
    await send_due_messages(sender)
    waiting = "SELECT count(*) FROM messages WHERE state = 'queued'"
    assert (await fetch_value(services, waiting), mail_server.received) == (6, [])
    await execute(services, "UPDATE companies SET suspended_at = NULL")
    await send_due_messages(sender)
    assert await fetch_value(services, waiting) == 0


@pytest.mark.security("S163")
async def test_a_key_for_servers_is_refused_with_its_company(key_desk: KeyDesk, services: Services) -> None:
    _, server = await key_desk.make(scopes=PEOPLE)
    assert (await server.get("users")).status == 200
    await execute(services, "UPDATE companies SET suspended_at = now()")

    assert (await server.get("users")).status == 401


@pytest.mark.security("S163")
async def test_a_login_at_a_provider_opens_no_session_and_makes_no_account(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    await sso_desk.created()
    await execute(services, "UPDATE companies SET suspended_at = now()")

    assert await sso_browser.sign_in() == "/login?sso=refused"
    assert not await fetch_value(services, "SELECT count(*) FROM users WHERE email = $1", EMAIL)
    await add_account(services.database, company, email=EMAIL)
    await sso_browser.sign_in()
    refused = await sso_browser.browser.complete()

    assert (refused.status, refused.code) == (403, "company_suspended")
    await execute(services, "UPDATE companies SET suspended_at = NULL")
    assert (await sso_browser.browser.complete()).status == 200
