"""Insert a session and issue its tokens."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from server.access.sessions.access_token import issue_access_token
from server.access.sessions.repository import SessionTimes, add_session
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Connection
from server.platform.process.crypto import Keyring, random_token, token_hash
from server.vocabulary.identity import Bearer
from server.vocabulary.methods import Method


@dataclass(frozen=True, kw_only=True)
class IssuedTokens:
    """`expires_at` is the access token's end, `server_time` the database's clock."""

    session_id: UUID
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_at: datetime
    times: SessionTimes

    @property
    def server_time(self) -> datetime:
        return self.times.now


async def open_session(
    connection: Connection,
    *,
    bearer: Bearer,
    device: str,
    address: str,
    settings: Settings,
    keys: Keyring,
    methods: Collection[Method] = (),
) -> IssuedTokens:
    refresh_token = random_token()
    session_id, times = await add_session(
        connection,
        company_id=bearer.company_id,
        user_id=bearer.user_id,
        device=device,
        address=address,
        methods=methods,
        idle=timedelta(seconds=settings.session_idle_ttl),
        absolute=timedelta(seconds=settings.session_absolute_ttl),
        token_hash=token_hash(refresh_token),
    )
    access_token, expires_at = issue(keys, settings, bearer=bearer, session_id=session_id, generation=0, times=times)
    return IssuedTokens(
        session_id=session_id,
        access_token=access_token,
        refresh_token=refresh_token,
        expires_at=expires_at,
        times=times,
    )


def issue(
    keys: Keyring, settings: Settings, *, bearer: Bearer, session_id: UUID, generation: int, times: SessionTimes
) -> tuple[str, datetime]:
    """An access token and its end, which is never past that of the session, should it be idle."""
    issued_at = times.now.replace(microsecond=0)
    expires_at = min(
        issued_at + timedelta(seconds=settings.access_token_ttl), times.idle_expires_at.replace(microsecond=0)
    )
    token = issue_access_token(
        keys,
        bearer=bearer,
        session_id=session_id,
        generation=generation,
        issued_at=issued_at,
        expires_at=expires_at,
    )
    return token, expires_at
