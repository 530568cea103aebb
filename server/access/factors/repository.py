"""Second factors of accounts, and their recovery codes. `lock_owner` is called before any is changed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Unpack
from uuid import UUID

from sqlalchemy import Interval, cast, delete, func, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from server.access.factors.schemas import FactorItem
from server.access.factors.tables import factors, recovery_codes
from server.access.policies.policy import FactorKind
from server.platform.database.connections import Connection, Row
from server.vocabulary.identity import AccountKey, AccountOwner

# A registered authenticator app waits this long for its first code.
PENDING: Final = timedelta(minutes=30)
_IS_CONFIRMED: Final = factors.c.confirmed_at.is_not(None)
_ITEM: Final = (
    *(factors.c.id, factors.c.kind, factors.c.name, factors.c.created_at, factors.c.last_used_at, factors.c.backed_up),
    factors.c.copied_at.is_not(None).label("blocked"),
)
_APP: Final = (
    *(factors.c.id, factors.c.name, factors.c.sealed_secret, factors.c.last_step),
    func.now().label("read_at"),
)
_PASSKEYS: Final = """
    SELECT p.id, p.company_id, p.user_id, p.name, p.credential_id, p.public_key, p.transports,
           p.copied_at IS NOT NULL AS is_copied, u.email, u.label, u.full_name,
           u.password_is_temporary OR u.temporary_password_mac IS NOT NULL AS has_temporary_password,
           u.phone_verified_at IS NOT NULL AS phone_is_verified
      FROM factors p JOIN users u ON u.company_id = p.company_id AND u.id = p.user_id
"""


@dataclass(frozen=True, kw_only=True)
class AuthenticatorApp:
    """`last_step` is the time step of the last code that was used; `read_at` is the database's clock."""

    id: UUID
    name: str
    sealed_secret: bytes = field(repr=False)
    last_step: int | None
    read_at: datetime


@dataclass(frozen=True, kw_only=True)
class Passkey(AccountOwner):
    """A passkey with what a sign-in needs to know of its account."""

    id: UUID
    name: str
    credential_id: bytes
    public_key: bytes = field(repr=False)
    transports: tuple[str, ...]
    is_copied: bool
    label: str
    has_temporary_password: bool
    phone_is_verified: bool


class CounterUse(StrEnum):
    """The verdict on the counter of a rightly signed answer."""

    COUNTED = "counted"
    # The number is not greater than the last one: two authenticators have the key, which is marked now.
    COPIED = "copied"
    # The passkey was marked before, or deleted meanwhile.
    REFUSED = "refused"


