"""Passkeys: found by the id of their credential, added to an account, and used with their counters."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Unpack
from uuid import UUID

from server.platform.database.connections import Connection
from server.vocabulary.identity import AccountKey

_PASSKEY: Final = """
    p.id, p.company_id, p.user_id, p.name, p.credential_id, p.public_key, p.transports,
    p.copied_at IS NOT NULL AS is_copied, u.email, u.label, u.full_name, u.is_active,
    u.password_is_temporary OR u.temporary_password_mac IS NOT NULL AS has_temporary_password,
    u.phone_verified_at IS NOT NULL AS phone_is_verified
"""


@dataclass(frozen=True, kw_only=True)
class Passkey:
    """A passkey with what a sign-in needs to know of its account."""

    id: UUID
    company_id: UUID
    user_id: UUID
    name: str
    credential_id: bytes
    public_key: bytes = field(repr=False)
    transports: Sequence[str]
    is_copied: bool
    email: str | None
    label: str
    full_name: str
    is_active: bool
    has_temporary_password: bool
    phone_is_verified: bool


class CounterUse(StrEnum):
    """The verdict on the counter of a rightly signed answer."""

    COUNTED = "counted"
    # The number is not greater than the last one: two authenticators have the key, which is marked now.
    COPIED = "copied"
    # The passkey was marked before, or deleted meanwhile.
    REFUSED = "refused"


async def find_passkey(connection: Connection, *, credential_id: bytes) -> Passkey | None:
    """Find a passkey of any company: whose it is follows from the signature alone."""
    row = await connection.fetch_one(
        f"""
        SELECT {_PASSKEY} FROM factors p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
         WHERE p.credential_id = :credential_id
        """,  # noqa: S608 - fixed text
        credential_id=credential_id,
    )
    return None if row is None else Passkey(**row)


async def list_passkeys(connection: Connection, **owner: Unpack[AccountKey]) -> list[Passkey]:
    """List the account's passkeys, also those that were marked as copied."""
    rows = await connection.fetch_all(
        f"""
        SELECT {_PASSKEY} FROM factors p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
         WHERE p.company_id = :company_id AND p.user_id = :user_id AND p.kind = 'passkey' ORDER BY p.id
        """,  # noqa: S608 - fixed text
        **owner,
    )
    return [Passkey(**row) for row in rows]


async def add_passkey(
    connection: Connection,
    *,
    name: str,
    credential_id: bytes,
    public_key: bytes,
    sign_count: int,
    transports: Sequence[str],
    is_backed_up: bool,
    **owner: Unpack[AccountKey],
) -> UUID | None:
    """Return the id of the new passkey; None where any account has registered the credential."""
    added: UUID | None = await connection.fetch_value(
        """
        INSERT INTO factors (company_id, user_id, kind, name, credential_id, public_key, sign_count, transports,
                             backed_up, confirmed_at)
        VALUES (:company_id, :user_id, 'passkey', :name, :credential_id, :public_key, :sign_count,
                CAST(:transports AS text[]), :is_backed_up, now())
        ON CONFLICT (credential_id) DO NOTHING RETURNING id
        """,
        **owner,
        name=name,
        credential_id=credential_id,
        public_key=public_key,
        sign_count=sign_count,
        transports=list(transports),
        is_backed_up=is_backed_up,
    )
    return added


async def count_use(connection: Connection, passkey: Passkey, *, sign_count: int, is_backed_up: bool) -> CounterUse:
    """Count one use. A counter that stays at 0 is none; any other must rise, and a marked passkey is never used."""
    held = await connection.fetch_one(
        """
        SELECT sign_count, copied_at IS NOT NULL AS is_marked FROM factors
         WHERE company_id = :company_id AND id = :id FOR UPDATE
        """,
        company_id=passkey.company_id,
        id=passkey.id,
    )
    if held is None or held.is_marked:
        return CounterUse.REFUSED
    is_copied = sign_count <= held.sign_count and (sign_count > 0 or held.sign_count > 0)
    await connection.execute(
        """
        UPDATE factors
           SET copied_at = CASE WHEN :is_copied THEN now() END,
               sign_count = CASE WHEN :is_copied THEN sign_count ELSE :sign_count END,
               last_used_at = CASE WHEN :is_copied THEN last_used_at ELSE now() END, backed_up = :is_backed_up
         WHERE company_id = :company_id AND id = :id
        """,
        company_id=passkey.company_id,
        id=passkey.id,
        is_copied=is_copied,
        sign_count=sign_count,
        is_backed_up=is_backed_up,
    )
    return CounterUse.COPIED if is_copied else CounterUse.COUNTED


async def lock_active_owner(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Lock an active account until the transaction ends, as every step does first. Returns False when there is none."""
    held = await connection.fetch_value(
        """
        SELECT true FROM users WHERE company_id = :company_id AND id = :user_id AND is_active FOR NO KEY UPDATE
        """,
        **owner,
    )
    return held is not None
