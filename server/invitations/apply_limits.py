"""Of the invitations that are due, those that may be sent: by recipient, by company and by address."""

from collections import Counter
from collections.abc import Sequence

import asyncpg

from server.crypto import Keyring
from server.database import RawConnection
from server.invitations.limit_repository import (
    fail_stopped,
    find_stopped,
    put_off_destinations,
    put_off_until_tomorrow,
    return_to_daily_limit,
    take_destinations,
    take_from_daily_limit,
)
from server.invitations.limits import InvitationLimits
from server.invitations.mailboxes import counted_as, remembered_as

Rows = list[asyncpg.Record]


async def fail_unwanted(connection: RawConnection, rows: Rows) -> tuple[Rows, Rows]:
    """(those to send, those whose recipients have asked not to be invited); the latter have failed for good."""
    mailboxes = [remembered_as(row["recipient"]) for row in rows]
    stopped = await find_stopped(connection, rows, mailboxes=mailboxes)
    failed = [row for row in rows if row["id"] in stopped]
    await fail_stopped(connection, failed)
    return [row for row in rows if row["id"] not in stopped], failed


async def within_daily_limit(connection: RawConnection, rows: Rows, *, limits: InvitationLimits) -> tuple[Rows, Rows]:
    """(those that their companies may send today, counted; those that wait until tomorrow)."""
    if not rows:
        return [], []
    asked = Counter(row["company_id"] for row in rows)
    room = await take_from_daily_limit(connection, asked, limits=limits)
    allowed: Rows = []
    put_off: Rows = []
    for row in rows:
        room[row["company_id"]] -= 1
        (put_off if room[row["company_id"]] < 0 else allowed).append(row)
    await put_off_until_tomorrow(connection, put_off)
    return allowed, put_off


async def spaced_by_destination(
    connection: RawConnection, rows: Sequence[asyncpg.Record], *, limits: InvitationLimits, keys: Keyring
) -> tuple[Rows, Rows]:
    """(those whose addresses may be sent one now, counted; those that wait). Two to one mailbox are one and a wait."""
    if not rows:
        return [], []
    destinations = {row["id"]: counted_as(keys, row["recipient"]) for row in rows}
    first_of = {destinations[row["id"]]: row["id"] for row in reversed(rows)}
    taken = await take_destinations(connection, list(first_of), limits=limits)
    sent_now = {first_of[destination] for destination in taken}
    put_off = [row for row in rows if row["id"] not in sent_now]
    await put_off_destinations(connection, {row["id"]: destinations[row["id"]] for row in put_off}, limits=limits)
    await return_to_daily_limit(connection, Counter(row["company_id"] for row in put_off))
    return [row for row in rows if row["id"] in sent_now], put_off
