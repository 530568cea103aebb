"""Writing users. Every function takes the company."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert

from server.people.account.account_repository import NO_TEMPORARY_PASSWORD
from server.people.account.account_rules import Account, Change
from server.people.account.repository import account_columns, account_of, lacks_own_password
from server.people.account.tables import users
from server.platform.database.connections import Connection
from server.vocabulary.fields import CHANGEABLE, FIELD, FIELDS, Kind, Value
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import Profile, Role

# A value is sent to Postgres as text, or as a boolean, and made what its column is.
_WRITTEN: Final = {Kind.BIRTH: "CAST(CAST({} AS text) AS date)"}


class Invited(NamedTuple):
    """An account that is invited: by its email, else by its phone."""

    user_id: UUID
    contact: str


async def add_user(
    connection: Connection,
    values: Mapping[str, Value],
    *,
    company_id: UUID,
    password_hash: str,
    life: timedelta,
) -> tuple[UUID, datetime] | None:
    """Add the account with a temporary password; its id, and when the password expires.

    An active one waits for its invitation. None where an account has the email, or one of the company the code.
    """
    given = ", ".join(_WRITTEN.get(field.kind, "{}").format(f":{field.column}") for field in FIELDS)
    row = await connection.fetch_one(
        f"""
        INSERT INTO users (company_id, {", ".join(field.column for field in FIELDS)}, password_hash,
                           password_is_temporary, temporary_password_expires_at, invitation)
        VALUES (:company_id, {given}, :password_hash, true, now() + CAST(:life AS interval), :invitation)
        ON CONFLICT DO NOTHING RETURNING id, temporary_password_expires_at
        """,  # noqa: S608 - constants
        company_id=company_id,
        password_hash=password_hash,
        life=life,
        invitation=Invitation.QUEUED if values["isActive"] else Invitation.NONE,
        **{field.column: values[field.name] for field in FIELDS},
    )
    return None if row is None else (row.id, row.temporary_password_expires_at)


async def lock_accounts(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, to_delete: bool = False
) -> dict[UUID, Account]:
    """Lock the accounts until the transaction ends, in the order in which every transaction does, and return them."""
    rows = await connection.fetch_all(
        f"""
        SELECT {account_columns("u")} FROM users u WHERE company_id = :company_id
         AND id = ANY(CAST(:user_ids AS uuid[]))
         ORDER BY id FOR {"UPDATE" if to_delete else "NO KEY UPDATE"}
        """,  # noqa: S608 - constants
        company_id=company_id,
        user_ids=user_ids,
    )
    return {row["id"]: account_of(tuple(row.values())) for row in rows}


async def lock_super_admins(connection: Connection, *, company_id: UUID) -> None:
    """Until this transaction ends no other account of the company stops being a Super Admin.

    The company's row stands for all of them: locked one by one, two that delete each other would deadlock.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)


async def write_changes(connection: Connection, changes: Sequence[Change], *, company_id: UUID) -> dict[UUID, int]:
    """The versions of locked accounts after their changes. A new phone is not verified; others may have it as well."""
    given = [field for field in CHANGEABLE if any(field.name in each.after for each in changes)]
    columns = ", ".join(field.column for field in given)
    values = ", ".join(
        f"CAST(:{field.name} AS {'boolean' if field.kind is Kind.FLAG else 'text'}[])" for field in given
    )
    assignments = [f"{field.column} = {_WRITTEN.get(field.kind, '{}').format(f'c.{field.column}')}" for field in given]
    if FIELD["phone"] in given:
        assignments.append("phone_verified_at = CASE WHEN u.phone = c.phone THEN u.phone_verified_at END")
    rows = await connection.fetch_all(
        f"""
        UPDATE users u SET version = u.version + 1, {", ".join(assignments)}
          FROM unnest(CAST(:ids AS uuid[]), {values}) AS c(id, {columns})
         WHERE u.company_id = :company_id AND u.id = c.id AND u.id = ANY(CAST(:ids AS uuid[]))
        RETURNING u.id, u.version
        """,  # noqa: S608 - constants
        company_id=company_id,
        ids=[each.account.id for each in changes],
        **{field.name: [each.value(field.name) for each in changes] for field in given},
    )
    return {row["id"]: row["version"] for row in rows}


