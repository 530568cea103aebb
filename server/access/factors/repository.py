"""Second factors of accounts. Only confirmed ones count; `lock_owner` is called before any is changed."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from server.access.factors.limits import PENDING_MINUTES
from server.access.policies.policy import FactorKind
from server.platform.database.connections import Connection, Row

_LISTED: Final = "id, kind, name, created_at, last_used_at, backed_up, copied_at IS NOT NULL AS blocked"


@dataclass(frozen=True, kw_only=True)
class ListedFactor:
    id: UUID
    kind: FactorKind
    name: str
    created_at: datetime
    last_used_at: datetime | None
    backed_up: bool
    blocked: bool


@dataclass(frozen=True, kw_only=True)
class AuthenticatorApp:
    """`last_step` is the time step of the last code that was used; `read_at` is the database's clock."""

    id: UUID
    name: str
    sealed_secret: bytes = field(repr=False)
    last_step: int | None
    read_at: datetime


async def has_factor(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether the account has a confirmed one."""
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM factors
             WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL)
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return found


async def list_factors(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[ListedFactor]:
    """The confirmed ones, the oldest first."""
    rows = await connection.fetch_all(
        f"""
        SELECT {_LISTED} FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL
         ORDER BY created_at, id
        """,  # noqa: S608 - fixed text
        company_id=company_id,
        user_id=user_id,
    )
    return [_listed(row) for row in rows]


async def has_password(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Also a temporary one."""
    found: bool | None = await connection.fetch_value(
        """
        SELECT password_hash IS NOT NULL OR temporary_password_mac IS NOT NULL FROM users
         WHERE company_id = :company_id AND id = :user_id
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return found is True


async def lock_owner(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    """Lock the account until the transaction ends, as every step of a flow does: its factors are used one by one."""
    await connection.execute(
        "SELECT true FROM users WHERE company_id = :company_id AND id = :user_id FOR NO KEY UPDATE",
        company_id=company_id,
        user_id=user_id,
    )


async def put_pending_app(
    connection: Connection, *, factor_id: UUID, company_id: UUID, user_id: UUID, name: str, sealed_secret: bytes
) -> None:
    """Add an authenticator app that waits for its first code, instead of any other such one."""
    await drop_pending_apps(connection, company_id=company_id, user_id=user_id)
    await connection.execute(
        """
        INSERT INTO factors (id, company_id, user_id, kind, name, sealed_secret)
        VALUES (:factor_id, :company_id, :user_id, 'totp', :name, :sealed_secret)
        """,
        factor_id=factor_id,
        company_id=company_id,
        user_id=user_id,
        name=name,
        sealed_secret=sealed_secret,
    )


async def drop_pending_apps(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    await connection.execute(
        """
        DELETE FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND kind = 'totp' AND confirmed_at IS NULL
        """,
        company_id=company_id,
        user_id=user_id,
    )


async def find_pending_app(
    connection: Connection, *, company_id: UUID, user_id: UUID, factor_id: UUID
) -> AuthenticatorApp | None:
    row = await connection.fetch_one(
        """
        SELECT id, name, sealed_secret, last_step, now() AS read_at FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id AND kind = 'totp'
           AND confirmed_at IS NULL AND created_at > now() - make_interval(mins => :minutes)
        """,
        company_id=company_id,
        user_id=user_id,
        factor_id=factor_id,
        minutes=PENDING_MINUTES,
    )
    return None if row is None else _app(row)


async def confirm_app(connection: Connection, *, company_id: UUID, user_id: UUID, factor_id: UUID, step: int) -> None:
    """The app counts from now on; the code that has confirmed it is used."""
    await connection.execute(
        """
        UPDATE factors SET confirmed_at = now(), last_step = :step
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id
        """,
        company_id=company_id,
        user_id=user_id,
        factor_id=factor_id,
        step=step,
    )


async def lock_apps(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[AuthenticatorApp]:
    """The confirmed authenticator apps, locked until the transaction ends."""
    rows = await connection.fetch_all(
        """
        SELECT id, name, sealed_secret, last_step, now() AS read_at FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND kind = 'totp' AND confirmed_at IS NOT NULL
         ORDER BY id FOR NO KEY UPDATE
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return [_app(row) for row in rows]


async def use_step(connection: Connection, *, company_id: UUID, factor_id: UUID, step: int) -> bool:
    """Use a time step up; False when it, or a later one, was used before."""
    used = await connection.fetch_value(
        """
        UPDATE factors SET last_step = :step, last_used_at = now()
         WHERE company_id = :company_id AND id = :factor_id AND (last_step IS NULL OR last_step < :step)
        RETURNING true
        """,
        company_id=company_id,
        factor_id=factor_id,
        step=step,
    )
    return used is not None


async def rename_factor(connection: Connection, *, company_id: UUID, user_id: UUID, factor_id: UUID, name: str) -> bool:
    renamed = await connection.fetch_value(
        """
        UPDATE factors SET name = :name
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id AND confirmed_at IS NOT NULL
        RETURNING true
        """,
        company_id=company_id,
        user_id=user_id,
        factor_id=factor_id,
        name=name,
    )
    return renamed is not None


async def delete_factor(
    connection: Connection, *, company_id: UUID, user_id: UUID, factor_id: UUID
) -> ListedFactor | None:
    row = await connection.fetch_one(
        f"""
        DELETE FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id AND confirmed_at IS NOT NULL
        RETURNING {_LISTED}
        """,  # noqa: S608 - fixed text
        company_id=company_id,
        user_id=user_id,
        factor_id=factor_id,
    )
    return None if row is None else _listed(row)


async def delete_recent_factor(
    connection: Connection, *, company_id: UUID, user_id: UUID, factor_id: UUID, hours: int
) -> ListedFactor | None:
    """None where it was added longer ago, or is gone."""
    row = await connection.fetch_one(
        f"""
        DELETE FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id
           AND confirmed_at > now() - make_interval(hours => :hours)
        RETURNING {_LISTED}
        """,  # noqa: S608 - fixed text
        company_id=company_id,
        user_id=user_id,
        factor_id=factor_id,
        hours=hours,
    )
    return None if row is None else _listed(row)


async def delete_factors(connection: Connection, *, company_id: UUID, user_id: UUID) -> list[ListedFactor]:
    """All of an account, those that wait for their confirmation too; returns the confirmed ones."""
    rows = await connection.fetch_all(
        f"""
        DELETE FROM factors WHERE company_id = :company_id AND user_id = :user_id
        RETURNING {_LISTED}, confirmed_at
        """,  # noqa: S608 - fixed text
        company_id=company_id,
        user_id=user_id,
    )
    return [_listed(row) for row in rows if row.confirmed_at is not None]


def _app(row: Row) -> AuthenticatorApp:
    return AuthenticatorApp(
        id=row.id, name=row.name, sealed_secret=row.sealed_secret, last_step=row.last_step, read_at=row.read_at
    )


def _listed(row: Row) -> ListedFactor:
    return ListedFactor(
        id=row.id,
        kind=FactorKind(row.kind),
        name=row.name,
        created_at=row.created_at,
        last_used_at=row.last_used_at,
        backed_up=row.backed_up,
        blocked=row.blocked,
    )
