"""S32: Postgres itself refuses a row of one company that names a row of another."""

from typing import Final
from uuid import UUID

import asyncpg
import pytest

from server.platform.database.connections import Database
from tests.fixtures.people import AddCompany, Company

# One valid row of every table that has references.
ROWS: Final = (
    """
    INSERT INTO users (id, company_id, email, phone, full_name, role, profile)
    VALUES ($2, $1, $2::uuid::text || '@example.org', '+9190' || right($2::uuid::text, 8), 'Meera Nair', 'TRAINEE',
            'TRAINEE')
    """,
    "INSERT INTO batches (id, company_id, name, folded_name) VALUES ($2, $1, 'July', 'july')",
    "INSERT INTO batch_members (company_id, batch_id, user_id) VALUES ($1, $2, $2)",
    "INSERT INTO directory_groups (company_id, batch_id, external_id) VALUES ($1, $2, $2::uuid::text)",
    "INSERT INTO batch_leavings (company_id, batch_id, user_id, joined_at, left_by) VALUES ($1, $2, $2, now(), $2)",
    "INSERT INTO batch_trainers (company_id, batch_id, user_id) VALUES ($1, $2, $2)",
    """
    WITH pattern AS (
    INSERT INTO session_patterns (id, company_id, batch_id, weekdays, starts, ends)
    VALUES ($2, $1, $2, '{1}', '09:00', '11:00'))
    INSERT INTO training_sessions (id, company_id, batch_id, starts_at, ends_at, taken_by, pattern_id, local_day)
    VALUES ($2, $1, $2, now(), now() + interval '1 hour', $2, $2, '2026-01-05')
    """,
    """
    WITH change AS (
    INSERT INTO attendance_changes (company_id, session_id, user_id, after, changed_by) VALUES ($1, $2, $2, 'late', $2))
    INSERT INTO attendance (company_id, session_id, user_id, mark, marked_by) VALUES ($1, $2, $2, 'late', $2)
    """,
    """
    WITH field AS (
    INSERT INTO company_fields (company_id, number, key, label, kind, folded_label, required_for, viewers, editors,
                                is_own_view, is_own_edit, is_sensitive, is_unique, is_keyed, position)
    VALUES ($1, 1, 'course', 'Course', 'text', 'course', '{}', '{}', '{}', false, false, false, false, true, 1))
    INSERT INTO person_fields (company_id, user_id, own_values) VALUES ($1, $2, '{"1": "Fitter"}')
    """,
    """
    INSERT INTO email_changes (company_id, user_id, email, token_hash, expires_at)
    VALUES ($1, $2, 'new@example.org', CAST($2::uuid::text AS bytea), now())
    """,
    """
    INSERT INTO factors (company_id, user_id, kind, name, sealed_secret) VALUES ($1, $2, 'totp', 'App', 'sealed')
    """,
    "INSERT INTO applications (company_id, user_id) VALUES ($1, $2)",
    """
    INSERT INTO server_keys (company_id, user_id, name, scopes, networks, secret_hash, expires_at, created_by)
    VALUES ($1, $2, 'Payroll', '{user.view}', '{}', CAST($2::uuid::text AS bytea), now() + interval '1 day', $2)
    """,
    "INSERT INTO directory_people (company_id, user_id, external_id) VALUES ($1, $2, $2::uuid::text)",
    "INSERT INTO people_photos (company_id, user_id, media_type, content) VALUES ($1, $2, 'image/png', '')",
    "INSERT INTO recovery_codes (company_id, user_id, code_mac) VALUES ($1, $2, 'mac')",
    """
    INSERT INTO sso_connections (id, company_id, name, issuer, client_id, create_people, enabled)
    VALUES ($2, $1, 'Google', 'https://accounts.example', 'client', false, true)
    """,
    """
    WITH webhook AS (
        INSERT INTO webhooks (id, company_id, url, events, sealed_secret) VALUES ($2, $1, 'https://a.org', '{}', ''))
    INSERT INTO webhook_deliveries (company_id, webhook_id, event, body) VALUES ($1, $2, 'person.created', '{}')
    """,
    """
    INSERT INTO sso_domains (company_id, connection_id, domain, token)
    VALUES ($1, $2, $2::uuid::text || '.example', 'token')
    """,
    """
    INSERT INTO sso_identities (company_id, connection_id, user_id, issuer, subject)
    VALUES ($1, $2, $2, 'https://accounts.example', $2::uuid::text)
    """,
    """
    INSERT INTO sso_states (company_id, connection_id, state_hash, browser_hash, issuer, sealed_proof, expires_at)
    VALUES ($1, $2, CAST($2::uuid::text AS bytea), 'browser', 'https://accounts.example', 'sealed', now())
    """,
    "INSERT INTO erasures (company_id, user_id) VALUES ($1, $2)",
    "INSERT INTO merges (company_id, survivor_id, merged_id, contacts) VALUES ($1, $2, $2, '{}')",
    """
    WITH stage AS (
    INSERT INTO stages (id, company_id, name, folded_name, kind, position, colour, public_name)
    VALUES ($2, $1, 'Trial', 'trial', 'open', 9, 'grey', 'Trial')), figure AS (
    INSERT INTO stage_figures (company_id, stage_id, people) VALUES ($1, $2, 0))
    INSERT INTO stage_entries (company_id, user_id, stage_id, entered_at, left_at, moved_by)
    VALUES ($1, $2, $2, '2026-01-01', '2026-01-02', $2)
    """,
    """
    INSERT INTO bulk_jobs (company_id, action, batch_id, stage_id, started_by, undone_by)
    VALUES ($1, 'add-to-batch', $2, $2, $2, $2)
    """,
    """
    INSERT INTO imports (id, company_id, file_name, delimiter, encoding, uploaded_by, started_by, undone_by,
                         invited_by)
    VALUES ($2, $1, 'people.csv', ',', 'utf-8', $2, $2, $2, $2)
    """,
    """
    INSERT INTO import_sources (company_id, owner_id, import_id, kind, address, username, header, folder, pattern, mode,
                                at, days, scope, invites, enabled, due_at)
    VALUES ($1, $2, $2, 'https', 'https://a.org', '', '', '', '*', 'create', '02:00', '{1}', '{}', false, true, now())
    """,
    "UPDATE batch_members SET import_id = $2 WHERE company_id = $1",
    "INSERT INTO import_batches (company_id, import_id, cell, batch_id, is_new) VALUES ($1, $2, 'July', $2, false)",
    """
    INSERT INTO import_layouts (company_id, header_digest, fields, chosen_by)
    VALUES ($1, CAST($2::uuid::text AS bytea), '{}', $2)
    """,
    """
    INSERT INTO import_value_maps (company_id, field, from_value, to_value, chosen_by)
    VALUES ($1, 'role', $2::uuid::text, 'FACULTY', $2)
    """,
    """
    INSERT INTO import_changes (company_id, import_id, number, kind, changed_by)
    VALUES ($1, $2, ('x' || right($2::uuid::text, 6))::bit(24)::int, 'edit', $2)
    """,
    """
    INSERT INTO sessions (id, company_id, user_id, idle_expires_at, absolute_expires_at)
    VALUES ($2, $1, $2, now() + interval '1 day', now() + interval '1 day')
    """,
    """
    INSERT INTO messages (id, company_id, user_id, import_id, kind, channel, recipient)
    VALUES ($2, $1, $2, $2, 'invitation', 'EMAIL', 'meera@example.org')
    """,
    """
    INSERT INTO flows (id, company_id, user_id, message_id, other_message_id, secret_hash, handle, context, state,
                       channel, expires_at)
    VALUES ($2, $1, $2, $2, $2, CAST($2::uuid::text AS bytea), $2, 'LOGIN', 'ready', 'EMAIL',
            now() + interval '1 hour')
    """,
    "UPDATE messages SET flow_id = $2 WHERE company_id = $1 AND id = $2",
    """
    INSERT INTO notifications (company_id, user_id, kind, title, body, about)
    VALUES ($1, $2, 'welcome', 'Welcome', 'Hello', $2)
    """,
    """
    INSERT INTO saved_views (company_id, owner_id, created_by, name, folded_name, query)
    VALUES ($1, $2, $2, 'Mine', 'mine', '{}')
    """,
    """
    WITH written AS (
    INSERT INTO announcements
           (id, company_id, author_id, title, body, audience, batch_id, stage_id, by_mail, publish_at)
    SELECT $2, $1, $2, 'News', 'Text', 'Batch', $2, s.id, false, now() FROM stages s
     WHERE s.company_id = $1 ORDER BY s.position LIMIT 1)
    INSERT INTO announcement_recipients (company_id, announcement_id, user_id) VALUES ($1, $2, $2)
    """,
    "INSERT INTO announcement_stops (company_id, user_id) VALUES ($1, $2)",
    """
    WITH round AS (
    INSERT INTO rounds (id, company_id, name, day, slot_minutes, break_minutes, criteria, stage_id, pass_stage_id)
    SELECT $2, $1, 'July', '2026-01-05', 15, 5, '[]', s.id, s.id FROM stages s
     WHERE s.company_id = $1 ORDER BY s.position LIMIT 1), panel AS (
    INSERT INTO panels (id, company_id, round_id, name, starts_at, ends_at)
    VALUES ($2, $1, $2, 'A', now(), now() + interval '1 hour')), seat AS (
    INSERT INTO panel_members (company_id, panel_id, user_id) VALUES ($1, $2, $2)), person AS (
    INSERT INTO interviews (id, company_id, round_id, panel_id, user_id, ticket, position)
    VALUES ($2, $1, $2, $2, $2, 1, 1)), booking AS (
    INSERT INTO bookings (company_id, panel_id, interview_id, resource, during)
    SELECT $1, a, b, resource, tstzrange(now(), now() + interval '1 hour')
      FROM (VALUES ($2::uuid, NULL::uuid, 'p:' || $2::uuid::text), (NULL, $2, 'u:' || $2::uuid::text))
           AS each (a, b, resource)), event AS (
    INSERT INTO interview_events (company_id, interview_id, done_by, what) VALUES ($1, $2, $2, 'called'))
    INSERT INTO scores (company_id, interview_id, panelist_id, marks, verdict) VALUES ($1, $2, $2, '{}', 'yes')
    """,
    """
    WITH employer AS (
    INSERT INTO employers (id, company_id, name, folded_name) VALUES ($2, $1, 'Tata', 'tata')), opening AS (
    INSERT INTO openings (id, company_id, employer_id, title, seats) VALUES ($2, $1, $2, 'Fitter', 1)), staff AS (
    INSERT INTO opening_staff (company_id, opening_id, user_id) VALUES ($1, $2, $2)), offer AS (
    INSERT INTO offers (id, company_id, opening_id, user_id, answer_by) VALUES ($2, $1, $2, $2, now())), version AS (
    INSERT INTO offer_versions (company_id, offer_id, version, answer_by, changed_by)
    VALUES ($1, $2, ('x' || right($2::uuid::text, 6))::bit(24)::int, now(), $2)),
    event AS (
    INSERT INTO placement_events (company_id, opening_id, user_id, offer_id, state, changed_by)
    VALUES ($1, $2, $2, $2, 'offered', $2))
    INSERT INTO candidacies (company_id, opening_id, user_id, state, is_own, closed_by_offer)
    VALUES ($1, $2, $2, 'withdrawn', true, $2)
    """,
    "INSERT INTO list_columns (company_id, user_id, columns) VALUES ($1, $2, '[]')",
    "INSERT INTO audit_entries (company_id, action, actor_id, subject_id) VALUES ($1, 'login', $2, $2)",
    """
    INSERT INTO remembered_devices (device_hash, company_id, user_id, expires_at)
    VALUES (CAST($2::uuid::text AS bytea), $1, $2, now() + interval '1 day')
    """,
    """
    INSERT INTO idempotency_keys (company_id, user_id, path, key, request_mac)
    VALUES ($1, $2, '/users', $2::uuid::text, CAST('' AS bytea))
    """,
)
REFERENCES: Final = (
    *(f"{table}.user_id" for table in ("sessions", "messages", "flows", "notifications")),
    *(
        f"{table}.user_id"
        for table in (
            "remembered_devices",
            "idempotency_keys",
            "email_changes",
            "factors",
            "recovery_codes",
            "server_keys",
            "applications",
            "people_photos",
            "directory_people",
        )
    ),
    *("batch_members.user_id", "batch_members.batch_id", "batch_members.import_id", "batch_figures.batch_id"),
    *("batch_trainers.user_id", "batch_trainers.batch_id", "directory_groups.batch_id"),
    *("session_patterns.batch_id", "training_sessions.batch_id", "training_sessions.pattern_id"),
    *("training_sessions.taken_by", "attendance.session_id", "attendance.user_id", "attendance.marked_by"),
    *("attendance_changes.session_id", "attendance_changes.user_id", "attendance_changes.changed_by"),
    *("attendance_figures.batch_id", "attendance_figures.user_id"),
    *("batch_leavings.user_id", "batch_leavings.batch_id", "batch_leavings.left_by"),
    *("people_search.user_id", "person_fields.user_id", "field_keys.user_id"),
    *("stage_entries.user_id", "stage_entries.stage_id", "stage_entries.moved_by", "stage_figures.stage_id"),
    *("announcements.author_id", "announcements.batch_id", "announcements.stage_id", "announcement_stops.user_id"),
    *("announcement_recipients.announcement_id", "announcement_recipients.user_id"),
    *("rounds.stage_id", "rounds.pass_stage_id", "panels.round_id", "panel_members.panel_id", "panel_members.user_id"),
    *("interviews.round_id", "interviews.panel_id", "interviews.user_id", "bookings.panel_id", "bookings.interview_id"),
    *("interview_events.interview_id", "interview_events.done_by", "scores.interview_id", "scores.panelist_id"),
    *("bulk_jobs.batch_id", "bulk_jobs.stage_id", "bulk_jobs.started_by", "bulk_jobs.undone_by"),
    *("import_batches.import_id", "import_batches.batch_id"),
    *("imports.uploaded_by", "imports.started_by", "imports.undone_by", "imports.invited_by"),
    *("import_changes.import_id", "import_changes.changed_by"),
    *("import_sources.owner_id", "import_sources.import_id"),
    *("import_layouts.chosen_by", "import_value_maps.chosen_by"),
    *("messages.import_id", "messages.flow_id", "flows.message_id"),
    *("saved_views.owner_id", "saved_views.created_by", "list_columns.user_id"),
    *("openings.employer_id", "opening_staff.opening_id", "opening_staff.user_id", "offers.opening_id"),
    *("offers.user_id", "offer_versions.offer_id", "offer_versions.changed_by", "candidacies.opening_id"),
    *("candidacies.user_id", "candidacies.closed_by_offer", "placement_events.opening_id"),
    *("placement_events.user_id", "placement_events.offer_id", "placement_events.changed_by"),
    *("flows.other_message_id", "server_keys.created_by"),
    *("erasures.user_id", "merges.survivor_id", "merges.merged_id"),
    *("sso_domains.connection_id", "sso_states.connection_id", "webhook_deliveries.webhook_id"),
    *("sso_identities.connection_id", "sso_identities.user_id"),
    *("notifications.about", "audit_entries.actor_id", "audit_entries.subject_id"),
)
NEW_ROWS: Final = (
    "INSERT INTO audit_entries (company_id, action, actor_id) VALUES ($1, 'login', $2)",
    "INSERT INTO audit_entries (company_id, action, subject_id) VALUES ($1, 'login', $2)",
    "INSERT INTO batch_members (company_id, batch_id, user_id) SELECT $1, id, $2 FROM batches WHERE company_id = $1",
    "INSERT INTO batch_members (company_id, batch_id, user_id) SELECT $1, $2, id FROM users WHERE company_id = $1",
    """
    INSERT INTO batch_leavings (company_id, batch_id, user_id, joined_at)
    SELECT $1, id, $2, now() FROM batches WHERE company_id = $1
    """,
    "INSERT INTO audit_entries (company_id, action, subject_id) SELECT $1, 'x', id FROM batches WHERE id = $2",
    """
    INSERT INTO interviews (company_id, round_id, user_id, ticket, position)
    SELECT $1, id, $2, 9, 9 FROM rounds WHERE company_id = $1
    """,
    "INSERT INTO messages (company_id, flow_id, kind, channel, recipient) VALUES ($1, $2, 'code', 'EMAIL', 'a@b')",
)


