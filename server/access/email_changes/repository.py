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
# A token of the mail to the present address begins so. Its hash is stored backwards, so that older code, which knows no
# such step, cannot take it for one that confirms the new address.
PRESENT: Final = "present."
DELETE_EXPIRED_CHANGES: Final = "DELETE FROM email_changes WHERE expires_at < now()"


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """An email, and the profile of the administrator who has entered it.

    `present_confirmed` is None for that; one that the person has entered waits for their present address, then for the
    new one.
    """

    email: str
    requester: Profile | None
    present_confirmed: bool | None

    @property
    def is_first(self) -> bool:
        """Whether its link is that of the present address."""
        return self.present_confirmed is False


# Older code that replaces a person's own leaves the column as it was, and writes the administrator's profile.
_COLUMNS: Final = (
    email_changes.c.email,
    email_changes.c.requester_profile.label("requester"),
    case((email_changes.c.requester_profile.is_(None), email_changes.c.present_confirmed)).label("present_confirmed"),
)


async def put_change(connection: Connection, change: Waiting, *, token: str, **owner: Unpack[AccountKey]) -> None:
    """Replace whatever the account waits for."""
    waiting = {
        "email": change.email,
        "token_hash": _hash(token),
        "created_at": func.now(),
        "expires_at": func.now() + cast(LINK_LIFE, Interval),
        "requester_profile": change.requester,
        "present_confirmed": change.present_confirmed,
    }
    put = upsert(email_changes).values(**owner, **waiting)
    await connection.execute(put.on_conflict_do_update(index_elements=["company_id", "user_id"], set_=waiting))


async def find_owner(connection: Connection, *, token: str) -> AccountKey | None:
    waiting = select(email_changes.c.company_id, email_changes.c.user_id).filter_by(token_hash=_hash(token))
    row = await connection.fetch_one(waiting.where(email_changes.c.expires_at > func.now()))
    return None if row is None else AccountKey(company_id=row.company_id, user_id=row.user_id)


async def find_change(connection: Connection, **owner: Unpack[AccountKey]) -> Waiting | None:
    """Return what the account waits for."""
    waiting = select(*_COLUMNS).filter_by(**owner).where(email_changes.c.expires_at > func.now())
    return await connection.fetch_record(Waiting, waiting)


async def consume_token(connection: Connection, *, token: str, **owner: Unpack[AccountKey]) -> Waiting | None:
    """Return the email that the token confirms, once; None where the token is used, replaced or expired."""
    confirmed = delete(email_changes).filter_by(**owner, token_hash=_hash(token))
    confirmed = confirmed.where(email_changes.c.expires_at > func.now())
    return await connection.fetch_record(Waiting, confirmed.returning(*_COLUMNS))


async def delete_change(connection: Connection, **owner: Unpack[AccountKey]) -> str | None:
    """Delete what the account waits for. Returns the email, unless it has expired."""
    waiting = case((email_changes.c.expires_at > func.now(), email_changes.c.email))
    return await connection.find_value(str, delete(email_changes).filter_by(**owner).returning(waiting))


def _hash(token: str) -> bytes:
    return token_hash(token)[::-1] if token.startswith(PRESENT) else token_hash(token)
