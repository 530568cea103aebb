"""What is stored of a company for exports and erasures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from server.company.privacy.tables import erasures
from server.people.saved_views.repository import Told, telling
from server.platform.database.connections import Connection, quoted
from server.vocabulary.fields import BUILT_IN

MOST_ROWS: Final = 10_000
_FIELDS: Final = ", ".join(f"u.{field.column}" for field in BUILT_IN.built_in)
# A value of an own field in words.
_WORDS: Final = """
    coalesce((SELECT to_jsonb(string_agg(c.label, '; ' ORDER BY c.position)) FROM field_choices c
               WHERE c.company_id = :company_id AND c.field = f.number AND each.value @> to_jsonb(c.number)),
             each.value)
"""
_CELLS: Final = f"""
    {", ".join(f"r.{field.column}" for field in BUILT_IN.in_files)},
    (SELECT jsonb_object_agg(f.label, {_WORDS}) FROM jsonb_each(r.fields) AS each
       JOIN company_fields f ON f.company_id = :company_id AND f.number = CAST(each.key AS int)) AS more_details
"""  # noqa: S608 - constants


def _own(table: str, columns: str) -> str:
    """The query of what a table holds of an account, the newest first."""
    own = "company_id = :company_id AND user_id = :user_id"
    return f"SELECT {columns} FROM {table} WHERE {own} ORDER BY created_at DESC"  # noqa: S608 - constants


# By section, the query of its rows: of a company's account.
SECTIONS: Final[dict[str, str]] = {
    "account": f"""
        SELECT u.id, {_FIELDS}, u.email_verified_at, u.phone_verified_at, u.language, u.invitation,
               u.last_sign_in_at, u.created_at, c.name AS company
          FROM users u JOIN companies c ON c.id = u.company_id WHERE u.company_id = :company_id
             AND u.id = :user_id
    """,  # noqa: S608 - constants
    "photo": _own(
        "people_photos",
        "concat('data:', media_type, ';base64,', translate(encode(content, 'base64'), E'\\n', '')) AS photo,"
        " created_at",
    ),
    "emailToConfirm": _own("email_changes", "email, created_at, expires_at"),
    "directory": """
        SELECT external_id, removed_at FROM directory_people WHERE company_id = :company_id AND user_id = :user_id
    """,
    "batches": """
        SELECT b.name, b.code, m.added_at, m.left_at, m.reason
          FROM (SELECT batch_id, coalesce(joined_at, added_at) AS added_at, NULL AS left_at, NULL AS reason
                  FROM batch_members WHERE company_id = :company_id AND user_id = :user_id
                 UNION ALL
                SELECT batch_id, joined_at, left_at, reason
                  FROM batch_leavings WHERE company_id = :company_id AND user_id = :user_id) AS m
          JOIN batches b ON b.company_id = :company_id AND b.id = m.batch_id ORDER BY m.added_at DESC
    """,
    "stages": """
        SELECT s.public_name AS name, e.entered_at AS added_at, e.left_at, e.reason
          FROM stage_entries e JOIN stages s ON s.company_id = :company_id AND s.id = e.stage_id
         WHERE e.company_id = :company_id AND e.user_id = :user_id AND e.undone_at IS NULL ORDER BY e.entered_at DESC
    """,
    "announcements": """
        SELECT a.title, a.body, a.publish_at AS published_at, r.seen_at, r.mail_state AS mail
          FROM announcement_recipients r JOIN announcements a ON a.company_id = :company_id AND a.id = r.announcement_id
         WHERE r.company_id = :company_id AND r.user_id = :user_id AND a.publish_at <= now() AND a.retracted_at IS NULL
         ORDER BY a.publish_at DESC
    """,
    "announcementMails": _own("announcement_stops", "created_at AS stopped_at"),
    "taughtBatches": """
        SELECT b.name, b.code FROM batch_trainers t JOIN batches b ON b.company_id = :company_id AND b.id = t.batch_id
         WHERE t.company_id = :company_id AND t.user_id = :user_id ORDER BY b.id DESC
    """,
    "attendance": """
        SELECT b.name AS batch, s.starts_at, s.topic, a.mark, a.note, c.before, c.after, c.reason,
               coalesce(c.changed_at, a.received_at) AS changed_at
          FROM attendance a JOIN training_sessions s ON s.company_id = :company_id AND s.id = a.session_id
          JOIN batches b ON b.company_id = :company_id AND b.id = s.batch_id
          LEFT JOIN attendance_changes c ON c.company_id = :company_id AND c.session_id = a.session_id
                                        AND c.user_id = a.user_id
         WHERE a.company_id = :company_id AND a.user_id = :user_id ORDER BY s.starts_at DESC, c.id DESC
    """,
    "interviews": """
        SELECT r.name, r.day AS starts_at, i.state, p.name AS subject, i.planned_at AS added_at, i.here_at AS seen_at,
               i.started_at, i.ended_at, s.verdict AS outcome, s.note, s.sent_at
          FROM interviews i JOIN rounds r ON r.company_id = :company_id AND r.id = i.round_id AND r.state <> 'draft'
          LEFT JOIN panels p ON p.company_id = :company_id AND p.id = i.panel_id
          LEFT JOIN scores s ON s.company_id = :company_id AND s.interview_id = i.id
         WHERE i.company_id = :company_id AND i.user_id = :user_id ORDER BY r.day DESC, s.sent_at
    """,
    "interviewPanels": """
        SELECT r.name, p.name AS subject, p.starts_at
          FROM panel_members m JOIN panels p ON p.company_id = :company_id AND p.id = m.panel_id
          JOIN rounds r ON r.company_id = :company_id AND r.id = p.round_id
         WHERE m.company_id = :company_id AND m.user_id = :user_id ORDER BY p.starts_at DESC
    """,
    "openings": """
        SELECT e.name || ': ' || o.title AS name, y.state, y.rank, y.reason, y.changed_at
          FROM candidacies y JOIN openings o ON o.company_id = :company_id AND o.id = y.opening_id
          JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
         WHERE y.company_id = :company_id AND y.user_id = :user_id ORDER BY y.changed_at DESC
    """,
    "offers": """
        SELECT e.name || ': ' || o.title AS name, f.state, v.version, v.pay, v.joins_on, v.answer_by, f.left_on,
               f.accepted_at, f.joined_at, f.is_confirmed, v.changed_at
          FROM offers f JOIN openings o ON o.company_id = :company_id AND o.id = f.opening_id
          JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
          JOIN offer_versions v ON v.offer_id = f.id
         WHERE f.company_id = :company_id AND f.user_id = :user_id ORDER BY v.changed_at DESC
    """,
    "placementHistory": """
        SELECT e.name || ': ' || o.title AS name, v.state, v.reason, v.changed_at
          FROM placement_events v JOIN openings o ON o.company_id = :company_id AND o.id = v.opening_id
          JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
         WHERE v.company_id = :company_id AND v.user_id = :user_id ORDER BY v.changed_at DESC
    """,
    "placementDuties": """
        SELECT e.name || ': ' || o.title AS name FROM opening_staff s
          JOIN openings o ON o.company_id = :company_id AND o.id = s.opening_id
          JOIN employers e ON e.company_id = :company_id AND e.id = o.employer_id
         WHERE s.company_id = :company_id AND s.user_id = :user_id ORDER BY o.id DESC
    """,
    "ownFields": f"""
        SELECT f.label AS name, {_WORDS} AS value
          FROM person_fields p CROSS JOIN LATERAL jsonb_each(p.own_values) AS each
          JOIN company_fields f ON f.company_id = :company_id AND f.number = CAST(each.key AS int)
         WHERE p.company_id = :company_id AND p.user_id = :user_id ORDER BY f.position, f.number
    """,  # noqa: S608 - constants
    "application": """
        SELECT state, reason, applied_at, decided_at FROM applications
         WHERE company_id = :company_id AND user_id = :user_id
    """,
    "sessions": _own("sessions", "device, address, methods, created_at, last_seen_at, ended_at, end_reason"),
    "rememberedDevices": _own("remembered_devices", "created_at, expires_at"),
    "secondFactors": _own("factors", "kind, name, created_at, confirmed_at, last_used_at"),
    "singleSignOn": """
        SELECT c.name AS provider, i.issuer, i.subject, i.created_at
          FROM sso_identities i JOIN sso_connections c ON c.company_id = :company_id AND c.id = i.connection_id
         WHERE i.company_id = :company_id AND i.user_id = :user_id
    """,
    "messages": _own("messages", "kind, channel, recipient, state, created_at, sent_at"),
    "notifications": _own("notifications", "title, body, created_at, read_at"),
    # Where another account has acted, its address is that account's.
    "audit": """
        SELECT action, subject_label, before, after, CASE WHEN actor_id = subject_id THEN address END AS address,
               created_at
          FROM audit_entries
         WHERE company_id = :company_id AND subject_id = ANY(ARRAY(
            SELECT CAST(:user_id AS uuid) UNION ALL
            SELECT merged_id FROM merges WHERE company_id = :company_id AND survivor_id = :user_id))
         ORDER BY id DESC
    """,
    "merges": """
        SELECT contacts->>'email' AS email, contacts->>'phone' AS phone, contacts->>'full_name' AS full_name,
               changes->'survivor'->'before' AS before, merged_at
          FROM merges WHERE company_id = :company_id AND :user_id IN (survivor_id, merged_id) ORDER BY id DESC
    """,
    # The id of an account that an import has created was chosen while its file was checked, and holds that moment:
    # only the imports of that time are read. Those that have changed the account are known by their updates.
    "importRows": f"""
        WITH born AS (
            SELECT to_timestamp(('x' || left(replace(CAST(:user_id AS uuid)::text, '-', ''),
                12))::bit(48)::bigint / 1000.0) AS at),
        near AS (
            SELECT i.id, i.file_name FROM imports i, born
             WHERE i.company_id = :company_id AND i.created_at <= born.at + interval '1 minute'
               AND i.touched_at >= born.at - interval '1 minute'
            UNION
            SELECT i.id, i.file_name FROM import_updates p JOIN imports i ON i.id = p.import_id
             WHERE i.company_id = :company_id AND p.user_id = :user_id)
        SELECT near.file_name, r.row, CASE WHEN r.user_id = :user_id THEN 'created' ELSE 'updated' END
         AS outcome, r.message,
               {_CELLS}, r.batch
          FROM near JOIN import_rows r ON r.import_id = near.id
         WHERE r.user_id = :user_id OR r.account_id = :user_id
    """,  # noqa: S608 - constants
    "bulkRows": """
        SELECT j.action, j.started_at, r.full_name, r.email, r.status, r.message, r.before
          FROM bulk_jobs j JOIN bulk_rows r ON r.job_id = j.id
         WHERE j.company_id = :company_id AND r.user_id = :user_id ORDER BY j.started_at DESC
    """,
}


async def read_section(connection: Connection, section: str, *, company_id: UUID, user_id: UUID) -> list[str]:
    """The newest MOST_ROWS of a section, each as a JSON object: decoding all of them takes long."""
    query = f"SELECT to_jsonb(found)::text AS found FROM ({SECTIONS[section]} LIMIT :most_rows) AS found"  # noqa: S608 - constants
    return await connection.fetch_column(query, company_id=company_id, user_id=user_id, most_rows=MOST_ROWS)


@dataclass(frozen=True, kw_only=True)
class Erasure:
    """`contacts` is sealed; `place` is the last import or bulk job that was searched."""

    id: UUID
    company_id: UUID
    user_id: UUID
    contacts: bytes
    place: str


async def add_erasure(
    connection: Connection, *, erasure_id: UUID, company_id: UUID, user_id: UUID, contacts: bytes
) -> None:
    """Nothing is added where this person is being erased, or was."""
    new = insert(erasures).values(id=erasure_id, company_id=company_id, user_id=user_id, contacts=contacts)
    await connection.execute(new.on_conflict_do_nothing())


async def is_erased(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether this person is being erased, or was."""
    return await connection.has_row(select(erasures).filter_by(company_id=company_id, user_id=user_id))


