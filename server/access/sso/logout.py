"""Logouts at a provider: the person's sessions end here as well, and a logout here may continue there.

Tokens of providers are not kept, so that a logout that continues there has no `id_token_hint`: the provider asks the
person, who may stay logged in there (OpenID Connect RP-Initiated Logout 1.0).
"""

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
from server.access.sessions.repository import EndedSession, read_clock
from server.access.sso import repository
from server.access.sso.authorization import with_query
from server.access.sso.connection import LogoutTokenError, ProviderError, after_logout
from server.access.sso.provider import read_logout_token, read_provider
from server.company.audit.record import AuditAction, record_visit
from server.platform.process.crypto import token_hash
from server.platform.services import Services, Unit, Visit

# A token counts for this long after it was made; what was sent is remembered for longer.
FRESH: Final = timedelta(minutes=6)
# A provider that is slow does not hold up a logout that is done.
WAIT_SECONDS: Final = 2.0


async def end_by_provider(visit: Visit, *, connection_id: UUID, token: str) -> None:
    """End the sessions of the provider's session that a token names, else all of its subject's.

    Raises LogoutTokenError: no such connection is in use, or the token is not its provider's, or was sent before.
    """
    async with visit.services.database.reading() as connection:
        found = await repository.find_connection_by_id(connection, connection_id=connection_id)
    if found is None or not found.is_in_use:
        raise LogoutTokenError
    logout = await read_logout_token(visit.services, token, found=found)
    named = {"subject": logout.subject, "sid": logout.sid}
    company_id, expires_at = found.company_id, logout.issued_at + FRESH
    used = token_hash(f"logout token {found.id} {logout.id}")
    async with visit.unit_of_work() as unit:
        connection = unit.connection
        # By the database's clock, as all that expires.
        is_old = expires_at <= await read_clock(connection)
        if is_old or not await spend_challenge(connection, challenge_hash=used, expires_at=expires_at):
            raise LogoutTokenError
        for user_id in sorted({each.user_id for each in await repository.opened_by(connection, found, **named)}):
            await lock_owner(connection, company_id=company_id, user_id=user_id)
        # They are read once more: a login that was under way may have got its session until its account was locked.
        opened = await repository.opened_by(connection, found, **named)
        ended = await end_opened(unit, opened, company_id=company_id, reason=SessionEndReason.SSO_LOGOUT)
        for user_id in sorted({each.user_id for each in ended}):
            sessions = [str(each.id) for each in ended if each.user_id == user_id]
            after = {"connection": found.name, "sessions": sessions}
            await record_visit(
                unit,
                AuditAction.SSO_LOGGED_OUT,
                company_id=company_id,
                actor_id=user_id,
                subject_id=user_id,
                after=after,
            )


async def end_opened(
    unit: Unit[Visit], opened: Sequence[repository.OpenedAtProvider], *, company_id: UUID, reason: SessionEndReason
) -> list[EndedSession]:
    """End these sessions and flows of locked accounts."""
    flows = [each.flow_id for each in opened if each.flow_id is not None]
    ended_flows = await end_chosen_flows(unit.connection, company_id=company_id, flow_ids=flows)
    announce_ended_flows(unit, ended_flows)
    sessions = [each.session_id for each in opened if each.session_id is not None]
    return await end_these_sessions(unit, company_id=company_id, session_ids=sessions, reason=reason)


async def find_provider_logout(services: Services, *, ended: LoggedOut) -> str | None:
    """Find the provider's page to log out at; None for a session that no provider with such a page has opened."""
    company_id = ended.company_id
    async with services.database.reading() as connection:
        opened = await repository.find_provider_session(connection, company_id=company_id, session_id=ended.session_id)
        if opened is None:
            return None
        found = await repository.find_connection(connection, company_id=company_id, connection_id=opened.connection_id)
    if found is None or not found.is_in_use or found.issuer != opened.issuer:
        return None
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            provider = await read_provider(services, found)
    except (ProviderError, TimeoutError):
        return None
    if provider.end_session_endpoint is None:
        return None
    parameters = {"client_id": found.client_id, "post_logout_redirect_uri": after_logout(services.settings)}
    if opened.email is not None:
        parameters["logout_hint"] = opened.email
    return with_query(provider.end_session_endpoint, parameters)
