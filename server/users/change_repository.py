"""Writing users. Every function takes the company."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from server.database import Connection, RawConnection
from server.identity.invitation_state import Invitation
from server.identity.profiles import Profile, Role
from server.users.new_user_form import NewUser
from server.users.repository import USER_COLUMNS, Owner, UserRow, lacks_own_password, owner_row, user_row

_LOCK: Final = f"""
    SELECT {USER_COLUMNS}, NOT {lacks_own_password("users")} AS has_own_password
      FROM users WHERE company_id = :company_id AND id = :user_id
"""  # noqa: S608 - a constant


@dataclass(frozen=True, kw_only=True)
class LockedUser:
    """An account that is locked until the transaction ends."""

    row: UserRow
    has_own_password: bool


@dataclass(frozen=True, kw_only=True)
class TypedPassword:
    """A temporary password typed by an administrator, and its hash."""

    text: str = field(repr=False)
    hash: str = field(repr=False)
    life: timedelta


@dataclass(frozen=True, kw_only=True)
class AddedUser:
    id: UUID
    password_expires_at: datetime


@dataclass(frozen=True, kw_only=True)
class OwnDetails:
    """The fields that users may change of their own account."""

    full_name: str
    phone: str


class ChangedAccount(NamedTuple):
    """An account with all that a file can change of it."""

    id: UUID
    full_name: str
    phone: str
    work_location: str | None
    role: str
    profile: str | None


async def add_user(
    connection: Connection, new: NewUser, *, company_id: UUID, password: TypedPassword, invitation: Invitation
) -> AddedUser | None:
    """None where an account has the email already."""
    row = await connection.fetch_one(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile, date_of_birth, gender, work_location,
                           is_active, password_hash, password_is_temporary, temporary_password_expires_at, invitation)
        VALUES (:company_id, :email, :phone, :full_name, :role, :profile, :date_of_birth, :gender, :work_location,
                :is_active, :password_hash, true, now() + CAST(:life AS interval), :invitation)
        ON CONFLICT DO NOTHING RETURNING id, temporary_password_expires_at
        """,
        company_id=company_id,
        email=new.email,
        phone=new.phone,
        full_name=new.full_name,
        role=new.role.value,
        profile=new.profile.value,
        date_of_birth=new.date_of_birth,
        gender=new.gender.value,
        work_location=new.work_location,
        is_active=new.is_active,
        password_hash=password.hash,
        life=password.life,
        invitation=invitation.value,
    )
    return None if row is None else AddedUser(id=row.id, password_expires_at=row.temporary_password_expires_at)


async def lock_user(connection: Connection, *, company_id: UUID, user_id: UUID) -> LockedUser | None:
    """FOR UPDATE, the strongest row lock, which a deletion needs anyway."""
    row = await connection.fetch_one(f"{_LOCK} FOR UPDATE", company_id=company_id, user_id=user_id)
    return None if row is None else LockedUser(row=user_row(row), has_own_password=row.has_own_password)


async def lock_super_admins(connection: Connection, *, company_id: UUID) -> None:
    """Until this transaction ends no other account of the company stops being a Super Admin.

    The company's row stands for all of them: locked one by one, two that delete each other would deadlock.
    """
    await connection.execute("SELECT FROM companies WHERE id = :company_id FOR NO KEY UPDATE", company_id=company_id)


async def has_super_admin_besides(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> bool:
    """Whether an account that is none of these is an active one; call it after :func:`lock_super_admins`."""
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM users
             WHERE company_id = :company_id AND post LIKE 'SUPER_ADMIN/%' AND is_active
               AND id <> ALL(CAST(:user_ids AS uuid[])))
        """,
        company_id=company_id,
        user_ids=user_ids,
    )
    return found


async def has_other_super_admin(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether another account is an active one; call it after :func:`lock_super_admins`.

    By `post`, which has an index that begins with the profile.
    """
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM users
             WHERE company_id = :company_id AND post LIKE 'SUPER_ADMIN/%' AND is_active AND id <> :user_id)
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return found


