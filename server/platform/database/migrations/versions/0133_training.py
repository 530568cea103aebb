"""Sessions of batches, who was there, and what that sums up to."""

from typing import Final

from alembic import op

revision = "0133"
down_revision = "0132"

KEY: Final = "FOREIGN KEY (company_id, {0}) REFERENCES {1} (company_id, id) ON DELETE {2}"
TABLES: Final = (
    """
    ALTER TABLE companies ADD COLUMN attendance_threshold smallint DEFAULT 75 NOT NULL
        CONSTRAINT ck_companies_attendance_threshold CHECK (attendance_threshold BETWEEN 1 AND 100)
    """,
    "ALTER TABLE companies ADD COLUMN attendance_days smallint",
    f"""
    CREATE TABLE session_patterns (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        weekdays smallint[] NOT NULL,
        starts time NOT NULL,
        ends time NOT NULL,
        CONSTRAINT pk_session_patterns PRIMARY KEY (id),
        CONSTRAINT uq_session_patterns_company_id_id UNIQUE (company_id, id),
        CONSTRAINT uq_session_patterns_company_id_batch_id_weekdays_starts_ends
            UNIQUE (company_id, batch_id, weekdays, starts, ends),
        CONSTRAINT fk_session_patterns_company_id_batch_id {KEY.format("batch_id", "batches", "CASCADE")}
    )
    """,
    f"""
    CREATE TABLE training_sessions (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        topic text,
        place text,
        link text,
        reason text,
        pattern_id uuid,
        local_day date,
        state text DEFAULT 'planned' NOT NULL,
        taken_at timestamptz,
        taken_by uuid,
        people smallint DEFAULT 0 NOT NULL,
        marked smallint DEFAULT 0 NOT NULL,
        present smallint DEFAULT 0 NOT NULL,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_training_sessions PRIMARY KEY (id),
        CONSTRAINT uq_training_sessions_company_id_id UNIQUE (company_id, id),
        CONSTRAINT uq_training_sessions_company_id_pattern_id_local_day UNIQUE (company_id, pattern_id, local_day),
        CONSTRAINT ck_training_sessions_hours CHECK (ends_at > starts_at),
        CONSTRAINT fk_training_sessions_company_id_batch_id {KEY.format("batch_id", "batches", "CASCADE")},
        CONSTRAINT fk_training_sessions_company_id_pattern_id
            {KEY.format("pattern_id", "session_patterns", "CASCADE")},
        CONSTRAINT fk_training_sessions_company_id_taken_by
            {KEY.format("taken_by", "users", "SET NULL (taken_by)")}
    )
    """,
    """
    CREATE UNIQUE INDEX uq_training_sessions_start ON training_sessions (batch_id, starts_at)
     WHERE state <> 'cancelled'
    """,
    "CREATE INDEX ix_training_sessions_company_id_starts_at ON training_sessions (company_id, starts_at)",
    """
    CREATE INDEX ix_training_sessions_company_id_batch_id_starts_at
        ON training_sessions (company_id, batch_id, starts_at)
    """,
    "CREATE INDEX ix_training_sessions_taken_by ON training_sessions (taken_by)",
    f"""
    CREATE TABLE attendance (
        company_id uuid NOT NULL,
        session_id uuid NOT NULL,
        user_id uuid NOT NULL,
        mark text,
        note text,
        marked_by uuid,
        received_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        CONSTRAINT pk_attendance PRIMARY KEY (session_id, user_id),
        CONSTRAINT fk_attendance_company_id_session_id {KEY.format("session_id", "training_sessions", "CASCADE")},
        CONSTRAINT fk_attendance_company_id_marked_by {KEY.format("marked_by", "users", "SET NULL (marked_by)")}
    )
    """,
    """
    CREATE INDEX ix_attendance_company_id_user_id_session_id
        ON attendance (company_id, user_id, session_id) INCLUDE (mark)
    """,
    "CREATE INDEX ix_attendance_marked_by ON attendance (marked_by)",
    f"""
    CREATE TABLE attendance_changes (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        session_id uuid NOT NULL,
        user_id uuid NOT NULL,
        before text,
        after text,
        reason text,
        changed_by uuid,
        changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        CONSTRAINT pk_attendance_changes PRIMARY KEY (id),
        CONSTRAINT fk_attendance_changes_company_id_session_id
            {KEY.format("session_id", "training_sessions", "CASCADE")},
        CONSTRAINT fk_attendance_changes_company_id_changed_by
            {KEY.format("changed_by", "users", "SET NULL (changed_by)")}
    )
    """,
    "CREATE INDEX ix_attendance_changes_session_id_user_id ON attendance_changes (session_id, user_id)",
    "CREATE INDEX ix_attendance_changes_company_id_user_id ON attendance_changes (company_id, user_id)",
    "CREATE INDEX ix_attendance_changes_changed_by ON attendance_changes (changed_by)",
    f"""
    CREATE TABLE attendance_figures (
        company_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        user_id uuid NOT NULL,
        held smallint DEFAULT 0 NOT NULL,
        attended smallint DEFAULT 0 NOT NULL,
        excused smallint DEFAULT 0 NOT NULL,
        permille smallint GENERATED ALWAYS AS (attended * 1000 / nullif(held, 0)) STORED,
        CONSTRAINT pk_attendance_figures PRIMARY KEY (batch_id, user_id),
        CONSTRAINT fk_attendance_figures_company_id_batch_id {KEY.format("batch_id", "batches", "CASCADE")}
    )
    """,
    """
    CREATE INDEX ix_attendance_figures_at_risk ON attendance_figures (company_id, permille, user_id) WHERE held > 0
    """,
    "CREATE INDEX ix_attendance_figures_user_id ON attendance_figures (user_id)",
)
# The session is held against a cancellation, which takes its marks off by itself.
COUNT: Final = """
    CREATE FUNCTION waymark_count_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            changed text := CASE TG_OP WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
                                       WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
                                       ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed' END;
        BEGIN
            EXECUTE format($query$
                WITH changed AS MATERIALIZED (SELECT * FROM (%s) AS each WHERE mark IS NOT NULL),
                held AS MATERIALIZED (
                    SELECT company_id, id, batch_id FROM training_sessions
                     WHERE id IN (SELECT session_id FROM changed) AND state <> 'cancelled' ORDER BY id FOR SHARE
                ), sums AS (
                    SELECT h.company_id, h.batch_id, c.user_id, sum(sign * CAST(mark <> 'excused' AS int)) AS held,
                           sum(sign * CAST(mark IN ('present', 'late') AS int)) AS attended,
                           sum(sign * CAST(mark = 'excused' AS int)) AS excused
                      FROM changed c JOIN held h ON h.company_id = c.company_id AND h.id = c.session_id
                     GROUP BY h.company_id, h.batch_id, c.user_id
                )
                INSERT INTO attendance_figures AS f (company_id, batch_id, user_id, held, attended, excused)
                SELECT * FROM sums WHERE (held, attended, excused) <> (0, 0, 0) ORDER BY batch_id, user_id
                ON CONFLICT (batch_id, user_id) DO UPDATE SET held = f.held + excluded.held,
                   attended = f.attended + excluded.attended, excused = f.excused + excluded.excused
            $query$, changed);
            RETURN NULL;
        END $$
"""
UNNAME: Final = """
    CREATE FUNCTION waymark_unname_attendance() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted),
                changes AS (
                    UPDATE attendance_changes c SET user_id = u.other_id, reason = NULL
                      FROM unnamed u WHERE c.company_id = u.company_id AND c.user_id = u.id
                )
                UPDATE attendance a SET user_id = u.other_id, note = NULL
                  FROM unnamed u WHERE a.company_id = u.company_id AND a.user_id = u.id
            $query$;
            EXECUTE $query$
                DELETE FROM attendance_figures f USING deleted d WHERE f.company_id = d.company_id AND f.user_id = d.id
            $query$;
            RETURN NULL;
        END $$
"""
CHECK: Final = """
    CREATE FUNCTION waymark_check_attending_people() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT FROM written w JOIN users u ON u.id = w.user_id AND u.company_id <> w.company_id) THEN
                RAISE foreign_key_violation USING
                    CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME,
                    MESSAGE = format('%s.user_id names a person of another company', TG_TABLE_NAME);
            END IF;
            RETURN NULL;
        END $$
"""
TRIGGERS: Final = (
    *(
        f"""
        CREATE TRIGGER count_{name} AFTER {act} ON attendance REFERENCING {rows}
           FOR EACH STATEMENT EXECUTE FUNCTION waymark_count_attendance()
        """
        for name, act, rows in (
            ("added", "INSERT", "NEW TABLE AS added"),
            ("changed", "UPDATE", "OLD TABLE AS removed NEW TABLE AS added"),
            ("removed", "DELETE", "OLD TABLE AS removed"),
        )
    ),
    *(
        f"""
        CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON {table}
           FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
        """
        for table in ("attendance", "attendance_changes", "attendance_figures")
    ),
    *(
        f"""
        CREATE TRIGGER check_people AFTER INSERT ON {table} REFERENCING NEW TABLE AS written
           FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_attending_people()
        """
        for table in ("attendance", "attendance_changes", "attendance_figures")
    ),
    """
    CREATE TRIGGER unname_attendance AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_unname_attendance()
    """,
)


def upgrade() -> None:
    for statement in (*TABLES, COUNT, UNNAME, CHECK, *TRIGGERS):
        op.execute(statement)
