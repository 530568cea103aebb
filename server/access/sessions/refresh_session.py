"""Rotate refresh tokens (RFC 9700): the successor is derived, so a retry gets the same one; reuse ends the session."""

import base64
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from server.access.sessions.events import SESSION_STATE, SessionEndReason, SessionState
from server.access.sessions.identify import note_refused_network
from server.access.sessions.refresh_repository import PresentedToken, find_token, lock_session_of, succeed_token
from server.access.sessions.repository import SessionTimes, end_session, prolong_session
from server.access.sessions.start_session import IssuedTokens, issue
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NetworkNotAllowedError, NotSignedInError
from server.platform.process.crypto import Keyring, Purpose, token_hash
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.networks import is_inside


async def refresh_session(services: Services, *, refresh_token: str, address: str) -> IssuedTokens:
    """New tokens for a refresh token; the same ones for all who hand in the same one within its grace.

    Raises:
        NotSignedInError: the token is unknown, its session has ended, or it was used before (its session ends now).
        NetworkNotAllowedError: an administrator may not call from this address; the token stays as good as it was.

    """
    async with services.database.unit_of_work() as unit:
        presented = await _find(unit.connection, refresh_token)
        is_refused = presented.is_good and not is_inside(address, presented.networks)
        issued = None
        if presented.is_good and not is_refused:
            issued = await _succeed(services, unit, presented, refresh_token=refresh_token)
        elif not is_refused:
            await _end_reused(services, unit, presented, address=address)
    # Raised outside the transaction, which would otherwise roll the end of the session back.
    if is_refused:
        await note_refused_network(services, presented.bearer, address=address)
        raise NetworkNotAllowedError
    if issued is None:
        raise NotSignedInError
    return issued


async def _find(connection: Connection, refresh_token: str) -> PresentedToken:
    hashed = token_hash(refresh_token)
    presented = None
    if await lock_session_of(connection, token_hash=hashed):
        presented = await find_token(connection, token_hash=hashed)
    if presented is None or not presented.is_live:
        raise NotSignedInError
    return presented


async def _succeed(
    services: Services, unit: UnitOfWork, presented: PresentedToken, *, refresh_token: str
) -> IssuedTokens | None:
    """None where the successor was derived with a removed key and cannot be derived again."""
    session_id, generation = presented.session_id, presented.generation + 1
    candidates = derive_successors(
        services.keys, session_id=session_id, generation=generation, refresh_token=refresh_token
    )
    if presented.successor_hash is None:
        successor = candidates[0]
        await succeed_token(
            unit.connection,
            session_id=session_id,
            generation=presented.generation,
            successor_hash=token_hash(successor),
        )
    else:
        known = [token for token in candidates if token_hash(token) == presented.successor_hash]
        if not known:
            return None
        successor = known[0]
    idle = timedelta(seconds=services.settings.session_idle_ttl)
    times = await prolong_session(unit.connection, session_id=session_id, idle=idle)
    if times is None:
        raise NotSignedInError
    return _issue(services, unit, presented, refresh_token=successor, generation=generation, times=times)


def derive_successors(keys: Keyring, *, session_id: UUID, generation: int, refresh_token: str) -> list[str]:
    """The successor of a token under every key, the newest key's first: 256 bits each."""
    parts = session_id.bytes, generation.to_bytes(4, "big"), refresh_token.encode()
    return [base64.urlsafe_b64encode(mac).rstrip(b"=").decode() for mac in keys.macs(Purpose.REFRESH_TOKEN, *parts)]


def _issue(
    services: Services,
    unit: UnitOfWork,
    presented: PresentedToken,
    *,
    refresh_token: str,
    generation: int,
    times: SessionTimes,
) -> IssuedTokens:
    session_id = presented.session_id
    access_token, expires_at = issue(
        services.keys,
        services.settings,
        bearer=presented.bearer,
        session_id=session_id,
        generation=generation,
        times=times,
    )
    announce_times(services, unit, session_id=session_id, expires_at=expires_at, times=times)
    return IssuedTokens(
        session_id=session_id,
        access_token=access_token,
        refresh_token=refresh_token,
        expires_at=expires_at,
        times=times,
    )


def announce_times(
    services: Services, unit: UnitOfWork, *, session_id: UUID, expires_at: datetime, times: SessionTimes
) -> None:
    """Publish the session's new times to its other tabs."""
    state = SessionState(
        expires_at=expires_at,
        idle_expires_at=times.idle_expires_at,
        absolute_expires_at=times.absolute_expires_at,
        server_time=times.now,
        version=times.version,
    )
    unit.after_commit(lambda: services.publisher.publish(SESSION_STATE, to=session_id, payload=state))


async def _end_reused(services: Services, unit: UnitOfWork, presented: PresentedToken, *, address: str) -> None:
    """Two clients hold the same token: end the session, so that its owner signs in again."""
    session_id, bearer = presented.session_id, presented.bearer
    reason = SessionEndReason.TOKEN_REUSE
    await end_session(unit.connection, session_id=session_id, user_id=bearer.user_id, reason=reason.value)
    await record(
        unit.connection,
        action=AuditAction.TOKEN_REUSE,
        company_id=bearer.company_id,
        subject_id=bearer.user_id,
        address=address,
        after={"session": str(session_id), "generation": presented.generation},
    )
    unit.after_commit(lambda: services.publisher.end_session(session_id, reason=reason))


@dataclass(frozen=True, kw_only=True)
class ExtendedSession:
    access_token: str = field(repr=False)
    expires_at: datetime
    times: SessionTimes


async def extend_session(services: Services, *, identity: Identity) -> ExtendedSession:
    """A new access token and a new idle limit, within the absolute one; the refresh token stays.

    Raises:
        NotSignedInError: the session has ended meanwhile.

    """
    idle = timedelta(seconds=services.settings.session_idle_ttl)
    async with services.database.unit_of_work() as unit:
        times = await prolong_session(unit.connection, session_id=identity.session_id, idle=idle)
        if times is None:
            raise NotSignedInError
        access_token, expires_at = issue(
            services.keys,
            services.settings,
            bearer=identity,
            session_id=identity.session_id,
            generation=identity.generation,
            times=times,
        )
        announce_times(services, unit, session_id=identity.session_id, expires_at=expires_at, times=times)
    return ExtendedSession(access_token=access_token, expires_at=expires_at, times=times)
