"""SQL of keys for servers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import func, insert, text, update

from server.access.keys.schemas import KeyRecord
from server.access.keys.tables import server_keys
from server.access.sessions.repository import ACTOR
from server.platform.database.connections import Connection, Row, read_record
from server.vocabulary.identity import Identity, KeyActor

_RECORDS: Final = """
    SELECT k.id, k.user_id, k.name, person.profile, k.scopes, k.networks, k.expires_at, k.last_used_at, k.created_at,
           CASE WHEN k.former_until > now() THEN k.former_until END AS former_until, maker.full_name AS created_by,
           k.version
      FROM server_keys k JOIN users person ON person.company_id = k.company_id AND person.id = k.user_id
      LEFT JOIN users maker ON maker.company_id = k.company_id AND maker.id = k.created_by
     WHERE k.company_id = :company_id AND k.revoked_at IS NULL
"""
# By either secret. Whatever closes a company's doors belongs here and in the query of sessions.
_IDENTITY: Final = f"""
    SELECT k.id AS key_id, k.company_id, k.user_id, k.scopes, k.networks AS own_networks,
           coalesce(k.last_used_at < now() - interval '1 minute', true) AS used_long_ago, {ACTOR}
      FROM server_keys k
      JOIN users AS person ON person.company_id = k.company_id AND person.id = k.user_id
      JOIN companies AS company ON company.id = k.company_id
      LEFT JOIN company_policies AS policy ON policy.company_id = k.company_id
     WHERE (k.secret_hash = :secret_hash OR (k.former_hash = :secret_hash AND k.former_until > now()))
       AND k.revoked_at IS NULL AND k.expires_at > now() AND company.suspended_at IS NULL
"""  # noqa: S608 - constants


@dataclass(frozen=True, kw_only=True)
class FoundKey(Identity):
    """What a key proves, and whether its use is to be written."""

    actor: KeyActor
    key_id: UUID
    used_long_ago: bool


async def find_key(connection: Connection, *, secret_hash: bytes) -> FoundKey | None:
    row: Row = await connection.fetch_one(_IDENTITY, secret_hash=secret_hash)
    return None if row is None else read_record(FoundKey, {**row, "actor": dict(row), "session": None})


async def touch_key(connection: Connection, *, key_id: UUID) -> None:
    """Note the use of a key: at most one write a minute, however many requests find it due at once."""
    is_due = func.coalesce(server_keys.c.last_used_at < func.now() - text("interval '1 minute'"), True)
    await connection.execute(update(server_keys).filter_by(id=key_id).where(is_due).values(last_used_at=func.now()))


async def list_keys(connection: Connection, *, company_id: UUID) -> list[KeyRecord]:
    """List those that are not revoked, the newest first; expired ones are among them."""
    return await connection.fetch_records(KeyRecord, f"{_RECORDS} ORDER BY k.id DESC", company_id=company_id)


async def find_record(connection: Connection, *, company_id: UUID, **by: UUID) -> KeyRecord | None:
    """Find a key by its `id` or its `user_id`."""
    conditions = "".join(f" AND k.{column} = :{column}" for column in by)
    return await connection.fetch_record(KeyRecord, f"{_RECORDS}{conditions}", company_id=company_id, **by)


async def add_key(connection: Connection, values: Mapping[str, Any], *, company_id: UUID) -> UUID:
    added = insert(server_keys).values(company_id=company_id, **values).returning(server_keys.c.id)
    key_id: UUID = await connection.fetch_value(added)
    return key_id


async def change_key(connection: Connection, values: Mapping[str, Any], *, company_id: UUID, key_id: UUID) -> None:
    changed = update(server_keys).filter_by(company_id=company_id, id=key_id)
    await connection.execute(changed.values(**values, version=server_keys.c.version + 1))


async def replace_secret(
    connection: Connection, *, company_id: UUID, key_id: UUID, secret_hash: bytes, former_life: timedelta
) -> None:
    """Give the key another secret. The present one becomes the former, and the one before it ends."""
    former = {"former_hash": server_keys.c.secret_hash, "former_until": func.now() + former_life}
    await change_key(connection, {"secret_hash": secret_hash, **former}, company_id=company_id, key_id=key_id)
