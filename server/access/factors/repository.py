"""Second factors of accounts, and their recovery codes. `lock_owner` is called before any is changed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Unpack
from uuid import UUID

from server.access.policies.policy import FactorKind
from server.platform.database.connections import Connection, Row
from server.vocabulary.identity import AccountKey

MOST_FACTORS: Final = 10
# A registered authenticator app waits this long for its first code.
PENDING_MINUTES: Final = 30
RECOVERY_CODES: Final = 10


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


async def has_factor(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Return whether the account has a confirmed factor."""
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM factors
             WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL)
        """,
        **owner,
    )
    return found


async def list_factors(connection: Connection, **owner: Unpack[AccountKey]) -> list[ListedFactor]:
    """List the account's confirmed factors, the oldest first."""
    rows = await connection.fetch_all(
        f"""
        SELECT {_LISTED} FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL
         ORDER BY created_at, id
        """,  # noqa: S608 - fixed text
        **owner,
    )
    return [_listed(row) for row in rows]


async def has_password(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Return whether the account has a password, also a temporary one."""
    found: bool | None = await connection.fetch_value(
        """
        SELECT password_hash IS NOT NULL OR temporary_password_mac IS NOT NULL FROM users
         WHERE company_id = :company_id AND id = :user_id
        """,
        **owner,
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
    connection: Connection, *, factor_id: UUID, name: str, sealed_secret: bytes, **owner: Unpack[AccountKey]
) -> None:
    """Add an authenticator app that waits for its first code, instead of any other such one."""
    await drop_pending_apps(connection, **owner)
    await connection.execute(
        """
        INSERT INTO factors (id, company_id, user_id, kind, name, sealed_secret)
        VALUES (:factor_id, :company_id, :user_id, 'totp', :name, :sealed_secret)
        """,
        factor_id=factor_id,
        **owner,
        name=name,
        sealed_secret=sealed_secret,
    )


async def drop_pending_apps(connection: Connection, **owner: Unpack[AccountKey]) -> None:
    await connection.execute(
        """
        DELETE FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND kind = 'totp' AND confirmed_at IS NULL
        """,
        **owner,
    )


async def find_pending_app(
    connection: Connection, *, factor_id: UUID, **owner: Unpack[AccountKey]
) -> AuthenticatorApp | None:
    row = await connection.fetch_one(
        """
        SELECT id, name, sealed_secret, last_step, now() AS read_at FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id AND kind = 'totp'
           AND confirmed_at IS NULL AND created_at > now() - make_interval(mins => :minutes)
        """,
        **owner,
        factor_id=factor_id,
        minutes=PENDING_MINUTES,
    )
    return None if row is None else AuthenticatorApp(**row)


async def confirm_app(connection: Connection, *, factor_id: UUID, step: int, **owner: Unpack[AccountKey]) -> None:
    """Let an app count from now on; the code that has confirmed it is used."""
    await connection.execute(
        """
        UPDATE factors SET confirmed_at = now(), last_step = :step
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id
        """,
        **owner,
        factor_id=factor_id,
        step=step,
    )


async def lock_apps(connection: Connection, **owner: Unpack[AccountKey]) -> list[AuthenticatorApp]:
    """List the confirmed authenticator apps, locked until the transaction ends."""
    rows = await connection.fetch_all(
        """
        SELECT id, name, sealed_secret, last_step, now() AS read_at FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND kind = 'totp' AND confirmed_at IS NOT NULL
         ORDER BY id FOR NO KEY UPDATE
        """,
        **owner,
    )
    return [AuthenticatorApp(**row) for row in rows]


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


async def rename_factor(connection: Connection, *, factor_id: UUID, name: str, **owner: Unpack[AccountKey]) -> bool:
    renamed = await connection.fetch_value(
        """
        UPDATE factors SET name = :name
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id AND confirmed_at IS NOT NULL
        RETURNING true
        """,
        **owner,
        factor_id=factor_id,
        name=name,
    )
    return renamed is not None


async def delete_factor(connection: Connection, *, factor_id: UUID, **owner: Unpack[AccountKey]) -> ListedFactor | None:
    row = await connection.fetch_one(
        f"""
        DELETE FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id AND confirmed_at IS NOT NULL
        RETURNING {_LISTED}
        """,  # noqa: S608 - fixed text
        **owner,
        factor_id=factor_id,
    )
    return None if row is None else _listed(row)


async def delete_recent_factor(
    connection: Connection, *, factor_id: UUID, hours: int, **owner: Unpack[AccountKey]
) -> ListedFactor | None:
    """Delete a factor. Returns None where it was added longer ago, or is gone."""
    row = await connection.fetch_one(
        f"""
        DELETE FROM factors
         WHERE company_id = :company_id AND user_id = :user_id AND id = :factor_id
           AND confirmed_at > now() - make_interval(hours => :hours)
        RETURNING {_LISTED}
        """,  # noqa: S608 - fixed text
        **owner,
        factor_id=factor_id,
        hours=hours,
    )
    return None if row is None else _listed(row)


async def delete_factors(connection: Connection, **owner: Unpack[AccountKey]) -> list[ListedFactor]:
    """Delete all factors of an account, also those that wait for their confirmation. Returns the confirmed ones."""
    await drop_pending_apps(connection, **owner)
    rows = await connection.fetch_all(
        f"DELETE FROM factors WHERE company_id = :company_id AND user_id = :user_id RETURNING {_LISTED}",  # noqa: S608 - fixed text
        **owner,
    )
    return [_listed(row) for row in rows]


def _listed(row: Row) -> ListedFactor:
    return ListedFactor(**(dict(row) | {"kind": FactorKind(row.kind)}))


async def replace_codes(connection: Connection, *, macs: Sequence[bytes], **owner: Unpack[AccountKey]) -> None:
    """Replace all codes of the account; no `macs` end them."""
    await connection.execute(
        "DELETE FROM recovery_codes WHERE company_id = :company_id AND user_id = :user_id",
        **owner,
    )
    await connection.execute(
        """
        INSERT INTO recovery_codes (company_id, user_id, code_mac)
        SELECT :company_id, :user_id, unnest(CAST(:macs AS bytea[]))
        """,
        **owner,
        macs=list(macs),
    )


async def count_codes(connection: Connection, **owner: Unpack[AccountKey]) -> int:
    """Count the codes that have not been used."""
    unused: int = await connection.fetch_value(
        """
        SELECT count(*) FROM recovery_codes
         WHERE company_id = :company_id AND user_id = :user_id AND used_at IS NULL
        """,
        **owner,
    )
    return unused


async def use_code(connection: Connection, *, macs: Sequence[bytes], **owner: Unpack[AccountKey]) -> bool:
    """Use a code up; False when the account has none of these hashes, or has used it."""
    used = await connection.fetch_value(
        """
        UPDATE recovery_codes SET used_at = now()
         WHERE company_id = :company_id AND user_id = :user_id AND code_mac = ANY(CAST(:macs AS bytea[]))
           AND used_at IS NULL
        RETURNING true
        """,
        **owner,
        macs=list(macs),
    )
    return used is not None


async def end_codes_of(connection: Connection, *, made_at: datetime, **owner: Unpack[AccountKey]) -> bool:
    """End the codes that this moment's transaction has made; False where others have replaced them."""
    rows = await connection.fetch_all(
        """
        DELETE FROM recovery_codes WHERE company_id = :company_id AND user_id = :user_id AND created_at = :made_at
        RETURNING used_at
        """,
        **owner,
        made_at=made_at,
    )
    return bool(rows)


@dataclass(frozen=True, kw_only=True)
class FirstProofs:
    """`has_password`: one of its own; `has_provider`: the one that has opened the session can be asked again."""

    has_password: bool
    has_provider: bool


async def find_first_proofs(connection: Connection, *, session_id: UUID, **owner: Unpack[AccountKey]) -> FirstProofs:
    """Find how an account without factors is proved: a factor, even a blocked one, takes the place of the provider."""
    row: Row = await connection.fetch_one(
        """
        SELECT bool_or(password_hash IS NOT NULL AND NOT password_is_temporary AND temporary_password_mac IS NULL)
                   AS has_password,
               EXISTS (
                   SELECT FROM sso_sessions p
                     JOIN sso_connections c
                       ON c.company_id = :company_id AND c.id = p.connection_id AND c.enabled AND c.issuer = p.issuer
                     JOIN sso_identities i
                       ON i.company_id = c.company_id AND i.connection_id = c.id AND i.issuer = p.issuer
                          AND i.subject = p.subject AND i.user_id = :user_id
                    WHERE p.session_id = :session_id
                      AND EXISTS (
                          SELECT FROM sso_domains d
                           WHERE d.company_id = c.company_id AND d.connection_id = c.id AND d.proved_at IS NOT NULL))
               AND NOT EXISTS (
                   SELECT FROM factors
                    WHERE company_id = :company_id AND user_id = :user_id AND confirmed_at IS NOT NULL)
                   AS has_provider
          FROM users WHERE company_id = :company_id AND id = :user_id
        """,
        **owner,
        session_id=session_id,
    )
    return FirstProofs(has_password=row.has_password or False, has_provider=row.has_provider)
