"""Where each applicant and trainee stands, and has stood: a company's stages, and when people were in them."""

from typing import Final

from alembic import op

revision = "0140"
down_revision = "0136"

TABLES: Final = (
    """
    CREATE TABLE stages (
        id uuid DEFAULT waymark_uuid7() NOT NULL,
        company_id uuid NOT NULL,
        name text NOT NULL,
        folded_name text COLLATE "C" NOT NULL,
        kind text NOT NULL,
        position smallint NOT NULL,
        colour text NOT NULL,
        public_name text NOT NULL,
        public_text text DEFAULT '' NOT NULL,
        public_next text DEFAULT '' NOT NULL,
        is_for_accepted boolean DEFAULT false NOT NULL,
        archived_at timestamptz,
        version bigint DEFAULT 1 NOT NULL,
        CONSTRAINT pk_stages PRIMARY KEY (id),
        CONSTRAINT uq_stages_company_id_id UNIQUE (company_id, id),
        CONSTRAINT ck_stages_is_for_accepted CHECK (NOT is_for_accepted OR kind = 'open'),
        CONSTRAINT fk_stages_company_id FOREIGN KEY (company_id) REFERENCES companies (id) ON DELETE CASCADE
    )
    """,
    "CREATE UNIQUE INDEX uq_stages_name ON stages (company_id, folded_name) WHERE archived_at IS NULL",
    "CREATE UNIQUE INDEX uq_stages_entry ON stages (company_id) WHERE kind = 'entry'",
    "CREATE UNIQUE INDEX uq_stages_for_accepted ON stages (company_id) WHERE is_for_accepted",
    """
    CREATE TABLE stage_entries (
        company_id uuid NOT NULL,
        user_id uuid NOT NULL,
        stage_id uuid NOT NULL,
        entered_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        left_at timestamptz,
        moved_by uuid,
        work_id uuid,
        reason text,
        undone_at timestamptz,
        CONSTRAINT pk_stage_entries PRIMARY KEY (company_id, user_id, entered_at),
        CONSTRAINT ck_stage_entries_times CHECK (left_at >= entered_at),
        CONSTRAINT fk_stage_entries_company_id_stage_id
            FOREIGN KEY (company_id, stage_id) REFERENCES stages (company_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_stage_entries_company_id_moved_by
            FOREIGN KEY (company_id, moved_by) REFERENCES users (company_id, id) ON DELETE SET NULL (moved_by)
    )
    """,
    "CREATE UNIQUE INDEX uq_stage_entries_open ON stage_entries (company_id, user_id) WHERE left_at IS NULL",
    "CREATE INDEX ix_stage_entries_open ON stage_entries (company_id, stage_id, user_id) WHERE left_at IS NULL",
    "CREATE INDEX ix_stage_entries_moved_by ON stage_entries (company_id, moved_by) WHERE moved_by IS NOT NULL",
    """
    CREATE TABLE stage_figures (
        company_id uuid NOT NULL,
        stage_id uuid NOT NULL,
        people bigint NOT NULL,
        CONSTRAINT fk_stage_figures_company_id_stage_id
            FOREIGN KEY (company_id, stage_id) REFERENCES stages (company_id, id) ON DELETE CASCADE
    )
    """,
    "CREATE INDEX ix_stage_figures_company_id_stage_id ON stage_figures (company_id, stage_id)",
    "ALTER TABLE bulk_jobs ADD COLUMN stage_id uuid",
)
# What a company begins with. Its people read the public words; the client says those of a default in their language.
FIRST: Final = """
    CREATE FUNCTION waymark_add_first_stages(company_id uuid) RETURNS void LANGUAGE sql AS $$
        INSERT INTO stages (company_id, name, folded_name, kind, position, colour, public_name, public_text,
                            public_next, is_for_accepted)
        SELECT $1, name, lower(name), kind, place, colour, public_name, public_text, public_next, name = 'Selected'
          FROM (VALUES
            (1, 'Applied', 'entry', 'grey', 'Applied', 'We have your application.', 'We look at it and write to you.'),
            (2, 'Screening', 'open', 'blue', 'In review', 'We are looking at your details.',
                'You hear from us when this is done.'),
            (3, 'Interview', 'open', 'violet', 'Interview', 'You are invited to an interview.',
                'You learn day and place from us.'),
            (4, 'Selected', 'open', 'teal', 'Selected', 'You are selected.', 'Your training begins next.'),
            (5, 'In training', 'open', 'amber', 'In training', 'You are in training.', 'Come to your sessions.'),
            (6, 'Certified', 'open', 'lime', 'Certified', 'You have completed your training.',
                'We help you find a job.'),
            (7, 'Placed', 'won', 'green', 'Placed', 'You have a job. Congratulations!', ''),
            (8, 'Left', 'lost', 'red', 'Ended', 'Your way with us has ended.', '')
          ) AS first (place, name, kind, colour, public_name, public_text, public_next)
    $$
"""
OF_COMPANY: Final = """
    CREATE FUNCTION waymark_begin_stages() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM waymark_add_first_stages(NEW.id);
            RETURN NULL;
        END $$
"""
# Accounts without a profile are those of applicants. Triggers run by their names: check_companies has held the company.
BEGIN: Final = """
    CREATE FUNCTION waymark_begin_way() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                INSERT INTO stage_entries (company_id, user_id, stage_id)
                SELECT w.company_id, w.id, s.id FROM written w JOIN stages s ON s.company_id = w.company_id
                       AND CASE WHEN w.profile IS NULL THEN s.kind = 'entry'
                                ELSE w.profile = 'TRAINEE' AND s.is_for_accepted END
            $query$;
            RETURN NULL;
        END $$
"""
# Stages are held, so that figures are not added to those that go with their company.
COUNT: Final = """
    CREATE FUNCTION waymark_count_stages() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            changed text := CASE TG_OP WHEN 'INSERT' THEN 'SELECT *, 1 AS sign FROM added'
                                       WHEN 'DELETE' THEN 'SELECT *, -1 AS sign FROM removed'
                                       ELSE 'SELECT *, 1 AS sign FROM added UNION ALL SELECT *, -1 FROM removed' END;
        BEGIN
            EXECUTE format($query$
                WITH sums AS MATERIALIZED (
                    SELECT company_id, stage_id, sum(sign) AS people FROM (%s) AS each
                     WHERE left_at IS NULL GROUP BY company_id, stage_id HAVING sum(sign) <> 0
                ), kept AS MATERIALIZED (
                    SELECT s.company_id, s.id FROM stages s
                      JOIN sums ON s.company_id = sums.company_id AND s.id = sums.stage_id
                     ORDER BY s.id FOR KEY SHARE OF s
                )
                INSERT INTO stage_figures (company_id, stage_id, people)
                SELECT sums.* FROM sums JOIN kept ON kept.company_id = sums.company_id AND kept.id = sums.stage_id
            $query$, changed);
            RETURN NULL;
        END $$
"""
UNNAME: Final = """
    CREATE FUNCTION waymark_unname_stages() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted)
                UPDATE stage_entries e
                   SET user_id = u.other_id, reason = NULL, left_at = coalesce(e.left_at, clock_timestamp())
                  FROM unnamed u WHERE e.company_id = u.company_id AND e.user_id = u.id
            $query$;
            RETURN NULL;
        END $$
"""
TRIGGERS: Final = (
    "CREATE TRIGGER first_stages AFTER INSERT ON companies FOR EACH ROW EXECUTE FUNCTION waymark_begin_stages()",
    """
    CREATE TRIGGER start_way AFTER INSERT ON users REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_begin_way()
    """,
    *(
        f"""
        CREATE TRIGGER count_{name} AFTER {act} ON stage_entries REFERENCING {rows}
           FOR EACH STATEMENT EXECUTE FUNCTION waymark_count_stages()
        """
        for name, act, rows in (
            ("added", "INSERT", "NEW TABLE AS added"),
            ("changed", "UPDATE", "OLD TABLE AS removed NEW TABLE AS added"),
            ("removed", "DELETE", "OLD TABLE AS removed"),
        )
    ),
    """
    CREATE TRIGGER check_people AFTER INSERT ON stage_entries REFERENCING NEW TABLE AS written
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_check_attending_people()
    """,
    """
    CREATE TRIGGER user_id_of_users AFTER UPDATE OF company_id, user_id ON stage_entries
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
    """,
    """
    CREATE TRIGGER stage_id_of_stages AFTER INSERT OR UPDATE OF company_id, stage_id ON bulk_jobs
       FOR EACH ROW WHEN (NEW.stage_id IS NOT NULL) EXECUTE FUNCTION waymark_refuse_other_company('stage_id', 'stages')
    """,
    """
    CREATE TRIGGER unname_stages AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_unname_stages()
    """,
)


def upgrade() -> None:
    for statement in (*TABLES, FIRST, OF_COMPANY, BEGIN, COUNT, UNNAME, *TRIGGERS):
        op.execute(statement)
    op.execute("SELECT waymark_add_first_stages(id) FROM companies")