async def change_user(
    connection: Connection, *, company_id: UUID, user_id: UUID, role: Role, profile: Profile | None, is_active: bool
) -> None:
    await connection.execute(
        """
        UPDATE users SET role = :role, profile = CAST(:profile AS text), is_active = :is_active, version = version + 1
         WHERE company_id = :company_id AND id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
        role=role.value,
        profile=None if profile is None else profile.value,
        is_active=is_active,
    )


async def change_accounts(
    connection: RawConnection, accounts: Sequence[ChangedAccount], *, company_id: UUID
) -> dict[UUID, int]:
    """The versions after the change of many locked accounts. A new phone is not verified."""
    rows = await connection.fetch(
        """
        UPDATE users u
           SET full_name = c.full_name, phone = c.phone, work_location = c.work_location, role = c.role,
               profile = c.profile, version = u.version + 1,
               phone_verified_at = CASE WHEN u.phone = c.phone THEN u.phone_verified_at END
          FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
               AS c(id, full_name, phone, work_location, role, profile)
         WHERE u.company_id = $1 AND u.id = c.id
        RETURNING u.id, u.version
        """,
        company_id,
        *zip(*accounts, strict=True),
    )
    return {row["id"]: row["version"] for row in rows}


async def mark_invitation_queued(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    await connection.execute(
        "UPDATE users SET invitation = 'queued' WHERE company_id = :company_id AND id = :user_id",
        company_id=company_id,
        user_id=user_id,
    )


async def delete_user(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    """The row, and with it sessions, flows, messages and devices."""
    await connection.execute(
        "DELETE FROM users WHERE company_id = :company_id AND id = :user_id", company_id=company_id, user_id=user_id
    )


async def lock_users(connection: RawConnection, user_ids: Sequence[UUID]) -> None:
    """In the order in which every transaction locks them, before the messages to them."""
    await connection.execute("SELECT FROM users WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE", user_ids)


async def settle_invitations(connection: RawConnection, settled: Sequence[tuple[UUID, UUID, Invitation]]) -> None:
    """Each is (company, user, state); an account whose invitation is no longer queued is left as it is."""
    if settled:
        companies, users, states = zip(*settled, strict=True)
        await connection.execute(
            """
            UPDATE users u SET invitation = r.state
              FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS r(company_id, user_id, state)
             WHERE u.company_id = r.company_id AND u.id = r.user_id AND u.invitation = 'queued'
            """,
            companies,
            users,
            states,
        )


async def set_temporary_passwords(
    connection: RawConnection, passwords: Sequence[tuple[UUID, UUID, bytes]], *, life: timedelta
) -> None:
    """Each is (company, user, hash of the password). They expire `life` from now."""
    if passwords:
        companies, users, macs = zip(*passwords, strict=True)
        await connection.execute(
            """
            UPDATE users u
               SET temporary_password_mac = r.mac, temporary_password_expires_at = now() + $4,
                   password_is_temporary = true
              FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS r(company_id, user_id, mac)
             WHERE u.company_id = r.company_id AND u.id = r.user_id
            """,
            companies,
            users,
            macs,
            life,
        )


async def add_owner(
    connection: Connection, *, company_id: UUID, email: str, phone: str, full_name: str, password_hash: str
) -> Owner | None:
    """None where an account has the email already."""
    row = await connection.fetch_one(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at)
        VALUES (:company_id, :email, :phone, :full_name, 'ADMIN', 'SUPER_ADMIN', :password_hash, now())
        ON CONFLICT DO NOTHING RETURNING id, email, password_hash
        """,
        company_id=company_id,
        email=email,
        phone=phone,
        full_name=full_name,
        password_hash=password_hash,
    )
    return None if row is None else owner_row(row)


async def set_owner_password(connection: Connection, *, company_id: UUID, owner_id: UUID, password_hash: str) -> None:
    await connection.execute(
        """
        UPDATE users SET password_hash = :password_hash, temporary_password_mac = NULL, password_is_temporary = false,
               temporary_password_expires_at = NULL, version = version + 1
        WHERE company_id = :company_id AND id = :owner_id
        """,
        company_id=company_id,
        owner_id=owner_id,
        password_hash=password_hash,
    )


async def lock_details(connection: Connection, *, company_id: UUID, user_id: UUID) -> OwnDetails | None:
    """Locked until the transaction ends."""
    row = await connection.fetch_one(
        "SELECT full_name, phone FROM users WHERE company_id = :company_id AND id = :user_id FOR NO KEY UPDATE",
        company_id=company_id,
        user_id=user_id,
    )
    return None if row is None else OwnDetails(full_name=row.full_name, phone=row.phone)


async def change_details(connection: Connection, details: OwnDetails, *, company_id: UUID, user_id: UUID) -> None:
    """A new phone is not verified; other accounts may have it as well."""
    await connection.execute(
        """
        UPDATE users
           SET full_name = :full_name, phone = :phone, version = version + 1,
               phone_verified_at = CASE WHEN phone = :phone THEN phone_verified_at END
         WHERE company_id = :company_id AND id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
        full_name=details.full_name,
        phone=details.phone,
    )
