"""Claiming invitations: the account gets its temporary password in the transaction that makes the text final."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

import asyncpg

from server.crypto import Keyring
from server.database import RawConnection
from server.login.temporary_password import generate_temporary_password, temporary_password_mac
from server.messages.delivery import Outgoing
from server.messages.invitation_repository import (
    expire_invitations,
    lease_invitations,
    lock_due,
    put_off_until_tomorrow,
    set_temporary_passwords,
    take_from_daily_limit,
)
from server.messages.outbox import seal

TEMPORARY_PASSWORD_LIFE: Final = timedelta(hours=72)


async def claim_invitations(
    connection: RawConnection, *, limit: int, lease: timedelta, keys: Keyring, daily_limit: int
) -> list[Outgoing]:
    """Due invitations within a transaction, each company its share.

    A first try gets its temporary password, unless somebody has typed one. An account that is inactive, has
    answered already or is not waiting for an invitation gets none: its message expires. What goes beyond the
    company's `daily_limit` is due tomorrow (UTC).
    """
    rows = await lock_due(connection, limit=limit)
    await expire_invitations(connection, [row for row in rows if not row["wanted"]])
    wanted = [row for row in rows if row["wanted"]]
    first = await _within_daily_limit(connection, [row for row in wanted if row["is_new"]], limit=daily_limit)
    secrets = await _give_passwords(connection, [row for row in first if row["secret"] is None], keys=keys)
    allowed = first + [row for row in wanted if not row["is_new"]]
    return await lease_invitations(
        connection, allowed, secrets=secrets, lease=lease, life=TEMPORARY_PASSWORD_LIFE, keys=keys
    )


async def _within_daily_limit(
    connection: RawConnection, rows: list[asyncpg.Record], *, limit: int
) -> list[asyncpg.Record]:
    """Those of `rows` that their companies may still send today, counted; the others are put off."""
    if not rows:
        return []
    asked = Counter(row["company_id"] for row in rows)
    room = await take_from_daily_limit(connection, asked, limit=limit)
    allowed: list[asyncpg.Record] = []
    put_off: list[asyncpg.Record] = []
    for row in rows:
        room[row["company_id"]] -= 1
        (put_off if room[row["company_id"]] < 0 else allowed).append(row)
    await put_off_until_tomorrow(connection, put_off)
    return allowed


async def _give_passwords(
    connection: RawConnection, rows: Sequence[asyncpg.Record], *, keys: Keyring
) -> dict[UUID, bytes]:
    """New temporary passwords for the accounts of these messages; the sealed ones by message."""
    passwords = {row["id"]: generate_temporary_password() for row in rows}
    macs = {row["id"]: temporary_password_mac(keys, row["user_id"], passwords[row["id"]]) for row in rows}
    await set_temporary_passwords(connection, rows, macs=macs, life=TEMPORARY_PASSWORD_LIFE)
    return {message_id: seal(keys, message_id, password) for message_id, password in passwords.items()}