@pytest.fixture
async def theirs(database: Database, company: Company, add_company: AddCompany) -> UUID:
    """The id of every row of another company; ours has the same rows."""
    other = await add_company()
    async with database.reading() as connection:
        ids = [await connection.raw.fetchval("SELECT waymark_uuid7()") for _ in range(2)]
        for owner, row_id in ((company, ids[0]), (other, ids[1])):
            for statement in ROWS:
                await connection.raw.execute(statement, owner.id, row_id)
    theirs: UUID = ids[1]
    return theirs


async def refused(owner_url: str, query: str, *values: object) -> None:
    """Executed as the owner, because the serving role may not update every table."""
    connection = await asyncpg.connect(owner_url)
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await connection.execute(query, *values)
    await connection.close()


@pytest.mark.security("S32")
async def test_a_row_cannot_name_another_company_s_row(owner_url: str, company: Company, theirs: UUID) -> None:
    for table, column in (reference.split(".") for reference in REFERENCES):
        query = f"UPDATE {table} SET {column} = $2 WHERE company_id = $1"  # noqa: S608 - names of columns
        await refused(owner_url, query, company.id, theirs)


@pytest.mark.security("S32")
async def test_a_row_cannot_move_to_another_company(
    database: Database, owner_url: str, company: Company, theirs: UUID
) -> None:
    async with database.reading() as connection:
        other = await connection.raw.fetchval("SELECT company_id FROM users WHERE id = $1", theirs)
    for table in sorted({reference.split(".")[0] for reference in REFERENCES}):
        query = f"UPDATE {table} SET company_id = $2 WHERE company_id = $1"  # noqa: S608 - names of tables
        await refused(owner_url, query, company.id, other)


