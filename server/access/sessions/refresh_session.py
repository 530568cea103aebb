"""Rotate refresh tokens (RFC 9700): the successor is derived, so a retry gets the same one; reuse ends the session."""

import base64
from datetime import timedelta
from uuid import UUID

from server.access.sessions.events import SESSION_STATE, SessionEndReason, SessionState
from server.access.sessions.identify import note_refused_network
from server.access.sessions.repository import (
    PresentedToken,
    end_session,
    find_token,
    lock_session_of,
    prolong_session,
    succeed_token,
)
from server.access.sessions.start_session import AccessGrant, IssuedTokens, grant_access
from server.company.audit.record_act import record_visit
from server.company.audit.repository import AuditAction
from server.platform.database.connections import Connection
from server.platform.errors import NetworkNotAllowedError, NotSignedInError
from server.platform.process.crypto import Keyring, Purpose, token_hash
from server.platform.services import Context, Visit, Work
from server.vocabulary.identity import Bearer
from server.vocabulary.networks import is_inside


async def refresh_session(visit: Visit, *, refresh_token: str) -> IssuedTokens:
    """Give new tokens for a refresh token: the same ones to all who hand in the same one within its grace.

    Raises:
        NotSignedInError: the token is unknown, its session has ended, or it was used before (its session ends now).
        NetworkNotAllowedError: an administrator may not call from this address; the token stays as good as it was.
    """
    async with visit.unit_of_work() as unit:
        presented = await _find(unit.connection, refresh_token)
        is_refused = presented.is_good and not is_inside(visit.address, presented.networks)
        issued = None
        if presented.is_good and not is_refused:
            issued = await _succeed(unit, presented, refresh_token=refresh_token)
        elif not is_refused:
            await _end_reused(unit, presented)
    # Raised outside the transaction, which would otherwise roll the end of the session back.
    if is_refused:
        await note_refused_network(visit.services, presented, address=visit.address)
        raise NetworkNotAllowedError
    if issued is None:
        raise NotSignedInError
    return issued


async def extend_session(context: Context) -> AccessGrant:
    """Start the idle limit anew, within the absolute one; the refresh token stays.

    Raises NotSignedInError: the session has ended meanwhile.
    """
    identity = context.identity
    async with context.unit_of_work() as unit:
        return await _prolong(unit, identity, session_id=identity.session_id, generation=identity.generation)


def derive_successors(keys: Keyring, *, session_id: UUID, generation: int, refresh_token: str) -> list[str]:
    """Derive the successor of a token under every key, the newest key's first: 256 bits each."""
    parts = session_id.bytes, generation.to_bytes(4, "big"), refresh_token.encode()
    return [base64.urlsafe_b64encode(mac).rstrip(b"=").decode() for mac in keys.macs(Purpose.REFRESH_TOKEN, *parts)]


async def _find(connection: Connection, refresh_token: str) -> PresentedToken:
    hashed = token_hash(refresh_token)
    presented = None
    if await lock_session_of(connection, token_hash=hashed):
        presented = await find_token(connection, token_hash=hashed)
    if presented is None or not presented.is_live:
        raise NotSignedInError
    return presented


async def _succeed(unit: Work[Visit], presented: PresentedToken, *, refresh_token: str) -> IssuedTokens | None:
    """Return none where the successor was derived with a removed key and cannot be derived again."""
    session_id, generation = presented.session_id, presented.generation + 1
    candidates = derive_successors(
        unit.services.keys, session_id=session_id, generation=generation, refresh_token=refresh_token
    )
    successor: str | None = candidates[0]
    if presented.successor_hash is None:
        await succeed_token(unit.connection, presented, successor_hash=token_hash(candidates[0]))
    else:
        successor = next((each for each in candidates if token_hash(each) == presented.successor_hash), None)
    if successor is None:
        return None
    access = await _prolong(unit, presented, session_id=session_id, generation=generation)
    return IssuedTokens(access=access, refresh_token=successor)


async def _prolong(unit: Work[Visit], bearer: Bearer, *, session_id: UUID, generation: int) -> AccessGrant:
    """Prolong the session, issue an access token, and publish the new times to the session's other tabs."""
    services = unit.services
    idle = timedelta(seconds=services.settings.session_idle_ttl)
    session = await prolong_session(unit.connection, session_id=session_id, idle=idle)
    if session is None:
        raise NotSignedInError
    access = grant_access(bearer, session, settings=services.settings, keys=services.keys, generation=generation)
    state = SessionState(
        expires_at=access.expires_at,
        idle_expires_at=session.idle_expires_at,
        absolute_expires_at=session.absolute_expires_at,
        server_time=session.now,
        version=session.version,
    )
    unit.after_commit(lambda: services.publisher.publish(SESSION_STATE, to=session_id, payload=state))
    return access


async def _end_reused(unit: Work[Visit], presented: PresentedToken) -> None:
    """End the session, so that its owner signs in again: two clients hold the same token."""
    session_id, user_id, publisher = presented.session_id, presented.user_id, unit.services.publisher
    reason = SessionEndReason.TOKEN_REUSE
    await end_session(unit.connection, session_id=session_id, user_id=user_id, reason=reason.value)
    await record_visit(
        unit,
        AuditAction.TOKEN_REUSE,
        company_id=presented.company_id,
        subject_id=user_id,
        after={"session": str(session_id), "generation": presented.generation},
    )
    unit.after_commit(lambda: publisher.end_sessions([session_id], reason=reason))
