"""Claiming invitations: the account gets its temporary password in the transaction that makes the text final."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

import asyncpg

from server.crypto import Keyring
from server.database import RawConnection
from server.invitations.apply_limits import fail_unwanted, spaced_by_destination, within_daily_limit
from server.invitations.errors import STOPPED
from server.invitations.limits import InvitationLimits
from server.invitations.outbox_repository import (
    expire_invitations,
    lease_invitations,
    lock_due,
    set_temporary_passwords,
)
from server.invitations.stop_code import make_stop_code
from server.messages.delivery import Outgoing
from server.messages.outbox import seal
from server.messages.repository import Undeliverable, undeliverable
from server.passwords.temporary_password import generate_temporary_password, temporary_password_mac

TEMPORARY_PASSWORD_LIFE: Final = timedelta(hours=72)


@dataclass(frozen=True, kw_only=True)
class ClaimedInvitations:
    """What a claim has decided, for the caller that commits it.

    `stopped` have failed because their recipients want none; `waiting` are the companies that have used up their
    day; `decided` is how many rows it has looked at.
    """

    messages: list[Outgoing]
    stopped: list[Undeliverable]
    waiting: set[UUID]
    decided: int


async def claim_invitations(
    connection: RawConnection, *, limit: int, lease: timedelta, keys: Keyring, limits: InvitationLimits
) -> ClaimedInvitations:
    """Due invitations within a transaction, each company its share.

    A first try gets its temporary password, unless somebody has typed one. An account that is inactive, has
    answered already or is not waiting for an invitation gets none: its message expires. What goes beyond the
    company's day waits until tomorrow (UTC), what comes too soon for its address until the address may be sent it.
    """
    rows = await lock_due(connection, limit=limit)
    await expire_invitations(connection, [row for row in rows if not row["wanted"]])
    wanted, stopped = await fail_unwanted(connection, [row for row in rows if row["wanted"]])
    first, used_up = await within_daily_limit(connection, [row for row in wanted if row["is_new"]], limits=limits)
    first, _ = await spaced_by_destination(connection, first, limits=limits, keys=keys)
    secrets = await _give_passwords(connection, [row for row in first if row["secret"] is None], keys=keys)
    allowed = first + [row for row in wanted if not row["is_new"]]
    messages = await lease_invitations(
        connection,
        allowed,
        secrets=secrets,
        stop_codes={row["id"]: _stop_code(row, keys=keys) for row in allowed},
        lease=lease,
        life=TEMPORARY_PASSWORD_LIFE,
        keys=keys,
    )
    return ClaimedInvitations(
        messages=messages,
        stopped=[undeliverable(row, reason=STOPPED) for row in stopped],
        waiting={row["company_id"] for row in used_up},
        decided=len(rows),
    )


def _stop_code(row: asyncpg.Record, *, keys: Keyring) -> str:
    return make_stop_code(keys, company_id=row["company_id"], user_id=row["user_id"], email=row["recipient"])


async def _give_passwords(
    connection: RawConnection, rows: Sequence[asyncpg.Record], *, keys: Keyring
) -> dict[UUID, bytes]:
    """New temporary passwords for the accounts of these messages; the sealed ones by message."""
    passwords = {row["id"]: generate_temporary_password() for row in rows}
    macs = {row["id"]: temporary_password_mac(keys, row["user_id"], passwords[row["id"]]) for row in rows}
    await set_temporary_passwords(connection, rows, macs=macs, life=TEMPORARY_PASSWORD_LIFE)
    return {message_id: seal(keys, message_id, password) for message_id, password in passwords.items()}