async def lock_owner(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Lock the account until the transaction ends, as every step of a flow does: its factors are used one by one.

    Returns whether there is one, and it is active.
    """
    locked = "SELECT is_active FROM users WHERE company_id = :company_id AND id = :user_id FOR NO KEY UPDATE"
    return await connection.fetch_value(locked, **owner) is True


async def has_password(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Return whether the account has a password, also a temporary one."""
    query = """
        SELECT FROM users
         WHERE company_id = :company_id AND id = :user_id
           AND (password_hash IS NOT NULL OR temporary_password_mac IS NOT NULL)
    """
    return await connection.has_row(query, **owner)


async def has_factor(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Return whether the account has a confirmed factor."""
    return await connection.has_row(select(factors.c.id).filter_by(**owner).where(_IS_CONFIRMED).limit(1))


async def list_factors(connection: Connection, **owner: Unpack[AccountKey]) -> list[FactorItem]:
    """List the account's confirmed factors, the oldest first."""
    confirmed = select(*_ITEM).filter_by(**owner).where(_IS_CONFIRMED)
    return await connection.fetch_records(FactorItem, confirmed.order_by(factors.c.created_at, factors.c.id))


async def rename_factor(connection: Connection, *, factor_id: UUID, name: str, **owner: Unpack[AccountKey]) -> bool:
    renamed = update(factors).filter_by(**owner, id=factor_id).where(_IS_CONFIRMED).values(name=name)
    return await connection.has_row(renamed.returning(factors.c.id))


async def delete_factor(
    connection: Connection, *, factor_id: UUID, within: timedelta | None = None, **owner: Unpack[AccountKey]
) -> FactorItem | None:
    """Delete a confirmed factor. Returns None where there is none, or was none `within` this time."""
    deleted = delete(factors).filter_by(**owner, id=factor_id).where(_IS_CONFIRMED)
    if within is not None:
        deleted = deleted.where(factors.c.confirmed_at > func.now() - cast(within, Interval))
    return await connection.fetch_record(FactorItem, deleted.returning(*_ITEM))


async def delete_factors(connection: Connection, **owner: Unpack[AccountKey]) -> list[FactorItem]:
    """Delete all factors of an account, also those that wait for their confirmation. Returns the confirmed ones."""
    await drop_pending_apps(connection, **owner)
    return await connection.fetch_records(FactorItem, delete(factors).filter_by(**owner).returning(*_ITEM))


async def put_pending_app(
    connection: Connection, *, factor_id: UUID, name: str, sealed_secret: bytes, **owner: Unpack[AccountKey]
) -> None:
    """Add an authenticator app that waits for its first code, instead of any other such one."""
    await drop_pending_apps(connection, **owner)
    app = {"id": factor_id, "kind": FactorKind.TOTP, "name": name, "sealed_secret": sealed_secret}
    await connection.execute(insert(factors).values(**owner, **app))


async def drop_pending_apps(connection: Connection, **owner: Unpack[AccountKey]) -> None:
    await connection.execute(delete(factors).filter_by(**owner, kind=FactorKind.TOTP, confirmed_at=None))


async def find_pending_app(
    connection: Connection, *, factor_id: UUID, **owner: Unpack[AccountKey]
) -> AuthenticatorApp | None:
    pending = select(*_APP).filter_by(**owner, id=factor_id, kind=FactorKind.TOTP, confirmed_at=None)
    in_time = factors.c.created_at > func.now() - cast(PENDING, Interval)
    return await connection.fetch_record(AuthenticatorApp, pending.where(in_time))


async def confirm_app(connection: Connection, *, factor_id: UUID, step: int, **owner: Unpack[AccountKey]) -> None:
    """Let an app count from now on; the code that has confirmed it is used."""
    confirmed = update(factors).filter_by(**owner, id=factor_id).values(confirmed_at=func.now(), last_step=step)
    await connection.execute(confirmed)


async def lock_apps(connection: Connection, **owner: Unpack[AccountKey]) -> list[AuthenticatorApp]:
    """List the confirmed authenticator apps, locked until the transaction ends."""
    apps = select(*_APP).filter_by(**owner, kind=FactorKind.TOTP).where(_IS_CONFIRMED).order_by(factors.c.id)
    return await connection.fetch_records(AuthenticatorApp, apps.with_for_update(key_share=True))


async def use_step(connection: Connection, *, factor_id: UUID, step: int, **owner: Unpack[AccountKey]) -> bool:
    """Use a time step up; False when it, or a later one, was used before."""
    is_later = or_(factors.c.last_step.is_(None), factors.c.last_step < step)
    used = update(factors).filter_by(**owner, id=factor_id).where(is_later)
    used = used.values(last_step=step, last_used_at=func.now())
    return await connection.has_row(used.returning(factors.c.id))


async def find_passkey(connection: Connection, *, credential_id: bytes) -> Passkey | None:
    """Find a passkey of any company: whose it is follows from the signature alone."""
    found = f"{_PASSKEYS} WHERE p.credential_id = :credential_id"
    return await connection.fetch_record(Passkey, found, credential_id=credential_id)


async def list_passkeys(connection: Connection, **owner: Unpack[AccountKey]) -> list[Passkey]:
    """List the account's passkeys, also those that were marked as copied."""
    own = "p.company_id = :company_id AND p.user_id = :user_id AND p.kind = 'passkey'"
    return await connection.fetch_records(Passkey, f"{_PASSKEYS} WHERE {own} ORDER BY p.id", **owner)


async def add_passkey(connection: Connection, credential: dict[str, Any], **owner: Unpack[AccountKey]) -> UUID | None:
    """Add a passkey, by columns. Returns its id; None where any account has registered the credential."""
    passkey = credential | {"kind": FactorKind.PASSKEY, "confirmed_at": func.now()}
    added = upsert(factors).values(**owner, **passkey).on_conflict_do_nothing(index_elements=["credential_id"])
    return await connection.find_value(UUID, added.returning(factors.c.id))


async def count_use(connection: Connection, passkey: Passkey, *, sign_count: int, is_backed_up: bool) -> CounterUse:
    """Count one use. A counter that stays at 0 is none; any other must rise, and a marked passkey is never used."""
    owner = passkey.key
    kept = select(factors.c.sign_count, factors.c.copied_at).filter_by(**owner, id=passkey.id)
    held = await connection.fetch_one(kept.with_for_update())
    if held is None or held.copied_at is not None:
        return CounterUse.REFUSED
    is_copied = sign_count <= held.sign_count and (sign_count > 0 or held.sign_count > 0)
    noted = {"copied_at": func.now()} if is_copied else {"sign_count": sign_count, "last_used_at": func.now()}
    await connection.execute(update(factors).filter_by(**owner, id=passkey.id).values(**noted, backed_up=is_backed_up))
    return CounterUse.COPIED if is_copied else CounterUse.COUNTED


async def replace_codes(connection: Connection, *, macs: Sequence[bytes], **owner: Unpack[AccountKey]) -> None:
    """Replace all codes of the account; no `macs` end them."""
    await connection.execute(delete(recovery_codes).filter_by(**owner))
    if macs:
        await connection.execute(insert(recovery_codes).values([{**owner, "code_mac": mac} for mac in macs]))


async def count_codes(connection: Connection, **owner: Unpack[AccountKey]) -> int:
    """Count the codes that have not been used."""
    unused = select(func.count(recovery_codes.c.code_mac)).filter_by(**owner, used_at=None)
    return await connection.fetch_number(unused)


async def use_code(connection: Connection, *, macs: Sequence[bytes], **owner: Unpack[AccountKey]) -> bool:
    """Use a code up; False when the account has none of these hashes, or has used it."""
    used = update(recovery_codes).filter_by(**owner, used_at=None).where(recovery_codes.c.code_mac.in_(macs))
    used = used.values(used_at=func.now()).returning(recovery_codes.c.code_mac)
    return await connection.has_row(used)


async def end_codes_of(connection: Connection, *, made_at: datetime, **owner: Unpack[AccountKey]) -> bool:
    """End the codes that this moment's transaction has made; False where others have replaced them."""
    ended = delete(recovery_codes).filter_by(**owner, created_at=made_at).returning(recovery_codes.c.code_mac)
    return bool(await connection.fetch_all(ended))


@dataclass(frozen=True, kw_only=True)
class FirstProofs:
    """`has_password`: one of its own; `has_provider`: the one that has opened the session can be asked again."""

    has_password: bool
    has_provider: bool


async def find_first_proofs(connection: Connection, *, session_id: UUID, **owner: Unpack[AccountKey]) -> FirstProofs:
    """Find how an account without factors is proved: a factor, even a blocked one, takes the place of the provider."""
    query = """
        SELECT coalesce(bool_or(password_hash IS NOT NULL AND NOT password_is_temporary
                                AND temporary_password_mac IS NULL), false) AS has_password,
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
    """
    row: Row = await connection.fetch_one(query, **owner, session_id=session_id)
    return FirstProofs(**row)