@pytest.mark.security("S32")
async def test_a_new_row_cannot_name_another_company_s_row(owner_url: str, company: Company, theirs: UUID) -> None:
    for query in NEW_ROWS:
        await refused(owner_url, query, company.id, theirs)


@pytest.mark.security("S32")
async def test_every_table_that_names_people_is_tried(database: Database) -> None:
    """Left out are ids that say how far work has come, repeat a stage, or wait for a table that is not there yet."""
    query = """
        SELECT DISTINCT table_name || '.' || column_name AS place FROM information_schema.columns
         WHERE table_name IN (SELECT table_name FROM information_schema.columns WHERE column_name = 'company_id')
           AND table_schema = 'public' AND udt_name = 'uuid'
           AND column_name NOT IN ('id', 'company_id', 'handle', 'before_id', 'work_id', 'rung_to', 'left_to')
           AND (table_name, column_name) <> ('rounds', 'opening_id')
    """
    async with database.reading() as connection:
        found = {row["place"] for row in await connection.raw.fetch(query)}
    assert found == set(REFERENCES)


@pytest.mark.security("S32")
async def test_audit_entries_outlive_their_actor(database: Database, company: Company) -> None:
    """Deleting an account changes none of its audit entries."""
    async with database.reading() as connection:
        row_id = await connection.raw.fetchval("SELECT waymark_uuid7()")
        for statement in ROWS:
            await connection.raw.execute(statement, company.id, row_id)
        await connection.raw.execute("DELETE FROM users WHERE company_id = $1 AND id = $2", company.id, row_id)
        kept = await connection.raw.fetchval("SELECT actor_id FROM audit_entries WHERE company_id = $1", company.id)
    assert kept == row_id
