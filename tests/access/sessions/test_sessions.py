"""The limits of a session, the list of sessions, and how they end."""

import asyncio
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from quart import Quart

from server.access.sessions.access_token import issue_access_token, read_access_token
from server.access.sessions.events import SessionEndReason
from server.access.sessions.start_session import describe_device
from server.company.audit.record import AuditAction
from server.platform.process.clock import to_wire
from server.platform.services import Services
from server.vocabulary.identity import Bearer
from server.vocabulary.profiles import Profile, Role
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Browser, execute, fetch_value

FIREFOX_ON_WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME_ON_ANDROID = (
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
)
SAFARI_ON_IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)
EDGE_ON_MACOS = (
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"
)


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


async def test_the_status_has_all_three_limits(signed_in: Browser, services: Services, account: Account) -> None:
    """Counted from the sign-in; the token's in whole seconds."""
    opened = moment(to_wire(await fetch_value(services, "SELECT created_at FROM sessions")))
    body = (await signed_in.status()).body
    assert body["active"] is True
    assert body["userId"] == str(account.id)
    assert moment(body["expiresAt"]) == opened.replace(microsecond=0) + timedelta(hours=2)
    assert moment(body["idleExpiresAt"]) == opened + timedelta(hours=24)
    assert moment(body["absoluteExpiresAt"]) == opened + timedelta(days=30)


@pytest.mark.parametrize("token", [None, "nonsense", "a.b.c", "x" * 9_000])
async def test_without_a_session_there_is_no_status(browser: Browser, token: str | None) -> None:
    refused = await browser.status(token=token)
    assert refused.status == 401
    assert refused.code == "not_signed_in"


async def test_extending_gives_a_token_and_a_new_idle_limit(signed_in: Browser, services: Services) -> None:
    await execute(services, "UPDATE sessions SET idle_expires_at = now() + interval '1 minute'")
    extended = await signed_in.post("auth/extend-session")
    assert extended.status == 200
    left = moment(extended.body["idleExpiresAt"]) - moment(extended.body["serverTime"])
    assert left == timedelta(hours=24)
    assert (await signed_in.status(token=extended.body["authToken"])).status == 200


async def test_nothing_is_extended_past_the_absolute_limit(signed_in: Browser, services: Services) -> None:
    await execute(services, "UPDATE sessions SET absolute_expires_at = now() + interval '10 minutes'")
    body = (await signed_in.post("auth/extend-session")).body
    assert moment(body["expiresAt"]) <= moment(body["absoluteExpiresAt"])
    assert body["idleExpiresAt"] == body["absoluteExpiresAt"]


@pytest.mark.settings(access_token_ttl=60, session_absolute_ttl=60, session_idle_ttl=3_600)
async def test_the_limits_are_settings(signed_in: Browser) -> None:
    body = (await signed_in.status()).body
    assert body["idleExpiresAt"] == body["absoluteExpiresAt"]
    assert moment(body["expiresAt"]) - moment(body["serverTime"]) <= timedelta(seconds=60)


async def test_the_last_use_of_a_session_is_stored_at_most_once_a_minute(
    signed_in: Browser, services: Services
) -> None:
    await execute(services, "UPDATE sessions SET last_seen_at = now() - interval '2 minutes'")
    await signed_in.status()
    seen = await fetch_value(services, "SELECT last_seen_at FROM sessions")
    await signed_in.status()
    assert await fetch_value(services, "SELECT last_seen_at FROM sessions") == seen
    assert await fetch_value(services, "SELECT last_seen_at > now() - interval '1 minute' FROM sessions")


async def test_logging_out_ends_the_session_at_once_and_may_be_repeated(
    signed_in: Browser, services: Services, publisher: RecordingPublisher
) -> None:
    session_id = await fetch_value(services, "SELECT id FROM sessions")
    answers = [await signed_in.log_out() for _ in range(2)]
    body = {"message": "Successfully logged out", "providerLogoutUrl": None}
    assert [(answer.status, answer.body) for answer in answers] == [(200, body)] * 2
    assert answers[0].headers["Cache-Control"] == "no-store"
    assert (await signed_in.status()).status == 401
    assert (await signed_in.refresh()).status == 401
    await services.database.settle()
    assert publisher.ended == [(session_id, SessionEndReason.LOGOUT)]
    actions = await fetch_value(services, "SELECT array_agg(action ORDER BY id) FROM audit_entries")
    assert actions == [AuditAction.LOGIN, AuditAction.LOGOUT]


