"""Rotation of refresh tokens."""

import asyncio

import pytest
from quart import Quart

from server.access.sessions.events import SESSION_STATE, SessionEndReason
from server.company.audit.record import AuditAction
from server.platform.services import Services
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Browser, execute, fetch_value

# The successor was used longer ago than the grace period.
GRACE_IS_OVER = "UPDATE refresh_tokens SET used_at = used_at - interval '11 seconds'"


async def test_a_refresh_gives_new_tokens_that_work(signed_in: Browser) -> None:
    refreshed = await signed_in.refresh()
    assert refreshed.status == 200
    assert refreshed.body["authToken"] == refreshed.body["accessToken"] != signed_in.token
    assert refreshed.body["refreshToken"] != signed_in.refresh_token
    assert refreshed.body["serverTime"] < refreshed.body["expiresAt"]
    assert (await signed_in.status(token=refreshed.body["authToken"])).status == 200


async def test_the_monitor_s_own_path_takes_the_token_as_bearer(signed_in: Browser) -> None:
    refreshed = await signed_in.post("/api/auth/refresh", token=signed_in.refresh_token)
    assert refreshed.status == 200
    assert (await signed_in.refresh(refreshed.body["refreshToken"])).status == 200


@pytest.mark.security("S143")
@pytest.mark.settings(rate_limit_scale=0.01)
async def test_strangers_at_the_same_address_use_up_no_session_s_refreshes(signed_in: Browser) -> None:
    async def until_refused(token: str) -> list[int]:
        """A minute, and with it the limit of six, may end meanwhile."""
        statuses = [(await signed_in.refresh(token)).status]
        while statuses[-1] != 429 and len(statuses) < 14:
            statuses.append((await signed_in.refresh(token)).status)
        return statuses

    assert {*await until_refused("guessed")} == {401, 429}
    assert {*await until_refused(signed_in.refresh_token or "")} == {200, 429}


async def test_without_a_bearer_the_monitor_s_path_answers_401(browser: Browser) -> None:
    assert (await browser.post("/api/auth/refresh")).status == 401


async def test_a_refresh_whose_answer_was_lost_can_be_repeated_at_any_time(
    signed_in: Browser, services: Services
) -> None:
    first = await signed_in.refresh()
    await execute(services, GRACE_IS_OVER)
    again = await signed_in.refresh()
    assert again.status == 200
    assert again.body["refreshToken"] == first.body["refreshToken"]


async def test_within_ten_seconds_of_its_successor_s_use_the_old_token_is_still_good(signed_in: Browser) -> None:
    successor = (await signed_in.refresh()).body["refreshToken"]
    await signed_in.refresh(successor)
    again = await signed_in.refresh()
    assert again.body["refreshToken"] == successor


@pytest.mark.parametrize("use", ["refresh token", "access token"])
async def test_a_late_use_of_the_old_token_ends_the_session(
    signed_in: Browser, services: Services, publisher: RecordingPublisher, use: str
) -> None:
    successor = (await signed_in.refresh()).body
    if use == "refresh token":
        await signed_in.refresh(successor["refreshToken"])
    else:
        assert (await signed_in.status(token=successor["authToken"])).status == 200
    await execute(services, GRACE_IS_OVER)
    assert (await signed_in.refresh()).status == 401
    assert (await signed_in.refresh(successor["refreshToken"])).status == 401
    assert (await signed_in.status(token=successor["authToken"])).status == 401
    assert (await signed_in.status()).status == 401
    await services.database.settle()
    session_id = await fetch_value(services, "SELECT id FROM sessions")
    assert publisher.ended == [(session_id, SessionEndReason.TOKEN_REUSE)]
    last = await fetch_value(services, "SELECT action FROM audit_entries ORDER BY id DESC LIMIT 1")
    assert last == AuditAction.TOKEN_REUSE


async def test_a_much_older_token_is_recognised_too(signed_in: Browser, services: Services) -> None:
    newest = str(signed_in.refresh_token)
    for _ in range(4):
        newest = (await signed_in.refresh(newest)).body["refreshToken"]
    await execute(services, GRACE_IS_OVER)
    assert (await signed_in.refresh()).status == 401
    assert (await signed_in.refresh(newest)).status == 401


async def test_two_tabs_at_once_get_the_same_successor(signed_in: Browser, services: Services) -> None:
    answers = await asyncio.gather(*(signed_in.refresh() for _ in range(8)))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body["refreshToken"] for answer in answers}) == 1
    assert await fetch_value(services, "SELECT count(*) FROM refresh_tokens") == 2


async def test_an_invented_token_is_refused(browser: Browser) -> None:
    refused = await browser.refresh("made-up")
    assert refused.status == 401
    assert refused.code == "not_signed_in"


@pytest.mark.parametrize("column", ["idle_expires_at", "absolute_expires_at"])
async def test_past_a_limit_nothing_is_refreshed(signed_in: Browser, services: Services, column: str) -> None:
    await execute(services, f"UPDATE sessions SET {column} = now() - interval '1 second'")  # noqa: S608 - a column
    assert (await signed_in.refresh()).status == 401
    assert (await signed_in.status()).status == 401


async def test_a_refresh_restarts_the_idle_limit_but_not_the_absolute_one(
    signed_in: Browser, services: Services
) -> None:
    await execute(
        services,
        "UPDATE sessions SET idle_expires_at = now() + interval '1 minute', "
        "absolute_expires_at = now() + interval '30 minutes'",
    )
    refreshed = await signed_in.refresh()
    status = await signed_in.status(token=refreshed.body["authToken"])
    assert status.body["idleExpiresAt"] == status.body["absoluteExpiresAt"]
    assert refreshed.body["expiresAt"] <= status.body["absoluteExpiresAt"]


async def test_a_refresh_is_published_to_the_session_s_other_tabs(
    signed_in: Browser, services: Services, publisher: RecordingPublisher
) -> None:
    await signed_in.refresh()
    await services.database.settle()
    session_id = await fetch_value(services, "SELECT id FROM sessions")
    published = [each for each in publisher.published if each.event is SESSION_STATE]
    assert [each.room for each in published] == [f"session:{session_id}"]


async def test_a_deactivated_person_refreshes_nothing(app: Quart, signed_in: Browser, services: Services) -> None:
    await execute(services, "UPDATE users SET is_active = false")
    assert (await signed_in.refresh()).status == 401


async def test_only_hashes_are_kept(signed_in: Browser, services: Services) -> None:
    kept = await fetch_value(services, "SELECT token_hash FROM refresh_tokens")
    assert len(kept) == 32
    assert str(signed_in.refresh_token).encode() not in kept
