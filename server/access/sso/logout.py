"""Logouts at a provider: the person's sessions end here as well, and a logout here may continue there."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from server.access.factors.repository import lock_owner
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_chosen_flows
from server.access.robot_check.repository import spend_challenge
from server.access.sessions.end_sessions import LoggedOut, end_these_sessions
from server.access.sessions.events import SessionEndReason
from server.access.sso.authorization import with_query
from server.access.sso.connection import LogoutTokenError, ProviderError, SsoConnection, after_logout
from server.access.sso.provider import read_provider
from server.access.sso.repository import find_connection, find_connection_by_id
from server.access.sso.sign_in_repository import OpenedAtProvider, find_provider_session, is_recent, opened_by
from server.access.sso.tokens import LogoutToken, read_logout_token
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import token_hash
from server.platform.services import Services

# A token counts for this long after it was made; what was sent is remembered for longer.
FRESH: Final = timedelta(minutes=6)


async def end_by_provider(services: Services, *, connection_id: UUID, token: str, address: str) -> int:
    """How many sessions have ended: those of the provider's session that it names, else all of its subject's.

    Raises:
        LogoutTokenError: no such connection is in use, or the token is not its provider's, or was sent before.
    """
    async with services.database.reading() as connection:
        found = await find_connection_by_id(connection, connection_id=connection_id)
    if found is None or not found.is_in_use:
        raise LogoutTokenError
    logout = await read_logout_token(services, token, found=found)
    async with services.database.unit_of_work() as unit:
        await _use_once(unit, found, logout)
        for user_id in sorted({each.user_id for each in await _opened(unit, found, logout)}):
            await lock_owner(unit.connection, company_id=found.company_id, user_id=user_id)
        # Once more: a login that was under way may have got its session until its account was locked.
        return await end_opened(services, unit, await _opened(unit, found, logout), found=found, address=address)


async def end_opened(
    services: Services, unit: UnitOfWork, opened: Sequence[OpenedAtProvider], *, found: SsoConnection, address: str
) -> int:
    """How many sessions have ended; flows end with them. The accounts are locked."""
    company_id = found.company_id
    flows = [each.flow_id for each in opened if each.flow_id is not None]
    announce_ended_flows(services, unit, await end_chosen_flows(unit.connection, company_id=company_id, flow_ids=flows))
    ended = await end_these_sessions(
        services,
        unit,
        company_id=company_id,
        session_ids=[each.session_id for each in opened if each.session_id is not None],
        reason=SessionEndReason.SSO_LOGOUT,
    )
    for user_id in sorted({each.user_id for each in ended}):
        await record(
            unit.connection,
            action=AuditAction.SSO_LOGGED_OUT,
            company_id=company_id,
            actor_id=user_id,
            subject_id=user_id,
            address=address,
            after={
                "connection": found.name,
                "sessions": [str(each.id) for each in ended if each.user_id == user_id],
            },
        )
    return len(ended)


async def _use_once(unit: UnitOfWork, found: SsoConnection, logout: LogoutToken) -> None:
    """By the database's clock, as all that expires."""
    if not await is_recent(unit.connection, logout.issued_at, within=FRESH):
        raise LogoutTokenError
    is_first = await spend_challenge(
        unit.connection,
        challenge_hash=token_hash(f"logout token {found.id} {logout.id}"),
        expires_at=logout.issued_at + FRESH,
    )
    if not is_first:
        raise LogoutTokenError


async def _opened(unit: UnitOfWork, found: SsoConnection, logout: LogoutToken) -> Sequence[OpenedAtProvider]:
    return await opened_by(
        unit.connection,
        company_id=found.company_id,
        connection_id=found.id,
        issuer=found.issuer,
        subject=logout.subject,
        sid=logout.sid,
    )


# A provider that is slow does not hold up a logout that is done.
WAIT_SECONDS: Final = 2.0


async def find_provider_logout(services: Services, *, ended: LoggedOut) -> str | None:
    """For a session that was opened at a provider with a page for it; None for any other."""
    async with services.database.reading() as connection:
        opened = await find_provider_session(connection, company_id=ended.company_id, session_id=ended.session_id)
        if opened is None:
            return None
        found = await find_connection(connection, company_id=ended.company_id, connection_id=opened.connection_id)
    if found is None or not found.is_in_use or found.issuer != opened.issuer:
        return None
    endpoint = await _endpoint(services, found)
    if endpoint is None:
        return None
    parameters = {
        "client_id": found.client_id,
        "post_logout_redirect_uri": after_logout(services.settings),
    }
    if opened.email is not None:
        parameters["logout_hint"] = opened.email
    return with_query(endpoint, parameters)


async def _endpoint(services: Services, found: SsoConnection) -> str | None:
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            provider = await read_provider(services, company_id=found.company_id, issuer=found.issuer)
    except (ProviderError, TimeoutError):
        return None
    return provider.end_session_endpoint