async def due_erasures(connection: Connection, *, silent_seconds: int, limit: int) -> list[UUID]:
    query = """
        SELECT id FROM erasures WHERE next_at < now() - make_interval(secs => CAST(:silent_seconds AS int))
         ORDER BY next_at LIMIT :limit
    """
    return await connection.fetch_column(query, silent_seconds=silent_seconds, limit=limit)


async def claim_erasure(connection: Connection, *, erasure_id: UUID, kinds: Iterable[str]) -> Erasure | None:
    """Locked until the transaction ends; None where it is done, waits for a later time, or another worker has it.

    It is also None where another kind of work than `kinds` is being searched.
    """
    query = """
        SELECT id, company_id, user_id, contacts, place FROM erasures
         WHERE id = :erasure_id AND next_at <= now() AND contacts IS NOT NULL
           AND split_part(place, ' ', 1) = ANY(CAST(:kinds AS text[])) FOR UPDATE SKIP LOCKED
    """
    return await connection.fetch_record(Erasure, query, erasure_id=erasure_id, kinds=["", *kinds])


async def note_place(connection: Connection, *, erasure_id: UUID, place: str, waits: bool) -> None:
    row = {"place": place, "next_at": func.now()} | ({"waits": True} if waits else {})
    await connection.execute(update(erasures).filter_by(id=erasure_id).values(**row))