async def queue_uninvited(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[Invited]:
    """Mark those of these locked accounts as queued that have neither been invited nor a password of their own."""
    rows = await connection.fetch_all(
        f"""
        UPDATE users u SET invitation = 'queued'
         WHERE u.company_id = :company_id AND u.id = ANY(CAST(:user_ids AS uuid[])) AND u.invitation = 'none'
            AND {lacks_own_password("u")}
        RETURNING u.id, coalesce(u.email, u.phone)
        """,  # noqa: S608 - a constant
        company_id=company_id,
        user_ids=user_ids,
    )
    return [Invited(*row.values()) for row in rows]


async def mark_invitations_queued(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, str]:
    """Return the former state of the invitation of each locked account."""
    rows = await connection.fetch_all(
        """
        WITH earlier AS (SELECT id, invitation FROM users WHERE company_id = :company_id
           AND id = ANY(CAST(:user_ids AS uuid[])))
        UPDATE users u SET invitation = 'queued' FROM earlier
         WHERE u.company_id = :company_id AND u.id = earlier.id
        RETURNING u.id, earlier.invitation
        """,
        company_id=company_id,
        user_ids=user_ids,
    )
    return {row["id"]: row["invitation"] for row in rows}


async def delete_users(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> None:
    """The rows of locked accounts, and with them sessions, flows, messages and devices."""
    await connection.execute(
        "DELETE FROM users WHERE company_id = :company_id AND id = ANY(CAST(:user_ids AS uuid[]))",
        company_id=company_id,
        user_ids=user_ids,
    )


async def lock_users(connection: Connection, user_ids: Sequence[UUID]) -> None:
    """Lock the accounts in the order in which every transaction does, before the messages to them."""
    await connection.execute(
        "SELECT FROM users WHERE id = ANY(CAST(:user_ids AS uuid[])) ORDER BY id FOR NO KEY UPDATE", user_ids=user_ids
    )


async def settle_invitations(connection: Connection, settled: Sequence[tuple[UUID, UUID, Invitation]]) -> None:
    """Each is (company, user, state); an account whose invitation is no longer queued is left as it is."""
    if settled:
        companies, users, states = zip(*settled, strict=True)
        await connection.execute(
            """
            UPDATE users u SET invitation = r.state
              FROM unnest(CAST(:companies AS uuid[]), CAST(:users AS uuid[]), CAST(:states AS text[]))
                 AS r(company_id, user_id, state)
             WHERE u.company_id = r.company_id AND u.id = r.user_id AND u.invitation = 'queued'
            """,
            companies=companies,
            users=users,
            states=states,
        )


async def set_temporary_passwords(
    connection: Connection, passwords: Sequence[tuple[UUID, UUID, bytes]], *, life: timedelta
) -> datetime | None:
    """Each is (company, user, hash of the password). They expire `life` from now; the moment, where there are any."""
    if not passwords:
        return None
    companies, users, macs = zip(*passwords, strict=True)
    expires_at: datetime = await connection.fetch_value(
        """
        WITH given AS (
            UPDATE users u
               SET temporary_password_mac = r.mac, temporary_password_expires_at = now() + :life,
                   password_is_temporary = true
              FROM unnest(CAST(:companies AS uuid[]), CAST(:users AS uuid[]), CAST(:macs AS bytea[]))
                 AS r(company_id, user_id, mac)
             WHERE u.company_id = r.company_id AND u.id = r.user_id)
        SELECT now() + :life
        """,
        companies=companies,
        users=users,
        macs=macs,
        life=life,
    )
    return expires_at


async def add_owner(
    connection: Connection, *, company_id: UUID, email: str, phone: str, full_name: str, password_hash: str
) -> UUID | None:
    """Add the owner, and return its id. Returns None where an account has the email already."""
    added: UUID | None = await connection.fetch_value(
        insert(users)
        .values(company_id=company_id, email=email, phone=phone, full_name=full_name, password_hash=password_hash)
        .values(role=Role.ADMIN, profile=Profile.SUPER_ADMIN, email_verified_at=func.now())
        .on_conflict_do_nothing()
        .returning(users.c.id)
    )
    return added


async def set_owner_password(connection: Connection, *, company_id: UUID, owner_id: UUID, password_hash: str) -> None:
    await connection.execute(
        update(users)
        .where(users.c.company_id == company_id, users.c.id == owner_id)
        .values(password_hash=password_hash, version=users.c.version + 1, **NO_TEMPORARY_PASSWORD)
    )
