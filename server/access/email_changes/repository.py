"""Emails that wait for their confirmation. The account's row is locked first."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Unpack

from sqlalchemy import Interval, case, cast, delete, func, select
from sqlalchemy.dialects.postgresql import insert as upsert

from server.access.email_changes.tables import email_changes
from server.platform.database.connections import Connection
from server.platform.process.crypto import token_hash
from server.vocabulary.identity import AccountKey
from server.vocabulary.profiles import Profile

LINK_LIFE: Final = timedelta(hours=72)
DELETE_EXPIRED_CHANGES: Final = "DELETE FROM email_changes WHERE expires_at < now()"


@dataclass(frozen=True, kw_only=True)
class ConfirmedEmail:
    """An email, and the profile of the administrator who has entered it."""

    email: str
    requester: Profile | None


async def put_change(
    connection: Connection, *, email: str, token: str, requester: Profile | None, **owner: Unpack[AccountKey]
) -> None:
    """Replace whatever the account waits for."""
    waiting = {
        "email": email,
        "token_hash": token_hash(token),
        "created_at": func.now(),
        "expires_at": func.now() + cast(LINK_LIFE, Interval),
        "requester_profile": requester,
    }
    put = upsert(email_changes).values(**owner, **waiting)
    await connection.execute(put.on_conflict_do_update(index_elements=["company_id", "user_id"], set_=waiting))


async def find_owner(connection: Connection, *, token: str) -> AccountKey | None:
    waiting = select(email_changes.c.company_id, email_changes.c.user_id).filter_by(token_hash=token_hash(token))
    row = await connection.fetch_one(waiting.where(email_changes.c.expires_at > func.now()))
    return None if row is None else AccountKey(company_id=row.company_id, user_id=row.user_id)


async def consume_token(connection: Connection, *, token: str, **owner: Unpack[AccountKey]) -> ConfirmedEmail | None:
    """Return the email that the token confirms, once; None where the token is used, replaced or expired."""
    confirmed = delete(email_changes).filter_by(**owner, token_hash=token_hash(token))
    confirmed = confirmed.where(email_changes.c.expires_at > func.now())
    requester = email_changes.c.requester_profile.label("requester")
    return await connection.fetch_record(ConfirmedEmail, confirmed.returning(email_changes.c.email, requester))


async def delete_change(connection: Connection, **owner: Unpack[AccountKey]) -> str | None:
    """Delete what the account waits for. Returns the email, unless it has expired."""
    waiting = case((email_changes.c.expires_at > func.now(), email_changes.c.email))
    return await connection.find_value(str, delete(email_changes).filter_by(**owner).returning(waiting))
