"""Sealed entries about a person, and what is left of them after an erasure: by the owner of the tables alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from server.company.audit.seal_repository import CONTENT, Redaction, Seal, seal_of
from server.platform.database.connections import Connection


@dataclass(frozen=True, kw_only=True)
class Named:
    """A sealed entry about a person; `before` and `after` are what it says has changed."""

    seal: Seal
    before: Any
    after: Any


async def list_named(connection: Connection, *, company_id: UUID, subject_id: UUID, limit: int) -> list[Named]:
    """Sealed entries about a subject from which it was not taken yet, locked until the transaction ends."""
    rows = await connection.fetch_all(
        """
        SELECT s.*, e.before, e.after FROM audit_entries e JOIN audit_seals s ON s.entry_id = e.id
         WHERE e.company_id = :company_id AND e.subject_id = :subject_id
           AND (e.subject_label IS NOT NULL OR e.before IS NOT NULL OR e.after IS NOT NULL)
           AND NOT EXISTS (SELECT FROM audit_redactions r WHERE r.entry_id = e.id)
         ORDER BY e.id LIMIT :limit FOR UPDATE OF e
        """,
        company_id=company_id,
        subject_id=subject_id,
        limit=limit,
    )
    return [Named(seal=seal_of(row), before=row.before, after=row.after) for row in rows]


async def is_sealed_whole(connection: Connection, *, company_id: UUID, subject_id: UUID) -> bool:
    """Whether no entry about a subject waits for its seal."""
    waits: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM audit_entries e WHERE e.company_id = :company_id AND e.subject_id = :subject_id
               AND NOT EXISTS (SELECT FROM audit_seals s WHERE s.entry_id = e.id))
        """,
        company_id=company_id,
        subject_id=subject_id,
    )
    return not waits


async def rewrite(connection: Connection, entries: Sequence[Named], *, company_id: UUID, label: str) -> dict[UUID, str]:
    """Write the entries with another label and these changes; by id, the content that a seal would vouch for."""
    rows = await connection.fetch_all(
        f"""
        UPDATE audit_entries e SET subject_label = :label, before = given.before, after = given.after
          FROM unnest(CAST(:ids AS uuid[]), CAST(:befores AS jsonb[]), CAST(:afters AS jsonb[]))
               AS given(id, before, after)
         WHERE e.company_id = :company_id AND e.id = given.id
        RETURNING e.id, {CONTENT} AS content
        """,  # noqa: S608 - a constant
        label=label,
        company_id=company_id,
        ids=[each.seal.entry_id for each in entries],
        befores=[each.before for each in entries],
        afters=[each.after for each in entries],
    )
    return {row.id: row.content for row in rows}


async def add_redactions(connection: Connection, redactions: Sequence[tuple[UUID, Redaction]]) -> None:
    await connection.execute(
        """
        INSERT INTO audit_redactions (entry_id, key_id, mac)
        SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:keys AS text[]), CAST(:macs AS bytea[]))
        """,
        ids=[entry_id for entry_id, _ in redactions],
        keys=[each.key_id for _, each in redactions],
        macs=[each.mac for _, each in redactions],
    )
