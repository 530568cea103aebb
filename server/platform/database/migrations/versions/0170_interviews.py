"""Rounds of interviews, their panels, candidates and bookings, what has happened, and scores."""

from typing import Final

from alembic import op

from server.platform.database.migrations.steps import create_extensions

revision = "0170"
down_revision = "0165"

KEY: Final = "FOREIGN KEY (company_id, {0}) REFERENCES {1} (company_id, id) ON DELETE {2}"
TABLES: Final = (
    """
    ALTER TABLE companies ADD COLUMN interviews_kept_months smallint DEFAULT 24 NOT NULL
        CONSTRAINT ck_companies_interviews_kept_months CHECK (interviews_kept_months BETWEEN 1 AND 120)
    """,
    f"""
    CREATE TABLE rounds (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        name text NOT NULL,
        location text,
        stage_id uuid,
        pass_stage_id uuid,
        opening_id uuid,
        day date NOT NULL,
        slot_minutes smallint NOT NULL,
        break_minutes smallint NOT NULL,
        criteria jsonb NOT NULL,
        state text DEFAULT 'draft' NOT NULL,
        screen_hash bytea,
        version bigint DEFAULT 1 NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT pk_rounds PRIMARY KEY (id),
        CONSTRAINT uq_rounds_company_id_id UNIQUE (company_id, id),
        CONSTRAINT ck_rounds_minutes CHECK (slot_minutes > 0 AND break_minutes >= 0),
        CONSTRAINT fk_rounds_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE,
        CONSTRAINT fk_rounds_company_id_stage_id {KEY.format("stage_id", "stages", "SET NULL (stage_id)")},
        CONSTRAINT fk_rounds_company_id_pass_stage_id
            {KEY.format("pass_stage_id", "stages", "SET NULL (pass_stage_id)")}
    )
    """,
    "CREATE INDEX ix_rounds_company_id_day ON rounds (company_id, day)",
    "CREATE INDEX ix_rounds_stage_id ON rounds (stage_id)",
    "CREATE INDEX ix_rounds_pass_stage_id ON rounds (pass_stage_id)",
    "CREATE UNIQUE INDEX uq_rounds_screen ON rounds (screen_hash) WHERE screen_hash IS NOT NULL",
    f"""
    CREATE TABLE panels (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        round_id uuid NOT NULL,
        name text NOT NULL,
        place text,
        link text,
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        state text DEFAULT 'open' NOT NULL,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_panels PRIMARY KEY (id),
        CONSTRAINT uq_panels_company_id_id UNIQUE (company_id, id),
        CONSTRAINT ck_panels_hours CHECK (ends_at > starts_at),
        CONSTRAINT fk_panels_company_id_round_id {KEY.format("round_id", "rounds", "CASCADE")}
    )
    """,
    "CREATE INDEX ix_panels_company_id_round_id ON panels (company_id, round_id)",
    f"""
    CREATE TABLE panel_members (
        company_id uuid NOT NULL,
        panel_id uuid NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT pk_panel_members PRIMARY KEY (panel_id, user_id),
        CONSTRAINT fk_panel_members_company_id_panel_id {KEY.format("panel_id", "panels", "CASCADE")},
        CONSTRAINT fk_panel_members_company_id_user_id {KEY.format("user_id", "users", "CASCADE")}
    )
    """,
    "CREATE INDEX ix_panel_members_company_id_user_id ON panel_members (company_id, user_id)",
    f"""
    CREATE TABLE interviews (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        round_id uuid NOT NULL,
        user_id uuid NOT NULL,
        panel_id uuid,
        ticket smallint NOT NULL,
        position numeric NOT NULL,
        planned_at timestamptz,
        here_at timestamptz,
        called_at timestamptz,
        started_at timestamptz,
        ended_at timestamptz,
        absences smallint DEFAULT 0 NOT NULL,
        state text DEFAULT 'waiting' NOT NULL,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_interviews PRIMARY KEY (id),
        CONSTRAINT uq_interviews_company_id_id UNIQUE (company_id, id),
        CONSTRAINT uq_interviews_round_id_user_id UNIQUE (round_id, user_id),
        CONSTRAINT fk_interviews_company_id_round_id {KEY.format("round_id", "rounds", "CASCADE")},
        CONSTRAINT fk_interviews_company_id_panel_id {KEY.format("panel_id", "panels", "SET NULL (panel_id)")}
    )
    """,
    "CREATE UNIQUE INDEX uq_interviews_person ON interviews (company_id, user_id) WHERE state IN ('called', 'in_room')",
    "CREATE UNIQUE INDEX uq_interviews_panel ON interviews (panel_id) WHERE state IN ('called', 'in_room')",
    """
    CREATE UNIQUE INDEX uq_interviews_slot ON interviews (panel_id, planned_at)
     WHERE planned_at IS NOT NULL AND state IN ('waiting', 'confirmed')
    """,
    """
    CREATE INDEX ix_interviews_queue ON interviews (round_id, panel_id, position, ticket)
     WHERE state IN ('waiting', 'confirmed')
    """,
    "CREATE INDEX ix_interviews_company_id_round_id ON interviews (company_id, round_id)",
    "CREATE INDEX ix_interviews_company_id_panel_id ON interviews (company_id, panel_id)",
    "CREATE INDEX ix_interviews_company_id_user_id ON interviews (company_id, user_id)",
    f"""
    CREATE TABLE bookings (
        company_id uuid NOT NULL,
        panel_id uuid,
        interview_id uuid,
        resource text COLLATE "C" NOT NULL,
        during tstzrange NOT NULL,
        CONSTRAINT ck_bookings_during CHECK (NOT isempty(during)),
        CONSTRAINT ck_bookings_owner CHECK (num_nonnulls(panel_id, interview_id) > 0),
        CONSTRAINT fk_bookings_company_id_panel_id {KEY.format("panel_id", "panels", "CASCADE")},
        CONSTRAINT fk_bookings_company_id_interview_id {KEY.format("interview_id", "interviews", "CASCADE")},
        CONSTRAINT ex_bookings_resource EXCLUDE USING gist (company_id WITH =, resource WITH =, during WITH &&)
    )
    """,
    "CREATE INDEX ix_bookings_panel_id ON bookings (panel_id)",
    "CREATE INDEX ix_bookings_interview_id ON bookings (interview_id)",
    f"""
    CREATE TABLE interview_events (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        interview_id uuid NOT NULL,
        happened_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        done_by uuid,
        what text NOT NULL,
        before jsonb,
        after jsonb,
        reason text,
        CONSTRAINT pk_interview_events PRIMARY KEY (id),
        CONSTRAINT fk_interview_events_company_id_interview_id {KEY.format("interview_id", "interviews", "CASCADE")},
        CONSTRAINT fk_interview_events_company_id_done_by {KEY.format("done_by", "users", "SET NULL (done_by)")}
    )
    """,
    "CREATE INDEX ix_interview_events_company_id_interview_id ON interview_events (company_id, interview_id)",
    "CREATE INDEX ix_interview_events_company_id_happened_at ON interview_events (company_id, happened_at)",
    "CREATE INDEX ix_interview_events_done_by ON interview_events (done_by)",
    f"""
    CREATE TABLE scores (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        interview_id uuid NOT NULL,
        panelist_id uuid,
        marks jsonb NOT NULL,
        verdict text NOT NULL,
        note text,
        sent_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        CONSTRAINT pk_scores PRIMARY KEY (id),
        CONSTRAINT uq_scores_interview_id_panelist_id UNIQUE (interview_id, panelist_id),
        CONSTRAINT fk_scores_company_id_interview_id {KEY.format("interview_id", "interviews", "CASCADE")},
        CONSTRAINT fk_scores_company_id_panelist_id {KEY.format("panelist_id", "users", "SET NULL (panelist_id)")}
    )
    """,
    "CREATE INDEX ix_scores_company_id_interview_id ON scores (company_id, interview_id)",
    "CREATE INDEX ix_scores_panelist_id ON scores (panelist_id)",
    "CREATE INDEX ix_scores_old_notes ON scores (company_id, sent_at) WHERE note IS NOT NULL",
)
# Who is deleted waits for no one any more; what was said keeps its figures and loses its words.
UNNAME: Final = """
    CREATE FUNCTION waymark_unname_interviews() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted),
                gone AS (
                    UPDATE interviews i
                       SET user_id = u.other_id, state = CASE i.state WHEN 'done' THEN 'done' ELSE 'withdrawn' END,
                           planned_at = CASE i.state WHEN 'done' THEN i.planned_at END, version = i.version + 1
                      FROM unnamed u WHERE i.company_id = u.company_id AND i.user_id = u.id
                    RETURNING i.company_id, i.id
                ), notes AS (
                    UPDATE scores s SET note = NULL FROM gone
                     WHERE s.company_id = gone.company_id AND s.interview_id = gone.id
                )
                UPDATE interview_events e SET before = NULL, after = NULL, reason = NULL FROM gone
                 WHERE e.company_id = gone.company_id AND e.interview_id = gone.id
            $query$;
            EXECUTE $query$
                DELETE FROM bookings b USING deleted d WHERE b.company_id = d.company_id AND b.resource = 'u:' || d.id
            $query$;
            RETURN NULL;
        END $$
"""
TRIGGERS: Final = (
    """
    CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON interviews
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
    """,
    """
    CREATE TRIGGER check_people AFTER INSERT ON interviews REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_attending_people()
    """,
    """
    CREATE TRIGGER unname_interviews AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_unname_interviews()
    """,
)


def upgrade() -> None:
    create_extensions("btree_gist")
    for statement in (*TABLES, UNNAME, *TRIGGERS):
        op.execute(statement)
