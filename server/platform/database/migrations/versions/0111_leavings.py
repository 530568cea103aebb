"""Who has left a batch: history that also an older worker writes, since triggers do it."""

from alembic import op

revision = "0111"
down_revision = "0110"

STATEMENTS = (
    # Null for members from before; `added_at` is when the transaction began, which may have waited for a lock.
    "ALTER TABLE batch_members ADD COLUMN joined_at timestamptz",
    "ALTER TABLE batch_members ALTER COLUMN joined_at SET DEFAULT clock_timestamp()",
    "ALTER TABLE bulk_jobs ADD COLUMN reason text",
    """
    CREATE TABLE batch_leavings (
        company_id uuid NOT NULL,
        batch_id uuid NOT NULL,
        user_id uuid NOT NULL,
        joined_at timestamptz NOT NULL,
        left_at timestamptz DEFAULT clock_timestamp() NOT NULL,
        left_by uuid,
        reason text,
        CONSTRAINT pk_batch_leavings PRIMARY KEY (batch_id, user_id, joined_at),
        CONSTRAINT fk_batch_leavings_company_id_batch_id
            FOREIGN KEY (company_id, batch_id) REFERENCES batches (company_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_batch_leavings_company_id_left_by
            FOREIGN KEY (company_id, left_by) REFERENCES users (company_id, id) ON DELETE SET NULL (left_by)
    )
    """,
    "CREATE INDEX ix_batch_leavings_user_id ON batch_leavings (user_id)",
    "CREATE INDEX ix_batch_leavings_left_by ON batch_leavings (left_by)",
    """
    CREATE TRIGGER user_id_of_users AFTER INSERT OR UPDATE OF company_id, user_id ON batch_leavings
       FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
    """,
    # What the removing statement has written itself is kept as it is. An import that is undone leaves no history, and
    # a batch that is deleted takes its own along.
    """
    CREATE FUNCTION waymark_keep_leavings() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                INSERT INTO batch_leavings (company_id, batch_id, user_id, joined_at)
                SELECT r.company_id, r.batch_id, r.user_id, coalesce(r.joined_at, r.added_at)
                  FROM removed r JOIN batches b ON b.company_id = r.company_id AND b.id = r.batch_id
                 WHERE NOT EXISTS (SELECT FROM imports i WHERE i.company_id = r.company_id AND i.id = r.import_id
                                                           AND i.state = 'undoing')
                ON CONFLICT DO NOTHING
            $query$;
            RETURN NULL;
        END $$
    """,
    """
    CREATE TRIGGER keep_leavings AFTER DELETE ON batch_members REFERENCING OLD TABLE AS removed
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_keep_leavings()
    """,
    """
    CREATE FUNCTION waymark_unname_leavings() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            EXECUTE $query$
                WITH unnamed AS MATERIALIZED (SELECT company_id, id, gen_random_uuid() AS other_id FROM deleted)
                UPDATE batch_leavings l SET user_id = u.other_id, left_by = NULL, reason = NULL
                  FROM unnamed u WHERE l.company_id = u.company_id AND l.user_id = u.id
            $query$;
            RETURN NULL;
        END $$
    """,
    # Triggers run by their names: remove_from_batches has closed what was open.
    """
    CREATE TRIGGER unname_leavings AFTER DELETE ON users REFERENCING OLD TABLE AS deleted
       FOR EACH STATEMENT EXECUTE FUNCTION waymark_unname_leavings()
    """,
)


def upgrade() -> None:
    for statement in STATEMENTS:
        op.execute(statement)