async def find_entries(
    connection: Connection, *, company_id: UUID, actions: Iterable[str], told: Sequence[Told]
) -> list[UUID]:
    """The entries of the trail whose queries of the list tell who the person is."""
    query = f"""
        SELECT e.id FROM audit_entries e
         WHERE e.company_id = :company_id AND e.action IN ({quoted(actions)}) AND EXISTS (
            SELECT FROM (VALUES (e.after), (e.after -> 'query'), (e.before -> 'query')) AS kept(query)
             CROSS JOIN LATERAL ({telling("kept.query")}) AS telling)
    """  # noqa: S608 - constants
    fields, words = [each.field for each in told], [each.word for each in told]
    return await connection.fetch_column(query, company_id=company_id, fields=fields, words=words)


async def finish_search(
    connection: Connection, *, erasure_id: UUID, entries: Sequence[UUID], again_seconds: int
) -> bool:
    """Everything was searched: it is done, or searched again later where something had not ended. True where done.

    `entries` of the audit trail, beside those about the person, are to be rewritten.
    """
    query = """
        UPDATE erasures
           SET place = '', waits = false, entries = CAST(:entries AS uuid[]),
               contacts = CASE WHEN waits THEN contacts END,
               next_at = CASE WHEN waits THEN now() + make_interval(secs => CAST(:again_seconds AS int)) END,
               erased_at = CASE WHEN NOT waits THEN now() END
         WHERE id = :erasure_id RETURNING erased_at IS NOT NULL
    """
    values = {"entries": list(entries), "again_seconds": again_seconds}
    return bool(await connection.fetch_value(query, erasure_id=erasure_id, **values))


async def unfinished_trails(connection: Connection, *, limit: int) -> list[tuple[UUID, UUID, list[UUID]]]:
    """(company, account, entries that tell who it was) of people who are in the audit trail still."""
    found = select(erasures.c.company_id, erasures.c.user_id, erasures.c.entries).filter_by(trail_erased_at=None)
    rows = await connection.fetch_all(found.order_by(erasures.c.id).limit(limit))
    return [(row.company_id, row.user_id, row.entries) for row in rows]


async def mark_trail_erased(connection: Connection, *, company_id: UUID, user_id: UUID) -> None:
    erased = update(erasures).filter_by(company_id=company_id, user_id=user_id)
    await connection.execute(erased.values(trail_erased_at=func.now()))