async def test_logging_out_works_with_a_token_that_has_expired(
    signed_in: Browser, services: Services, account: Account
) -> None:
    session_id = await fetch_value(services, "SELECT id FROM sessions")
    expired = expired_token(services, account, session_id)
    assert (await signed_in.status(token=expired)).status == 401
    assert (await signed_in.post("login/logout", token=expired)).status == 200
    assert (await signed_in.status()).status == 401


async def test_logging_out_needs_a_valid_signature(browser: Browser) -> None:
    assert (await browser.log_out()).status == 401
    assert (await browser.post("login/logout", token="a.b.c")).status == 401


async def test_a_user_lists_their_sessions_and_ends_one(
    app: Quart, services: Services, account: Account, signed_in: Browser, publisher: RecordingPublisher
) -> None:
    other = await Browser(app=app, services=services, address="198.51.100.4").sign_in(account)
    listed = (await signed_in.get("auth/sessions")).body["data"]
    assert {item["address"] for item in listed} == {"203.0.113.7", "198.51.100.4"}
    assert [item["current"] for item in listed].count(True) == 1
    foreign = next(item for item in listed if not item["current"])
    assert set(foreign) == {"id", "device", "address", "firstSeenAt", "lastSeenAt", "current"}
    assert (await signed_in.delete(f"auth/sessions/{foreign['id']}")).status == 200
    assert (await other.status()).status == 401
    assert (await signed_in.status()).status == 200
    await services.database.settle()
    assert publisher.ended == [(UUID(foreign["id"]), SessionEndReason.REVOKED)]


async def test_a_person_ends_all_other_devices_at_once(
    app: Quart, services: Services, account: Account, signed_in: Browser
) -> None:
    others = [await Browser(app=app, services=services).sign_in(account) for _ in range(2)]
    assert (await signed_in.delete("auth/sessions")).status == 200
    assert [(await other.status()).status for other in others] == [401, 401]
    assert (await signed_in.status()).status == 200


async def test_a_session_of_another_user_cannot_be_ended(
    app: Quart, services: Services, company: Company, signed_in: Browser
) -> None:
    colleague = await add_account(services.database, company, profile=Profile.TRAINEE)
    theirs = await Browser(app=app, services=services).sign_in(colleague)
    session_id = (await theirs.get("auth/sessions")).body["data"][0]["id"]
    for foreign_id in (session_id, uuid4()):
        assert (await signed_in.delete(f"auth/sessions/{foreign_id}")).status == 404
    assert (await theirs.status()).status == 200


async def test_a_deleted_person_is_signed_out(signed_in: Browser, services: Services) -> None:
    await execute(services, "DELETE FROM users")
    assert (await signed_in.status()).status == 401


async def test_many_requests_of_one_session_at_once_all_pass(signed_in: Browser, services: Services) -> None:
    await execute(services, "UPDATE sessions SET last_seen_at = now() - interval '2 minutes'")
    answers = await asyncio.gather(*(signed_in.status() for _ in range(20)))
    assert {answer.status for answer in answers} == {200}


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX_ON_WINDOWS, "Firefox on Windows"),
        (CHROME_ON_ANDROID, "Chrome on Android"),
        (SAFARI_ON_IPHONE, "Safari on iPhone"),
        (EDGE_ON_MACOS, "Edge on macOS"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", "Unknown device"),
        ("\x1b[31mred", "[31mred"),
    ],
)
def test_a_device_has_a_readable_name(user_agent: str, name: str) -> None:
    assert describe_device(user_agent) == name


def expired_token(services: Services, account: Account, session_id: UUID) -> str:
    issued = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
    token = issue_access_token(
        services.keys,
        bearer=Bearer(
            user_id=account.id,
            email=account.email,
            full_name=account.full_name,
            role=Role.ADMIN,
            profile=account.profile,
            company_id=account.company.id,
            company_name=account.company.name,
        ),
        session_id=session_id,
        generation=0,
        issued_at=issued,
        expires_at=issued + timedelta(hours=2),
    )
    assert read_access_token(services.keys, token, may_be_expired=True).session_id == session_id
    return token
